package world

import (
	"math"
	"strings"
)

// Coin is a cryptocurrency.
type Coin struct {
	ID       int     `json:"id" doc:"Coin number" min:"1"`
	Symbol   string  `json:"symbol" doc:"Symbol"`
	Name     string  `json:"name" doc:"Coin"`
	Category string  `json:"category" doc:"Kind of coin" enum:"currency,smart contracts,defi,gaming,stablecoin,storage"`
	Launched int     `json:"launched" doc:"Year of launch"`
	Supply   float64 `json:"circulating_supply" doc:"Coins in circulation"`
	Max      float64 `json:"max_supply" doc:"Greatest supply, 0 when unlimited"`
	level    float64
}

// Key is the number.
func (c Coin) Key() string { return itoa(c.ID) }

// CoinExchange is a place where coins are traded.
type CoinExchange struct {
	ID      string  `json:"id" doc:"Exchange identifier"`
	Name    string  `json:"name" doc:"Exchange"`
	Country string  `json:"country" doc:"Two-letter country code"`
	Founded int     `json:"founded" doc:"Year of foundation"`
	Pairs   int     `json:"pairs" doc:"Trading pairs"`
	Fee     float64 `json:"fee_percent" doc:"Fee of a trade in percent"`
	Share   float64 `json:"market_share" doc:"Share of the world's trade"`
}

// Key is the identifier.
func (e CoinExchange) Key() string { return e.ID }

// CoinTrade is coins bought or sold.
type CoinTrade struct {
	ID       string  `json:"id" doc:"Trade identifier"`
	Symbol   string  `json:"symbol" doc:"Symbol of the coin"`
	Side     string  `json:"side" doc:"Side" enum:"buy,sell"`
	Amount   float64 `json:"amount" doc:"Coins"`
	Price    float64 `json:"price_usd" doc:"Price of a coin in US dollars"`
	Fee      float64 `json:"fee_usd" doc:"Fee in US dollars"`
	Exchange string  `json:"exchange_id" doc:"Where it took place"`
	Day      Date    `json:"day" doc:"Day"`
	Mine     bool    `json:"mine" doc:"Whether the user traded"`
}

// Key is the identifier.
func (t CoinTrade) Key() string { return t.ID }

// Tables of coins.
var (
	Coins         = Table[Coin]{"coins", makeCoins}
	CoinExchanges = Table[CoinExchange]{"coin_exchanges", makeCoinExchanges}
	CoinTrades    = Table[CoinTrade]{"coin_trades", makeCoinTrades}
)

// CoinBar is a coin's day; coins are traded every day.
func (b *Base) CoinBar(c Coin, day Date) Bar {
	wild := 0.9
	if c.Category == "stablecoin" {
		wild = 0.002
	}
	return b.bar("coin/"+c.Symbol, c.level, wild, day, day-1, c.Supply*0.03)
}

// CoinOffer is what a coin costs at one exchange.
type CoinOffer struct {
	Exchange CoinExchange
	Price    float64 // US dollars
}

// CoinOffers gives what a coin cost at the exchanges that trade it when a day ended. Weighted by
// the exchanges' shares of the world's trade, the mean is the close of CoinBar.
func (b *Base) CoinOffers(c Coin, day Date) []CoinOffer {
	var out []CoinOffer
	gaps, shares := 0.0, 0.0
	for _, e := range CoinExchanges.Base(b) {
		// The greatest coins are traded everywhere, others the likelier the more pairs there are.
		if c.ID > 4 && b.Unit("trades/"+e.ID, c.ID) >= float64(e.Pairs)/900 {
			continue
		}
		gap := 0.008 * (b.Unit("at/"+e.ID+c.Symbol, int(day)) - 0.5)
		out = append(out, CoinOffer{e, gap})
		gaps, shares = gaps+gap*e.Share, shares+e.Share
	}
	level := b.CoinBar(c, day).Close
	for i := range out {
		out[i].Price = level * (1 + out[i].Price - gaps/shares)
	}
	return out
}

const coinHeads = "Aether Bolt Cinder Drift Echo Flux Glimmer Halo Iota Jolt Karat Lattice Mint Nova Onyx Prism Quanta Relay Spark Tessera Ultra Vortex Wisp Xenia Yield Zenith Anchor Beacon Cobalt Delta Ember Fable Grove Haven Ion Jade Krill Loom Mosaic Nectar Orbit Pixel Quiver Rune Summit Terra Umbra Vault Wren Xylem Yonder Zeal Astro Breeze Coral Dune Elm Fjord Gale Hush"

func makeCoins(b *Base) []Coin {
	g := b.gen("coins")
	var out []Coin
	kinds := list("currency|smart contracts|defi|gaming|stablecoin|storage")
	for i, n := range words(coinHeads) {
		kind := kinds[i%len(kinds)]
		level, supply := math.Pow(10, g.real(-3, 3.4, 3)), math.Pow(10, g.real(6.5, 10.5, 2))
		if i < 4 {
			level, supply = level+900, 2e7*float64(i+1)
		}
		if kind == "stablecoin" {
			level = 1
		}
		limit := 0.0
		if g.chance(0.5) {
			limit = math.Round(supply * g.real(1.1, 3, 1))
		}
		out = append(out, Coin{i + 1, strings.ToUpper(n[:min(4, len(n))]), n + map[string]string{"stablecoin": " USD", "currency": "coin"}[kind], kind, g.between(2010, 2023), math.Round(supply), limit, level})
	}
	seen := map[string]bool{}
	for i := range out { // symbols that coincide get a digit
		s := out[i].Symbol
		out[i].Symbol = unique(seen, func() string { return s })
		out[i].Symbol = strings.ReplaceAll(out[i].Symbol, " ", "")
	}
	return out
}

func makeCoinExchanges(b *Base) []CoinExchange {
	g, seen := b.gen("coin_exchanges"), map[string]bool{}
	out := make([]CoinExchange, 52)
	sum := 0.0
	for i := range out {
		name := unique(seen, func() string {
			return pick(g, list("Coin|Bit|Block|Chain|Token|Hash|Ledger|Node")) + pick(g, list("Dock|Yard|Hub|Mart|Gate|Bay|Field|Deck"))
		})
		out[i] = CoinExchange{id("CX", i), name, pick(g, words("US GB SG JP KR CH EE AE DE BR")), g.between(2011, 2022), g.between(20, 900), g.real(0.02, 0.4, 2), math.Exp(3 * g.Float64())}
		sum += out[i].Share
	}
	for i := range out {
		out[i].Share = Round(out[i].Share/sum, 4)
	}
	return out
}

func makeCoinTrades(b *Base) []CoinTrade {
	g, coins := b.gen("coin_trades"), Coins.Base(b)[:30]
	out := make([]CoinTrade, 60)
	for i := range out {
		c, day := pick(g, coins), Today-Date(2+g.IntN(300))
		o := pick(g, b.CoinOffers(c, day))
		price := Round(o.Price, 6)
		amount := Round(g.real(40, 900, 2)/price, 6)
		out[i] = CoinTrade{id("CT", i), c.Symbol, "buy", amount, price, Round(amount*price*o.Exchange.Fee/100, 2), o.Exchange.ID, day, i < 6}
	}
	return out
}
