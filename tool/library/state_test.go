package library

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"deft/tool"
	"deft/tool/library/define"
)

// written are the tools that change the world, each with a later call that must see what it wrote.
// {} in the later arguments and in want is replaced by the value at key of the first result.
var written = []struct {
	act, args, key string
	read, with     string
	want           string // what the later result holds; a leading ! means must not hold
}{
	{"save_activity", `{"key":"1097861","note":"rain"}`, "", "list_saved_activities", `{}`, `"key":"1097861"`},
	{"rate_joke", `{"id":1,"stars":5}`, "votes", "get_joke", `{"id":1}`, `"votes":{}`},
	{"submit_joke", `{"category":"food","setup":"Why is the soup shy?","punchline":"It steams."}`, "id", "get_joke", `{"id":{}}`, "soup shy"},
	{"add_phrase", `{"english":"bicycle","es":"bicicleta","fr":"vélo","de":"Fahrrad","it":"bicicletta","pt":"bicicleta"}`, "", "translate_text", `{"text":"bicycle","target":"de"}`, "Fahrrad"},
	{"scan_site", `{"host":"tea.example"}`, "score", "list_site_scans", `{"host":"tea.example"}`, `"score":{}`},
	{"add_appointment", `{"title":"Visit Jo","start":"2026-01-05T10:00:00Z"}`, "id", "list_appointments", `{"title":"Visit Jo"}`, `"id":"{}"`},
	{"move_appointment", `{"appointment_id":"CE0001","start":"2027-01-05T10:00:00Z"}`, "id", "list_appointments", `{"from":"2027-01-01T00:00:00Z"}`, `"id":"{}"`},
	{"save_paper", `{"paper_id":"PP0007","note":"read"}`, "reading_list", "save_paper", `{"paper_id":"PP0007"}`, `"reading_list":{}`},
	{"save_recipe", `{"recipe_id":"RC0011"}`, "", "save_recipe", `{"recipe_id":"RC0011","note":"x"}`, `"ref":"RC0011"`},
	{"plan_meal", `{"recipe_id":"RC0001","date":"2026-02-03"}`, "id", "list_meals", `{"from":"2026-02-01"}`, `"id":"{}"`},
	{"add_to_shopping_list", `{"ingredient":"walnut","amount":77,"unit":"g"}`, "grams", "tick_shopping_item", `{"item_id":"SL0001"}`, `"ingredient":"walnut","grams":{}`},
	{"tick_shopping_item", `{"item_id":"SL0050","bought":true}`, "", "tick_shopping_item", `{"item_id":"SL0001"}`, `!"SL0050"`},
	{"book_table", `{"restaurant_id":"BZ0001","date":"2025-07-15","time":"19:00","guests":1,"name":"Ana"}`, "id", "get_booking", `{"booking_id":"{}"}`, `"name":"Ana"`},
	{"write_review", `{"subject_id":"BZ0001","stars":5,"text":"Lovely lamps."}`, "", "review_summary", `{"subject_id":"BZ0001"}`, "Lovely lamps."},
	{"log_health_value", `{"kind":"steps","value":7777}`, "", "health_history", `{"kind":"steps","from":"2025-06-02"}`, "7777"},
	{"delete_health_value", `{"entry_id":"HL0001"}`, "", "health_history", `{"kind":"weight_kg","page_size":50}`, `!"HL0001"`},
	{"apply_for_job", `{"job_id":"JB0001","name":"Ana","email":"ana@post.example","letter":"I would like to."}`, "id", "get_job", `{"job_id":"JB0001"}`, `"already_applied":true`},
	{"withdraw_application", `{"application_id":"JA0001"}`, "", "list_applications", `{"status":"withdrawn"}`, "JA0001"},
	{"buy_tickets", `{"event_id":"EV0001","name":"Ana"}`, "id", "get_booking", `{"booking_id":"{}"}`, `"kind":"event"`},
	{"return_tickets", `{"booking_id":"BK0006"}`, "refund_usd", "get_booking", `{"booking_id":"BK0006"}`, `"refund_usd":{}`},
	{"create_playlist", `{"name":"Tea time","song_ids":["SO0002"]}`, "", "list_playlists", `{"page_size":50}`, "Tea time"},
	{"edit_playlist", `{"playlist_id":"PY0001","name":"Renamed list"}`, "", "list_playlists", `{"page_size":50}`, "Renamed list"},
	{"add_to_cart", `{"product_id":"PD0001","quantity":2}`, "", "list_orders", `{"status":"cart"}`, `"total":1`},
	{"place_order", `{"city":"Oslo","product_id":"PD0001"}`, "id", "track_order", `{"order_id":"{}"}`, "being packed"},
	{"cancel_order", `{"order_id":"OR0001"}`, "refund_usd", "track_order", `{"order_id":"OR0001"}`, `"refund_usd":{}`},
	{"request_refund", `{"order_id":"OR0002","reason":"damaged"}`, "refund_usd", "track_order", `{"order_id":"OR0002"}`, `"status":"refunded"`},
	{"book_hotel", `{"hotel_id":"HT0001","name":"Ana","check_in":"2025-06-10","check_out":"2025-06-12"}`, "id", "get_booking", `{"booking_id":"{}"}`, `"ref":"HT0001"`},
	{"change_hotel_booking", `{"booking_id":"BK0001","check_in":"2025-11-03","check_out":"2025-11-05"}`, "", "get_booking", `{"booking_id":"BK0001"}`, "2025-11-03"},
	{"cancel_hotel_booking", `{"booking_id":"BK0001"}`, "refund_usd", "get_booking", `{"booking_id":"BK0001"}`, `"status":"cancelled"`},
	{"book_flight", `{"flight":"QX100","date":"2025-06-20","name":"Ana"}`, "total_usd", "list_bookings", `{"ref":"QX100","name":"Ana"}`, `"total_usd":{}`},
	{"check_in_flight", `{"booking_id":"BK0002","early":true}`, "", "get_booking", `{"booking_id":"BK0002"}`, `"status":"checked_in"`},
	{"cancel_flight_booking", `{"booking_id":"BK0002"}`, "refund_usd", "get_booking", `{"booking_id":"BK0002"}`, `"refund_usd":{}`},
	{"book_train", `{"train":"TR1000","date":"2025-06-09","name":"Ana"}`, "id", "get_booking", `{"booking_id":"{}"}`, `"ref":"TR1000"`},
	{"cancel_train_booking", `{"booking_id":"BK0003"}`, "refund_usd", "get_booking", `{"booking_id":"BK0003"}`, `"refund_usd":{}`},
	{"book_rental_car", `{"car_id":"CR0002","from":"2025-06-10","to":"2025-06-13","name":"Ana"}`, "id", "get_booking", `{"booking_id":"{}"}`, `"ref":"CR0002"`},
	{"cancel_rental_car", `{"booking_id":"BK0004"}`, "", "get_booking", `{"booking_id":"BK0004"}`, `"status":"cancelled"`},
	{"reserve_pet", `{"pet_id":"PT0001","name":"Ana"}`, "", "get_shelter_pet", `{"pet_id":"PT0001"}`, `"status":"reserved"`},
	{"release_pet", `{"pet_id":"PT0003","adopt":true}`, "", "get_shelter_pet", `{"pet_id":"PT0003"}`, `"status":"adopted"`},
	{"block_address", `{"value":"23.7.66.66"}`, "", "check_ip_reputation", `{"ip":"23.7.66.66"}`, `"blocked":true`},
	{"report_threat", `{"kind":"host","value":"odd.example"}`, "", "check_host", `{"host":"odd.example"}`, `"verdict":"suspicious"`},
	{"save_artwork", `{"artwork_id":"AW0008","note":"x"}`, "", "save_artwork", `{"artwork_id":"AW0008","note":"y"}`, `"note":"y"`},
	{"place_bet", `{"match_id":"MT0030","on":"home","stake":33}`, "id", "list_bets", `{"match_id":"MT0030"}`, `"id":"{}"`},
	{"submit_solution", `{"handle":"coder01","problem_id":"50A","language":"Go","input":[1,2],"output":3}`, "id", "list_submissions", `{"handle":"coder01","page_size":50}`, `"id":"{}"`},
	{"comment_blog_entry", `{"entry_id":"BE0001","handle":"coder01","text":"Clear as tea."}`, "", "get_blog_entry", `{"entry_id":"BE0001"}`, "Clear as tea."},
	{"contribute", `{"collective":"open-maps","amount":25.5,"note":"For pens"}`, "", "collective_transactions", `{"collective":"open-maps"}`, "For pens"},
	{"submit_expense", `{"collective":"open-maps","amount":1.5,"reason":"Stamps"}`, "balance", "get_collective", `{"collective":"open-maps"}`, `"balance":{}`},
	{"join_collective", `{"collective":"code-club","name":"Jo Lin","tier":"sponsor"}`, "id", "list_members", `{"collective":"code-club","tier":"sponsor"}`, "Jo Lin"},
	{"create_thread", `{"board":"bikes","subject":"Quiet routes","text":"Which?"}`, "", "board_catalog", `{"board":"bikes"}`, "Quiet routes"},
	{"reply_to_thread", `{"thread_id":"TH0001","text":"I agree with tea."}`, "", "get_thread", `{"thread_id":"TH0001"}`, "I agree with tea."},
	{"like_post", `{"post_id":"PS0001"}`, "likes", "get_thread", `{"thread_id":"TH0001"}`, `"likes":{}`},
	{"vote_review", `{"review_id":"BZ0001-R1","vote":"kind"}`, "votes", "business_reviews", `{"business_id":"BZ0001","sort":"most_useful"}`, `"votes":{}`},
	{"order_food_delivery", `{"restaurant_id":"BZ0001","address":"Harp Lane 77","dishes":[{"item_id":"MI0001"}]}`, "", "track_food_delivery", `{"open_only":true}`, "Harp Lane 77"},
	{"cancel_food_delivery", `{"order_id":"FO0001"}`, "", "track_food_delivery", `{"order_id":"FO0001"}`, `"status":"cancelled"`},
	{"write_workspace_file", `{"file_path":"notes/plan7.txt","text":"call the bank\n"}`, "", "read_workspace_file", `{"file_path":"notes/plan7.txt"}`, "call the bank"},
	{"run_shell_command", `{"command":"echo green tea > notes/t.txt"}`, "", "read_workspace_file", `{"file_path":"notes/t.txt"}`, "green tea"},
	{"run_notebook_cell", `{"code":"k = 6 * 7"}`, "", "run_notebook_cell", `{"code":"k = 42\nprint k"}`, `"changed":[]`},
	{"run_automation", `{"automation_id":"ZA0003","text":"rye bread"}`, "", "read_workspace_file", `{"file_path":"notes/automation.txt"}`, "rye bread"},
	{"compress_pdf", `{"file_path":"docs/report01.pdf"}`, "bytes", "read_workspace_file", `{"file_path":"docs/report01-small.pdf"}`, `"bytes":{}`},
	{"image_to_pdf", `{"image_paths":["images/photo01.png","images/photo02.png"],"output_path":"docs/trip.pdf"}`, "", "read_workspace_file", `{"file_path":"docs/trip.pdf"}`, `"total":2`},
	{"merge_pdfs", `{"file_paths":["docs/report01.pdf","docs/report02.pdf"],"output_path":"docs/both.pdf"}`, "pages", "read_workspace_file", `{"file_path":"docs/both.pdf"}`, `"total":{}`},
	{"text_to_pdf", `{"file_path":"notes/note01.txt"}`, "file_path", "read_workspace_file", `{"file_path":"{}"}`, `"kind":"pdf"`},
	{"number_pdf_pages", `{"file_path":"docs/report01.pdf"}`, "file_path", "read_workspace_file", `{"file_path":"{}"}`, `"kind":"pdf"`},
	{"pdf_to_images", `{"file_path":"docs/report05.pdf","pages":"1","output_dir":"previews"}`, "", "read_workspace_file", `{"file_path":"previews"}`, "previews/report05-1.png"},
	{"protect_pdf", `{"file_path":"docs/report01.pdf","new_password":"harbour7"}`, "file_path", "read_workspace_file", `{"file_path":"{}","password":"harbour7"}`, `"kind":"pdf"`},
	{"unlock_pdf", `{"file_path":"docs/report07.pdf","output_path":"docs/free.pdf"}`, "pages", "read_workspace_file", `{"file_path":"docs/free.pdf"}`, `"total":{}`},
	{"rotate_pdf", `{"file_path":"docs/report01.pdf","angle":90}`, "bytes", "read_workspace_file", `{"file_path":"docs/report01-rotated.pdf"}`, `"bytes":{}`},
	{"split_pdf", `{"file_path":"docs/report01.pdf"}`, "", "read_workspace_file", `{"file_path":"docs/parts"}`, "docs/parts/report01-part1.pdf"},
	{"watermark_pdf", `{"file_path":"docs/report01.pdf","text":"DRAFT"}`, "bytes", "read_workspace_file", `{"file_path":"docs/report01-marked.pdf"}`, `"bytes":{}`},
	{"send_mail", `{"to":"ana@post.example","subject":"Plan 77","body":"Two are booked."}`, "id", "find_mails", `{"folder":"sent","subject":"plan 77"}`, `"id":"{}"`},
	{"send_mail_to_list", `{"to":["ana@post.example","lee@post.example"],"subject":"Round 55","body":"Dear {name}"}`, "", "find_mails", `{"subject":"round 55"}`, `"total":2`},
	{"receive_latest_mail", `{"unread_only":true,"count":1}`, "unread_left", "find_mails", `{"folder":"inbox","read":false}`, `"total":{},`},
	{"open_mail", `{"mail_id":"ML0002","move_to":"archive"}`, "", "find_mails", `{"folder":"archive"}`, "ML0002"},
	{"shorten_url", `{"long_url":"https://shop.example/a/very/long/path?id=77"}`, "short_url", "analyze_url", `{"url":"{}"}`, `"leads_to":"https://shop.example/a/very/long/path?id=77"`},
	{"place_stock_order", `{"symbol":"CO0001","side":"buy","shares":1}`, "", "list_stock_orders", `{"mine":true,"since":"2025-06-02"}`, `"total":1`},
	{"transfer_money", `{"from_account":"AC0001","to_account":"AC0003","amount":12.5,"purpose":"Dinner 77"}`, "", "account_statement", `{"account_id":"AC0001"}`, "Dinner 77"},
	{"trade_coins", `{"coin":"AETH","side":"buy","amount":0.01}`, "balance_usd", "coin_wallet", `{ }`, `"cash_usd":{}`},
	{"edit_watchlist", `{"name":"Tea makers","add":["CO0001"]}`, "id", "list_watchlists", `{"owner":"me","query":"tea"}`, `"id":"{}"`},
}

func TestWriteThenRead(t *testing.T) {
	lib, ctx := New(), context.Background()
	for seed := range uint64(3) {
		for _, w := range written {
			env, err := lib.Open(seed)
			if err != nil {
				t.Fatal(err)
			}
			call := func(name, args string) string {
				r, err := env.Call(ctx, tool.Call{Name: name, Arguments: json.RawMessage(args)})
				if err != nil || r.Fault != "" {
					t.Fatalf("seed %d: %s %s: %s (%v)", seed, name, args, r.Content, err)
				}
				return string(r.Content)
			}
			before, seen := "", false
			first := call(w.act, w.args)
			value := ""
			if w.key != "" {
				var m map[string]json.RawMessage
				if err := json.Unmarshal([]byte(first), &m); err != nil {
					t.Fatal(err)
				}
				value = strings.Trim(string(m[w.key]), `"`)
			}
			want, absent := strings.CutPrefix(strings.ReplaceAll(w.want, "{}", value), "!")
			with := strings.ReplaceAll(w.with, "{}", value)
			got := call(w.read, with)
			if strings.Contains(got, want) == absent {
				t.Errorf("seed %d: %s %s, then %s %s gave %.400s; want %q present: %v", seed, w.act, w.args, w.read, with, got, want, !absent)
			}
			if snap, err := env.Snapshot(ctx); err != nil || string(snap) == "{}" {
				t.Errorf("seed %d: %s left no change in the snapshot %s (%v)", seed, w.act, snap, err)
			}
			// A fresh world of the same seed knows nothing of it.
			if env, err = lib.Open(seed); err != nil {
				t.Fatal(err)
			}
			r, err := env.Call(ctx, tool.Call{Name: w.read, Arguments: json.RawMessage(with)})
			before, seen = string(r.Content), err == nil && r.Fault == ""
			if seen && w.act != w.read && strings.Contains(before, want) != absent {
				t.Errorf("seed %d: %s %s: a fresh world shows %q already: %.300s", seed, w.read, with, want, before)
			}
		}
	}
}

// TestEveryActionIsTested: each tool that changes the world has a test that reads what it wrote.
func TestEveryActionIsTested(t *testing.T) {
	tested := map[string]string{
		"remove_saved_activity": "TestUndo", "unblock_address": "TestUndo",
		"cancel_stock_order": "TestFinanceProperties", // nothing is open in a fresh world
	}
	for _, w := range written {
		tested[w.act] = "TestWriteThenRead"
	}
	for _, tl := range New().Tools() {
		if tl.Kind == define.Action && tested[tl.Spec.Name] == "" {
			t.Errorf("%s has no test that reads what it wrote", tl.Spec.Name)
		}
		if tl.Kind != define.Action && tested[tl.Spec.Name] != "" {
			t.Errorf("%s changes nothing by its declaration", tl.Spec.Name)
		}
	}
}

// TestUndo: what was added can be taken back.
func TestUndo(t *testing.T) {
	env, err := New().Open(1)
	if err != nil {
		t.Fatal(err)
	}
	perform[obj](t, env, "save_activity", `{"key":"1000000"}`)
	if got := perform[obj](t, env, "remove_saved_activity", `{"key":"1000000"}`); got["removed"] != true {
		t.Errorf("removing a saved activity: %v", got)
	}
	if got := perform[obj](t, env, "remove_saved_activity", `{"key":"1000000"}`); got["removed"] != false {
		t.Errorf("removing it twice: %v", got)
	}
	perform[obj](t, env, "block_address", `{"value":"23.7.66.66"}`)
	if got := perform[obj](t, env, "unblock_address", `{"value":"23.7.66.66"}`); got["removed"] != true {
		t.Errorf("unblocking: %v", got)
	}
	if got := perform[obj](t, env, "check_ip_reputation", `{"ip":"23.7.66.66"}`); got["blocked"] != false {
		t.Errorf("still blocked: %v", got)
	}
}

// One moment, and no guests, leave the same world however they are written.
func TestAppointmentSpelling(t *testing.T) {
	lib, ctx := New(), context.Background()
	var first string
	for _, args := range []string{
		`{"title":"Tea","start":"2026-01-05T10:00:00Z"}`,
		`{"title":"Tea","start":"2026-01-05T12:00:00+02:00","guests":[]}`,
	} {
		env, err := lib.Open(1)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := env.Call(ctx, tool.Call{Name: "add_appointment", Arguments: json.RawMessage(args)}); err != nil || r.Fault != "" {
			t.Fatalf("%s: %v %s", args, err, r.Content)
		}
		state, err := env.Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(state)
		} else if string(state) != first {
			t.Errorf("%s leaves %s, want %s", args, state, first)
		}
	}
}
