package pl

import (
	"fmt"
	"slices"
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

func flightBookingTools() []define.Tool {
	class := map[string]float64{"economy": 1, "premium": 1.7, "business": 3.2}
	return []define.Tool{
		define.Act("book_flight", "Books seats on a flight of a day. It fails when the flight does not fly or is full.",
			func(w *world.World, in struct {
				Number string     `json:"flight" doc:"Flight number" min:"3" max:"10"`
				Date   world.Date `json:"date" doc:"Day of departure, from today on"`
				Class  string     `json:"class" doc:"Class" enum:"economy,premium,business" default:"economy"`
				Seats  int        `json:"seats" doc:"Seats" min:"1" max:"9" default:"1"`
				Name   string     `json:"name" doc:"Name of the passenger" min:"1" max:"80"`
			}) (world.Booking, error) {
				f, err := flight(w, in.Number)
				if err != nil {
					return world.Booking{}, err
				}
				if in.Date < world.Today {
					return world.Booking{}, define.Invalid("date", "must not be before today, %s", world.Today)
				}
				if !f.Flies(in.Date) {
					return world.Booking{}, define.Fail("not_that_day", "%s does not fly on a %s; get_flight shows its days", f.Number, in.Date.Weekday())
				}
				if left := seatsLeft(w, f, in.Date); left < in.Seats {
					return world.Booking{}, define.Fail("sold_out", "%s has %d seats left on %s", f.Number, left, in.Date)
				}
				total := world.Round(w.Base().FareOn(f, in.Date)*class[in.Class]*float64(in.Seats), 2)
				k := world.Booking{ID: w.NextID("BK"), Kind: "flight", Ref: f.Number, Detail: in.Class, Name: in.Name, From: in.Date, To: in.Date, Count: in.Seats, Total: total, Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"flight":"QX100","date":"2025-06-20","name":"Ana Vega"}`, `{"flight":"QX200","date":"2025-09-01","class":"business","seats":2,"name":"Jo Lin"}`),
		define.Act("check_in_flight", "Checks a flight booking in and gives the seats; it opens two days before departure.",
			func(w *world.World, in struct {
				ID    string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
				Early bool   `json:"early" doc:"Check in before it opens, for 15 US dollars a seat" default:"false"`
			}) (out struct {
				Booking world.Booking `json:"booking"`
				Seats   []string      `json:"seats"`
			}, err error) {
				k, err := define.Row(w, world.Bookings, in.ID, "list_bookings shows identifiers")
				if err != nil {
					return out, err
				}
				if k.Kind != "flight" || k.Status != "confirmed" {
					return out, define.Fail("not_possible", "%s is a %s booking and %s", k.ID, k.Kind, k.Status)
				}
				if left := k.From - world.Today; left > 2 && !in.Early {
					return out, define.Fail("too_soon", "check-in opens in %d days; early costs extra", left-2)
				} else if left > 2 {
					k.Total = world.Round(k.Total+15*float64(k.Count), 2)
				}
				k.Status = "checked_in"
				world.Bookings.Put(w, k)
				row := 8 + w.Base().Upto(25, "seat/"+k.ID, 0)
				for i := range k.Count {
					out.Seats = append(out.Seats, fmt.Sprintf("%d%c", row+i/6, 'A'+i%6))
				}
				out.Booking = k
				return out, nil
			}, `{"booking_id":"BK0002","early":true}`, `{"booking_id":"BK0002","early":true}`),
		define.Act("cancel_flight_booking", "Cancels a flight booking: business 90 percent back, others 60; nothing in the last day.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
			}) (world.Booking, error) {
				return cancel(w, in.ID, "flight", func(k world.Booking) float64 {
					switch {
					case k.From-world.Today < 1:
						return 0
					case k.Detail == "business":
						return 0.9
					}
					return 0.6
				})
			}, `{"booking_id":"BK0002"}`, `{"booking_id":"BK0002"}`),
		define.View("flight_status", "Gives the state of a flight on a day: planned, boarding, in the air, landed or cancelled, with delay and gate.",
			func(w *world.World, in struct {
				Number string     `json:"flight" doc:"Flight number" min:"3" max:"10"`
				Date   world.Date `json:"date" doc:"Day of departure" default:"2025-06-02"`
			}) (out struct {
				Flight leg    `json:"flight"`
				Status string `json:"status" enum:"planned,boarding,in the air,landed,cancelled"`
				Delay  int    `json:"delay_minutes"`
				Gate   string `json:"gate"`
			}, err error) {
				f, err := flight(w, in.Number)
				if err != nil {
					return out, err
				}
				if !f.Flies(in.Date) {
					return out, define.Fail("not_that_day", "%s does not fly on a %s", f.Number, in.Date.Weekday())
				}
				out.Flight = legOn(w, f, in.Date)
				u := w.Base().Unit("delay/"+f.Number, int(in.Date))
				c, _ := world.CityOfAirport(w, f.From)
				if in.Date <= world.Today+1 && u > 0.7 {
					out.Delay = int((u - 0.7) * 200)
				}
				out.Gate = fmt.Sprintf("%c%d", 'A'+w.Base().Upto(5, "gate/"+f.Number+c.ID, 0), 1+w.Base().Upto(40, "gate/"+f.Number, int(in.Date)))
				before := world.Now().Sub(out.Flight.Departs.Add(time.Duration(out.Delay) * time.Minute)).Minutes()
				switch {
				case u > 0.985:
					out.Status = "cancelled"
				case before < -45:
					out.Status = "planned"
				case before < 0:
					out.Status = "boarding"
				case before < float64(f.Minutes):
					out.Status = "in the air"
				default:
					out.Status = "landed"
				}
				return out, nil
			}, `{"flight":"QX100"}`, `{"flight":"QX201","date":"2025-06-01"}`),
	}
}

func fareTools() []define.Tool {
	return []define.Tool{
		define.View("fare_calendar", "Gives the lowest direct fare between two cities for each day of a month.",
			func(w *world.World, in struct {
				From  string `json:"from" doc:"City or airport code of departure" min:"2" max:"80"`
				To    string `json:"to" doc:"City or airport code of arrival" min:"2" max:"80"`
				Month string `json:"month" doc:"Month, such as 2025-07" min:"7" max:"7" default:"2025-07"`
			}) (out struct {
				Days     []dayFare `json:"days"`
				Cheapest *dayFare  `json:"cheapest,omitempty"`
			}, err error) {
				first, err := world.ParseDate(in.Month + "-01")
				if err != nil {
					return out, define.Invalid("month", "must be written like 2025-07")
				}
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := airport(w, in.To)
				if err != nil {
					return out, err
				}
				fs := world.Flights.Where(w, func(f *world.Flight) bool { return f.From == a.Airport && f.To == b.Airport })
				for d := first; d < first.AddMonths(1); d++ {
					best := dayFare{Date: d}
					for _, f := range fs {
						if fare := w.Base().FareOn(f, d); f.Flies(d) && (best.Flight == "" || fare < best.Fare) {
							best.Flight, best.Fare = f.Number, fare
						}
					}
					if best.Flight != "" {
						if out.Days = append(out.Days, best); out.Cheapest == nil || best.Fare < out.Cheapest.Fare {
							out.Cheapest = &best
						}
					}
				}
				return out, nil
			}, `{"from":"London","to":"New York"}`, `{"from":"Paris","to":"Tokyo","month":"2025-12"}`),
		define.View("cheapest_destinations", "Finds where one can fly to directly from a city for the least money on a day or within a week of it.",
			func(w *world.World, in struct {
				From string     `json:"from" doc:"City or airport code of departure" min:"2" max:"80"`
				Date world.Date `json:"date" doc:"First day" default:"2025-06-15"`
				Fare float64    `json:"max_fare_usd" doc:"Greatest fare" min:"1" max:"20000" default:"20000"`
				Top  int        `json:"top" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Destinations []destination `json:"destinations"`
			}, err error) {
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				for _, f := range world.Flights.Where(w, func(f *world.Flight) bool { return f.From == a.Airport }) {
					c, _ := world.CityOfAirport(w, f.To)
					best := destination{c.Name, c.Country, f.Number, 0, 1e9}
					for d := in.Date; d < in.Date+7; d++ {
						if fare := w.Base().FareOn(f, d); f.Flies(d) && fare < best.Fare {
							best.Date, best.Fare = d, fare
						}
					}
					if best.Fare <= in.Fare {
						out.Destinations = append(out.Destinations, best)
					}
				}
				world.SortBy(out.Destinations, func(d destination) float64 { return d.Fare })
				out.Destinations = out.Destinations[:min(in.Top, len(out.Destinations))]
				return out, nil
			}, `{"from":"London"}`, `{"from":"JFK","date":"2025-10-01","max_fare_usd":500,"top":3}`),
		define.View("popular_routes", "Ranks the routes of a city or airline by seats a week.",
			func(w *world.World, in struct {
				City    string `json:"city,omitempty" doc:"City or airport code of departure" max:"80"`
				Airline string `json:"airline,omitempty" doc:"Two-letter airline code" max:"2"`
				Top     int    `json:"top" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Routes []routeLoad `json:"routes"`
			}, err error) {
				from := ""
				if in.City != "" {
					c, err := airport(w, in.City)
					if err != nil {
						return out, err
					}
					from = c.Airport
				}
				for _, f := range world.Flights.All(w) {
					if (from == "" || f.From == from) && (in.Airline == "" || strings.EqualFold(f.Airline, in.Airline)) {
						plane, _ := world.Aircrafts.Get(w, f.Aircraft)
						out.Routes = append(out.Routes, routeLoad{f.From, f.To, f.Number, plane.Seats * len(f.Days)})
					}
				}
				world.TopBy(out.Routes, func(r routeLoad) int { return r.Seats })
				out.Routes = out.Routes[:min(in.Top, len(out.Routes))]
				return out, nil
			}, `{"city":"Dubai"}`, `{"airline":"QX"}`),
		define.View("flight_emissions", "Computes the carbon dioxide of a journey by plane for each passenger, and that of the train where there is one.",
			func(w *world.World, in struct {
				From  string `json:"from" doc:"City or airport code of departure" min:"2" max:"80"`
				To    string `json:"to" doc:"City or airport code of arrival" min:"2" max:"80"`
				Class string `json:"class" doc:"Class" enum:"economy,premium,business" default:"economy"`
			}) (out struct {
				Km    float64 `json:"distance_km"`
				Plane float64 `json:"plane_kg"`
				Train float64 `json:"train_kg" doc:"0 when there is no direct train"`
				Trees float64 `json:"tree_years" doc:"Years a tree needs to bind it"`
			}, err error) {
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := airport(w, in.To)
				if err != nil {
					return out, err
				}
				km := world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)
				perKm := 0.11
				if km < 1500 {
					perKm = 0.16
				}
				out.Km, out.Plane = world.Round(km, 0), world.Round((km+95)*perKm*map[string]float64{"economy": 1, "premium": 1.5, "business": 2.9}[in.Class], 1)
				if t, ok := world.Trains.First(w, func(t *world.Train) bool { return t.From == a.Name && t.To == b.Name }); ok {
					out.Train = world.Round(float64(t.Distance)*0.03, 1)
				}
				out.Trees = world.Round(out.Plane/22, 1)
				return out, nil
			}, `{"from":"Paris","to":"London"}`, `{"from":"LHR","to":"JFK","class":"business"}`),
	}
}

type dayFare struct {
	Date   world.Date `json:"date"`
	Flight string     `json:"flight"`
	Fare   float64    `json:"fare_usd"`
}

type destination struct {
	City    string     `json:"city"`
	Country string     `json:"country"`
	Flight  string     `json:"flight"`
	Date    world.Date `json:"date"`
	Fare    float64    `json:"fare_usd"`
}

type routeLoad struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Flight string `json:"flight"`
	Seats  int    `json:"seats_a_week"`
}

func railTools() []define.Tool {
	return []define.Tool{
		define.List("search_trains", "Finds direct trains between cities.", world.Trains, "from=! to= class= operator= fare_usd<= duration_minutes<=", "", "departs+ duration_minutes+ fare_usd+", `{"from":"Amsterdam"}`, `{"from":"Paris","to":"Lyon"}`),
		define.View("plan_rail_journey", "Finds the fastest way by train between two cities, with changes of half an hour (Dijkstra over the lines).",
			func(w *world.World, in struct {
				From    string `json:"from" doc:"City of departure" min:"1" max:"80"`
				To      string `json:"to" doc:"City of arrival" min:"1" max:"80"`
				Changes int    `json:"max_changes" doc:"Greatest number of changes" min:"0" max:"10" default:"5"`
			}) (out struct {
				Legs    []world.Train `json:"legs"`
				Minutes int           `json:"total_minutes" doc:"Riding and changing"`
				Km      int           `json:"total_km"`
				Fare    float64       `json:"fare_usd"`
			}, err error) {
				a, err := define.City(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := define.City(w, in.To)
				if err != nil {
					return out, err
				}
				out.Legs = railPath(w, a.Name, b.Name)
				if len(out.Legs) == 0 || len(out.Legs) > in.Changes+1 {
					return out, define.Fail("no_connection", "there is no way by train from %s to %s with %d changes; try search_flights", a.Name, b.Name, in.Changes)
				}
				for i, t := range out.Legs {
					out.Minutes, out.Km, out.Fare = out.Minutes+t.Minutes, out.Km+t.Distance, world.Round(out.Fare+t.Fare, 2)
					if i > 0 {
						out.Minutes += 30
					}
				}
				return out, nil
			}, `{"from":"Paris","to":"Vienna"}`, `{"from":"Amsterdam","to":"Brussels","max_changes":1}`),
		define.Act("book_train", "Books seats on a train of a day; first class costs 60 percent more, children under 12 half.",
			func(w *world.World, in struct {
				Number   string     `json:"train" doc:"Train number" min:"3" max:"10"`
				Date     world.Date `json:"date" doc:"Day, from today on"`
				Class    string     `json:"class" doc:"Class" enum:"first,second" default:"second"`
				Adults   int        `json:"adults" doc:"Adults" min:"1" max:"9" default:"1"`
				Children int        `json:"children" doc:"Children under 12" min:"0" max:"9" default:"0"`
				Name     string     `json:"name" doc:"Name of the booking" min:"1" max:"80"`
			}) (world.Booking, error) {
				t, err := define.Row(w, world.Trains, strings.ToUpper(in.Number), "search_trains shows numbers")
				if err != nil {
					return world.Booking{}, err
				}
				if in.Date < world.Today {
					return world.Booking{}, define.Invalid("date", "must not be before today, %s", world.Today)
				}
				n := in.Adults + in.Children
				if left := world.FreeSeats(w, "train", t.Number, t.Seats, in.Date); left < n {
					return world.Booking{}, define.Fail("sold_out", "%s has %d seats left on %s", t.Number, left, in.Date)
				}
				fare := t.Fare * (float64(in.Adults) + 0.5*float64(in.Children))
				if in.Class == "first" {
					fare *= 1.6
				}
				k := world.Booking{ID: w.NextID("BK"), Kind: "train", Ref: t.Number, Detail: in.Class, Name: in.Name, From: in.Date, To: in.Date, Count: n, Total: world.Round(fare, 2), Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"train":"TR1000","date":"2025-06-09","name":"Ana Vega"}`, `{"train":"TR1001","date":"2025-07-01","class":"first","adults":2,"children":1,"name":"Jo Lin"}`),
		define.Act("cancel_train_booking", "Cancels a train booking: 90 percent is given back until the day before.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
			}) (world.Booking, error) {
				return cancel(w, in.ID, "train", func(k world.Booking) float64 {
					if k.From > world.Today {
						return 0.9
					}
					return 0
				})
			}, `{"booking_id":"BK0003"}`, `{"booking_id":"BK0003"}`),
	}
}

// railPath is the fastest way over direct trains, half an hour for each change.
func railPath(w *world.World, from, to string) []world.Train {
	lines := map[string][]world.Train{}
	for _, t := range world.Trains.All(w) {
		lines[t.From] = append(lines[t.From], t)
	}
	cost, by, done := map[string]int{from: 0}, map[string]world.Train{}, map[string]bool{}
	for {
		at, best := "", 1<<30
		for c, m := range cost {
			if !done[c] && (m < best || m == best && c < at) {
				at, best = c, m
			}
		}
		if at == "" || at == to {
			break
		}
		done[at] = true
		for _, t := range lines[at] {
			if old, ok := cost[t.To]; !ok || best+t.Minutes+30 < old {
				cost[t.To], by[t.To] = best+t.Minutes+30, t
			}
		}
	}
	var out []world.Train
	for at := to; at != from; at = by[at].From {
		t, ok := by[at]
		if !ok {
			return nil
		}
		out = append(out, t)
	}
	slices.Reverse(out)
	return out
}

func carTools() []define.Tool {
	return []define.Tool{
		define.List("search_rental_cars", "Finds cars for hire in a city by size, seats, gearbox and price.", world.RentalCars, "city=! category= seats>= automatic= price_per_day_usd<=", "", "price_per_day_usd+ seats-", `{"city":"Rome"}`, `{"city":"Lisbon","min_seats":5}`),
		define.View("rental_quote", "Works out the price of hiring a car: days, insurance, young drivers and another city of return.",
			func(w *world.World, in rental) (out quote, err error) { return in.quote(w) },
			`{"car_id":"CR0001","from":"2025-06-10","to":"2025-06-13"}`, `{"car_id":"CR0010","from":"2025-07-01","to":"2025-07-15","insurance":true,"driver_age":22,"return_city":"Paris"}`),
		define.Act("book_rental_car", "Hires a car for some days. It fails when the car is hired already.",
			func(w *world.World, in struct {
				rental
				Name string `json:"name" doc:"Name of the driver" min:"1" max:"80"`
			}) (world.Booking, error) {
				q, err := in.quote(w)
				if err != nil {
					return world.Booking{}, err
				}
				for _, k := range world.Bookings.All(w) {
					if k.Kind == "car" && k.Ref == in.Car && k.Status == "confirmed" && k.From <= in.To && in.From <= k.To {
						return k, define.Fail("not_free", "car %s is hired from %s to %s", in.Car, k.From, k.To)
					}
				}
				detail := "no insurance"
				if in.Insurance {
					detail = "insurance"
				}
				k := world.Booking{ID: w.NextID("BK"), Kind: "car", Ref: in.Car, Detail: detail, Name: in.Name, From: in.From, To: in.To, Count: 1, Total: q.Total, Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"car_id":"CR0002","from":"2025-06-10","to":"2025-06-13","name":"Ana Vega"}`, `{"car_id":"CR0030","from":"2025-09-01","to":"2025-09-02","name":"Jo Lin"}`),
		define.Act("cancel_rental_car", "Cancels the hire of a car: all is given back but the first day, and all of it until three days before.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
			}) (world.Booking, error) {
				return cancel(w, in.ID, "car", func(k world.Booking) float64 {
					if k.From-world.Today >= 3 {
						return 1
					}
					return 1 - 1/float64(k.To-k.From+1)
				})
			}, `{"booking_id":"BK0004"}`, `{"booking_id":"BK0004"}`),
	}
}

type rental struct {
	Car       string     `json:"car_id" doc:"Car identifier" min:"1" max:"20"`
	From      world.Date `json:"from" doc:"First day, from today on"`
	To        world.Date `json:"to" doc:"Last day, at most 60 days later"`
	Insurance bool       `json:"insurance" doc:"Whether to insure the car fully" default:"false"`
	Age       int        `json:"driver_age" doc:"Age of the driver" min:"18" max:"99" default:"30"`
	Return    string     `json:"return_city,omitempty" doc:"City of return, if it is another" max:"80"`
}

type quote struct {
	Car       world.RentalCar `json:"car"`
	Days      int             `json:"days"`
	Basic     float64         `json:"basic_usd"`
	Insurance float64         `json:"insurance_usd"`
	Young     float64         `json:"young_driver_usd"`
	OneWay    float64         `json:"one_way_usd"`
	Total     float64         `json:"total_usd"`
}

func (r rental) quote(w *world.World) (q quote, err error) {
	if q.Car, err = define.Row(w, world.RentalCars, r.Car, "search_rental_cars shows identifiers"); err != nil {
		return q, err
	}
	if r.From < world.Today || r.To < r.From || r.To-r.From > 60 {
		return q, define.Invalid("to", "must be from 0 to 60 days after from, which must not be before today")
	}
	q.Days = int(r.To-r.From) + 1
	q.Basic = q.Car.Price * float64(q.Days)
	if q.Days >= 7 {
		q.Basic *= 0.85
	}
	if r.Insurance {
		q.Insurance = 14 * float64(q.Days)
	}
	if r.Age < 25 {
		q.Young = 9 * float64(q.Days)
	}
	if r.Return != "" {
		a, _ := world.CityNamed(w, q.Car.City)
		b, err := define.City(w, r.Return)
		if err != nil {
			return q, err
		}
		if a.ID != b.ID {
			q.OneWay = 40 + 0.2*world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)
		}
	}
	q.Basic, q.OneWay = world.Round(q.Basic, 2), world.Round(q.OneWay, 2)
	q.Total = world.Round(q.Basic+q.Insurance+q.Young+q.OneWay, 2)
	return q, nil
}

func sightTools() []define.Tool {
	return []define.Tool{
		define.List("search_sights", "Finds sights of a city by kind, fee and rating.", world.Places, "city=! name~query kind= fee_usd<= rating>=", "id name kind rating fee_usd opens closes", "rating- fee_usd+ name+", `{"city":"Rome"}`, `{"city":"Berlin","max_fee_usd":0}`),
		define.View("sights_nearby", "Finds sights around a point, nearest first, and how long it takes to walk.",
			func(w *world.World, in struct {
				Latitude  float64 `json:"latitude" doc:"Latitude" min:"-90" max:"90"`
				Longitude float64 `json:"longitude" doc:"Longitude" min:"-180" max:"180"`
				Km        float64 `json:"within_km" doc:"Distance in km" min:"0.1" max:"200" default:"10"`
			}) (out struct {
				Sights []struct {
					Place   world.Place `json:"place"`
					Km      float64     `json:"distance_km"`
					Minutes int         `json:"walk_minutes"`
				} `json:"sights"`
			}, err error) {
				for _, p := range world.Places.All(w) {
					if km := world.Distance(in.Latitude, in.Longitude, p.Latitude, p.Longitude); km <= in.Km {
						out.Sights = append(out.Sights, struct {
							Place   world.Place `json:"place"`
							Km      float64     `json:"distance_km"`
							Minutes int         `json:"walk_minutes"`
						}{p, world.Round(km, 2), int(km * 1.25 / 4.8 * 60)})
					}
				}
				slices.SortStableFunc(out.Sights, func(a, b struct {
					Place   world.Place `json:"place"`
					Km      float64     `json:"distance_km"`
					Minutes int         `json:"walk_minutes"`
				}) int {
					return a.Minutes - b.Minutes
				})
				return out, nil
			}, `{"latitude":48.86,"longitude":2.35}`, `{"latitude":35.68,"longitude":139.69,"within_km":50}`),
		define.View("city_break", "Plans a trip to a city: flights there and back, a free hotel within the budget, sights and the weather, with the sum.",
			func(w *world.World, in struct {
				From string `json:"from" doc:"City of departure" min:"1" max:"80"`
				To   string `json:"to" doc:"City to visit" min:"1" max:"80"`
				stay
				Budget float64 `json:"budget_usd" doc:"Budget for one person" min:"50" max:"100000" default:"2000"`
			}) (out struct {
				There   *leg               `json:"flight_there,omitempty"`
				Back    *leg               `json:"flight_back,omitempty"`
				Hotel   *freeHotel         `json:"hotel,omitempty"`
				Sights  []string           `json:"sights"`
				Weather []world.DayWeather `json:"weather"`
				Total   float64            `json:"total_usd"`
				Within  bool               `json:"within_budget"`
			}, err error) {
				a, err := airport(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := airport(w, in.To)
				if err == nil {
					err = in.check()
				}
				if err != nil {
					return out, err
				}
				out.There, out.Back = cheapest(w, a, b, in.CheckIn), cheapest(w, b, a, in.CheckOut)
				for _, l := range []*leg{out.There, out.Back} {
					if l != nil {
						out.Total += l.Fare
					}
				}
				for _, h := range world.TopBy(world.Hotels.Where(w, func(h *world.Hotel) bool { return h.City == b.Name && h.Country == b.Country }), func(h world.Hotel) float64 { return h.Rating }) {
					o := offers(w, h, in.stay)[0]
					if o.Free > 0 && (out.Hotel == nil || out.Total+out.Hotel.Total > in.Budget && o.Total < out.Hotel.Total) {
						out.Hotel = &freeHotel{h.ID, h.Name, h.Stars, h.Rating, o.Room, o.Total}
					}
				}
				if out.Hotel != nil {
					out.Total += out.Hotel.Total
				}
				for _, p := range world.Places.Where(w, func(p *world.Place) bool { return p.City == b.Name && p.Country == b.Country }) {
					out.Sights = append(out.Sights, p.Name)
				}
				for d := in.CheckIn; d <= in.CheckOut; d++ {
					out.Weather = append(out.Weather, w.Base().DayOf(b, d))
				}
				out.Total = world.Round(out.Total, 2)
				out.Within = out.There != nil && out.Back != nil && out.Hotel != nil && out.Total <= in.Budget
				return out, nil
			}, `{"from":"London","to":"New York","check_in":"2025-06-20","check_out":"2025-06-23"}`, `{"from":"Paris","to":"Tokyo","check_in":"2025-09-02","check_out":"2025-09-05","budget_usd":900}`),
	}
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
