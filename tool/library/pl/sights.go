package pl

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
					o := offers(w, h, in.stay, "")[0]
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
