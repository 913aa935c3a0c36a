package pl

import (
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
