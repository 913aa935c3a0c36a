package ir

import (
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
