package ir

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// fact says that a relation holds between an entity and another one or a value.
type fact struct {
	Head     string `json:"entity_id"`
	Relation string `json:"relation_id"`
	Tail     string `json:"value" doc:"Entity identifier, or text"`
}

type relation struct {
	ID    string `json:"relation_id"`
	Name  string `json:"name"`
	About string `json:"description"`
}

func relations() []relation {
	return []relation{
		{"P1", "capital", "capital of a country"}, {"P2", "continent", "continent of a country"}, {"P3", "currency", "currency of a country"}, {"P4", "country", "country in which something lies or is based"},
		{"P5", "located in", "city in which something lies"}, {"P6", "chief executive", "head of a company"}, {"P7", "inception", "year of foundation"}, {"P8", "director", "director of a film"},
		{"P9", "cast member", "actor in a film"}, {"P10", "performer", "artist of a song"}, {"P11", "author", "author of a book or paper"}, {"P12", "part of", "league of a team"}, {"P13", "publication year", "year of publication"}, {"P14", "official language", "language of a country"},
	}
}

// entities gives every entity of the graph: identifier, label and kind.
func eachEntity(w *world.World, visit func(id, label, kind string, facts ...string)) {
	city := map[string]string{}
	for _, c := range world.Cities.All(w) {
		city[c.Name+c.Country] = c.ID
		visit(c.ID, c.Name, "city", "P4", c.Country)
	}
	at := func(name, country string) string {
		if id, ok := city[name+country]; ok {
			return id
		}
		return name
	}
	for _, c := range world.Countries.All(w) {
		f := []string{"P1", at(c.Capital, c.Code), "P2", c.Continent, "P3", c.Currency}
		for _, l := range c.Languages {
			f = append(f, "P14", l)
		}
		visit(c.Code, c.Name, "country", f...)
	}
	for _, c := range world.Companies.All(w) {
		visit(c.ID, c.Name, "company", "P4", c.Country, "P5", at(c.City, c.Country), "P6", c.CEO, "P7", fmt.Sprint(c.Founded))
	}
	for _, m := range world.Films.All(w) {
		f := []string{"P8", m.Director, "P4", m.Country, "P13", fmt.Sprint(m.Year)}
		for _, a := range m.Cast {
			f = append(f, "P9", a)
		}
		visit(m.ID, m.Title, "film", f...)
	}
	for _, k := range world.Books.All(w) {
		visit(k.ID, k.Title, "book", "P11", k.Author, "P13", fmt.Sprint(k.Year))
	}
	for _, a := range world.Artists.All(w) {
		visit(a.ID, a.Name, "artist", "P4", a.Country, "P7", fmt.Sprint(a.Formed))
	}
	for _, s := range world.Songs.All(w) {
		visit(s.ID, s.Title, "song", "P10", s.ArtistID, "P13", fmt.Sprint(s.Year))
	}
	for _, u := range world.Universities.All(w) {
		visit(u.ID, u.Name, "university", "P4", u.Country, "P5", at(u.City, u.Country), "P7", fmt.Sprint(u.Founded))
	}
	for _, t := range world.Teams.All(w) {
		visit(t.ID, t.Name, "team", "P4", t.Country, "P5", at(t.City, t.Country), "P12", t.League)
	}
	for _, l := range world.Leagues.All(w) {
		visit(l.ID, l.Name, "league", "P4", l.Country, "P7", fmt.Sprint(l.Founded))
	}
}

type entity struct {
	ID    string `json:"entity_id"`
	Label string `json:"label"`
	Kind  string `json:"kind"`
}

func entityByID(w *world.World, id string) (entity, []fact, error) {
	var found entity
	var facts []fact
	eachEntity(w, func(i, label, kind string, f ...string) {
		if i == id {
			found = entity{i, label, kind}
			for k := 0; k < len(f); k += 2 {
				facts = append(facts, fact{i, f[k], f[k+1]})
			}
		}
	})
	if found.ID == "" {
		return found, nil, define.NotFound("entity", id, "find_entity shows identifiers")
	}
	return found, facts, nil
}

func entityTools() []define.Tool {
	relationOf := func(name string) (relation, error) {
		for _, r := range relations() {
			if strings.EqualFold(r.ID, name) || strings.EqualFold(r.Name, name) {
				return r, nil
			}
		}
		return relation{}, define.NotFound("relation", name, "find_relation shows identifiers")
	}
	return []define.Tool{
		define.View("find_entity", "Finds entities of the knowledge graph by label: exact ones first, then those that begin with and hold the text.",
			func(w *world.World, in struct {
				Label string `json:"label" doc:"Label" min:"1" max:"100"`
				Kind  string `json:"kind,omitempty" doc:"Kind of entity" enum:"city,country,company,film,book,artist,song,university,team,league"`
				define.Paging
			}) (define.Page[entity], error) {
				var all []entity
				want := strings.ToLower(strings.TrimSpace(in.Label))
				rank := map[string]int{}
				eachEntity(w, func(id, label, kind string, _ ...string) {
					low := strings.ToLower(label)
					if k := strings.Index(low, want); k >= 0 && (in.Kind == "" || kind == in.Kind) {
						rank[id] = 2
						if low == want {
							rank[id] = 0
						} else if k == 0 {
							rank[id] = 1
						}
						all = append(all, entity{id, label, kind})
					}
				})
				return define.Cut(world.SortBy(all, func(e entity) int { return rank[e.ID] }), in.Paging), nil
			}, `{"label":"Lisbon"}`, `{"label":"united","kind":"team"}`),
		define.View("get_entity", "Gives all facts of an entity, with labels of relations and values.",
			func(w *world.World, in struct {
				ID string `json:"entity_id" doc:"Entity identifier" min:"1" max:"20"`
			}) (out struct {
				Entity entity `json:"entity"`
				Facts  []struct {
					fact
					Name  string `json:"relation"`
					Label string `json:"value_label"`
				} `json:"facts"`
			}, err error) {
				e, facts, err := entityByID(w, in.ID)
				if err != nil {
					return out, err
				}
				out.Entity = e
				for _, f := range facts {
					r, _ := relationOf(f.Relation)
					label := f.Tail
					if t, _, err := entityByID(w, f.Tail); err == nil {
						label = t.Label
					}
					out.Facts = append(out.Facts, struct {
						fact
						Name  string `json:"relation"`
						Label string `json:"value_label"`
					}{f, r.Name, label})
				}
				return out, nil
			}, `{"entity_id":"PT"}`, `{"entity_id":"CO0001"}`),
		define.Calc("find_relation", "Finds relations of the knowledge graph by name or description.",
			func(_ *world.World, in struct {
				Query string `json:"query" doc:"Text; empty for all" max:"60" default:""`
			}) (out struct {
				Relations []relation `json:"relations"`
			}, err error) {
				for _, r := range relations() {
					if strings.Contains(strings.ToLower(r.Name+" "+r.About), strings.ToLower(in.Query)) {
						out.Relations = append(out.Relations, r)
					}
				}
				return out, nil
			}, `{"query":"country"}`, `{}`),
		define.View("entities_by_value", "Finds the entities for which a relation has some value: all films of a director, all companies of a city.",
			func(w *world.World, in struct {
				Relation string `json:"relation" doc:"Relation identifier or name" min:"1" max:"40"`
				Value    string `json:"value" doc:"Entity identifier, label or text" min:"1" max:"100"`
				define.Paging
			}) (out define.Page[entity], err error) {
				r, err := relationOf(in.Relation)
				if err != nil {
					return out, err
				}
				values := map[string]bool{strings.ToLower(in.Value): true}
				eachEntity(w, func(id, label, _ string, _ ...string) {
					if strings.EqualFold(label, in.Value) {
						values[strings.ToLower(id)] = true
					}
				})
				var all []entity
				eachEntity(w, func(id, label, kind string, f ...string) {
					for k := 0; k < len(f); k += 2 {
						if f[k] == r.ID && values[strings.ToLower(f[k+1])] {
							all = append(all, entity{id, label, kind})
							return
						}
					}
				})
				return define.Cut(all, in.Paging), nil
			}, `{"relation":"country","value":"Portugal"}`, `{"relation":"P2","value":"Africa","page_size":50}`),
		define.View("follow_relation", "Follows relations from an entity one after the other: the capital of the country of a company, say.",
			func(w *world.World, in struct {
				ID   string   `json:"entity_id" doc:"Entity to begin with" min:"1" max:"20"`
				Path []string `json:"relations" doc:"Relation identifiers or names, in order" min:"1" max:"4" each_min:"1" each_max:"40"`
			}) (out struct {
				Values []string `json:"values"`
				Labels []string `json:"labels"`
			}, err error) {
				if _, _, err := entityByID(w, in.ID); err != nil {
					return out, err
				}
				at := []string{in.ID}
				for _, name := range in.Path {
					r, err := relationOf(name)
					if err != nil {
						return out, err
					}
					var next []string
					for _, id := range at {
						_, facts, _ := entityByID(w, id)
						for _, f := range facts {
							if f.Relation == r.ID && !slices.Contains(next, f.Tail) {
								next = append(next, f.Tail)
							}
						}
					}
					at = next
				}
				out.Values = at
				for _, v := range at {
					if e, _, err := entityByID(w, v); err == nil {
						v = e.Label
					}
					out.Labels = append(out.Labels, v)
				}
				return out, nil
			}, `{"entity_id":"CO0001","relations":["country","capital"]}`, `{"entity_id":"SO0001","relations":["performer"]}`),
		define.View("lookup_by_code", "Finds an entity by an outer code: ISO country, airport, ISBN, ticker, DOI or airline.",
			func(w *world.World, in struct {
				System string `json:"system" doc:"System of codes" enum:"iso2,iso3,iata_airport,iata_airline,isbn13,ticker,doi"`
				Code   string `json:"code" doc:"Code" min:"1" max:"60"`
			}) (entity, error) {
				code := strings.TrimSpace(in.Code)
				switch in.System {
				case "iso2", "iso3":
					if c, ok := world.CountryNamed(w, code); ok {
						return entity{c.Code, c.Name, "country"}, nil
					}
				case "iata_airport":
					if c, ok := world.CityOfAirport(w, code); ok {
						return entity{c.ID, c.Name, "city"}, nil
					}
				case "iata_airline":
					if a, ok := world.Airlines.Get(w, strings.ToUpper(code)); ok {
						return entity{a.Code, a.Name, "airline"}, nil
					}
				case "isbn13":
					if k, ok := world.Books.First(w, func(k *world.Book) bool { return k.ISBN == strings.ReplaceAll(code, "-", "") }); ok {
						return entity{k.ID, k.Title, "book"}, nil
					}
				case "ticker":
					if c, ok := world.CompanyBySymbol(w, code); ok {
						return entity{c.ID, c.Name, "company"}, nil
					}
				case "doi":
					if p, ok := world.Papers.First(w, func(p *world.Paper) bool { return strings.EqualFold(p.DOI, code) }); ok {
						return entity{p.ID, p.Title, "paper"}, nil
					}
				}
				return entity{}, define.NotFound(in.System+" code", code, "find_entity searches by label")
			}, `{"system":"iata_airport","code":"LIS"}`, `{"system":"iso3","code":"JPN"}`),
		define.View("shared_facts", "Says what two entities have in common: equal values of the same relations.",
			func(w *world.World, in struct {
				A string `json:"first" doc:"Entity identifier" min:"1" max:"20"`
				B string `json:"second" doc:"Entity identifier" min:"1" max:"20"`
			}) (out struct {
				Shared []fact  `json:"shared"`
				Score  float64 `json:"share_of_facts"`
			}, err error) {
				_, a, err := entityByID(w, in.A)
				if err != nil {
					return out, err
				}
				_, b, err := entityByID(w, in.B)
				if err != nil {
					return out, err
				}
				for _, f := range a {
					if slices.ContainsFunc(b, func(g fact) bool { return g.Relation == f.Relation && g.Tail == f.Tail }) {
						out.Shared = append(out.Shared, f)
					}
				}
				out.Score = 2 * float64(len(out.Shared)) / float64(max(1, len(a)+len(b)))
				return out, nil
			}, `{"first":"FR","second":"DE"}`, `{"first":"TM0001","second":"TM0002"}`),
	}
}
