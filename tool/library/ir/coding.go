package ir

import (
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type contestParam struct {
	Contest int `json:"contest_id" doc:"Contest number" min:"1" max:"100000"`
}

func contest(w *world.World, n int) (world.Contest, error) {
	return define.Row(w, world.Contests, strconv.Itoa(n), "list_contests shows numbers")
}

func coder(w *world.World, handle string) (world.Coder, error) {
	return define.Row(w, world.Coders, strings.ToLower(handle), "search_coders shows handles")
}

type handleParam struct {
	Handle string `json:"handle" doc:"Handle" min:"1" max:"40"`
}

func contestTools() []define.Tool {
	return []define.Tool{
		define.List("list_contests", "Lists programming contests by site, state, days and length.", world.Contests, "name~query site= phase= day>=from day<=until minutes<=", "", "day- day+ minutes+", `{"phase":"before","sort":"day+"}`, `{"site":"AlgoCup"}`),
		define.View("contest_standings", "Gives the table of a finished contest: solved problems, penalties and new ratings.",
			func(w *world.World, in struct {
				contestParam
				define.Paging
			}) (out define.Page[world.ContestRow], err error) {
				c, err := contest(w, in.Contest)
				if err == nil && c.Phase != "finished" {
					err = define.Fail("not_over", "%s takes place on %s", c.Name, c.Day)
				}
				if err != nil {
					return out, err
				}
				return define.Cut(world.ContestTable(w, c.ID), in.Paging), nil
			}, `{"contest_id":50}`, `{"contest_id":65,"page_size":3}`),
		define.List("search_problems", "Finds contest problems by name, topic, difficulty and contest.", world.Problems, "name~query tags@tag rating>= rating<= contest_id=", "", "rating+ rating- id+", `{"tag":"dp","max_rating":1600}`, `{"contest_id":50}`),
		define.View("problem_statistics", "Says how many tried and solved a problem, the mean time, and the languages of accepted solutions.",
			func(w *world.World, in struct {
				Problem string `json:"problem_id" doc:"Problem identifier, such as 50B" min:"2" max:"10"`
			}) (out struct {
				Problem   world.Problem  `json:"problem"`
				Tried     int            `json:"submissions"`
				Solved    int            `json:"accepted"`
				Minute    float64        `json:"mean_minute" doc:"Of accepted solutions"`
				Languages map[string]int `json:"languages"`
			}, err error) {
				p, err := define.Row(w, world.Problems, strings.ToUpper(in.Problem), "search_problems shows identifiers")
				if err != nil {
					return out, err
				}
				out.Problem, out.Languages = p, map[string]int{}
				for _, s := range world.Submissions.Where(w, func(s *world.Submission) bool { return s.Problem == p.ID }) {
					if out.Tried++; s.Verdict == "accepted" {
						out.Solved++
						out.Minute += float64(s.Minute)
						out.Languages[s.Language]++
					}
				}
				out.Minute = world.Round(out.Minute/float64(max(1, out.Solved)), 1)
				return out, nil
			}, `{"problem_id":"50A"}`, `{"problem_id":"60c"}`),
		define.List("list_submissions", "Lists submissions of a contest or coder by verdict and language.", world.Submissions, "contest_id= handle= problem_id= verdict= language=", "", "id- minute+", `{"contest_id":50}`, `{"handle":"coder01","verdict":"accepted"}`),
		define.Act("submit_solution", "Hands in a solution for practice; it is judged by what it prints for the task sum: read numbers, print their sum.",
			func(w *world.World, in struct {
				Handle   string    `json:"handle" doc:"Handle" min:"1" max:"40"`
				Problem  string    `json:"problem_id" doc:"Problem identifier, such as 50A" min:"2" max:"10"`
				Language string    `json:"language" doc:"Language" enum:"C++,Python,Java,Go,Rust"`
				Input    []float64 `json:"input" doc:"Numbers the solution was run on" min:"1" max:"100"`
				Output   float64   `json:"output" doc:"What it printed"`
			}) (world.Submission, error) {
				if _, err := coder(w, in.Handle); err != nil {
					return world.Submission{}, err
				}
				p, err := define.Row(w, world.Problems, strings.ToUpper(in.Problem), "search_problems shows identifiers")
				if err != nil {
					return world.Submission{}, err
				}
				sum := 0.0
				for _, x := range in.Input {
					sum += x
				}
				verdict := "wrong answer"
				if abs(sum-in.Output) <= 1e-9*max(1, abs(sum)) {
					verdict = "accepted"
				}
				s := world.Submission{ID: w.NextID("SB"), Contest: p.Contest, Problem: p.ID, Handle: strings.ToLower(in.Handle), Verdict: verdict, Language: in.Language, Minute: 100000}
				world.Submissions.Put(w, s)
				return s, nil
			}, `{"handle":"coder01","problem_id":"50A","language":"Go","input":[1,2,3],"output":6}`, `{"handle":"coder02","problem_id":"51A","language":"Python","input":[4],"output":5}`),
		define.View("rating_changes", "Gives how a contest changed the ratings: who rose and fell most.",
			func(w *world.World, in contestParam) (out struct {
				Changes []struct {
					Handle string `json:"handle"`
					Before int    `json:"before"`
					After  int    `json:"after"`
					Change int    `json:"change"`
				} `json:"changes"`
				Sum int `json:"sum_of_changes"`
			}, err error) {
				if _, err := contest(w, in.Contest); err != nil {
					return out, err
				}
				for _, r := range world.TopBy(world.ContestTable(w, in.Contest), func(r world.ContestRow) int { return r.After - r.Before }) {
					out.Changes = append(out.Changes, struct {
						Handle string `json:"handle"`
						Before int    `json:"before"`
						After  int    `json:"after"`
						Change int    `json:"change"`
					}{r.Handle, r.Before, r.After, r.After - r.Before})
					out.Sum += r.After - r.Before
				}
				return out, nil
			}, `{"contest_id":55}`, `{"contest_id":60}`),
		define.View("recommend_problems", "Recommends problems to practise: unsolved by the coder, a little above the rating, of topics solved least.",
			func(w *world.World, in struct {
				handleParam
				Count int `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Rating   int             `json:"rating"`
				Problems []world.Problem `json:"problems"`
			}, err error) {
				c, err := coder(w, in.Handle)
				if err != nil {
					return out, err
				}
				out.Rating = w.Base().RatingOf(c, 100)
				solved, topics := map[string]bool{}, map[string]int{}
				for _, s := range world.Submissions.Where(w, func(s *world.Submission) bool { return s.Handle == c.Handle && s.Verdict == "accepted" }) {
					solved[s.Problem] = true
					p, _ := world.Problems.Get(w, s.Problem)
					for _, t := range p.Tags {
						topics[t]++
					}
				}
				all := world.Problems.Where(w, func(p *world.Problem) bool { return !solved[p.ID] })
				world.SortBy(all, func(p world.Problem) float64 {
					known := 0
					for _, t := range p.Tags {
						known += topics[t]
					}
					return abs(float64(p.Rating-out.Rating-150)) + 3*float64(known)/float64(len(p.Tags))
				})
				out.Problems = all[:in.Count]
				return out, nil
			}, `{"handle":"coder01"}`, `{"handle":"coder30","count":2}`),
	}
}

func coderTools() []define.Tool {
	return []define.Tool{
		define.List("search_coders", "Finds coders by name and country.", world.Coders, "handle~query name~ country= joined>=since", "", "handle+ joined+", `{"query":"coder0"}`, `{"name":"a","sort":"joined+"}`),
		define.View("coder_profile", "Gives a coder's rating, title, contests, best place and friends.",
			func(w *world.World, in handleParam) (out struct {
				Coder    world.Coder `json:"coder"`
				Rating   int         `json:"rating"`
				Title    string      `json:"title"`
				Contests int         `json:"contests"`
				Best     int         `json:"best_place" doc:"0 without contests"`
				Solved   int         `json:"problems_solved"`
			}, err error) {
				c, err := coder(w, in.Handle)
				if err != nil {
					return out, err
				}
				out.Coder, out.Rating = c, w.Base().RatingOf(c, 100)
				out.Title = world.RankName(out.Rating)
				for _, h := range history(w, c.Handle) {
					if out.Contests++; out.Best == 0 || h.Place < out.Best {
						out.Best = h.Place
					}
				}
				seen := map[string]bool{}
				for _, s := range world.Submissions.Where(w, func(s *world.Submission) bool { return s.Handle == c.Handle && s.Verdict == "accepted" }) {
					seen[s.Problem] = true
				}
				out.Solved = len(seen)
				return out, nil
			}, `{"handle":"coder01"}`, `{"handle":"CODER42"}`),
		define.View("coder_rating_history", "Gives a coder's contests in order with places and ratings.",
			func(w *world.World, in handleParam) (out struct {
				History []contestPlace `json:"history"`
				Peak    int            `json:"highest_rating"`
			}, err error) {
				c, err := coder(w, in.Handle)
				if err != nil {
					return out, err
				}
				out.History = history(w, c.Handle)
				for _, h := range out.History {
					out.Peak = max(out.Peak, h.After)
				}
				return out, nil
			}, `{"handle":"coder02"}`, `{"handle":"coder50"}`),
		define.View("rating_ranking", "Ranks all coders by rating, in one country if wanted, with how they stand among friends.",
			func(w *world.World, in struct {
				Country string `json:"country,omitempty" doc:"Two-letter country code" max:"2"`
				Friends string `json:"friends_of,omitempty" doc:"Only friends of this handle, and itself" max:"40"`
				define.Paging
			}) (out define.Page[ranked], err error) {
				var circle []string
				if in.Friends != "" {
					c, err := coder(w, in.Friends)
					if err != nil {
						return out, err
					}
					circle = append(circle, append(c.Friends, c.Handle)...)
				}
				var all []ranked
				for _, c := range world.Coders.All(w) {
					if (in.Country == "" || strings.EqualFold(c.Country, in.Country)) && (circle == nil || slices.Contains(circle, c.Handle)) {
						r := w.Base().RatingOf(c, 100)
						all = append(all, ranked{0, c.Handle, r, world.RankName(r)})
					}
				}
				world.TopBy(all, func(r ranked) int { return r.Rating })
				for i := range all {
					all[i].Rank = i + 1
				}
				return define.Cut(all, in.Paging), nil
			}, `{}`, `{"friends_of":"coder01"}`),
		define.List("search_blog_entries", "Finds blog entries of coders by words, author and votes.", world.BlogEntries, "title~query handle= rating>= day>=since", "id handle title day rating", "rating- day-", `{"query":"search"}`, `{"min_rating":50,"sort":"day-"}`),
		define.View("get_blog_entry", "Gives a blog entry with its comments in order.",
			func(w *world.World, in struct {
				Entry string `json:"entry_id" doc:"Entry identifier" min:"1" max:"20"`
			}) (out struct {
				Entry    world.BlogEntry `json:"entry"`
				Comments []world.Comment `json:"comments"`
			}, err error) {
				if out.Entry, err = define.Row(w, world.BlogEntries, in.Entry, "search_blog_entries shows identifiers"); err == nil {
					out.Comments = world.SortBy(world.Comments.Where(w, func(c *world.Comment) bool { return c.Entry == in.Entry }), func(c world.Comment) int { return int(c.Day) })
				}
				return out, err
			}, `{"entry_id":"BE0001"}`, `{"entry_id":"BE0060"}`),
		define.Act("comment_blog_entry", "Writes a comment under a blog entry, or votes on the entry, or both.",
			func(w *world.World, in struct {
				Entry  string `json:"entry_id" doc:"Entry identifier" min:"1" max:"20"`
				Handle string `json:"handle" doc:"Who comments" min:"1" max:"40"`
				Text   string `json:"text" doc:"Text" max:"2000" default:""`
				Vote   int    `json:"vote" doc:"Vote: -1, 0 or 1" min:"-1" max:"1" default:"0"`
			}) (out struct {
				Comment *world.Comment `json:"comment,omitempty"`
				Rating  int            `json:"entry_rating"`
			}, err error) {
				e, err := define.Row(w, world.BlogEntries, in.Entry, "search_blog_entries shows identifiers")
				if err != nil {
					return out, err
				}
				if _, err := coder(w, in.Handle); err != nil {
					return out, err
				}
				if in.Text == "" && in.Vote == 0 {
					return out, define.Invalid("text", "or vote must be given")
				}
				if in.Vote != 0 {
					e.Rating += in.Vote
					world.BlogEntries.Put(w, e)
				}
				if in.Text != "" {
					c := world.Comment{ID: w.NextID("CM"), Entry: e.ID, Handle: strings.ToLower(in.Handle), Text: in.Text, Day: world.Today}
					world.Comments.Put(w, c)
					out.Comment = &c
				}
				out.Rating = e.Rating
				return out, nil
			}, `{"entry_id":"BE0001","handle":"coder01","text":"Thanks!"}`, `{"entry_id":"BE0002","handle":"coder03","vote":1}`),
	}
}

type contestPlace struct {
	Contest string     `json:"contest"`
	Day     world.Date `json:"day"`
	Place   int        `json:"place"`
	Before  int        `json:"before"`
	After   int        `json:"after"`
}

type ranked struct {
	Rank   int    `json:"rank"`
	Handle string `json:"handle"`
	Rating int    `json:"rating"`
	Title  string `json:"title"`
}

func history(w *world.World, handle string) []contestPlace {
	var out []contestPlace
	seen := map[int]bool{}
	for _, s := range world.Submissions.Where(w, func(s *world.Submission) bool { return s.Handle == handle }) {
		if seen[s.Contest] {
			continue
		}
		seen[s.Contest] = true
		c, _ := contest(w, s.Contest)
		for _, r := range world.ContestTable(w, s.Contest) {
			if r.Handle == handle {
				out = append(out, contestPlace{c.Name, c.Day, r.Place, r.Before, r.After})
			}
		}
	}
	return out
}
