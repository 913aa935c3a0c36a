package world

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/tool"
)

// example is a call of a tool, and a part of its result that is known: computed by hand, or what
// the start of the world holds. All calls of the list are made in one world, in this order.
type example struct{ name, args, want string }

func examples() []example {
	return []example{
		{"tell_joke", `{"topic":"food"}`, "lettuce"},
		{"get_quote", `{"theme":"courage"}`, "Virgil"},
		{"translate_text", `{"text":"Thank you very much!","target_language":"Dutch"}`, "hartelijk dank"},
		{"translate_text", `{"text":"The house is closed, please","target_language":"Italian"}`, "il casa è chiuso, per favore"},
		{"detect_language", `{"text":"Guten Morgen, das Treffen ist am Freitag."}`, `"German"`},
		{"generate_password", `{"length":9,"symbols":false}`, `"password"`},
		{"roll_dice", `{"count":3}`, `"rolls"`},
		{"random_integer", `{"low":4,"high":4}`, `{"value":4}`},
		{"pick_from_list", `{"items":["a","b"]}`, `"choice"`},
		{"create_fake_profile", `{"country":"France","gender":"male"}`, "Marchand"},
		{"placeholder_text", `{"paragraphs":2}`, "Lorem ipsum"},
		{"suggest_activity", `{"participants":2,"place":"indoors"}`, `"activity"`},
		{"count_words", `{"text":"To be, or not. To be!"}`, `{"characters":21,"sentences":2,"words":6}`},
		{"analyze_sentiment", `{"text":"A terrible, rude answer."}`, `"negative"`},
		{"extract_keywords", `{"text":"Bees love clover; clover feeds bumble bees and clover honey.","limit":1}`, `["clover"]`},
		{"compare_texts", `{"first":"one two three","second":"two three four"}`, `{"similarity":0.5}`},
		{"describe_numbers", `{"numbers":[2,4,4,4,5,5,7,9]}`, `"mean":5,"median":4.5,"minimum":2,"standard_deviation":2.1381`},
		{"extrapolate_series", `{"values":[10,20,30],"steps":2}`, `{"forecast":[40,50]}`},
		{"predict_age_from_name", `{"first_name":"Ada"}`, `"age"`},
		{"predict_nationality_from_name", `{"family_name":"Nowak"}`, `"probability"`},
		{"validate_email_address", `{"email":"bo@mailbox"}`, `"valid":false`},
		{"validate_email_address", `{"email":"bo@mailbox.example"}`, `"valid":true`},
		{"validate_iban", `{"iban":"GB82 WEST 1234 5698 7654 32"}`, `{"country_code":"GB","valid":true}`},
		{"validate_iban", `{"iban":"GB82 WEST 1234 5698 7654 33"}`, `"valid":false`},
		{"validate_card_number", `{"number":"4539 1488 0343 6467"}`, `{"network":"Visa","valid":true}`},
		{"validate_card_number", `{"number":"4539 1488 0343 6468"}`, `"valid":false`},
		{"define_word", `{"word":"Quixotic"}`, "idealistic"},
		{"find_synonyms", `{"word":"brave"}`, "courageous"},
		{"find_rhymes", `{"word":"moon"}`, "spoon"},
		{"get_current_weather", `{"city":"Oslo"}`, `"temperature_c"`},
		{"get_daily_forecast", `{"city":"Oslo","date":"2026-03-12"}`, `"rain_chance_percent"`},
		{"get_air_quality", `{"city":"Lima"}`, `"index"`},
		{"get_sun_times", `{"city":"Nairobi","date":"2026-03-20"}`, `{"sunrise":"06:3`},
		{"get_local_time", `{"city":"Mumbai"}`, `"time":"17:30","utc_offset":"+05:30"`},
		{"get_public_holidays", `{"country":"Poland","year":2027}`, "2027-03-29 Easter Monday"},
		{"days_between_dates", `{"start":"2026-05-02","end":"2026-09-18"}`, `{"days":139}`},
		{"search_news", `{"subject":"kelp"}`, `"article_id":"ART-`},
		{"get_article_text", `{"article_id":"ART-0042"}`, `"text"`},
		{"get_trending_topics", `{"country":"Peru"}`, `"topics"`},
		{"find_paper", `{"title":"On Moss"}`, `"paper_id":"P-`},
		{"count_citations", `{"paper_id":"P-00420"}`, `"citations"`},
		{"get_flight_status", `{"flight_number":"TP1345","date":"2026-03-11"}`, `"gate"`},
		{"find_recipe", `{"ingredients":["rice","beans"],"diet":"vegan"}`, "vegan beans and rice"},
		{"get_recipe_steps", `{"recipe_id":"RC-0001"}`, `"steps"`},
		{"get_food_nutrition", `{"food":"tofu"}`, `"calories"`},
		{"calculate_bmi", `{"weight_kg":82,"height_cm":178}`, `{"bmi":25.9,"category":"overweight"}`},
		{"estimate_daily_calories", `{"sex":"female","age":41,"weight_kg":63,"height_cm":168,"activity":"low"}`, `{"calories":1577}`},
		{"find_restaurant", `{"city":"Leeds","cuisine":"Thai"}`, `"restaurant_id":"RS-`},
		{"book_restaurant_table", `{"restaurant_id":"RS-0001","date":"2026-03-12","time":"19:30","people":2}`, `"booking_id":"BK-`},
		{"find_hotel", `{"city":"Leeds"}`, `"hotel_id":"HT-`},
		{"book_hotel_room", `{"hotel_id":"HT-0001","check_in":"2026-03-12","nights":2,"guest":"Ada Quill"}`, `"booking_id":"BK-`},
		{"find_flight", `{"origin":"Oslo","destination":"Rome","date":"2026-03-12"}`, `"flight_id":"FL-`},
		{"book_flight", `{"flight_id":"FL-0001","passenger":"Ada Quill"}`, `"booking_id":"BK-`},
		{"find_movie", `{"title":"Nine Bridges"}`, `"movie_id":"MV-`},
		{"get_showtimes", `{"movie_id":"MV-0001","city":"Leeds","date":"2026-03-12"}`, `"times":["1`},
		{"find_song", `{"title":"Static","artist":"Mira Solano"}`, `"song_id":"SG-`},
		{"get_lyrics", `{"song_id":"SG-0001"}`, `"lyrics"`},
		{"find_job_opening", `{"role":"baker","city":"Leeds"}`, `"job_id":"JB-`},
		{"find_product", `{"name":"lamp","max_price":5}`, `"price":4.5`},
		{"get_product_reviews", `{"product_id":"PR-0001"}`, `"rating"`},
		{"add_to_cart", `{"product_id":"PR-0001"}`, `{"items":1}`},
		{"track_parcel", `{"tracking_number":"LX40812277"}`, `"expected":"2026-03-1`},
		{"get_travel_route", `{"origin":"Hamburg","destination":"Berlin","mode":"driving"}`, `{"distance_km":30`},
		{"geocode_address", `{"address":"14 Harbour Lane, Bergen"}`, `"latitude":60.`},
		{"find_places_nearby", `{"latitude":60.4,"longitude":5.3,"kind":"cafe"}`, `"nearest_metres"`},
		{"create_calendar_event", `{"title":"Swim","date":"2026-03-12","start_time":"16:00"}`, `"event_id":"EV-40`},
		{"list_calendar_events", `{"date":"2026-03-12"}`, `{"count":3,"titles":["Budget review","Yoga class","Swim"]}`},
		{"find_calendar_event", `{"title":"dentist"}`, `"event_id":"EV-2203"`},
		{"move_calendar_event", `{"event_id":"EV-2203","date":"2026-03-24","start_time":"10:00"}`, `EV-2203`},
		{"find_calendar_event", `{"title":"Dentist"}`, `"date":"2026-03-24"`},
		{"delete_calendar_event", `{"event_id":"EV-2203"}`, `{"deleted":true}`},
		{"set_reminder", `{"text":"x","date":"2026-03-12","time":"08:00"}`, `"reminder_id":"RM-`},
		{"start_timer", `{"minutes":12.5}`, `{"ends_at":"12:12:30"}`},
		{"send_email", `{"to":"a@b.example","subject":"s","body":"b"}`, `"message_id":"MS-`},
		{"find_email", `{"sender":"Tom Becker"}`, `"email_id":"EM-3121"`},
		{"forward_email", `{"email_id":"EM-3121","to":"a@b.example"}`, `"message_id":"MS-`},
		{"archive_email", `{"email_id":"EM-3121"}`, `{"archived":true}`},
		{"find_contact", `{"name":"mei tanaka"}`, `"birthday":"1998-10-01"`},
		{"send_text_message", `{"phone":"+447700900333","text":"x"}`, `"message_id":"SM-`},
		{"read_file", `{"path":"/config/sum.txt"}`, `(18 + 24) * 3.5`},
		{"write_file", `{"path":"/config/new.txt","content":"abc"}`, `{"bytes":3}`},
		{"move_file", `{"source":"/config/new.txt","destination":"/config/moved.txt"}`, `/config/moved.txt`},
		{"list_folder", `{"folder":"/config/"}`, `["link.txt","moved.txt","sum.txt"]`},
		{"delete_file", `{"path":"/config/moved.txt"}`, `{"deleted":true}`},
		{"shorten_url", `{"url":"https://a.example/b"}`, `https://sh.example/`},
		{"calculate_expression", `{"expression":"(1499 - 275) * 1.19 / 12"}`, `{"value":121.38}`},
		{"calculate_expression", `{"expression":"-2^2 + 2^3^2 - -(1)"}`, `{"value":509}`},
		{"convert_units", `{"value":98.6,"from_unit":"F","to_unit":"C"}`, `{"value":37}`},
		{"convert_units", `{"value":60,"from_unit":"mph","to_unit":"kmh"}`, `{"value":96.5606}`},
		{"get_animal_facts", `{"animal":"okapi"}`, `"habitat"`},
		{"scan_url", `{"url":"https://a.example"}`, `"verdict"`},
		{"check_file_hash", `{"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`, `"first_seen"`},
		{"find_artwork", `{"title":"Woman with a Heron"}`, `"artwork_id":"AW-`},
		{"get_artwork_details", `{"artwork_id":"AW-0001"}`, `"museum"`},
		{"get_match_result", `{"team":"Port Vale","date":"2026-02-21"}`, `"opponent"`},
		{"get_league_table", `{"league":"Serie A"}`, `"leader"`},
		{"look_up_company", `{"name":"Brightwater Robotics"}`, `"symbol":"BRRO"`},
		{"locate_ip_address", `{"ip":"203.0.113.9"}`, `"city"`},
		{"look_up_domain", `{"domain":"a.example"}`, `"expires":"20`},
		{"get_social_profile", `{"network":"X","handle":"@otto"}`, `"user_id":"U-`},
		{"list_recent_posts", `{"user_id":"U-000001","limit":2}`, `"posts"`},
		{"decode_vin", `{"vin":"WVWZZZ1KZAW000001"}`, `"make":"Volkswagen"`},
		{"get_vehicle_recalls", `{"make":"Volvo","model":"V60","year":2019}`, `"count"`},
		{"find_book_by_isbn", `{"isbn":"9780306406157"}`, `"author"`},
		{"list_books_by_author", `{"author":"Yara Haddad"}`, `"titles"`},
		{"convert_currency", `{"amount":100,"from_currency":"EUR","to_currency":"USD"}`, `{"amount":109,"rate":1.09}`},
		{"get_past_exchange_rate", `{"base":"USD","quote":"JPY","date":"2024-06-03"}`, `"rate"`},
		{"get_stock_quote", `{"symbol":"ABCX"}`, `"price"`},
		{"get_stock_history", `{"symbol":"ABCX","start":"2026-03-02","end":"2026-03-08"}`, `"closes":[`},
		{"get_dividends", `{"symbol":"ABCX","year":2024}`, `"per_share"`},
		{"place_stock_order", `{"symbol":"ABCX","side":"buy","quantity":3}`, `"order_id":"OR-`},
		{"get_crypto_price", `{"coin":"litecoin"}`, `{"price":95.92}`},
		{"calculate_loan_payment", `{"principal":200000,"annual_rate_percent":6,"years":30}`, `"monthly_payment":1199.1`},
		{"project_savings", `{"monthly_deposit":100,"annual_rate_percent":12,"years":1,"initial":1000}`, `"final_amount":2395.08`},
		{"get_account_balance", `{"account":"joint"}`, `{"balance":874.9,"currency":"GBP"}`},
		{"list_transactions", `{"account":"savings","start":"2026-02-01","end":"2026-02-28"}`, `"amounts"`},
		{"transfer_money", `{"account":"joint","iban":"DE89370400440532013000","amount":74.9}`, `"transfer_id":"TR-`},
		{"get_account_balance", `{"account":"joint"}`, `{"balance":800,"currency":"GBP"}`},
		{"split_bill", `{"total":137.6,"people":4,"tip_percent":10}`, `{"per_person":37.84,"tip":13.76}`},
		{"add_sales_tax", `{"net":640,"rate_percent":21}`, `{"gross":774.4,"tax":134.4}`},
	}
}

func TestEveryTool(t *testing.T) {
	box, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	first, second := box.Executor(box.New(5)), box.Executor(box.New(5))
	called := map[string]bool{}
	for _, e := range examples() {
		called[e.name] = true
		c := tool.Call{Name: e.name, Arguments: json.RawMessage(e.args)}
		r, err := first.Call(context.Background(), c)
		if err != nil || r.Fault != "" || !strings.Contains(string(r.Content), e.want) {
			t.Errorf("%s(%s) = %s %s, %v; want %s", e.name, e.args, r.Fault, r.Content, err, e.want)
			continue
		}
		spec, _ := box.Spec(e.name)
		if faults, err := box.Checker().Result(spec, r.Content); err != nil || len(faults) > 0 {
			t.Errorf("%s: result %s does not fit its schema: %v, %v", e.name, r.Content, faults, err)
		}
		again, err := second.Call(context.Background(), c)
		if err != nil || string(again.Content) != string(r.Content) {
			t.Errorf("%s: %s in one world, %s in another of the same seed", e.name, r.Content, again.Content)
		}
	}
	for _, spec := range box.Specs() {
		if !called[spec.Name] {
			t.Errorf("%s has no example", spec.Name)
		}
	}
}

func TestDocuments(t *testing.T) {
	box, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if day := today().Weekday().String(); day != "Wednesday" {
		t.Errorf("%s is a %s", Today, day)
	}
	for _, spec := range box.Specs() {
		if err := box.Checker().Document(spec); err != nil {
			t.Error(err)
		}
		if spec.Tags["scenario"] == "" || spec.Tags["category"] == "" || len(spec.Result) == 0 {
			t.Errorf("%s lacks scenario, category or result schema", spec.Name)
		}
		var result struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(spec.Result, &result); err != nil {
			t.Fatal(err)
		}
		_, returns, ok := strings.Cut(spec.Description, "Returns ")
		for field := range result.Properties {
			if !ok || !strings.Contains(returns, field) {
				t.Errorf("%s: the description does not say that it returns %s, which references need", spec.Name, field)
			}
		}
		var parameters struct {
			Properties map[string]struct {
				Description string `json:"description"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(spec.Parameters, &parameters); err != nil {
			t.Fatal(err)
		}
		for name, p := range parameters.Properties {
			if p.Description == "" {
				t.Errorf("%s: parameter %s has no description", spec.Name, name)
			}
		}
	}
}

func TestFailuresAreSaid(t *testing.T) {
	box, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	exec := box.Executor(box.New(1))
	for _, e := range []example{
		{"get_daily_forecast", `{"city":"Oslo","date":"2026-04-12"}`, "ten days"},
		{"find_contact", `{"name":"Nobody"}`, "address book"},
		{"find_email", `{"sender":"Nobody"}`, "inbox"},
		{"archive_email", `{"email_id":"EM-0001"}`, "EM-0001"},
		{"find_calendar_event", `{"title":"Nothing"}`, "Nothing"},
		{"move_calendar_event", `{"event_id":"EV-0001","date":"2026-03-24","start_time":"10:00"}`, "EV-0001"},
		{"delete_calendar_event", `{"event_id":"EV-0001"}`, "EV-0001"},
		{"read_file", `{"path":"/none"}`, "/none"}, {"delete_file", `{"path":"/none"}`, "/none"}, {"move_file", `{"source":"/none","destination":"/x"}`, "/none"},
		{"calculate_expression", `{"expression":"2 +"}`, "missing"}, {"calculate_expression", `{"expression":"1 / 0"}`, "finite"},
		{"calculate_expression", `{"expression":"(2"}`, "closed"}, {"calculate_expression", `{"expression":"2 apples"}`, "arithmetic"},
		{"calculate_expression", `{"expression":"` + strings.Repeat("(", 5000) + `"}`, "deeply"},
		{"convert_units", `{"value":1,"from_unit":"kg","to_unit":"m"}`, "weight"},
		{"transfer_money", `{"account":"joint","iban":"X","amount":100000}`, "holds only"},
		{"convert_currency", `{"amount":1,"from_currency":"XXX","to_currency":"EUR"}`, "XXX"},
		{"get_past_exchange_rate", `{"base":"USD","quote":"EUR","date":"2030-01-01"}`, "past"},
		{"get_stock_history", `{"symbol":"A","start":"2026-03-02","end":"2026-01-01"}`, "period"},
		{"decode_vin", `{"vin":"ZZZZZZ1KZAW000001"}`, "ZZZ"}, {"geocode_address", `{"address":"Main Street"}`, "city"},
		{"define_word", `{"word":"zzz"}`, "zzz"}, {"random_integer", `{"low":5,"high":1}`, "range"},
	} {
		r, err := exec.Call(context.Background(), tool.Call{Name: e.name, Arguments: json.RawMessage(e.args)})
		if err != nil || r.Fault != tool.FaultFailed || !strings.Contains(string(r.Content), e.want) {
			t.Errorf("%s(%.60s) = %s %s, %v; want a failure that says %q", e.name, e.args, r.Fault, r.Content, err, e.want)
		}
	}
}

func TestWorldsAreApart(t *testing.T) {
	box, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	before, err := box.New(1).Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	changed := box.New(1)
	for _, e := range examples() {
		if _, err := box.Executor(changed).Call(context.Background(), tool.Call{Name: e.name, Arguments: json.RawMessage(e.args)}); err != nil {
			t.Fatal(err)
		}
	}
	after, err := changed.Snapshot()
	if err != nil || string(after) == string(before) {
		t.Errorf("the calls changed nothing, %v", err)
	}
	fresh, err := box.New(1).Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(before), string(fresh)); diff != "" {
		t.Errorf("a later world starts changed:\n%s", diff)
	}
	a, _ := box.Executor(box.New(1)).Call(context.Background(), tool.Call{Name: "generate_password", Arguments: json.RawMessage(`{"length":20}`)})
	b, _ := box.Executor(box.New(2)).Call(context.Background(), tool.Call{Name: "generate_password", Arguments: json.RawMessage(`{"length":20}`)})
	if string(a.Content) == string(b.Content) {
		t.Error("two seeds draw the same password")
	}
}
