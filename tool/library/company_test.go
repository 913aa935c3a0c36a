package library

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"deft/tool"
	"deft/tool/library/world"
)

// close2 says whether two figures of results agree to d.
func close2(a, b any, d float64) bool { return math.Abs(a.(float64)-b.(float64)) <= d }

// someCompany is a listed company that differs from seed to seed.
func someCompany(env *Environment) string {
	return fmt.Sprintf("CO%04d", 1+env.World().Base().Seed%100)
}

// rows gives the objects of a list in a result.
func rows(v any) []obj {
	var out []obj
	for _, e := range v.([]any) {
		out = append(out, e.(obj))
	}
	return out
}

// companyProperties: a company's statements add up, carry over from one to the next, and agree
// with its profile, its price and the dates on which it reports.
func companyProperties(t *testing.T, env *Environment) {
	id := someCompany(env)
	overview := perform[obj](t, env, "company_overview", `{"symbol":%q}`, id)
	symbol := overview["company"].(obj)["symbol"]
	income := rows(perform[obj](t, env, "income_statement", `{"symbol":%q,"count":2}`, symbol)["statements_millions_usd"])
	sheets := rows(perform[obj](t, env, "balance_sheet", `{"symbol":%q,"count":2}`, symbol)["balance_sheets_millions_usd"])
	flows := rows(perform[obj](t, env, "cash_flow_statement", `{"symbol":%q,"count":2}`, symbol)["cash_flows_millions_usd"])
	if income[0]["period"] != "2024" || !close2(income[0]["revenue"], overview["company"].(obj)["revenue_millions"], 0.005) {
		t.Errorf("%s: revenue %v, in the profile %v", id, income[0], overview["company"])
	}
	for i, s := range sheets {
		has := s["cash"].(float64) + s["receivables"].(float64) + s["inventory"].(float64) + s["fixed_assets"].(float64)
		owes := s["current_liabilities"].(float64) + s["long_term_debt"].(float64) + s["equity"].(float64)
		if !close2(s["total_assets"], has, 0.01) || !close2(s["total_assets"], owes, 0.01) {
			t.Errorf("%s: the balance sheet does not add up: %v", id, s)
		}
		if s["cash"] != flows[i]["cash_at_end"] || income[i]["net_income"] != flows[i]["net_income"] {
			t.Errorf("%s: cash %v, flows %v, income %v", id, s, flows[i], income[i])
		}
	}
	if want := sheets[1]["equity"].(float64) + income[0]["net_income"].(float64) - flows[0]["dividends_paid"].(float64); !close2(sheets[0]["equity"], want, 0.01) {
		t.Errorf("%s: equity %v, carried over %v", id, sheets[0]["equity"], want)
	}
	if want := sheets[1]["cash"].(float64) + flows[0]["change_of_cash"].(float64); !close2(sheets[0]["cash"], want, 0.01) {
		t.Errorf("%s: cash %v, carried over %v", id, sheets[0]["cash"], want)
	}
	if want := sheets[1]["long_term_debt"].(float64) + flows[0]["net_borrowing"].(float64); !close2(sheets[0]["long_term_debt"], want, 0.01) {
		t.Errorf("%s: debt %v, carried over %v", id, sheets[0]["long_term_debt"], want)
	}

	// The newest quarter is the first of 2025; the four before it make up 2024.
	quarters := rows(perform[obj](t, env, "income_statement", `{"symbol":%q,"period":"quarterly","count":5}`, symbol)["statements_millions_usd"])
	for _, line := range []string{"revenue", "gross_profit", "income_tax", "net_income"} {
		sum, trailing := 0.0, 0.0
		for i := range 4 {
			sum += quarters[i+1][line].(float64)
			trailing += quarters[i][line].(float64)
		}
		if !close2(income[0][line], sum, 0.01) {
			t.Errorf("%s: %s of 2024 is %v, of its quarters %v", id, line, income[0][line], sum)
		}
		if line == "revenue" && !close2(overview["revenue_millions_usd"], trailing, 0.01) {
			t.Errorf("%s: revenue of four quarters %v, added up %v", id, overview["revenue_millions_usd"], trailing)
		}
	}

	quote := perform[obj](t, env, "stock_quote", `{"symbol":%q}`, symbol)
	price := quote["last_day"].(obj)["close"].(float64)
	if overview["price_usd"] != price || overview["market_capital_millions_usd"] != quote["market_capital_millions_usd"] {
		t.Errorf("%s: overview %v, quote %v", id, overview, quote)
	}
	if e := overview["earnings_per_share_usd"].(float64); e > 0 && !close2(overview["price_earnings"], price/e, 1e-3) {
		t.Errorf("%s: price %v, earnings %v, multiple %v", id, price, e, overview["price_earnings"])
	}
	earned := rows(perform[obj](t, env, "earnings_history", `{"symbol":%q,"count":5}`, symbol)["quarters"])
	for i, q := range earned {
		if q["period"] != quarters[i]["period"] || q["reported_usd"] != quarters[i]["earnings_per_share_usd"] {
			t.Errorf("%s: earned %v, statement %v", id, q, quarters[i])
		}
		if q["reported_on"].(string) > world.Today.String() || q["reported_on"].(string) <= quarters[i]["period_end"].(string) {
			t.Errorf("%s: %v was reported on %v", id, q["period"], q["reported_on"])
		}
	}
	for _, r := range rows(perform[obj](t, env, "earnings_calendar", `{"page_size":50}`)["items"]) {
		if r["period"] != "2025-Q2" || r["day"].(string) <= world.Today.String() {
			t.Errorf("%v is to be reported on %v", r["period"], r["day"])
		}
	}

	since, _ := world.ParseDate(overview["listed_on"].(string))
	first := rows(perform[obj](t, env, "stock_daily_prices", `{"symbol":%q,"start":%q,"end":%q}`, symbol, max(since-20, world.Day(2000, 1, 1)), max(since, world.Day(2000, 1, 3))+9)["bars"])
	if since >= world.Day(2000, 1, 1) && first[0]["date"] != overview["listed_on"] {
		t.Errorf("%s: listed on %v, first price on %v", id, overview["listed_on"], first[0]["date"])
	}
	all := perform[obj](t, env, "listed_companies_on", `{"page_size":50}`)
	if all["total"] != 100.0 {
		t.Errorf("%v companies are listed", all["total"])
	}
	for _, l := range rows(all["items"])[:3] {
		if got := perform[obj](t, env, "stock_quote", `{"symbol":%q}`, l["symbol"]); got["last_day"].(obj)["close"] != l["price_usd"] {
			t.Errorf("%v costs %v, in the list %v", l["symbol"], got["last_day"], l["price_usd"])
		}
	}
	for _, o := range rows(perform[obj](t, env, "ipo_calendar", `{"months":6,"page_size":50}`)["items"]) {
		r, err := env.Call(t.Context(), tool.Call{Name: "stock_quote", Arguments: json.RawMessage(fmt.Sprintf(`{"symbol":%q}`, o["company_id"]))})
		if err != nil || r.Fault != tool.FaultFailed || o["planned_day"].(string) <= world.Today.String() {
			t.Errorf("%v is still to be listed and has a price: %s", o, r.Content)
		}
	}
}

// stockNewsProperties: what is told of a company's news is what the press has, and the shares
// that moved most moved as their quotes say.
func stockNewsProperties(t *testing.T, env *Environment) {
	told := perform[obj](t, env, "stock_news_sentiment", `{"page_size":50}`)
	for _, c := range rows(told["companies"])[:3] {
		press := perform[obj](t, env, "company_news", `{"company":%q}`, c["symbol"])
		own := perform[obj](t, env, "stock_news_sentiment", `{"symbols":[%q],"page_size":50}`, c["symbol"])
		if c["tone_balance"] != press["tone_balance"] || c["articles"] != float64(len(rows(press["articles"]))) || own["articles"].(obj)["total"] != c["articles"] {
			t.Errorf("of %v the news are %v, the press has %v", c["symbol"], c, press)
		}
	}
	for _, a := range rows(told["articles"].(obj)["items"])[:5] {
		full := perform[obj](t, env, "get_news_article", `{"article_id":%q}`, a["article_id"])
		s := a["sentiment"].(float64)
		if full["title"] != a["title"] || full["published"] != a["published"] || full["tone"] == "positive" && s <= 0 || full["tone"] == "negative" && s >= 0 {
			t.Errorf("told %v, printed %v", a, full)
		}
	}
	movers := perform[obj](t, env, "market_movers", `{"count":2}`)
	for _, list := range []string{"gainers", "losers", "most_traded"} {
		for _, m := range rows(movers[list]) {
			quote := perform[obj](t, env, "stock_quote", `{"symbol":%q}`, m["symbol"])
			if last := quote["last_day"].(obj); quote["change_percent"] != m["change_percent"] || last["close"] != m["price_usd"] || last["volume"] != m["volume"] || last["date"] != movers["date"] {
				t.Errorf("%s: %v, quoted %v", list, m, quote)
			}
		}
	}
}
