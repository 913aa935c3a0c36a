package ft

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type coinParam struct {
	Coin string `json:"coin" doc:"Symbol, name or number of the coin" min:"1" max:"40"`
}

// coin finds a coin by symbol, name or number.
func coin(w *world.World, name string) (world.Coin, error) {
	c, ok := world.Coins.First(w, func(c *world.Coin) bool { return fold(c.Symbol, name) || fold(c.Name, name) || c.Key() == name })
	if !ok {
		return c, define.NotFound("coin", name, "list_coins shows symbols")
	}
	return c, nil
}

// coinDay is the last day that is over: the newest price of a coin is its close.
const coinDay = world.Today - 1

type coinQuote struct {
	Rank   int     `json:"rank" doc:"By market value"`
	Symbol string  `json:"symbol"`
	Name   string  `json:"name"`
	Price  float64 `json:"price_usd"`
	Day    float64 `json:"change_24h_percent"`
	Week   float64 `json:"change_7d_percent"`
	Value  float64 `json:"market_value_usd"`
	Volume float64 `json:"volume_24h_usd"`
}

// coinQuotes gives the coins of a category, or all, by market value, the greatest first.
func coinQuotes(w *world.World, category string) []coinQuote {
	b, out := w.Base(), []coinQuote(nil)
	for _, c := range world.Coins.All(w) {
		if category != "" && c.Category != category {
			continue
		}
		now := b.CoinBar(c, coinDay)
		out = append(out, coinQuote{0, c.Symbol, c.Name, now.Close, change(b.CoinBar(c, coinDay-1).Close, now.Close), change(b.CoinBar(c, coinDay-7).Close, now.Close), world.Round(now.Close*c.Supply, 0), world.Round(float64(now.Volume)*now.Close, 0)})
	}
	out = world.TopBy(out, func(q coinQuote) float64 { return q.Value })
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}

func coinQuoteOf(w *world.World, symbol string) coinQuote {
	all := coinQuotes(w, "")
	return all[slices.IndexFunc(all, func(q coinQuote) bool { return q.Symbol == symbol })]
}

// inCurrency turns an amount in US dollars into another currency at the rate of a day.
func inCurrency(w *world.World, usd float64, code string, day world.Date) (float64, error) {
	v, ok := world.Convert(w, usd, "USD", code, day)
	if !ok {
		return 0, define.NotFound("currency", code, "list_currencies shows codes")
	}
	return world.Round(v, 6), nil
}

func coinTools() []define.Tool {
	return []define.Tool{
		define.List("list_coins", "Lists cryptocurrencies with their numbers, symbols, kinds and supply.", world.Coins, "name~query symbol= category= launched>= launched<=", "", "id+ name+ launched-", `{"query":"coin"}`, `{"category":"stablecoin"}`),
		define.View("coin_profile", "Gives a coin's data: category, age, supply and how much of the greatest supply is issued, rank by value, and the exchanges that trade it.",
			func(w *world.World, in coinParam) (out struct {
				Coin      world.Coin `json:"coin"`
				Rank      int        `json:"rank"`
				Issued    float64    `json:"issued_percent" doc:"0 when the supply has no limit"`
				Exchanges []string   `json:"exchanges" doc:"Names"`
			}, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				out.Coin, out.Rank, out.Issued = c, coinQuoteOf(w, c.Symbol).Rank, 100*multiple(c.Supply, c.Max)
				for _, o := range w.Base().CoinOffers(c, coinDay) {
					out.Exchanges = append(out.Exchanges, o.Exchange.Name)
				}
				return out, nil
			}, `{"coin":"AETH"}`, `{"coin":"Halo"}`),
		define.View("coin_quote", "Gives a coin's last price in a currency with its rank, market value, volume and changes of a day, a week and a year.",
			func(w *world.World, in struct {
				coinParam
				Currency string `json:"currency" doc:"Currency code" min:"3" max:"3" default:"USD"`
			}) (out struct {
				Quote    coinQuote `json:"quote"`
				Year     float64   `json:"change_1y_percent"`
				Currency string    `json:"currency"`
				Price    float64   `json:"price" doc:"In the currency"`
				Value    float64   `json:"market_value" doc:"In the currency"`
			}, err error) {
				c, err := coin(w, in.Coin)
				if err != nil {
					return out, err
				}
				out.Quote, out.Currency = coinQuoteOf(w, c.Symbol), strings.ToUpper(in.Currency)
				out.Year = change(w.Base().CoinBar(c, coinDay-365).Close, out.Quote.Price)
				if out.Price, err = inCurrency(w, out.Quote.Price, in.Currency, world.Today); err == nil {
					out.Value, err = inCurrency(w, out.Quote.Value, in.Currency, world.Today)
				}
				return out, err
			}, `{"coin":"AETH"}`, `{"coin":"Bolt","currency":"EUR"}`),
		define.View("coin_ranking", "Ranks coins by market value, price, volume or change, within limits, with the value and volume of the whole market.",
			func(w *world.World, in coinRankParam) (out struct {
				Value  float64 `json:"whole_market_value_usd"`
				Volume float64 `json:"whole_volume_24h_usd"`
				define.Page[coinQuote]
			}, err error) {
				all := coinQuotes(w, "")
				for _, q := range all {
					out.Value, out.Volume = out.Value+q.Value, out.Volume+q.Volume
				}
				found := slices.DeleteFunc(all, in.leavesOut)
				found = world.TopBy(found, func(q coinQuote) float64 {
					return map[string]float64{"market_value": q.Value, "price": q.Price, "volume": q.Volume, "change_24h": q.Day, "change_7d": q.Week}[in.By]
				})
				if in.Ascending {
					slices.Reverse(found)
				}
				out.Page = define.Cut(found, in.Paging)
				return out, nil
			}, `{}`, `{"by":"change_24h","min_market_value":1000000}`),
		define.View("coin_categories", "Gives the categories of coins: how many there are, their value together, the change of a day weighted by value, and the leading coin.",
			func(w *world.World, in struct {
				Sort string `json:"sort" doc:"Order, greatest first" enum:"market_value,change,coins" default:"market_value"`
			}) (out struct {
				Categories []coinCategory `json:"categories"`
			}, err error) {
				for _, name := range []string{"currency", "smart contracts", "defi", "gaming", "stablecoin", "storage"} {
					x, moved := coinCategory{Name: name}, 0.0
					for _, q := range coinQuotes(w, name) {
						x.Coins, x.Value, x.Volume, moved = x.Coins+1, x.Value+q.Value, x.Volume+q.Volume, moved+q.Day*q.Value
						if q.Rank == 1 {
							x.Leader = q.Symbol
						}
					}
					x.Change = world.Round(moved/x.Value, 3)
					out.Categories = append(out.Categories, x)
				}
				out.Categories = world.TopBy(out.Categories, func(x coinCategory) float64 {
					return map[string]float64{"market_value": x.Value, "change": x.Change, "coins": float64(x.Coins)}[in.Sort]
				})
				return out, nil
			}, `{}`, `{"sort":"change"}`),
		define.View("coins_of_category", "Gives the coins of a category by market value, with each one's share of it.",
			func(w *world.World, in struct {
				Category string `json:"category" doc:"Category" enum:"currency,smart contracts,defi,gaming,stablecoin,storage"`
				define.Paging
			}) (define.Page[coinShare], error) {
				sum, all := 0.0, []coinShare(nil)
				for _, q := range coinQuotes(w, in.Category) {
					sum += q.Value
					all = append(all, coinShare{coinQuote: q})
				}
				for i := range all {
					all[i].Share = world.Round(100*all[i].Value/sum, 2)
				}
				return define.Cut(all, in.Paging), nil
			}, `{"category":"gaming"}`, `{"category":"defi","page_size":3}`),
		define.List("list_coin_exchanges", "Lists exchanges that trade coins by name, country, trading pairs, fee and age.", world.CoinExchanges, "name~query country= pairs>= fee_percent<= founded<=", "", "market_share- fee_percent+ pairs-", `{"country":"CH"}`, `{"max_fee_percent":0.2}`),
		define.View("coin_exchange_profile", "Gives an exchange for coins with its daily volume and the coins that it trades, by the value that it holds for its clients.",
			func(w *world.World, in struct {
				Exchange string `json:"exchange_id" doc:"Exchange identifier" min:"1" max:"20"`
				Count    int    `json:"count" doc:"Most coins to give" min:"0" max:"60" default:"10"`
			}) (out struct {
				Exchange world.CoinExchange `json:"exchange"`
				Volume   float64            `json:"volume_24h_usd"`
				Coins    int                `json:"coins_traded"`
				Assets   []coinAsset        `json:"assets" doc:"Greatest first"`
			}, err error) {
				e, err := define.Row(w, world.CoinExchanges, in.Exchange, "list_coin_exchanges shows identifiers")
				if err != nil {
					return out, err
				}
				out.Exchange = e
				for _, c := range world.Coins.All(w) {
					bar := w.Base().CoinBar(c, coinDay)
					out.Volume += float64(bar.Volume) * bar.Close * e.Share
					for _, o := range w.Base().CoinOffers(c, coinDay) {
						if o.Exchange.ID == e.ID {
							n := world.Round(c.Supply*e.Share*0.1, 2)
							out.Assets = append(out.Assets, coinAsset{c.Symbol, world.Round(o.Price, 6), n, world.Round(n*o.Price, 0)})
						}
					}
				}
				out.Volume, out.Coins = world.Round(out.Volume, 0), len(out.Assets)
				out.Assets = world.TopBy(out.Assets, func(a coinAsset) float64 { return a.Value })[:min(in.Count, len(out.Assets))]
				return out, nil
			}, `{"exchange_id":"CX0001"}`, `{"exchange_id":"CX0052","count":3}`),
		tradeCoins(),
		define.View("coin_wallet", "Gives the user's coins with mean cost, value and gain, and the cash of the brokerage account that pays for them.",
			func(w *world.World, in struct {
				Trades bool `json:"with_trades" doc:"Whether to list the user's trades" default:"false"`
			}) (out struct {
				Coins  []coinHolding     `json:"coins" doc:"Greatest value first"`
				Value  float64           `json:"coins_usd"`
				Cash   float64           `json:"cash_usd"`
				Trades []world.CoinTrade `json:"trades,omitempty" doc:"Oldest first"`
			}, err error) {
				a, err := brokerage(w)
				if err != nil {
					return out, err
				}
				out.Coins, out.Cash = wallet(w), a.Balance
				for _, h := range out.Coins {
					out.Value = world.Round(out.Value+h.Value, 2)
				}
				if in.Trades {
					out.Trades = world.SortBy(world.CoinTrades.Where(w, func(t *world.CoinTrade) bool { return t.Mine }), func(t world.CoinTrade) int { return int(t.Day) })
				}
				return out, nil
			}, `{}`, `{"with_trades":true}`),
	}
}

type coinRankParam struct {
	By        string  `json:"by" doc:"Figure" enum:"market_value,price,volume,change_24h,change_7d" default:"market_value"`
	Ascending bool    `json:"ascending" doc:"Whether the smallest come first" default:"false"`
	MinPrice  float64 `json:"min_price" doc:"Least price in US dollars" min:"0" max:"1e9" default:"0"`
	MaxPrice  float64 `json:"max_price" doc:"Greatest price in US dollars" min:"0" max:"1e9" default:"1e9"`
	MinValue  float64 `json:"min_market_value" doc:"Least market value in US dollars" min:"0" max:"1e15" default:"0"`
	define.Paging
}

func (in coinRankParam) leavesOut(q coinQuote) bool {
	return q.Value < in.MinValue || q.Price < in.MinPrice || q.Price > in.MaxPrice
}

type coinCategory struct {
	Name   string  `json:"category"`
	Coins  int     `json:"coins"`
	Value  float64 `json:"market_value_usd"`
	Volume float64 `json:"volume_24h_usd"`
	Change float64 `json:"change_24h_percent"`
	Leader string  `json:"leading_coin"`
}

type coinShare struct {
	coinQuote
	Share float64 `json:"share_percent" doc:"Of the category's value"`
}

type coinAsset struct {
	Symbol string  `json:"symbol"`
	Price  float64 `json:"price_usd" doc:"At this exchange"`
	Coins  float64 `json:"held"`
	Value  float64 `json:"value_usd"`
}
