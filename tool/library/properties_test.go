package library

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"deft/internal/race"
	"deft/tool"
	"deft/tool/library/world"
)

// property checks: each name is one invariant that must hold in every seed.
type property struct {
	t    *testing.T
	seed uint64
	env  *Environment
	seen map[string]int
}

func (p property) holds(name string, ok bool, detail ...any) {
	p.seen[name]++
	if !ok {
		p.t.Errorf("seed %d: %s does not hold: %.300s", p.seed, name, fmt.Sprint(detail...))
	}
}

func (p property) call(name, format string, a ...any) obj {
	p.t.Helper()
	return perform[obj](p.t, p.env, name, format, a...)
}

// refused makes a call that must fail with that code.
func (p property) refused(code, name, format string, a ...any) bool {
	r, err := p.env.Call(context.Background(), tool.Call{Name: name, Arguments: json.RawMessage(fmt.Sprintf(format, a...))})
	return err == nil && r.Fault != "" && strings.Contains(string(r.Content), `"code":"`+code+`"`)
}

func items(o obj, key string) []obj {
	list, _ := o[key].([]any)
	out := make([]obj, len(list))
	for i, x := range list {
		out[i], _ = x.(obj)
	}
	return out
}

func num(o obj, key string) float64 { x, _ := o[key].(float64); return x }
func str(o obj, key string) string  { x, _ := o[key].(string); return x }
func sub(o obj, key string) obj     { x, _ := o[key].(obj); return x }
func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Max(1, math.Abs(b))
}

func equal(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// TestProperties holds at least fifty invariants between tools in each of 1,000 seeds, of 20 in a
// short run. Each group of them has a fresh world; worlds of one seed share their tables.
func TestProperties(t *testing.T) {
	lib, seeds := New(), uint64(1000)
	if testing.Short() || race.Enabled {
		seeds = 20
	}
	memory := debug.SetGCPercent(400) // thousands of worlds come and go
	t.Cleanup(func() { debug.SetGCPercent(memory) })
	const parts = 10 // they run beside each other
	for part := range uint64(parts) {
		first, end := part*seeds/parts, (part+1)*seeds/parts
		t.Run(fmt.Sprintf("seeds_from_%d", first), func(t *testing.T) {
			t.Parallel()
			seen := map[string]int{}
			for seed := first; seed < end && !t.Failed(); seed++ {
				holdAll(t, lib, seed, seen)
			}
			for name, k := range seen {
				if uint64(k) < end-first && !t.Failed() {
					t.Errorf("%s was checked in %d of %d seeds", name, k, end-first)
				}
			}
			if len(seen) < 50 {
				t.Errorf("only %d invariants", len(seen))
			}
		})
	}
}

func holdAll(t *testing.T, lib *Library, seed uint64, seen map[string]int) {
	defer func() {
		if t.Failed() {
			t.Logf("in the world of seed %d", seed)
		}
	}()
	for _, hold := range []func(*testing.T, *Environment){
		func(t *testing.T, env *Environment) { property{t, seed, env, seen}.all() },
		stockAnalysisProperties, coinProperties, companyProperties, stockNewsProperties, financeProperties, deskProperties,
	} {
		env, err := lib.Open(seed)
		if err != nil {
			t.Fatal(err)
		}
		hold(t, env)
	}
}

func (p property) all() {
	p.places()
	p.weather()
	p.hotels()
	p.journeys()
	p.shop()
	p.food()
	p.culture()
	p.sports()
	p.society()
	p.market()
	p.businesses()
	p.deliveries()
}

func (p property) city() string {
	all := world.Cities.All(p.env.World())
	return all[int(p.seed*7)%len(all)].Name
}

func (p property) places() {
	a, b := p.city(), "Lisbon"
	if a == b {
		b = "Oslo"
	}
	found := items(p.call("find_cities", `{"query":%q}`, a), "items")[0]
	code := p.call("geocode", `{"query":%q}`, a)
	p.holds("the gazetteer and the geocoder give a city the same coordinates", equal(found["latitude"], code["latitude"]) && equal(found["longitude"], code["longitude"]), found, code)
	air := items(p.call("search_airports", `{"query":%q}`, found["airport"]), "items")
	p.holds("a city's airport code leads back to the city", slices.ContainsFunc(air, func(o obj) bool { return o["city"] == a }), air)
	ab, ba := p.call("distance_between", `{"from":%q,"to":%q}`, a, b), p.call("distance_between", `{"from":%q,"to":%q}`, b, a)
	p.holds("distance is the same both ways", equal(ab["distance_km"], ba["distance_km"]), ab, ba)
	p.holds("the clock difference changes its sign on the way back", num(ab, "clock_difference_hours") == -num(ba, "clock_difference_hours"), ab, ba)
	there := items(p.call("find_cities", `{"query":%q}`, b), "items")[0]
	want := world.Distance(num(found, "latitude"), num(found, "longitude"), num(there, "latitude"), num(there, "longitude"))
	p.holds("the distance follows from the coordinates", near(num(ab, "distance_km"), want, 0.001), ab, want)
	tour := p.call("plan_round_trip", `{"cities":[%q,%q]}`, a, b)
	p.holds("a round trip of two cities is twice their distance", near(num(tour, "total_km"), 2*num(ab, "distance_km"), 0.001), tour)
	land := p.call("get_country", `{"code":%q}`, found["country"])
	said := p.call("answer_question", `{"question":"What is the capital of %s?"}`, land["name"])
	p.holds("the answer machine knows the capital that the country tool gives", strings.Contains(str(said, "answer"), str(land, "capital")), said)
	graph := p.call("get_entity", `{"entity_id":%q}`, land["code"])
	p.holds("the knowledge graph has the country's currency", slices.ContainsFunc(items(graph, "facts"), func(f obj) bool { return f["relation"] == "currency" && f["value"] == land["currency"] }), graph)
	lookup := p.call("lookup_by_code", `{"system":"iata_airport","code":%q}`, found["airport"])
	p.holds("outer codes lead to the same city", lookup["entity_id"] == found["id"], lookup)
	page := p.call("encyclopedia_summary", `{"title":%q}`, a)
	p.holds("the encyclopedia names the city's inhabitants", strings.Contains(str(page, "summary"), fmt.Sprint(int(num(found, "population")))) || str(page, "kind") != "city", page)
}

func (p property) weather() {
	c := p.city()
	now := sub(p.call("current_weather", `{"city":%q}`, c), "weather")
	hour := items(p.call("hourly_forecast", `{"city":%q,"hours":1}`, c), "hours")[0]
	p.holds("the first forecast hour is the weather now", equal(sub(hour, "weather"), now), now, hour)
	geo := p.call("geocode", `{"query":%q}`, c)
	at := p.call("weather_at_coordinates", `{"latitude":%v,"longitude":%v}`, geo["latitude"], geo["longitude"])
	p.holds("the weather at a city's coordinates is the city's", at["nearest_city"] != c || equal(sub(at, "weather"), now), at, now)
	today := items(p.call("weather_forecast", `{"city":%q,"days":2}`, c), "days")
	p.holds("the day's low is not above its high", num(today[0], "low_c") <= num(today[0], "high_c"), today)
	cmp := p.call("compare_city_weather", `{"cities":[%q,"Rome"]}`, c)
	p.holds("the comparison shows the same temperature", equal(items(cmp, "cities")[0]["temperature_c"], now["temperature_c"]), cmp, now)
	past := p.call("weather_history", `{"city":%q,"from":"2025-05-01","to":"2025-05-03"}`, c)
	p.holds("rain of a period is the sum of its days", near(num(past, "total_precipitation_mm"), num(items(past, "days")[0], "precipitation_mm")+num(items(past, "days")[1], "precipitation_mm")+num(items(past, "days")[2], "precipitation_mm"), 1e-6), past)
	p.holds("there is no history of days to come", p.refused("invalid_argument", "weather_history", `{"city":%q,"from":"2025-06-01","to":"2025-06-09"}`, c))
	sun := p.call("sun_and_moon", `{"city":"Quito"}`)
	p.holds("days on the equator have twelve hours", near(num(sun, "day_length_hours"), 12.1, 0.02), sun)
}

func (p property) hotels() {
	c := p.city()
	found := p.call("search_hotels", `{"city":%q,"page_size":50}`, c)
	h := items(found, "items")[0]
	detail := p.call("get_hotel", `{"hotel_id":%q}`, h["id"])
	full := sub(detail, "hotel")
	p.holds("what the hotel search finds, details know", full["name"] == h["name"] && equal(full["price_usd"], h["price_usd"]) && full["city"] == c, h, full)
	all := items(found, "items")
	p.holds("hotels are sorted by rating", slices.IsSortedFunc(all, func(a, b obj) int {
		return int(math.Copysign(1, num(b, "rating")-num(a, "rating"))) * btoi(num(a, "rating") != num(b, "rating"))
	}), all)
	stats := items(p.call("city_hotel_statistics", `{"cities":[%q]}`, c), "cities")[0]
	p.holds("statistics count the hotels that the search finds", equal(stats["hotels"], found["total"]) || len(all) != int(num(found, "total")), stats, found["total"])
	stay := `"check_in":"2025-06-10","check_out":"2025-06-12"`
	before := items(p.call("hotel_availability", `{"hotel_id":"HT0001",%s}`, stay), "rooms")[0]
	booked := p.call("book_hotel", `{"hotel_id":"HT0001","name":"Ana",%s}`, stay)
	after := items(p.call("hotel_availability", `{"hotel_id":"HT0001",%s}`, stay), "rooms")[0]
	p.holds("a booking takes one room", num(after, "free") == num(before, "free")-1, before, after)
	p.holds("a booking costs what was offered", near(num(booked, "total_usd"), num(before, "total_usd"), 1e-9), booked, before)
	calendar := items(p.call("hotel_price_calendar", `{"hotel_id":"HT0001","from":"2025-06-10"}`), "nights")
	p.holds("the nights of the calendar add up to the price of the stay", near(num(calendar[0], "price_usd")+num(calendar[1], "price_usd"), num(before, "total_usd"), 0.001), calendar[:2], before)
	refund := p.call("cancel_hotel_booking", `{"booking_id":%q}`, booked["id"])
	free := items(p.call("hotel_availability", `{"hotel_id":"HT0001",%s}`, stay), "rooms")[0]
	p.holds("a cancelled room is free again", equal(free["free"], before["free"]), free, before)
	p.holds("a booking cancelled early is refunded in full", equal(refund["refund_usd"], booked["total_usd"]), refund)
	p.holds("a booking cannot be cancelled twice", p.refused("not_possible", "cancel_hotel_booking", `{"booking_id":%q}`, booked["id"]))
	p.call("write_review", `{"subject_id":%q,"stars":1,"text":"Cold tea."}`, h["id"])
	more := sub(p.call("get_hotel", `{"hotel_id":%q}`, h["id"]), "hotel")
	sum := p.call("review_summary", `{"subject_id":%q,"texts":1}`, h["id"])
	p.holds("a review that was written counts among the reviews", num(sum, "reviews") == num(detail, "reviews")+1 && more["id"] == h["id"], sum, detail["reviews"])
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p property) journeys() {
	date := "2025-06-20"
	fs := items(p.call("search_flights", `{"from":"London","to":"New York","date":%q}`, date), "flights")
	p.holds("a flight that the search finds is a known flight", fs[0]["from"] == sub(p.call("get_flight", `{"flight":%q}`, fs[0]["flight"]), "flight")["from"], fs)
	month := p.call("fare_calendar", `{"from":"London","to":"New York","month":"2025-06"}`)
	day := items(month, "days")
	k := slices.IndexFunc(day, func(d obj) bool { return d["date"] == date })
	p.holds("the fare calendar's day has the cheapest flight's fare", k >= 0 && equal(day[k]["fare_usd"], fs[0]["fare_usd"]), day, fs[0])
	i := slices.IndexFunc(fs, func(f obj) bool { return f["flight"] == "QX100" })
	b := p.call("book_flight", `{"flight":"QX100","date":%q,"seats":2,"name":"Ana"}`, date)
	p.holds("two seats cost twice the fare", near(num(b, "total_usd"), 2*num(fs[i], "fare_usd"), 0.001), b, fs[i])
	again := items(p.call("search_flights", `{"from":"LHR","to":"JFK","date":%q}`, date), "flights")
	j := slices.IndexFunc(again, func(f obj) bool { return f["flight"] == "QX100" })
	p.holds("booked seats are gone", num(again[j], "seats_left") == num(fs[i], "seats_left")-2, fs[i], again[j])
	p.holds("nobody can book more seats than are left", num(again[j], "seats_left") >= 9 || p.refused("sold_out", "book_flight", `{"flight":"QX100","date":%q,"seats":9,"name":"Jo"}`, date))
	back := p.call("cancel_flight_booking", `{"booking_id":%q}`, b["id"])
	p.holds("economy seats are refunded by 60 percent", near(num(back, "refund_usd"), 0.6*num(b, "total_usd"), 0.01), back)
	way := p.call("plan_rail_journey", `{"from":"Amsterdam","to":"Vienna"}`)
	legs := items(way, "legs")
	chain := legs[0]["from"] == "Amsterdam" && legs[len(legs)-1]["to"] == "Vienna"
	fare := 0.0
	for n, l := range legs {
		fare += num(l, "fare_usd")
		chain = chain && (n == 0 || legs[n-1]["to"] == l["from"])
	}
	p.holds("the legs of a rail journey join up", chain, legs)
	ride := 0.0
	for _, l := range legs {
		ride += num(l, "duration_minutes")
	}
	p.holds("a rail journey takes its trains' time and half an hour or more for each change", num(way, "total_minutes") == ride+num(way, "waiting_minutes") && num(way, "waiting_minutes") >= 30*float64(len(legs)-1), way)
	first, last := world.ClockMinutes(str(legs[0], "departs")), world.ClockMinutes(str(legs[len(legs)-1], "departs"))
	p.holds("the last train of a rail journey leaves when its clock says", (first+int(num(way, "total_minutes")-num(legs[len(legs)-1], "duration_minutes"))-last)%1440 == 0, way) // one time zone
	p.holds("the fare of a rail journey is the sum of its legs", near(num(way, "fare_usd"), fare, 0.001), way)
	car := p.call("rental_quote", `{"car_id":"CR0002","from":"2025-06-10","to":"2025-06-12"}`)
	hired := p.call("book_rental_car", `{"car_id":"CR0002","from":"2025-06-10","to":"2025-06-12","name":"Ana"}`)
	p.holds("a car is hired at the price of the quote", equal(car["total_usd"], hired["total_usd"]), car, hired)
	p.holds("a hired car cannot be hired again", p.refused("not_free", "book_rental_car", `{"car_id":"CR0002","from":"2025-06-12","to":"2025-06-13","name":"Jo"}`))
	event := p.call("get_event", `{"event_id":"EV0001"}`)
	p.call("buy_tickets", `{"event_id":"EV0001","count":3,"name":"Ana"}`)
	left := p.call("get_event", `{"event_id":"EV0001"}`)
	p.holds("tickets that were bought are gone", num(left, "seats_left") == num(event, "seats_left")-3, event["seats_left"], left["seats_left"])
	shows := p.call("venue_calendar", `{"venue_id":%q}`, sub(event, "event")["venue_id"])
	p.holds("an event is in its venue's calendar", slices.ContainsFunc(items(shows, "events"), func(o obj) bool { return o["event_id"] == "EV0001" }), shows)
}

func (p property) shop() {
	list := items(p.call("search_products", `{"category":"phones"}`), "items")
	one := p.call("get_product", `{"product_id":%q}`, list[0]["id"])
	p.holds("what the product search finds, details know", equal(one["price_usd"], list[0]["price_usd"]) && one["title"] == list[0]["title"], one, list[0])
	p.holds("a reduced price is below the list price", num(one, "price_usd") <= num(one, "list_price_usd"), one)
	stock := p.call("get_product", `{"product_id":"PD0001"}`)
	order := p.call("place_order", `{"city":"Oslo","product_id":"PD0001"}`)
	less := p.call("get_product", `{"product_id":"PD0001"}`)
	p.holds("an order takes a piece out of stock", num(less, "stock") == num(stock, "stock")-1, stock, less)
	offers := items(p.call("compare_offers", `{"query":%q,"page_size":50}`, stock["title"]), "items")
	k := slices.IndexFunc(offers, func(o obj) bool { return o["product_id"] == "PD0001" })
	p.holds("an order costs what the offer said", k >= 0 && near(num(offers[k], "total_usd"), num(order, "total_usd"), 0.001), offers, order)
	back := p.call("cancel_order", `{"order_id":%q}`, order["id"])
	again := p.call("get_product", `{"product_id":"PD0001"}`)
	p.holds("a cancelled order is refunded in full and back in stock", equal(back["refund_usd"], order["total_usd"]) && equal(again["stock"], stock["stock"]), back, again)
	p.holds("a cancelled order cannot be refunded", p.refused("not_possible", "request_refund", `{"order_id":%q,"reason":"damaged"}`, order["id"]))
	done := p.call("request_refund", `{"order_id":"OR0002","reason":"damaged"}`)
	p.holds("a damaged order is refunded in full", equal(done["refund_usd"], done["total_usd"]) && done["status"] == "refunded", done)
	brand := items(p.call("search_companies", `{"query":%q}`, one["brand"]), "items")
	made := p.call("get_company", `{"company_id":%q}`, brand[0]["id"])
	p.holds("the maker of a product is a company that knows the product", slices.Contains(texts(made["product_ids"]), str(one, "id")), made["product_ids"])
	job := sub(p.call("get_job", `{"job_id":"JB0001"}`), "job")
	firm := p.call("get_company", `{"company_id":%q}`, job["company_id"])
	p.holds("a company knows its vacancies", slices.Contains(texts(firm["job_ids"]), "JB0001") && sub(firm, "company")["name"] == job["company"], firm["job_ids"])
	p.holds("a salary's low end is not above its high end", num(job, "salary_low_usd") <= num(job, "salary_high_usd"), job)
	p.call("apply_for_job", `{"job_id":"JB0001","name":"Ana","email":"ana@post.example","letter":"I would like to."}`)
	p.holds("one person applies for a job once", p.refused("duplicate", "apply_for_job", `{"job_id":"JB0001","name":"Ana","email":"ANA@post.example","letter":"I would like to."}`))
}

func texts(v any) []string {
	list, _ := v.([]any)
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = fmt.Sprint(x)
	}
	return out
}

func (p property) food() {
	r := p.call("get_recipe", `{"recipe_id":"RC0009"}`)
	per := sub(p.call("recipe_nutrition", `{"recipe_id":"RC0009"}`), "per_serving")
	kcal := 0.0
	for _, part := range items(r, "ingredients") {
		i := p.call("get_ingredient", `{"ingredient":%q,"amount":%v}`, part["ingredient"], part["grams"])
		kcal += num(sub(i, "nutrients"), "kcal")
	}
	p.holds("a recipe's energy is the sum of its ingredients'", near(num(per, "kcal")*num(r, "servings"), kcal, 0.001), per, kcal)
	price := p.call("recipe_price", `{"recipe_id":"RC0009"}`)
	sum := 0.0
	for _, part := range items(price, "parts") {
		sum += num(part, "value")
	}
	p.holds("a recipe's price is the sum of its ingredients'", math.Abs(num(price, "total")-sum) < 0.06, price)
	twice := items(p.call("recipe_ingredients", `{"recipe_id":"RC0009","servings":%v}`, 2*num(r, "servings")), "ingredients")
	p.holds("twice the servings need twice the ingredients", near(num(twice[0], "grams"), 2*num(items(r, "ingredients")[0], "grams"), 0.001), twice)
	menu := p.call("restaurant_menu", `{"restaurant_id":"BZ0001"}`)
	dish := p.call("get_menu_item", `{"item_id":%q}`, items(menu, "items")[0]["id"])
	p.holds("a dish belongs to the restaurant whose menu has it", dish["restaurant"] == menu["restaurant"], dish)
	upc := p.call("get_grocery", `{"product_id":"GP0010"}`)
	code := p.call("lookup_upc", `{"upc":%q}`, upc["upc"])
	p.holds("a bar code is valid and leads back to its product", code["valid_code"] == true && sub(code, "product")["id"] == "GP0010", code)
	ean := p.call("validate_identifier", `{"kind":"isbn13","value":%q}`, p.call("get_book", `{"book_id":"BO0003"}`)["isbn"])
	p.holds("a book's ISBN is valid", ean["valid"] == true, ean)
	fake := items(p.call("fake_records", `{"fields":["iban","credit_card"]}`), "records")[0]
	p.holds("a made-up IBAN passes the validator", p.call("validate_identifier", `{"kind":"iban","value":%q}`, fake["iban"])["valid"] == true, fake)
	vin := p.call("decode_vin", `{"vin":%q}`, p.call("build_vin", `{"make":"Astera","model_year":2019}`)["vin"])
	p.holds("a vehicle number that was built decodes to its make and year", vin["check_digit_valid"] == true && vin["make"] == "Astera" && num(vin, "model_year") == 2019, vin)
	words := p.call("translate_text", `{"text":%q,"source":"es","target":"en"}`, p.call("translate_text", `{"text":"the train","target":"es"}`)["translation"])
	p.holds("a word translated there and back is the same", strings.Contains(strings.ToLower(str(words, "translation")), "train"), words)
}

func (p property) culture() {
	song := items(p.call("search_songs", `{"genre":"jazz"}`), "items")[0]
	artist := p.call("get_artist", `{"artist":%q}`, song["artist"])
	p.holds("an artist knows the songs that the search finds", slices.Contains(texts(artist["song_ids"]), str(song, "id")), artist)
	graph := p.call("follow_relation", `{"entity_id":%q,"relations":["performer"]}`, song["id"])
	p.holds("the graph leads from a song to its artist", slices.Contains(texts(graph["labels"]), str(song, "artist")), graph)
	paper := p.call("get_paper", `{"paper_id":"PP0200"}`)
	refs := texts(paper["references"])
	ok := len(refs) > 0
	for _, r := range refs {
		ok = ok && slices.ContainsFunc(items(p.call("paper_citations", `{"paper_id":%q,"page_size":50}`, r), "items"), func(o obj) bool { return o["id"] == "PP0200" })
	}
	p.holds("a paper is among the citations of what it cites", ok, refs)
	who := texts(paper["author_ids"])[0]
	m := p.call("author_metrics", `{"author_id":%q}`, who)
	papers := p.call("author_papers", `{"author_id":%q}`, who)
	p.holds("an author's metrics count the author's papers", equal(m["papers"], papers["total"]) && num(m, "h_index") <= num(m, "papers"), m, papers["total"])
	p.holds("a DOI leads back to its paper", p.call("resolve_doi", `{"doi":%q}`, paper["doi"])["id"] == "PP0200", paper["doi"])
	news := p.call("get_news_article", `{"article_id":"NW0001"}`)
	about := p.call("company_news", `{"company":%q}`, news["about"])
	p.holds("a company's news hold the article that is about it", slices.ContainsFunc(items(about, "articles"), func(o obj) bool { return o["id"] == "NW0001" }), about)
	p.holds("the web has the article's page", p.call("fetch_web_page", `{"url":%q}`, news["url"])["title"] == news["title"], news)
	art := p.call("get_artwork", `{"artwork_id":"AW0004"}`)
	coll := p.call("museum_collection", `{"museum":%q}`, art["museum_id"])
	p.holds("a museum's collection knows its works", coll["museum"] == art["museum"] && num(coll, "oldest") <= num(art, "year") && num(art, "year") <= num(coll, "newest"), coll)
}

func (p property) sports() {
	g := p.call("football_match", `{"match_id":"MT0001"}`)
	m := sub(g, "match")
	goals := map[string]int{}
	for _, x := range items(g, "goals") {
		goals[str(x, "team")]++
	}
	p.holds("the goals of a match add up to its score", str(m, "score") == fmt.Sprintf("%d:%d", goals[str(m, "home")], goals[str(m, "away")]), g)
	table := items(p.call("football_standings", `{"league_id":"LG0001"}`), "table")
	f, a := 0.0, 0.0
	for _, s := range table {
		f, a = f+num(s, "scored"), a+num(s, "conceded")
	}
	p.holds("a league's goals for and against are equal", f == a, table)
	season := p.call("league_calendar", `{"league_id":"LG0001"}`)
	sum := 0.0
	for _, r := range items(season, "rounds") {
		sum += num(r, "scored")
	}
	p.holds("the rounds of a league hold the goals of its table", sum == f, season)
	box := p.call("basketball_box_score", `{"match_id":"MT0601"}`)
	points := 0.0
	for _, x := range items(box, "home") {
		points += num(x, "points")
	}
	p.holds("the players' points add up to the team's", strings.HasPrefix(str(sub(box, "game"), "score"), fmt.Sprintf("%d:", int(points))), box)
	quarters := 0.0
	for _, q := range p.call("basketball_game", `{"match_id":"MT0601"}`)["home_quarters"].([]any) {
		quarters += q.(float64)
	}
	p.holds("the quarters add up to the points", quarters == points, quarters, points)
	card := items(p.call("cricket_scorecard", `{"match_id":"MT1081"}`), "innings")[0]
	runs := num(card, "extras")
	for _, x := range items(card, "batting") {
		runs += num(x, "runs")
	}
	p.holds("batters' runs and extras add up to the innings", runs == num(card, "runs"), card)
	race := items(p.call("race_results", `{"race_id":"GP202501"}`), "results")
	champs := items(p.call("driver_standings", `{"season":2025,"round":1}`), "standings")
	p.holds("after the first race the winner leads", champs[0]["name"] == race[0]["driver"], champs[0], race[0])
	grid := items(p.call("qualifying_results", `{"race_id":"GP202501"}`), "grid")
	k := int(num(race[0], "grid")) - 1
	p.holds("the winner's grid place is that of qualifying", grid[k]["driver"] == race[0]["driver"], grid, race[0])
	bet := p.call("place_bet", `{"match_id":"MT0030","on":"home","stake":10}`)
	odds := p.call("match_odds", `{"match_id":"MT0030"}`)
	p.holds("a bet gets the best odds of all bookmakers", equal(bet["odds"], sub(odds, "best")["home"]), bet, odds)
	contest := items(p.call("contest_standings", `{"contest_id":50}`), "items")
	past := items(p.call("coder_rating_history", `{"handle":%q}`, contest[0]["handle"]), "history")
	p.holds("a coder's history has the contest that was won", slices.ContainsFunc(past, func(o obj) bool { return num(o, "place") == 1 }), past)
}

func (p property) society() {
	c := p.call("get_collective", `{"collective":"open-maps"}`)
	lines := items(p.call("collective_transactions", `{"collective":"open-maps","page_size":50}`), "items")
	p.holds("the balance of a collective is that after its last entry", equal(c["balance"], lines[0]["balance_after"]), c, lines[0])
	given := p.call("contribute", `{"collective":"open-maps","amount":25}`)
	p.holds("a contribution raises the balance by its amount", near(num(given, "balance"), num(c, "balance")+25, 1e-6), given)
	p.holds("no collective pays more than it has", p.refused("too_little_money", "submit_expense", `{"collective":"open-maps","amount":%v,"reason":"Too much"}`, num(given, "balance")+1))
	old := items(p.call("board_catalog", `{"board":"bikes"}`), "items")[0]
	p.call("reply_to_thread", `{"thread_id":%q,"text":"Me too."}`, old["thread_id"])
	grown := items(p.call("board_catalog", `{"board":"bikes"}`), "items")
	k := slices.IndexFunc(grown, func(o obj) bool { return o["thread_id"] == old["thread_id"] })
	p.holds("a reply counts in the catalogue", num(grown[k], "replies") == num(old, "replies")+1, old, grown[k])
	ip := p.call("my_ip", `{}`)
	at := p.call("locate_ip", `{"ip":%q}`, ip["ip"])
	p.holds("one's own address lies where the locator says", at["city"] == ip["city"], ip, at)
	pet := items(p.call("search_shelter_pets", `{"status":"available"}`), "items")[0]
	p.call("reserve_pet", `{"pet_id":%q,"name":"Ana"}`, pet["id"])
	p.holds("a reserved animal is no longer available", p.refused("not_available", "reserve_pet", `{"pet_id":%q,"name":"Jo"}`, pet["id"]))
	bad := p.call("check_ip_reputation", `{"ip":"23.7.66.66"}`)
	known := p.call("search_threats", `{"query":"23.7.66.66"}`)
	p.holds("an address is judged by the threats that are known", (num(known, "total") > 0) == (num(bad, "risk_score") > 0), bad, known)
	slots := items(p.call("find_free_time", `{"days":1,"duration_minutes":30}`), "slots")
	if len(slots) == 0 {
		slots = items(p.call("find_free_time", `{"days":14,"duration_minutes":15}`), "slots")
	}
	made := p.call("add_appointment", `{"title":"Tea","start":%q,"duration_minutes":15}`, slots[0]["start"])
	p.holds("an appointment fits into a free slot, and only once", str(made, "id") != "" && p.refused("overlap", "add_appointment", `{"title":"Tea","start":%q,"duration_minutes":15}`, slots[0]["start"]), made)
}
