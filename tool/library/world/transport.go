package world

import (
	"fmt"
	"math"
	"strings"
)

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
