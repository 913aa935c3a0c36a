package ft

import (
	"math"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type economy struct {
	Country string `json:"country" doc:"Country, by name or two-letter code" min:"2" max:"60" default:"US"`
	From    int    `json:"from_year" doc:"First year" min:"2000" max:"2024" default:"2020"`
	To      int    `json:"to_year" doc:"Last year" min:"2000" max:"2024" default:"2024"`
}

type report struct {
	Country string  `json:"country"`
	Unit    string  `json:"unit"`
	Values  []point `json:"values" doc:"Values; date is the first day of the time they are about"`
}

// monthly gives a series of a country, one value for every so many months, each by f of the value
// and the month.
func monthly(w *world.World, in economy, name string, step int, f func(c world.Country, v float64, d world.Date) float64) (out report, err error) {
	c, err := define.Country(w, in.Country)
	if err != nil {
		return out, err
	}
	if in.From > in.To {
		return out, define.Invalid("from_year", "must not be after to_year")
	}
	out.Country = c.Code
	for d := world.Day(in.From, time.January, 1); d.Year() <= in.To; d = d.AddMonths(step) {
		v, unit, _ := w.Base().Indicator(c, name, d.Year(), d.Month())
		if out.Unit = unit; f != nil {
			v = f(c, v, d)
		}
		out.Values = append(out.Values, point{d, world.Round(v, 4)})
	}
	return out, nil
}

// level is the value of a series some months before a day.
func level(w *world.World, c world.Country, name string, d world.Date, before int) float64 {
	d = d.AddMonths(-before)
	v, _, _ := w.Base().Indicator(c, name, d.Year(), d.Month())
	return v
}

func economyTools() []define.Tool {
	return []define.Tool{
		define.View("gross_domestic_product", "Gives a country's gross domestic product by quarter, as a yearly rate in billions of US dollars.",
			func(w *world.World, in economy) (report, error) { return monthly(w, in, "gdp", 3, nil) }, `{}`, `{"country":"Japan","from_year":2010}`),
		define.View("product_per_head", "Gives a country's gross domestic product for each inhabitant in US dollars, by year.",
			func(w *world.World, in economy) (out report, err error) {
				out, err = monthly(w, in, "gdp", 12, func(c world.Country, v float64, _ world.Date) float64 { return v * 1000 / c.Population })
				out.Unit = "USD for each inhabitant"
				return out, err
			}, `{}`, `{"country":"Germany"}`),
		define.View("treasury_yield", "Gives the yield of a country's treasury bonds of a maturity, by month; shorter ones follow the central bank's rate.",
			func(w *world.World, in struct {
				economy
				Years string `json:"maturity" doc:"Years to maturity" enum:"1,2,5,10,30" default:"10"`
			}) (report, error) {
				share := map[string]float64{"1": 0.2, "2": 0.35, "5": 0.7, "10": 1, "30": 1.2}[in.Years]
				return monthly(w, in.economy, "treasury_10y", 1, func(c world.Country, v float64, d world.Date) float64 {
					short := level(w, c, "policy_rate", d, 0)
					return short + share*(v-short)
				})
			}, `{}`, `{"country":"GB","maturity":"2","from_year":2023}`),
		define.View("central_bank_rate", "Gives the policy rate of a country's central bank by month, rounded to the quarter points in which it is set, with its rises and cuts.",
			func(w *world.World, in economy) (out struct {
				report
				Rises int `json:"rises"`
				Cuts  int `json:"cuts"`
			}, err error) {
				out.report, err = monthly(w, in, "policy_rate", 1, func(_ world.Country, v float64, _ world.Date) float64 { return math.Round(4*v) / 4 })
				for i := 1; i < len(out.Values); i++ {
					if out.Values[i].Value > out.Values[i-1].Value {
						out.Rises++
					} else if out.Values[i].Value < out.Values[i-1].Value {
						out.Cuts++
					}
				}
				return out, err
			}, `{}`, `{"country":"Switzerland","from_year":2015}`),
		define.View("consumer_prices", "Gives a country's consumer price index by month and what an amount of the first month would be worth in the last.",
			func(w *world.World, in struct {
				economy
				Amount float64 `json:"amount" doc:"Amount in the first month" min:"0" max:"1000000000" default:"100"`
			}) (out struct {
				report
				Worth float64 `json:"same_goods_cost" doc:"What the goods for amount cost in the last month"`
			}, err error) {
				out.report, err = monthly(w, in.economy, "cpi", 1, nil)
				if err == nil {
					out.Worth = world.Round(in.Amount*out.Values[len(out.Values)-1].Value/out.Values[0].Value, 2)
				}
				return out, err
			}, `{}`, `{"country":"FR","amount":2500,"from_year":2005}`),
		define.View("inflation_rate", "Gives a country's inflation by month: consumer prices against those of the same month a year before, in percent.",
			func(w *world.World, in economy) (out report, err error) {
				out, err = monthly(w, in, "cpi", 1, func(c world.Country, v float64, d world.Date) float64 { return change(level(w, c, "cpi", d, 12), v) })
				out.Unit = "percent"
				return out, err
			}, `{}`, `{"country":"Brazil","from_year":2022}`),
		define.View("retail_sales", "Gives a country's retail sales by month as an index, or as the mean of the last three months.",
			func(w *world.World, in struct {
				economy
				Smooth bool `json:"smooth" doc:"Whether to give the mean of three months" default:"false"`
			}) (report, error) {
				return monthly(w, in.economy, "retail_sales", 1, func(c world.Country, v float64, d world.Date) float64 {
					if in.Smooth {
						return (v + level(w, c, "retail_sales", d, 1) + level(w, c, "retail_sales", d, 2)) / 3
					}
					return v
				})
			}, `{}`, `{"country":"IT","smooth":true}`),
		define.View("durable_goods_orders", "Gives new orders for durable goods in a country by month, with the month in which most were placed.",
			func(w *world.World, in economy) (out struct {
				report
				Peak point `json:"peak"`
			}, err error) {
				out.report, err = monthly(w, in, "durable_orders", 1, nil)
				for _, p := range out.Values {
					if p.Value > out.Peak.Value {
						out.Peak = p
					}
				}
				return out, err
			}, `{}`, `{"country":"CA","from_year":2024}`),
		define.View("unemployment_rate", "Gives a country's unemployment rate by month and its difference to another country's.",
			func(w *world.World, in struct {
				economy
				Other string `json:"compare_with" doc:"Another country" min:"2" max:"60" default:"GB"`
			}) (out struct {
				report
				Gap float64 `json:"mean_difference" doc:"Mean difference to the other country in percentage points"`
			}, err error) {
				other, err := define.Country(w, in.Other)
				if err != nil {
					return out, err
				}
				out.report, err = monthly(w, in.economy, "unemployment", 1, nil)
				for _, p := range out.Values {
					out.Gap += (p.Value - level(w, other, "unemployment", p.Day, 0)) / float64(len(out.Values))
				}
				return out, err
			}, `{}`, `{"country":"Spain","compare_with":"Germany"}`),
		define.View("payroll_changes", "Gives the jobs that a country gained or lost in each month, in thousands.",
			func(w *world.World, in economy) (out report, err error) {
				out, err = monthly(w, in, "payrolls", 1, func(c world.Country, v float64, d world.Date) float64 {
					return 1000 * (v - level(w, c, "payrolls", d, 1))
				})
				out.Unit = "thousand jobs"
				return out, err
			}, `{}`, `{"country":"AU","from_year":2023}`),
	}
}
