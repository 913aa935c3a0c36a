package rs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
	"deft/tool/library/world"
)

func knowledgeTools() []define.Tool {
	return []define.Tool{
		define.View("encyclopedia_summary", "Gives the encyclopedia's summary of the page that fits a title best, and what else the title may mean.",
			func(w *world.World, in struct {
				Title string `json:"title" doc:"Title" min:"1" max:"120"`
			}) (out struct {
				Title   string    `json:"title"`
				Kind    string    `json:"kind"`
				Summary string    `json:"summary"`
				URL     string    `json:"url"`
				Others  []pageHit `json:"other_meanings"`
			}, err error) {
				found := world.SearchWeb(w, in.Title, "city", "company", "film", "book", "artist", "university", "breed", "place")
				if len(found) == 0 {
					return out, define.NotFound("page about", in.Title, "try web_search with other words")
				}
				best := max(0, slices.IndexFunc(found, func(p world.WebPage) bool { return strings.EqualFold(p.Title, in.Title) }))
				p := found[best]
				out.Title, out.Kind, out.Summary, out.URL = p.Title, p.Kind, p.Snippet, p.URL
				out.Others = hits(slices.Delete(slices.Clone(found), best, best+1))
				out.Others = out.Others[:min(4, len(out.Others))]
				return out, nil
			}, `{"title":"Lisbon"}`, `{"title":"Golden Retriever"}`),
		define.View("scholar_search", "Searches papers and ranks them by how well they fit and how often they are cited.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What to look for" min:"1" max:"200"`
				From  int    `json:"from_year" doc:"First year" min:"1900" max:"2100" default:"1900"`
				define.Paging
			}) (define.Page[scholarHit], error) {
				var out []scholarHit
				for i, h := range world.SearchWeb(w, in.Query, "paper") {
					p, _ := world.Papers.Get(w, h.Ref)
					if c := len(world.Cited(w, p.ID)); p.Published.Year() >= in.From {
						out = append(out, scholarHit{lineOf(p), c, world.Round(math.Log1p(float64(c))+10/float64(i+5), 4)})
					}
					if i == 60 {
						break
					}
				}
				return define.Cut(world.TopBy(out, func(h scholarHit) float64 { return h.Score }), in.Paging), nil
			}, `{"query":"bird migration"}`, `{"query":"panel data","from_year":2019}`),
		define.View("local_services", "Finds shops and services near a place in a city, nearest first, and says which are open now.",
			func(w *world.World, in struct {
				City    string  `json:"city" doc:"City" min:"1" max:"80"`
				Service string  `json:"service" doc:"Kind of business" enum:"restaurant,cafe,bar,bakery,hair salon,gym,bookshop,bike repair,pharmacy,florist"`
				Km      float64 `json:"within_km" doc:"Distance from the centre in km" min:"0.1" max:"50" default:"10"`
			}) (out struct {
				LocalTime string         `json:"local_time"`
				Services  []localService `json:"services"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				z, _ := world.Zone(c.Timezone)
				out.LocalTime = world.Now().In(z).Format("15:04")
				for _, b := range world.Businesses.All(w) {
					if km := world.Distance(c.Latitude, c.Longitude, b.Latitude, b.Longitude); b.Category == in.Service && km <= in.Km {
						out.Services = append(out.Services, localService{b.ID, b.Name, b.Address, b.Phone, world.Round(km, 2), b.Rating, w.Base().OpenAt(b, world.Now())})
					}
				}
				world.SortBy(out.Services, func(s localService) float64 { return s.Km })
				return out, nil
			}, `{"city":"Paris","service":"restaurant"}`, `{"city":"Tokyo","service":"pharmacy","within_km":5}`),
	}
}

type scholarHit struct {
	paperLine
	Citations int     `json:"citations"`
	Score     float64 `json:"score"`
}

type localService struct {
	ID      string  `json:"business_id"`
	Name    string  `json:"name"`
	Address string  `json:"address"`
	Phone   string  `json:"phone"`
	Km      float64 `json:"distance_km"`
	Rating  float64 `json:"rating"`
	Open    bool    `json:"open_now"`
}

func answerTools() []define.Tool {
	return []define.Tool{
		define.View("answer_question", "Answers a short factual question from the world's data: capitals, populations, currencies, distances between cities, the time, or arithmetic.",
			func(w *world.World, in struct {
				Question string `json:"question" doc:"The question" min:"3" max:"200"`
			}) (out struct {
				Answered bool   `json:"answered"`
				Answer   string `json:"answer"`
				Basis    string `json:"basis" doc:"What the answer rests on"`
			}, err error) {
				out.Answer, out.Basis = answer(w, in.Question)
				if out.Answered = out.Answer != ""; !out.Answered {
					out.Answer, out.Basis = "No answer was found.", "try web_search"
				}
				return out, nil
			}, `{"question":"What is the capital of Kenya?"}`, `{"question":"How far is Paris from Berlin?"}`),
		define.View("people_also_ask", "Gives questions that others ask about a city or country, each with its answer.",
			func(w *world.World, in struct {
				Subject string `json:"subject" doc:"City or country" min:"1" max:"80"`
			}) (out struct {
				Questions []struct {
					Question string `json:"question"`
					Answer   string `json:"answer"`
				} `json:"questions"`
			}, err error) {
				asks := []string{"What is the population of %s?", "What is the capital of %s?", "What is the currency of %s?", "What time is it in %s?", "Which language is spoken in %s?"}
				for _, a := range asks {
					q := fmt.Sprintf(a, strings.TrimSpace(in.Subject))
					if text, _ := answer(w, q); text != "" {
						out.Questions = append(out.Questions, struct {
							Question string `json:"question"`
							Answer   string `json:"answer"`
						}{q, text})
					}
				}
				if len(out.Questions) == 0 {
					return out, define.NotFound("city or country", in.Subject, "find_cities shows which there are")
				}
				return out, nil
			}, `{"subject":"Portugal"}`, `{"subject":"Tokyo"}`),
	}
}

// answer looks for the places that a question names and for a word that says what is asked.
func answer(w *world.World, q string) (text, basis string) {
	low := " " + strings.ToLower(strings.Trim(q, " ?!.")) + " "
	var cities []world.City
	for _, c := range world.Cities.All(w) {
		if strings.Contains(low, " "+strings.ToLower(c.Name)+" ") {
			cities = append(cities, c)
		}
	}
	land, isLand := world.Countries.First(w, func(c *world.Country) bool { return strings.Contains(low, " "+strings.ToLower(c.Name)+" ") })
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(x string) bool { return strings.Contains(low, x) })
	}
	switch {
	case len(cities) >= 2 && has("far", "distance"):
		a, b := cities[0], cities[1]
		return fmt.Sprintf("%s and %s are %.0f km apart.", a.Name, b.Name, world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)), "great-circle distance"
	case isLand && has("capital"):
		return fmt.Sprintf("The capital of %s is %s.", land.Name, land.Capital), "country facts"
	case isLand && has("currency", "money"):
		return fmt.Sprintf("The currency of %s is %s.", land.Name, land.Currency), "country facts"
	case isLand && has("language", "speak"):
		return fmt.Sprintf("In %s one speaks %s.", land.Name, strings.Join(land.Languages, ", ")), "country facts"
	case len(cities) > 0 && has("time is it", "what time"):
		z, _ := world.Zone(cities[0].Timezone)
		return fmt.Sprintf("It is %s in %s.", world.Now().In(z).Format("15:04"), cities[0].Name), "time zone " + cities[0].Timezone
	case len(cities) > 0 && has("population", "people", "inhabitants"):
		return fmt.Sprintf("%s has %d inhabitants.", cities[0].Name, cities[0].Population), "city facts"
	case isLand && has("population", "people", "inhabitants"):
		return fmt.Sprintf("%s has %.1f million inhabitants.", land.Name, land.Population), "country facts"
	}
	sum := strings.TrimSpace(low)
	for _, lead := range []string{"what is", "how much is", "calculate", "compute"} {
		sum = strings.TrimPrefix(sum, lead)
	}
	if v, err := expr.Eval(sum, nil); err == nil {
		if n, ok := v.(float64); ok {
			return fmt.Sprint(world.Round(n, 8)), "arithmetic"
		}
	}
	return "", ""
}
