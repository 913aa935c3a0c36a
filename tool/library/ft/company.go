package ft

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type statementParam struct {
	symbolParam
	Period string `json:"period" doc:"Quarters or years" enum:"quarterly,annual" default:"annual"`
	Count  int    `json:"count" doc:"Most statements to give" min:"1" max:"40" default:"4"`
}

// statements gives what a company reported, the newest first.
func statements(w *world.World, in statementParam) (world.Company, []world.Statement, error) {
	c, err := listed(w, in.Symbol)
	if err != nil {
		return c, nil, err
	}
	var all []world.Statement
	if in.Period == "annual" {
		all = w.Base().Years(c)
	} else {
		for _, r := range w.Base().Published(c) {
			all = append(all, r.Statement)
		}
	}
	slices.Reverse(all)
	return c, all[:min(in.Count, len(all))], nil
}

// capital is a company's market value in millions of US dollars.
func capital(w *world.World, c world.Company) float64 {
	return world.Round(w.Base().Price(c)*c.Shares, 1)
}

// multiple is a/b rounded, or 0 when b is not positive and the quotient would say nothing.
func multiple(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return world.Round(a/b, 4)
}

func companyTools() []define.Tool {
	return []define.Tool{
		define.View("company_overview", "Gives a listed company's profile with its market value, earnings of the last four quarters, dividend and the usual multiples.",
			func(w *world.World, in symbolParam) (out struct {
				Company  world.Company `json:"company"`
				Listed   world.Date    `json:"listed_on"`
				Price    float64       `json:"price_usd"`
				Capital  float64       `json:"market_capital_millions_usd"`
				Revenue  float64       `json:"revenue_millions_usd" doc:"Last four quarters"`
				PerShare float64       `json:"earnings_per_share_usd" doc:"Last four quarters"`
				PE       float64       `json:"price_earnings" doc:"0 without earnings"`
				PS       float64       `json:"price_sales"`
				PB       float64       `json:"price_book" doc:"0 without equity"`
				Dividend float64       `json:"dividend_per_share_usd" doc:"Last four quarters"`
				Yield    float64       `json:"dividend_yield_percent"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				t := w.Base().Trailing(c)
				out.Company, out.Price, out.Capital = c, w.Base().Price(c), capital(w, c)
				out.Listed, _ = w.Base().ListedOn(c)
				out.Revenue, out.PerShare, out.Dividend = t.Revenue, t.PerShare, t.Dividend
				out.PE, out.PS, out.PB = multiple(out.Price, t.PerShare), multiple(out.Capital, t.Revenue), multiple(out.Capital, t.Equity)
				out.Yield = world.Round(100*t.Dividend/out.Price, 2)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0050"}`),
		define.View("income_statement", "Gives a listed company's income statements, newest first: from revenue down to net income and earnings for a share, with margins and growth.",
			func(w *world.World, in statementParam) (out incomeStatement, err error) {
				c, all, err := statements(w, in)
				out.Symbol = c.Symbol
				for i, s := range all {
					out.Lines = append(out.Lines, incomeLines{s.Period(), s.End, s.Revenue, s.Cost, s.Gross, s.Expenses, s.Depreciation, s.Operating, s.Interest, s.Tax, s.Net, s.PerShare, world.Round(100*s.Gross/s.Revenue, 2), world.Round(100*s.Net/s.Revenue, 2)})
					if i > 0 {
						out.Growth = append(out.Growth, change(s.Revenue, all[i-1].Revenue))
					}
				}
				return out, err
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0010","period":"quarterly","count":8}`),
		define.View("balance_sheet", "Gives a listed company's balance sheets, newest first: what it owns and what it owes, which are equal, and the equity behind a share.",
			func(w *world.World, in statementParam) (out struct {
				Symbol string         `json:"symbol"`
				Sheets []balanceLines `json:"balance_sheets_millions_usd"`
			}, err error) {
				c, all, err := statements(w, in)
				out.Symbol = c.Symbol
				for _, s := range all {
					out.Sheets = append(out.Sheets, balanceLines{s.Period(), s.End, s.Cash, s.Receivables, s.Inventory, s.Fixed, s.Assets, s.Current, s.Debt, s.Equity, world.Round(s.Equity/s.Shares, 4)})
				}
				return out, err
			}, `{"symbol":"CO0002"}`, `{"symbol":"CO0030","period":"quarterly","count":2}`),
		define.View("cash_flow_statement", "Gives a listed company's cash flows, newest first: from net income to cash of operations, investment, dividends, borrowing, and the change of cash.",
			func(w *world.World, in statementParam) (out struct {
				Symbol string      `json:"symbol"`
				Flows  []flowLines `json:"cash_flows_millions_usd"`
				Free   float64     `json:"free_cash_flow_sum_millions_usd" doc:"Of the periods given"`
			}, err error) {
				c, all, err := statements(w, in)
				out.Symbol = c.Symbol
				for _, s := range all {
					f := flowLines{s.Period(), s.Net, s.Depreciation, s.Working, s.CashFlow, s.Capital, world.Round(s.CashFlow-s.Capital, 2), s.Dividends, s.Borrowed, s.CashChange, s.Cash}
					out.Flows, out.Free = append(out.Flows, f), world.Round(out.Free+f.Free, 2)
				}
				return out, err
			}, `{"symbol":"CO0003"}`, `{"symbol":"CO0040","period":"quarterly"}`),
		define.View("earnings_history", "Gives a listed company's quarterly earnings for a share against what analysts expected, newest first, and how often it did better.",
			func(w *world.World, in struct {
				symbolParam
				Count int `json:"count" doc:"Most quarters to give" min:"1" max:"40" default:"8"`
			}) (out struct {
				Symbol   string    `json:"symbol"`
				Quarters []earning `json:"quarters"`
				Beaten   int       `json:"better_than_expected" doc:"Quarters"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				all := w.Base().Published(c)
				slices.Reverse(all)
				out.Symbol = c.Symbol
				for _, r := range all[:min(in.Count, len(all))] {
					e := earning{r.Period(), r.Day, r.PerShare, r.Expected, world.Round(r.PerShare-r.Expected, 4)}
					if out.Quarters = append(out.Quarters, e); e.Surprise > 0 {
						out.Beaten++
					}
				}
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0060","count":4}`),
		define.View("earnings_calendar", "Lists which listed companies report in the days to come, the next first, with the earnings for a share that analysts expect.",
			func(w *world.World, in struct {
				Days   int    `json:"days" doc:"Days to look ahead" min:"1" max:"366" default:"90"`
				Sector string `json:"sector,omitempty" doc:"Sector" enum:"Technology,Health Care,Energy,Financials,Consumer,Industrials,Materials,Utilities,Media,Real Estate"`
				define.Paging
			}) (define.Page[reportDay], error) {
				var all []reportDay
				for _, c := range world.Listed(w) {
					if in.Sector != "" && c.Sector != in.Sector {
						continue
					}
					for _, r := range w.Base().Books(c) {
						if r.Day > world.Today && r.Day <= world.Today+world.Date(in.Days) {
							all = append(all, reportDay{c.Symbol, c.Name, r.Day, r.Period(), r.Expected})
						}
					}
				}
				return define.Cut(world.SortBy(all, func(r reportDay) int { return int(r.Day) }), in.Paging), nil
			}, `{}`, `{"days":200,"sector":"Energy"}`),
		define.View("listed_companies_on", "Lists the companies that were listed on a day, those that came to their exchange last first, with the price they had that day.",
			func(w *world.World, in struct {
				Day      world.Date `json:"date" doc:"Day" default:"2025-05-30"`
				Exchange string     `json:"exchange,omitempty" doc:"Code of an exchange" enum:"NWX,LSX,FRX,TKX"`
				define.Paging
			}) (out define.Page[listing], err error) {
				if err := past("date", in.Day); err != nil {
					return out, err
				}
				var all []listing
				day := world.LastTradingDay(min(in.Day, lastDay()))
				for _, c := range world.Listed(w) {
					if since, _ := w.Base().ListedOn(c); since <= day && (in.Exchange == "" || c.Exchange == in.Exchange) {
						all = append(all, listing{c.Symbol, c.Name, c.Exchange, c.Sector, since, w.Base().StockBar(c, day).Close})
					}
				}
				return define.Cut(world.TopBy(all, func(l listing) int { return int(l.Day) }), in.Paging), nil
			}, `{}`, `{"date":"2012-06-01","exchange":"NWX","page_size":5}`),
		define.View("ipo_calendar", "Lists the companies that will come to a stock exchange in the months to come, with the planned day, the range of the price and what it would raise.",
			func(w *world.World, in struct {
				Months int `json:"months" doc:"Months to look ahead" min:"1" max:"6" default:"3"`
				define.Paging
			}) (define.Page[offering], error) {
				var all []offering
				for _, c := range world.Companies.Where(w, func(c *world.Company) bool { return c.Symbol == "" }) {
					if day, ok := w.Base().ListedOn(c); ok && day <= world.Today.AddMonths(in.Months) {
						all = append(all, offer(w, c, day))
					}
				}
				return define.Cut(world.SortBy(all, func(o offering) int { return int(o.Day) }), in.Paging), nil
			}, `{}`, `{"months":6,"page_size":20}`),
	}
}

// offer is what a private company asks for a fifth to a half of its shares.
func offer(w *world.World, c world.Company, day world.Date) offering {
	key := "offer/" + c.ID
	level := c.Revenue / c.Shares * (0.8 + 2*w.Base().Unit(key, 0))
	o := offering{CompanyID: c.ID, Name: c.Name, Sector: c.Sector, Day: day, Exchange: []string{"NWX", "NWX", "LSX", "FRX", "TKX"}[w.Base().Upto(5, key, 1)]}
	o.Low, o.High = world.Round(0.9*level, 2), world.Round(1.1*level, 2)
	o.Shares = world.Round(c.Shares*(0.2+0.3*w.Base().Unit(key, 2)), 1)
	o.Raised = world.Round(o.Shares*(o.Low+o.High)/2, 1)
	return o
}

type incomeStatement struct {
	Symbol string        `json:"symbol"`
	Lines  []incomeLines `json:"statements_millions_usd"`
	Growth []float64     `json:"revenue_growth_percent" doc:"Of each statement against the one after it"`
}

type incomeLines struct {
	Period       string     `json:"period"`
	End          world.Date `json:"period_end"`
	Revenue      float64    `json:"revenue"`
	Cost         float64    `json:"cost_of_revenue"`
	Gross        float64    `json:"gross_profit"`
	Expenses     float64    `json:"operating_expenses"`
	Depreciation float64    `json:"depreciation" doc:"Part of operating_expenses"`
	Operating    float64    `json:"operating_income"`
	Interest     float64    `json:"interest_expense"`
	Tax          float64    `json:"income_tax"`
	Net          float64    `json:"net_income"`
	PerShare     float64    `json:"earnings_per_share_usd"`
	GrossMargin  float64    `json:"gross_margin_percent"`
	NetMargin    float64    `json:"net_margin_percent"`
}

type balanceLines struct {
	Period      string     `json:"period"`
	End         world.Date `json:"period_end"`
	Cash        float64    `json:"cash"`
	Receivables float64    `json:"receivables"`
	Inventory   float64    `json:"inventory"`
	Fixed       float64    `json:"fixed_assets"`
	Assets      float64    `json:"total_assets"`
	Current     float64    `json:"current_liabilities"`
	Debt        float64    `json:"long_term_debt"`
	Equity      float64    `json:"equity"`
	PerShare    float64    `json:"equity_per_share_usd"`
}

type flowLines struct {
	Period       string  `json:"period"`
	Net          float64 `json:"net_income"`
	Depreciation float64 `json:"depreciation"`
	Working      float64 `json:"increase_of_working_capital"`
	Operating    float64 `json:"operating_cash_flow"`
	Capital      float64 `json:"capital_expenditure"`
	Free         float64 `json:"free_cash_flow"`
	Dividends    float64 `json:"dividends_paid"`
	Borrowed     float64 `json:"net_borrowing"`
	Change       float64 `json:"change_of_cash"`
	Cash         float64 `json:"cash_at_end"`
}

type earning struct {
	Period   string     `json:"period"`
	Day      world.Date `json:"reported_on"`
	Reported float64    `json:"reported_usd"`
	Expected float64    `json:"expected_usd"`
	Surprise float64    `json:"surprise_usd"`
}

type reportDay struct {
	Symbol   string     `json:"symbol"`
	Name     string     `json:"name"`
	Day      world.Date `json:"day"`
	Period   string     `json:"period"`
	Expected float64    `json:"expected_earnings_per_share_usd"`
}

type listing struct {
	Symbol   string     `json:"symbol"`
	Name     string     `json:"name"`
	Exchange string     `json:"exchange"`
	Sector   string     `json:"sector"`
	Day      world.Date `json:"listed_on"`
	Price    float64    `json:"price_usd" doc:"Last close on the day or before"`
}

type offering struct {
	CompanyID string     `json:"company_id"`
	Name      string     `json:"name"`
	Sector    string     `json:"sector"`
	Exchange  string     `json:"exchange"`
	Day       world.Date `json:"planned_day"`
	Low       float64    `json:"price_low_usd"`
	High      float64    `json:"price_high_usd"`
	Shares    float64    `json:"shares_offered_millions"`
	Raised    float64    `json:"raised_millions_usd" doc:"At the middle of the range"`
}
