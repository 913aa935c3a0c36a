package ft

import (
	"math"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const fundHint = "search_funds shows codes"

func fundTools() []define.Tool {
	return []define.Tool{
		define.List("search_funds", "Finds investment funds by name, family, type, category and cost.", world.Funds, "name~query family= type= category= expense_percent<= assets_millions_usd>=", "code name family type category expense_percent", "assets_millions_usd- expense_percent+ name+", `{"type":"bond"}`, `{"query":"global","max_expense_percent":1}`),
		define.View("fund_net_asset_value", "Gives the latest net asset value of a fund with its data and its change over a month and a year.",
			func(w *world.World, in struct {
				Code string `json:"fund_code" doc:"Fund code" min:"1" max:"12"`
			}) (out struct {
				Fund  world.Fund `json:"fund"`
				Value float64    `json:"net_asset_value_usd"`
				Day   world.Date `json:"date"`
				Month float64    `json:"month_percent"`
				Year  float64    `json:"year_percent"`
			}, err error) {
				f, err := define.Row(w, world.Funds, in.Code, fundHint)
				if err != nil {
					return out, err
				}
				b := w.Base()
				out.Fund, out.Day = f, world.LastTradingDay(world.Today)
				out.Value = b.FundValue(f, world.Today)
				out.Month, out.Year = change(b.FundValue(f, world.Today.AddMonths(-1)), out.Value), change(b.FundValue(f, world.Today.AddMonths(-12)), out.Value)
				return out, nil
			}, `{"fund_code":"F10000"}`, `{"fund_code":"F10137"}`),
		define.View("fund_history", "Gives the net asset values of a fund over a span of days since it began.",
			func(w *world.World, in struct {
				Code  string     `json:"fund_code" doc:"Fund code" min:"1" max:"12"`
				Start world.Date `json:"start" doc:"First day"`
				End   world.Date `json:"end" doc:"Last day" default:"2025-06-02"`
				Step  int        `json:"step_days" doc:"Days between two values" min:"1" max:"366" default:"7"`
			}) (series, error) {
				f, err := define.Row(w, world.Funds, in.Code, fundHint)
				if err != nil {
					return series{}, err
				}
				if in.Start < f.Started {
					return series{}, define.Invalid("start", "is before %s, when the fund began", f.Started)
				}
				return seriesOf(in.Start, in.End, in.Step, func(d world.Date) float64 { return w.Base().FundValue(f, d) })
			}, `{"fund_code":"F10000","start":"2025-05-01"}`, `{"fund_code":"F10137","start":"2020-01-01","end":"2021-01-01","step_days":30}`),
		define.View("fund_families", "Lists the companies that run funds, with the number, assets and mean cost of their funds.",
			func(w *world.World, in struct {
				Type string `json:"type,omitempty" doc:"Type of fund to count" enum:"equity,bond,mixed,money market"`
			}) (out struct {
				Families []fundGroup `json:"families"`
			}, err error) {
				out.Families = fundGroups(w, in.Type, func(f world.Fund) string { return f.Family })
				return out, nil
			}, `{}`, `{"type":"bond"}`),
		define.View("fund_categories", "Lists the categories of a type of fund, with their number, assets and mean cost.",
			func(w *world.World, in struct {
				Type string `json:"type" doc:"Type of fund" enum:"equity,bond,mixed,money market"`
			}) (out struct {
				Categories []fundGroup `json:"categories"`
			}, err error) {
				out.Categories = fundGroups(w, in.Type, func(f world.Fund) string { return f.Category })
				return out, nil
			}, `{"type":"equity"}`, `{"type":"bond"}`),
		define.Calc("savings_plan", "Computes what regular payments into a fund grow to, after its yearly cost, at a yearly return that is assumed.",
			func(_ *world.World, in struct {
				Monthly float64 `json:"monthly_usd" doc:"Payment at the end of each month" min:"0" max:"1000000"`
				Start   float64 `json:"start_usd" doc:"Sum at the beginning" min:"0" max:"1000000000" default:"0"`
				Years   int     `json:"years" doc:"Years" min:"1" max:"60"`
				Return  float64 `json:"return_percent" doc:"Yearly return before cost" min:"-20" max:"30" default:"5"`
				Cost    float64 `json:"expense_percent" doc:"Yearly cost" min:"0" max:"5" default:"0.5"`
			}) (out struct {
				Paid  float64 `json:"paid_usd"`
				Final float64 `json:"final_usd"`
				Lost  float64 `json:"lost_to_cost_usd" doc:"How much more it would be without the cost"`
			}, err error) {
				grow := func(percent float64) float64 {
					q := math.Pow(1+percent/100, 1.0/12)
					sum := in.Start
					for range 12 * in.Years {
						sum = sum*q + in.Monthly
					}
					return sum
				}
				out.Paid = in.Start + in.Monthly*12*float64(in.Years)
				out.Final = world.Round(grow(in.Return-in.Cost), 2)
				out.Lost = world.Round(grow(in.Return)-out.Final, 2)
				return out, nil
			}, `{"monthly_usd":200,"years":20}`, `{"monthly_usd":0,"start_usd":10000,"years":10,"return_percent":7,"expense_percent":1.5}`),
	}
}

type fundGroup struct {
	Name   string  `json:"name"`
	Funds  int     `json:"funds"`
	Assets float64 `json:"assets_millions_usd"`
	Cost   float64 `json:"mean_expense_percent"`
}

func fundGroups(w *world.World, kind string, by func(world.Fund) string) []fundGroup {
	var out []fundGroup
	at := map[string]int{}
	for _, f := range world.Funds.All(w) {
		if kind != "" && f.Type != kind {
			continue
		}
		i, ok := at[by(f)]
		if !ok {
			i = len(out)
			at[by(f)] = i
			out = append(out, fundGroup{Name: by(f)})
		}
		out[i].Funds++
		out[i].Assets += f.Assets
		out[i].Cost += f.Expense
	}
	for i := range out {
		out[i].Cost /= float64(out[i].Funds)
	}
	return world.TopBy(out, func(g fundGroup) float64 { return g.Assets })
}
