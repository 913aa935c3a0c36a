package ir

import (
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type runner struct {
	Place  int     `json:"place" doc:"0 before the race"`
	Number int     `json:"number"`
	Horse  string  `json:"horse"`
	ID     string  `json:"horse_id"`
	Jockey string  `json:"jockey"`
	Weight float64 `json:"weight_kg"`
	Odds   float64 `json:"odds"`
}

// runners gives who runs, by place once the race is over, otherwise by odds.
func runners(w *world.World, r world.HorseRace) []runner {
	sum, power := 0.0, make([]float64, len(r.Horses))
	for i, id := range r.Horses {
		h, _ := world.Horses.Get(w, id)
		power[i] = math.Exp(float64(h.Rating) / 14)
		sum += power[i]
	}
	out := make([]runner, len(r.Horses))
	for i, id := range r.Horses {
		h, _ := world.Horses.Get(w, id)
		out[i] = runner{0, i + 1, h.Name, id, r.Jockeys[i], world.Round(50+float64(h.Rating)/8, 1), world.Round(math.Min(101, 0.85*sum/power[i]), 1)}
	}
	if r.Status == "finished" {
		for place, i := range w.Base().HorseOrder(w, r) {
			out[i].Place = place + 1
		}
		return world.SortBy(out, func(x runner) int { return x.Place })
	}
	return world.SortBy(out, func(x runner) float64 { return x.Odds })
}

func horseTools() []define.Tool {
	winners := func(w *world.World, name func(world.HorseRace, runner) string) []winRate {
		var out []winRate
		for _, r := range world.HorseRaces.Where(w, func(r *world.HorseRace) bool { return r.Status == "finished" }) {
			for _, x := range runners(w, r) {
				n := name(r, x)
				i := slices.IndexFunc(out, func(c winRate) bool { return c.Name == n })
				if i < 0 {
					i = len(out)
					out = append(out, winRate{Name: n})
				}
				if out[i].Rides++; x.Place == 1 {
					out[i].Wins++
					out[i].Prize += 0.6 * float64(r.Prize)
				}
				out[i].Rate = world.Round(float64(out[i].Wins)/float64(out[i].Rides), 3)
			}
		}
		return world.TopBy(out, func(c winRate) float64 { return c.Rate + float64(c.Wins)/1000 })
	}
	return []define.Tool{
		define.List("search_horse_races", "Finds horse races by course, day, distance and ground.", world.HorseRaces, "course= status= going= day>=from day<=until distance_m>= distance_m<= prize_usd>=", "id course day time title distance_m going prize_usd status", "day+ prize_usd- distance_m+", `{"status":"scheduled"}`, `{"course":"Dublin","going":"good"}`),
		define.View("race_card", "Gives the card of a horse race: runners with jockeys, weights and odds, and once it is over their places.",
			func(w *world.World, in struct {
				Race string `json:"race_id" doc:"Race identifier" min:"1" max:"20"`
			}) (out struct {
				Title   string   `json:"title"`
				Course  string   `json:"course"`
				Status  string   `json:"status"`
				Runners []runner `json:"runners"`
			}, err error) {
				r, err := define.Row(w, world.HorseRaces, in.Race, "search_horse_races shows identifiers")
				if err == nil {
					out.Title, out.Course, out.Status, out.Runners = r.Title, r.Course, r.Status, runners(w, r)
				}
				return out, err
			}, `{"race_id":"HR0001"}`, `{"race_id":"HR0100"}`),
		define.List("search_horses", "Finds race horses by name, sex, age, trainer and rating.", world.Horses, "name~query sex= age<= trainer= owner= rating>=", "", "rating- name+ age+", `{"min_rating":100}`, `{"sex":"filly","max_age":4}`),
		define.View("horse_record", "Gives a horse's record: starts, wins, places, prize money, and how it likes the ground.",
			func(w *world.World, in struct {
				Horse string `json:"horse" doc:"Name or identifier" min:"2" max:"60"`
			}) (out struct {
				Horse  world.Horse    `json:"horse"`
				Starts int            `json:"starts"`
				Wins   int            `json:"wins"`
				Places int            `json:"places" doc:"Second and third"`
				Prize  float64        `json:"prize_usd"`
				Ground map[string]int `json:"wins_by_ground"`
				Next   string         `json:"next_race_id" doc:"Empty when none"`
			}, err error) {
				h, ok := world.Horses.First(w, func(h *world.Horse) bool { return h.ID == in.Horse || strings.EqualFold(h.Name, in.Horse) })
				if !ok {
					return out, define.NotFound("horse", in.Horse, "search_horses shows names")
				}
				out.Horse, out.Ground = h, map[string]int{}
				for _, r := range world.HorseRaces.Where(w, func(r *world.HorseRace) bool { return slices.Contains(r.Horses, h.ID) }) {
					if r.Status != "finished" {
						if out.Next == "" {
							out.Next = r.ID
						}
						continue
					}
					out.Starts++
					for _, x := range runners(w, r) {
						if x.ID == h.ID && x.Place == 1 {
							out.Wins++
							out.Ground[r.Going]++
							out.Prize += 0.6 * float64(r.Prize)
						} else if x.ID == h.ID && x.Place <= 3 {
							out.Places++
							out.Prize += 0.15 * float64(r.Prize)
						}
					}
				}
				return out, nil
			}, `{"horse":"HO0001"}`, `{"horse":"HO0060"}`),
		define.View("jockey_win_rates", "Ranks jockeys by their share of wins.",
			func(w *world.World, in struct {
				Rides int `json:"min_rides" doc:"Least number of rides" min:"1" max:"100" default:"5"`
				Top   int `json:"top" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Jockeys []winRate `json:"jockeys"`
			}, err error) {
				all := slices.DeleteFunc(winners(w, func(_ world.HorseRace, x runner) string { return x.Jockey }), func(c winRate) bool { return c.Rides < in.Rides })
				out.Jockeys = all[:min(in.Top, len(all))]
				return out, nil
			}, `{}`, `{"min_rides":15,"top":3}`),
		define.View("trainer_win_rates", "Ranks trainers by their horses' share of wins, on one ground if wanted.",
			func(w *world.World, in struct {
				Going string `json:"going,omitempty" doc:"State of the ground" enum:"firm,good,soft,heavy"`
				Top   int    `json:"top" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Trainers []winRate `json:"trainers"`
			}, err error) {
				all := winners(w, func(r world.HorseRace, x runner) string {
					if in.Going != "" && r.Going != in.Going {
						return ""
					}
					h, _ := world.Horses.Get(w, x.ID)
					return h.Trainer
				})
				all = slices.DeleteFunc(all, func(c winRate) bool { return c.Name == "" })
				out.Trainers = all[:min(in.Top, len(all))]
				return out, nil
			}, `{}`, `{"going":"soft","top":5}`),
		define.View("race_tips", "Rates the runners of a race to come by rating, jockey and ground, and names where the odds promise more than the chance.",
			func(w *world.World, in struct {
				Race string `json:"race_id" doc:"Race identifier" min:"1" max:"20"`
			}) (out struct {
				Tips []struct {
					Horse  string  `json:"horse"`
					Chance float64 `json:"chance"`
					Odds   float64 `json:"odds"`
					Value  float64 `json:"value" doc:"Chance times odds; above 1 is good"`
				} `json:"tips"`
			}, err error) {
				r, err := define.Row(w, world.HorseRaces, in.Race, "search_horse_races shows identifiers")
				if err == nil && r.Status == "finished" {
					err = define.Fail("over", "the race is over; race_card gives its result")
				}
				if err != nil {
					return out, err
				}
				rate := map[string]float64{}
				for _, c := range winners(w, func(_ world.HorseRace, x runner) string { return x.Jockey }) {
					rate[c.Name] = c.Rate
				}
				rs, sum := runners(w, r), 0.0
				power := make([]float64, len(rs))
				for i, x := range rs {
					h, _ := world.Horses.Get(w, x.ID)
					power[i] = math.Exp(float64(h.Rating)/22 + rate[x.Jockey])
					sum += power[i]
				}
				for i, x := range rs {
					p := power[i] / sum
					out.Tips = append(out.Tips, struct {
						Horse  string  `json:"horse"`
						Chance float64 `json:"chance"`
						Odds   float64 `json:"odds"`
						Value  float64 `json:"value" doc:"Chance times odds; above 1 is good"`
					}{x.Horse, world.Round(p, 3), x.Odds, world.Round(p*x.Odds, 2)})
				}
				return out, nil
			}, `{"race_id":"HR0099"}`, `{"race_id":"HR0090"}`),
	}
}

type winRate struct {
	Name  string  `json:"name"`
	Rides int     `json:"rides"`
	Wins  int     `json:"wins"`
	Rate  float64 `json:"win_share"`
	Prize float64 `json:"prize_usd"`
}
