package ft

import (
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func fold(a, b string) bool { return strings.EqualFold(a, b) }

func currency(w *world.World, param, code string) (world.Currency, error) {
	c, ok := world.Currencies.Get(w, strings.ToUpper(code))
	if !ok {
		return c, define.Invalid(param, "is no currency code that is known; list_currencies shows them")
	}
	return c, nil
}

func currencyTools() []define.Tool {
	return []define.Tool{
		define.View("convert_currency", "Converts an amount from one currency to another at the rate of today or of an earlier day.",
			func(w *world.World, in struct {
				Amount float64    `json:"amount" doc:"Amount to convert" min:"0" max:"1000000000000" default:"1"`
				From   string     `json:"from_currency" doc:"Currency code" min:"3" max:"3"`
				To     string     `json:"to_currency" doc:"Currency code" min:"3" max:"3"`
				Day    world.Date `json:"date" doc:"Day of the rate" default:"2025-06-02"`
			}) (out struct {
				Amount float64    `json:"amount" doc:"Converted amount, unrounded"`
				Text   string     `json:"text" doc:"Converted amount in the currency's decimals, with its sign"`
				Rate   float64    `json:"rate"`
				Day    world.Date `json:"date"`
			}, err error) {
				if err := past("date", in.Day); err != nil {
					return out, err
				}
				from, err := currency(w, "from_currency", in.From)
				if err != nil {
					return out, err
				}
				to, err := currency(w, "to_currency", in.To)
				if err != nil {
					return out, err
				}
				out.Rate = w.Base().RateOn(to, in.Day) / w.Base().RateOn(from, in.Day)
				out.Amount, out.Day = in.Amount*out.Rate, in.Day
				out.Text = to.Symbol + " " + fixed(out.Amount, to.Digits)
				return out, nil
			}, `{"amount":100,"from_currency":"USD","to_currency":"EUR"}`, `{"amount":5000,"from_currency":"JPY","to_currency":"GBP","date":"2024-03-01"}`),
		define.View("currency_rate_history", "Gives the exchange rate of two currencies over a span of days, with its highest, lowest and mean.",
			func(w *world.World, in struct {
				From  string     `json:"from_currency" doc:"Currency code" min:"3" max:"3"`
				To    string     `json:"to_currency" doc:"Currency code" min:"3" max:"3"`
				Start world.Date `json:"start" doc:"First day"`
				End   world.Date `json:"end" doc:"Last day" default:"2025-06-02"`
				Step  int        `json:"step_days" doc:"Days between two rates" min:"1" max:"366" default:"1"`
			}) (out series, err error) {
				from, err := currency(w, "from_currency", in.From)
				if err != nil {
					return out, err
				}
				to, err := currency(w, "to_currency", in.To)
				if err != nil {
					return out, err
				}
				return seriesOf(in.Start, in.End, in.Step, func(d world.Date) float64 { return w.Base().RateOn(to, d) / w.Base().RateOn(from, d) })
			}, `{"from_currency":"EUR","to_currency":"USD","start":"2025-05-20"}`, `{"from_currency":"GBP","to_currency":"JPY","start":"2024-01-01","end":"2024-12-31","step_days":30}`),
		define.List("list_currencies", "Lists the currencies that can be converted, with their signs and decimals.", world.Currencies, "code= name~query decimals=", "", "code+ name+", `{}`, `{"query":"dollar"}`),
	}
}

// series are values over time.
type series struct {
	Values []point `json:"values"`
	Low    float64 `json:"lowest"`
	High   float64 `json:"highest"`
	Mean   float64 `json:"mean"`
	Change float64 `json:"change_percent" doc:"Change from the first value to the last in percent"`
}

type point struct {
	Day   world.Date `json:"date"`
	Value float64    `json:"value"`
}

// seriesOf gives at most 1,000 values of f from one day to another.
func seriesOf(from, to world.Date, step int, f func(world.Date) float64) (out series, err error) {
	if err := past("start", from); err != nil {
		return out, err
	}
	if err := past("end", to); err != nil {
		return out, err
	}
	if from > to {
		return out, define.Invalid("start", "must not be after end")
	}
	if int(to-from)/step >= 1000 {
		return out, define.Invalid("start", "gives more than 1000 values; choose a later day or a longer step")
	}
	for d := from; d <= to; d += world.Date(step) {
		out.Values = append(out.Values, point{d, f(d)})
	}
	out.Low, out.High = out.Values[0].Value, out.Values[0].Value
	for _, p := range out.Values {
		out.Low, out.High, out.Mean = min(out.Low, p.Value), max(out.High, p.Value), out.Mean+p.Value/float64(len(out.Values))
	}
	out.Change = change(out.Values[0].Value, out.Values[len(out.Values)-1].Value)
	return out, nil
}
