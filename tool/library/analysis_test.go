package library

import (
	"fmt"
	"math"
	"testing"

	"deft/tool/library/world"
)

// stockAnalysisProperties: what is judged of a share follows from its price, its statements and
// those who hold it, as the other tools give them.
func stockAnalysisProperties(t *testing.T, env *Environment) {
	overview := perform[obj](t, env, "company_overview", `{"symbol":%q}`, someCompany(env))
	symbol := overview["company"].(obj)["symbol"].(string)
	checkStatistics(t, env, symbol, overview)
	checkRatios(t, env, symbol)
	checkFairValue(t, env, symbol, overview)
	checkDividends(t, env, symbol)
	checkAnalysts(t, env, symbol, overview["price_usd"].(float64))
	checkMoves(t, env, symbol)
	checkOptions(t, env, symbol, overview["price_usd"].(float64))
	checkHolders(t, env, symbol)
}

func checkStatistics(t *testing.T, env *Environment, symbol string, overview obj) {
	t.Helper()
	s := perform[obj](t, env, "stock_statistics", `{"symbol":%q}`, symbol)
	sheet := rows(perform[obj](t, env, "balance_sheet", `{"symbol":%q,"period":"quarterly","count":1}`, symbol)["balance_sheets_millions_usd"])[0]
	capital := overview["market_capital_millions_usd"].(float64)
	if want := capital + sheet["long_term_debt"].(float64) - sheet["cash"].(float64); s["market_capital_millions_usd"] != capital || !close2(s["enterprise_value_millions_usd"], want, 0.06) {
		t.Errorf("%s: statistics %v, overview %v, sheet %v", symbol, s, overview, sheet)
	}
	if s["price_earnings"] != overview["price_earnings"] {
		t.Errorf("%s: multiple %v, in the overview %v", symbol, s["price_earnings"], overview["price_earnings"])
	}
	average := perform[obj](t, env, "technical_indicator", `{"symbol":%q,"indicator":"sma","window":50,"days":1}`, symbol)
	if got := rows(average["values"])[0]["value"]; !close2(s["mean_50_days_usd"], got, 2e-4) {
		t.Errorf("%s: mean of 50 days %v, the indicator %v", symbol, s["mean_50_days_usd"], got)
	}
	expected := 0.0
	for _, q := range rows(perform[obj](t, env, "earnings_estimates", `{"symbol":%q}`, symbol)["quarters"]) {
		expected += q["earnings_per_share_usd"].(float64)
	}
	if !close2(s["expected_earnings_per_share_usd"], expected, 1e-4) {
		t.Errorf("%s: %v expected, by quarters %v", symbol, s["expected_earnings_per_share_usd"], expected)
	}
}

func checkRatios(t *testing.T, env *Environment, symbol string) {
	t.Helper()
	income := rows(perform[obj](t, env, "income_statement", `{"symbol":%q,"count":1}`, symbol)["statements_millions_usd"])[0]
	sheet := rows(perform[obj](t, env, "balance_sheet", `{"symbol":%q,"count":1}`, symbol)["balance_sheets_millions_usd"])[0]
	num := func(o obj, key string) float64 { return o[key].(float64) }
	want := map[any]float64{
		"current_ratio":    (num(sheet, "cash") + num(sheet, "receivables") + num(sheet, "inventory")) / num(sheet, "current_liabilities"),
		"debt_to_equity":   num(sheet, "long_term_debt") / num(sheet, "equity"),
		"return_on_equity": num(income, "net_income") / num(sheet, "equity"),
		"net_margin":       num(income, "net_income") / num(income, "revenue"),
		"asset_turnover":   num(income, "revenue") / num(sheet, "total_assets"),
	}
	for _, r := range rows(perform[obj](t, env, "financial_ratios", `{"symbol":%q}`, symbol)["ratios"]) {
		if w, ok := want[r["name"]]; ok && num(sheet, "equity") > 0 && !close2(r["value"], w, 6e-5) {
			t.Errorf("%s: %v, by the statements %v", symbol, r, w)
		}
		rank, of := num(r, "rank_in_sector"), num(r, "companies_in_sector")
		if rank < 1 || rank > of || num(r, "value") > num(r, "sector_median") && rank > (of+1)/2 || num(r, "value") < num(r, "sector_median") && rank <= of/2 {
			t.Errorf("%s: rank does not fit value and median: %v", symbol, r)
		}
	}
}

func checkFairValue(t *testing.T, env *Environment, symbol string, overview obj) {
	t.Helper()
	flow := 0.0
	for _, f := range rows(perform[obj](t, env, "cash_flow_statement", `{"symbol":%q,"period":"quarterly"}`, symbol)["cash_flows_millions_usd"]) {
		flow += f["operating_cash_flow"].(float64) - f["depreciation"].(float64)
	}
	if flow <= 0.01 {
		return // nothing to discount, which the tool refuses
	}
	v := perform[obj](t, env, "stock_fair_value", `{"symbol":%q,"years":3}`, symbol)
	sum := v["value_after_millions_usd"].(float64) + v["net_cash_millions_usd"].(float64)
	for _, y := range rows(v["years"]) {
		sum += y["present_value_millions_usd"].(float64)
	}
	shares := overview["company"].(obj)["shares_millions"].(float64)
	if !close2(v["base_cash_flow_millions_usd"], flow, 0.02) || !close2(v["fair_value_usd"], sum/shares, 0.01) || v["price_usd"] != overview["price_usd"] {
		t.Errorf("%s: flow %v, sum %v, fair value %v", symbol, flow, sum, v)
	}
}

func checkDividends(t *testing.T, env *Environment, symbol string) {
	t.Helper()
	paid := map[any]obj{}
	for _, f := range rows(perform[obj](t, env, "cash_flow_statement", `{"symbol":%q,"period":"quarterly","count":6}`, symbol)["cash_flows_millions_usd"]) {
		paid[f["period"]] = f
	}
	c, _ := world.CompanyBySymbol(env.World(), symbol)
	history := rows(perform[obj](t, env, "dividend_history", `{"symbol":%q,"count":60}`, symbol)["dividends"])
	for _, d := range history {
		if f, ok := paid[d["period"]]; ok && !close2(f["dividends_paid"], d["per_share_usd"].(float64)*c.Shares, 0.006) {
			t.Errorf("%s: dividend %v, paid %v", symbol, d, f["dividends_paid"])
		}
		if after := d["payment_day"].(string) > world.Today.String(); after != (d["status"] == "declared") || d["ex_dividend_day"].(string) >= d["payment_day"].(string) {
			t.Errorf("%s: dividend %v", symbol, d)
		}
	}
	got := perform[obj](t, env, "investment_return", `{"symbol":%q,"start":"2024-03-28","end":"2025-05-15","amount_usd":5000}`, symbol)
	sum := 0.0
	for _, d := range history {
		if ex := d["ex_dividend_day"].(string); ex > "2024-03-28" && ex <= "2025-05-15" {
			sum += d["per_share_usd"].(float64)
		}
	}
	bars := rows(perform[obj](t, env, "stock_daily_prices", `{"symbol":%q,"start":"2025-05-12","end":"2025-05-15"}`, symbol)["bars"])
	shares := got["shares"].(float64)
	if got["valued"].(obj)["value"] != bars[3]["close"] || !close2(got["value_usd"], shares*bars[3]["close"].(float64), 0.02) || !close2(got["dividends_usd"], shares*sum, 0.02) {
		t.Errorf("%s: return %v, close %v, dividends %v", symbol, got, bars[3], sum)
	}
}

func checkAnalysts(t *testing.T, env *Environment, symbol string, price float64) {
	t.Helper()
	all := perform[obj](t, env, "analyst_consensus", `{"symbol":%q}`, symbol)
	listed := rows(perform[obj](t, env, "list_rating_changes", `{"symbol":%q,"page_size":50}`, symbol)["items"])
	latest, sum := map[any]obj{}, 0.0
	for _, r := range listed {
		if latest[r["firm"]] == nil {
			latest[r["firm"]] = r
		}
	}
	ratings := rows(all["ratings"])
	for _, r := range ratings {
		sum += r["target_usd"].(float64) / float64(len(ratings))
		if l := latest[r["firm"]]; l == nil || l["day"] != r["day"] || l["grade"] != r["grade"] {
			t.Errorf("%s: rated %v, listed %v", symbol, r, l)
		}
	}
	if len(ratings) != len(latest) || all["price_usd"] != price || !close2(all["mean_target_usd"], sum, 0.006) {
		t.Errorf("%s: consensus %v at %v, mean target %v of %d firms", symbol, all, price, sum, len(latest))
	}
	for i, r := range listed { // newest first: a firm's change starts from its own rating before
		for _, older := range listed[i+1:] {
			if older["firm"] == r["firm"] {
				if older["grade"] != r["from_grade"] {
					t.Errorf("%s: %v follows %v", symbol, r, older)
				}
				break
			}
		}
	}
	next := rows(perform[obj](t, env, "earnings_estimates", `{"symbol":%q,"quarters":1}`, symbol)["quarters"])[0]
	c, _ := world.CompanyBySymbol(env.World(), symbol)
	found := false
	for _, r := range rows(perform[obj](t, env, "earnings_calendar", `{"sector":%q,"page_size":50}`, c.Sector)["items"]) {
		if r["symbol"] == symbol {
			found = r["expected_earnings_per_share_usd"] == next["earnings_per_share_usd"] && r["day"] == next["report_day"]
		}
	}
	if !found {
		t.Errorf("%s: the estimate %v is not in the calendar", symbol, next)
	}
}

func checkMoves(t *testing.T, env *Environment, symbol string) {
	t.Helper()
	near := rows(perform[obj](t, env, "similar_stocks", `{"symbol":%q,"count":2}`, symbol)["similar"])
	if near[0]["symbol"] == symbol || near[0]["score"].(float64) < near[1]["score"].(float64) {
		t.Errorf("%s: similar are %v", symbol, near)
	}
	if quote := perform[obj](t, env, "stock_quote", `{"symbol":%q}`, near[0]["symbol"]); quote["market_capital_millions_usd"] != near[0]["market_capital_millions_usd"] {
		t.Errorf("%v, quoted %v", near[0], quote)
	}
	both := perform[obj](t, env, "compare_stocks", `{"symbols":[%q,%q],"days":20}`, symbol, near[0]["symbol"])
	m := fmt.Sprint(both["correlations"])
	back := perform[obj](t, env, "compare_stocks", `{"symbols":[%q,%q],"days":20}`, near[0]["symbol"], symbol)
	if row := both["correlations"].([]any)[0].([]any); row[0] != 1.0 || m != fmt.Sprint(back["correlations"]) || both["greatest_return"] != back["greatest_return"] {
		t.Errorf("%s: compared %v, the other way round %v", symbol, both, back)
	}
	momentum := perform[obj](t, env, "technical_indicator", `{"symbol":%q,"indicator":"momentum","window":20,"days":1}`, symbol)
	if got := rows(momentum["values"])[0]["value"]; !close2(rows(both["shares"])[0]["return_percent"], got, 0.006) {
		t.Errorf("%s: return %v, momentum %v", symbol, rows(both["shares"])[0], got)
	}
	risk := perform[obj](t, env, "stock_risk", `{"symbol":%q,"weeks":10}`, symbol)
	if c, beta := risk["correlation"].(float64), risk["beta"].(float64); c < -1 || c > 1 || c*beta < 0 || risk["loss_of_a_bad_week_percent"].(float64) > -risk["worst_week_percent"].(float64) {
		t.Errorf("%s: risk %v", symbol, risk)
	}
}

func checkOptions(t *testing.T, env *Environment, symbol string, price float64) {
	t.Helper()
	chain := perform[obj](t, env, "option_chain", `{"symbol":%q,"strikes":3}`, symbol)
	days, rate := chain["days_left"].(float64), chain["rate_percent"].(float64)
	for _, p := range rows(chain["chain"]) {
		call, put, strike := p["call"].(obj), p["put"].(obj), p["strike"].(float64)
		// A call less a put is the share less the discounted strike.
		if want := price - strike*math.Exp(-rate/100*days/365); chain["share_price_usd"] != price || !close2(call["price_usd"].(float64)-put["price_usd"].(float64), want, 1e-4) {
			t.Errorf("%s: call %v, put %v, want a difference of %v", symbol, call, put, want)
		}
		got := perform[obj](t, env, "price_option", `{"kind":"put","share_price":%v,"strike":%v,"days_left":%v,"volatility_percent":%v,"rate_percent":%v}`, price, strike, days, p["volatility_percent"], rate)
		if !close2(got["price_usd"], put["price_usd"], 1e-6) || !close2(call["delta"].(float64)-put["delta"].(float64), 1.0, 1e-5) {
			t.Errorf("%s: put %v, computed %v", symbol, put, got)
		}
	}
}

func checkHolders(t *testing.T, env *Environment, symbol string) {
	t.Helper()
	held := perform[obj](t, env, "stock_holders", `{"symbol":%q,"count":50}`, symbol)
	if sum := held["leaders_percent"].(float64) + held["funds_percent"].(float64) + held["others_percent"].(float64); !close2(sum, 100.0, 1e-6) || held["others_percent"].(float64) < 0 {
		t.Errorf("%s: held %v", symbol, held)
	}
	funds := rows(held["greatest_funds"])
	for _, h := range funds[:min(2, len(funds))] {
		found, total := false, 0.0
		holdings := perform[obj](t, env, "fund_holdings", `{"fund_code":%q,"page_size":50}`, h["fund_code"])
		for _, s := range rows(holdings["shares"].(obj)["items"]) {
			total += s["percent_of_assets"].(float64)
			found = found || s["symbol"] == symbol && s["shares"] == h["shares"] && s["value_usd"] == h["value_usd"]
		}
		if !found || !close2(total+holdings["not_in_shares_percent"].(float64), 100.0, 1e-3) || holdings["not_in_shares_percent"].(float64) < 0 {
			t.Errorf("%s: %v holds %v, its holdings are %v", symbol, h["fund_code"], h, holdings)
		}
	}
	deals := rows(perform[obj](t, env, "insider_transactions", `{}`)["items"])
	d := deals[env.World().Base().Seed%uint64(len(deals))]
	bar := rows(perform[obj](t, env, "stock_daily_prices", `{"symbol":%q,"start":%q,"end":%q}`, d["symbol"], d["day"], d["day"])["bars"])[0]
	if d["price_usd"] != bar["close"] {
		t.Errorf("dealt %v, close %v", d, bar)
	}
}
