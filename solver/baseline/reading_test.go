package baseline

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/eval/evaltest"
	"deft/tool"
)

// kitchen is tools of no benchmark, for tests.
const kitchen = `[
 {"name":"brew_tea","description":"Brews a pot of tea.","parameters":{"type":"object","properties":{"sort":{"type":"string","enum":["green","black","mint"],"description":"Which leaves"},"cups":{"type":"integer","minimum":1,"maximum":12,"description":"Number of cups"}},"required":["sort"]}},
 {"name":"order_groceries","description":"Orders groceries from a shop.","parameters":{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"},"description":"What to buy"},"date":{"type":"string","format":"date","description":"Delivery day as YYYY-MM-DD"}},"required":["items","date"]}},
 {"name":"heat_oven","description":"Heats the oven.","parameters":{"type":"object","properties":{"temperature":{"type":"number","description":"Degrees"},"minutes":{"type":"integer","description":"For how many minutes"}},"required":["temperature"]}},
 {"name":"invite_guest","description":"Invites a guest to dinner.","parameters":{"type":"object","properties":{"name":{"type":"string","description":"Name of the guest"},"email":{"type":"string","description":"Address"},"time":{"type":"string","description":"Time as HH:MM"}},"required":["name","email"]}},
 {"name":"transport_goods","description":"Transports goods by van.","parameters":{"type":"object","properties":{"destination":{"type":"string","description":"City of arrival"},"origin":{"type":"string","description":"City of departure"}},"required":["origin","destination"]}},
 {"name":"watch_page","description":"Watches a web page for changes.","parameters":{"type":"object","properties":{"url":{"type":"string","format":"uri"},"ticket":{"type":"string","pattern":"^[A-Z]{2}-[0-9]{3}$"}},"required":["url","ticket"]}},
 {"name":"exchange_money","description":"Exchanges money.","parameters":{"type":"object","properties":{"amount":{"type":"number"},"from_currency":{"type":"string"},"to_currency":{"type":"string"}},"required":["amount","from_currency","to_currency"]}}]`

func answer(t testing.TB, b *Baseline, query string, tools []tool.Spec) []string {
	t.Helper()
	s := eval.Sample{ID: "x", Tools: tools, Messages: []chat.Message{
		{Role: chat.System, Content: "Today is Wednesday, 2026-03-11."}, {Role: chat.User, Content: query},
	}}
	m, err := b.Model(s, evaltest.Plain{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Generate(t.Context(), chat.Request{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range r.Message.ToolCalls {
		out = append(out, c.Name+" "+string(c.Arguments))
	}
	return out
}

func kitchenTools(t testing.TB) []tool.Spec {
	t.Helper()
	var tools []tool.Spec
	if err := json.Unmarshal([]byte(kitchen), &tools); err != nil {
		t.Fatal(err)
	}
	return tools
}

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"on 20 June 2026":              "2026-06-20",
		"June 20th, 2027":              "2027-06-20",
		"the 3rd of April":             "2026-04-03",
		"2 February":                   "2027-02-02", // the next one
		"tomorrow":                     "2026-03-12",
		"yesterday":                    "2026-03-10",
		"Friday":                       "2026-03-13",
		"Wednesday":                    "2026-03-18",
		"Saturday the 14th":            "2026-03-14",
		"Friday 13 March":              "2026-03-13",
		"the 5th":                      "2026-04-05",
		"2024-02-29":                   "2024-02-29",
		"at 4 pm":                      "16:00",
		"12 am":                        "00:00",
		"at 9:05":                      "09:05",
		"7:30pm":                       "19:30",
		"may I have 3 apples":          "",
		"in the year of our lord 3000": "",
	} {
		q := readQuery(text, "Today is 2026-03-11.")
		got := ""
		for _, s := range q.spans {
			if s.kind == spanDate || s.kind == spanTime {
				got = s.iso
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	q := readQuery(`Mail bo@x.example 'it's fine, really.' about Jo Smith's 1,250 kg from Oslo, GB82 WEST 1234 5698, /a/b.txt and 10.0.0.1 twice`, "")
	var got []string
	for _, s := range q.spans {
		if q.spans[q.tokens[s.from].span].text == s.text { // not taken up by a longer one
			got = append(got, fmt.Sprintf("%d:%s", s.kind, s.text))
		}
	}
	want := "0:it's fine, really.|2:bo@x.example|4:/a/b.txt|3:10.0.0.1|7:1250|8:GB82 WEST 1234 5698|9:Jo Smith|9:Oslo"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("\n got %s\nwant %s", s, want)
	}
}

func TestLongAndHostileRequests(t *testing.T) {
	b, tools := New(), kitchenTools(t)
	for _, text := range []string{
		strings.Repeat("heat the oven to 200 degrees and ", 20000), strings.Repeat("'", 50000), strings.Repeat("a, ", 50000),
		strings.Repeat("GB82 ", 20000), strings.Repeat("Monday ", 20000), strings.Repeat("\xff ", 20000), strings.Repeat("'x ", 30000),
	} {
		start := time.Now()
		answer(t, b, text, tools)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%.20q… took %v", text, took)
		}
	}
}

func TestFormsAndSides(t *testing.T) {
	b, tools := New(), kitchenTools(t)
	for _, tc := range []struct{ query, want string }{
		{"Brew green tea and then brew mint tea please.", `brew_tea {"sort":"green"}; brew_tea {"sort":"mint"}`},
		{"Heat the oven to 220 degrees for 15 minutes.", `heat_oven {"minutes":15,"temperature":220}`},
		{"Transport the goods to Ghent from Trieste.", `transport_goods {"destination":"Ghent","origin":"Trieste"}`},
		{"Watch the page https://a.example/b?c=1, ticket AB-123.", `watch_page {"ticket":"AB-123","url":"https://a.example/b?c=1"}`},
		{"Exchange 40.5 euros into yen.", `exchange_money {"amount":40.5,"from_currency":"EUR","to_currency":"JPY"}`},
		{"What money in dollars do I exchange 12 pounds for?", `exchange_money {"amount":12,"from_currency":"GBP","to_currency":"USD"}`},
		{"Watch the page https://a.example/b for me.", ``}, // no ticket
		{"Thanks a lot, you are very kind!", ``},
		{"Who won the chess match yesterday?", ``},
	} {
		if got := strings.Join(answer(t, b, tc.query, tools), "; "); got != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.query, got, tc.want)
		}
	}
}
