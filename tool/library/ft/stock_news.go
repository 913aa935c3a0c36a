package ft

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type newsParam struct {
	Symbols []string   `json:"symbols,omitempty" doc:"Ticker symbols, names or identifiers; without them all listed companies" max:"20" each_min:"1" each_max:"80"`
	Sector  string     `json:"sector,omitempty" doc:"Sector of the company" enum:"Technology,Health Care,Energy,Financials,Consumer,Industrials,Materials,Utilities,Media,Real Estate"`
	Topic   string     `json:"topic,omitempty" doc:"Section of the newspaper" enum:"business,technology"`
	From    world.Date `json:"from" doc:"First day" default:"2025-01-01"`
	Until   world.Date `json:"until" doc:"Last day" default:"2025-06-02"`
	Sort    string     `json:"sort" doc:"Order: newest first, or the best or worst tone first" enum:"latest,best,worst" default:"latest"`
	define.Paging
}

// sentiment is how good the news of an article is, from -1 to 1; its sign is the article's tone.
func sentiment(w *world.World, a world.Article) float64 {
	x := w.Base().Unit("sentiment/"+a.ID, 0)
	switch a.Tone {
	case "positive":
		return world.Round(0.15+0.8*x, 3)
	case "negative":
		return world.Round(-0.15-0.8*x, 3)
	}
	return world.Round(0.2*x-0.1, 3)
}

// companiesNamed gives the listed companies that were named, by identifier; all when none was.
func companiesNamed(w *world.World, names []string, sector string) (map[string]world.Company, error) {
	out := map[string]world.Company{}
	all := world.Listed(w)
	if len(names) > 0 {
		all = nil
	}
	for _, n := range names {
		c, err := listed(w, n)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	for _, c := range all {
		if sector == "" || c.Sector == sector {
			out[c.ID] = c
		}
	}
	return out, nil
}

func stockNewsTools() []define.Tool {
	return []define.Tool{
		define.View("stock_news_sentiment", "Gives the news about listed companies with how good each is for the company, from -1 to 1, how the share moved on the day, and the mean for each company.",
			func(w *world.World, in newsParam) (out struct {
				Mean      float64           `json:"mean_sentiment" doc:"Of all articles found; 0 when there are none"`
				Companies []companyTone     `json:"companies" doc:"Best first"`
				Articles  define.Page[news] `json:"articles"`
			}, err error) {
				companies, err := companiesNamed(w, in.Symbols, in.Sector)
				if err != nil {
					return out, err
				}
				if in.From > in.Until {
					return out, define.Invalid("from", "must not be after until")
				}
				var found []news
				for _, a := range world.Articles.All(w) {
					c, ok := companies[a.About]
					if !ok || a.Published < in.From || a.Published > in.Until || in.Topic != "" && a.Category != in.Topic {
						continue
					}
					day := min(world.LastTradingDay(a.Published), lastDay())
					found = append(found, news{a.ID, a.Title, a.Source, a.Category, a.Published, a.URL, c.Symbol, sentiment(w, a), a.Tone, dayChange(w, c, day)})
				}
				for _, n := range found {
					out.Mean += n.Sentiment / float64(len(found))
					i := slices.IndexFunc(out.Companies, func(t companyTone) bool { return t.Symbol == n.Symbol })
					if i < 0 {
						i = len(out.Companies)
						out.Companies = append(out.Companies, companyTone{Symbol: n.Symbol})
					}
					out.Companies[i].add(n)
				}
				out.Companies = world.TopBy(out.Companies, func(t companyTone) float64 { return t.Mean })
				found = world.TopBy(found, func(n news) float64 {
					return map[string]float64{"latest": float64(n.Published), "best": n.Sentiment, "worst": -n.Sentiment}[in.Sort]
				})
				out.Articles = define.Cut(found, in.Paging)
				return out, nil
			}, `{}`, `{"sector":"Energy","sort":"worst","page_size":5}`),
		define.View("market_movers", "Gives the shares that rose most, fell most and were traded most on a trading day, with their prices and volumes.",
			func(w *world.World, in struct {
				Day      world.Date `json:"date" doc:"Trading day" default:"2025-05-30"`
				Count    int        `json:"count" doc:"Shares in each list" min:"1" max:"30" default:"10"`
				Exchange string     `json:"exchange,omitempty" doc:"Code of an exchange" enum:"NWX,LSX,FRX,TKX"`
			}) (out struct {
				Day     world.Date `json:"date"`
				Gainers []mover    `json:"gainers" doc:"Greatest rise first"`
				Losers  []mover    `json:"losers" doc:"Greatest fall first"`
				Active  []mover    `json:"most_traded" doc:"Greatest volume first"`
			}, err error) {
				if err := past("date", in.Day); err != nil {
					return out, err
				}
				if !world.TradingDay(in.Day) || in.Day > lastDay() {
					return out, define.Invalid("date", "must be a past trading day; the last was %s", lastDay())
				}
				var all []mover
				for _, c := range world.Listed(w) {
					if since, _ := w.Base().ListedOn(c); since < in.Day && (in.Exchange == "" || c.Exchange == in.Exchange) {
						bar := w.Base().StockBar(c, in.Day)
						all = append(all, mover{c.Symbol, c.Name, bar.Close, dayChange(w, c, in.Day), bar.Volume})
					}
				}
				top := func(by func(mover) float64, keep func(mover) bool) []mover {
					some := slices.DeleteFunc(slices.Clone(all), func(m mover) bool { return !keep(m) })
					return world.TopBy(some, by)[:min(in.Count, len(some))]
				}
				out.Day = in.Day
				out.Gainers = top(func(m mover) float64 { return m.Change }, func(m mover) bool { return m.Change > 0 })
				out.Losers = top(func(m mover) float64 { return -m.Change }, func(m mover) bool { return m.Change < 0 })
				out.Active = top(func(m mover) float64 { return float64(m.Volume) }, func(mover) bool { return true })
				return out, nil
			}, `{}`, `{"date":"2025-04-15","exchange":"NWX","count":3}`),
	}
}

// dayChange is the change of a share from the close of the trading day before, in percent.
func dayChange(w *world.World, c world.Company, day world.Date) float64 {
	b := w.Base()
	return change(b.StockBar(c, world.LastTradingDay(day-1)).Close, b.StockBar(c, day).Close)
}

type news struct {
	ID        string     `json:"article_id"`
	Title     string     `json:"title"`
	Source    string     `json:"source"`
	Topic     string     `json:"topic"`
	Published world.Date `json:"published"`
	URL       string     `json:"url"`
	Symbol    string     `json:"symbol"`
	Sentiment float64    `json:"sentiment"`
	Tone      string     `json:"tone"`
	Move      float64    `json:"share_moved_percent" doc:"On the trading day of publication or the last one before"`
}

type companyTone struct {
	Symbol   string  `json:"symbol"`
	Articles int     `json:"articles"`
	Mean     float64 `json:"mean_sentiment"`
	Balance  int     `json:"tone_balance" doc:"Positive minus negative articles"`
}

func (t *companyTone) add(n news) {
	t.Mean = (t.Mean*float64(t.Articles) + n.Sentiment) / float64(t.Articles+1)
	t.Articles++
	switch n.Tone {
	case "positive":
		t.Balance++
	case "negative":
		t.Balance--
	}
}

type mover struct {
	Symbol string  `json:"symbol"`
	Name   string  `json:"name"`
	Price  float64 `json:"price_usd"`
	Change float64 `json:"change_percent"`
	Volume int     `json:"volume"`
}
