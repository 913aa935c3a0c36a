package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const hotelHint = "search_hotels shows identifiers"

type stay struct {
	CheckIn  world.Date `json:"check_in" doc:"Day of arrival, from today on"`
	CheckOut world.Date `json:"check_out" doc:"Day of departure, at most 30 nights later"`
}

func (s stay) check() error {
	if s.CheckIn < world.Today {
		return define.Invalid("check_in", "must not be before today, %s", world.Today)
	}
	if s.CheckOut <= s.CheckIn || s.CheckOut-s.CheckIn > 30 {
		return define.Invalid("check_out", "must be from 1 to 30 days after check_in")
	}
	return nil
}

type roomOffer struct {
	Room   string  `json:"room" enum:"standard,superior,suite"`
	Guests int     `json:"guests" doc:"Guests it holds"`
	Free   int     `json:"free" doc:"Rooms free in every night"`
	Total  float64 `json:"total_usd" doc:"Price of the whole stay"`
}

// offers gives what a hotel has for a stay; the rooms of the booking except count as free.
func offers(w *world.World, h world.Hotel, s stay, except string) []roomOffer {
	var out []roomOffer
	for _, t := range world.RoomTypes() {
		o := roomOffer{Room: t.Name, Guests: t.Guests, Free: 1 << 20}
		for n := s.CheckIn; n < s.CheckOut; n++ {
			o.Free = min(o.Free, world.FreeRooms(w, h, t.Name, n, except))
			o.Total += w.Base().NightPrice(h, t.Factor, n)
		}
		o.Total = world.Round(o.Total, 2)
		out = append(out, o)
	}
	return out
}

func hotelTools() []define.Tool {
	return []define.Tool{
		define.List("search_hotels", "Finds hotels of a city by stars, price, rating, kind and amenities.", world.Hotels, "city=! country= name~query type= stars>= price_usd<= rating>= amenities@amenity", "id name type stars price_usd rating amenities", "rating- price_usd+ price_usd- stars-", `{"city":"Lisbon"}`, `{"city":"Tokyo","min_stars":2,"sort":"price_usd+"}`),
		define.View("get_hotel", "Gives a hotel with reviews in short, and the sights within walking distance.",
			func(w *world.World, in struct {
				ID string `json:"hotel_id" doc:"Hotel identifier" min:"1" max:"20"`
			}) (out struct {
				Hotel   world.Hotel `json:"hotel"`
				Reviews int         `json:"reviews"`
				Centre  float64     `json:"km_to_centre"`
				Sights  []part      `json:"sights" doc:"Name and distance in km"`
			}, err error) {
				h, err := define.Row(w, world.Hotels, in.ID, hotelHint)
				if err != nil {
					return out, err
				}
				c, _ := world.CityNamed(w, h.City+","+h.Country)
				out.Hotel, out.Reviews, out.Centre = h, len(world.ReviewsOf(w, h.ID, h.Rating)), world.Round(world.Distance(h.Latitude, h.Longitude, c.Latitude, c.Longitude), 2)
				for _, p := range world.Places.All(w) {
					if km := world.Distance(h.Latitude, h.Longitude, p.Latitude, p.Longitude); km < 10 {
						out.Sights = append(out.Sights, part{p.Name, world.Round(km, 2)})
					}
				}
				world.SortBy(out.Sights, func(p part) float64 { return p.Value })
				return out, nil
			}, `{"hotel_id":"HT0001"}`, `{"hotel_id":"HT0300"}`),
		define.View("hotel_availability", "Shows which rooms a hotel has free for a stay, and the price of each.",
			func(w *world.World, in struct {
				ID string `json:"hotel_id" doc:"Hotel identifier" min:"1" max:"20"`
				stay
			}) (out struct {
				Hotel string      `json:"hotel"`
				Rooms []roomOffer `json:"rooms"`
			}, err error) {
				h, err := define.Row(w, world.Hotels, in.ID, hotelHint)
				if err == nil {
					err = in.check()
				}
				if err == nil {
					out.Hotel, out.Rooms = h.Name, offers(w, h, in.stay, "")
				}
				return out, err
			}, `{"hotel_id":"HT0001","check_in":"2025-06-10","check_out":"2025-06-12"}`, `{"hotel_id":"HT0120","check_in":"2025-12-30","check_out":"2026-01-02"}`),
		define.View("hotels_free_in_city", "Finds hotels of a city that have a room for a party in a stay, with the cheapest price of the stay.",
			func(w *world.World, in struct {
				City   string `json:"city" doc:"City" min:"1" max:"80"`
				Guests int    `json:"guests" doc:"Guests in one room" min:"1" max:"4" default:"2"`
				stay
			}) (out struct {
				Hotels []freeHotel `json:"hotels"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err == nil {
					err = in.check()
				}
				if err != nil {
					return out, err
				}
				for _, h := range world.Hotels.Where(w, func(h *world.Hotel) bool { return h.City == c.Name && h.Country == c.Country }) {
					for _, o := range offers(w, h, in.stay, "") {
						if o.Free > 0 && o.Guests >= in.Guests {
							out.Hotels = append(out.Hotels, freeHotel{h.ID, h.Name, h.Stars, h.Rating, o.Room, o.Total})
							break
						}
					}
				}
				world.SortBy(out.Hotels, func(h freeHotel) float64 { return h.Total })
				return out, nil
			}, `{"city":"Amsterdam","check_in":"2025-07-01","check_out":"2025-07-04"}`, `{"city":"Rome","guests":3,"check_in":"2025-09-10","check_out":"2025-09-11"}`),
		define.View("hotel_price_calendar", "Gives a hotel's price night by night for a month, and the cheapest night.",
			func(w *world.World, in struct {
				ID   string     `json:"hotel_id" doc:"Hotel identifier" min:"1" max:"20"`
				From world.Date `json:"from" doc:"First night" default:"2025-06-02"`
				Room string     `json:"room" doc:"Kind of room" enum:"standard,superior,suite" default:"standard"`
			}) (out struct {
				Nights   []nightPrice `json:"nights"`
				Cheapest world.Date   `json:"cheapest"`
			}, err error) {
				h, err := define.Row(w, world.Hotels, in.ID, hotelHint)
				if err != nil {
					return out, err
				}
				factor := 1.0
				for _, t := range world.RoomTypes() {
					if t.Name == in.Room {
						factor = t.Factor
					}
				}
				best := 1e18
				for n := in.From; n < in.From+30; n++ {
					p := w.Base().NightPrice(h, factor, n)
					out.Nights = append(out.Nights, nightPrice{n, p, world.FreeRooms(w, h, in.Room, n, "") > 0})
					if p < best {
						best, out.Cheapest = p, n
					}
				}
				return out, nil
			}, `{"hotel_id":"HT0005"}`, `{"hotel_id":"HT0005","from":"2025-12-01","room":"suite"}`),
		define.View("city_hotel_statistics", "Sums up the hotels of cities: how many, mean price by stars, rating, share with an amenity.",
			func(w *world.World, in struct {
				Cities  []string `json:"cities" doc:"Cities" min:"1" max:"10" each_min:"1" each_max:"80"`
				Amenity string   `json:"amenity" doc:"Amenity whose share is wanted" enum:"wifi,breakfast,pool,gym,parking,spa,pets,bar,kitchen,airport_shuttle" default:"wifi"`
			}) (out struct {
				Cities []cityHotels `json:"cities"`
			}, err error) {
				for _, name := range in.Cities {
					c, err := define.City(w, name)
					if err != nil {
						return out, err
					}
					s := cityHotels{City: c.Name, ByStars: map[string]float64{}}
					count := map[string]float64{}
					for _, h := range world.Hotels.Where(w, func(h *world.Hotel) bool { return h.City == c.Name && h.Country == c.Country }) {
						n := float64(s.Hotels)
						s.Price, s.Rating = (s.Price*n+h.Price)/(n+1), (s.Rating*n+h.Rating)/(n+1)
						has := 0.0
						if slices.Contains(h.Amenities, in.Amenity) {
							has = 1
						}
						s.Share = (s.Share*n + has) / (n + 1)
						k := fmt.Sprint(h.Stars)
						s.ByStars[k] = (s.ByStars[k]*count[k] + h.Price) / (count[k] + 1)
						count[k]++
						s.Hotels++
					}
					out.Cities = append(out.Cities, s)
				}
				return out, nil
			}, `{"cities":["Paris","Berlin"]}`, `{"cities":["Dubai"],"amenity":"pool"}`),
	}
}

type freeHotel struct {
	ID     string  `json:"hotel_id"`
	Name   string  `json:"name"`
	Stars  int     `json:"stars"`
	Rating float64 `json:"rating"`
	Room   string  `json:"room"`
	Total  float64 `json:"total_usd"`
}

type nightPrice struct {
	Night world.Date `json:"night"`
	Price float64    `json:"price_usd"`
	Free  bool       `json:"free"`
}

type cityHotels struct {
	City    string             `json:"city"`
	Hotels  int                `json:"hotels"`
	Price   float64            `json:"mean_price_usd"`
	Rating  float64            `json:"mean_rating"`
	Share   float64            `json:"share_with_amenity"`
	ByStars map[string]float64 `json:"mean_price_by_stars"`
}

func hotelBookingTools() []define.Tool {
	return []define.Tool{
		define.Act("book_hotel", "Books rooms of one kind for a stay. It fails when they are not free in every night.",
			func(w *world.World, in struct {
				ID    string `json:"hotel_id" doc:"Hotel identifier" min:"1" max:"20"`
				Room  string `json:"room" doc:"Kind of room" enum:"standard,superior,suite" default:"standard"`
				Rooms int    `json:"rooms" doc:"Rooms" min:"1" max:"5" default:"1"`
				Name  string `json:"name" doc:"Name of the guest" min:"1" max:"80"`
				stay
			}) (world.Booking, error) {
				h, err := define.Row(w, world.Hotels, in.ID, hotelHint)
				if err == nil {
					err = in.check()
				}
				if err != nil {
					return world.Booking{}, err
				}
				all := offers(w, h, in.stay, "")
				o := all[slices.IndexFunc(all, func(o roomOffer) bool { return o.Room == in.Room })]
				if o.Free < in.Rooms {
					return world.Booking{}, define.Fail("sold_out", "%s has %d %s rooms free in that stay; hotel_availability shows the others", h.Name, o.Free, in.Room)
				}
				k := world.Booking{ID: w.NextID("BK"), Kind: "hotel", Ref: h.ID, Detail: in.Room, Name: in.Name, From: in.CheckIn, To: in.CheckOut, Count: in.Rooms, Total: world.Round(o.Total*float64(in.Rooms), 2), Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"hotel_id":"HT0001","name":"Ana Vega","check_in":"2025-06-10","check_out":"2025-06-12"}`, `{"hotel_id":"HT0002","room":"suite","rooms":2,"name":"Jo Lin","check_in":"2025-10-01","check_out":"2025-10-05"}`),
		define.List("list_bookings", "Lists bookings of every kind, by name, kind, state and days.", world.Bookings, "name~ kind= ref= status= from>=from_day to<=to_day", "", "from+ from- total_usd-", `{"kind":"flight"}`, `{"status":"confirmed","from_day":"2025-06-02"}`),
		define.Get("get_booking", "Gives a booking of any kind by its identifier.", world.Bookings, "id=booking_id", "", "list_bookings shows identifiers", `{"booking_id":"BK0001"}`, `{"booking_id":"BK0006"}`),
		define.Act("change_hotel_booking", "Moves a hotel booking to other days if rooms are free; the price is worked out anew and the difference given.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
				stay
			}) (out struct {
				Booking    world.Booking `json:"booking"`
				Difference float64       `json:"difference_usd" doc:"To be paid; negative when given back"`
			}, err error) {
				k, err := define.Row(w, world.Bookings, in.ID, "list_bookings shows identifiers")
				if err == nil {
					err = in.check()
				}
				if err != nil {
					return out, err
				}
				h, ok := world.Hotels.Get(w, k.Ref)
				if !ok || k.Status != "confirmed" {
					return out, define.Fail("not_possible", "%s is a %s booking and %s; only confirmed hotel bookings can move", k.ID, k.Kind, strings.ReplaceAll(k.Status, "_", " "))
				}
				old, all := k, offers(w, h, in.stay, k.ID)
				o := all[slices.IndexFunc(all, func(o roomOffer) bool { return o.Room == k.Detail })]
				if o.Free < k.Count {
					return out, define.Fail("sold_out", "%s has %d %s rooms free in that stay", h.Name, o.Free, k.Detail)
				}
				k.From, k.To, k.Total = in.CheckIn, in.CheckOut, world.Round(o.Total*float64(k.Count), 2)
				world.Bookings.Put(w, k)
				out.Booking, out.Difference = k, world.Round(k.Total-old.Total, 2)
				return out, nil
			}, `{"booking_id":"BK0001","check_in":"2025-11-03","check_out":"2025-11-05"}`, `{"booking_id":"BK0001","check_in":"2025-11-10","check_out":"2025-11-11"}`),
		define.Act("cancel_hotel_booking", "Cancels a hotel booking: all is given back until a week before arrival, half until the day before, then nothing.",
			func(w *world.World, in struct {
				ID string `json:"booking_id" doc:"Booking identifier" min:"1" max:"20"`
			}) (world.Booking, error) {
				return cancel(w, in.ID, "hotel", func(k world.Booking) float64 {
					switch left := k.From - world.Today; {
					case left >= 7:
						return 1
					case left >= 1:
						return 0.5
					}
					return 0
				})
			}, `{"booking_id":"BK0001"}`, `{"booking_id":"BK0001"}`),
	}
}
