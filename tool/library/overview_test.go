package library

import (
	"math"
	"slices"
)

// market: what the overview of the market says follows from the prices of single shares.
func (p property) market() {
	q := p.call("stock_quote", `{"symbol":"CO0007"}`)
	sum := items(p.call("market_summary", `{}`), "markets")
	shares, pages := 0.0, []obj{}
	for _, m := range sum {
		shares += num(m, "companies")
	}
	for page := 1; page <= 2; page++ {
		pages = append(pages, items(p.call("rank_shares", `{"rank":"most_shares","page":%d,"page_size":50}`, page), "items")...)
	}
	p.holds("every listed share is among those traded", float64(len(pages)) == shares, len(pages), shares)
	moved := map[string]obj{}
	volume, risen := map[string]float64{}, map[string]float64{}
	for _, m := range pages {
		moved[str(m, "symbol")] = m
		volume[str(m, "exchange")] += num(m, "volume")
		risen[str(m, "exchange")] += float64(btoi(num(m, "change_percent") > 0.006))
	}
	adds := true
	for _, m := range sum {
		code := str(m, "exchange")
		adds = adds && num(m, "volume") == volume[code] && num(m, "advancing") >= risen[code] && num(m, "advancing")+num(m, "declining") <= num(m, "companies")
	}
	p.holds("an exchange's volume is that of its shares", adds, sum, volume)
	mine := moved[str(q, "symbol")]
	p.holds("a mover moves as its quote says", equal(mine["change_percent"], q["change_percent"]) && equal(mine["price_usd"], sub(q, "last_day")["close"]), mine, q)
	best := p.call("rank_shares", `{"rank":"gainers","page_size":50}`)
	top := items(best, "items")
	p.holds("gainers gain, the first most of all", slices.IsSortedFunc(top, func(a, b obj) int { return int(math.Copysign(1, num(b, "change_percent")-num(a, "change_percent"))) }) && !slices.ContainsFunc(pages, func(m obj) bool { return num(m, "change_percent") > num(top[0], "change_percent") }), top)
	worst := p.call("rank_shares", `{"rank":"losers","page_size":1}`)
	p.holds("gainers and losers are different shares", num(best, "total")+num(worst, "total") <= shares, best["total"], worst["total"])
	day := items(p.call("market_movers", `{}`), "gainers")
	p.holds("the ranking of a day and its movers begin with the same gain", equal(day[0]["change_percent"], top[0]["change_percent"]), day[0], top[0])
	sectors, capital, all := items(p.call("sector_performance", `{}`), "sectors"), 0.0, 0.0
	for _, s := range sectors {
		capital += num(s, "market_capital_millions_usd")
	}
	for _, m := range sum {
		all += num(m, "market_capital_millions_usd")
	}
	p.holds("sectors and exchanges divide the same capital", near(capital, all, 1e-6), capital, all)
	lead := moved[str(sectors[0], "leading_symbol")]
	p.holds("a sector's leader belongs to it", lead["sector"] == sectors[0]["sector"], lead, sectors[0])
	line := items(p.call("price_sparklines", `{"symbols":[%q],"days":30,"points":31}`, q["symbol"]), "lines")[0]
	closes := items(line, "closes")
	days := items(p.call("stock_daily_prices", `{"symbol":%q,"start":%q}`, q["symbol"], closes[0]["date"]), "bars")
	same := len(days) == len(closes)
	for i := range closes {
		same = same && equal(days[i]["close"], closes[i]["value"])
	}
	p.holds("a picture of every day shows every close", same, closes, days)
	p.holds("a picture has a character for each close", len([]rune(str(line, "line"))) == len(closes), line)
	typed := items(p.call("suggest_instruments", `{"text":%q}`, q["name"]), "suggestions")
	p.holds("a name that is typed in full comes first", typed[0]["symbol"] == q["symbol"] && typed[0]["kind"] == "share", typed)
	many := items(p.call("batch_quotes", `{"symbols":[%q,"GOLD","F10000"]}`, q["symbol"]), "quotes")
	// A share may have the symbol EUR too; the kind tells them apart.
	many = append(many, items(p.call("batch_quotes", `{"symbols":["EUR"],"kind":"currency"}`), "quotes")[0])
	euro := p.call("convert_currency", `{"amount":1,"from_currency":"EUR","to_currency":"USD"}`)
	p.holds("the quotes of all kinds are those of the single tools", equal(many[0]["price_usd"], sub(q, "last_day")["close"]) && equal(many[1]["price_usd"], p.call("commodity_price", `{"commodity":"Gold"}`)["price_usd"]) && equal(many[2]["price_usd"], p.call("fund_net_asset_value", `{"fund_code":"F10000"}`)["net_asset_value_usd"]) && near(num(many[3], "price_usd"), num(euro, "rate"), 1e-5), many, euro)
	list := p.call("edit_watchlist", `{"name":"Seen","add":["CO0007","CO0008"],"remove":["CO0008"]}`)
	found := p.call("list_watchlists", `{"owner":"me","symbol":%q,"query":"seen"}`, q["symbol"])
	p.holds("a watchlist that was made is found by its share", equal(found["total"], 1.0) && equal(items(found, "items")[0], list), found, list)
	others := items(p.call("list_watchlists", `{"theme":"sector"}`), "items")
	p.holds("nobody changes the watchlist of another", p.refused("refused", "edit_watchlist", `{"watchlist_id":%q,"name":"Mine"}`, others[0]["id"]))
}
