package rs

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func headlineTools() []define.Tool {
	return []define.Tool{
		define.List("search_news", "Finds news articles by words of the summary, section, country, city and days.", world.Articles,
			"summary~query category= country= city= tone= published>=from published<=until", "id title source category published summary url", "published- title+", `{"query":"the"}`, `{"query":"storm","category":"weather","from":"2025-03-01"}`),
		define.Get("get_news_article", "Gives a news article with everything that is known of it.", world.Articles, "id=article_id", "", "search_news shows identifiers", `{"article_id":"NW0001"}`, `{"article_id":"NW0200"}`),
		define.View("top_headlines", "Gives the most important headlines of today and yesterday's week: recent ones first, at most two of a section and source.",
			func(w *world.World, in struct {
				Country string `json:"country,omitempty" doc:"Country, by name or code" max:"60"`
				Count   int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Headlines []headline `json:"headlines"`
			}, err error) {
				code := ""
				if in.Country != "" {
					c, err := define.Country(w, in.Country)
					if err != nil {
						return out, err
					}
					code = c.Code
				}
				seen := map[string]int{}
				for _, a := range world.TopBy(world.Articles.Where(w, func(a *world.Article) bool { return code == "" || a.Country == code }), func(a world.Article) int { return int(a.Published) }) {
					key := a.Category + a.Source
					if seen[key]++; seen[key] <= 2 && len(out.Headlines) < in.Count {
						out.Headlines = append(out.Headlines, headline{a.ID, a.Title, a.Source, a.Category, a.Published})
					}
				}
				return out, nil
			}, `{}`, `{"country":"United States","count":3}`),
		define.View("list_news_sources", "Lists the newspapers with their sections, how much they publish and when they last did.",
			func(w *world.World, in struct {
				Category string `json:"category,omitempty" doc:"Only newspapers with this section" enum:"business,politics,sports,technology,culture,weather,space"`
			}) (out struct {
				Sources []newsSource `json:"sources"`
			}, err error) {
				for _, a := range world.Articles.All(w) {
					i := slices.IndexFunc(out.Sources, func(s newsSource) bool { return s.Name == a.Source })
					if i < 0 {
						i = len(out.Sources)
						out.Sources = append(out.Sources, newsSource{Name: a.Source, Host: world.Slug(a.Source, "") + ".example"})
					}
					s := &out.Sources[i]
					s.Articles++
					s.Latest = max(s.Latest, a.Published)
					if !slices.Contains(s.Sections, a.Category) {
						s.Sections = append(s.Sections, a.Category)
					}
				}
				out.Sources = slices.DeleteFunc(out.Sources, func(s newsSource) bool { return in.Category != "" && !slices.Contains(s.Sections, in.Category) })
				return out, nil
			}, `{}`, `{"category":"technology"}`),
		define.View("related_news", "Finds articles close to one: about the same company, team or film first, then from the same city, then of the same section and week.",
			func(w *world.World, in struct {
				ID    string `json:"article_id" doc:"Article identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Related []struct {
					headline
					Why string `json:"why" enum:"subject,city,section"`
				} `json:"related"`
			}, err error) {
				a, ok := world.Articles.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("article", in.ID, "search_news shows identifiers")
				}
				for _, why := range []string{"subject", "city", "section"} {
					for _, o := range world.Articles.All(w) {
						match := map[string]bool{"subject": a.About != "" && o.About == a.About, "city": o.City == a.City, "section": o.Category == a.Category && (o.Published-a.Published)/7 == 0}[why]
						taken := slices.ContainsFunc(out.Related, func(r struct {
							headline
							Why string `json:"why" enum:"subject,city,section"`
						}) bool {
							return r.ID == o.ID
						})
						if match && !taken && o.ID != a.ID && len(out.Related) < in.Count {
							out.Related = append(out.Related, struct {
								headline
								Why string `json:"why" enum:"subject,city,section"`
							}{headline{o.ID, o.Title, o.Source, o.Category, o.Published}, why})
						}
					}
				}
				return out, nil
			}, `{"article_id":"NW0001"}`, `{"article_id":"NW0050","count":3}`),
		define.View("news_timeline", "Counts articles by week, with their tone; for one section, company or word.",
			func(w *world.World, in struct {
				Query    string `json:"query" doc:"Text to find in headlines" max:"100" default:""`
				Category string `json:"category,omitempty" doc:"Section" enum:"business,politics,sports,technology,culture,weather,space"`
				Weeks    int    `json:"weeks" doc:"Weeks to look back" min:"1" max:"20" default:"8"`
			}) (out struct {
				Weeks []newsWeek `json:"weeks"`
				Total int        `json:"total"`
			}, err error) {
				for k := range in.Weeks {
					out.Weeks = append(out.Weeks, newsWeek{From: world.Today - world.Date(7*(in.Weeks-k)-1)})
				}
				for _, a := range world.Articles.All(w) {
					k := int(a.Published-out.Weeks[0].From) / 7
					if a.Published < out.Weeks[0].From || k >= len(out.Weeks) || in.Category != "" && a.Category != in.Category || !strings.Contains(strings.ToLower(a.Title), strings.ToLower(in.Query)) {
						continue
					}
					out.Total++
					out.Weeks[k].Articles++
					switch a.Tone {
					case "positive":
						out.Weeks[k].Positive++
					case "negative":
						out.Weeks[k].Negative++
					}
				}
				return out, nil
			}, `{}`, `{"category":"business","weeks":12}`),
		define.View("company_news", "Gives the articles about a listed company, by its ticker symbol or name, with the balance of their tone.",
			func(w *world.World, in struct {
				Company string `json:"company" doc:"Name, identifier or ticker symbol" min:"1" max:"80"`
			}) (out struct {
				Company  string     `json:"company"`
				Tone     int        `json:"tone_balance" doc:"Positive minus negative articles"`
				Articles []headline `json:"articles"`
			}, err error) {
				c, ok := world.CompanyBySymbol(w, in.Company)
				if !ok {
					c, ok = world.Companies.First(w, func(c *world.Company) bool { return c.ID == in.Company || strings.EqualFold(c.Name, in.Company) })
				}
				if !ok {
					return out, define.NotFound("company", in.Company, "search_companies shows names")
				}
				out.Company = c.Name
				for _, a := range world.Articles.All(w) {
					if a.About == c.ID {
						out.Articles = append(out.Articles, headline{a.ID, a.Title, a.Source, a.Category, a.Published})
						out.Tone += map[string]int{"positive": 1, "negative": -1}[a.Tone]
					}
				}
				return out, nil
			}, `{"company":"CO0001"}`, `{"company":"CO0020"}`),
	}
}

type headline struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Source    string     `json:"source"`
	Category  string     `json:"category"`
	Published world.Date `json:"published"`
}

type newsSource struct {
	Name     string     `json:"name"`
	Host     string     `json:"host"`
	Sections []string   `json:"sections"`
	Articles int        `json:"articles"`
	Latest   world.Date `json:"latest"`
}

type newsWeek struct {
	From     world.Date `json:"from"`
	Articles int        `json:"articles"`
	Positive int        `json:"positive"`
	Negative int        `json:"negative"`
}

func spaceTools() []define.Tool {
	return []define.Tool{
		define.List("list_launches", "Lists flights to space, past and planned.", world.Launches, "agency= orbit= status= rocket= day>=from day<=until", "id mission rocket agency day status", "day- day+ payload_t-", `{"status":"planned","sort":"day+"}`, `{"orbit":"Moon"}`),
		define.Get("get_launch", "Gives a flight to space with its payload and target.", world.Launches, "id=launch_id", "", "list_launches shows identifiers", `{"launch_id":"LN0001"}`, `{"launch_id":"LN0061"}`),
		define.View("next_launch", "Gives the next planned flight to space with the days left and the weather forecast at the site.",
			func(w *world.World, in struct {
				Agency string `json:"agency,omitempty" doc:"Only of this agency" enum:"Northern Space Agency,Pacific Launch,Heliotrope,Orbital Freight"`
			}) (out struct {
				Launch world.Launch     `json:"launch"`
				Days   int              `json:"days_left"`
				Site   world.DayWeather `json:"weather_at_site"`
				Windy  bool             `json:"too_windy" doc:"Whether the wind is above 45 km/h"`
			}, err error) {
				l, ok := world.Launches.First(w, func(l *world.Launch) bool {
					return l.Status == "planned" && (in.Agency == "" || l.Agency == in.Agency)
				})
				if !ok {
					return out, define.Fail("none_planned", "this agency plans no flight; list_launches shows those of others")
				}
				c, _ := world.CityNamed(w, l.Site)
				out.Launch, out.Days, out.Site = l, int(l.Day-world.Today), w.Base().DayOf(c, l.Day)
				out.Windy = out.Site.Wind > 45
				return out, nil
			}, `{}`, `{"agency":"Heliotrope"}`),
		define.List("search_space_articles", "Finds reports on space by words of the headline; gives only what the space weekly wrote.", world.Articles, "title~query! source= published>=from", "id title published about url", "published-", `{"query":"week"}`, `{"query":"count","source":"Orbit Weekly"}`),
		define.View("launch_reports", "Gives all reports on one flight to space, oldest first, with how many days before it they appeared.",
			func(w *world.World, in struct {
				ID string `json:"launch_id" doc:"Launch identifier" min:"1" max:"20"`
			}) (out struct {
				Mission string         `json:"mission"`
				Reports []launchReport `json:"reports"`
			}, err error) {
				l, ok := world.Launches.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("launch", in.ID, "list_launches shows identifiers")
				}
				out.Mission = l.Mission
				for _, a := range world.Articles.All(w) {
					if a.About == l.ID {
						out.Reports = append(out.Reports, launchReport{a.ID, a.Title, a.Published, int(l.Day - a.Published)})
					}
				}
				world.SortBy(out.Reports, func(r launchReport) int { return -r.Before })
				return out, nil
			}, `{"launch_id":"LN0060"}`, `{"launch_id":"LN0003"}`),
		define.View("launch_statistics", "Gives success rates and payload sums by agency, rocket or target.",
			func(w *world.World, in struct {
				By   string `json:"by" doc:"How to group" enum:"agency,rocket,orbit,site" default:"agency"`
				Year int    `json:"year,omitempty" doc:"Only flights of this year" min:"2020" max:"2030"`
			}) (out struct {
				Groups []launchGroup `json:"groups"`
			}, err error) {
				for _, l := range world.Launches.All(w) {
					if l.Status == "planned" || in.Year != 0 && l.Day.Year() != in.Year {
						continue
					}
					name := map[string]string{"agency": l.Agency, "rocket": l.Rocket, "orbit": l.Orbit, "site": l.Site}[in.By]
					i := slices.IndexFunc(out.Groups, func(g launchGroup) bool { return g.Name == name })
					if i < 0 {
						i = len(out.Groups)
						out.Groups = append(out.Groups, launchGroup{Name: name})
					}
					g := &out.Groups[i]
					g.Flights++
					g.Payload += l.Payload
					if l.Status == "success" {
						g.Successes++
					}
					g.Rate = float64(g.Successes) / float64(g.Flights)
				}
				world.TopBy(out.Groups, func(g launchGroup) int { return g.Flights })
				return out, nil
			}, `{}`, `{"by":"rocket","year":2024}`),
	}
}

type launchReport struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Published world.Date `json:"published"`
	Before    int        `json:"days_before_launch"`
}

type launchGroup struct {
	Name      string  `json:"name"`
	Flights   int     `json:"flights"`
	Successes int     `json:"successes"`
	Rate      float64 `json:"success_rate"`
	Payload   float64 `json:"payload_t"`
}
