package world

import (
	"math"
	"time"
)

// Bar is a day's prices of something traded.
type Bar struct {
	Day    Date    `json:"date"`
	Open   float64 `json:"open"`
	High   float64 `json:"high"`
	Low    float64 `json:"low"`
	Close  float64 `json:"close"`
	Volume int     `json:"volume"`
}

// TradingDay says whether exchanges are open: weekdays but 1 January, 1 May and 25 December.
func TradingDay(d Date) bool {
	_, m, day := d.Time().Date()
	return !d.Weekend() && !(m == time.January && day == 1 || m == time.May && day == 1 || m == time.December && day == 25)
}

// LastTradingDay is d, or the trading day before it.
func LastTradingDay(d Date) Date {
	for !TradingDay(d) {
		d--
	}
	return d
}

// level of prices: a slow, a middle and a fast wave around a trend.
func (b *Base) walk(key string, day Date, wild float64) float64 {
	x := float64(day)
	trend := (b.Unit("trend/"+key, 0) - 0.4) * 0.12 * (x - float64(Today)) / 365
	return math.Exp(trend + wild*(0.9*b.Noise("slow/"+key, x/190)+0.4*b.Noise("mid/"+key, x/37)+0.16*b.Noise("fast/"+key, x/5)+0.07*b.Noise("day/"+key, x*1.9)))
}

func round4(x float64) float64 {
	if x < 1 {
		return Round(x, 6)
	}
	return Round(x, 2)
}

// bar makes a day's prices between the close before and the day's own.
func (b *Base) bar(key string, level, wild float64, day, before Date, volume float64) Bar {
	open := level * b.walk(key, before, wild) * (1 + 0.004*(b.Unit("gap/"+key, int(day))-0.5))
	c := level * b.walk(key, day, wild)
	up, down := 0.012*b.Unit("hi/"+key, int(day)), 0.012*b.Unit("lo/"+key, int(day))
	move := math.Abs(c-open) / open
	return Bar{day, round4(open), round4(math.Max(open, c) * (1 + up)), round4(math.Min(open, c) * (1 - down)), round4(c), int(volume * (0.6 + 0.6*b.Unit("vol/"+key, int(day)) + 12*move))}
}

// StockBar is a listed company's day of trading; the day must be a trading day.
func (b *Base) StockBar(c Company, day Date) Bar {
	return b.bar("stock/"+c.Symbol, b.stockLevel(c), stockWild, day, LastTradingDay(day-1), c.Shares*5200)
}

const stockWild = 0.3

func (b *Base) stockLevel(c Company) float64 {
	return math.Max(c.Revenue/c.Shares*(0.8+2.4*b.Unit("multiple/"+c.Symbol, 0)), 1.5)
}

// StockCloses are the closing prices of a listed company on trading days, as StockBar gives them.
func (b *Base) StockCloses(c Company, days []Date) []float64 {
	key, level, out := "stock/"+c.Symbol, b.stockLevel(c), make([]float64, len(days))
	for i, d := range days {
		out[i] = round4(level * b.walk(key, d, stockWild))
	}
	return out
}

// StockBars are a company's trading days from one day to another, oldest first; there are none
// before it was listed.
func (b *Base) StockBars(c Company, from, to Date) []Bar {
	listed, _ := b.ListedOn(c)
	var out []Bar
	for d := max(from, listed); d <= to; d++ {
		if TradingDay(d) {
			out = append(out, b.StockBar(c, d))
		}
	}
	return out
}

// Price is a listed company's last close before Now: exchanges open after 09:00 UTC.
func (b *Base) Price(c Company) float64 { return b.StockBar(c, LastTradingDay(Today-1)).Close }

// FundValue is a fund's net asset value on a day.
func (b *Base) FundValue(f Fund, day Date) float64 {
	wild := map[string]float64{"equity": 0.25, "bond": 0.06, "mixed": 0.14, "money market": 0.004}[f.Type]
	return Round(100*math.Pow(1+0.07*wild/0.25, float64(day-f.Started)/365)*b.walk("fund/"+f.Code, LastTradingDay(day), wild), 4)
}

// CommodityPrice is a commodity's price in US dollars on a day.
func (b *Base) CommodityPrice(c Commodity, day Date) float64 {
	return round4(c.level * b.walk("commodity/"+c.Symbol, day, 0.3))
}
