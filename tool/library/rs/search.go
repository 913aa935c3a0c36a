package rs

import (
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
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
		define.Get("fetch_web_page", "Gives the page at an address.", world.WebPages, "url=", "", "web_search shows addresses", `{"url":"https://www.cities.example/amsterdam-ct0001"}`, `{"url":"https://www.breeds.example/labrador-retriever-br0001"}`),
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
