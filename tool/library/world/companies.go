package world

import (
	"fmt"
	"strings"
)

// Company is a company. The first 100 are listed on an exchange.
type Company struct {
	ID        string  `json:"id" doc:"Company identifier"`
	Name      string  `json:"name" doc:"Company"`
	Symbol    string  `json:"symbol" doc:"Ticker symbol; empty when the company is not listed"`
	Exchange  string  `json:"exchange" doc:"Exchange it is listed on; empty when none"`
	Sector    string  `json:"sector" doc:"Sector" enum:"Technology,Health Care,Energy,Financials,Consumer,Industrials,Materials,Utilities,Media,Real Estate"`
	Industry  string  `json:"industry" doc:"Line of business"`
	Country   string  `json:"country" doc:"Two-letter code of the home country"`
	City      string  `json:"city" doc:"Head office"`
	Website   string  `json:"website" doc:"Host name of the web site"`
	Founded   int     `json:"founded" doc:"Year of foundation"`
	Employees int     `json:"employees" doc:"Employees"`
	CEO       string  `json:"ceo" doc:"Chief executive"`
	Revenue   float64 `json:"revenue_millions" doc:"Revenue of the last year in millions of US dollars"`
	Shares    float64 `json:"shares_millions" doc:"Shares in issue, in millions"`
	About     string  `json:"about" doc:"What it does"`
}

// Key is the identifier.
func (c Company) Key() string { return c.ID }

// Companies are all companies: makers of products, employers, and those that are listed.
var Companies = Table[Company]{"companies", makeCompanies}

const industries = `Technology|cloud software,semiconductors,mobile devices,cyber security,robotics
Health Care|diagnostics,medical devices,vaccines,hospital services
Energy|wind power,solar modules,natural gas,energy storage
Financials|retail banking,insurance,payments,asset management
Consumer|packaged food,sportswear,household goods,restaurants,toys
Industrials|freight,machine tools,aircraft parts,construction
Materials|specialty chemicals,steel,paper and packaging,copper mining
Utilities|water supply,power grids,district heating
Media|streaming,publishing,video games,outdoor advertising
Real Estate|office rental,logistics parks,student housing`

const companyHeads = "Alder|Borealis|Cobalt|Delphine|Ember|Fjord|Granite|Harbor|Indigo|Juniper|Kestrel|Lumen|Meridian|Nimbus|Orchid|Pinnacle|Quarry|Ridge|Saffron|Tidal|Umbra|Vertex|Willow|Xenon|Yarrow|Zephyr|Amber|Bright|Cedar|Driftwood|Everglen|Falcon|Glacier|Helix|Ironbark|Jade|Kite|Larch|Monsoon|Northwind"

const companyTails = `Technology|Systems,Software,Circuits,Cloud,Robotics
Health Care|Health,Therapeutics,Medical,Diagnostics
Energy|Energy,Power,Solar,Fuels
Financials|Bank,Capital,Insurance,Payments
Consumer|Foods,Apparel,Goods,Brands
Industrials|Logistics,Works,Aerospace,Machines
Materials|Materials,Steel,Chemicals,Mining
Utilities|Water,Grid,Utilities
Media|Media,Studios,Press
Real Estate|Properties,Estates`

// Exchanges lists the stock exchanges: code, city, country, currency, opening and closing in local time.
const Exchanges = `NWX|New York|US|USD|09:30|16:00
LSX|London|GB|GBP|08:00|16:30
FRX|Frankfurt|DE|EUR|09:00|17:30
TKX|Tokyo|JP|JPY|09:00|15:00`

func makeCompanies(b *Base) []Company {
	g, names, seen, symbols := b.gen("companies"), b.namer("companies"), map[string]bool{}, map[string]bool{}
	cities, sectors, tails := Cities.Base(b), lines(industries), lines(companyTails)
	markets := lines(Exchanges)
	out := make([]Company, 150)
	for i := range out {
		k := i % len(sectors)
		sector, industry := sectors[k][0], pick(g, commas(sectors[k][1]))
		name := unique(seen, func() string { return pick(g, list(companyHeads)) + " " + pick(g, commas(tails[k][1])) })
		c := pick(g, cities)
		symbol, exchange := "", ""
		if i < 100 {
			m := markets[0]
			if g.chance(0.3) {
				m = pick(g, markets[1:])
			}
			exchange, c = m[0], mustCity(cities, m[1])
			if exchange == "NWX" {
				c = pick(g, some(g, cityOf(cities, "US"), 8))
			}
			symbol = unique(symbols, func() string { return ticker(g, name) })
		}
		country := c.Country
		staff := g.between(2, 600) * 100
		revenue := g.real(0.08, 0.6, 3) * float64(staff)
		out[i] = Company{
			ID: id("CO", i), Name: name, Symbol: symbol, Exchange: exchange, Sector: sector, Industry: industry, Country: country, City: c.Name,
			Website: Slug(name, "-") + ".example", Founded: g.between(1921, 2019), Employees: staff, CEO: names.person(country, pick(g, genders)),
			Revenue: Round(revenue, 1), Shares: Round(float64(staff)/200+g.real(20, 400, 1), 1),
			About: fmt.Sprintf("%s works in %s from %s.", name, industry, c.Name),
		}
	}
	return out
}

func ticker(g gen, name string) string {
	letters := strings.ToUpper(Slug(name, ""))
	out := letters[:1]
	for len(out) < 4 {
		out += string(letters[1+g.IntN(len(letters)-1)])
	}
	return out[:3+g.IntN(2)]
}

func mustCity(cities []City, name string) City {
	for _, c := range cities {
		if c.Name == name {
			return c
		}
	}
	return cities[0]
}

func cityOf(cities []City, country string) []City {
	var out []City
	for _, c := range cities {
		if c.Country == country {
			out = append(out, c)
		}
	}
	return out
}

// Listed gives the companies that have a ticker symbol.
func Listed(w *World) []Company {
	return Companies.Where(w, func(c *Company) bool { return c.Symbol != "" })
}

// CompanyBySymbol finds a listed company, whatever the symbol's case.
func CompanyBySymbol(w *World, symbol string) (Company, bool) {
	return Companies.First(w, func(c *Company) bool { return c.Symbol != "" && strings.EqualFold(c.Symbol, symbol) })
}
