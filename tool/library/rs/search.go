package rs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
	"deft/tool/library/world"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

type pageHit struct {
	Rank    int    `json:"rank"`
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet"`
	Kind    string `json:"kind"`
	Ref     string `json:"ref" doc:"Identifier that the detail tools of that kind take"`
}

func hits(pages []world.WebPage) []pageHit {
	out := make([]pageHit, len(pages))
	for i, p := range pages {
		out[i] = pageHit{i + 1, p.Title, p.URL, p.Snippet, p.Kind, p.Ref}
	}
	return out
}

func webTools() []define.Tool {
	return []define.Tool{
		define.View("web_search", "Searches the web: every city, company, film, hotel, recipe, paper and article has a page. The best pages come first.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What to look for" min:"1" max:"200"`
				Kind  string `json:"kind,omitempty" doc:"Only pages about this" enum:"city,company,film,book,paper,hotel,recipe,article,place,artist,university,breed"`
				define.Paging
			}) (define.Page[pageHit], error) {
				if in.Kind != "" {
					return define.Cut(hits(world.SearchWeb(w, in.Query, in.Kind)), in.Paging), nil
				}
				return define.Cut(hits(world.SearchWeb(w, in.Query)), in.Paging), nil
			}, `{"query":"hotels in Lisbon"}`, `{"query":"graph neural networks","kind":"paper","page_size":3}`),
		define.Get("fetch_web_page", "Gives the page at an address.", world.WebPages, "url=", "", "web_search shows addresses", `{"url":"https://www.citys.example/amsterdam-ct0001"}`, `{"url":"https://www.breeds.example/labrador-retriever-br0001"}`),
		define.View("search_autocomplete", "Completes what a user has typed so far to titles of pages, shortest first.",
			func(w *world.World, in struct {
				Prefix string `json:"prefix" doc:"Text typed so far" min:"1" max:"80"`
				Count  int    `json:"count" doc:"How many" min:"1" max:"20" default:"8"`
			}) (out struct {
				Suggestions []string `json:"suggestions"`
			}, err error) {
				for _, p := range world.WebPages.All(w) {
					if strings.HasPrefix(strings.ToLower(p.Title), strings.ToLower(in.Prefix)) && !slices.Contains(out.Suggestions, p.Title) {
						out.Suggestions = append(out.Suggestions, p.Title)
					}
				}
				world.SortBy(out.Suggestions, func(s string) int { return len(s) })
				out.Suggestions = out.Suggestions[:min(in.Count, len(out.Suggestions))]
				return out, nil
			}, `{"prefix":"ber"}`, `{"prefix":"The ","count":3}`),
		define.View("related_searches", "Suggests further searches: words that occur often in the pages a query finds.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"The search" min:"1" max:"200"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"6"`
			}) (out struct {
				Searches []string `json:"searches"`
			}, err error) {
				n, order, own := map[string]int{}, []string{}, world.Terms(in.Query)
				found := world.SearchWeb(w, in.Query)
				for _, p := range found[:min(30, len(found))] {
					for _, t := range world.Terms(p.Title) {
						if n[t]++; n[t] == 1 && !slices.Contains(own, t) && len(t) > 3 {
							order = append(order, t)
						}
					}
				}
				for _, t := range world.TopBy(order, func(t string) int { return n[t] }) {
					if len(out.Searches) < in.Count {
						out.Searches = append(out.Searches, strings.TrimSpace(in.Query)+" "+t)
					}
				}
				return out, nil
			}, `{"query":"museum"}`, `{"query":"robot grasping","count":3}`),
		define.View("site_search", "Searches only the pages of one host, such as www.recipes.example.",
			func(w *world.World, in struct {
				Host  string `json:"host" doc:"Host name" min:"4" max:"100"`
				Query string `json:"query" doc:"What to look for" min:"1" max:"200"`
				define.Paging
			}) (define.Page[pageHit], error) {
				found := slices.DeleteFunc(world.SearchWeb(w, in.Query), func(p world.WebPage) bool { return !strings.HasPrefix(p.URL, "https://"+strings.ToLower(in.Host)+"/") })
				return define.Cut(hits(found), in.Paging), nil
			}, `{"host":"www.recipes.example","query":"tomato soup"}`, `{"host":"www.films.example","query":"last train","page_size":5}`),
	}
}

func mediaTools() []define.Tool {
	return []define.Tool{
		define.View("image_search", "Searches pictures of places, works of art and dishes.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What the picture should show" min:"1" max:"200"`
				Shape string `json:"shape" doc:"Shape of the picture" enum:"any,wide,tall,square" default:"any"`
				define.Paging
			}) (define.Page[picture], error) {
				return define.Cut(pictures(w, in.Query, in.Shape), in.Paging), nil
			}, `{"query":"bridge"}`, `{"query":"soup","shape":"wide","page_size":4}`),
		define.List("video_search", "Finds videos by words of the title, topic, length and age.", world.Videos, "title~query topic= channel= seconds<= published>=since", "id title channel seconds views published about", "views- published- seconds+", `{"query":"how to"}`, `{"topic":"travel","sort":"published-"}`),
		define.View("get_video", "Gives a video with its channel's other videos and what it is about.",
			func(w *world.World, in struct {
				ID string `json:"video_id" doc:"Video identifier" min:"1" max:"20"`
			}) (out struct {
				Video   world.Video `json:"video"`
				Subject string      `json:"subject" doc:"Title of the recipe, place or song it is about"`
				More    []string    `json:"more_from_channel"`
				PerDay  float64     `json:"views_per_day"`
			}, err error) {
				v, ok := world.Videos.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("video", in.ID, "video_search shows identifiers")
				}
				out.Video, out.PerDay = v, float64(v.Views)/float64(max(1, world.Today-v.Published))
				if r, ok := world.Recipes.Get(w, v.Ref); ok {
					out.Subject = r.Title
				} else if p, ok := world.Places.Get(w, v.Ref); ok {
					out.Subject = p.Name
				} else if s, ok := world.Songs.Get(w, v.Ref); ok {
					out.Subject = s.Title
				}
				for _, o := range world.Videos.All(w) {
					if o.Channel == v.Channel && o.ID != v.ID && len(out.More) < 5 {
						out.More = append(out.More, o.ID)
					}
				}
				return out, nil
			}, `{"video_id":"VD0001"}`, `{"video_id":"VD0044"}`),
		define.View("channel_overview", "Ranks the video channels by views and says what they are about.",
			func(w *world.World, in struct {
				Topic string `json:"topic,omitempty" doc:"Only videos on this topic" enum:"cooking,travel,music,science,fitness,news"`
			}) (out struct {
				Channels []channel `json:"channels"`
			}, err error) {
				for _, v := range world.Videos.All(w) {
					if in.Topic != "" && v.Topic != in.Topic {
						continue
					}
					i := slices.IndexFunc(out.Channels, func(c channel) bool { return c.Name == v.Channel })
					if i < 0 {
						i = len(out.Channels)
						out.Channels = append(out.Channels, channel{Name: v.Channel})
					}
					c := &out.Channels[i]
					c.Videos, c.Views, c.Seconds = c.Videos+1, c.Views+v.Views, c.Seconds+v.Seconds
				}
				world.TopBy(out.Channels, func(c channel) int { return c.Views })
				return out, nil
			}, `{}`, `{"topic":"cooking"}`),
	}
}

type channel struct {
	Name    string `json:"channel"`
	Videos  int    `json:"videos"`
	Views   int    `json:"views"`
	Seconds int    `json:"total_seconds"`
}

type picture struct {
	URL    string `json:"url"`
	Alt    string `json:"description"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Ref    string `json:"ref"`
}

func pictures(w *world.World, query, shape string) []picture {
	var out []picture
	add := func(ref, alt string, width, height int) {
		s := "square"
		if width > height*11/10 {
			s = "wide"
		} else if height > width*11/10 {
			s = "tall"
		}
		if shape == "any" || shape == s {
			out = append(out, picture{"https://images.example/" + strings.ToLower(ref) + ".jpg", alt, width, height, ref})
		}
	}
	for _, p := range world.SearchWeb(w, query, "place", "recipe") {
		n := w.Base().Upto(5, "picture/"+p.Ref, 0)
		add(p.Ref, p.Title, 800+160*n, 900+40*n)
	}
	for _, a := range world.Artworks.All(w) {
		if strings.Contains(strings.ToLower(a.Title+" "+a.Medium+" "+a.Class), strings.ToLower(query)) {
			add(a.ID, a.Title+" by "+a.Artist+", "+a.Medium, a.Width, a.Height)
		}
	}
	return out
}

func shoppingTools() []define.Tool {
	return []define.Tool{
		define.View("compare_offers", "Searches goods and compares the offers: price with delivery, reduction and rating, cheapest first.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What to buy" min:"1" max:"100"`
				define.Paging
			}) (define.Page[offer], error) {
				var out []offer
				for _, p := range world.Products.All(w) {
					if matchesWords(p.Title+" "+p.Category, in.Query) {
						ship := world.Shipping(p.Weight, p.Price)
						out = append(out, offer{p.ID, p.Title, p.Seller, p.Price, ship, world.Round(p.Price+ship, 2), world.Round(100*(1-p.Price/p.Before), 1), p.Rating, p.Stock > 0})
					}
				}
				return define.Cut(world.SortBy(out, func(o offer) float64 { return o.Total }), in.Paging), nil
			}, `{"query":"phone"}`, `{"query":"tent","page_size":3}`),
		define.View("find_deals", "Finds the goods with the greatest reductions.",
			func(w *world.World, in struct {
				Category string  `json:"category,omitempty" doc:"Kind of product" enum:"phones,laptops,audio,kitchen,sports,toys,clothing,books,garden,cameras"`
				Percent  float64 `json:"min_percent" doc:"Least reduction in percent" min:"1" max:"90" default:"10"`
				Count    int     `json:"count" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Deals []deal `json:"deals"`
			}, err error) {
				for _, p := range world.Products.All(w) {
					cut := 100 * (1 - p.Price/p.Before)
					if cut >= in.Percent && (in.Category == "" || p.Category == in.Category) && p.Stock > 0 {
						out.Deals = append(out.Deals, deal{p.ID, p.Title, p.Price, world.Round(p.Before-p.Price, 2), world.Round(cut, 1)})
					}
				}
				world.TopBy(out.Deals, func(d deal) float64 { return d.Percent })
				out.Deals = out.Deals[:min(in.Count, len(out.Deals))]
				return out, nil
			}, `{}`, `{"category":"audio","min_percent":5}`),
		define.View("price_history", "Gives the price of a product month by month, with lowest, highest and whether now is a good time.",
			func(w *world.World, in struct {
				ID     string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				Months int    `json:"months" doc:"Months to look back" min:"2" max:"24" default:"12"`
			}) (out struct {
				Prices []monthPrice `json:"prices"`
				Low    float64      `json:"lowest"`
				High   float64      `json:"highest"`
				Good   bool         `json:"good_time" doc:"Whether the price is among the lowest quarter"`
			}, err error) {
				p, ok := world.Products.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("product", in.ID, "compare_offers shows identifiers")
				}
				below := 0
				for k := in.Months - 1; k >= 0; k-- {
					price := p.Price
					if k > 0 {
						price = world.Round(p.Before*(0.85+0.15*w.Base().Noise("price/"+p.ID, float64(k)/2)), 2)
					}
					if price < p.Price {
						below++
					}
					out.Prices = append(out.Prices, monthPrice{world.Today.AddMonths(-k).Time().Format("2006-01"), price})
				}
				low := slices.MinFunc(out.Prices, byPrice)
				high := slices.MaxFunc(out.Prices, byPrice)
				out.Low, out.High, out.Good = low.Price, high.Price, below*4 < in.Months
				return out, nil
			}, `{"product_id":"PD0001"}`, `{"product_id":"PD0042","months":6}`),
		define.View("product_reviews", "Gives the reviews of a product with how the stars are spread.",
			func(w *world.World, in struct {
				ID    string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				Stars int    `json:"stars,omitempty" doc:"Only reviews with so many stars" min:"1" max:"5"`
				define.Paging
			}) (out struct {
				Spread map[string]int `json:"stars"`
				define.Page[world.Review]
			}, err error) {
				p, ok := world.Products.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("product", in.ID, "compare_offers shows identifiers")
				}
				out.Spread = map[string]int{}
				all := slices.DeleteFunc(world.ReviewsOf(w, p.ID, p.Rating), func(r world.Review) bool {
					out.Spread[fmt.Sprint(r.Stars)]++
					return in.Stars != 0 && r.Stars != in.Stars
				})
				out.Page = define.Cut(all, in.Paging)
				return out, nil
			}, `{"product_id":"PD0002"}`, `{"product_id":"PD0003","stars":4}`),
	}
}

type offer struct {
	ID      string  `json:"product_id"`
	Title   string  `json:"title"`
	Seller  string  `json:"seller"`
	Price   float64 `json:"price_usd"`
	Ship    float64 `json:"delivery_usd"`
	Total   float64 `json:"total_usd"`
	Percent float64 `json:"reduced_percent"`
	Rating  float64 `json:"rating"`
	Stock   bool    `json:"in_stock"`
}

type deal struct {
	ID      string  `json:"product_id"`
	Title   string  `json:"title"`
	Price   float64 `json:"price_usd"`
	Saved   float64 `json:"saved_usd"`
	Percent float64 `json:"reduced_percent"`
}

type monthPrice struct {
	Month string  `json:"month"`
	Price float64 `json:"price_usd"`
}

func byPrice(a, b monthPrice) int {
	if a.Price < b.Price {
		return -1
	}
	if a.Price > b.Price {
		return 1
	}
	return 0
}

// matchesWords says whether a text holds every word of a query, a plural s aside.
func matchesWords(text, query string) bool {
	text = strings.ToLower(text)
	for _, t := range world.Terms(query) {
		if !strings.Contains(text, t) && !strings.Contains(text, strings.TrimSuffix(t, "s")) {
			return false
		}
	}
	return true
}

func knowledgeTools() []define.Tool {
	return []define.Tool{
		define.View("encyclopedia_summary", "Gives the encyclopedia's summary of the page that fits a title best, and what else the title may mean.",
			func(w *world.World, in struct {
				Title string `json:"title" doc:"Title" min:"1" max:"120"`
			}) (out struct {
				Title   string    `json:"title"`
				Kind    string    `json:"kind"`
				Summary string    `json:"summary"`
				URL     string    `json:"url"`
				Others  []pageHit `json:"other_meanings"`
			}, err error) {
				found := world.SearchWeb(w, in.Title, "city", "company", "film", "book", "artist", "university", "breed", "place")
				if len(found) == 0 {
					return out, define.NotFound("page about", in.Title, "try web_search with other words")
				}
				best := max(0, slices.IndexFunc(found, func(p world.WebPage) bool { return strings.EqualFold(p.Title, in.Title) }))
				p := found[best]
				out.Title, out.Kind, out.Summary, out.URL = p.Title, p.Kind, p.Snippet, p.URL
				out.Others = hits(slices.Delete(slices.Clone(found), best, best+1))
				out.Others = out.Others[:min(4, len(out.Others))]
				return out, nil
			}, `{"title":"Lisbon"}`, `{"title":"Golden Retriever"}`),
		define.View("scholar_search", "Searches papers and ranks them by how well they fit and how often they are cited.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What to look for" min:"1" max:"200"`
				From  int    `json:"from_year" doc:"First year" min:"1900" max:"2100" default:"1900"`
				define.Paging
			}) (define.Page[scholarHit], error) {
				var out []scholarHit
				for i, h := range world.SearchWeb(w, in.Query, "paper") {
					p, _ := world.Papers.Get(w, h.Ref)
					if c := len(world.Cited(w, p.ID)); p.Published.Year() >= in.From {
						out = append(out, scholarHit{lineOf(p), c, world.Round(math.Log1p(float64(c))+10/float64(i+5), 4)})
					}
					if i == 60 {
						break
					}
				}
				return define.Cut(world.TopBy(out, func(h scholarHit) float64 { return h.Score }), in.Paging), nil
			}, `{"query":"bird migration"}`, `{"query":"panel data","from_year":2019}`),
		define.View("local_services", "Finds shops and services near a place in a city, nearest first, and says which are open now.",
			func(w *world.World, in struct {
				City    string  `json:"city" doc:"City" min:"1" max:"80"`
				Service string  `json:"service" doc:"Kind of business" enum:"restaurant,cafe,bar,bakery,hair salon,gym,bookshop,bike repair,pharmacy,florist"`
				Km      float64 `json:"within_km" doc:"Distance from the centre in km" min:"0.1" max:"50" default:"10"`
			}) (out struct {
				LocalTime string         `json:"local_time"`
				Services  []localService `json:"services"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				z, _ := world.Zone(c.Timezone)
				out.LocalTime = world.Now().In(z).Format("15:04")
				for _, b := range world.Businesses.All(w) {
					if km := world.Distance(c.Latitude, c.Longitude, b.Latitude, b.Longitude); b.Category == in.Service && km <= in.Km {
						out.Services = append(out.Services, localService{b.ID, b.Name, b.Address, b.Phone, world.Round(km, 2), b.Rating, w.Base().OpenAt(b, world.Now())})
					}
				}
				world.SortBy(out.Services, func(s localService) float64 { return s.Km })
				return out, nil
			}, `{"city":"Paris","service":"restaurant"}`, `{"city":"Tokyo","service":"pharmacy","within_km":5}`),
	}
}

type scholarHit struct {
	paperLine
	Citations int     `json:"citations"`
	Score     float64 `json:"score"`
}

type localService struct {
	ID      string  `json:"business_id"`
	Name    string  `json:"name"`
	Address string  `json:"address"`
	Phone   string  `json:"phone"`
	Km      float64 `json:"distance_km"`
	Rating  float64 `json:"rating"`
	Open    bool    `json:"open_now"`
}

func answerTools() []define.Tool {
	return []define.Tool{
		define.View("answer_question", "Answers a short factual question from the world's data: capitals, populations, currencies, distances between cities, the time, or arithmetic.",
			func(w *world.World, in struct {
				Question string `json:"question" doc:"The question" min:"3" max:"200"`
			}) (out struct {
				Answered bool   `json:"answered"`
				Answer   string `json:"answer"`
				Basis    string `json:"basis" doc:"What the answer rests on"`
			}, err error) {
				out.Answer, out.Basis = answer(w, in.Question)
				if out.Answered = out.Answer != ""; !out.Answered {
					out.Answer, out.Basis = "No answer was found.", "try web_search"
				}
				return out, nil
			}, `{"question":"What is the capital of Kenya?"}`, `{"question":"How far is Paris from Berlin?"}`),
		define.View("people_also_ask", "Gives questions that others ask about a city or country, each with its answer.",
			func(w *world.World, in struct {
				Subject string `json:"subject" doc:"City or country" min:"1" max:"80"`
			}) (out struct {
				Questions []struct {
					Question string `json:"question"`
					Answer   string `json:"answer"`
				} `json:"questions"`
			}, err error) {
				asks := []string{"What is the population of %s?", "What is the capital of %s?", "What is the currency of %s?", "What time is it in %s?", "Which language is spoken in %s?"}
				for _, a := range asks {
					q := fmt.Sprintf(a, strings.TrimSpace(in.Subject))
					if text, _ := answer(w, q); text != "" {
						out.Questions = append(out.Questions, struct {
							Question string `json:"question"`
							Answer   string `json:"answer"`
						}{q, text})
					}
				}
				if len(out.Questions) == 0 {
					return out, define.NotFound("city or country", in.Subject, "find_cities shows which there are")
				}
				return out, nil
			}, `{"subject":"Portugal"}`, `{"subject":"Tokyo"}`),
	}
}

// answer looks for the places that a question names and for a word that says what is asked.
func answer(w *world.World, q string) (text, basis string) {
	low := " " + strings.ToLower(strings.Trim(q, " ?!.")) + " "
	var cities []world.City
	for _, c := range world.Cities.All(w) {
		if strings.Contains(low, " "+strings.ToLower(c.Name)+" ") {
			cities = append(cities, c)
		}
	}
	land, isLand := world.Countries.First(w, func(c *world.Country) bool { return strings.Contains(low, " "+strings.ToLower(c.Name)+" ") })
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(x string) bool { return strings.Contains(low, x) })
	}
	switch {
	case len(cities) >= 2 && has("far", "distance"):
		a, b := cities[0], cities[1]
		return fmt.Sprintf("%s and %s are %.0f km apart.", a.Name, b.Name, world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)), "great-circle distance"
	case isLand && has("capital"):
		return fmt.Sprintf("The capital of %s is %s.", land.Name, land.Capital), "country facts"
	case isLand && has("currency", "money"):
		return fmt.Sprintf("The currency of %s is %s.", land.Name, land.Currency), "country facts"
	case isLand && has("language", "speak"):
		return fmt.Sprintf("In %s one speaks %s.", land.Name, strings.Join(land.Languages, ", ")), "country facts"
	case len(cities) > 0 && has("time is it", "what time"):
		z, _ := world.Zone(cities[0].Timezone)
		return fmt.Sprintf("It is %s in %s.", world.Now().In(z).Format("15:04"), cities[0].Name), "time zone " + cities[0].Timezone
	case len(cities) > 0 && has("population", "people", "inhabitants"):
		return fmt.Sprintf("%s has %d inhabitants.", cities[0].Name, cities[0].Population), "city facts"
	case isLand && has("population", "people", "inhabitants"):
		return fmt.Sprintf("%s has %.1f million inhabitants.", land.Name, land.Population), "country facts"
	}
	sum := strings.TrimSpace(low)
	for _, lead := range []string{"what is", "how much is", "calculate", "compute"} {
		sum = strings.TrimPrefix(sum, lead)
	}
	if v, err := expr.Eval(sum, nil); err == nil {
		if n, ok := v.(float64); ok {
			return fmt.Sprint(world.Round(n, 8)), "arithmetic"
		}
	}
	return "", ""
}
