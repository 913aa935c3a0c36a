package tg

import (
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func jokeTools() []define.Tool {
	return []define.Tool{
		define.View("random_jokes", "Tells jokes drawn at random, all different.",
			func(w *world.World, in struct {
				Category string `json:"category,omitempty" doc:"Kind of joke" enum:"office,animals,science,food,travel,computers"`
				Count    int    `json:"count" doc:"How many" min:"1" max:"10" default:"1"`
			}) (out struct {
				Jokes []world.Joke `json:"jokes"`
			}, err error) {
				all := world.Jokes.Where(w, func(j *world.Joke) bool { return in.Category == "" || j.Category == in.Category })
				for _, i := range w.Rand().Perm(len(all))[:min(in.Count, len(all))] {
					out.Jokes = append(out.Jokes, all[i])
				}
				return out, nil
			}, `{}`, `{"category":"animals","count":3}`),
		define.Get("get_joke", "Gives the joke with a number.", world.Jokes, "id=", "", "search_jokes shows numbers", `{"id":1}`, `{"id":72}`),
		define.List("search_jokes", "Finds jokes by kind, rating and a text in the first part.", world.Jokes, "setup~query category= rating>=", "", "id+ rating- votes-", `{"query":"why"}`, `{"category":"food","sort":"rating-"}`),
		define.Act("rate_joke", "Rates a joke; the mean rating takes the vote into account at once.",
			func(w *world.World, in struct {
				ID    int `json:"id" doc:"Number of the joke" min:"1"`
				Stars int `json:"stars" doc:"Rating" min:"1" max:"5"`
			}) (world.Joke, error) {
				j, ok := world.Jokes.Get(w, strconv.Itoa(in.ID))
				if !ok {
					return j, define.NotFound("joke", strconv.Itoa(in.ID), "search_jokes shows numbers")
				}
				j.Rating = (j.Rating*float64(j.Votes) + float64(in.Stars)) / float64(j.Votes+1)
				j.Votes++
				world.Jokes.Put(w, j)
				return j, nil
			}, `{"id":1,"stars":5}`, `{"id":9,"stars":1}`),
		define.Act("submit_joke", "Adds a joke of the user's. A joke with the same first part is refused as a duplicate.",
			func(w *world.World, in struct {
				Category  string `json:"category" doc:"Kind of joke" enum:"office,animals,science,food,travel,computers"`
				Setup     string `json:"setup" doc:"First part" min:"5" max:"300"`
				Punchline string `json:"punchline" doc:"Second part" min:"2" max:"300"`
			}) (world.Joke, error) {
				if d, ok := world.Jokes.First(w, func(j *world.Joke) bool { return strings.EqualFold(j.Setup, in.Setup) }); ok {
					return world.Joke{}, define.Fail("duplicate", "joke %d begins with the same words", d.ID)
				}
				top := slices.MaxFunc(world.Jokes.All(w), func(a, b world.Joke) int { return a.ID - b.ID })
				j := world.Joke{ID: top.ID + 1, Category: in.Category, Setup: in.Setup, Punchline: in.Punchline}
				world.Jokes.Put(w, j)
				return j, nil
			}, `{"category":"food","setup":"What do you call a nervous fig?","punchline":"Figgety."}`, `{"category":"office","setup":"Why is the stapler never late?","punchline":"It holds it together."}`),
		define.View("joke_ranking", "Ranks the kinds of joke by their ratings, each weighted with its votes, and names each kind's best joke.",
			func(w *world.World, _ struct{}) (out struct {
				Ranking []jokeRank `json:"ranking"`
			}, err error) {
				for _, j := range world.Jokes.All(w) {
					i := slices.IndexFunc(out.Ranking, func(r jokeRank) bool { return r.Category == j.Category })
					if i < 0 {
						i = len(out.Ranking)
						out.Ranking = append(out.Ranking, jokeRank{Category: j.Category, Best: j})
					}
					r := &out.Ranking[i]
					if j.Rating > r.Best.Rating {
						r.Best = j
					}
					if v := r.Votes + j.Votes; v > 0 {
						r.Rating = (r.Rating*float64(r.Votes) + j.Rating*float64(j.Votes)) / float64(v)
					}
					r.Votes += j.Votes
				}
				world.TopBy(out.Ranking, func(r jokeRank) float64 { return r.Rating })
				return out, nil
			}, `{}`, `{}`),
		define.View("quote_of_the_day", "Gives the quote that belongs to a day: the same for everybody all day, another one tomorrow.",
			func(w *world.World, in struct {
				Date  world.Date `json:"date" doc:"The day" default:"2025-06-02"`
				Theme string     `json:"theme,omitempty" doc:"Theme of the quote" enum:"patience,courage,learning,time,friendship"`
			}) (world.Quote, error) {
				all := world.Quotes.Where(w, func(q *world.Quote) bool { return in.Theme == "" || q.Theme == in.Theme })
				return all[((int(in.Date)*7)%len(all)+len(all))%len(all)], nil
			}, `{}`, `{"date":"2025-12-24","theme":"friendship"}`),
	}
}

type jokeRank struct {
	Category string     `json:"category"`
	Rating   float64    `json:"mean_rating"`
	Votes    int        `json:"votes"`
	Best     world.Joke `json:"best"`
}
