package pl

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
