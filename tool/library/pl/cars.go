package pl

import (
	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
