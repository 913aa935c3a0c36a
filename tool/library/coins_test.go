package library

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deft/tool"
	"deft/tool/library/world"
)

// coinProperties: a coin has one price, whatever tool gives it; exchanges make up the index,
// categories the market, and trades the wallet.
func coinProperties(t *testing.T, env *Environment) {
	n := 1 + env.World().Base().Seed%60
	quote := perform[obj](t, env, "coin_quote", `{"coin":"%d","currency":"EUR"}`, n)
	q := quote["quote"].(obj)
	symbol, price := q["symbol"], q["price_usd"].(float64)
	index := perform[obj](t, env, "coin_index", `{"coin":%q}`, symbol)
	history := rows(perform[obj](t, env, "coin_index_history", `{"coin":%q,"start":"2025-05-25"}`, q["name"])["bars"])
	board := rows(perform[obj](t, env, "coin_index_board", `{"coins":[%q],"currencies":["USD","EUR"]}`, symbol)["prices"])
	if last := history[len(history)-1]; index["index"] != price || last["close"] != price || board[0]["last"] != price || last["date"] != index["date"] {
		t.Errorf("%v: quoted %v, index %v, history %v, board %v", symbol, price, index, last, board)
	}
	if want := perform[obj](t, env, "convert_currency", `{"amount":%v,"from_currency":"USD","to_currency":"EUR"}`, price)["amount"]; !close2(quote["price"], want, 0.006) || board[1]["last"] != quote["price"] {
		t.Errorf("%v: %v euros, converted %v, board %v", symbol, quote["price"], want, board)
	}
	changes := rows(perform[obj](t, env, "coin_index_changes", `{"coin":%q}`, symbol)["changes"])
	if changes[0]["change_percent"] != q["change_24h_percent"] || changes[1]["change_percent"] != q["change_7d_percent"] || changes[4]["change_percent"] != quote["change_1y_percent"] {
		t.Errorf("%v: quote %v, changes %v", symbol, quote, changes)
	}

	checkIndexParts(t, env)
	checkCoinMarket(t, env, q)
	checkCoinTrade(t, env, symbol, price)
}

// checkIndexParts: some exchanges and all others together make the index, and an exchange has the
// same price in its profile and in the index.
func checkIndexParts(t *testing.T, env *Environment) {
	t.Helper()
	share, sum := map[string]float64{}, 0.0
	for _, e := range world.CoinExchanges.All(env.World()) {
		share[e.ID] = e.Share
		sum += e.Share
	}
	with := perform[obj](t, env, "custom_coin_index", `{"coin":"2","exchange_ids":["CX0001","CX0007"]}`)
	rest := perform[obj](t, env, "custom_coin_index", `{"coin":"2","exchange_ids":["CX0001","CX0007"],"leave_out":true}`)
	part := (share["CX0001"] + share["CX0007"]) / sum
	if want := with["custom_index"].(float64)*part + rest["custom_index"].(float64)*(1-part); !close2(with["index"], want, 1e-5*want) {
		t.Errorf("index %v, of its parts %v", with["index"], want)
	}
	if len(with["members"].([]any))+len(rest["members"].([]any)) != len(share) {
		t.Errorf("%d and %d exchanges", len(with["members"].([]any)), len(rest["members"].([]any)))
	}
	profile := perform[obj](t, env, "coin_exchange_profile", `{"exchange_id":"CX0001","count":60}`)
	for _, a := range rows(profile["assets"])[:3] {
		if got := perform[obj](t, env, "coin_index", `{"coin":%q,"exchange_id":"CX0001"}`, a["symbol"]); got["price"] != a["price_usd"] {
			t.Errorf("%v costs %v at CX0001, in its profile %v", a["symbol"], got["price"], a["price_usd"])
		}
		names := fmt.Sprint(perform[obj](t, env, "coin_profile", `{"coin":%q}`, a["symbol"])["exchanges"])
		if want := fmt.Sprint(profile["exchange"].(obj)["name"]); !strings.Contains(names, want) {
			t.Errorf("%v is traded at %s, not at %s", a["symbol"], names, want)
		}
	}
}

func checkCoinMarket(t *testing.T, env *Environment, q obj) {
	t.Helper()
	ranking := perform[obj](t, env, "coin_ranking", `{"page_size":50}`)
	if rank := q["rank"].(float64); rank <= 50 && rows(ranking["items"])[int(rank)-1]["symbol"] != q["symbol"] {
		t.Errorf("%v has rank %v: %v", q["symbol"], rank, rows(ranking["items"])[int(rank)-1])
	}
	value, coins := 0.0, 0.0
	for _, c := range rows(perform[obj](t, env, "coin_categories", `{}`)["categories"]) {
		value += c["market_value_usd"].(float64)
		coins += c["coins"].(float64)
		of := perform[obj](t, env, "coins_of_category", `{"category":%q,"page_size":50}`, c["category"])
		listed := perform[obj](t, env, "list_coins", `{"category":%q}`, c["category"])
		share := 0.0
		for _, x := range rows(of["items"]) {
			share += x["share_percent"].(float64)
		}
		if of["total"] != c["coins"] || listed["total"] != c["coins"] || !close2(share, 100.0, 0.2) || rows(of["items"])[0]["symbol"] != c["leading_coin"] {
			t.Errorf("category %v, its coins %v with %v percent, listed %v", c, of["total"], share, listed["total"])
		}
	}
	if !close2(ranking["whole_market_value_usd"], value, 1e-9*value) || ranking["total"] != coins {
		t.Errorf("the market is worth %v, its categories %v", ranking["whole_market_value_usd"], value)
	}
}

func checkCoinTrade(t *testing.T, env *Environment, symbol any, price float64) {
	t.Helper()
	holds := func(p obj) float64 {
		for _, h := range rows(p["coins"]) {
			if h["symbol"] == symbol {
				return h["amount"].(float64)
			}
		}
		return 0
	}
	amount := world.Round(300/price, 6)
	before := perform[obj](t, env, "coin_wallet", `{}`)
	bought := perform[obj](t, env, "trade_coins", `{"coin":%q,"side":"buy","amount":%v}`, symbol, amount)
	trade := bought["trade"].(obj)
	if !close2(trade["price_usd"], price, 0.01*price) || !close2(bought["total_usd"], amount*trade["price_usd"].(float64)+trade["fee_usd"].(float64), 0.011) {
		t.Errorf("%v costs %v, bought %v", symbol, price, bought)
	}
	after := perform[obj](t, env, "coin_wallet", `{"with_trades":true}`)
	if !close2(holds(after), holds(before)+amount, 2e-6) || !close2(after["cash_usd"], before["cash_usd"].(float64)-bought["total_usd"].(float64), 0.006) {
		t.Errorf("wallet %v, bought %v, wallet %v", before, bought, after)
	}
	if own := rows(after["trades"]); own[len(own)-1]["id"] != trade["id"] {
		t.Errorf("the last trade is %v, not %v", own[len(own)-1], trade["id"])
	}
	if got := perform[obj](t, env, "stock_portfolio", `{}`); got["cash_usd"] != after["cash_usd"] {
		t.Errorf("the account holds %v for shares and %v for coins", got["cash_usd"], after["cash_usd"])
	}
	sold := perform[obj](t, env, "trade_coins", `{"coin":%q,"side":"sell","amount":%v}`, symbol, amount)
	if got := perform[obj](t, env, "coin_wallet", `{}`); !close2(holds(got), holds(before), 2e-6) || got["cash_usd"] != sold["balance_usd"] {
		t.Errorf("bought and sold: %v, before %v", got, before)
	}
	for _, side := range []string{"buy", "sell"} {
		args := fmt.Sprintf(`{"coin":%q,"side":%q,"amount":%v}`, symbol, side, 1e5/price)
		if r, _ := env.Call(t.Context(), tool.Call{Name: "trade_coins", Arguments: json.RawMessage(args)}); r.Fault != tool.FaultFailed {
			t.Errorf("%s: %s", args, r.Content)
		}
	}
}
