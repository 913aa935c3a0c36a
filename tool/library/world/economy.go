package world

import (
	"math"
	"strconv"
	"time"
)

// Indicators are the economic series: name, unit, mean level, spread, and growth in a year.
const Indicators = `gdp|billion USD|0|0.03|0.021
cpi|index, 2015 = 100|128|0.02|0.024
unemployment|percent|5.5|0.35|0
policy_rate|percent|3.4|0.5|0
retail_sales|index, 2015 = 100|121|0.05|0.025
durable_orders|billion USD|0|0.12|0.018
payrolls|million jobs|0|0.02|0.012
treasury_10y|percent|3.6|0.35|0`

// Indicator is the value of an economic series of a country in a month; ok is false for an unknown one.
func (b *Base) Indicator(c Country, name string, year int, month time.Month) (value float64, unit string, ok bool) {
	for _, f := range lines(Indicators) {
		if f[0] != name {
			continue
		}
		level, _ := strconv.ParseFloat(f[2], 64)
		spread, _ := strconv.ParseFloat(f[3], 64)
		growth, _ := strconv.ParseFloat(f[4], 64)
		rich := 0.15 + b.Unit("rich/"+c.Code, 0)
		switch name {
		case "gdp":
			level = c.Population * 45 * rich
		case "durable_orders":
			level = c.Population * 0.8 * rich
		case "payrolls":
			level = c.Population * 0.44
		case "unemployment", "policy_rate", "treasury_10y":
			level *= 0.6 + 0.9*b.Unit(name+c.Code, 1)
		}
		x := float64(year*12 + int(month))
		v := level * math.Pow(1+growth, float64(year-2024)+float64(month)/12) * (1 + spread*b.Noise("eco/"+name+c.Code, x/7))
		return Round(v, 2), f[1], true
	}
	return 0, "", false
}
