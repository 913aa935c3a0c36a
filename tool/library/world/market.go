package world

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Currency is a currency; PerUSD is about what a US dollar bought on the world's day.
type Currency struct {
	Code   string  `json:"code" doc:"Currency code (ISO 4217)"`
	Name   string  `json:"name" doc:"Currency"`
	Symbol string  `json:"symbol" doc:"Sign"`
	Digits int     `json:"decimals" doc:"Decimals in use"`
	perUSD float64 // mean level
}

// Key is the code.
func (c Currency) Key() string { return c.Code }

// Fund is an investment fund.
type Fund struct {
	Code     string  `json:"code" doc:"Fund code"`
	Name     string  `json:"name" doc:"Fund"`
	Family   string  `json:"family" doc:"Company that runs it" enum:"Anchor Funds,Beacon Invest,Crestline,Dovetail Capital,Evergreen AM"`
	Type     string  `json:"type" doc:"Type" enum:"equity,bond,mixed,money market"`
	Category string  `json:"category" doc:"Category within the type"`
	Started  Date    `json:"started" doc:"First day"`
	Expense  float64 `json:"expense_percent" doc:"Yearly cost in percent"`
	Assets   float64 `json:"assets_millions_usd" doc:"Assets in millions of US dollars"`
}

// Key is the code.
func (f Fund) Key() string { return f.Code }

// Commodity is a traded raw material.
type Commodity struct {
	Symbol string  `json:"symbol" doc:"Symbol"`
	Name   string  `json:"name" doc:"Commodity"`
	Group  string  `json:"group" doc:"Group" enum:"energy,metals,grains,softs,livestock"`
	Unit   string  `json:"unit" doc:"Unit of the price"`
	level  float64 // US dollars a unit
}

// Key is the symbol.
func (c Commodity) Key() string { return c.Symbol }

// Tables of markets.
var (
	Currencies  = Table[Currency]{"currencies", makeCurrencies}
	Funds       = Table[Fund]{"funds", makeFunds}
	Commodities = Table[Commodity]{"commodities", makeCommodities}
)

const currencyText = `USD|US Dollar|$|2|1
EUR|Euro|€|2|0.92
GBP|Pound Sterling|£|2|0.79
JPY|Yen|¥|0|149
CHF|Swiss Franc|CHF|2|0.88
AUD|Australian Dollar|A$|2|1.52
CAD|Canadian Dollar|C$|2|1.36
NZD|New Zealand Dollar|NZ$|2|1.65
CNY|Renminbi|¥|2|7.2
INR|Indian Rupee|₹|2|83.2
KRW|Won|₩|0|1330
SGD|Singapore Dollar|S$|2|1.34
THB|Baht|฿|2|35.6
MYR|Ringgit|RM|2|4.7
IDR|Rupiah|Rp|0|15700
PHP|Philippine Peso|₱|2|56.1
VND|Dong|₫|0|24600
BDT|Taka|৳|2|110
PKR|Pakistani Rupee|Rs|2|280
AED|UAE Dirham|AED|2|3.67
SAR|Saudi Riyal|SAR|2|3.75
QAR|Qatari Riyal|QAR|2|3.64
ILS|New Shekel|₪|2|3.7
TRY|Turkish Lira|₺|2|32
EGP|Egyptian Pound|E£|2|48
MAD|Moroccan Dirham|MAD|2|10
TND|Tunisian Dinar|TND|3|3.1
NGN|Naira|₦|2|1450
GHS|Cedi|GH₵|2|13
KES|Kenyan Shilling|KSh|2|131
ETB|Birr|Br|2|57
ZAR|Rand|R|2|18.7
XOF|West African Franc|F|0|605
SEK|Swedish Krona|kr|2|10.5
NOK|Norwegian Krone|kr|2|10.7
DKK|Danish Krone|kr|2|6.9
ISK|Icelandic Krona|kr|0|138
PLN|Zloty|zł|2|3.98
CZK|Czech Koruna|Kč|2|23.3
HUF|Forint|Ft|0|362
RON|Romanian Leu|lei|2|4.58
BGN|Lev|лв|2|1.8
RSD|Serbian Dinar|дин|2|108
BRL|Real|R$|2|5
ARS|Argentine Peso|$|2|880
CLP|Chilean Peso|$|0|940
COP|Colombian Peso|$|0|3900
PEN|Sol|S/|2|3.75
UYU|Uruguayan Peso|$U|2|39
MXN|Mexican Peso|$|2|17
CRC|Colon|₡|2|512
PAB|Balboa|B/.|2|1`

func makeCurrencies(*Base) []Currency {
	var out []Currency
	for _, f := range lines(currencyText) {
		c := Currency{Code: f[0], Name: f[1], Symbol: f[2]}
		c.Digits, _ = strconv.Atoi(f[3])
		c.perUSD, _ = strconv.ParseFloat(f[4], 64)
		out = append(out, c)
	}
	return out
}

// RateOn is how many units of the currency a US dollar buys on a day.
func (b *Base) RateOn(c Currency, day Date) float64 {
	if c.Code == "USD" || c.Code == "PAB" {
		return 1
	}
	x := float64(day)
	return c.perUSD * math.Exp(0.06*b.Noise("fx/"+c.Code, x/160)+0.02*b.Noise("fx2/"+c.Code, x/21)+0.006*b.Noise("fx3/"+c.Code, x/3))
}

// Convert changes an amount between two currencies at a day's rates; false when one is unknown.
func Convert(w *World, amount float64, from, to string, day Date) (float64, bool) {
	f, ok1 := Currencies.Get(w, strings.ToUpper(from))
	t, ok2 := Currencies.Get(w, strings.ToUpper(to))
	if !ok1 || !ok2 {
		return 0, false
	}
	return amount / w.base.RateOn(f, day) * w.base.RateOn(t, day), true
}

const fundText = `equity|large companies,small companies,technology,emerging markets,dividends
bond|government,corporate,inflation linked
mixed|cautious,balanced,growth
money market|liquid,overnight`

func makeFunds(b *Base) []Fund {
	g, seen, types := b.gen("funds"), map[string]bool{}, lines(fundText)
	out := make([]Fund, 80)
	for i := range out {
		f := types[[]int{0, 0, 0, 1, 1, 2, 2, 3}[i%8]]
		family, category := list("Anchor Funds|Beacon Invest|Crestline|Dovetail Capital|Evergreen AM")[i%5], pick(g, commas(f[1]))
		name := unique(seen, func() string {
			return family + " " + pick(g, list("Global|Europe|America|Asia|World")) + " " + titleCase(category) + pick(g, list("|| Select| Plus"))
		})
		out[i] = Fund{fmt.Sprintf("F%05d", 10000+i*137), name, family, f[0], category, Day(g.between(1996, 2019), time.Month(g.between(1, 12)), 1), g.real(0.05, 1.9, 2), g.real(20, 9000, 1)}
	}
	return out
}

const commodityText = `energy|Crude Oil:barrel:76,Brent Oil:barrel:80,Natural Gas:MMBtu:2.8,Heating Oil:gallon:2.5,Gasoline:gallon:2.3,Coal:tonne:130,Ethanol:gallon:2.1,Uranium:pound:82,Propane:gallon:0.8,Naphtha:tonne:640
metals|Gold:ounce:2300,Silver:ounce:27,Copper:pound:4.3,Platinum:ounce:960,Palladium:ounce:980,Aluminium:tonne:2400,Nickel:tonne:17500,Zinc:tonne:2700,Lead:tonne:2150,Tin:tonne:31000,Lithium:kg:14,Cobalt:tonne:28000,Iron Ore:tonne:110,Steel:tonne:720
grains|Wheat:bushel:6,Corn:bushel:4.5,Soybeans:bushel:11.5,Soybean Oil:pound:0.47,Soybean Meal:ton:345,Oats:bushel:3.6,Rice:hundredweight:17,Canola:tonne:480,Barley:tonne:210,Sorghum:bushel:4.4
softs|Coffee:pound:2.2,Cocoa:tonne:8000,Sugar:pound:0.19,Cotton:pound:0.78,Orange Juice:pound:3.9,Lumber:thousand feet:520,Rubber:kg:1.6,Palm Oil:tonne:880,Tea:kg:2.9,Wool:kg:9.5
livestock|Live Cattle:pound:1.8,Feeder Cattle:pound:2.5,Lean Hogs:pound:0.9,Milk:hundredweight:18,Butter:pound:3,Cheese:pound:1.9,Eggs:dozen:2.3,Salmon:kg:8`

func makeCommodities(*Base) []Commodity {
	var out []Commodity
	for _, f := range lines(commodityText) {
		for _, c := range commas(f[1]) {
			p := strings.Split(c, ":")
			level, _ := strconv.ParseFloat(p[2], 64)
			out = append(out, Commodity{strings.ToUpper(Slug(p[0], "_")), p[0], f[0], p[1], level})
		}
	}
	return out
}
