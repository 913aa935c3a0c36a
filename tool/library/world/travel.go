package world

import (
	"fmt"
	"math"
	"strings"
)

// Place is a sight of a city.
type Place struct {
	ID        string  `json:"id" doc:"Place identifier"`
	Name      string  `json:"name" doc:"Name of the place"`
	Kind      string  `json:"kind" doc:"Kind of place" enum:"museum,park,landmark,market,viewpoint,theatre"`
	City      string  `json:"city" doc:"City"`
	Country   string  `json:"country" doc:"Two-letter country code"`
	Latitude  float64 `json:"latitude" doc:"Latitude"`
	Longitude float64 `json:"longitude" doc:"Longitude"`
	Rating    float64 `json:"rating" doc:"Rating from 1 to 5"`
	Fee       float64 `json:"fee_usd" doc:"Entry fee in US dollars, 0 when free"`
	Opens     string  `json:"opens" doc:"Opening time"`
	Closes    string  `json:"closes" doc:"Closing time"`
}

// Key is the identifier.
func (p Place) Key() string { return p.ID }

// Hotel is a place to stay.
type Hotel struct {
	ID        string   `json:"id" doc:"Hotel identifier"`
	Name      string   `json:"name" doc:"Hotel"`
	City      string   `json:"city" doc:"City"`
	Country   string   `json:"country" doc:"Two-letter country code"`
	Latitude  float64  `json:"latitude" doc:"Latitude"`
	Longitude float64  `json:"longitude" doc:"Longitude"`
	Type      string   `json:"type" doc:"Kind of house" enum:"hotel,hostel,apartment,resort,guesthouse"`
	Stars     int      `json:"stars" doc:"Stars" min:"1" max:"5"`
	Price     float64  `json:"price_usd" doc:"Usual price of a standard room and night in US dollars"`
	Rating    float64  `json:"rating" doc:"Guest rating from 1 to 5"`
	Amenities []string `json:"amenities" doc:"Amenities" enum:"wifi,breakfast,pool,gym,parking,spa,pets,bar,kitchen,airport_shuttle"`
	Rooms     int      `json:"rooms" doc:"Rooms"`
	CheckIn   string   `json:"check_in" doc:"Rooms are ready from this time on"`
	CheckOut  string   `json:"check_out" doc:"Rooms are left by this time"`
}

// Key is the identifier.
func (h Hotel) Key() string { return h.ID }

// Booking is what someone has reserved: a room, a seat, a car, a table or a ticket.
type Booking struct {
	ID     string  `json:"id" doc:"Booking identifier"`
	Kind   string  `json:"kind" doc:"What is booked" enum:"hotel,flight,train,car,restaurant,event"`
	Ref    string  `json:"ref" doc:"Identifier of what is booked"`
	Detail string  `json:"detail" doc:"Room type, time or class"`
	Name   string  `json:"name" doc:"Name the booking is in"`
	From   Date    `json:"from" doc:"First day"`
	To     Date    `json:"to" doc:"Last day; for rooms the day of departure"`
	Count  int     `json:"count" doc:"Rooms, seats, guests or tickets"`
	Total  float64 `json:"total_usd" doc:"Price in US dollars"`
	Status string  `json:"status" doc:"State" enum:"confirmed,checked_in,cancelled"`
	Refund float64 `json:"refund_usd" doc:"Money given back in US dollars"`
}

// Key is the identifier.
func (b Booking) Key() string { return b.ID }

// Tables of travel.
var (
	Places     = Table[Place]{"places", makePlaces}
	Hotels     = Table[Hotel]{"hotels", makeHotels}
	Airlines   = Table[Airline]{"airlines", makeAirlines}
	Aircrafts  = Table[Aircraft]{"aircraft", makeAircraft}
	Flights    = Table[Flight]{"flights", makeFlights}
	Trains     = Table[Train]{"trains", makeTrains}
	RentalCars = Table[RentalCar]{"rental_cars", makeRentalCars}
	Bookings   = Table[Booking]{"bookings", makeBookings}
)

const placeText = `museum|%s Museum of Art,%s City Museum,%s Science Museum,Museum of Sailing %s,Glass Museum %s
park|%s Botanical Garden,Riverside Park %s,Hill Park of %s
landmark|Old Gate of %s,%s Clock Tower,Bridge of %s,%s Cathedral
market|%s Covered Market,Night Market %s
viewpoint|%s Panorama Terrace,Lantern Hill %s
theatre|%s Opera House,%s Playhouse`

func makePlaces(b *Base) []Place {
	g, kinds := b.gen("places"), lines(placeText)
	var out []Place
	for _, c := range Cities.Base(b) {
		for k, f := range some(g, kinds, 2) {
			fee := 0.0
			if f[0] == "museum" || f[0] == "theatre" || g.chance(0.3) {
				fee = float64(g.between(3, 28))
			}
			out = append(out, Place{
				ID: id("PL", len(out)), Name: fmt.Sprintf(pick(g, commas(f[1])), c.Name), Kind: f[0], City: c.Name, Country: c.Country,
				Latitude: Round(c.Latitude+g.real(-0.04, 0.04, 4), 4), Longitude: Round(c.Longitude+g.real(-0.05, 0.05, 4), 4),
				Rating: g.real(3.2, 4.9, 1), Fee: fee, Opens: fmt.Sprintf("%02d:00", 8+k), Closes: fmt.Sprintf("%02d:00", g.between(17, 22)),
			})
		}
	}
	return out
}

const (
	hotelHeads = "Grand|Hotel|The|Casa|Villa|Maison|Royal|Park|Hotel Nova|Bay"
	hotelTails = "Aurora|Meridian|Linden|Belvedere|Harbour|Magnolia|Orient|Cascade|Stella|Fontana|Regent|Atlas|Swan|Olive|Marble|Juniper|Lantern|Palms|Compass|Ivory"
	amenities  = "wifi,breakfast,pool,gym,parking,spa,pets,bar,kitchen,airport_shuttle"
)

// priceLevel is how dear a city is, from about 0.6 to 1.6: part its country's, part its own.
func (b *Base) priceLevel(c City) float64 {
	rich := map[string]float64{"US": 1.4, "CH": 1.6, "GB": 1.4, "NO": 1.4, "DK": 1.35, "SG": 1.3, "JP": 1.1, "AU": 1.2, "FR": 1.2, "IE": 1.2, "IN": 0.6, "VN": 0.55, "EG": 0.55, "NG": 0.6, "BD": 0.5, "PK": 0.5, "TH": 0.7, "ID": 0.6}
	v, ok := rich[c.Country]
	if !ok {
		v = 0.95
	}
	return v * (0.85 + 0.3*b.Unit("price/"+c.Name, 0))
}

func makeHotels(b *Base) []Hotel {
	g, seen := b.gen("hotels"), map[string]bool{}
	var out []Hotel
	for _, c := range Cities.Base(b) {
		for range 3 {
			stars := 1 + g.IntN(5)
			kind := pick(g, commas("hotel,hotel,hotel,hostel,apartment,resort,guesthouse"))
			if kind == "hostel" {
				stars = min(stars, 2)
			}
			name := unique(seen, func() string { return pick(g, list(hotelHeads)) + " " + pick(g, list(hotelTails)) + " " + c.Name })
			out = append(out, Hotel{
				ID: id("HT", len(out)), Name: name, City: c.Name, Country: c.Country,
				Latitude: Round(c.Latitude+g.real(-0.05, 0.05, 4), 4), Longitude: Round(c.Longitude+g.real(-0.06, 0.06, 4), 4),
				Type: kind, Stars: stars, Price: math.Round(b.priceLevel(c) * (22 + 34*float64(stars) + g.real(0, 40, 0))),
				Rating: Round(math.Min(4.9, 2.7+0.3*float64(stars)+g.real(0, 0.9, 1)), 1), Amenities: some(g, commas(amenities), 2+stars), Rooms: g.between(8, 40) * stars,
				CheckIn: pick(g, words("14:00 15:00 16:00")), CheckOut: pick(g, words("10:00 11:00 12:00")),
			})
		}
	}
	return out
}

// makeBookings makes the reservations of others; the first six are one of each kind, still to come.
func makeBookings(b *Base) []Booking {
	g, hotels, people := b.gen("bookings"), Hotels.Base(b), People.Base(b)
	out := make([]Booking, 60)
	for i := range out {
		h, from, nights := pick(g, hotels), Today+Date(g.between(-60, 90)), g.between(1, 7)
		status := "confirmed"
		if from <= Today {
			status = "checked_in"
		}
		out[i] = Booking{id("BK", i), "hotel", h.ID, "standard", pick(g, people).Name, from, from + Date(nights), 1, h.Price * float64(nights), status, 0}
	}
	day := Today + Date(g.between(20, 60))
	out[0].Ref, out[0].From, out[0].To, out[0].Total, out[0].Status = hotels[0].ID, day, day+2, 2*hotels[0].Price, "confirmed"
	for i, k := range []Booking{
		{Kind: "flight", Ref: "QX100", Detail: "economy", Total: 420}, {Kind: "train", Ref: "TR1000", Detail: "second", Total: 18}, {Kind: "car", Ref: "CR0001", Detail: "no insurance", Total: 120},
		{Kind: "restaurant", Ref: "BZ0001", Detail: "19:00"}, {Kind: "event", Ref: "EV0001", Detail: "seated", Total: 66},
	} {
		k.ID, k.Name, k.From, k.To, k.Count, k.Status = id("BK", i+1), out[i+1].Name, day, day, 1, "confirmed"
		if k.Kind == "car" {
			k.To = day + 3
		}
		if k.Kind == "event" {
			k.From = Events.Base(b)[0].Day
			k.To = k.From
		}
		out[i+1] = k
	}
	return out
}

// RoomTypes are the kinds of room of every hotel: name, price factor and guests.
func RoomTypes() []struct {
	Name   string
	Factor float64
	Guests int
} {
	return []struct {
		Name   string
		Factor float64
		Guests int
	}{{"standard", 1, 2}, {"superior", 1.35, 3}, {"suite", 2.1, 4}}
}

// NightPrice is the price in US dollars of one night in a kind of room of h.
func (b *Base) NightPrice(h Hotel, factor float64, night Date) float64 {
	p := h.Price * factor * (1 + 0.15*b.Noise("night/"+h.ID, float64(night)/6))
	if night.Weekday() >= 5 {
		p *= 1.1
	}
	return Round(p, 2)
}

// FreeRooms counts the rooms of a kind that are still free in a night, bookings of w included, but
// for the one with the identifier except.
func FreeRooms(w *World, h Hotel, room string, night Date, except string) int {
	free := int(math.Ceil(float64(h.Rooms) / 12 * (w.base.Unit("rooms/"+h.ID+room, int(night)) - 0.08)))
	if neverFull(h.ID) {
		free = max(free, 3)
	}
	for _, k := range Bookings.All(w) {
		if k.Kind == "hotel" && k.Ref == h.ID && k.Detail == room && k.Status != "cancelled" && k.From <= night && night < k.To && k.ID > "BK5000" && k.ID != except {
			free -= k.Count
		}
	}
	return max(free, 0)
}

// neverFull names what the documents' examples book: in every seed some of it is free.
func neverFull(ref string) bool {
	return strings.HasSuffix(ref, "0001") || strings.HasSuffix(ref, "0002") || strings.HasPrefix(ref, "QX") || ref == "TR1000" || ref == "TR1001"
}

// FreeSeats counts what is left of capacity on a day, bookings of w included. kind and ref name
// what is booked; a night train or a flight counts by its day of departure.
func FreeSeats(w *World, kind, ref string, capacity int, day Date) int {
	free := int(float64(capacity) * (0.9*w.base.Unit("seats/"+ref, int(day)) - 0.03))
	if neverFull(ref) {
		free = max(free, 12)
	}
	for _, k := range Bookings.All(w) {
		if k.Kind == kind && k.Ref == ref && k.Status != "cancelled" && k.From == day && k.Key() > "BK5000" {
			free -= k.Count
		}
	}
	return max(free, 0)
}
