package ir

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func matchFraction(p, q int) string { return fmt.Sprintf("%d/%d", p, q) }

type seasonParam struct {
	Season int `json:"season" doc:"Season" min:"2023" max:"2025" default:"2025"`
}

type raceParam struct {
	Race string `json:"race_id" doc:"Race identifier, such as GP202501" min:"1" max:"20"`
}

func raceOf(w *world.World, id string) (world.Race, error) {
	return define.Row(w, world.Races, strings.ToUpper(id), "race_schedule shows identifiers")
}

// run gives a finished race.
func run(w *world.World, id string) (world.Race, error) {
	r, err := raceOf(w, id)
	if err == nil && r.Status != "finished" {
		err = define.Fail("not_run", "%s takes place on %s", r.Name, r.Day)
	}
	return r, err
}

func driverOf(w *world.World, name string) (world.Driver, error) {
	d, ok := world.Drivers.First(w, func(d *world.Driver) bool { return d.ID == name || strings.EqualFold(d.Name, name) })
	if !ok {
		return d, define.NotFound("driver", name, "search_drivers shows names")
	}
	return d, nil
}

type championship struct {
	Place  int    `json:"place"`
	Name   string `json:"name"`
	Points int    `json:"points"`
	Wins   int    `json:"wins"`
}

// standings adds up the points of a season's races up to a round, by driver or constructor.
func championships(w *world.World, season, round int, constructors bool) []championship {
	var out []championship
	for _, r := range world.Races.Where(w, func(r *world.Race) bool { return r.Season == season && (round == 0 || r.Round <= round) }) {
		for _, e := range w.Base().Results(w, r) {
			name := e.Driver
			if constructors {
				name = e.Constructor
			}
			i := slices.IndexFunc(out, func(c championship) bool { return c.Name == name })
			if i < 0 {
				i = len(out)
				out = append(out, championship{Name: name})
			}
			out[i].Points += e.Points
			if e.Place == 1 {
				out[i].Wins++
			}
		}
	}
	world.TopBy(out, func(c championship) int { return 100*c.Points + c.Wins })
	for i := range out {
		out[i].Place = i + 1
	}
	return out
}

func racingTools() []define.Tool {
	return []define.Tool{
		define.List("race_schedule", "Lists grands prix by season, round, state and days.", world.Races, "season= round= name~ status= day>=from day<=until", "", "day+ day-", `{"season":2025}`, `{"status":"scheduled"}`),
		define.List("search_circuits", "Finds racing circuits by name, city, length and turns.", world.Circuits, "name~query city= length_km>= turns>= opened<=", "", "name+ length_km- turns-", `{"query":"ring"}`, `{"min_length_km":5.5,"sort":"length_km-"}`),
		define.List("search_drivers", "Finds racing drivers by name, constructor, country and seasons.", world.Drivers, "name~query constructor= country= first_season<= last_season>=", "", "name+ number+ birth_date+", `{"min_last_season":2025}`, `{"constructor":"Helios"}`),
		define.View("race_results", "Gives the result of a grand prix: places, gaps to the winner, points, stops and those who did not finish.",
			func(w *world.World, in raceParam) (out struct {
				Race    world.Race        `json:"race"`
				Circuit string            `json:"circuit"`
				Results []world.RaceEntry `json:"results"`
				Gaps    []string          `json:"gaps" doc:"Seconds behind the winner, or laps"`
			}, err error) {
				r, err := run(w, in.Race)
				if err != nil {
					return out, err
				}
				c, _ := world.Circuits.Get(w, r.Circuit)
				out.Race, out.Circuit, out.Results = r, c.Name, w.Base().Results(w, r)
				for _, e := range out.Results {
					gap := fmt.Sprintf("+%.3f", e.Seconds-out.Results[0].Seconds)
					if e.Status != "finished" {
						gap = fmt.Sprintf("out in lap %d", e.Laps)
					}
					out.Gaps = append(out.Gaps, gap)
				}
				return out, nil
			}, `{"race_id":"GP202501"}`, `{"race_id":"GP202320"}`),
		define.View("driver_standings", "Computes the drivers' championship of a season, also after an earlier round.",
			func(w *world.World, in struct {
				seasonParam
				Round int `json:"round" doc:"After this round; 0 for now" min:"0" max:"20" default:"0"`
			}) (out struct {
				Standings []championship `json:"standings"`
			}, err error) {
				out.Standings = championships(w, in.Season, in.Round, false)
				return out, nil
			}, `{}`, `{"season":2023,"round":5}`),
		define.View("constructor_standings", "Computes the constructors' championship of a season with each one's share of all points.",
			func(w *world.World, in seasonParam) (out struct {
				Standings []struct {
					championship
					Share float64 `json:"share_of_points"`
				} `json:"standings"`
			}, err error) {
				all, sum := championships(w, in.Season, 0, true), 0
				for _, c := range all {
					sum += c.Points
				}
				for _, c := range all {
					out.Standings = append(out.Standings, struct {
						championship
						Share float64 `json:"share_of_points"`
					}{c, world.Round(float64(c.Points)/float64(max(1, sum)), 4)})
				}
				return out, nil
			}, `{}`, `{"season":2024}`),
		define.View("driver_career", "Gives a driver's career in the seasons on record: races, wins, podiums, points, retirements and best grid.",
			func(w *world.World, in struct {
				Driver string `json:"driver" doc:"Name or identifier" min:"2" max:"60"`
			}) (out struct {
				Driver  world.Driver   `json:"driver"`
				Races   int            `json:"races"`
				Wins    int            `json:"wins"`
				Podiums int            `json:"podiums"`
				Points  map[string]int `json:"points_by_season"`
				Retired int            `json:"retired"`
				Grid    int            `json:"best_grid" doc:"0 without races on record"`
			}, err error) {
				d, err := driverOf(w, in.Driver)
				if err != nil {
					return out, err
				}
				out.Driver, out.Points = d, map[string]int{}
				for _, r := range world.Races.All(w) {
					for _, e := range w.Base().Results(w, r) {
						if e.DriverID != d.ID {
							continue
						}
						out.Races++
						out.Points[fmt.Sprint(r.Season)] += e.Points
						if e.Status != "finished" {
							out.Retired++
							continue
						}
						if e.Place == 1 {
							out.Wins++
						}
						if e.Place <= 3 {
							out.Podiums++
						}
						if out.Grid == 0 || e.Grid < out.Grid {
							out.Grid = e.Grid
						}
					}
				}
				return out, nil
			}, `{"driver":"DR0001"}`, `{"driver":"DR0030"}`),
		define.View("constructor_profile", "Gives a constructor's drivers past and present, its wins and points by season.",
			func(w *world.World, in struct {
				Constructor string `json:"constructor" doc:"Constructor" enum:"Aster Racing,Boreal Works,Corsa Blu,Dragon Motors,Equinox GP,Falcon Ten,Grand Tour,Helios,Ibex Racing,Jet Stream"`
			}) (out struct {
				Now     []string       `json:"drivers_now"`
				Before  []string       `json:"drivers_before"`
				Points  map[string]int `json:"points_by_season"`
				Places  map[string]int `json:"place_by_season"`
				Retired int            `json:"retired"`
			}, err error) {
				out.Points, out.Places = map[string]int{}, map[string]int{}
				for _, d := range world.Drivers.Where(w, func(d *world.Driver) bool { return d.Constructor == in.Constructor }) {
					if d.Last == 2025 {
						out.Now = append(out.Now, d.Name)
					} else {
						out.Before = append(out.Before, d.Name)
					}
				}
				for season := 2023; season <= 2025; season++ {
					for _, c := range championships(w, season, 0, true) {
						if c.Name == in.Constructor {
							out.Points[fmt.Sprint(season)], out.Places[fmt.Sprint(season)] = c.Points, c.Place
						}
					}
				}
				for _, r := range world.Races.All(w) {
					for _, e := range w.Base().Results(w, r) {
						if e.Constructor == in.Constructor && e.Status != "finished" {
							out.Retired++
						}
					}
				}
				return out, nil
			}, `{"constructor":"Helios"}`, `{"constructor":"Jet Stream"}`),
		define.View("retirement_statistics", "Counts why cars did not finish, by cause, driver or circuit.",
			func(w *world.World, in struct {
				By     string `json:"by" doc:"How to group" enum:"cause,driver,circuit" default:"cause"`
				Season int    `json:"season,omitempty" doc:"Season" min:"2023" max:"2025"`
			}) (out struct {
				Starts int     `json:"starts"`
				Share  float64 `json:"retired_share"`
				Groups []named `json:"groups"`
			}, err error) {
				n := map[string]float64{}
				retired := 0
				for _, r := range world.Races.Where(w, func(r *world.Race) bool { return in.Season == 0 || r.Season == in.Season }) {
					c, _ := world.Circuits.Get(w, r.Circuit)
					for _, e := range w.Base().Results(w, r) {
						if out.Starts++; e.Status != "finished" {
							n[map[string]string{"cause": e.Status, "driver": e.Driver, "circuit": c.Name}[in.By]]++
							retired++
						}
					}
				}
				for name, v := range n {
					out.Groups = append(out.Groups, named{name, v})
				}
				world.SortBy(out.Groups, func(n named) string { return n.Name })
				world.TopBy(out.Groups, func(n named) float64 { return n.Value })
				out.Share = float64(retired) / float64(max(1, out.Starts))
				return out, nil
			}, `{}`, `{"by":"driver","season":2024}`),
	}
}

func timingTools() []define.Tool {
	type lapParam struct {
		Race   string `json:"race_id" doc:"Race identifier, such as GP202501" min:"1" max:"20"`
		Driver string `json:"driver" doc:"Name or identifier" min:"2" max:"60"`
	}
	// entry gives a driver's part in a finished race.
	entry := func(w *world.World, in lapParam) (r world.Race, c world.Circuit, d world.Driver, e world.RaceEntry, err error) {
		if r, err = run(w, in.Race); err != nil {
			return r, c, d, e, err
		}
		if d, err = driverOf(w, in.Driver); err != nil {
			return r, c, d, e, err
		}
		c, _ = world.Circuits.Get(w, r.Circuit)
		for _, e := range w.Base().Results(w, r) {
			if e.DriverID == d.ID {
				return r, c, d, e, nil
			}
		}
		return r, c, d, e, define.Fail("not_started", "%s did not start in the %s %d", d.Name, r.Name, r.Season)
	}
	return []define.Tool{
		define.View("lap_times", "Gives a driver's lap times in a race, with fastest, mean and how even they are.",
			func(w *world.World, in lapParam) (out struct {
				Laps    []float64 `json:"laps" doc:"Seconds"`
				Fastest int       `json:"fastest_lap"`
				Mean    float64   `json:"mean_seconds"`
				Spread  float64   `json:"standard_deviation"`
			}, err error) {
				r, c, d, e, err := entry(w, in)
				if err != nil {
					return out, err
				}
				sum, squares, best := 0.0, 0.0, math.Inf(1)
				for lap := 1; lap <= e.Laps; lap++ {
					t := w.Base().LapTime(r, c, d, lap)
					out.Laps = append(out.Laps, t)
					sum, squares = sum+t, squares+t*t
					if t < best {
						best, out.Fastest = t, lap
					}
				}
				n := float64(e.Laps)
				out.Mean = sum / n
				out.Spread = math.Sqrt(math.Max(0, squares/n-out.Mean*out.Mean))
				return out, nil
			}, `{"race_id":"GP202501","driver":"DR0001"}`, `{"race_id":"GP202410","driver":"DR0004"}`),
		define.View("pit_stops", "Lists the stops of a race: lap and length, the fastest first, or those of one driver.",
			func(w *world.World, in struct {
				raceParam
				Driver string `json:"driver,omitempty" doc:"Only this driver, by name or identifier" max:"60"`
			}) (out struct {
				Stops []pitStop `json:"stops"`
			}, err error) {
				r, err := run(w, in.Race)
				if err != nil {
					return out, err
				}
				for _, e := range w.Base().Results(w, r) {
					d, _ := world.Drivers.Get(w, e.DriverID)
					for _, lap := range w.Base().PitLaps(r, d) {
						if lap <= e.Laps && (in.Driver == "" || d.ID == in.Driver || strings.EqualFold(d.Name, in.Driver)) {
							out.Stops = append(out.Stops, pitStop{d.Name, d.Constructor, lap, w.Base().PitTime(r, d, lap)})
						}
					}
				}
				world.SortBy(out.Stops, func(p pitStop) float64 { return p.Seconds })
				return out, nil
			}, `{"race_id":"GP202501"}`, `{"race_id":"GP202501","driver":"DR0002"}`),
		define.View("qualifying_results", "Gives the grid of a race: best laps, gaps and the part of qualifying that each driver reached.",
			func(w *world.World, in raceParam) (out struct {
				Grid []gridPlace `json:"grid"`
			}, err error) {
				r, err := run(w, in.Race)
				if err != nil {
					return out, err
				}
				ds, laps := w.Base().Grid(w, r)
				for i, d := range ds {
					part := "Q1"
					if i < 10 {
						part = "Q3"
					} else if i < 15 {
						part = "Q2"
					}
					out.Grid = append(out.Grid, gridPlace{i + 1, d.Name, d.Constructor, laps[i], world.Round(laps[i]-laps[0], 3), part})
				}
				return out, nil
			}, `{"race_id":"GP202501"}`, `{"race_id":"GP202305"}`),
		define.View("fastest_laps", "Ranks the drivers of a race by their fastest lap, with mean speed.",
			func(w *world.World, in raceParam) (out struct {
				Laps []fastLap `json:"laps"`
			}, err error) {
				r, err := run(w, in.Race)
				if err != nil {
					return out, err
				}
				c, _ := world.Circuits.Get(w, r.Circuit)
				for _, e := range w.Base().Results(w, r) {
					d, _ := world.Drivers.Get(w, e.DriverID)
					f := fastLap{Driver: d.Name, Seconds: math.Inf(1)}
					for lap := 1; lap <= e.Laps; lap++ {
						if t := w.Base().LapTime(r, c, d, lap); t < f.Seconds {
							f.Lap, f.Seconds = lap, t
						}
					}
					f.Speed = world.Round(c.Length/f.Seconds*3600, 2)
					out.Laps = append(out.Laps, f)
				}
				world.SortBy(out.Laps, func(f fastLap) float64 { return f.Seconds })
				return out, nil
			}, `{"race_id":"GP202502"}`, `{"race_id":"GP202415"}`),
		define.View("position_changes", "Shows who won and lost most places between grid and finish of a race.",
			func(w *world.World, in raceParam) (out struct {
				Changes []struct {
					Driver string `json:"driver"`
					Grid   int    `json:"grid"`
					Place  int    `json:"place"`
					Gained int    `json:"gained"`
				} `json:"changes"`
			}, err error) {
				r, err := run(w, in.Race)
				if err != nil {
					return out, err
				}
				for _, e := range world.TopBy(w.Base().Results(w, r), func(e world.RaceEntry) int { return e.Grid - e.Place }) {
					out.Changes = append(out.Changes, struct {
						Driver string `json:"driver"`
						Grid   int    `json:"grid"`
						Place  int    `json:"place"`
						Gained int    `json:"gained"`
					}{e.Driver, e.Grid, e.Place, e.Grid - e.Place})
				}
				return out, nil
			}, `{"race_id":"GP202503"}`, `{"race_id":"GP202411"}`),
		define.View("compare_teammates", "Compares the two drivers of a constructor over a season: races and grids won against each other, points, mean gap.",
			func(w *world.World, in struct {
				Constructor string `json:"constructor" doc:"Constructor" enum:"Aster Racing,Boreal Works,Corsa Blu,Dragon Motors,Equinox GP,Falcon Ten,Grand Tour,Helios,Ibex Racing,Jet Stream"`
				seasonParam
			}) (out struct {
				Drivers []string `json:"drivers"`
				Races   [2]int   `json:"races_ahead"`
				Grids   [2]int   `json:"grids_ahead"`
				Points  [2]int   `json:"points"`
			}, err error) {
				for _, d := range world.Drivers.Where(w, func(d *world.Driver) bool {
					return d.Constructor == in.Constructor && d.First <= in.Season && in.Season <= d.Last
				}) {
					out.Drivers = append(out.Drivers, d.Name)
				}
				for _, r := range world.Races.Where(w, func(r *world.Race) bool { return r.Season == in.Season }) {
					var es [2]world.RaceEntry
					for _, e := range w.Base().Results(w, r) {
						if k := slices.Index(out.Drivers, e.Driver); k == 0 || k == 1 {
							es[k] = e
							out.Points[k] += e.Points
						}
					}
					if es[0].Place == 0 || es[1].Place == 0 {
						continue
					}
					out.Races[map[bool]int{true: 0, false: 1}[es[0].Place < es[1].Place]]++
					out.Grids[map[bool]int{true: 0, false: 1}[es[0].Grid < es[1].Grid]]++
				}
				return out, nil
			}, `{"constructor":"Aster Racing"}`, `{"constructor":"Ibex Racing","season":2023}`),
		define.View("pace_comparison", "Compares two drivers' laps in a race: who was faster how often, and how the gap grew.",
			func(w *world.World, in struct {
				Race string `json:"race_id" doc:"Race identifier, such as GP202501" min:"1" max:"20"`
				A    string `json:"first" doc:"Driver, by name or identifier" min:"2" max:"60"`
				B    string `json:"second" doc:"Another driver" min:"2" max:"60"`
			}) (out struct {
				Laps   int       `json:"laps_compared"`
				Faster [2]int    `json:"faster_laps"`
				Gap    []float64 `json:"gap_seconds" doc:"After each tenth lap; positive when the second is behind"`
			}, err error) {
				r, c, a, ea, err := entry(w, lapParam{in.Race, in.A})
				if err != nil {
					return out, err
				}
				_, _, b, eb, err := entry(w, lapParam{in.Race, in.B})
				if err != nil {
					return out, err
				}
				out.Laps = min(ea.Laps, eb.Laps)
				gap := 0.0
				for lap := 1; lap <= out.Laps; lap++ {
					d := w.Base().LapTime(r, c, b, lap) - w.Base().LapTime(r, c, a, lap)
					if gap += d; d > 0 {
						out.Faster[0]++
					} else {
						out.Faster[1]++
					}
					if lap%10 == 0 {
						out.Gap = append(out.Gap, world.Round(gap, 3))
					}
				}
				return out, nil
			}, `{"race_id":"GP202501","first":"DR0001","second":"DR0002"}`, `{"race_id":"GP202402","first":"DR0005","second":"DR0012"}`),
	}
}

type pitStop struct {
	Driver      string  `json:"driver"`
	Constructor string  `json:"constructor"`
	Lap         int     `json:"lap"`
	Seconds     float64 `json:"seconds"`
}

type gridPlace struct {
	Place       int     `json:"place"`
	Driver      string  `json:"driver"`
	Constructor string  `json:"constructor"`
	Seconds     float64 `json:"seconds"`
	Gap         float64 `json:"gap"`
	Part        string  `json:"reached" enum:"Q1,Q2,Q3"`
}

type fastLap struct {
	Driver  string  `json:"driver"`
	Lap     int     `json:"lap"`
	Seconds float64 `json:"seconds"`
	Speed   float64 `json:"mean_kmh"`
}

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
