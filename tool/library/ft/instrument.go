package ft

import (
	"strings"

	"deft/tool/library/world"
)

// instrument is the last price of anything that is traded.
type instrument struct {
	Kind   string     `json:"kind" enum:"share,fund,commodity,coin,currency"`
	Symbol string     `json:"symbol"`
	Name   string     `json:"name"`
	Price  float64    `json:"price_usd"`
	Day    world.Date `json:"date" doc:"Day of the price"`
	Change float64    `json:"change_percent" doc:"From the day before on which it was traded"`
}

// priced is an instrument with its price on other days.
type priced struct {
	instrument
	on func(world.Date) float64
}

// finders look for something traded by symbol, code or name, in the order in which a symbol that
// several kinds have is understood.
func finders() []struct {
	kind string
	find func(w *world.World, symbol string) (priced, bool)
} {
	return []struct {
		kind string
		find func(w *world.World, symbol string) (priced, bool)
	}{
		{"share", func(w *world.World, symbol string) (priced, bool) {
			c, err := listed(w, symbol)
			return priced{instrument{Symbol: c.Symbol, Name: c.Name, Day: lastDay()}, func(d world.Date) float64 { return w.Base().StockBar(c, d).Close }}, err == nil
		}},
		{"fund", func(w *world.World, symbol string) (priced, bool) {
			f, ok := world.Funds.First(w, func(f *world.Fund) bool { return fold(f.Code, symbol) || fold(f.Name, symbol) })
			return priced{instrument{Symbol: f.Code, Name: f.Name, Day: world.LastTradingDay(world.Today)}, func(d world.Date) float64 { return w.Base().FundValue(f, d) }}, ok
		}},
		{"commodity", func(w *world.World, symbol string) (priced, bool) {
			c, ok := world.Commodities.First(w, func(c *world.Commodity) bool { return fold(c.Symbol, symbol) || fold(c.Name, symbol) })
			return priced{instrument{Symbol: c.Symbol, Name: c.Name, Day: world.Today}, func(d world.Date) float64 { return w.Base().CommodityPrice(c, d) }}, ok
		}},
		{"coin", func(w *world.World, symbol string) (priced, bool) {
			c, ok := world.Coins.First(w, func(c *world.Coin) bool { return fold(c.Symbol, symbol) || fold(c.Name, symbol) })
			return priced{instrument{Symbol: c.Symbol, Name: c.Name, Day: world.Today - 1}, func(d world.Date) float64 { return w.Base().CoinBar(c, d).Close }}, ok
		}},
		{"currency", func(w *world.World, symbol string) (priced, bool) {
			c, ok := world.Currencies.First(w, func(c *world.Currency) bool { return fold(c.Code, symbol) || fold(c.Name, symbol) })
			return priced{instrument{Symbol: c.Code, Name: c.Name, Day: world.Today}, func(d world.Date) float64 { return 1 / w.Base().RateOn(c, d) }}, ok
		}},
	}
}

// quoted gives the last price of what has that symbol, code or name; an empty kind admits all.
func quoted(w *world.World, symbol, kind string) (instrument, bool) {
	for _, f := range finders() {
		if kind != "" && kind != f.kind {
			continue
		}
		if q, ok := f.find(w, symbol); ok {
			before := q.Day - 1
			if f.kind == "share" || f.kind == "fund" {
				before = world.LastTradingDay(before)
			}
			q.Kind, q.Price, q.Change = f.kind, world.Round(q.on(q.Day), 6), change(q.on(before), q.on(q.Day))
			return q.instrument, true
		}
	}
	return instrument{}, false
}

type suggestion struct {
	Kind   string `json:"kind" enum:"share,fund,commodity,coin,currency"`
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
}

// fits says how well a lower-case text begins the symbol, the name or one of its words; 0 is not at all.
func (s suggestion) fits(low string) int {
	symbol, name := strings.ToLower(s.Symbol), strings.ToLower(s.Name)
	switch {
	case symbol == low || name == low:
		return 4
	case strings.HasPrefix(symbol, low):
		return 3
	case strings.HasPrefix(name, low):
		return 2
	case strings.Contains(name, " "+low):
		return 1
	}
	return 0
}

// instruments lists everything that is traded, kind by kind.
func instruments(w *world.World) []suggestion {
	var out []suggestion
	for _, c := range world.Listed(w) {
		out = append(out, suggestion{"share", c.Symbol, c.Name})
	}
	for _, f := range world.Funds.All(w) {
		out = append(out, suggestion{"fund", f.Code, f.Name})
	}
	for _, c := range world.Commodities.All(w) {
		out = append(out, suggestion{"commodity", c.Symbol, c.Name})
	}
	for _, c := range world.Coins.All(w) {
		out = append(out, suggestion{"coin", c.Symbol, c.Name})
	}
	for _, c := range world.Currencies.All(w) {
		out = append(out, suggestion{"currency", c.Code, c.Name})
	}
	return out
}
