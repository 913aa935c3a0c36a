package ft

import (
	"math"
	"slices"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const businessHint = "businesses_around and suggest_businesses show identifiers"

// businessTools are the tools of local businesses.
func businessTools() []define.Tool { return slices.Concat(findingTools(), deliveryTools()) }

func findingTools() []define.Tool {
	return []define.Tool{
		define.View("businesses_around", "Finds local businesses around a point by kind, text, price level and opening, with distance and number of reviews.",
			func(w *world.World, in aroundParam) (define.Page[aroundHit], error) {
				return around(w, in), nil
			}, `{"latitude":38.72,"longitude":-9.14}`, `{"latitude":51.51,"longitude":-0.13,"categories":["restaurant","cafe"],"open_at":"2025-06-06T18:00:00Z","sort":"rating"}`),
		define.View("business_hours", "Gives the opening hours of a business for the seven days from a day on, public holidays included, whether it is open now, and when it opens next.",
			func(w *world.World, in struct {
				ID  string     `json:"business_id" doc:"Business identifier" min:"1" max:"20"`
				Day world.Date `json:"from" doc:"First day" default:"2025-06-02"`
			}) (businessWeek, error) {
				z, err := define.Row(w, world.Businesses, in.ID, businessHint)
				if err != nil {
					return businessWeek{}, err
				}
				return weekOf(w, z, in.Day), nil
			}, `{"business_id":"BZ0003"}`, `{"business_id":"BZ0100","from":"2025-12-22"}`),
		define.View("business_reviews", "Gives the reviews of a business page by page, by stars or words, with how many readers found each useful, funny or kind.",
			func(w *world.World, in struct {
				ID   string `json:"business_id" doc:"Business identifier" min:"1" max:"20"`
				Text string `json:"text,omitempty" doc:"Only reviews that hold this text" max:"80"`
				Low  int    `json:"min_stars" doc:"Fewest stars" min:"1" max:"5" default:"1"`
				High int    `json:"max_stars" doc:"Most stars" min:"1" max:"5" default:"5"`
				Sort string `json:"sort" doc:"Order" enum:"newest,highest,lowest,most_useful" default:"newest"`
				define.Paging
			}) (define.Page[readReview], error) {
				z, err := define.Row(w, world.Businesses, in.ID, businessHint)
				var all []readReview
				for _, r := range world.ReviewsOf(w, z.ID, z.Rating) {
					if err == nil && r.Stars >= in.Low && r.Stars <= in.High && strings.Contains(strings.ToLower(r.Text), strings.ToLower(in.Text)) {
						all = append(all, readReview{r, world.VotesFor(w, r.ID)})
					}
				}
				return define.Cut(world.TopBy(all, func(r readReview) float64 {
					day := float64(r.Day) / 1e6 // breaks ties: newer first
					return map[string]float64{"newest": day, "highest": float64(r.Stars) + day, "lowest": -float64(r.Stars) + day, "most_useful": float64(r.Votes["useful"]) + day}[in.Sort]
				}), in.Paging), err
			}, `{"business_id":"BZ0001"}`, `{"business_id":"BZ0044","min_stars":3,"sort":"most_useful","page_size":2}`),
		define.Act("vote_review", "Says for the user that a review of a business is useful, funny or kind, or takes this back. One vote of each sort for a review.",
			func(w *world.World, in struct {
				ID     string `json:"review_id" doc:"Review identifier" min:"1" max:"30"`
				Kind   string `json:"vote" doc:"What the user finds it" enum:"useful,funny,kind" default:"useful"`
				Remove bool   `json:"remove" doc:"Take the vote back" default:"false"`
			}) (out struct {
				Review   string         `json:"review_id"`
				Business string         `json:"business_id"`
				Votes    map[string]int `json:"votes"`
			}, err error) {
				r, z, ok := world.BusinessReview(w, in.ID)
				if !ok {
					return out, define.NotFound("review of a business", in.ID, "business_reviews shows identifiers")
				}
				mine, voted := world.ReviewVotes.First(w, func(v *world.ReviewVote) bool { return v.Review == r.ID && v.Kind == in.Kind && v.Voter == "me" })
				switch {
				case voted && !in.Remove:
					return out, define.Fail("duplicate", "the user has called the review %s %s already", r.ID, in.Kind)
				case !voted && in.Remove:
					return out, define.Fail("no_vote", "the user has not called the review %s %s", r.ID, in.Kind)
				case in.Remove:
					world.ReviewVotes.Delete(w, mine.ID)
				default:
					world.ReviewVotes.Put(w, world.ReviewVote{ID: w.NextID("VT"), Review: r.ID, Kind: in.Kind, Voter: "me"})
				}
				out.Review, out.Business, out.Votes = r.ID, z.ID, world.VotesFor(w, r.ID)
				return out, nil
			}, `{"review_id":"BZ0001-R1"}`, `{"review_id":"BZ0002-R2","vote":"funny"}`),
		define.View("business_categories", "Lists the kinds of local business of a city, a country or the world: how many, mean rating and price level, how many are open now, and the best rated.",
			func(w *world.World, in struct {
				City    string `json:"city,omitempty" doc:"Only this city" max:"80"`
				Country string `json:"country,omitempty" doc:"Only this country: name or code" max:"60"`
			}) (out struct {
				Categories []categoryState `json:"categories" doc:"The most frequent first"`
			}, err error) {
				var city world.City
				var country world.Country
				if in.City != "" {
					if city, err = define.City(w, in.City); err != nil {
						return out, err
					}
				}
				if in.Country != "" {
					if country, err = define.Country(w, in.Country); err != nil {
						return out, err
					}
				}
				out.Categories = categories(w, func(z world.Business) bool {
					return (in.City == "" || z.City == city.Name && z.Country == city.Country) && (in.Country == "" || z.Country == country.Code)
				})
				return out, nil
			}, `{}`, `{"city":"Berlin"}`),
		define.View("suggest_businesses", "Completes what a user types in a search field for local businesses: kinds, cuisines, dishes and names with a word that begins with the text.",
			func(w *world.World, in struct {
				Text  string `json:"text" doc:"Beginning of a word" min:"1" max:"60"`
				City  string `json:"city,omitempty" doc:"Only businesses of this city" max:"80"`
				Limit int    `json:"limit" doc:"Most names and most dishes" min:"1" max:"20" default:"5"`
			}) (out completion, err error) {
				low := strings.ToLower(strings.TrimSpace(in.Text))
				if low == "" {
					return out, define.Invalid("text", "must hold more than blanks")
				}
				var c world.City
				if in.City != "" {
					if c, err = define.City(w, in.City); err != nil {
						return out, err
					}
				}
				return complete(w, low, c, in.Limit), nil
			}, `{"text":"bak"}`, `{"text":"it","city":"Rome"}`),
	}
}

type aroundParam struct {
	Latitude   float64   `json:"latitude" doc:"Latitude of the point in degrees" min:"-90" max:"90"`
	Longitude  float64   `json:"longitude" doc:"Longitude of the point in degrees" min:"-180" max:"180"`
	Km         float64   `json:"radius_km" doc:"Greatest distance in km" min:"0.1" max:"40" default:"5"`
	Text       string    `json:"term,omitempty" doc:"Text in the name or the cuisine" max:"80"`
	Categories []string  `json:"categories,omitempty" doc:"Only these kinds" enum:"restaurant,cafe,bar,bakery,hair salon,gym,bookshop,bike repair,pharmacy,florist" max:"10"`
	Level      int       `json:"max_price_level" doc:"Greatest price level" min:"1" max:"4" default:"4"`
	Open       time.Time `json:"open_at,omitempty" doc:"Only those that are open at this moment"`
	Sort       string    `json:"sort" doc:"Order: best balances rating, reviews and distance" enum:"best,rating,distance,reviews" default:"best"`
	define.Paging
}

type aroundHit struct {
	ID       string  `json:"business_id"`
	Name     string  `json:"name"`
	Category string  `json:"category"`
	Cuisine  string  `json:"cuisine" doc:"Empty unless it is a restaurant"`
	Address  string  `json:"address"`
	City     string  `json:"city"`
	Rating   float64 `json:"rating"`
	Reviews  int     `json:"reviews"`
	Level    int     `json:"price_level"`
	Km       float64 `json:"distance_km"`
	Open     bool    `json:"open_now"`
}

func around(w *world.World, in aroundParam) define.Page[aroundHit] {
	var all []aroundHit
	low := strings.ToLower(in.Text)
	for _, z := range world.Businesses.All(w) {
		km := world.Distance(in.Latitude, in.Longitude, z.Latitude, z.Longitude)
		if km > in.Km || z.Level > in.Level || len(in.Categories) > 0 && !slices.Contains(in.Categories, z.Category) {
			continue
		}
		if !strings.Contains(strings.ToLower(z.Name+" "+z.Cuisine), low) || !in.Open.IsZero() && !w.Base().OpenAt(z, in.Open) {
			continue
		}
		all = append(all, aroundHit{z.ID, z.Name, z.Category, z.Cuisine, z.Address, z.City, z.Rating, len(world.ReviewsOf(w, z.ID, z.Rating)), z.Level, world.Round(km, 2), w.Base().OpenAt(z, world.Now())})
	}
	return define.Cut(world.TopBy(all, func(h aroundHit) float64 {
		return map[string]float64{"best": h.Rating + math.Log(1+float64(h.Reviews)) - 0.1*h.Km, "rating": h.Rating, "distance": -h.Km, "reviews": float64(h.Reviews)}[in.Sort]
	}), in.Paging)
}

type businessDay struct {
	Day     world.Date `json:"date"`
	Weekday string     `json:"weekday"`
	Opens   string     `json:"opens" doc:"Local time; empty when closed"`
	Closes  string     `json:"closes" doc:"Local time; 00:00 is midnight"`
	Holiday string     `json:"closed_for" doc:"Public holiday for which it is closed; empty when open"`
}

type businessWeek struct {
	Name  string        `json:"name"`
	Local string        `json:"local_time" doc:"Time of day at the business now"`
	Open  bool          `json:"open_now"`
	Next  time.Time     `json:"next_opening" doc:"Next moment at which it opens, or now when it is open"`
	Days  []businessDay `json:"days"`
}

func weekOf(w *world.World, z world.Business, from world.Date) businessWeek {
	b, now := w.Base(), world.Now()
	zone := b.ZoneOf(z)
	out := businessWeek{Name: z.Name, Local: now.In(zone).Format("15:04"), Open: b.OpenAt(z, now), Next: nextOpening(b, z, now, 0)}
	for d := from; d < from+7; d++ {
		opens, closes, holiday := b.Hours(z, d)
		day := businessDay{Day: d, Weekday: d.Weekday().String(), Holiday: holiday}
		if closes > opens {
			day.Opens, day.Closes = world.Moment(d, opens, zone).Format("15:04"), world.Moment(d, closes, zone).Format("15:04")
		}
		out.Days = append(out.Days, day)
	}
	return out
}

// nextOpening is the first moment from at on after which a business stays open for so many minutes.
func nextOpening(b *world.Base, z world.Business, at time.Time, minutes int) time.Time {
	zone := b.ZoneOf(z)
	for d := world.DateOf(at.In(zone)); ; d++ {
		opens, closes, _ := b.Hours(z, d)
		start, last := world.Moment(d, opens, zone), world.Moment(d, closes-minutes, zone)
		if start.Before(at) {
			start = at.In(zone)
		}
		if closes > opens && start.Before(last) {
			return start
		}
	}
}

type readReview struct {
	world.Review
	Votes map[string]int `json:"votes" doc:"Readers by what they find it"`
}

type categoryState struct {
	Name       string  `json:"category"`
	Businesses int     `json:"businesses"`
	Rating     float64 `json:"mean_rating"`
	Level      float64 `json:"mean_price_level"`
	Open       int     `json:"open_now"`
	Best       string  `json:"best_id" doc:"Business with the best rating"`
	best       float64
}

func categories(w *world.World, fits func(world.Business) bool) []categoryState {
	var out []categoryState
	for _, z := range world.Businesses.All(w) {
		if !fits(z) {
			continue
		}
		i := slices.IndexFunc(out, func(c categoryState) bool { return c.Name == z.Category })
		if i < 0 {
			i = len(out)
			out = append(out, categoryState{Name: z.Category})
		}
		c := &out[i]
		c.Businesses++
		c.Rating, c.Level = c.Rating+z.Rating, c.Level+float64(z.Level)
		if w.Base().OpenAt(z, world.Now()) {
			c.Open++
		}
		if z.Rating > c.best {
			c.best, c.Best = z.Rating, z.ID
		}
	}
	for i := range out {
		n := float64(out[i].Businesses)
		out[i].Rating, out[i].Level = world.Round(out[i].Rating/n, 3), world.Round(out[i].Level/n, 3)
	}
	return world.TopBy(out, func(c categoryState) int { return c.Businesses })
}

type completion struct {
	Categories []string      `json:"categories"`
	Cuisines   []string      `json:"cuisines"`
	Businesses []namedEntity `json:"businesses" doc:"The best rated first"`
	Dishes     []namedEntity `json:"dishes" doc:"In alphabetical order"`
}

type namedEntity struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// complete finds what has a word that begins with low; an empty city admits all.
func complete(w *world.World, low string, c world.City, limit int) completion {
	begins := func(name string) bool { return strings.Contains(" "+strings.ToLower(name), " "+low) }
	add := func(list []string, name string) []string {
		if name == "" || !begins(name) || slices.Contains(list, name) {
			return list
		}
		return append(list, name)
	}
	var out completion
	var found []world.Business
	here := map[string]bool{}
	for _, z := range world.Businesses.All(w) {
		if c.ID != "" && (z.City != c.Name || z.Country != c.Country) {
			continue
		}
		here[z.ID] = true
		out.Categories, out.Cuisines = add(out.Categories, z.Category), add(out.Cuisines, z.Cuisine)
		if begins(z.Name) {
			found = append(found, z)
		}
	}
	for _, z := range world.TopBy(found, func(z world.Business) float64 { return z.Rating })[:min(limit, len(found))] {
		out.Businesses = append(out.Businesses, namedEntity{z.ID, z.Name})
	}
	dishes := world.MenuItems.Where(w, func(m *world.MenuItem) bool { return here[m.Restaurant] && begins(m.Title) })
	for _, m := range world.SortBy(dishes, func(m world.MenuItem) string { return m.Title + m.ID })[:min(limit, len(dishes))] {
		out.Dishes = append(out.Dishes, namedEntity{m.ID, m.Title})
	}
	slices.Sort(out.Categories)
	slices.Sort(out.Cuisines)
	return out
}
