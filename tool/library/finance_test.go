package library

import (
	"encoding/json"
	"math"
	"testing"

	"deft/tool"
)

// financeProperties: orders, money and prices agree across the tools of finance.
func financeProperties(t *testing.T, env *Environment) {
	near := func(a, b any, d float64) bool { return math.Abs(a.(float64)-b.(float64)) <= d }
	before := perform[obj](t, env, "stock_portfolio", `{}`)
	quote := perform[obj](t, env, "stock_quote", `{"symbol":"CO0001"}`)
	price := quote["last_day"].(obj)["close"].(float64)
	order := perform[obj](t, env, "place_stock_order", `{"symbol":%q,"side":"buy","shares":2}`, quote["symbol"])
	if got := order["order"].(obj); got["price"] != price || got["status"] != "executed" {
		t.Errorf("bought at %v, quoted %v", got, price)
	}
	after := perform[obj](t, env, "stock_portfolio", `{}`)
	if !near(before["cash_usd"].(float64)-order["total_usd"].(float64), after["cash_usd"], 0.006) || !near(after["cash_usd"], order["balance_usd"], 0) {
		t.Errorf("cash %v, paid %v, cash %v", before["cash_usd"], order["total_usd"], after["cash_usd"])
	}
	if !near(before["total_usd"].(float64)-1.5, after["total_usd"], 0.03) {
		t.Errorf("buying changes the total from %v to %v by more than the fee", before["total_usd"], after["total_usd"])
	}
	held := func(p obj) float64 {
		for _, h := range p["holdings"].([]any) {
			if h.(obj)["symbol"] == quote["symbol"] {
				return h.(obj)["shares"].(float64)
			}
		}
		return 0
	}
	if held(after) != held(before)+2 {
		t.Errorf("held %v, bought 2, hold %v", held(before), held(after))
	}
	perform[obj](t, env, "place_stock_order", `{"symbol":"CO0001","side":"sell","shares":2}`)
	if sold := perform[obj](t, env, "stock_portfolio", `{}`); held(sold) != held(before) || !near(sold["cash_usd"].(float64)+3, before["cash_usd"], 0.03) {
		t.Errorf("bought and sold: %v, before %v", sold, before)
	}
	r, _ := env.Call(t.Context(), tool.Call{Name: "place_stock_order", Arguments: json.RawMessage(`{"symbol":"CO0001","side":"sell","shares":99999}`)})
	if r.Fault != tool.FaultFailed {
		t.Errorf("sold shares that are not there: %s", r.Content)
	}
	open := perform[obj](t, env, "place_stock_order", `{"symbol":"CO0002","side":"buy","shares":1,"limit_price":0.01}`)["order"].(obj)
	if got := perform[obj](t, env, "cancel_stock_order", `{"order_id":%q}`, open["id"])["cancelled_ids"].([]any); len(got) != 1 {
		t.Errorf("cancelled %v", got)
	}
	if got := perform[obj](t, env, "list_stock_orders", `{"status":"cancelled","mine":true}`); got["total"] != 1.0 || got["items"].([]any)[0].(obj)["id"] != open["id"] {
		t.Errorf("cancelled orders: %v", got)
	}

	from := perform[obj](t, env, "account_statement", `{"account_id":"AC0001"}`)["accounts"].([]any)[0].(obj)
	sent := perform[obj](t, env, "transfer_money", `{"from_account":"AC0001","to_account":"AC0003","amount":250.25}`)
	if !near(from["balance"].(float64)-250.25, sent["balance"], 0.006) {
		t.Errorf("%v less 250.25 is %v", from["balance"], sent["balance"])
	}
	if got := perform[obj](t, env, "stock_portfolio", `{}`); !near(got["cash_usd"].(float64)+3-250.25, before["cash_usd"], 0.03) {
		t.Errorf("the brokerage account holds %v", got["cash_usd"])
	}
	if got := perform[obj](t, env, "account_statement", `{"account_id":"AC0001","count":1}`)["transfers"].([]any)[0].(obj); got["id"] != sent["transfer"].(obj)["id"] {
		t.Errorf("the latest transfer is %v", got)
	}

	there := perform[obj](t, env, "convert_currency", `{"amount":1000,"from_currency":"USD","to_currency":"JPY"}`)
	if back := perform[obj](t, env, "convert_currency", `{"amount":%v,"from_currency":"JPY","to_currency":"USD"}`, there["amount"]); !near(back["amount"], 1000.0, 1e-4) {
		t.Errorf("1000 dollars there and back: %v", back["amount"])
	}
	euro := perform[obj](t, env, "convert_currency", `{"amount":1000,"from_currency":"USD","to_currency":"EUR"}`)
	if via := perform[obj](t, env, "convert_currency", `{"amount":%v,"from_currency":"EUR","to_currency":"JPY"}`, euro["amount"]); !near(via["amount"], there["amount"], 0.1) {
		t.Errorf("by way of the euro %v, directly %v", via["amount"], there["amount"])
	}
	history := perform[obj](t, env, "currency_rate_history", `{"from_currency":"USD","to_currency":"JPY","start":"2025-06-01"}`)["values"].([]any)
	if !near(history[1].(obj)["value"], there["rate"], 1e-4) {
		t.Errorf("rate %v, in the history %v", there["rate"], history[1])
	}

	nav := perform[obj](t, env, "fund_net_asset_value", `{"fund_code":"F10000"}`)
	values := perform[obj](t, env, "fund_history", `{"fund_code":"F10000","start":"2025-06-02"}`)["values"].([]any)
	if values[0].(obj)["value"] != nav["net_asset_value_usd"] {
		t.Errorf("net asset value %v, in the history %v", nav["net_asset_value_usd"], values)
	}
	funds := 0.0
	for _, g := range perform[obj](t, env, "fund_families", `{}`)["families"].([]any) {
		funds += g.(obj)["funds"].(float64)
	}
	if got := perform[obj](t, env, "search_funds", `{}`)["total"]; got != funds {
		t.Errorf("%v funds, %v in the families", got, funds)
	}

	days := perform[obj](t, env, "stock_daily_prices", `{"symbol":"CO0001","start":"2025-05-26"}`)["bars"].([]any)
	weeks := perform[obj](t, env, "stock_weekly_prices", `{"symbol":"CO0001","weeks":1}`)["bars"].([]any)
	last, week, volume := days[len(days)-1].(obj), weeks[0].(obj), 0.0
	for _, d := range days {
		volume += d.(obj)["volume"].(float64)
	}
	if week["close"] != last["close"] || week["close"] != price || week["volume"] != volume || week["open"] != days[0].(obj)["open"] {
		t.Errorf("week %v of days %v, quote %v", week, days, price)
	}
	hours := perform[obj](t, env, "stock_intraday_prices", `{"symbol":"CO0001","date":"2025-05-30"}`)["prices"].([]any)
	if first, end := hours[0].(obj), hours[len(hours)-1].(obj); first["price"] != last["open"] || !near(end["price"], last["close"], 1e-4) {
		t.Errorf("the day runs from %v to %v: %v", first, end, last)
	}
	sum := 0.0
	for _, d := range days {
		sum += d.(obj)["close"].(float64) / float64(len(days))
	}
	if sma := perform[obj](t, env, "technical_indicator", `{"symbol":"CO0001","indicator":"sma","window":%d,"days":1}`, len(days))["values"].([]any)[0].(obj); !near(sma["value"], sum, 1e-3) {
		t.Errorf("moving average %v, mean of the closes %v", sma["value"], sum)
	}
	if got := perform[obj](t, env, "search_tickers", `{"keywords":%q}`, quote["symbol"])["items"].([]any)[0].(obj); got["symbol"] != quote["symbol"] {
		t.Errorf("search for %v gives %v", quote["symbol"], got)
	}

	prices := perform[obj](t, env, "consumer_prices", `{"from_year":2023}`)["values"].([]any)
	rates := perform[obj](t, env, "inflation_rate", `{"from_year":2024}`)["values"].([]any)
	if want := 100 * (prices[12].(obj)["value"].(float64)/prices[0].(obj)["value"].(float64) - 1); !near(rates[0].(obj)["value"], want, 0.006) {
		t.Errorf("inflation %v, by the index %v", rates[0], want)
	}
	if got := perform[obj](t, env, "unemployment_rate", `{"country":"GB","compare_with":"GB"}`); !near(got["mean_difference"], 0.0, 1e-9) {
		t.Errorf("a country differs from itself by %v", got["mean_difference"])
	}
}
