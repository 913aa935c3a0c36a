package pl

import (
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func ticketTools() []define.Tool {
	return []define.Tool{
		define.List("search_events", "Finds events for which tickets are sold, by name, city, category, days and price.", world.Events, "name~query city= country= category= date>=from date<=until price_usd<=", "id name category venue city date time price_usd", "date+ price_usd+ name+", `{"category":"music"}`, `{"query":"live","from":"2025-07-01","max_price_usd":60}`),
		define.View("get_event", "Gives an event with its venue, performer, seats left and prices of the kinds of ticket.",
			func(w *world.World, in struct {
				ID string `json:"event_id" doc:"Event identifier" min:"1" max:"20"`
			}) (out struct {
				Event      world.Event      `json:"event"`
				Venue      world.Venue      `json:"venue"`
				Attraction world.Attraction `json:"attraction"`
				Left       int              `json:"seats_left"`
				Prices     []part           `json:"ticket_prices_usd"`
			}, err error) {
				e, err := define.Row(w, world.Events, in.ID, "search_events shows identifiers")
				if err != nil {
					return out, err
				}
				out.Event, out.Left = e, world.FreeSeats(w, "event", e.ID, e.Seats, e.Day)
				out.Venue, _ = world.Venues.Get(w, e.VenueID)
				out.Attraction, _ = world.Attractions.Get(w, e.Attraction)
				for _, t := range ticketKinds() {
					out.Prices = append(out.Prices, part{t.Name, world.Round(e.Price*t.Value, 2)})
				}
				return out, nil
			}, `{"event_id":"EV0001"}`, `{"event_id":"EV0200"}`),
		define.List("search_venues", "Finds halls and stadiums by city, kind and size.", world.Venues, "name~query city= country= kind= capacity>=", "", "name+ capacity-", `{"kind":"club"}`, `{"country":"US","min_capacity":1000,"sort":"capacity-"}`),
		define.View("venue_calendar", "Gives what takes place at a venue, by day, and how full the events are.",
			func(w *world.World, in struct {
				ID string `json:"venue_id" doc:"Venue identifier" min:"1" max:"20"`
			}) (out struct {
				Venue  world.Venue `json:"venue"`
				Events []struct {
					ID   string     `json:"event_id"`
					Name string     `json:"name"`
					Date world.Date `json:"date"`
					Sold float64    `json:"sold_share"`
				} `json:"events"`
			}, err error) {
				if out.Venue, err = define.Row(w, world.Venues, in.ID, "search_venues shows identifiers"); err != nil {
					return out, err
				}
				for _, e := range world.SortBy(world.Events.Where(w, func(e *world.Event) bool { return e.VenueID == in.ID }), func(e world.Event) int { return int(e.Day) }) {
					out.Events = append(out.Events, struct {
						ID   string     `json:"event_id"`
						Name string     `json:"name"`
						Date world.Date `json:"date"`
						Sold float64    `json:"sold_share"`
					}{e.ID, e.Name, e.Day, world.Round(1-float64(world.FreeSeats(w, "event", e.ID, e.Seats, e.Day))/float64(e.Seats), 3)})
				}
				return out, nil
			}, `{"venue_id":"VN0001"}`, `{"venue_id":"VN0050"}`),
		define.List("search_attractions", "Finds performers: artists, teams, plays and shows.", world.Attractions, "name~query category= genre=", "", "name+", `{"category":"comedy"}`, `{"genre":"jazz"}`),
		define.View("attraction_tour", "Gives where a performer appears, as a tour in order of date, with the distances between the stops.",
			func(w *world.World, in struct {
				ID string `json:"attraction_id" doc:"Attraction identifier" min:"1" max:"20"`
			}) (out struct {
				Name  string  `json:"name"`
				Stops []stop  `json:"stops"`
				Km    float64 `json:"total_km"`
			}, err error) {
				a, err := define.Row(w, world.Attractions, in.ID, "search_attractions shows identifiers")
				if err != nil {
					return out, err
				}
				out.Name = a.Name
				var last world.City
				for _, e := range world.SortBy(world.Events.Where(w, func(e *world.Event) bool { return e.Attraction == a.ID }), func(e world.Event) int { return int(e.Day) }) {
					c, _ := world.CityNamed(w, e.City+","+e.Country)
					s := stop{e.ID, e.City, e.Day, 0}
					if last.ID != "" {
						s.Km = world.Round(world.Distance(last.Latitude, last.Longitude, c.Latitude, c.Longitude), 0)
					}
					out.Stops, out.Km, last = append(out.Stops, s), out.Km+s.Km, c
				}
				return out, nil
			}, `{"attraction_id":"AT0001"}`, `{"attraction_id":"AT0045"}`),
		define.Act("buy_tickets", "Buys tickets for an event. It fails when not enough seats are left.",
			func(w *world.World, in struct {
				ID    string `json:"event_id" doc:"Event identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"Tickets" min:"1" max:"8" default:"1"`
				Kind  string `json:"kind" doc:"Kind of ticket" enum:"standing,seated,premium" default:"seated"`
				Name  string `json:"name" doc:"Name of the buyer" min:"1" max:"80"`
			}) (world.Booking, error) {
				e, err := define.Row(w, world.Events, in.ID, "search_events shows identifiers")
				if err != nil {
					return world.Booking{}, err
				}
				if left := world.FreeSeats(w, "event", e.ID, e.Seats, e.Day); left < in.Count {
					return world.Booking{}, define.Fail("sold_out", "%s has %d seats left; search_events shows others", e.Name, left)
				}
				price := e.Price
				for _, t := range ticketKinds() {
					if t.Name == in.Kind {
						price *= t.Value
					}
				}
				k := world.Booking{ID: w.NextID("BK"), Kind: "event", Ref: e.ID, Detail: in.Kind, Name: in.Name, From: e.Day, To: e.Day, Count: in.Count, Total: world.Round(price*float64(in.Count), 2), Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"event_id":"EV0001","name":"Ana Vega"}`, `{"event_id":"EV0002","count":2,"kind":"premium","name":"Jo Lin"}`),
		define.Act("return_tickets", "Gives tickets back: all of the price until two weeks before the event, half until the day before, then nothing.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
			}) (world.Booking, error) {
				return cancel(w, in.ID, "event", func(k world.Booking) float64 {
					switch left := k.From - world.Today; {
					case left >= 14:
						return 1
					case left >= 1:
						return 0.5
					}
					return 0
				})
			}, `{"booking_id":"BK0006"}`, `{"booking_id":"BK0006"}`),
		define.View("suggest_events", "Suggests events near a city in the days to come: the nearest and cheapest of each category.",
			func(w *world.World, in struct {
				City string  `json:"city" doc:"City" min:"1" max:"80"`
				Km   float64 `json:"within_km" doc:"Distance in km" min:"1" max:"5000" default:"500"`
				Days int     `json:"days" doc:"Days to look ahead" min:"1" max:"180" default:"60"`
			}) (out struct {
				Events []struct {
					Event world.Event `json:"event"`
					Km    float64     `json:"distance_km"`
				} `json:"events"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				best := map[string]int{}
				for _, e := range world.Events.All(w) {
					at, _ := world.CityNamed(w, e.City+","+e.Country)
					km := world.Round(world.Distance(c.Latitude, c.Longitude, at.Latitude, at.Longitude), 1)
					if km > in.Km || e.Day >= world.Today+world.Date(in.Days) {
						continue
					}
					i, ok := best[e.Category]
					if !ok {
						i = len(out.Events)
						best[e.Category] = i
						out.Events = append(out.Events, struct {
							Event world.Event `json:"event"`
							Km    float64     `json:"distance_km"`
						}{e, km})
					}
					if old := out.Events[i]; km+e.Price < old.Km+old.Event.Price {
						out.Events[i].Event, out.Events[i].Km = e, km
					}
				}
				return out, nil
			}, `{"city":"Berlin"}`, `{"city":"Chicago","within_km":1500,"days":120}`),
	}
}

type stop struct {
	ID   string     `json:"event_id"`
	City string     `json:"city"`
	Date world.Date `json:"date"`
	Km   float64    `json:"km_from_last"`
}

func ticketKinds() []part { return []part{{"standing", 1}, {"seated", 1.4}, {"premium", 2.5}} }

// cancel ends a booking of that kind and gives back a share of what was paid.
func cancel(w *world.World, id, kind string, share func(world.Booking) float64) (world.Booking, error) {
	k, err := define.Row(w, world.Bookings, id, "list_bookings shows identifiers")
	if err != nil {
		return k, err
	}
	if k.Kind != kind {
		return k, define.Fail("wrong_kind", "%s is a booking of a %s", k.ID, k.Kind)
	}
	if k.Status != "confirmed" {
		return k, define.Fail("not_possible", "%s is %s already", k.ID, strings.ReplaceAll(k.Status, "_", " "))
	}
	k.Status, k.Refund = "cancelled", world.Round(k.Total*share(k), 2)
	world.Bookings.Put(w, k)
	return k, nil
}
