package world

import "slices"

// Rating is an analyst's opinion of a share from the day it was given until the firm's next.
type Rating struct {
	ID      string  `json:"id" doc:"Rating identifier"`
	Symbol  string  `json:"symbol" doc:"Ticker symbol"`
	Firm    string  `json:"firm" doc:"Firm" enum:"Aldgate Research,Bluewater Securities,Corvid Partners,Dunmore,Eastlake,Fairmont Equity,Graystone,Hollis & Co"`
	Analyst string  `json:"analyst" doc:"Analyst"`
	Action  string  `json:"action" doc:"What the firm did" enum:"initiated,raised,lowered,confirmed"`
	From    string  `json:"from_grade" doc:"Grade before; empty when there was none" enum:",strong buy,buy,hold,sell"`
	Grade   string  `json:"grade" doc:"Grade" enum:"strong buy,buy,hold,sell"`
	Target  float64 `json:"target_usd" doc:"Price expected in a year"`
	Day     Date    `json:"day" doc:"Day"`
}

// Key is the identifier.
func (r Rating) Key() string { return r.ID }

// InsiderDeal is a purchase or sale of shares by someone who leads the company.
type InsiderDeal struct {
	ID     string  `json:"id" doc:"Transaction identifier"`
	Symbol string  `json:"symbol" doc:"Ticker symbol"`
	Person string  `json:"person" doc:"Who bought or sold"`
	Role   string  `json:"role" doc:"Role in the company" enum:"chief executive,finance chief,director"`
	Side   string  `json:"side" doc:"Side" enum:"buy,sell"`
	Shares int     `json:"shares" doc:"Shares"`
	Price  float64 `json:"price_usd" doc:"Price of a share: the close of the day"`
	Value  float64 `json:"value_usd" doc:"Price of all shares"`
	Day    Date    `json:"day" doc:"Day"`
}

// Key is the identifier.
func (d InsiderDeal) Key() string { return d.ID }

// Position is what a fund holds of a listed company.
type Position struct {
	ID     string `json:"id" doc:"Position identifier"`
	Fund   string `json:"fund_code" doc:"Fund code"`
	Symbol string `json:"symbol" doc:"Ticker symbol"`
	Shares int    `json:"shares" doc:"Shares"`
}

// Key is the identifier.
func (p Position) Key() string { return p.ID }

// Tables of who follows and who holds shares.
var (
	Ratings      = Table[Rating]{"ratings", makeRatings}
	InsiderDeals = Table[InsiderDeal]{"insider_transactions", makeInsiderDeals}
	Positions    = Table[Position]{"positions", makePositions}
)

const ratingFirms = "Aldgate Research|Bluewater Securities|Corvid Partners|Dunmore|Eastlake|Fairmont Equity|Graystone|Hollis & Co"

// Grades are the grades of analysts, the best first.
func Grades() []string { return list("strong buy|buy|hold|sell") }

func makeRatings(b *Base) []Rating {
	g, names, grades := b.gen("ratings"), b.namer("ratings"), Grades()
	analysts := map[string]string{}
	var out []Rating
	for _, c := range Companies.Base(b)[:100] {
		for _, firm := range some(g, list(ratingFirms), g.between(2, 5)) {
			who := firm + "/" + c.Sector
			if analysts[who] == "" {
				analysts[who] = names.person(pick(g, words("US GB DE FR IN JP")), pick(g, genders))
			}
			before, at := "", g.between(0, 2)
			for day := Today - Date(g.between(300, 500)); day < Today; day += Date(g.between(60, 250)) {
				r := Rating{Symbol: c.Symbol, Firm: firm, Analyst: analysts[who], From: before, Day: LastTradingDay(day)}
				if before != "" {
					at = max(0, min(3, at+g.between(-1, 1)))
				}
				r.Grade, r.Action = grades[at], "initiated"
				if before != "" {
					was := slices.Index(grades, before)
					r.Action = map[bool]string{true: "raised", false: "lowered"}[at < was]
					if at == was {
						r.Action = "confirmed"
					}
				}
				price := b.StockCloses(c, []Date{r.Day})[0]
				r.Target = Round(price*[]float64{1.28, 1.14, 1.02, 0.86}[at]*g.real(0.95, 1.05, 3), 2)
				out, before = append(out, r), r.Grade
			}
		}
	}
	out = sortedBy(out, func(r Rating) int { return int(r.Day) })
	for i := range out {
		out[i].ID = id("RA", i)
	}
	return out
}

func makeInsiderDeals(b *Base) []InsiderDeal {
	g, names, companies := b.gen("insider_transactions"), b.namer("insider_transactions"), Companies.Base(b)[:100]
	leaders := map[string]string{}
	out := make([]InsiderDeal, 260)
	for i := range out {
		c := pick(g, companies)
		d := InsiderDeal{ID: id("IT", i), Symbol: c.Symbol, Person: c.CEO, Role: pick(g, list("chief executive|finance chief|director")), Side: pick(g, words("buy sell sell")), Shares: 100 * g.between(2, 400), Day: LastTradingDay(Today - Date(1+i*2+g.IntN(4)))}
		if d.Role != "chief executive" {
			key := c.Symbol + d.Role
			if leaders[key] == "" {
				leaders[key] = names.person(c.Country, pick(g, genders))
			}
			d.Person = leaders[key]
		}
		d.Price = b.StockCloses(c, []Date{d.Day})[0]
		d.Value = cents(d.Price * float64(d.Shares))
		out[i] = d
	}
	return out
}

// makePositions spreads most of an equity fund's assets, and half of a mixed one's, over shares.
func makePositions(b *Base) []Position {
	g, companies := b.gen("positions"), Companies.Base(b)[:100]
	var out []Position
	for _, f := range Funds.Base(b) {
		part := map[string]float64{"equity": 0.93, "mixed": 0.5}[f.Type]
		if part == 0 {
			continue
		}
		pool := companies
		if f.Category == "technology" {
			pool = slices.DeleteFunc(slices.Clone(companies), func(c Company) bool { return c.Sector != "Technology" })
		}
		chosen := some(g, pool, g.between(12, 22))
		weights, sum := make([]float64, len(chosen)), 0.0
		for i := range chosen {
			weights[i] = g.real(0.4, 2, 2)
			sum += weights[i]
		}
		for i, c := range chosen {
			// No fund holds more than 1.5 percent of a company, so that all together hold less than it has.
			worth := f.Assets * part * weights[i] / sum
			shares := min(worth*1e6/b.Price(c), c.Shares*1e6*0.015)
			out = append(out, Position{id("PO", len(out)), f.Code, c.Symbol, int(shares)})
		}
	}
	return out
}

// InsiderShares is what the people who lead a listed company hold of it, in millions of shares.
func (b *Base) InsiderShares(c Company) float64 {
	return Round(c.Shares*(0.01+0.11*b.Unit("insiders/"+c.ID, 0)), 3)
}

// DividendDays are when a share was first traded without the dividend of a quarter, and when it is paid.
func (b *Base) DividendDays(c Company, s Statement) (without, paid Date) {
	paid = LastTradingDay(s.End - 5 - Date(b.Upto(20, "dividend/"+c.ID, s.Year*4+s.Quarter)))
	return LastTradingDay(paid - 14), paid
}
