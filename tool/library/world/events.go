package world

import "fmt"

// Venue is a hall or stadium.
type Venue struct {
	ID       string `json:"id" doc:"Venue identifier"`
	Name     string `json:"name" doc:"Venue"`
	City     string `json:"city" doc:"City"`
	Country  string `json:"country" doc:"Two-letter country code"`
	Capacity int    `json:"capacity" doc:"Seats"`
	Kind     string `json:"kind" doc:"Kind of venue" enum:"hall,club,theatre,stadium"`
}

// Key is the identifier.
func (v Venue) Key() string { return v.ID }

// Attraction is who or what performs.
type Attraction struct {
	ID       string `json:"id" doc:"Attraction identifier"`
	Name     string `json:"name" doc:"Attraction"`
	Category string `json:"category" doc:"Category" enum:"music,sports,theatre,comedy,family"`
	Genre    string `json:"genre" doc:"Genre"`
	Ref      string `json:"ref" doc:"Artist or team identifier; empty when none"`
}

// Key is the identifier.
func (a Attraction) Key() string { return a.ID }

// Event is a performance for which tickets are sold.
type Event struct {
	ID         string  `json:"id" doc:"Event identifier"`
	Name       string  `json:"name" doc:"Event"`
	Category   string  `json:"category" doc:"Category" enum:"music,sports,theatre,comedy,family"`
	Attraction string  `json:"attraction_id" doc:"Attraction identifier"`
	VenueID    string  `json:"venue_id" doc:"Venue identifier"`
	Venue      string  `json:"venue" doc:"Venue"`
	City       string  `json:"city" doc:"City"`
	Country    string  `json:"country" doc:"Two-letter country code"`
	Day        Date    `json:"date" doc:"Day"`
	Time       string  `json:"time" doc:"Start, local time"`
	Price      float64 `json:"price_usd" doc:"Price of the cheapest ticket in US dollars"`
	Seats      int     `json:"seats" doc:"Seats"`
}

// Key is the identifier.
func (e Event) Key() string { return e.ID }

// Tables of events.
var (
	Venues      = Table[Venue]{"venues", makeVenues}
	Attractions = Table[Attraction]{"attractions", makeAttractions}
	Events      = Table[Event]{"events", makeEvents}
)

func makeVenues(b *Base) []Venue {
	g := b.gen("venues")
	var out []Venue
	for i, c := range Cities.Base(b) {
		if i%3 == 2 {
			continue
		}
		kind := pick(g, words("hall club theatre stadium"))
		name := c.Name + " " + map[string]string{"hall": "Concert Hall", "club": "Warehouse Club", "theatre": "Theatre", "stadium": "Stadium"}[kind]
		out = append(out, Venue{id("VN", len(out)), name, c.Name, c.Country, map[string]int{"hall": 1800, "club": 400, "theatre": 900, "stadium": 30000}[kind] + 50*g.IntN(20), kind})
	}
	return out
}

func makeAttractions(b *Base) []Attraction {
	g, names := b.gen("attractions"), b.namer("attractions")
	var out []Attraction
	for _, a := range Artists.Base(b)[:40] {
		out = append(out, Attraction{id("AT", len(out)), a.Name, "music", a.Genre, a.ID})
	}
	for _, t := range some(g, Teams.Base(b), 12) {
		out = append(out, Attraction{id("AT", len(out)), t.Name, "sports", t.Sport, t.ID})
	}
	seen := map[string]bool{}
	for i := range 24 {
		kind := words("theatre comedy family")[i%3]
		name := names.person(pick(g, words("GB US FR IN")), pick(g, genders))
		if kind != "comedy" {
			name = g.title(seen)
		}
		out = append(out, Attraction{id("AT", len(out)), name, kind, map[string]string{"theatre": "drama", "comedy": "stand-up", "family": "circus"}[kind], ""})
	}
	return out
}

func makeEvents(b *Base) []Event {
	g, venues, attractions := b.gen("events"), Venues.Base(b), Attractions.Base(b)
	out := make([]Event, 220)
	for i := range out {
		v, a := venues[(i*7)%len(venues)], pick(g, attractions)
		name := a.Name + map[string]string{"music": " live", "sports": " friendly match", "theatre": "", "comedy": ": new jokes", "family": " on tour"}[a.Category]
		out[i] = Event{id("EV", i), name + " in " + v.City, a.Category, a.ID, v.ID, v.Name, v.City, v.Country, Today + Date(g.between(1, 150)), fmt.Sprintf("%02d:%s", g.between(14, 21), pick(g, words("00 30"))), float64(g.between(12, 140)), v.Capacity}
	}
	return out
}
