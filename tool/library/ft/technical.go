package ft

import (
	"math"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// indicatorText lists the technical indicators: name, window, and what each says.
var indicatorText = [...][3]string{
	{"sma", "20", "Simple moving average: the mean of the last closes"},
	{"ema", "20", "Exponential moving average: a mean in which newer closes weigh more"},
	{"rsi", "14", "Relative strength index: share of gains in all moves, 0 to 100; above 70 counts as overbought"},
	{"macd", "26", "Difference of the exponential averages of 12 days and of the window"},
	{"upper_band", "20", "Upper Bollinger band: the simple average and two standard deviations"},
	{"lower_band", "20", "Lower Bollinger band: the simple average less two standard deviations"},
	{"atr", "14", "Average true range: the mean reach of a day, with the gap from the close before"},
	{"momentum", "10", "Change of the close over the window in percent"},
}

const warmUp = 120 // days before the first value, in which exponential averages settle

// indicator computes one value for each of the last n bars.
func indicator(name string, bars []world.Bar, window, n int) []point {
	closes := make([]float64, len(bars))
	for i, b := range bars {
		closes[i] = b.Close
	}
	short, long := exponential(closes, 12), exponential(closes, window)
	var out []point
	for i := len(bars) - n; i < len(bars); i++ {
		last := closes[i-window+1 : i+1]
		mean, deviation := spread(last)
		v := mean
		switch name {
		case "ema":
			v = long[i]
		case "macd":
			v = short[i] - long[i]
		case "upper_band":
			v = mean + 2*deviation
		case "lower_band":
			v = mean - 2*deviation
		case "momentum":
			v = 100 * (closes[i]/closes[i-window] - 1)
		case "rsi":
			v = strength(closes[i-window : i+1])
		case "atr":
			v = 0
			for k := i - window + 1; k <= i; k++ {
				v += (max(bars[k].High, closes[k-1]) - min(bars[k].Low, closes[k-1])) / float64(window)
			}
		}
		out = append(out, point{bars[i].Day, world.Round(v, 4)})
	}
	return out
}

func exponential(x []float64, window int) []float64 {
	out := make([]float64, len(x))
	a := 2 / float64(window+1)
	for i := range x {
		if out[i] = x[i]; i > 0 {
			out[i] = a*x[i] + (1-a)*out[i-1]
		}
	}
	return out
}

func spread(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		deviation += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(deviation)
}

func strength(x []float64) float64 {
	up, all := 0.0, 0.0
	for i := 1; i < len(x); i++ {
		up += max(0, x[i]-x[i-1])
		all += math.Abs(x[i] - x[i-1])
	}
	if all == 0 {
		return 50
	}
	return 100 * up / all
}

func technicalTools() []define.Tool {
	return []define.Tool{
		define.View("technical_indicator", "Computes a technical indicator of a share for its last trading days.",
			func(w *world.World, in struct {
				symbolParam
				Indicator string `json:"indicator" doc:"Indicator" enum:"sma,ema,rsi,macd,upper_band,lower_band,atr,momentum"`
				Window    int    `json:"window" doc:"Trading days it looks back" min:"2" max:"100" default:"20"`
				Days      int    `json:"days" doc:"Trading days to give" min:"1" max:"250" default:"10"`
			}) (out struct {
				Symbol string  `json:"symbol"`
				Values []point `json:"values"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				out.Symbol = c.Symbol
				out.Values = indicator(in.Indicator, barsBack(w, c, in.Days+warmUp), in.Window, in.Days)
				return out, nil
			}, `{"symbol":"CO0001","indicator":"sma"}`, `{"symbol":"CO0004","indicator":"rsi","window":14,"days":30}`),
		define.Calc("explain_technical_indicators", "Explains the technical indicators that can be computed, with their usual windows.",
			func(_ *world.World, in struct {
				Indicator string `json:"indicator,omitempty" doc:"Only this one" enum:"sma,ema,rsi,macd,upper_band,lower_band,atr,momentum"`
			}) (out struct {
				Indicators []explained `json:"indicators"`
			}, err error) {
				for _, f := range indicatorText {
					if in.Indicator == "" || f[0] == in.Indicator {
						out.Indicators = append(out.Indicators, explained{f[0], f[1], f[2]})
					}
				}
				return out, nil
			}, `{}`, `{"indicator":"macd"}`),
		define.View("technical_signals", "Reads the usual technical indicators of a share as signals to buy or to sell, with the values behind them.",
			func(w *world.World, in symbolParam) (out struct {
				Symbol  string   `json:"symbol"`
				Close   float64  `json:"close"`
				Signals []signal `json:"signals"`
				Balance int      `json:"balance" doc:"Signals to buy minus signals to sell"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				bars := barsBack(w, c, 1+warmUp)
				last := func(name string, window int) float64 { return indicator(name, bars, window, 1)[0].Value }
				out.Symbol, out.Close = c.Symbol, bars[len(bars)-1].Close
				rsi, macd, slow := last("rsi", 14), last("macd", 26), last("sma", 50)
				for _, s := range []struct {
					name      string
					value     float64
					buy, sell bool
				}{
					{"rsi", rsi, rsi < 30, rsi > 70}, {"macd", macd, macd > 0, macd < 0},
					{"sma", slow, out.Close > slow, out.Close < slow},
					{"upper_band", last("upper_band", 20), false, out.Close > last("upper_band", 20)},
					{"lower_band", last("lower_band", 20), out.Close < last("lower_band", 20), false},
				} {
					read := "hold"
					if s.buy {
						read = "buy"
						out.Balance++
					} else if s.sell {
						read = "sell"
						out.Balance--
					}
					out.Signals = append(out.Signals, signal{s.name, s.value, read})
				}
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0099"}`),
	}
}

type explained struct {
	Name   string `json:"indicator"`
	Window string `json:"usual_window" doc:"Trading days"`
	Text   string `json:"meaning"`
}

type signal struct {
	Indicator string  `json:"indicator"`
	Value     float64 `json:"value"`
	Signal    string  `json:"signal" enum:"buy,sell,hold"`
}
