package pl

import (
	"fmt"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
