package world

import (
	"fmt"
	"slices"
	"time"
)

// Circuit is a motor-racing circuit.
type Circuit struct {
	ID     string  `json:"id" doc:"Circuit identifier"`
	Name   string  `json:"name" doc:"Circuit"`
	City   string  `json:"city" doc:"City"`
	Length float64 `json:"length_km" doc:"Length of a lap in km"`
	Turns  int     `json:"turns" doc:"Turns"`
	Opened int     `json:"opened" doc:"Year of opening"`
}

// Key is the identifier.
func (c Circuit) Key() string { return c.ID }

// Driver is a racing driver.
type Driver struct {
	ID          string `json:"id" doc:"Driver identifier"`
	Name        string `json:"name" doc:"Driver"`
	Number      int    `json:"number" doc:"Car number"`
	Constructor string `json:"constructor" doc:"Constructor" enum:"Aster Racing,Boreal Works,Corsa Blu,Dragon Motors,Equinox GP,Falcon Ten,Grand Tour,Helios,Ibex Racing,Jet Stream"`
	Country     string `json:"country" doc:"Two-letter country code"`
	Born        Date   `json:"birth_date" doc:"Date of birth"`
	First       int    `json:"first_season" doc:"First season"`
	Last        int    `json:"last_season" doc:"Last season so far"`
	skill       float64
}

// Key is the identifier.
func (d Driver) Key() string { return d.ID }

// Race is a motor race.
type Race struct {
	ID      string `json:"id" doc:"Race identifier"`
	Season  int    `json:"season" doc:"Season" min:"2023" max:"2025"`
	Round   int    `json:"round" doc:"Round of the season"`
	Name    string `json:"name" doc:"Grand prix"`
	Circuit string `json:"circuit_id" doc:"Circuit identifier"`
	Day     Date   `json:"day" doc:"Day"`
	Laps    int    `json:"laps" doc:"Laps"`
	Status  string `json:"status" doc:"State" enum:"scheduled,finished"`
}

// Key is the identifier.
func (r Race) Key() string { return r.ID }

// Horse is a race horse.
type Horse struct {
	ID      string `json:"id" doc:"Horse identifier"`
	Name    string `json:"name" doc:"Horse"`
	Age     int    `json:"age" doc:"Age in years"`
	Sex     string `json:"sex" doc:"Sex" enum:"colt,filly,gelding,mare"`
	Trainer string `json:"trainer" doc:"Trainer"`
	Owner   string `json:"owner" doc:"Owner"`
	Rating  int    `json:"rating" doc:"Official rating"`
}

// Key is the identifier.
func (h Horse) Key() string { return h.ID }

// HorseRace is a race of horses.
type HorseRace struct {
	ID       string   `json:"id" doc:"Race identifier"`
	Course   string   `json:"course" doc:"City of the course"`
	Day      Date     `json:"day" doc:"Day"`
	Time     string   `json:"time" doc:"Start, local time"`
	Title    string   `json:"title" doc:"Title"`
	Distance int      `json:"distance_m" doc:"Distance in m"`
	Going    string   `json:"going" doc:"State of the ground" enum:"firm,good,soft,heavy"`
	Prize    int      `json:"prize_usd" doc:"Prize money in US dollars"`
	Horses   []string `json:"horse_ids" doc:"Horse identifiers of the runners"`
	Jockeys  []string `json:"jockeys" doc:"Jockeys, in the order of the horses"`
	Status   string   `json:"status" doc:"State" enum:"scheduled,finished"`
}

// Key is the identifier.
func (r HorseRace) Key() string { return r.ID }

// Tables of racing.
var (
	Circuits   = Table[Circuit]{"circuits", makeCircuits}
	Drivers    = Table[Driver]{"drivers", makeDrivers}
	Races      = Table[Race]{"races", makeRaces}
	Horses     = Table[Horse]{"horses", makeHorses}
	HorseRaces = Table[HorseRace]{"horse_races", makeHorseRaces}
)

func makeCircuits(b *Base) []Circuit {
	g, cities := b.gen("circuits"), Cities.Base(b)
	var out []Circuit
	for _, c := range some(g, cities, 52) {
		out = append(out, Circuit{id("CI", len(out)), c.Name + " " + pick(g, list("Ring|Circuit|Speedway|Street Circuit")), c.Name, g.real(3.2, 7, 3), g.between(9, 24), g.between(1926, 2019)})
	}
	return out
}

const constructors = "Aster Racing|Boreal Works|Corsa Blu|Dragon Motors|Equinox GP|Falcon Ten|Grand Tour|Helios|Ibex Racing|Jet Stream"

func makeDrivers(b *Base) []Driver {
	g, names, countries := b.gen("drivers"), b.namer("drivers"), Countries.Base(b)
	out := make([]Driver, 60)
	for i := range out {
		// The first twenty drive now, two for each constructor; each group of twenty drove before.
		first, last := 2018+g.IntN(6), 2025
		if i >= 20 {
			last = 2022 - 8*(i/20-1)
			first = last - g.between(2, 8)
		} else if first > 2023 {
			first = 2023
		}
		c := pick(g, countries)
		out[i] = Driver{id("DR", i), names.person(c.Code, pick(g, genders)), i%99 + 1, list(constructors)[i%20/2], c.Code, Day(first-g.between(19, 26), time.Month(g.between(1, 12)), g.between(1, 28)), first, last, g.Float64()}
	}
	return out
}

func makeRaces(b *Base) []Race {
	g, circuits := b.gen("races"), Circuits.Base(b)
	var out []Race
	for season := 2023; season <= 2025; season++ {
		for round, c := range some(g, circuits, 20) {
			day := Day(season, 3, 5) + Date(round*13)
			day += Date((7 - int(day.Weekday())) % 7)
			status := "scheduled"
			if day < Today {
				status = "finished"
			}
			out = append(out, Race{fmt.Sprintf("GP%d%02d", season, round+1), season, round + 1, c.City + " Grand Prix", c.ID, day, int(305/c.Length) + 1, status})
		}
	}
	return out
}

// RaceEntry is a driver's result in a motor race.
type RaceEntry struct {
	Place       int     `json:"place"`
	DriverID    string  `json:"driver_id"`
	Driver      string  `json:"driver"`
	Constructor string  `json:"constructor"`
	Grid        int     `json:"grid"`
	Laps        int     `json:"laps"`
	Seconds     float64 `json:"seconds" doc:"Time of all laps; 0 when the car did not finish"`
	Status      string  `json:"status" enum:"finished,accident,engine,gearbox"`
	Points      int     `json:"points"`
	Stops       int     `json:"pit_stops"`
}

// LapTime is the time in seconds of a driver's lap, from 1, pit stops included.
func (b *Base) LapTime(r Race, c Circuit, d Driver, lap int) float64 {
	return b.lapTime("pace/"+r.ID+d.ID, b.PitLaps(r, d), r, c, d, lap)
}

func (b *Base) lapTime(key string, pits []int, r Race, c Circuit, d Driver, lap int) float64 {
	t := c.Length*15.6 + 1.4*(1-d.skill) + 0.5*b.Noise(key, float64(lap)/3) - 0.012*float64(lap)
	if slices.Contains(pits, lap) {
		t += b.PitTime(r, d, lap)
	}
	return Round(t, 3)
}

// PitLaps are the laps at whose end a driver stops.
func (b *Base) PitLaps(r Race, d Driver) []int {
	out := []int{r.Laps/3 + b.Upto(7, "pit/"+r.ID+d.ID, 0) - 3}
	if b.Unit("pit2/"+r.ID+d.ID, 0) < 0.5 {
		out = append(out, 2*r.Laps/3+b.Upto(7, "pit/"+r.ID+d.ID, 1)-3)
	}
	return out
}

// PitTime is the length in seconds of a stop.
func (b *Base) PitTime(r Race, d Driver, lap int) float64 {
	return Round(19.5+5*b.Unit("stop/"+r.ID+d.ID, lap), 3)
}

// Grid gives the drivers of a season in the order in which they start a race, with their best
// qualifying laps in seconds.
func (b *Base) Grid(w *World, r Race) ([]Driver, []float64) {
	c, _ := Circuits.Get(w, r.Circuit)
	ds := Drivers.Where(w, func(d *Driver) bool { return d.First <= r.Season && r.Season <= d.Last })
	time := func(d Driver) float64 {
		return Round(c.Length*14.9+1.1*(1-d.skill)+0.9*b.Unit("quali/"+r.ID+d.ID, 0), 3)
	}
	sortedBy(ds, time)
	laps := make([]float64, len(ds))
	for i, d := range ds {
		laps[i] = time(d)
	}
	return ds, laps
}

// raceResult keeps the result of a race beside the tables: working all out takes some milliseconds.
type raceResult struct {
	race    string
	entries []RaceEntry
}

// Key is the race's identifier.
func (r raceResult) Key() string { return r.race }

var raceResults = Table[raceResult]{"race results", func(b *Base) []raceResult {
	w := Open(b)
	var out []raceResult
	for _, r := range Races.Base(b) {
		if r.Status == "finished" {
			out = append(out, raceResult{r.ID, b.result(w, r)})
		}
	}
	return out
}}

// Results gives a finished race's results by place; those who did not finish come last.
func (b *Base) Results(w *World, r Race) []RaceEntry {
	x, _ := raceResults.Get(w, r.ID)
	return slices.Clone(x.entries)
}

func (b *Base) result(w *World, r Race) []RaceEntry {
	c, _ := Circuits.Get(w, r.Circuit)
	grid, _ := b.Grid(w, r)
	var out []RaceEntry
	for i, d := range grid {
		pits, key := b.PitLaps(r, d), "pace/"+r.ID+d.ID
		e := RaceEntry{DriverID: d.ID, Driver: d.Name, Constructor: d.Constructor, Grid: i + 1, Laps: r.Laps, Status: "finished", Stops: len(pits)}
		if u := b.Unit("dnf/"+r.ID+d.ID, 0); u < 0.09 {
			e.Status = words("accident engine gearbox")[int(u*1000)%3]
			e.Laps = 1 + int(u/0.09*float64(r.Laps-2))
		} else {
			e.Seconds = float64(i) * 0.4
			for lap := 1; lap <= r.Laps; lap++ {
				e.Seconds += b.lapTime(key, pits, r, c, d, lap)
			}
			e.Seconds = Round(e.Seconds, 3)
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(x, y RaceEntry) int {
		if x.Laps != y.Laps {
			return y.Laps - x.Laps
		}
		if x.Seconds < y.Seconds {
			return -1
		}
		return 1
	})
	points := []int{25, 18, 15, 12, 10, 8, 6, 4, 2, 1}
	for i := range out {
		out[i].Place = i + 1
		if i < len(points) && out[i].Status == "finished" {
			out[i].Points = points[i]
		}
	}
	return out
}

func makeHorses(b *Base) []Horse {
	g, names, seen := b.gen("horses"), b.namer("horses"), map[string]bool{}
	var trainers []string
	for range 24 {
		trainers = append(trainers, names.person(pick(g, words("GB IE FR US AU")), pick(g, genders)))
	}
	out := make([]Horse, 120)
	for i := range out {
		out[i] = Horse{id("HO", i), g.title(seen), g.between(3, 10), pick(g, words("colt filly gelding mare")), pick(g, trainers), pick(g, list("Greenacre Stud|Rosewood Racing|The Lucky Seven|Hillside Partners|Baron Stables")), g.between(55, 125)}
	}
	return out
}

func makeHorseRaces(b *Base) []HorseRace {
	g, names, horses := b.gen("horse_races"), b.namer("jockeys"), Horses.Base(b)
	var jockeys []string
	for range 30 {
		jockeys = append(jockeys, names.person(pick(g, words("GB IE FR US AU")), pick(g, genders)))
	}
	out := make([]HorseRace, 100)
	for i := range out {
		r := HorseRace{ID: id("HR", i), Course: pick(g, list("London|Dublin|Paris|Melbourne|Chicago|Manchester")), Day: Today + Date(i/5-16), Time: clock(13*60 + 35*(i%5)), Distance: 200 * g.between(5, 16), Going: pick(g, words("firm good good soft heavy")), Prize: 1000 * g.between(5, 400), Status: "scheduled"}
		r.Title = pick(g, list("Harbour|Queen's|Maiden|Spring|Silver|Founders")) + " " + pick(g, words("Stakes Handicap Cup Plate"))
		if r.Day < Today {
			r.Status = "finished"
		}
		for _, h := range some(g, horses, g.between(6, 12)) {
			r.Horses = append(r.Horses, h.ID)
		}
		r.Jockeys = some(g, jockeys, len(r.Horses))
		out[i] = r
	}
	return out
}

// HorseOrder gives the positions of a race's runners in the order in which they finish.
func (b *Base) HorseOrder(w *World, r HorseRace) []int {
	order := make([]int, len(r.Horses))
	for i := range order {
		order[i] = i
	}
	return TopBy(order, func(i int) float64 {
		h, _ := Horses.Get(w, r.Horses[i])
		return float64(h.Rating) + 45*b.Unit("run/"+r.ID+h.ID, 0)
	})
}
