package ft

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type coinPair struct {
	coinParam
	Currency string `json:"currency" doc:"Currency code" min:"3" max:"3" default:"USD"`
}

// convertAll turns prices in US dollars into a currency, at the rate of the world's day.
func convertAll(w *world.World, code string, prices ...*float64) error {
	for _, p := range prices {
		v, err := inCurrency(w, *p, code, world.Today)
		if err != nil {
			return err
		}
		*p = v
	}
	return nil
}

// weighted is the mean of offers by the exchanges' shares of the world's trade.
func weighted(offers []world.CoinOffer) float64 {
	sum, shares := 0.0, 0.0
	for _, o := range offers {
		sum, shares = sum+o.Price*o.Exchange.Share, shares+o.Exchange.Share
	}
	return sum / shares
}

func coinIndexTools() []define.Tool {
	return []define.Tool{
		define.View("coin_index", "Gives the price index of a coin in a currency: the mean over all exchanges, weighted by trade, with the day's open, high, low, mean and volume; or one exchange's price next to it.",
			func(w *world.World, in struct {
				coinPair
				Exchange string `json:"exchange_id,omitempty" doc:"Exchange whose bid and ask to give instead of the index's" max:"20"`
			}) (out coinTicker, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				bar := w.Base().CoinBar(c, coinDay)
				out = coinTicker{c.Symbol + "/" + strings.ToUpper(in.Currency), coinDay, bar.Close, bar.Close, 0, 0, bar.Open, bar.High, bar.Low, (bar.Open + bar.High + bar.Low + bar.Close) / 4, bar.Volume}
				half := 0.0003 + 0.001*w.Base().Unit("spread/"+c.Symbol, 0)
				if in.Exchange != "" {
					o, err := bestOffer(w, c, "buy", in.Exchange)
					if err != nil {
						return out, err
					}
					out.Price, half = o.Price, half*2
				}
				out.Bid, out.Ask = out.Price*(1-half), out.Price*(1+half)
				return out, convertAll(w, in.Currency, &out.Index, &out.Price, &out.Bid, &out.Ask, &out.Open, &out.High, &out.Low, &out.Mean)
			}, `{"coin":"AETH"}`, `{"coin":"Bolt","currency":"JPY","exchange_id":"CX0003"}`),
		define.View("custom_coin_index", "Computes the price index of a coin over some exchanges only, or over all but some, weighted by their trade, and how far it is from the index over all.",
			func(w *world.World, in struct {
				coinPair
				Exchanges []string `json:"exchange_ids" doc:"Exchanges" min:"1" max:"40" each_min:"1" each_max:"20"`
				Leave     bool     `json:"leave_out" doc:"Whether to take all exchanges but these" default:"false"`
			}) (out struct {
				Pair   string        `json:"pair"`
				Custom float64       `json:"custom_index"`
				Index  float64       `json:"index"`
				Gap    float64       `json:"difference_percent" doc:"Of the custom index from the index over all"`
				Parts  []indexMember `json:"members" doc:"Greatest weight first"`
			}, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				for _, id := range in.Exchanges {
					if _, err := define.Row(w, world.CoinExchanges, id, "list_coin_exchanges shows identifiers"); err != nil {
						return out, err
					}
				}
				all := w.Base().CoinOffers(c, coinDay)
				some := slices.DeleteFunc(slices.Clone(all), func(o world.CoinOffer) bool { return slices.Contains(in.Exchanges, o.Exchange.ID) == in.Leave })
				if len(some) == 0 {
					return out, define.Fail("not_traded", "none of these exchanges trades %s; coin_profile shows who does", c.Symbol)
				}
				shares := 0.0
				for _, o := range some {
					shares += o.Exchange.Share
				}
				for _, o := range some {
					m := indexMember{o.Exchange.ID, o.Exchange.Name, o.Price, world.Round(o.Exchange.Share/shares, 4)}
					if err := convertAll(w, in.Currency, &m.Price); err != nil {
						return out, err
					}
					out.Parts = append(out.Parts, m)
				}
				out.Parts = world.TopBy(out.Parts, func(m indexMember) float64 { return m.Weight })
				out.Pair, out.Custom, out.Index = c.Symbol+"/"+strings.ToUpper(in.Currency), weighted(some), w.Base().CoinBar(c, coinDay).Close
				out.Gap = world.Round(100*(out.Custom/out.Index-1), 4)
				return out, convertAll(w, in.Currency, &out.Custom, &out.Index)
			}, `{"coin":"AETH","exchange_ids":["CX0001","CX0002"]}`, `{"coin":"Cinder","currency":"EUR","exchange_ids":["CX0005"],"leave_out":true}`),
		define.View("coin_index_changes", "Gives the change of a coin's price index in a currency over a day, a week, a month, a quarter and a year, with the rate of the currency then and now.",
			func(w *world.World, in coinPair) (out struct {
				Pair    string        `json:"pair"`
				Index   float64       `json:"index"`
				Changes []indexChange `json:"changes"`
			}, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				at := func(day world.Date) (float64, error) {
					return inCurrency(w, w.Base().CoinBar(c, day).Close, in.Currency, day+1)
				}
				out.Pair = c.Symbol + "/" + strings.ToUpper(in.Currency)
				if out.Index, err = at(coinDay); err != nil {
					return out, err
				}
				for i, days := range []world.Date{1, 7, 30, 91, 365} {
					before, _ := at(coinDay - days)
					out.Changes = append(out.Changes, indexChange{[]string{"day", "week", "month", "quarter", "year"}[i], coinDay - days, before, world.Round(out.Index-before, 6), change(before, out.Index)})
				}
				return out, nil
			}, `{"coin":"AETH"}`, `{"coin":"Echo","currency":"GBP"}`),
		define.View("coin_index_board", "Gives last price and the day's mean of many coins in several currencies at once.",
			func(w *world.World, in struct {
				Coins      []string `json:"coins,omitempty" doc:"Symbols, names or numbers; without them the ten of greatest value" max:"20" each_min:"1" each_max:"40"`
				Currencies []string `json:"currencies,omitempty" doc:"Currency codes; without them US dollars and euros" max:"6" each_min:"3" each_max:"3"`
			}) (out struct {
				Lines []boardLine `json:"prices"`
			}, err error) {
				if len(in.Coins) == 0 {
					for _, q := range coinQuotes(w, "")[:10] {
						in.Coins = append(in.Coins, q.Symbol)
					}
				}
				if len(in.Currencies) == 0 {
					in.Currencies = []string{"USD", "EUR"}
				}
				for _, name := range in.Coins {
					c, err := coin(w, name)
					if err != nil {
						return out, err
					}
					bar := w.Base().CoinBar(c, coinDay)
					for _, code := range in.Currencies {
						l := boardLine{c.Symbol, strings.ToUpper(code), bar.Close, (bar.Open + bar.High + bar.Low + bar.Close) / 4}
						if err := convertAll(w, code, &l.Last, &l.Mean); err != nil {
							return out, err
						}
						out.Lines = append(out.Lines, l)
					}
				}
				return out, nil
			}, `{}`, `{"coins":["AETH","BOLT"],"currencies":["CHF"]}`),
		define.View("coin_index_history", "Gives a coin's daily prices in US dollars over a span, with the return, the deviation of daily moves and the deepest fall.",
			func(w *world.World, in struct {
				coinParam
				Start world.Date `json:"start" doc:"First day"`
				Days  int        `json:"days" doc:"Days" min:"1" max:"366" default:"30"`
			}) (out struct {
				Symbol string      `json:"symbol"`
				Bars   []world.Bar `json:"bars" doc:"Oldest first; volume in coins"`
				Return float64     `json:"return_percent"`
				Swing  float64     `json:"daily_deviation_percent"`
				Fall   float64     `json:"deepest_fall_percent"`
			}, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				if in.Start > coinDay || in.Start.Year() < c.Launched {
					return out, define.Invalid("start", "must be from %d-01-01, when the coin began, to %s", c.Launched, coinDay)
				}
				out.Symbol = c.Symbol
				for d := in.Start; d <= min(in.Start+world.Date(in.Days)-1, coinDay); d++ {
					out.Bars = append(out.Bars, w.Base().CoinBar(c, d))
				}
				out.Return = change(out.Bars[0].Close, out.Bars[len(out.Bars)-1].Close)
				out.Swing, out.Fall = swing(out.Bars)
				return out, nil
			}, `{"coin":"AETH","start":"2025-05-01"}`, `{"coin":"Flux","start":"2024-01-01","days":100}`),
	}
}

type coinTicker struct {
	Pair   string     `json:"pair"`
	Day    world.Date `json:"date" doc:"Day of which the figures are"`
	Index  float64    `json:"index"`
	Price  float64    `json:"price" doc:"The index, or the price at the exchange"`
	Bid    float64    `json:"bid"`
	Ask    float64    `json:"ask"`
	Open   float64    `json:"open"`
	High   float64    `json:"high"`
	Low    float64    `json:"low"`
	Mean   float64    `json:"mean_of_day"`
	Volume int        `json:"volume" doc:"In coins"`
}

type indexMember struct {
	ID     string  `json:"exchange_id"`
	Name   string  `json:"exchange"`
	Price  float64 `json:"price"`
	Weight float64 `json:"weight" doc:"Up to 1"`
}

type indexChange struct {
	Span    string     `json:"span"`
	Day     world.Date `json:"since"`
	Before  float64    `json:"index_then"`
	Change  float64    `json:"change"`
	Percent float64    `json:"change_percent"`
}

type boardLine struct {
	Symbol   string  `json:"symbol"`
	Currency string  `json:"currency"`
	Last     float64 `json:"last"`
	Mean     float64 `json:"mean_of_day"`
}
