package rs

import (
	"math"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type interestWeek struct {
	Week   world.Date `json:"week"`
	Values []int      `json:"values" doc:"0 to 100, in the order of the terms"`
}

func trendTools() []define.Tool {
	return []define.Tool{
		define.View("interest_over_time", "Shows how much people have searched for some terms, week by week, from 0 to 100.",
			func(w *world.World, in struct {
				Terms   []string `json:"terms" doc:"Terms to compare" min:"1" max:"5" each_min:"1" each_max:"60"`
				Country string   `json:"country" doc:"Country, by name or code; world for all" min:"2" max:"60" default:"world"`
				Weeks   int      `json:"weeks" doc:"Weeks to look back" min:"1" max:"104" default:"12"`
			}) (out struct {
				Weeks []interestWeek `json:"weeks"`
				Means []float64      `json:"means"`
				Trend []string       `json:"trend" doc:"rising, steady or falling, in the order of the terms"`
			}, err error) {
				code := ""
				if in.Country != "world" {
					c, err := define.Country(w, in.Country)
					if err != nil {
						return out, err
					}
					code = c.Code
				}
				now := int(world.Today) / 7
				for k := now - in.Weeks + 1; k <= now; k++ {
					p := interestWeek{Week: world.Date(7 * k)}
					for _, t := range in.Terms {
						p.Values = append(p.Values, w.Base().Interest(t, code, k))
					}
					out.Weeks = append(out.Weeks, p)
				}
				for i := range in.Terms {
					sum, first, last := 0.0, 0.0, 0.0
					for k, p := range out.Weeks {
						sum += float64(p.Values[i])
						if k < (in.Weeks+1)/2 {
							first += float64(p.Values[i])
						} else {
							last += float64(p.Values[i])
						}
					}
					out.Means = append(out.Means, sum/float64(in.Weeks))
					first, last = first/float64((in.Weeks+1)/2), last/math.Max(1, float64(in.Weeks/2))
					trend := "steady"
					if in.Weeks > 1 && last > first*1.1 {
						trend = "rising"
					} else if in.Weeks > 1 && last < first*0.9 {
						trend = "falling"
					}
					out.Trend = append(out.Trend, trend)
				}
				return out, nil
			}, `{"terms":["solar panels"]}`, `{"terms":["yoga","cycling"],"country":"Spain","weeks":26}`),
		define.View("interest_by_country", "Compares in which countries people search most for a term this week.",
			func(w *world.World, in struct {
				Term  string `json:"term" doc:"The term" min:"1" max:"60"`
				Count int    `json:"count" doc:"How many countries" min:"1" max:"70" default:"10"`
			}) (out struct {
				Countries []struct {
					Code  string `json:"code"`
					Name  string `json:"name"`
					Value int    `json:"value"`
				} `json:"countries"`
			}, err error) {
				all := append([]world.Country(nil), world.Countries.All(w)...)
				value := func(c world.Country) int { return w.Base().Interest(in.Term, c.Code, int(world.Today)/7) }
				for _, c := range world.TopBy(all, value)[:in.Count] {
					out.Countries = append(out.Countries, struct {
						Code  string `json:"code"`
						Name  string `json:"name"`
						Value int    `json:"value"`
					}{c.Code, c.Name, value(c)})
				}
				return out, nil
			}, `{"term":"chess"}`, `{"term":"electric car","count":3}`),
		define.View("trending_now", "Gives what is searched more this week than last: names of films, teams, companies and artists.",
			func(w *world.World, in struct {
				Kind  string `json:"kind" doc:"What to look at" enum:"films,teams,companies,artists" default:"films"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Trending []rising `json:"trending"`
			}, err error) {
				var names []string
				switch in.Kind {
				case "films":
					for _, f := range world.Films.All(w) {
						names = append(names, f.Title)
					}
				case "teams":
					for _, t := range world.Teams.All(w) {
						names = append(names, t.Name)
					}
				case "companies":
					for _, c := range world.Companies.All(w) {
						names = append(names, c.Name)
					}
				default:
					for _, a := range world.Artists.All(w) {
						names = append(names, a.Name)
					}
				}
				now := int(world.Today) / 7
				for _, n := range names {
					r := rising{strings.TrimSpace(n), w.Base().Interest(n, "", now), w.Base().Interest(n, "", now-1), 0}
					r.Change = r.Now - r.Before
					out.Trending = append(out.Trending, r)
				}
				world.TopBy(out.Trending, func(r rising) int { return r.Change })
				out.Trending = out.Trending[:in.Count]
				return out, nil
			}, `{}`, `{"kind":"teams","count":8}`),
	}
}

type rising struct {
	Term   string `json:"term"`
	Now    int    `json:"this_week"`
	Before int    `json:"last_week"`
	Change int    `json:"change"`
}
