package pl

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func restaurant(w *world.World, id string) (world.Business, error) {
	b, err := define.Row(w, world.Businesses, id, "search_restaurants shows identifiers")
	if err == nil && b.Category != "restaurant" {
		err = define.Fail("not_a_restaurant", "%s is a %s", b.Name, b.Category)
	}
	return b, err
}

func restaurantTools() []define.Tool {
	return []define.Tool{
		define.View("search_restaurants", "Finds restaurants of a city by cuisine, price level and rating, with the distance from the centre.",
			func(w *world.World, in struct {
				City    string  `json:"city" doc:"City" min:"1" max:"80"`
				Cuisine string  `json:"cuisine,omitempty" doc:"Cuisine" enum:"italian,mexican,indian,japanese,french,greek,thai,american"`
				Level   int     `json:"max_price_level" doc:"Greatest price level" min:"1" max:"4" default:"4"`
				Rating  float64 `json:"min_rating" doc:"Least rating" min:"1" max:"5" default:"1"`
				define.Paging
			}) (define.Page[foundRestaurant], error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return define.Page[foundRestaurant]{}, err
				}
				var all []foundRestaurant
				for _, b := range world.Businesses.All(w) {
					if b.Category == "restaurant" && b.City == c.Name && b.Country == c.Country && (in.Cuisine == "" || b.Cuisine == in.Cuisine) && b.Level <= in.Level && b.Rating >= in.Rating {
						all = append(all, foundRestaurant{b.ID, b.Name, b.Cuisine, b.Rating, b.Level, world.Round(world.Distance(c.Latitude, c.Longitude, b.Latitude, b.Longitude), 2)})
					}
				}
				return define.Cut(world.TopBy(all, func(r foundRestaurant) float64 { return r.Rating }), in.Paging), nil
			}, `{"city":"Lisbon"}`, `{"city":"Tokyo","min_rating":3}`),
		define.Get("get_business", "Gives a local business with address, telephone number and opening hours.", world.Businesses, "id=business_id", "", "search_restaurants and local_services show identifiers", `{"business_id":"BZ0001"}`, `{"business_id":"BZ0400"}`),
		define.List("find_businesses", "Finds local businesses of every kind by name, city, category and rating.", world.Businesses, "name~query city= category= rating>= price_level<= delivers=", "id name category city rating price_level", "rating- name+", `{"city":"Paris"}`, `{"category":"bakery","min_rating":4}`),
		define.View("business_by_phone", "Finds the business that has a telephone number; blanks and the leading + do not matter.",
			func(w *world.World, in struct {
				Phone string `json:"phone" doc:"Telephone number" min:"5" max:"30"`
			}) (out struct {
				Matches []foundRestaurant `json:"matches"`
			}, err error) {
				digits := func(s string) string {
					return strings.Map(func(r rune) rune {
						if r < '0' || r > '9' {
							return -1
						}
						return r
					}, s)
				}
				want := digits(in.Phone)
				for _, b := range world.Businesses.All(w) {
					if d := digits(b.Phone); len(want) >= 5 && strings.HasSuffix(d, want) {
						out.Matches = append(out.Matches, foundRestaurant{b.ID, b.Name, b.Category, b.Rating, b.Level, 0})
					}
				}
				return out, nil
			}, `{"phone":"+31 555 123456"}`, `{"phone":"000000"}`),
		define.View("restaurant_availability", "Shows at which times a restaurant has a table for a party on a day, bookings included.",
			func(w *world.World, in struct {
				ID    string     `json:"restaurant_id" doc:"Business identifier of the restaurant" min:"1" max:"20"`
				Date  world.Date `json:"date" doc:"Day"`
				Party int        `json:"guests" doc:"Guests" min:"1" max:"20" default:"2"`
			}) (out struct {
				Times []string `json:"free_times"`
			}, err error) {
				b, err := restaurant(w, in.ID)
				for _, t := range tableTimes() {
					if err == nil && freeTable(w, b, in.Date, t) >= in.Party {
						out.Times = append(out.Times, t)
					}
				}
				return out, err
			}, `{"restaurant_id":"BZ0001","date":"2025-06-14"}`, `{"restaurant_id":"BZ0002","date":"2025-06-20","guests":6}`),
		define.Act("book_table", "Books a table at a restaurant. It fails when the restaurant is full at that time.",
			func(w *world.World, in struct {
				ID    string     `json:"restaurant_id" doc:"Business identifier of the restaurant" min:"1" max:"20"`
				Date  world.Date `json:"date" doc:"Day, from today on"`
				Time  string     `json:"time" doc:"Time" enum:"12:00,13:00,14:00,18:00,19:00,20:00,21:00"`
				Party int        `json:"guests" doc:"Guests" min:"1" max:"20"`
				Name  string     `json:"name" doc:"Name of the booking" min:"1" max:"80"`
			}) (world.Booking, error) {
				b, err := restaurant(w, in.ID)
				if err != nil {
					return world.Booking{}, err
				}
				if in.Date < world.Today {
					return world.Booking{}, define.Invalid("date", "must not be before today, %s", world.Today)
				}
				if free := freeTable(w, b, in.Date, in.Time); free < in.Party {
					return world.Booking{}, define.Fail("full", "%s has %d places left on %s at %s; restaurant_availability shows other times", b.Name, free, in.Date, in.Time)
				}
				k := world.Booking{ID: w.NextID("BK"), Kind: "restaurant", Ref: b.ID, Detail: in.Time, Name: in.Name, From: in.Date, To: in.Date, Count: in.Party, Status: "confirmed"}
				world.Bookings.Put(w, k)
				return k, nil
			}, `{"restaurant_id":"BZ0001","date":"2025-07-15","time":"19:00","guests":1,"name":"Ana Vega"}`, `{"restaurant_id":"BZ0005","date":"2025-08-20","time":"13:00","guests":1,"name":"Jo Lin"}`),
		define.Act("write_review", "Publishes the user's review of a hotel, business, product, film or app; review_summary counts it at once.",
			func(w *world.World, in struct {
				Subject string `json:"subject_id" doc:"Identifier of what it is about" min:"1" max:"20"`
				Stars   int    `json:"stars" doc:"Stars" min:"1" max:"5"`
				Text    string `json:"text" doc:"Text" min:"3" max:"2000"`
			}) (world.Review, error) {
				if _, ok := rated(w, in.Subject); !ok {
					return world.Review{}, define.NotFound("hotel, business, product, film or app", in.Subject, "the search tools show identifiers")
				}
				r := world.Review{ID: w.NextID("RV"), Subject: in.Subject, Author: "me", Stars: in.Stars, Text: in.Text, Day: world.Today}
				world.Reviews.Put(w, r)
				return r, nil
			}, `{"subject_id":"BZ0001","stars":5,"text":"Lovely evening."}`, `{"subject_id":"HT0003","stars":2,"text":"Too noisy."}`),
		define.View("review_summary", "Sums up the reviews of a hotel, business, product, film or app: mean, spread of the stars, newest texts.",
			func(w *world.World, in struct {
				Subject string `json:"subject_id" doc:"Identifier of what they are about" min:"1" max:"20"`
				Texts   int    `json:"texts" doc:"Newest reviews to show" min:"0" max:"20" default:"3"`
			}) (out struct {
				Reviews int            `json:"reviews"`
				Mean    float64        `json:"mean_stars"`
				Stars   map[string]int `json:"stars"`
				Newest  []world.Review `json:"newest"`
			}, err error) {
				rating, ok := rated(w, in.Subject)
				if !ok {
					return out, define.NotFound("hotel, business, product, film or app", in.Subject, "the search tools show identifiers")
				}
				all := world.ReviewsOf(w, in.Subject, rating)
				out.Reviews, out.Stars = len(all), map[string]int{}
				for _, r := range all {
					out.Mean += float64(r.Stars) / float64(len(all))
					out.Stars[number(float64(r.Stars))]++
				}
				slices.Reverse(all)
				out.Newest = all[:min(in.Texts, len(all))]
				return out, nil
			}, `{"subject_id":"BZ0001"}`, `{"subject_id":"FM0001","texts":1}`),
	}
}

type foundRestaurant struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Category string  `json:"category"`
	Rating   float64 `json:"rating"`
	Level    int     `json:"price_level"`
	Km       float64 `json:"distance_km"`
}

// rated gives the rating, from 1 to 5, of anything that can be reviewed.
func rated(w *world.World, id string) (float64, bool) {
	if h, ok := world.Hotels.Get(w, id); ok {
		return h.Rating, true
	}
	if b, ok := world.Businesses.Get(w, id); ok {
		return b.Rating, true
	}
	if p, ok := world.Products.Get(w, id); ok {
		return p.Rating, true
	}
	if f, ok := world.Films.Get(w, id); ok {
		return f.Rating / 2, true
	}
	if a, ok := world.Apps.Get(w, id); ok {
		return a.Rating, true
	}
	return 0, false
}

func tableTimes() []string {
	return []string{"12:00", "13:00", "14:00", "18:00", "19:00", "20:00", "21:00"}
}

// freeTable counts the free places of a restaurant at a time.
func freeTable(w *world.World, b world.Business, day world.Date, at string) int {
	free := 2 + w.Base().Upto(14, "table/"+b.ID+at, int(day))
	for _, k := range world.Bookings.All(w) {
		if k.Kind == "restaurant" && k.Ref == b.ID && k.From == day && k.Detail == at && k.Status != "cancelled" {
			free -= k.Count
		}
	}
	return max(free, 0)
}
