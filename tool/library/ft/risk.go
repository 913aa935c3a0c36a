package ft

import (
	"math"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// fridays gives the last trading days of the last n weeks and of the one before them, oldest first.
func fridays(n int) []world.Date {
	end := lastDay()
	for end.Weekday() != 5 {
		end--
	}
	out := make([]world.Date, n+1)
	for i := range out {
		out[i] = world.LastTradingDay(end - world.Date(7*(n-i)))
	}
	return out
}

func weeklyReturns(w *world.World, c world.Company, weeks []world.Date) []float64 {
	closes := w.Base().StockCloses(c, weeks)
	out := make([]float64, len(closes)-1)
	for i := range out {
		out[i] = closes[i+1]/closes[i] - 1
	}
	return out
}

// marketReturns is the mean of all listed shares' weekly returns: what a share is compared with.
func marketReturns(w *world.World, weeks []world.Date) []float64 {
	all := world.Listed(w)
	out := make([]float64, len(weeks)-1)
	for _, c := range all {
		for i, r := range weeklyReturns(w, c, weeks) {
			out[i] += r / float64(len(all))
		}
	}
	return out
}

// moments gives covariance and both variances of two series of the same length.
func moments(a, b []float64) (ab, aa, bb float64) {
	ma, mb := mean(a), mean(b)
	for i := range a {
		x, y := a[i]-ma, b[i]-mb
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	n := float64(len(a))
	return ab / n, aa / n, bb / n
}

func mean(x []float64) float64 {
	m, _ := spread(x)
	return m
}

// correlation is Pearson's; 0 when one of the series does not move.
func correlation(a, b []float64) float64 {
	ab, aa, bb := moments(a, b)
	if aa == 0 || bb == 0 {
		return 0
	}
	return world.Round(ab/math.Sqrt(aa*bb), 4)
}

func riskTools() []define.Tool {
	return []define.Tool{
		define.View("stock_risk", "Measures the risk of a share by its weekly returns: volatility, beta and correlation with the mean of all listed shares, the loss of a bad week, the deepest fall, and return for risk.",
			func(w *world.World, in struct {
				symbolParam
				Weeks int     `json:"weeks" doc:"Weeks to look back" min:"10" max:"104" default:"52"`
				Safe  float64 `json:"safe_return_percent" doc:"Yearly return of what has no risk" min:"-5" max:"20" default:"4"`
			}) (out struct {
				Symbol     string  `json:"symbol"`
				Volatility float64 `json:"volatility_percent" doc:"Standard deviation in a year"`
				Beta       float64 `json:"beta" doc:"1: moves as much as the market"`
				Match      float64 `json:"correlation"`
				BadWeek    float64 `json:"loss_of_a_bad_week_percent" doc:"One week in twenty loses at least this"`
				Worst      float64 `json:"worst_week_percent"`
				Fall       float64 `json:"deepest_fall_percent" doc:"From a peak, by weekly closes"`
				Return     float64 `json:"yearly_return_percent"`
				Sharpe     float64 `json:"sharpe_ratio"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				weeks := fridays(in.Weeks)
				own, market := weeklyReturns(w, c, weeks), marketReturns(w, weeks)
				both, mine, all := moments(own, market)
				closes, bars := w.Base().StockCloses(c, weeks), make([]world.Bar, len(weeks))
				for i := range bars {
					bars[i].Close = closes[i]
				}
				_, out.Fall = swing(bars)
				out.Symbol, out.Beta, out.Match = c.Symbol, multiple(both, all), correlation(own, market)
				out.Volatility = world.Round(100*math.Sqrt(52*mine), 2)
				out.Return = yearly(closes[0], closes[in.Weeks], int(weeks[in.Weeks]-weeks[0]))
				out.Sharpe = world.Round((out.Return-in.Safe)/out.Volatility, 3)
				slices.Sort(own)
				out.Worst, out.BadWeek = world.Round(100*own[0], 2), world.Round(-100*own[len(own)/20], 2)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0008","weeks":104}`),
		define.View("compare_stocks", "Compares shares side by side over some trading days: return, deviation of daily moves, deepest fall, multiples, and how their moves go together.",
			func(w *world.World, in struct {
				Symbols []string `json:"symbols" doc:"Ticker symbols, names or identifiers" min:"2" max:"6" each_min:"1" each_max:"80"`
				Days    int      `json:"days" doc:"Trading days to look back" min:"10" max:"252" default:"63"`
			}) (out struct {
				Shares []compared  `json:"shares"`
				Match  [][]float64 `json:"correlations" doc:"Of daily moves; row and column in the order of shares"`
				Best   string      `json:"greatest_return"`
				Calm   string      `json:"smallest_deviation"`
			}, err error) {
				var moves [][]float64
				for _, name := range in.Symbols {
					c, err := listed(w, name)
					if err != nil {
						return out, err
					}
					bars, t := barsBack(w, c, in.Days+1), w.Base().Trailing(c)
					x := compared{Symbol: c.Symbol, Name: c.Name, Price: w.Base().Price(c), Capital: capital(w, c)}
					x.Return = change(bars[0].Close, bars[in.Days].Close)
					x.Swing, x.Fall = swing(bars)
					x.PE, x.Yield = multiple(x.Price, t.PerShare), world.Round(100*t.Dividend/x.Price, 2)
					out.Shares, moves = append(out.Shares, x), append(moves, returns(bars))
				}
				for _, a := range moves {
					row := make([]float64, len(moves))
					for i, b := range moves {
						row[i] = correlation(a, b)
					}
					out.Match = append(out.Match, row)
				}
				out.Best = world.TopBy(slices.Clone(out.Shares), func(x compared) float64 { return x.Return })[0].Symbol
				out.Calm = world.SortBy(slices.Clone(out.Shares), func(x compared) float64 { return x.Swing })[0].Symbol
				return out, nil
			}, `{"symbols":["CO0001","CO0002"]}`, `{"symbols":["CO0011","CO0021","CO0031"],"days":252}`),
		define.View("similar_stocks", "Finds the shares most like one: of the same sector and line of business, of similar size, and moving with it over the last year.",
			func(w *world.World, in struct {
				symbolParam
				Count int `json:"count" doc:"Shares to give" min:"1" max:"20" default:"5"`
			}) (out struct {
				Symbol string    `json:"symbol"`
				Shares []similar `json:"similar" doc:"Most similar first"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				weeks := fridays(52)
				own, size := weeklyReturns(w, c, weeks), capital(w, c)
				for _, o := range world.Listed(w) {
					if o.ID == c.ID {
						continue
					}
					s := similar{Symbol: o.Symbol, Name: o.Name, Sector: o.Sector, Industry: o.Industry, Capital: capital(w, o), Match: correlation(own, weeklyReturns(w, o, weeks))}
					s.Score = 0.25*math.Exp(-math.Abs(math.Log(s.Capital/size))) + 0.25*max(0, s.Match)
					if o.Sector == c.Sector {
						s.Score += 0.35
					}
					if o.Industry == c.Industry {
						s.Score += 0.15
					}
					s.Score = world.Round(s.Score, 4)
					out.Shares = append(out.Shares, s)
				}
				out.Symbol = c.Symbol
				out.Shares = world.TopBy(out.Shares, func(s similar) float64 { return s.Score })[:in.Count]
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0014","count":10}`),
		define.View("investment_return", "Works out what a sum put into a share on a day became: gain by price and by dividends, and the yearly return.",
			func(w *world.World, in struct {
				symbolParam
				Amount float64    `json:"amount_usd" doc:"Sum in US dollars" min:"1" max:"1e9" default:"1000"`
				Start  world.Date `json:"start" doc:"Day of the purchase"`
				End    world.Date `json:"end" doc:"Day of the valuation" default:"2025-05-30"`
			}) (out struct {
				Symbol    string  `json:"symbol"`
				Bought    point   `json:"bought" doc:"Close on the day or before"`
				Valued    point   `json:"valued" doc:"Close on the day or before"`
				Shares    float64 `json:"shares"`
				Value     float64 `json:"value_usd"`
				Dividends float64 `json:"dividends_usd" doc:"Kept in cash"`
				Gain      float64 `json:"gain_percent" doc:"With dividends"`
				Yearly    float64 `json:"yearly_return_percent" doc:"With dividends; 0 for less than 30 days"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				if err := past("start", in.Start); err != nil {
					return out, err
				}
				from, to := world.LastTradingDay(in.Start), world.LastTradingDay(min(in.End, lastDay()))
				if since, _ := w.Base().ListedOn(c); from < since {
					return out, define.Invalid("start", "is before %s, when %s was listed", since, c.Symbol)
				}
				if to <= from {
					return out, define.Invalid("end", "must be a later trading day than start")
				}
				prices := w.Base().StockCloses(c, []world.Date{from, to})
				out.Symbol, out.Bought, out.Valued = c.Symbol, point{from, prices[0]}, point{to, prices[1]}
				out.Shares = in.Amount / prices[0]
				out.Value, out.Dividends = world.Round(out.Shares*prices[1], 2), world.Round(out.Shares*paidBetween(w, c, from, to), 2)
				out.Gain = change(in.Amount, out.Value+out.Dividends)
				out.Yearly = yearly(in.Amount, out.Value+out.Dividends, int(to-from))
				return out, nil
			}, `{"symbol":"CO0001","start":"2024-01-02"}`, `{"symbol":"CO0009","amount_usd":2500,"start":"2023-12-04","end":"2024-12-30"}`),
	}
}

type compared struct {
	Symbol  string  `json:"symbol"`
	Name    string  `json:"name"`
	Price   float64 `json:"price_usd"`
	Capital float64 `json:"market_capital_millions_usd"`
	Return  float64 `json:"return_percent"`
	Swing   float64 `json:"daily_deviation_percent"`
	Fall    float64 `json:"deepest_fall_percent"`
	PE      float64 `json:"price_earnings" doc:"0 without earnings"`
	Yield   float64 `json:"dividend_yield_percent"`
}

type similar struct {
	Symbol   string  `json:"symbol"`
	Name     string  `json:"name"`
	Sector   string  `json:"sector"`
	Industry string  `json:"industry"`
	Capital  float64 `json:"market_capital_millions_usd"`
	Match    float64 `json:"correlation" doc:"Of weekly moves in the last year"`
	Score    float64 `json:"score" doc:"Up to 1"`
}
