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

// Account is a bank account. The user's own have owner me.
type Account struct {
	ID       string  `json:"id" doc:"Account identifier"`
	Owner    string  `json:"owner" doc:"Owner; me is the user"`
	Kind     string  `json:"kind" doc:"Kind of account" enum:"current,savings,brokerage"`
	Currency string  `json:"currency" doc:"Currency code"`
	Balance  float64 `json:"balance" doc:"Balance"`
}

// Key is the identifier.
func (a Account) Key() string { return a.ID }

// Transfer is money that went from one account to another.
type Transfer struct {
	ID       string  `json:"id" doc:"Transfer identifier"`
	From     string  `json:"from_account" doc:"Account or business it left"`
	To       string  `json:"to_account" doc:"Account or business it went to"`
	Amount   float64 `json:"amount" doc:"Amount in the currency of the account it left"`
	Received float64 `json:"received" doc:"Amount in the currency of the account it went to"`
	Purpose  string  `json:"purpose" doc:"Purpose"`
	Day      Date    `json:"day" doc:"Day"`
}

// Key is the identifier.
func (t Transfer) Key() string { return t.ID }

// Trade is an order to buy or sell shares.
type Trade struct {
	ID     string  `json:"id" doc:"Trade identifier"`
	Symbol string  `json:"symbol" doc:"Ticker symbol"`
	Side   string  `json:"side" doc:"Side" enum:"buy,sell"`
	Shares int     `json:"shares" doc:"Shares"`
	Limit  float64 `json:"limit_price" doc:"Limit, 0 for a market order"`
	Price  float64 `json:"price" doc:"Price of the execution, 0 before"`
	Status string  `json:"status" doc:"State" enum:"open,executed,cancelled"`
	Day    Date    `json:"day" doc:"Day"`
	Mine   bool    `json:"mine" doc:"Whether the user placed it"`
}

// Key is the identifier.
func (t Trade) Key() string { return t.ID }

// Alert tells the user when a price is reached.
type Alert struct {
	ID        string  `json:"id" doc:"Alert identifier"`
	Symbol    string  `json:"symbol" doc:"Ticker symbol"`
	Direction string  `json:"direction" doc:"When it goes off" enum:"above,below"`
	Price     float64 `json:"price" doc:"Price"`
	Set       Date    `json:"set_on" doc:"Day it was set"`
}

// Key is the identifier.
func (a Alert) Key() string { return a.ID }

// Tables of markets.
var (
	Currencies  = Table[Currency]{"currencies", makeCurrencies}
	Funds       = Table[Fund]{"funds", makeFunds}
	Commodities = Table[Commodity]{"commodities", makeCommodities}
	Accounts    = Table[Account]{"accounts", makeAccounts}
	Transfers   = Table[Transfer]{"transfers", makeTransfers}
	Trades      = Table[Trade]{"trades", makeTrades}
	Alerts      = Table[Alert]{"price_alerts", makeAlerts}
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

func makeAccounts(b *Base) []Account {
	g, people := b.gen("accounts"), People.Base(b)
	out := make([]Account, 60)
	for i := range out {
		out[i] = Account{id("AC", i), people[i*3].Name, pick(g, words("current savings")), pick(g, words("USD USD EUR GBP CHF JPY")), g.real(100, 24000, 2)}
	}
	for i, kind := range words("current savings brokerage") {
		out[i].Owner, out[i].Kind, out[i].Currency = "me", kind, "USD"
		out[i].Balance = g.real(4000, 20000, 2)
	}
	return out
}

func makeTransfers(b *Base) []Transfer {
	g, accounts := b.gen("transfers"), Accounts.Base(b)
	w := Open(b)
	out := make([]Transfer, 60)
	for i := range out {
		from, to := accounts[i%3], pick(g, accounts[3:])
		if g.chance(0.4) {
			from, to = to, from
		}
		day, amount := Today-Date(1+i), g.real(8, 900, 2)
		got, _ := Convert(w, amount, from.Currency, to.Currency, day)
		out[i] = Transfer{id("TF", i), from.ID, to.ID, amount, Round(got, 2), pick(g, list("Rent|Dinner|Gift|Invoice|Tickets|Groceries")), day}
	}
	return out
}

func makeTrades(b *Base) []Trade {
	g, companies := b.gen("trades"), Companies.Base(b)[:100]
	out := make([]Trade, 60)
	for i := range out {
		c, day := pick(g, companies), LastTradingDay(Today-Date(3+g.IntN(300)))
		out[i] = Trade{id("TR", i), c.Symbol, "buy", g.between(1, 30), 0, b.StockBar(c, day).Close, "executed", day, i < 8}
	}
	return out
}

func makeAlerts(b *Base) []Alert {
	g, companies := b.gen("price_alerts"), Companies.Base(b)[:100]
	out := make([]Alert, 50)
	for i := range out {
		c := companies[i]
		p := b.Price(c)
		d, f := "above", g.real(0.9, 1.3, 2)
		if g.chance(0.5) {
			d, f = "below", g.real(0.7, 1.1, 2)
		}
		out[i] = Alert{id("AL", i), c.Symbol, d, Round(p*f, 2), Today - Date(g.between(1, 90))}
	}
	return out
}

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
