package world

import "slices"

// Watchlist is a named list of shares that someone keeps an eye on.
type Watchlist struct {
	ID        string   `json:"id" doc:"Watchlist identifier"`
	Name      string   `json:"name" doc:"Name of the list"`
	Owner     string   `json:"owner" doc:"Who keeps it; me is the user"`
	Theme     string   `json:"theme" doc:"What its shares have in common" enum:"sector,country,size,personal"`
	Symbols   []string `json:"symbols" doc:"Ticker symbols"`
	Followers int      `json:"followers" doc:"People who follow it"`
	Made      Date     `json:"made_on" doc:"Day it was made"`
}

// Key is the identifier.
func (l Watchlist) Key() string { return l.ID }

// Watchlists are the lists that are public, and the user's own, which come first.
var Watchlists = Table[Watchlist]{"watchlists", makeWatchlists}

func makeWatchlists(b *Base) []Watchlist {
	g, people, all := b.gen("watchlists"), People.Base(b), Companies.Base(b)[:100]
	with := func(fits func(Company) bool) []string {
		var out []string
		for _, c := range all {
			if fits(c) {
				out = append(out, c.Symbol)
			}
		}
		return out
	}
	seen := map[string]bool{}
	out := make([]Watchlist, 60)
	for i := range out {
		l := Watchlist{ID: id("WL", i), Owner: people[i].Name, Followers: g.between(2, 90) * g.between(1, 90), Made: Today - Date(g.between(20, 1800))}
		c := pick(g, all)
		switch l.Theme = words("personal sector country size")[i%4]; l.Theme {
		case "sector":
			l.Name, l.Symbols = c.Sector, with(func(o Company) bool { return o.Sector == c.Sector })
		case "country":
			l.Name, l.Symbols = "Companies of "+c.City, with(func(o Company) bool { return o.City == c.City })
		case "size":
			staff := pick(g, []int{5000, 10000, 20000, 40000})
			l.Name, l.Symbols = "Large employers", with(func(o Company) bool { return o.Employees >= staff })
		default:
			l.Name, l.Symbols = pick(g, list("Ideas|Long run|Dividends|Small bets|Watch closely")), with(func(Company) bool { return g.chance(0.08) })
		}
		if len(l.Symbols) == 0 {
			l.Symbols = []string{c.Symbol}
		}
		l.Symbols = slices.Clip(l.Symbols[:min(len(l.Symbols), 15)])
		if i == 0 || i == 4 {
			l.Owner, l.Followers = "me", 0
		}
		name := l.Name
		l.Name = unique(seen, func() string { return name })
		out[i] = l
	}
	return out
}
