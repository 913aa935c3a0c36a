package pl

import (
	"maps"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func railTools() []define.Tool {
	return []define.Tool{
		define.List("search_trains", "Finds direct trains between cities.", world.Trains, "from=! to= class= operator= fare_usd<= duration_minutes<=", "", "departs+ duration_minutes+ fare_usd+", `{"from":"Amsterdam"}`, `{"from":"Paris","to":"Lyon"}`),
		define.View("plan_rail_journey", "Finds the way by train between two cities that takes least time from departure to arrival; a change takes half an hour or more, until the next train leaves.",
			func(w *world.World, in struct {
				From    string `json:"from" doc:"City of departure" min:"1" max:"80"`
				To      string `json:"to" doc:"City of arrival" min:"1" max:"80"`
				Changes int    `json:"max_changes" doc:"Greatest number of changes" min:"0" max:"10" default:"5"`
			}) (out struct {
				Legs    []world.Train `json:"legs"`
				Minutes int           `json:"total_minutes" doc:"From the first departure to the last arrival"`
				Waiting int           `json:"waiting_minutes" doc:"Of these, between trains"`
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
				if a.Name == b.Name {
					return out, define.Invalid("to", "must be another city than from")
				}
				out.Legs, out.Minutes = railJourney(w, a.Name, b.Name, in.Changes)
				if len(out.Legs) == 0 {
					return out, define.Fail("no_connection", "there is no way by train from %s to %s with %d changes; try search_flights", a.Name, b.Name, in.Changes)
				}
				out.Waiting = out.Minutes
				for _, t := range out.Legs {
					out.Waiting, out.Km, out.Fare = out.Waiting-t.Minutes, out.Km+t.Distance, world.Round(out.Fare+t.Fare, 2)
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

// railJourney is the way by direct trains that takes the fewest minutes from the first departure to
// the last arrival; every train runs every day. It is empty when there is none with so few changes.
func railJourney(w *world.World, from, to string, changes int) (legs []world.Train, minutes int) {
	const day, change = 24 * 60, 30
	trains := world.Trains.All(w)
	ahead := map[string]int{} // minutes that a city's clock is ahead of UTC
	for _, c := range world.Cities.All(w) {
		ahead[c.Name] = int(60 * offset(c.Timezone, world.Now()))
	}
	leaves := make([]int, len(trains)) // minutes after midnight, UTC
	outOf := map[string][]int{}
	for i, t := range trains {
		leaves[i] = world.ClockMinutes(t.Departs) - ahead[t.From]
		outOf[t.From] = append(outOf[t.From], i)
	}
	// A way ends with a train; ways lists the best one to each train's arrival with at most so
	// many changes.
	type way struct {
		minutes int
		legs    []int
	}
	ways := map[int]way{}
	for _, i := range outOf[from] {
		ways[i] = way{trains[i].Minutes, []int{i}}
	}
	for range changes {
		longer := maps.Clone(ways)
		for _, i := range slices.Sorted(maps.Keys(ways)) {
			so := ways[i]
			for _, j := range outOf[trains[i].To] {
				wait := change + ((leaves[j]-leaves[i]-trains[i].Minutes-change)%day+day)%day
				total := so.minutes + wait + trains[j].Minutes
				if old, ok := longer[j]; !ok || total < old.minutes {
					longer[j] = way{total, append(slices.Clone(so.legs), j)}
				}
			}
		}
		ways = longer
	}
	best := way{}
	for _, i := range slices.Sorted(maps.Keys(ways)) {
		if so := ways[i]; trains[i].To == to && (best.legs == nil || so.minutes < best.minutes) {
			best = so
		}
	}
	for _, i := range best.legs {
		legs = append(legs, trains[i])
	}
	return legs, best.minutes
}
