package ft

import (
	"math"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// ratingsOf gives each firm's latest rating of a company up to a day, newest first.
func ratingsOf(w *world.World, c world.Company, day world.Date) []world.Rating {
	last := map[string]world.Rating{}
	for _, r := range world.Ratings.Where(w, func(r *world.Rating) bool { return r.Symbol == c.Symbol && r.Day <= day }) {
		last[r.Firm] = r
	}
	var out []world.Rating
	for _, r := range last {
		out = append(out, r)
	}
	return world.TopBy(out, func(r world.Rating) string { return r.ID })
}

func ratingTools() []define.Tool {
	return []define.Tool{
		define.List("list_rating_changes", "Lists what analysts said of shares: ratings that were raised, lowered, confirmed or given for the first time, with price targets.", world.Ratings, "symbol= firm= action= grade= day>=since", "", "day- target_usd-", `{"action":"raised"}`, `{"firm":"Dunmore","grade":"buy","since":"2025-01-01"}`),
		define.View("analyst_consensus", "Gives what analysts together think of a share on a day: each firm's rating, how many there are of each grade, the mean target, and how far it is from the price.",
			func(w *world.World, in struct {
				symbolParam
				Day world.Date `json:"date" doc:"Day" default:"2025-06-02"`
			}) (out consensus, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				if in.Day > world.Today || in.Day < world.Today-365 {
					return out, define.Invalid("date", "must be from %s to %s", world.Today-365, world.Today)
				}
				out.Symbol, out.Price = c.Symbol, w.Base().StockBar(c, world.LastTradingDay(min(in.Day, lastDay()))).Close
				out.Ratings, out.Counts = ratingsOf(w, c, in.Day), map[string]int{}
				if len(out.Ratings) == 0 {
					return out, define.Fail("not_rated", "no analyst had rated %s by %s", c.Symbol, in.Day)
				}
				n := float64(len(out.Ratings))
				out.Low = out.Ratings[0].Target
				for _, r := range out.Ratings {
					out.Counts[r.Grade]++
					out.Score += float64(4-slices.Index(world.Grades(), r.Grade)) / n
					out.Target += r.Target / n
					out.Low, out.High = min(out.Low, r.Target), max(out.High, r.Target)
				}
				out.Target, out.Score = world.Round(out.Target, 2), world.Round(out.Score, 2)
				out.Upside = change(out.Price, out.Target)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0033","date":"2025-01-15"}`),
		define.View("earnings_estimates", "Gives what analysts expect of a share's quarters to come: earnings and revenue with their range and the growth against the year before.",
			func(w *world.World, in struct {
				symbolParam
				Quarters int `json:"quarters" doc:"Quarters to give" min:"1" max:"5" default:"4"`
			}) (out struct {
				Symbol   string     `json:"symbol"`
				Analysts int        `json:"analysts"`
				Quarters []estimate `json:"quarters" doc:"The next first"`
				Growth   float64    `json:"earnings_growth_percent" doc:"Of these quarters against the same quarters a year before; 0 when those lost money"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				all := w.Base().Books(c)
				out.Symbol, out.Analysts = c.Symbol, len(ratingsOf(w, c, world.Today))
				next, was, will := len(w.Base().Published(c)), 0.0, 0.0
				for i := next; i < next+in.Quarters; i++ {
					e := estimateOf(w, c, all[i])
					e.Growth = 100 * multiple(e.Revenue-all[i-4].Revenue, all[i-4].Revenue)
					if i >= next+4 { // the year before is an estimate, too
						e.Growth = 100 * multiple(e.Revenue-out.Quarters[i-next-4].Revenue, out.Quarters[i-next-4].Revenue)
						was += out.Quarters[i-next-4].PerShare
					} else {
						was += all[i-4].PerShare
					}
					will += e.PerShare
					out.Quarters = append(out.Quarters, e)
				}
				out.Growth = 100 * multiple(will-was, was)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0020","quarters":1}`),
	}
}

// estimateOf is what analysts expect of a quarter that is not yet reported.
func estimateOf(w *world.World, c world.Company, r world.Report) estimate {
	n := r.Year*4 + r.Quarter
	u := w.Base().Unit("estimate/"+c.ID, n)
	e := estimate{Period: r.Period(), Day: r.Day, PerShare: r.Expected, Revenue: world.Round(r.Revenue*(0.97+0.06*u), 2)}
	reach := (math.Abs(e.PerShare) + 0.05) * (0.05 + 0.15*u)
	e.Low, e.High = world.Round(e.PerShare-reach, 4), world.Round(e.PerShare+reach, 4)
	return e
}

type consensus struct {
	Symbol  string         `json:"symbol"`
	Price   float64        `json:"price_usd" doc:"Last close before the day's end"`
	Ratings []world.Rating `json:"ratings" doc:"Each firm's latest, newest first"`
	Counts  map[string]int `json:"firms_by_grade"`
	Score   float64        `json:"mean_grade" doc:"From 1, sell, to 4, strong buy"`
	Target  float64        `json:"mean_target_usd"`
	Low     float64        `json:"lowest_target_usd"`
	High    float64        `json:"highest_target_usd"`
	Upside  float64        `json:"upside_percent" doc:"From the price to the mean target"`
}

type estimate struct {
	Period   string     `json:"period"`
	Day      world.Date `json:"report_day"`
	PerShare float64    `json:"earnings_per_share_usd"`
	Low      float64    `json:"lowest_usd"`
	High     float64    `json:"highest_usd"`
	Revenue  float64    `json:"revenue_millions_usd"`
	Growth   float64    `json:"revenue_growth_percent" doc:"Against the same quarter a year before"`
}
