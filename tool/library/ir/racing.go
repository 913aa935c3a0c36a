package ir

import (
	"fmt"
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
