package pl

import (
	"fmt"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// airport finds the city of an airport code or name.
func airport(w *world.World, name string) (world.City, error) {
	if c, ok := world.CityOfAirport(w, strings.TrimSpace(name)); ok {
		return c, nil
	}
	c, ok := world.CityNamed(w, name)
	if !ok {
		return c, define.NotFound("airport or city", name, "search_airports shows codes")
	}
	return c, nil
}

type leg struct {
	Number  string    `json:"flight"`
	Airline string    `json:"airline"`
	From    string    `json:"from"`
	To      string    `json:"to"`
	Departs time.Time `json:"departs" doc:"With the offset of the local time"`
	Arrives time.Time `json:"arrives"`
	Minutes int       `json:"duration_minutes"`
	Fare    float64   `json:"fare_usd" doc:"Economy"`
	Seats   int       `json:"seats_left"`
}

// legOn gives a flight on a day with local times.
func legOn(w *world.World, f world.Flight, day world.Date) leg {
	from, _ := world.CityOfAirport(w, f.From)
	to, _ := world.CityOfAirport(w, f.To)
	z, _ := world.Zone(from.Timezone)
	there, _ := world.Zone(to.Timezone)
	var h, m int
	_, _ = fmt.Sscanf(f.Departs, "%d:%d", &h, &m)
	y, mo, d := day.Time().Date()
	start := time.Date(y, mo, d, h, m, 0, 0, z)
	a, _ := world.Airlines.Get(w, f.Airline)
	return leg{f.Number, a.Name, f.From, f.To, start, start.Add(time.Duration(f.Minutes) * time.Minute).In(there), f.Minutes, w.Base().FareOn(f, day), seatsLeft(w, f, day)}
}

func seatsLeft(w *world.World, f world.Flight, day world.Date) int {
	plane, _ := world.Aircrafts.Get(w, f.Aircraft)
	return world.FreeSeats(w, "flight", f.Number, plane.Seats, day)
}

func flight(w *world.World, number string) (world.Flight, error) {
	return define.Row(w, world.Flights, strings.ToUpper(strings.ReplaceAll(number, " ", "")), "search_flights shows numbers")
}

func flightTools() []define.Tool {
	return []define.Tool{
		define.View("search_flights", "Finds direct flights between two cities on a day, with fare and seats left.",
			func(w *world.World, in struct {
				From string     `json:"from" doc:"City or airport code of departure" min:"2" max:"80"`
				To   string     `json:"to" doc:"City or airport code of arrival" min:"2" max:"80"`
				Date world.Date `json:"date" doc:"Day of departure"`
				Sort string     `json:"sort" doc:"Order" enum:"fare,departure,duration" default:"fare"`
			}) (out struct {
				Flights []leg `json:"flights"`
			}, err error) {
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := airport(w, in.To)
				for _, f := range world.Flights.All(w) {
					if err == nil && f.From == a.Airport && f.To == b.Airport && f.Flies(in.Date) {
						out.Flights = append(out.Flights, legOn(w, f, in.Date))
					}
				}
				world.SortBy(out.Flights, func(l leg) float64 {
					return map[string]float64{"fare": l.Fare, "departure": float64(l.Departs.Unix()), "duration": float64(l.Minutes)}[in.Sort]
				})
				return out, err
			}, `{"from":"London","to":"New York","date":"2025-06-20"}`, `{"from":"CDG","to":"HND","date":"2025-08-01","sort":"departure"}`),
		define.View("search_connections", "Finds journeys with one change between two cities on a day, with waiting time, fastest first.",
			func(w *world.World, in struct {
				From string     `json:"from" doc:"City or airport code of departure" min:"2" max:"80"`
				To   string     `json:"to" doc:"City or airport code of arrival" min:"2" max:"80"`
				Date world.Date `json:"date" doc:"Day of departure"`
				Wait int        `json:"max_wait_minutes" doc:"Greatest waiting time" min:"60" max:"1440" default:"600"`
			}) (out struct {
				Journeys []journey `json:"journeys"`
			}, err error) {
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := airport(w, in.To)
				if err != nil {
					return out, err
				}
				out.Journeys = journeys(w, a.Airport, b.Airport, in.Date, in.Wait)
				return out, nil
			}, `{"from":"Lisbon","to":"Sydney","date":"2025-06-20"}`, `{"from":"BOG","to":"OSL","date":"2025-07-07","max_wait_minutes":300}`),
		define.View("get_flight", "Gives a scheduled flight with airline, aircraft, times and days.",
			func(w *world.World, in struct {
				Number string `json:"flight" doc:"Flight number" min:"3" max:"10"`
			}) (out struct {
				Flight   world.Flight   `json:"flight"`
				Airline  world.Airline  `json:"airline"`
				Aircraft world.Aircraft `json:"aircraft"`
				Days     []string       `json:"weekdays"`
			}, err error) {
				f, err := flight(w, in.Number)
				if err != nil {
					return out, err
				}
				out.Flight = f
				out.Airline, _ = world.Airlines.Get(w, f.Airline)
				out.Aircraft, _ = world.Aircrafts.Get(w, f.Aircraft)
				for _, d := range f.Days {
					out.Days = append(out.Days, time.Weekday(int(d-'0')%7).String())
				}
				return out, nil
			}, `{"flight":"QX100"}`, `{"flight":"qx 201"}`),
		define.List("search_airlines", "Finds airlines by name, country and alliance.", world.Airlines, "name~query country= alliance= budget= fleet>=", "", "name+ fleet- founded+", `{"query":"air"}`, `{"budget":true,"sort":"fleet-"}`),
		define.View("search_airports", "Finds airports by city, country or code, with the number of destinations.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"Text in city or code" max:"60" default:""`
				Land  string `json:"country,omitempty" doc:"Two-letter country code" max:"2"`
				define.Paging
			}) (define.Page[airportLine], error) {
				n := map[string]int{}
				for _, f := range world.Flights.All(w) {
					n[f.From]++
				}
				var all []airportLine
				for _, c := range world.Cities.All(w) {
					if (strings.EqualFold(c.Airport, in.Query) || strings.Contains(strings.ToLower(c.Name), strings.ToLower(in.Query))) && (in.Land == "" || strings.EqualFold(in.Land, c.Country)) {
						all = append(all, airportLine{c.Airport, c.Name, c.Country, n[c.Airport]})
					}
				}
				return define.Cut(world.TopBy(all, func(a airportLine) int { return a.Routes }), in.Paging), nil
			}, `{"query":"par"}`, `{"country":"DE","page_size":3}`),
		define.List("search_aircraft", "Finds types of aeroplane by maker, seats and range.", world.Aircrafts, "maker~ seats>= range_km>= speed_kmh>=", "", "seats- range_km- code+", `{"maker":"fal"}`, `{"min_seats":300,"min_range_km":9000}`),
	}
}

type airportLine struct {
	Code    string `json:"code"`
	City    string `json:"city"`
	Country string `json:"country"`
	Routes  int    `json:"direct_routes"`
}

type journey struct {
	Via     string  `json:"via"`
	First   leg     `json:"first"`
	Second  leg     `json:"second"`
	Wait    int     `json:"wait_minutes"`
	Minutes int     `json:"total_minutes"`
	Fare    float64 `json:"fare_usd"`
}

func journeys(w *world.World, from, to string, day world.Date, wait int) []journey {
	var out []journey
	after := map[string][]world.Flight{}
	for _, f := range world.Flights.All(w) {
		if f.To == to {
			after[f.From] = append(after[f.From], f)
		}
	}
	for _, f := range world.Flights.All(w) {
		if f.From != from || !f.Flies(day) || f.To == to || after[f.To] == nil {
			continue
		}
		one := legOn(w, f, day)
		for _, s := range after[f.To] {
			for d := world.DateOf(one.Arrives); d <= world.DateOf(one.Arrives)+1; d++ {
				if !s.Flies(d) {
					continue
				}
				two := legOn(w, s, d)
				gap := int(two.Departs.Sub(one.Arrives).Minutes())
				if gap >= 60 && gap <= wait {
					out = append(out, journey{f.To, one, two, gap, one.Minutes + gap + two.Minutes, world.Round(one.Fare+two.Fare, 2)})
				}
			}
		}
	}
	world.SortBy(out, func(j journey) int { return j.Minutes })
	return out[:min(20, len(out))]
}

// cheapest is the cheapest direct flight with a seat on a day, nil when there is none.
func cheapest(w *world.World, a, b world.City, day world.Date) *leg {
	var best *leg
	for _, f := range world.Flights.Where(w, func(f *world.Flight) bool { return f.From == a.Airport && f.To == b.Airport && f.Flies(day) }) {
		if l := legOn(w, f, day); l.Seats > 0 && (best == nil || l.Fare < best.Fare) {
			best = &l
		}
	}
	return best
}
