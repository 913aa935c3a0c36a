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

// Airline is an airline.
type Airline struct {
	Code     string `json:"code" doc:"Two-letter airline code"`
	Name     string `json:"name" doc:"Airline"`
	Country  string `json:"country" doc:"Two-letter country code"`
	Alliance string `json:"alliance" doc:"Alliance" enum:"Blue Compass,Open Skyway,Meridian Link,none"`
	Founded  int    `json:"founded" doc:"Year of foundation"`
	Fleet    int    `json:"fleet" doc:"Aircraft in service"`
	Budget   bool   `json:"budget" doc:"Whether it is a low-cost airline"`
}

// Key is the code.
func (a Airline) Key() string { return a.Code }

// Aircraft is a type of aeroplane.
type Aircraft struct {
	Code  string `json:"code" doc:"Type code"`
	Maker string `json:"maker" doc:"Maker"`
	Model string `json:"model" doc:"Model"`
	Seats int    `json:"seats" doc:"Seats"`
	Range int    `json:"range_km" doc:"Range in km"`
	Speed int    `json:"speed_kmh" doc:"Cruising speed in km/h"`
}

// Key is the type code.
func (a Aircraft) Key() string { return a.Code }

// Flight is a scheduled direct flight.
type Flight struct {
	Number   string  `json:"number" doc:"Flight number"`
	Airline  string  `json:"airline" doc:"Two-letter airline code"`
	From     string  `json:"from" doc:"Airport of departure (IATA)"`
	To       string  `json:"to" doc:"Airport of arrival (IATA)"`
	Departs  string  `json:"departs" doc:"Departure, local time"`
	Minutes  int     `json:"duration_minutes" doc:"Duration in minutes"`
	Distance int     `json:"distance_km" doc:"Distance in km"`
	Aircraft string  `json:"aircraft" doc:"Type code of the aircraft"`
	Days     string  `json:"days" doc:"Days it flies, 1 (Monday) to 7"`
	Fare     float64 `json:"base_fare_usd" doc:"Usual fare in US dollars"`
}

// Key is the flight number.
func (f Flight) Key() string { return f.Number }

// Train is a scheduled direct train.
type Train struct {
	Number   string  `json:"number" doc:"Train number"`
	Operator string  `json:"operator" doc:"Railway company"`
	From     string  `json:"from" doc:"City of departure"`
	To       string  `json:"to" doc:"City of arrival"`
	Departs  string  `json:"departs" doc:"Departure, local time"`
	Minutes  int     `json:"duration_minutes" doc:"Duration in minutes"`
	Distance int     `json:"distance_km" doc:"Length of the line in km"`
	Fare     float64 `json:"fare_usd" doc:"Second-class fare in US dollars"`
	Seats    int     `json:"seats" doc:"Seats"`
	Class    string  `json:"class" doc:"Kind of train" enum:"express,intercity,night"`
}

// Key is the train number.
func (t Train) Key() string { return t.Number }

// RentalCar is a car that can be hired.
type RentalCar struct {
	ID        string  `json:"id" doc:"Car identifier"`
	City      string  `json:"city" doc:"City where it stands"`
	Agency    string  `json:"agency" doc:"Agency"`
	Model     string  `json:"model" doc:"Make and model"`
	Category  string  `json:"category" doc:"Size" enum:"mini,compact,family,van,luxury"`
	Seats     int     `json:"seats" doc:"Seats"`
	Automatic bool    `json:"automatic" doc:"Automatic gearbox"`
	Price     float64 `json:"price_per_day_usd" doc:"Price of a day in US dollars"`
}

// Key is the identifier.
func (c RentalCar) Key() string { return c.ID }

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

func makeAirlines(b *Base) []Airline {
	g, names, codes := b.gen("airlines"), map[string]bool{}, map[string]bool{"QX": true}
	countries := Countries.Base(b)
	out := make([]Airline, 54)
	for i := range out {
		c := countries[(i*7)%len(countries)]
		budget := g.chance(0.35)
		name := unique(names, func() string {
			if budget {
				return pick(g, list("Swift|Zip|Hop|Sun|Wing|Sky|Jolly|Pennant")) + pick(g, list("Jet|Fly|Air|Express"))
			}
			return pick(g, list("Air|Royal|Trans")) + " " + c.Name
		})
		code := unique(codes, func() string {
			return string(rune('A'+g.IntN(26))) + string("ABCDEFGHJKLMNPQRSTUVWXYZ23456789"[g.IntN(32)])
		})
		alliance := "none"
		if !budget {
			alliance = pick(g, list("Blue Compass|Open Skyway|Meridian Link|none"))
		}
		if i == 0 {
			code, name, c, budget = "QX", "Compass Airways", countries[len(countries)-4], false
		}
		out[i] = Airline{code, name, c.Code, alliance, g.between(1928, 2016), g.between(12, 420), budget}
	}
	return out
}

func makeAircraft(b *Base) []Aircraft {
	g := b.gen("aircraft")
	var out []Aircraft
	for i, maker := range list("Aerion|Boreal|Cirrus Works|Dornberg|Estrela|Falke|Gannet|Halcyon|Ikarus Yards|Jetstar Union") {
		for k := range 5 {
			seats := 50 + 70*k + g.IntN(40)
			out = append(out, Aircraft{fmt.Sprintf("%c%d", maker[0], 100*(k+1)+10*(i%4)), maker, fmt.Sprintf("%c-%d", maker[0], 100*(k+1)+10*(i%4)), seats, 1800 + 3200*k + g.IntN(900), 720 + 40*k})
		}
	}
	return out
}

func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60) }

// makeFlights connects each city with the largest cities and some others, both ways.
func makeFlights(b *Base) []Flight {
	g, cities, airlines, types := b.gen("flights"), Cities.Base(b), Airlines.Base(b), Aircrafts.Base(b)
	hubs := map[string]bool{"London": true, "New York": true, "Dubai": true, "Singapore": true, "Frankfurt": true, "Tokyo": true, "Sao Paulo": true, "Paris": true, "Chicago": true, "Johannesburg": true}
	var out []Flight
	used := map[string]bool{"QX100": true, "QX101": true, "QX200": true, "QX201": true}
	for i := range cities {
		for j := i + 1; j < len(cities); j++ {
			a, c := cities[i], cities[j]
			km := Distance(a.Latitude, a.Longitude, c.Latitude, c.Longitude)
			p := 0.015
			switch {
			case km < 250:
				p = 0
			case hubs[a.Name] && hubs[c.Name]:
				p = 1
			case hubs[a.Name] || hubs[c.Name]:
				p = 0.32
			}
			if !g.chance(p) {
				continue
			}
			line, fixed := pick(g, airlines), 0
			switch a.Name + c.Name { // these two routes are the same in every seed
			case "LondonNew York":
				fixed = 100
			case "ParisTokyo":
				fixed = 200
			}
			for k, way := range [][2]City{{a, c}, {c, a}} {
				number := unique(used, func() string { return fmt.Sprintf("%s%d", line.Code, g.between(100, 1999)) })
				if fixed > 0 {
					line, number = airlines[0], fmt.Sprintf("QX%d", fixed+k)
				}
				f := makeFlight(b, g, number, line, way[0], way[1], km, types)
				if fixed > 0 {
					f.Days = "1234567"
				}
				out = append(out, f)
			}
		}
	}
	return out
}

func makeFlight(b *Base, g gen, number string, line Airline, from, to City, km float64, types []Aircraft) Flight {
	plane := types[4]
	for _, t := range types[g.IntN(40):] {
		if float64(t.Range) > km*1.1 {
			plane = t
			break
		}
	}
	for k := 4; float64(plane.Range) < km*1.1 && k < len(types); k += 5 {
		plane = types[k]
	}
	fare := (38 + 0.075*km) * (0.8 + 0.5*g.Float64()) * (b.priceLevel(from) + b.priceLevel(to)) / 2
	if line.Budget {
		fare *= 0.7
	}
	days := strings.Join(some(g, words("1 2 3 4 5 6 7"), g.between(3, 7)), "")
	return Flight{number, line.Code, from.Airport, to.Airport, clock(5 * g.between(66, 270)), 30 + int(km/float64(plane.Speed)*60), int(km), plane.Code, days, Round(fare, 0)}
}

// makeTrains connects cities of one continent that are at most 650 km apart, both ways.
func makeTrains(b *Base) []Train {
	g, cities := b.gen("trains"), Cities.Base(b)
	continent := map[string]string{}
	for _, c := range Countries.Base(b) {
		continent[c.Code] = c.Continent
	}
	var out []Train
	for i := range cities {
		for j := i + 1; j < len(cities); j++ {
			a, c := cities[i], cities[j]
			km := 1.25 * Distance(a.Latitude, a.Longitude, c.Latitude, c.Longitude)
			if km > 800 || km < 20 || continent[a.Country] != continent[c.Country] {
				continue
			}
			class := pick(g, words("express intercity intercity night"))
			if km < 350 && class == "night" {
				class = "intercity"
			}
			speed := map[string]float64{"express": 170, "intercity": 105, "night": 70}[class]
			fare := Round((6+0.11*km)*map[string]float64{"express": 1.5, "intercity": 1, "night": 1.2}[class]*(b.priceLevel(a)+b.priceLevel(c))/2, 2)
			op := pick(g, list("Continental Rail|Blue Line|Transregio|Star Railways"))
			for _, way := range [][2]string{{a.Name, c.Name}, {c.Name, a.Name}} {
				departs := 5 * g.between(66, 230)
				if class == "night" {
					departs = 5 * g.between(252, 280)
				}
				out = append(out, Train{fmt.Sprintf("TR%d", 1000+len(out)), op, way[0], way[1], clock(departs), int(km / speed * 60), int(km), fare, 20 * g.between(10, 40), class})
			}
		}
	}
	return out
}

func makeRentalCars(b *Base) []RentalCar {
	g, models := b.gen("rental_cars"), VehicleModels.Base(b)
	var cars []VehicleModel
	for _, m := range models {
		if m.Class == "car" || m.Class == "suv" {
			cars = append(cars, m)
		}
	}
	var out []RentalCar
	for _, c := range Cities.Base(b) {
		for range 2 {
			m := pick(g, cars)
			kind := pick(g, words("mini compact family van luxury"))
			base := map[string]float64{"mini": 24, "compact": 31, "family": 42, "van": 64, "luxury": 118}[kind]
			out = append(out, RentalCar{id("CR", len(out)), c.Name, pick(g, list("Roadrunner Rent|Cityhop Cars|Amber Wheels|Drivewell")), m.Make + " " + m.Name, kind, m.Seats, g.chance(0.6), Round(base*b.priceLevel(c)*g.real(0.9, 1.2, 2), 2)})
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

// CityOfAirport finds the city of an airport code, whatever its case.
func CityOfAirport(w *World, code string) (City, bool) {
	return Cities.First(w, func(c *City) bool { return strings.EqualFold(c.Airport, code) })
}

// Flies says whether a flight is scheduled on a day.
func (f Flight) Flies(day Date) bool {
	return strings.Contains(f.Days, itoa((int(day.Weekday())+6)%7+1))
}

// FareOn is a flight's fare in US dollars on a day: weekends, the season, and the days left count.
func (b *Base) FareOn(f Flight, day Date) float64 {
	factor := 1 + 0.25*b.Noise("fare/"+f.Number, float64(day)/9) + 0.12*math.Cos(float64(day.YearDay()-200)/365*2*math.Pi)
	if day.Weekend() {
		factor += 0.12
	}
	if left := int(day - Today); left < 14 {
		factor += 0.35 * float64(14-max(left, 0)) / 14
	}
	return Round(f.Fare*factor, 2)
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

// FreeRooms counts the rooms of a kind that are still free in a night, bookings of w included.
func FreeRooms(w *World, h Hotel, room string, night Date) int {
	free := int(math.Ceil(float64(h.Rooms) / 12 * (w.base.Unit("rooms/"+h.ID+room, int(night)) - 0.08)))
	if neverFull(h.ID) {
		free = max(free, 3)
	}
	for _, k := range Bookings.All(w) {
		if k.Kind == "hotel" && k.Ref == h.ID && k.Detail == room && k.Status != "cancelled" && k.From <= night && night < k.To && k.Key() > "BK5000" {
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
