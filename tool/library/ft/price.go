package ft

import (
	"math"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// lastDay is the last day of which there is a closing price: exchanges open after the world's moment.
func lastDay() world.Date { return world.LastTradingDay(world.Today - 1) }

// barsBack gives the last n trading days of a company, oldest first.
func barsBack(w *world.World, c world.Company, n int) []world.Bar {
	out := make([]world.Bar, n)
	for d, i := lastDay(), n-1; i >= 0; i-- {
		out[i] = w.Base().StockBar(c, d)
		d = world.LastTradingDay(d - 1)
	}
	return out
}

// join makes one bar of consecutive ones.
func join(bars []world.Bar) world.Bar {
	out := bars[0]
	for _, b := range bars[1:] {
		out.High, out.Low = max(out.High, b.High), min(out.Low, b.Low)
		out.Close, out.Volume = b.Close, out.Volume+b.Volume
	}
	return out
}

type barList struct {
	Symbol string      `json:"symbol"`
	Bars   []world.Bar `json:"bars" doc:"Oldest first; date is the first day of the bar"`
}

func priceTools() []define.Tool {
	return []define.Tool{
		define.View("stock_quote", "Gives the last price of a share with its day, the change from the day before, and the range of the last 52 weeks.",
			func(w *world.World, in symbolParam) (out struct {
				Symbol  string    `json:"symbol"`
				Name    string    `json:"name"`
				Last    world.Bar `json:"last_day"`
				Change  float64   `json:"change_percent"`
				Low     float64   `json:"low_52_weeks"`
				High    float64   `json:"high_52_weeks"`
				Capital float64   `json:"market_capital_millions_usd"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				year := w.Base().StockBars(c, lastDay()-364, lastDay())
				all := join(year)
				out.Symbol, out.Name, out.Last = c.Symbol, c.Name, year[len(year)-1]
				out.Low, out.High = all.Low, all.High
				out.Change, out.Capital = change(year[len(year)-2].Close, out.Last.Close), world.Round(out.Last.Close*c.Shares, 1)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0050"}`),
		define.View("stock_daily_prices", "Gives open, high, low, close and volume of a share for the trading days of a span.",
			func(w *world.World, in struct {
				symbolParam
				Start world.Date `json:"start" doc:"First day"`
				End   world.Date `json:"end" doc:"Last day" default:"2025-06-01"`
			}) (out struct {
				barList
				Change float64 `json:"change_percent" doc:"From the first close to the last"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				if err := past("start", in.Start); err != nil {
					return out, err
				}
				in.End = min(in.End, lastDay())
				if in.End-in.Start > 366 {
					return out, define.Invalid("start", "must be at most a year before end")
				}
				out.Symbol, out.Bars = c.Symbol, w.Base().StockBars(c, in.Start, in.End)
				if n := len(out.Bars); n > 0 {
					out.Change = change(out.Bars[0].Close, out.Bars[n-1].Close)
				}
				return out, nil
			}, `{"symbol":"CO0001","start":"2025-05-12"}`, `{"symbol":"CO0007","start":"2024-01-01","end":"2024-01-31"}`),
		define.View("stock_weekly_prices", "Gives a share's prices by week, each from the first to the last trading day of a calendar week.",
			func(w *world.World, in struct {
				symbolParam
				Weeks int `json:"weeks" doc:"Weeks back" min:"1" max:"260" default:"12"`
			}) (out barList, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				monday := world.Today - world.Date((int(world.Today.Weekday())+6)%7)
				out.Symbol = c.Symbol
				for i := in.Weeks; i >= 1; i-- {
					from := monday - world.Date(7*i)
					if bars := w.Base().StockBars(c, from, min(from+6, lastDay())); len(bars) > 0 {
						out.Bars = append(out.Bars, join(bars))
					}
				}
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0003","weeks":52}`),
		define.View("stock_monthly_returns", "Gives a share's return of each whole calendar month, the best and the worst of them, and the yearly volatility they imply.",
			func(w *world.World, in struct {
				symbolParam
				Months int `json:"months" doc:"Whole months back" min:"2" max:"60" default:"12"`
			}) (out struct {
				Symbol     string  `json:"symbol"`
				Months     []point `json:"returns_percent" doc:"Return of the month that begins on date"`
				Best       point   `json:"best"`
				Worst      point   `json:"worst"`
				Volatility float64 `json:"volatility_percent" doc:"Standard deviation in a year"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				first := world.Day(world.Today.Year(), world.Today.Month(), 1)
				listed, _ := w.Base().ListedOn(c)
				out.Symbol = c.Symbol
				sum, squares := 0.0, 0.0
				for i := in.Months; i >= 1; i-- {
					from := first.AddMonths(-i)
					if from <= listed {
						continue
					}
					before := w.Base().StockBar(c, world.LastTradingDay(from-1)).Close
					after := w.Base().StockBar(c, world.LastTradingDay(from.AddMonths(1)-1)).Close
					p := point{from, change(before, after)}
					if out.Months = append(out.Months, p); len(out.Months) == 1 {
						out.Best, out.Worst = p, p
					}
					if p.Value > out.Best.Value {
						out.Best = p
					}
					if p.Value < out.Worst.Value {
						out.Worst = p
					}
					sum, squares = sum+p.Value, squares+p.Value*p.Value
				}
				n := float64(len(out.Months))
				out.Volatility = world.Round(math.Sqrt(math.Max(0, (squares-sum*sum/n)/(n-1)))*math.Sqrt(12), 2)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0011","months":36}`),
		define.View("stock_intraday_prices", "Gives a share's prices within one trading day in steps of minutes, consistent with the day's open, high, low, close and volume.",
			func(w *world.World, in struct {
				symbolParam
				Day  world.Date `json:"date" doc:"Trading day" default:"2025-05-30"`
				Step int        `json:"minutes" doc:"Minutes of a step" min:"5" max:"120" default:"60"`
			}) (out struct {
				Symbol string     `json:"symbol"`
				Day    world.Bar  `json:"day"`
				Ticks  []intraday `json:"prices"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				if err := past("date", in.Day); err != nil {
					return out, err
				}
				if !world.TradingDay(in.Day) || in.Day > lastDay() {
					return out, define.Invalid("date", "must be a past trading day; the last was %s", lastDay())
				}
				out.Symbol, out.Day = c.Symbol, w.Base().StockBar(c, in.Day)
				out.Ticks = ticks(w.Base(), c, out.Day, in.Step)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0002","date":"2025-05-28","minutes":15}`),
		define.View("search_tickers", "Finds listed companies whose name, symbol, sector or line of business holds a text, the best matches first.",
			func(w *world.World, in struct {
				Text     string `json:"keywords" doc:"Text to look for" min:"1" max:"80"`
				Exchange string `json:"exchange,omitempty" doc:"Code of an exchange" enum:"NWX,LSX,FRX,TKX"`
				define.Paging
			}) (out define.Page[ticker], err error) {
				var found []ticker
				low := strings.ToLower(strings.TrimSpace(in.Text))
				for _, c := range world.Listed(w) {
					if in.Exchange != "" && c.Exchange != in.Exchange {
						continue
					}
					score := 0.0
					for i, text := range []string{c.Symbol, c.Name, c.Industry, c.Sector} {
						text = strings.ToLower(text)
						weight := 1 / float64(1+i)
						switch {
						case text == low:
							score = max(score, weight)
						case strings.HasPrefix(text, low):
							score = max(score, 0.8*weight)
						case strings.Contains(text, low):
							score = max(score, 0.5*weight)
						}
					}
					if score > 0 {
						found = append(found, ticker{c.Symbol, c.Name, c.Exchange, c.Sector, score})
					}
				}
				return define.Cut(world.TopBy(found, func(t ticker) float64 { return t.Score }), in.Paging), nil
			}, `{"keywords":"energy"}`, `{"keywords":"a","exchange":"NWX","page_size":5}`),
		define.View("market_hours", "Says of each stock exchange whether it is open at a moment, with its hours in local time and its next trading day.",
			func(_ *world.World, in struct {
				At time.Time `json:"at" doc:"Moment" default:"2025-06-02T09:00:00Z"`
			}) (out struct {
				Markets []market `json:"markets"`
			}, err error) {
				for line := range strings.SplitSeq(world.Exchanges, "\n") {
					f := strings.Split(line, "|")
					zones := map[string]string{"New York": "America/New_York", "London": "Europe/London", "Frankfurt": "Europe/Berlin", "Tokyo": "Asia/Tokyo"}
					zone, ok := world.Zone(zones[f[1]])
					if !ok {
						zone = time.UTC
					}
					local := in.At.In(zone)
					m := market{Code: f[0], City: f[1], Currency: f[3], Opens: f[4], Closes: f[5], Local: local.Format("15:04"), Next: world.DateOf(local)}
					m.Open = world.TradingDay(m.Next) && m.Local >= m.Opens && m.Local < m.Closes
					if m.Local >= m.Closes {
						m.Next++
					}
					for !world.TradingDay(m.Next) {
						m.Next++
					}
					out.Markets = append(out.Markets, m)
				}
				return out, nil
			}, `{}`, `{"at":"2025-05-31T12:00:00Z"}`),
	}
}

type ticker struct {
	Symbol   string  `json:"symbol"`
	Name     string  `json:"name"`
	Exchange string  `json:"exchange"`
	Sector   string  `json:"sector"`
	Score    float64 `json:"score" doc:"How well it matches, up to 1"`
}

type market struct {
	Code     string     `json:"exchange"`
	City     string     `json:"city"`
	Currency string     `json:"currency"`
	Open     bool       `json:"open"`
	Opens    string     `json:"opens"`
	Closes   string     `json:"closes"`
	Local    string     `json:"local_time"`
	Next     world.Date `json:"trading_day" doc:"The trading day it is or that comes next"`
}

type intraday struct {
	Minute int     `json:"minute" doc:"Minutes after the opening"`
	Price  float64 `json:"price"`
	Volume int     `json:"volume" doc:"Shares traded since the price before"`
}

// ticks walks from the day's open to its close through its low and high, over 390 minutes.
func ticks(b *world.Base, c world.Company, day world.Bar, step int) []intraday {
	const minutes = 390
	key := "ticks/" + c.Symbol + day.Day.String()
	out := []intraday{{0, day.Open, 0}}
	left, n := day.Volume, (minutes+step-1)/step
	for i := 1; i <= n; i++ {
		at := min(i*step, minutes)
		x := float64(at) / minutes
		line := day.Open + (day.Close-day.Open)*x
		// The noise vanishes at both ends, so that the day begins and ends where it did.
		price := line + 2*x*(1-x)*(day.High-day.Low)*b.Noise(key, 6*x)
		volume := left / (n - i + 1)
		left -= volume
		out = append(out, intraday{at, world.Round(min(max(price, day.Low), day.High), 4), volume})
	}
	return out
}
