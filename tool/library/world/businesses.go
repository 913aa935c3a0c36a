package world

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// ReviewVote is one reader's opinion of a review.
type ReviewVote struct {
	ID     string `json:"id" doc:"Vote identifier"`
	Review string `json:"review_id" doc:"Review it is about"`
	Kind   string `json:"kind" doc:"What the reader finds it" enum:"useful,funny,kind"`
	Voter  string `json:"voter" doc:"Who voted; me is the user"`
}

// Key is the identifier.
func (v ReviewVote) Key() string { return v.ID }

// OrderedDish is a dish in an order.
type OrderedDish struct {
	Item  string  `json:"item_id" doc:"Menu item"`
	Title string  `json:"title" doc:"Dish"`
	Count int     `json:"count" doc:"Portions"`
	Price float64 `json:"price_usd" doc:"Price of all portions"`
}

// FoodOrder is a meal that a restaurant brings.
type FoodOrder struct {
	ID         string        `json:"id" doc:"Order identifier"`
	Restaurant string        `json:"restaurant_id" doc:"Business identifier of the restaurant"`
	Owner      string        `json:"owner" doc:"Who ordered; me is the user"`
	Address    string        `json:"address" doc:"Street and number in the restaurant's city"`
	Lines      []OrderedDish `json:"lines" doc:"Dishes"`
	Fee        float64       `json:"delivery_fee_usd" doc:"Price of bringing it"`
	Total      float64       `json:"total_usd" doc:"Price of everything"`
	Account    string        `json:"account_id" doc:"Account that paid; empty when it is paid in cash at the door"`
	Starts     time.Time     `json:"preparation_starts" doc:"When the kitchen begins"`
	Leaves     time.Time     `json:"leaves" doc:"When the rider leaves"`
	Arrives    time.Time     `json:"arrives" doc:"When it arrives"`
	Cancelled  bool          `json:"cancelled" doc:"Whether it was cancelled"`
	Refund     float64       `json:"refund_usd" doc:"Money given back"`
}

// Key is the identifier.
func (o FoodOrder) Key() string { return o.ID }

// Stage says how far an order is at a moment.
func (o FoodOrder) Stage(at time.Time) string {
	switch {
	case o.Cancelled:
		return "cancelled"
	case at.Before(o.Starts):
		return "scheduled"
	case at.Before(o.Leaves):
		return "being prepared"
	case at.Before(o.Arrives):
		return "on the way"
	}
	return "delivered"
}

// Tables about local businesses.
var (
	ReviewVotes = Table[ReviewVote]{"review_votes", makeReviewVotes}
	FoodOrders  = Table[FoodOrder]{"food_orders", makeFoodOrders}
)

// Hours are the hours of a business on a day, in minutes after midnight, local time. Shops and
// services are closed on public holidays, places to eat and drink are not.
func (b *Base) Hours(z Business, day Date) (opens, closes int, holiday string) {
	opens, closes = ClockMinutes(z.Opens), ClockMinutes(z.Closes)
	if closes <= opens {
		closes += 24 * 60
	}
	if slices.Contains(words("restaurant cafe bar bakery"), z.Category) {
		return opens, closes, ""
	}
	for _, c := range Countries.Base(b) {
		if c.Code != z.Country {
			continue
		}
		for _, h := range Holidays(c, day.Year()) {
			if h.Date == day {
				return 0, 0, h.Name
			}
		}
	}
	return opens, closes, ""
}

// OpenAt says whether a business is open at a moment.
func (b *Base) OpenAt(z Business, at time.Time) bool {
	local := at.In(b.ZoneOf(z))
	opens, closes, _ := b.Hours(z, DateOf(local))
	m := local.Hour()*60 + local.Minute()
	return m >= opens && m < closes
}

// ZoneOf is the time zone of a business.
func (b *Base) ZoneOf(z Business) *time.Location {
	for _, c := range Cities.Base(b) {
		if c.Name == z.City && c.Country == z.Country {
			zone, _ := Zone(c.Timezone)
			return zone
		}
	}
	return time.UTC
}

// Moment is that many minutes after midnight on a day in a zone.
func Moment(day Date, minutes int, zone *time.Location) time.Time {
	y, m, d := day.Time().Date()
	return time.Date(y, m, d, 0, minutes, 0, 0, zone)
}

// ClockMinutes is how many minutes after midnight a clock shows that reads "15:04".
func ClockMinutes(clock string) int {
	h, m, _ := strings.Cut(clock, ":")
	return 60*atoi(h) + atoi(m)
}

// AddressPoint places an address of a city: that of a business where the business is, any other
// within some kilometres of the centre, always at the same point.
func AddressPoint(w *World, c City, address string) (lat, lon float64) {
	key := Slug(address, "-")
	z, ok := Businesses.First(w, func(z *Business) bool {
		return z.City == c.Name && z.Country == c.Country && Slug(z.Address, "-") == key
	})
	if ok {
		return z.Latitude, z.Longitude
	}
	b := w.base
	key = "address/" + c.ID + key
	return Round(c.Latitude+0.03*(b.Unit(key, 0)-0.5), 4), Round(c.Longitude+0.04*(b.Unit(key, 1)-0.5), 4)
}

// DeliveryKm is how far a restaurant brings meals, in kilometres.
const DeliveryKm = 8.5

// Delivery is what bringing a meal from a restaurant to a point costs in US dollars and how many
// minutes the rider takes.
func Delivery(z Business, lat, lon float64) (km, fee float64, minutes int) {
	km = Distance(z.Latitude, z.Longitude, lat, lon)
	return Round(km, 2), Round(1.5+0.6*km+0.4*float64(z.Level), 2), 4 + int(4*km)
}

// Kitchen is how many minutes a restaurant needs to prepare that many portions.
func (b *Base) Kitchen(z Business, portions int) int {
	return 12 + b.Upto(14, "kitchen/"+z.ID, 0) + 2*min(portions, 20)
}

func makeReviewVotes(b *Base) []ReviewVote {
	g, people, all := b.gen("review_votes"), People.Base(b), Businesses.Base(b)
	out := make([]ReviewVote, 400)
	for i := range out {
		z := pick(g, all)
		reviews := 3 + b.Upto(6, "reviews/"+z.ID, 0)
		out[i] = ReviewVote{id("VT", i), reviewID(z.ID, g.IntN(reviews)), pick(g, words("useful useful funny kind")), people[i%len(people)].Name}
	}
	return out
}

func makeFoodOrders(b *Base) []FoodOrder {
	g, people := b.gen("food_orders"), People.Base(b)
	w, menus := Open(b), map[string][]MenuItem{}
	for _, m := range MenuItems.Base(b) {
		menus[m.Restaurant] = append(menus[m.Restaurant], m)
	}
	var bring, open []Business
	for _, z := range Businesses.Base(b) {
		if z.Category == "restaurant" && z.Delivers {
			bring = append(bring, z)
			if b.OpenAt(z, Now().Add(-20*time.Minute)) && b.OpenAt(z, Now()) {
				open = append(open, z)
			}
		}
	}
	out := make([]FoodOrder, 60)
	for i := range out {
		z, owner, day := pick(g, bring), pick(g, people).Name, Today-Date(g.between(1, 90))
		if i%5 < 2 {
			owner = "me"
		}
		if i == 0 || i == 5 { // these are for tomorrow in every seed
			day = Today + 1
		}
		starts := Moment(day, ClockMinutes(z.Opens)+60+g.IntN(480), b.ZoneOf(z))
		if i > 0 && i < 4 && len(open) > 0 { // these are under way
			z = pick(g, open)
			starts = Now().Add(-time.Duration(g.between(2, 20)) * time.Minute).In(b.ZoneOf(z))
		}
		var lines []OrderedDish
		portions := 0
		for _, m := range some(g, menus[z.ID], g.between(1, 3)) {
			n := g.between(1, 3)
			portions += n
			lines = append(lines, OrderedDish{m.ID, m.Title, n, Round(m.Price*float64(n), 2)})
		}
		address := fmt.Sprintf("%s %d", pick(g, list("Harbour Street|Station Road|Mill Lane|Elm Row")), g.between(200, 400))
		out[i] = b.orderFood(w, z, address, lines, portions, starts)
		out[i].ID, out[i].Owner = id("FO", i), owner
	}
	return out
}

func (b *Base) orderFood(w *World, z Business, address string, lines []OrderedDish, portions int, starts time.Time) FoodOrder {
	o := FoodOrder{Restaurant: z.ID, Address: address, Lines: lines, Starts: starts}
	c, _ := CityNamed(w, z.City+","+z.Country)
	lat, lon := AddressPoint(w, c, address)
	_, fee, ride := Delivery(z, lat, lon)
	o.Fee, o.Total = fee, fee
	for _, l := range lines {
		o.Total = Round(o.Total+l.Price, 2)
	}
	o.Leaves = starts.Add(time.Duration(b.Kitchen(z, portions)) * time.Minute)
	o.Arrives = o.Leaves.Add(time.Duration(ride) * time.Minute)
	return o
}

// OrderFood makes an order of dishes from a restaurant's menu to an address of its city; the
// kitchen begins at the moment given. It is not yet kept: the caller pays and puts it.
func OrderFood(w *World, z Business, address string, lines []OrderedDish, portions int, starts time.Time) FoodOrder {
	return w.base.orderFood(w, z, address, lines, portions, starts)
}

func reviewID(subject string, i int) string { return fmt.Sprintf("%s-R%d", subject, i+1) }

// BusinessReview finds a review of a business by its identifier.
func BusinessReview(w *World, key string) (Review, Business, bool) {
	subject, _, derived := strings.Cut(key, "-R")
	if !derived {
		r, ok := Reviews.Get(w, key)
		z, known := Businesses.Get(w, r.Subject)
		return r, z, ok && known
	}
	z, ok := Businesses.Get(w, subject)
	if !ok {
		return Review{}, z, false
	}
	for _, r := range ReviewsOf(w, z.ID, z.Rating) {
		if r.ID == key {
			return r, z, true
		}
	}
	return Review{}, z, false
}

// VotesFor counts the votes for a review by their kind.
func VotesFor(w *World, review string) map[string]int {
	out := map[string]int{"useful": 0, "funny": 0, "kind": 0}
	for _, v := range ReviewVotes.All(w) {
		if v.Review == review {
			out[v.Kind]++
		}
	}
	return out
}
