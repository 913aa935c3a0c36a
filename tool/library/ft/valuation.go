package ft

import (
	"math"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func valuationTools() []define.Tool {
	return []define.Tool{
		define.View("stock_statistics", "Gives the figures by which a share is judged: enterprise value and its multiples, earnings to come, averages and range of the price, volume, and how many shares are free to trade.",
			func(w *world.World, in symbolParam) (out stockStatistics, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				t, price := w.Base().Trailing(c), w.Base().Price(c)
				out.Symbol, out.Capital = c.Symbol, capital(w, c)
				out.Enterprise = world.Round(out.Capital+t.Debt-t.Cash, 1)
				out.ToRevenue, out.ToOperating = multiple(out.Enterprise, t.Revenue), multiple(out.Enterprise, t.Operating+t.Depreciation)
				all, next := w.Base().Books(c), len(w.Base().Published(c))
				for _, r := range all[next : next+4] {
					out.Forward += r.Expected
				}
				out.PE, out.ForwardPE = multiple(price, t.PerShare), multiple(price, out.Forward)
				out.Payout = 100 * multiple(t.Dividend, t.PerShare)
				out.Float = world.Round(c.Shares-w.Base().InsiderShares(c), 3)
				bars := barsBack(w, c, 252)
				year := join(bars)
				out.Low, out.High, out.Change = year.Low, year.High, change(bars[0].Close, price)
				out.Mean50, out.Mean200 = meanClose(bars[202:]), meanClose(bars[52:])
				out.Volume = join(bars[189:]).Volume / 63
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0042"}`),
		define.View("financial_ratios", "Computes a listed company's ratios of liquidity, debt, return and efficiency from its last yearly statements, with the median and its rank in its sector.",
			func(w *world.World, in symbolParam) (out struct {
				Symbol string  `json:"symbol"`
				Sector string  `json:"sector"`
				Year   int     `json:"year"`
				Ratios []ratio `json:"ratios"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				mine, of, peers := ratios(w, c), make([][]float64, len(ratioNames)), 0
				for _, o := range world.Listed(w) {
					if o.Sector == c.Sector {
						peers++
						for i, r := range ratios(w, o) {
							of[i] = append(of[i], r)
						}
					}
				}
				out.Symbol, out.Sector, out.Year = c.Symbol, c.Sector, world.Today.Year()-1
				for i, name := range ratioNames {
					slices.Sort(of[i])
					above := len(of[i]) - 1
					for above >= 0 && of[i][above] > mine[i] {
						above--
					}
					median := (of[i][peers/2] + of[i][(peers-1)/2]) / 2
					out.Ratios = append(out.Ratios, ratio{name, mine[i], world.Round(median, 4), peers - above, peers})
				}
				return out, nil
			}, `{"symbol":"CO0005"}`, `{"symbol":"CO0077"}`),
		define.View("stock_fair_value", "Estimates what a share is worth by its future cash: the last four quarters' operating cash flow less depreciation, grown for some years and for ever after, discounted to today.",
			func(w *world.World, in struct {
				symbolParam
				Growth   float64 `json:"growth_percent" doc:"Yearly growth in the years ahead" min:"-20" max:"40" default:"6"`
				Years    int     `json:"years" doc:"Years of that growth" min:"1" max:"20" default:"5"`
				After    float64 `json:"growth_after_percent" doc:"Yearly growth after them" min:"-5" max:"4" default:"2"`
				Discount float64 `json:"discount_percent" doc:"Yearly return that is asked of the share" min:"5" max:"30" default:"9"`
			}) (out struct {
				Symbol  string     `json:"symbol"`
				Base    float64    `json:"base_cash_flow_millions_usd"`
				Years   []cashYear `json:"years"`
				After   float64    `json:"value_after_millions_usd" doc:"Present value of all later years"`
				NetCash float64    `json:"net_cash_millions_usd" doc:"Cash less debt"`
				Value   float64    `json:"fair_value_usd" doc:"Of a share"`
				Price   float64    `json:"price_usd"`
				Gap     float64    `json:"upside_percent" doc:"From the price to the fair value"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				t := w.Base().Trailing(c)
				if out.Base = world.Round(t.CashFlow-t.Depreciation, 2); out.Base <= 0 {
					return out, define.Fail("no_cash_flow", "%s earned no cash in the last four quarters, so that nothing can be discounted", c.Symbol)
				}
				flow, q := out.Base, 1.0
				for year := 1; year <= in.Years; year++ {
					flow, q = flow*(1+in.Growth/100), q/(1+in.Discount/100)
					out.Years = append(out.Years, cashYear{world.Today.Year() + year, world.Round(flow, 2), world.Round(flow*q, 2)})
					out.Value += flow * q
				}
				later := flow * (1 + in.After/100) / (in.Discount - in.After) * 100 * q
				out.Symbol, out.After, out.NetCash = c.Symbol, world.Round(later, 2), world.Round(t.Cash-t.Debt, 2)
				out.Value, out.Price = world.Round((out.Value+later+out.NetCash)/c.Shares, 2), w.Base().Price(c)
				out.Gap = change(out.Price, out.Value)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0015","growth_percent":10,"years":10,"discount_percent":11}`),
		define.View("dividend_history", "Gives the dividends of a share, newest first, with the day from which it was traded without them, the day of payment and the yearly yield; one may be declared and not yet paid.",
			func(w *world.World, in struct {
				symbolParam
				Count int `json:"count" doc:"Most dividends to give" min:"1" max:"60" default:"8"`
			}) (out struct {
				Symbol    string     `json:"symbol"`
				Dividends []dividend `json:"dividends"`
				Year      float64    `json:"paid_in_a_year_usd" doc:"For a share, over the last 365 days"`
				Yield     float64    `json:"yield_percent" doc:"Of that sum at the last price"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				all := dividends(w, c)
				slices.Reverse(all)
				out.Symbol, out.Dividends = c.Symbol, all[:min(in.Count, len(all))]
				for _, d := range all {
					if d.Status == "paid" && d.Paid > world.Today-365 {
						out.Year = world.Round(out.Year+d.PerShare, 4)
					}
				}
				out.Yield = world.Round(100*out.Year/w.Base().Price(c), 2)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0003","count":20}`),
	}
}

func meanClose(bars []world.Bar) float64 {
	sum := 0.0
	for _, b := range bars {
		sum += b.Close
	}
	return world.Round(sum/float64(len(bars)), 4)
}

var ratioNames = [...]string{"current_ratio", "debt_to_equity", "return_on_equity", "return_on_assets", "gross_margin", "net_margin", "asset_turnover", "interest_cover"}

// ratios gives the figures of ratioNames for a company's last full year.
func ratios(w *world.World, c world.Company) []float64 {
	years := w.Base().Years(c)
	s := years[len(years)-1]
	out := []float64{(s.Cash + s.Receivables + s.Inventory) / s.Current, multiple(s.Debt, s.Equity), multiple(s.Net, s.Equity), s.Net / s.Assets, s.Gross / s.Revenue, s.Net / s.Revenue, s.Revenue / s.Assets, multiple(s.Operating, s.Interest)}
	for i := range out {
		out[i] = world.Round(out[i], 4)
	}
	return out
}

// dividends gives those of a listed company since it was listed, oldest first. A quarter's is
// declared when the quarter before has been reported.
func dividends(w *world.World, c world.Company) []dividend {
	since, _ := w.Base().ListedOn(c)
	var out []dividend
	known := true
	for _, r := range w.Base().Books(c) {
		without, paid := w.Base().DividendDays(c, r.Statement)
		declared := known
		known = r.Day <= world.Today
		if r.Dividend == 0 || without <= since || !declared {
			continue
		}
		d := dividend{r.Period(), without, paid, r.Dividend, "paid"}
		if paid > world.Today {
			d.Status = "declared"
		}
		out = append(out, d)
	}
	return out
}

// paidBetween adds up the dividends of a share that one gets who buys it on a day and sells it on another.
func paidBetween(w *world.World, c world.Company, from, to world.Date) float64 {
	sum := 0.0
	for _, d := range dividends(w, c) {
		if d.Without > from && d.Without <= to {
			sum += d.PerShare
		}
	}
	return world.Round(sum, 4)
}

type stockStatistics struct {
	Symbol      string  `json:"symbol"`
	Capital     float64 `json:"market_capital_millions_usd"`
	Enterprise  float64 `json:"enterprise_value_millions_usd" doc:"Market value and debt less cash"`
	ToRevenue   float64 `json:"enterprise_to_revenue"`
	ToOperating float64 `json:"enterprise_to_ebitda" doc:"To operating income before depreciation"`
	PE          float64 `json:"price_earnings" doc:"0 without earnings"`
	Forward     float64 `json:"expected_earnings_per_share_usd" doc:"Next four quarters"`
	ForwardPE   float64 `json:"forward_price_earnings" doc:"0 without earnings"`
	Payout      float64 `json:"payout_percent" doc:"Dividends of the earnings; 0 without earnings"`
	Float       float64 `json:"free_shares_millions" doc:"Shares that the company's leaders do not hold"`
	Mean50      float64 `json:"mean_50_days_usd"`
	Mean200     float64 `json:"mean_200_days_usd"`
	Low         float64 `json:"lowest_252_days_usd"`
	High        float64 `json:"highest_252_days_usd"`
	Change      float64 `json:"change_252_days_percent"`
	Volume      int     `json:"mean_volume_63_days"`
}

type ratio struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Median float64 `json:"sector_median"`
	Rank   int     `json:"rank_in_sector" doc:"1 is the greatest value"`
	Of     int     `json:"companies_in_sector"`
}

type cashYear struct {
	Year    int     `json:"year"`
	Flow    float64 `json:"cash_flow_millions_usd"`
	Present float64 `json:"present_value_millions_usd"`
}

type dividend struct {
	Period   string     `json:"period"`
	Without  world.Date `json:"ex_dividend_day"`
	Paid     world.Date `json:"payment_day"`
	PerShare float64    `json:"per_share_usd"`
	Status   string     `json:"status" enum:"paid,declared"`
}

// yearly is the constant yearly growth in percent that turns one sum into another in some days; 0
// for less than 30 days, of which a year's growth would say nothing.
func yearly(from, to float64, days int) float64 {
	if days < 30 {
		return 0
	}
	return world.Round(100*(math.Pow(to/from, 365/float64(days))-1), 2)
}
