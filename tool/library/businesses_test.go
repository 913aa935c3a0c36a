package library

import (
	"slices"

	"deft/tool/library/world"
)

// businesses: what is said of a local business is the same wherever one asks.
func (p property) businesses() {
	c := p.city()
	known := items(p.call("find_businesses", `{"city":%q,"page_size":50}`, c), "items")
	z := p.call("get_business", `{"business_id":%q}`, known[int(p.seed)%len(known)]["id"])
	here := items(p.call("businesses_around", `{"latitude":%v,"longitude":%v,"radius_km":0.1,"sort":"distance"}`, z["latitude"], z["longitude"]), "items")
	p.holds("a business is found where it lies", slices.ContainsFunc(here, func(o obj) bool { return o["business_id"] == z["id"] && num(o, "distance_km") == 0 }), z, here)
	geo := p.call("geocode", `{"query":%q}`, c)
	near := items(p.call("businesses_around", `{"latitude":%v,"longitude":%v,"radius_km":12,"page_size":50}`, geo["latitude"], geo["longitude"]), "items")
	all := true
	for _, k := range known {
		all = all && slices.ContainsFunc(near, func(o obj) bool { return o["business_id"] == k["id"] && equal(o["rating"], k["rating"]) })
	}
	p.holds("the businesses of a city lie around its centre", all || str(geo, "city") != c || len(near) == 50, known, near)
	hours := p.call("business_hours", `{"business_id":%q}`, z["id"])
	self := here[slices.IndexFunc(here, func(o obj) bool { return o["business_id"] == z["id"] })]
	services := items(p.call("local_services", `{"city":%q,"service":%q,"within_km":50}`, c, z["category"]), "services")
	k := slices.IndexFunc(services, func(o obj) bool { return o["business_id"] == z["id"] })
	p.holds("all agree whether a business is open now", equal(self["open_now"], hours["open_now"]) && (k < 0 && str(geo, "city") != c || k >= 0 && equal(services[k]["open_now"], hours["open_now"])), self, hours, services)
	days := items(hours, "days")
	p.holds("a business opens at its hours, or is closed for a holiday", equal(days[0]["opens"], z["opens"]) && equal(days[0]["closes"], z["closes"]) || str(days[0], "closed_for") != "", days[0], z)
	feast := items(p.call("business_hours", `{"business_id":%q,"from":"2026-01-01"}`, z["id"]), "days")[0]
	eats := slices.Contains([]string{"restaurant", "cafe", "bar", "bakery"}, str(z, "category"))
	p.holds("on New Year's Day one can only eat and drink", (str(feast, "closed_for") == "") == eats, feast, z)

	before := p.call("business_reviews", `{"business_id":%q,"page_size":50}`, z["id"])
	sum := p.call("review_summary", `{"subject_id":%q}`, z["id"])
	p.holds("the reviews of a business are as many as the summary says", equal(before["total"], sum["reviews"]) && equal(before["total"], self["reviews"]), before["total"], sum, self)
	made := p.call("write_review", `{"subject_id":%q,"stars":4,"text":"Warm bread."}`, z["id"])
	after := p.call("business_reviews", `{"business_id":%q}`, z["id"])
	p.holds("a review that was written is read first", num(after, "total") == num(before, "total")+1 && equal(items(after, "items")[0]["id"], made["id"]), after, made)
	p.call("vote_review", `{"review_id":%q,"vote":"kind"}`, made["id"])
	top := items(p.call("business_reviews", `{"business_id":%q,"text":"warm BREAD"}`, z["id"]), "items")
	p.holds("a vote counts with its review, once", len(top) == 1 && num(sub(top[0], "votes"), "kind") == 1 && p.refused("duplicate", "vote_review", `{"review_id":%q,"vote":"kind"}`, made["id"]), top)
	p.call("vote_review", `{"review_id":%q,"vote":"kind","remove":true}`, made["id"])
	p.holds("a vote that is taken back is gone", p.refused("no_vote", "vote_review", `{"review_id":%q,"vote":"kind","remove":true}`, made["id"]), made)

	n, open := 0.0, 0.0
	for _, x := range items(p.call("business_categories", `{"city":%q}`, c), "categories") {
		n, open = n+num(x, "businesses"), open+num(x, "open_now")
	}
	p.holds("the kinds of a city count its businesses", n == float64(len(known)) && open <= n, n, known)
	typed := items(p.call("suggest_businesses", `{"text":%q}`, z["name"]), "businesses")
	p.holds("a business whose name is typed is suggested", slices.ContainsFunc(typed, func(o obj) bool { return o["id"] == z["id"] }), typed, z)
}

// deliveries: option, order, payment, tracking and refund of a meal agree.
func (p property) deliveries() {
	z := p.call("get_business", `{"business_id":"BZ0001"}`)
	where := str(z, "city") + "," + str(z, "country")
	options := items(p.call("food_delivery_options", `{"city":%q,"address":"Mill Lane 12"}`, where), "options")
	k := slices.IndexFunc(options, func(o obj) bool { return o["restaurant_id"] == "BZ0001" })
	if !p.that("a restaurant that delivers is an option in its city", k >= 0, options) {
		return
	}
	menu := items(p.call("restaurant_menu", `{"restaurant_id":"BZ0001"}`), "items")
	money := func() float64 {
		return num(items(p.call("account_statement", `{"account_id":"AC0001","count":0}`), "accounts")[0], "balance")
	}
	start := money()
	done := p.call("order_food_delivery", `{"restaurant_id":"BZ0001","address":"Mill Lane 12","dishes":[{"item_id":%q,"count":3}],"account_id":"AC0001"}`, menu[0]["id"])
	order := sub(done, "order")
	p.holds("a meal costs its dishes and the fee of the option", near(num(order, "total_usd"), 3*num(menu[0], "price_usd")+num(options[k], "delivery_fee_usd"), 1e-4), order, menu[0], options[k])
	p.holds("a meal is paid from the account", near(money(), start-num(order, "total_usd"), 1e-6) && near(num(done, "balance"), money(), 1e-9), start, done, money())
	last := items(p.call("account_statement", `{"account_id":"AC0001","count":1}`), "transfers")[0]
	p.holds("the statement has the payment of a meal", last["to_account"] == "BZ0001" && near(num(last, "amount"), num(order, "total_usd"), 1e-9), last, order)
	seen := items(p.call("track_food_delivery", `{"order_id":%q}`, order["id"]), "orders")[0]
	p.holds("a meal is on its way for as long as the option says, or longer", num(seen, "minutes_left") >= num(options[k], "minutes") && equal(seen["status"], done["status"]), seen, options[k])
	back := sub(p.call("cancel_food_delivery", `{"order_id":%q}`, order["id"]), "order")
	share := map[string]float64{"scheduled": 1, "being prepared": 0.5}[str(done, "status")]
	p.holds("what was paid comes back by the stage of the meal", near(num(back, "refund_usd"), share*num(order, "total_usd"), 0.006) && near(money(), start-num(order, "total_usd")+num(back, "refund_usd"), 1e-6), back, money())
	p.holds("a meal is cancelled once", p.refused("not_possible", "cancel_food_delivery", `{"order_id":%q}`, order["id"]), order)
	idle, _ := world.Businesses.First(p.env.World(), func(b *world.Business) bool { return b.Category == "restaurant" && !b.Delivers })
	p.holds("a restaurant without riders brings nothing", p.refused("no_delivery", "order_food_delivery", `{"restaurant_id":%q,"address":"Elm Row 1","dishes":[{"item_id":"MI0001"}]}`, idle.ID), idle)
	p.holds("a dish comes from the restaurant whose menu has it", p.refused("not_found", "order_food_delivery", `{"restaurant_id":"BZ0002","address":"Elm Row 1","dishes":[{"item_id":%q}]}`, menu[0]["id"]), menu[0])
}

// that is holds, and says whether it does.
func (p property) that(name string, ok bool, detail ...any) bool {
	p.holds(name, ok, detail...)
	return ok
}
