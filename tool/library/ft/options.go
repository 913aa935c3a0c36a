package ft

import (
	"math"
	"slices"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// greeks are the price of a European option and how it changes with what it depends on
// (Black and Scholes, 1973).
type greeks struct {
	Price float64 `json:"price_usd"`
	Delta float64 `json:"delta" doc:"Change for a dollar of the share's price"`
	Gamma float64 `json:"gamma" doc:"Change of delta for a dollar of the share's price"`
	Theta float64 `json:"theta" doc:"Change with a day that passes"`
	Vega  float64 `json:"vega" doc:"Change for a point of volatility"`
}

// blackScholes prices a call or a put; volatility and rate are fractions in a year.
func blackScholes(call bool, spot, strike, days, volatility, rate float64) greeks {
	years := days / 365
	root := volatility * math.Sqrt(years)
	d1 := (math.Log(spot/strike) + (rate+volatility*volatility/2)*years) / root
	d2, discount := d1-root, math.Exp(-rate*years)
	normal := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	density := math.Exp(-d1*d1/2) / math.Sqrt(2*math.Pi)
	sign := 1.0
	if !call {
		sign = -1
	}
	g := greeks{Delta: sign * normal(sign*d1), Gamma: density / (spot * root), Vega: spot * density * math.Sqrt(years) / 100}
	g.Price = spot*g.Delta - sign*strike*discount*normal(sign*d2)
	g.Theta = (-spot*density*volatility/(2*math.Sqrt(years)) - sign*rate*strike*discount*normal(sign*d2)) / 365
	for _, x := range []*float64{&g.Price, &g.Delta, &g.Gamma, &g.Theta, &g.Vega} {
		*x = world.Round(*x, 6)
	}
	return g
}

// expiries are the third Fridays of the next n months, or the trading days before them.
func expiries(n int) []world.Date {
	var out []world.Date
	for m := 0; len(out) < n; m++ {
		d := world.Day(world.Today.Year(), world.Today.Month(), 15).AddMonths(m)
		for d.Weekday() != time.Friday {
			d++
		}
		if d = world.LastTradingDay(d); d > world.Today {
			out = append(out, d)
		}
	}
	return out
}

// optionRate is the yearly rate with which the chain is priced, in percent.
const optionRate = 4.0

// implied is the volatility that options on a share are priced with, in percent: of the last 60
// days, and higher for strikes far from the price.
func implied(w *world.World, c world.Company, strike float64) float64 {
	_, d := spread(returns(barsBack(w, c, 61)))
	far := math.Log(strike / w.Base().Price(c))
	return world.Round(100*d*math.Sqrt(252)*(1+0.8*far*far), 2)
}

// strikes gives n round prices around a share's.
func strikes(price float64, n int) []float64 {
	step := 0.05
	for _, s := range []float64{0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100} {
		if step < price*0.025 {
			step = s
		}
	}
	mid := math.Round(price/step) - float64(n/2)
	var out []float64
	for i := range n {
		out = append(out, world.Round(max(step, (mid+float64(i))*step), 2))
	}
	return slices.Compact(out)
}

func optionTools() []define.Tool {
	return []define.Tool{
		define.View("option_chain", "Gives the options on a share that expire on a day: for strikes around the price a call and a put with volatility, price and delta, and the days on which options expire.",
			func(w *world.World, in struct {
				symbolParam
				Expiry  *world.Date `json:"expiry,omitempty" doc:"Day of expiry; without it the next"`
				Strikes int         `json:"strikes" doc:"Strikes to give" min:"1" max:"31" default:"9"`
			}) (out struct {
				Symbol   string       `json:"symbol"`
				Price    float64      `json:"share_price_usd"`
				Rate     float64      `json:"rate_percent"`
				Expiries []world.Date `json:"expiries"`
				Expiry   world.Date   `json:"expiry"`
				Days     int          `json:"days_left"`
				Chain    []optionPair `json:"chain"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				out.Symbol, out.Price, out.Rate, out.Expiries = c.Symbol, w.Base().Price(c), optionRate, expiries(9)
				if out.Expiry = out.Expiries[0]; in.Expiry != nil {
					out.Expiry = *in.Expiry
				}
				if !slices.Contains(out.Expiries, out.Expiry) {
					return out, define.Invalid("expiry", "is not a day on which options expire; the next are %v", out.Expiries[:4])
				}
				out.Days = int(out.Expiry - world.Today)
				for _, k := range strikes(out.Price, in.Strikes) {
					v := implied(w, c, k)
					p := optionPair{k, v, blackScholes(true, out.Price, k, float64(out.Days), v/100, optionRate/100), blackScholes(false, out.Price, k, float64(out.Days), v/100, optionRate/100)}
					out.Chain = append(out.Chain, p)
				}
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0025","expiry":"2025-09-19","strikes":5}`),
		define.Calc("price_option", "Prices a European option by the formula of Black and Scholes, with its sensitivities, its value if exercised now, and the share price at which it pays off.",
			func(_ *world.World, in struct {
				Kind       string  `json:"kind" doc:"Right to buy or to sell" enum:"call,put"`
				Spot       float64 `json:"share_price" doc:"Price of the share" min:"0.01" max:"1000000"`
				Strike     float64 `json:"strike" doc:"Price agreed" min:"0.01" max:"1000000"`
				Days       float64 `json:"days_left" doc:"Days until it expires" min:"1" max:"3650"`
				Volatility float64 `json:"volatility_percent" doc:"Yearly volatility" min:"1" max:"300"`
				Rate       float64 `json:"rate_percent" doc:"Yearly interest rate" min:"-5" max:"30" default:"4"`
			}) (out struct {
				greeks
				Now  float64 `json:"exercised_now_usd"`
				Even float64 `json:"break_even_usd" doc:"Share price at expiry at which the option has earned its price"`
			}, err error) {
				out.greeks = blackScholes(in.Kind == "call", in.Spot, in.Strike, in.Days, in.Volatility/100, in.Rate/100)
				out.Now, out.Even = max(0, in.Spot-in.Strike), in.Strike+out.Price
				if in.Kind == "put" {
					out.Now, out.Even = max(0, in.Strike-in.Spot), max(0, in.Strike-out.Price)
				}
				return out, nil
			}, `{"kind":"call","share_price":100,"strike":105,"days_left":90,"volatility_percent":25}`, `{"kind":"put","share_price":42.5,"strike":40,"days_left":30,"volatility_percent":40,"rate_percent":3}`),
	}
}

type optionPair struct {
	Strike     float64 `json:"strike"`
	Volatility float64 `json:"volatility_percent"`
	Call       greeks  `json:"call"`
	Put        greeks  `json:"put"`
}
