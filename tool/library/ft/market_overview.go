package ft

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// indexBase is the day on which the index of each exchange stands at 1,000.
var indexBase = world.Day(2024, 1, 2)

// day of an overview: a trading day since the indices began.
func overviewDay(d world.Date) (world.Date, error) {
	if d = world.LastTradingDay(min(d, lastDay())); d < indexBase {
		return d, define.Invalid("date", "must not be before %s, when the indices begin", indexBase)
	}
	return d, nil
}

// daysBefore is the trading day n trading days before d.
func daysBefore(d world.Date, n int) world.Date {
	for range n {
		d = world.LastTradingDay(d - 1)
	}
	return d
}

// traded gives the listed companies of an exchange and a sector; an empty text admits all.
func traded(w *world.World, exchange, sector string) []world.Company {
	return world.Companies.Where(w, func(c *world.Company) bool {
		return c.Symbol != "" && (exchange == "" || c.Exchange == exchange) && (sector == "" || c.Sector == sector)
	})
}

// worth is the value of companies' shares at the close of a day, in millions of US dollars.
func worth(b *world.Base, all []world.Company, day world.Date) float64 {
	sum := 0.0
	for _, c := range all {
		sum += b.StockBar(c, day).Close * c.Shares
	}
	return sum
}

func overviewTools() []define.Tool {
	return []define.Tool{
		define.View("market_summary", "Sums up a trading day at the stock exchanges: index, its change, how many shares rose and fell, volume and value.",
			func(w *world.World, in struct {
				Exchange string     `json:"exchange,omitempty" doc:"Only this exchange" enum:"NWX,LSX,FRX,TKX"`
				Day      world.Date `json:"date" doc:"Day; the trading day before it if exchanges were closed" default:"2025-05-30"`
			}) (out struct {
				Day     world.Date    `json:"date"`
				Markets []marketState `json:"markets"`
			}, err error) {
				if out.Day, err = overviewDay(in.Day); err != nil {
					return out, err
				}
				for line := range strings.SplitSeq(world.Exchanges, "\n") {
					if code, _, _ := strings.Cut(line, "|"); in.Exchange == "" || in.Exchange == code {
						out.Markets = append(out.Markets, stateOf(w, code, strings.Split(line, "|")[1], out.Day))
					}
				}
				return out, nil
			}, `{}`, `{"exchange":"NWX","date":"2025-03-01"}`),
		define.View("rank_shares", "Ranks shares by what they did over the last trading days: greatest gains, greatest losses, most shares traded, or most money traded.",
			func(w *world.World, in struct {
				Rank     string `json:"rank" doc:"What to rank by" enum:"gainers,losers,most_shares,most_value"`
				Days     int    `json:"days" doc:"Trading days back" min:"1" max:"60" default:"1"`
				Exchange string `json:"exchange,omitempty" doc:"Only this exchange" enum:"NWX,LSX,FRX,TKX"`
				Sector   string `json:"sector,omitempty" doc:"Only this sector" enum:"Technology,Health Care,Energy,Financials,Consumer,Industrials,Materials,Utilities,Media,Real Estate"`
				define.Paging
			}) (define.Page[rankedShare], error) {
				var all []rankedShare
				from := daysBefore(lastDay(), in.Days)
				for _, c := range traded(w, in.Exchange, in.Sector) {
					if m := moved(w.Base(), c, from, lastDay()); in.Rank != "gainers" && in.Rank != "losers" || (in.Rank == "gainers") == (m.Change > 0) && m.Change != 0 {
						all = append(all, m)
					}
				}
				return define.Cut(world.TopBy(all, func(m rankedShare) float64 {
					return map[string]float64{"gainers": m.Change, "losers": -m.Change, "most_shares": float64(m.Volume), "most_value": m.Turnover}[in.Rank]
				}), in.Paging), nil
			}, `{"rank":"gainers"}`, `{"rank":"most_value","days":5,"exchange":"NWX","page_size":5}`),
		define.View("sector_performance", "Compares the sectors of the economy: change of the value of their shares over a day, a week, a month, a quarter and a year, and the leading share.",
			func(w *world.World, in struct {
				Exchange string `json:"exchange,omitempty" doc:"Only shares of this exchange" enum:"NWX,LSX,FRX,TKX"`
				Sort     string `json:"sort" doc:"Order, the greatest change first" enum:"day,week,month,quarter,year" default:"day"`
			}) (out struct {
				Sectors []sectorState `json:"sectors"`
			}, err error) {
				for _, name := range sectors(w) {
					if all := traded(w, in.Exchange, name); len(all) > 0 {
						out.Sectors = append(out.Sectors, sectorOf(w.Base(), name, all))
					}
				}
				out.Sectors = world.TopBy(out.Sectors, func(s sectorState) float64 {
					return map[string]float64{"day": s.Day, "week": s.Week, "month": s.Month, "quarter": s.Quarter, "year": s.Year}[in.Sort]
				})
				return out, nil
			}, `{}`, `{"exchange":"NWX","sort":"year"}`),
		define.View("batch_quotes", "Gives the last prices of several things at once: shares, funds, raw materials, coins and currencies; says which symbols are unknown.",
			func(w *world.World, in struct {
				Symbols []string `json:"symbols" doc:"Symbols, codes or names" min:"1" max:"30" each_min:"1" each_max:"80"`
				Kind    string   `json:"kind,omitempty" doc:"Only this kind; without it the first kind that knows the symbol" enum:"share,fund,commodity,coin,currency"`
			}) (out struct {
				Quotes  []instrument `json:"quotes" doc:"In the order of the symbols"`
				Unknown []string     `json:"unknown"`
			}, err error) {
				out.Unknown = []string{}
				for _, s := range in.Symbols {
					if q, ok := quoted(w, s, in.Kind); ok {
						out.Quotes = append(out.Quotes, q)
					} else {
						out.Unknown = append(out.Unknown, s)
					}
				}
				return out, nil
			}, `{"symbols":["CO0001","GOLD","F10000","EUR"]}`, `{"symbols":["Silver","nothing"],"kind":"commodity"}`),
		define.View("price_sparklines", "Gives a small picture of how the closing prices of several shares went: some of them at equal distances, and a line of block characters.",
			func(w *world.World, in struct {
				Symbols []string `json:"symbols" doc:"Ticker symbols, names or identifiers" min:"1" max:"20" each_min:"1" each_max:"80"`
				Days    int      `json:"days" doc:"Days back" min:"7" max:"366" default:"30"`
				Points  int      `json:"points" doc:"Most prices for each" min:"2" max:"40" default:"10"`
			}) (out struct {
				Lines []sparkline `json:"lines"`
			}, err error) {
				for _, s := range in.Symbols {
					c, err := listed(w, s)
					if err != nil {
						return out, err
					}
					out.Lines = append(out.Lines, spark(w.Base(), c, in.Days, in.Points))
				}
				return out, nil
			}, `{"symbols":["CO0001","CO0002"]}`, `{"symbols":["CO0033"],"days":365,"points":24}`),
		define.View("suggest_instruments", "Completes what a user types in a field for something traded: shares, funds, raw materials, coins and currencies whose symbol or name begins with the text, then those with a word that does.",
			func(w *world.World, in struct {
				Text  string `json:"text" doc:"Beginning of a symbol, code or name" min:"1" max:"60"`
				Limit int    `json:"limit" doc:"Most suggestions" min:"1" max:"30" default:"8"`
			}) (out struct {
				Suggestions []suggestion `json:"suggestions"`
			}, err error) {
				low := strings.ToLower(strings.TrimSpace(in.Text))
				if low == "" {
					return out, define.Invalid("text", "must hold more than blanks")
				}
				all := slices.DeleteFunc(instruments(w), func(s suggestion) bool { return s.fits(low) == 0 })
				all = world.TopBy(all, func(s suggestion) int { return s.fits(low) })
				out.Suggestions = all[:min(in.Limit, len(all))]
				return out, nil
			}, `{"text":"go"}`, `{"text":"b","limit":20}`),
		define.List("list_watchlists", "Lists watchlists of shares by name, theme, a share that they hold, and how many people follow them; the owner me is the user.", world.Watchlists, "name~query theme= symbols@symbol owner= followers>=", "", "followers- made_on- name+", `{}`, `{"owner":"me"}`),
		define.Act("edit_watchlist", "Makes a watchlist of the user's, or changes one: its name, and which shares are added and removed.",
			func(w *world.World, in struct {
				ID     string   `json:"watchlist_id,omitempty" doc:"One of the user's watchlists; without it a new one is made" max:"20"`
				Name   string   `json:"name,omitempty" doc:"New name; a new list needs one" max:"60"`
				Add    []string `json:"add,omitempty" doc:"Shares to add" max:"30" each_min:"1" each_max:"80"`
				Remove []string `json:"remove,omitempty" doc:"Shares to remove" max:"30" each_min:"1" each_max:"80"`
			}) (world.Watchlist, error) {
				return editWatchlist(w, in.ID, in.Name, in.Add, in.Remove)
			}, `{"name":"My ideas","add":["CO0001","CO0002"]}`, `{"watchlist_id":"WL0001","add":["CO0003"]}`),
	}
}

type marketState struct {
	Code      string  `json:"exchange"`
	City      string  `json:"city"`
	Index     float64 `json:"index" doc:"Value of all shares, 1000 on 2024-01-02"`
	Change    float64 `json:"change_percent" doc:"From the trading day before"`
	Companies int     `json:"companies"`
	Risen     int     `json:"advancing"`
	Fallen    int     `json:"declining"`
	Volume    int     `json:"volume" doc:"Shares traded"`
	Capital   float64 `json:"market_capital_millions_usd"`
}

func stateOf(w *world.World, code, city string, day world.Date) marketState {
	b, all := w.Base(), traded(w, code, "")
	out := marketState{Code: code, City: city, Companies: len(all)}
	if len(all) == 0 {
		return out
	}
	before := 0.0
	for _, c := range all {
		old, now := b.StockBar(c, daysBefore(day, 1)).Close, b.StockBar(c, day)
		switch {
		case now.Close > old:
			out.Risen++
		case now.Close < old:
			out.Fallen++
		}
		out.Volume += now.Volume
		out.Capital, before = out.Capital+now.Close*c.Shares, before+old*c.Shares
	}
	out.Index, out.Change = world.Round(1000*out.Capital/worth(b, all, indexBase), 2), change(before, out.Capital)
	out.Capital = world.Round(out.Capital, 1)
	return out
}

type rankedShare struct {
	Symbol   string  `json:"symbol"`
	Name     string  `json:"name"`
	Exchange string  `json:"exchange"`
	Sector   string  `json:"sector"`
	Price    float64 `json:"price_usd" doc:"Last close"`
	Change   float64 `json:"change_percent" doc:"Against the close before the span"`
	Volume   int     `json:"volume" doc:"Shares traded in the span"`
	Turnover float64 `json:"turnover_millions_usd" doc:"Shares times closes of the span"`
}

// moved sums up the trading days after from, up to to.
func moved(b *world.Base, c world.Company, from, to world.Date) rankedShare {
	out := rankedShare{Symbol: c.Symbol, Name: c.Name, Exchange: c.Exchange, Sector: c.Sector}
	for _, bar := range b.StockBars(c, from+1, to) {
		out.Price = bar.Close
		out.Volume += bar.Volume
		out.Turnover += bar.Close * float64(bar.Volume) / 1e6
	}
	out.Change, out.Turnover = change(b.StockBar(c, from).Close, out.Price), world.Round(out.Turnover, 3)
	return out
}

type sectorState struct {
	Name      string  `json:"sector"`
	Companies int     `json:"companies"`
	Capital   float64 `json:"market_capital_millions_usd"`
	Day       float64 `json:"day_percent"`
	Week      float64 `json:"week_percent"`
	Month     float64 `json:"month_percent"`
	Quarter   float64 `json:"quarter_percent"`
	Year      float64 `json:"year_percent"`
	Leader    string  `json:"leading_symbol" doc:"Greatest gain of the day"`
}

// sectors names the sectors of listed companies, each once.
func sectors(w *world.World) []string {
	var out []string
	for _, c := range world.Listed(w) {
		if !slices.Contains(out, c.Sector) {
			out = append(out, c.Sector)
		}
	}
	return out
}

func sectorOf(b *world.Base, name string, all []world.Company) sectorState {
	day := lastDay()
	now := worth(b, all, day)
	since := func(d world.Date) float64 { return change(worth(b, all, world.LastTradingDay(d)), now) }
	out := sectorState{Name: name, Companies: len(all), Capital: world.Round(now, 1), Day: since(day - 1), Week: since(day - 7), Month: since(day.AddMonths(-1)), Quarter: since(day.AddMonths(-3)), Year: since(day.AddMonths(-12))}
	best := 0.0
	for i, c := range all {
		if m := moved(b, c, daysBefore(day, 1), day); i == 0 || m.Change > best {
			best, out.Leader = m.Change, c.Symbol
		}
	}
	return out
}

type sparkline struct {
	Symbol string    `json:"symbol"`
	Closes []point   `json:"closes"`
	Line   string    `json:"line" doc:"One block character for each close: the lowest to the highest of them"`
	Range  []float64 `json:"range" doc:"Lowest and highest of the closes"`
	Change float64   `json:"change_percent" doc:"From the first close to the last"`
}

// spark takes n closes of the last days, at equal distances, the last one included.
func spark(b *world.Base, c world.Company, days, n int) sparkline {
	out := sparkline{Symbol: c.Symbol}
	for i := range n {
		d := world.LastTradingDay(lastDay() - world.Date(days*(n-1-i)/(n-1)))
		if k := len(out.Closes); k == 0 || out.Closes[k-1].Day != d {
			out.Closes = append(out.Closes, point{d, b.StockBar(c, d).Close})
		}
	}
	lo, hi := out.Closes[0].Value, out.Closes[0].Value
	for _, p := range out.Closes {
		lo, hi = min(lo, p.Value), max(hi, p.Value)
	}
	for _, p := range out.Closes {
		step := 0
		if hi > lo {
			step = int((p.Value - lo) / (hi - lo) * 7)
		}
		out.Line += string(rune('▁' + step))
	}
	out.Range, out.Change = []float64{lo, hi}, change(out.Closes[0].Value, out.Closes[len(out.Closes)-1].Value)
	return out
}

func editWatchlist(w *world.World, id, name string, add, remove []string) (world.Watchlist, error) {
	name = strings.TrimSpace(name)
	l := world.Watchlist{Name: name, Owner: "me", Theme: "personal", Made: world.Today}
	if id != "" {
		var err error
		if l, err = define.Row(w, world.Watchlists, id, "list_watchlists shows identifiers"); err != nil {
			return l, err
		}
	}
	if l.Owner != "me" {
		return l, define.Refused("the watchlist %s belongs to %s; only the user's own can be changed", l.ID, l.Owner)
	}
	if name != "" {
		l.Name = name
	}
	if l.Name == "" {
		return l, define.Invalid("name", "is needed for a new watchlist")
	}
	l.Symbols = slices.Clone(l.Symbols)
	for _, s := range add {
		c, err := listed(w, s)
		if err != nil {
			return l, err
		}
		if !slices.Contains(l.Symbols, c.Symbol) {
			l.Symbols = append(l.Symbols, c.Symbol)
		}
	}
	for _, s := range remove {
		c, err := listed(w, s)
		if err != nil {
			return l, err
		}
		l.Symbols = slices.DeleteFunc(l.Symbols, func(have string) bool { return have == c.Symbol })
	}
	if len(l.Symbols) > 100 {
		return l, define.Fail("too_many", "a watchlist holds at most 100 shares; this would be %d", len(l.Symbols))
	}
	if l.ID == "" {
		l.ID = w.NextID("WL")
	}
	world.Watchlists.Put(w, l)
	return l, nil
}
