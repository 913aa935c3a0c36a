package library

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deft/internal/race"
	"deft/tool"
)

// perform makes a call that must succeed and decodes its result.
func perform[T any](t *testing.T, env *Environment, name, format string, a ...any) (out T) {
	t.Helper()
	args := fmt.Sprintf(format, a...)
	r, err := env.Call(context.Background(), tool.Call{Name: name, Arguments: json.RawMessage(args)})
	if err != nil || r.Fault != "" {
		t.Fatalf("%s %s: fault %q: %s (%v)", name, args, r.Fault, r.Content, err)
	}
	if err := json.Unmarshal(r.Content, &out); err != nil {
		t.Fatalf("%s %s gave %s: %v", name, args, r.Content, err)
	}
	return out
}

type obj = map[string]any

// deskProperties: what one tool of the desk writes, the others see.
func deskProperties(t *testing.T, env *Environment) {
	perform[obj](t, env, "write_workspace_file", `{"file_path":"notes/x.txt","text":"b 2\na 1\nb 2\n"}`)
	if got := perform[obj](t, env, "read_workspace_file", `{"file_path":"notes/x.txt"}`); fmt.Sprint(got["lines"]) != "[b 2 a 1 b 2]" {
		t.Errorf("written and read: %v", got)
	}
	if got := perform[obj](t, env, "run_shell_command", `{"command":"sort notes/x.txt | uniq -c > notes/y.txt"}`); got["written_to"] != "notes/y.txt" {
		t.Errorf("shell: %v", got)
	}
	if got := perform[obj](t, env, "run_shell_command", `{"command":"cat notes/y.txt"}`); got["output"] != "1 a 1\n2 b 2\n" {
		t.Errorf("shell wrote %q", got["output"])
	}
	doc := perform[obj](t, env, "merge_pdfs", `{"file_paths":["docs/report01.pdf","docs/report02.pdf"]}`)
	one := perform[obj](t, env, "read_workspace_file", `{"file_path":"docs/report01.pdf"}`)
	two := perform[obj](t, env, "read_workspace_file", `{"file_path":"docs/report02.pdf"}`)
	if doc["pages"] != one["total"].(float64)+two["total"].(float64) {
		t.Errorf("merged %v and %v to %v pages", one["total"], two["total"], doc["pages"])
	}
	if parts := perform[obj](t, env, "split_pdf", `{"file_path":"docs/merged.pdf"}`)["parts"].([]any); float64(len(parts)) != doc["pages"] {
		t.Errorf("split gives %d parts", len(parts))
	}
	perform[obj](t, env, "protect_pdf", `{"file_path":"docs/report01.pdf","new_password":"abcd","output_path":"docs/p.pdf"}`)
	r, _ := env.Call(t.Context(), tool.Call{Name: "read_workspace_file", Arguments: json.RawMessage(`{"file_path":"docs/p.pdf"}`)})
	if r.Fault != tool.FaultFailed {
		t.Errorf("a protected document can be read: %s", r.Content)
	}
	if got := perform[obj](t, env, "unlock_pdf", `{"file_path":"docs/p.pdf","password":"abcd"}`); got["pages"] != one["total"] || got["was_protected"] != true {
		t.Errorf("unlocked: %v", got)
	}
	turned := perform[obj](t, env, "rotate_pdf", `{"file_path":"docs/report01.pdf","angle":90}`)
	back := perform[obj](t, env, "rotate_pdf", `{"file_path":%q,"angle":-90}`, turned["file_path"])
	if s := fmt.Sprint(back["rotations"]); strings.ContainsAny(s, "123456789") {
		t.Errorf("turned there and back: %s", s)
	}

	sent := perform[obj](t, env, "send_mail", `{"to":"ana@post.example","subject":"Plan 77","body":"Hello"}`)
	found := perform[obj](t, env, "find_mails", `{"folder":"sent","subject":"plan 77","receiver":"ana@post.example"}`)
	if items := found["items"].([]any); len(items) != 1 || items[0].(obj)["id"] != sent["id"] {
		t.Errorf("sent %v, found %v", sent["id"], found)
	}
	latest := perform[obj](t, env, "receive_latest_mail", `{"unread_only":true,"count":20}`)
	if left := latest["unread_left"].(float64); left > 0 && len(latest["mails"].([]any)) < 20 {
		t.Errorf("%v mails stay unread", left)
	}
	id := perform[obj](t, env, "receive_latest_mail", `{}`)["mails"].([]any)[0].(obj)["id"]
	answer := perform[obj](t, env, "send_mail", `{"to":"ana@post.example","body":"Yes","reply_to":%q}`, id)
	if got := perform[obj](t, env, "open_mail", `{"mail_id":%q,"move_to":"archive"}`, id); !slices.Contains(got["answer_ids"].([]any), answer["id"]) {
		t.Errorf("the answer %v is not in the thread: %v", answer["id"], got["answer_ids"])
	}
	if got := perform[obj](t, env, "find_mails", `{"folder":"archive"}`); got["total"].(float64) != 1 {
		t.Errorf("archive: %v", got)
	}
	list := perform[obj](t, env, "send_mail_to_list", `{"to":["a@x.example","b@x.example","a@x.example"],"subject":"Round 5","body":"Hi {name}"}`)
	if got := perform[obj](t, env, "find_mails", `{"subject":"Round 5"}`); got["total"] != float64(len(list["sent_ids"].([]any))) || got["total"] != 2.0 {
		t.Errorf("a list of two got %v mails", got["total"])
	}

	short := perform[obj](t, env, "shorten_url", `{"long_url":"https://shop.example/p?q=a+b"}`)
	if got := perform[obj](t, env, "analyze_url", `{"url":%q}`, short["short_url"]); got["leads_to"] != "https://shop.example/p?q=a+b" || fmt.Sprint(got["query"]) != "map[q:[a b]]" {
		t.Errorf("short address: %v", got)
	}
	before := perform[obj](t, env, "list_automations", `{"app":"files"}`)["items"].([]any)[0].(obj)
	run := perform[obj](t, env, "run_automation", `{"automation_id":%q,"text":"bread","file_path":"notes/x.txt"}`, before["id"])
	if run["runs"] != before["runs"].(float64)+1 {
		t.Errorf("runs went from %v to %v", before["runs"], run["runs"])
	}
	if got := perform[obj](t, env, "read_workspace_file", `{"file_path":"notes/x.txt","first":4}`); fmt.Sprint(got["lines"]) != "[bread]" {
		t.Errorf("appended: %v", got)
	}
	perform[obj](t, env, "run_notebook_cell", `{"code":"k = 6 * 7"}`)
	if got := perform[obj](t, env, "run_notebook_cell", `{"code":"print k"}`); got["output"] != "42\n" {
		t.Errorf("notebook: %v", got)
	}
	there := perform[obj](t, env, "convert_units", `{"value":37.5,"from_unit":"celsius","to_unit":"fahrenheit"}`)
	if back := perform[obj](t, env, "convert_units", `{"value":%v,"from_unit":"fahrenheit","to_unit":"celsius"}`, there["value"]); there["value"] != 99.5 || back["value"] != 37.5 {
		t.Errorf("37.5 °C: %v °F and back %v", there["value"], back["value"])
	}
	rows := perform[obj](t, env, "query_csv_file", `{"file_path":"data/expenses1.csv","limit":200}`)["rows"].([]any)
	sum, groups := 0.0, 0.0
	for _, r := range rows {
		sum += r.(obj)["amount"].(float64)
	}
	for _, g := range perform[obj](t, env, "query_csv_file", `{"file_path":"data/expenses1.csv","group_by":"item","value":"amount"}`)["rows"].([]any) {
		groups += g.(obj)["total"].(float64)
	}
	if d := sum - groups; d*d > 1e-6 {
		t.Errorf("rows sum to %v, groups to %v", sum, groups)
	}
}

// TestProgramsEnd: programs and commands that want too much are answered, quickly.
func TestProgramsEnd(t *testing.T) {
	env, err := New().Open(1)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("concat(s,", 100) + "'x'" + strings.Repeat(")", 100)
	for _, c := range [][2]string{
		{"run_program", "while 1 = 1\nend"}, {"run_program", "s = 'a'\nwhile true\ns = s + s\nend"}, {"run_program", "s='a'\nwhile true\nprint " + long + "\nend"},
		{"run_program", "end"}, {"run_program", "if true"}, {"run_program", "for i = 1 to 'x'\nend"}, {"run_program", "else"}, {"run_program", "x == 2"}, {"run_program", "if x like y\nend"},
		{"run_shell_command", "cat ../../etc/passwd"}, {"run_shell_command", "cat x; rm y"}, {"run_shell_command", "| |"}, {"run_shell_command", "curl http://x"}, {"run_shell_command", "cut -f notes/note01.txt"},
		{"run_shell_command", "echo a > notes"}, {"run_shell_command", "tr a"}, {"run_shell_command", "head -n -5 notes/note01.txt"}, {"run_shell_command", "grep"}, {"run_shell_command", ">"},
	} {
		param := map[string]string{"run_program": "code", "run_shell_command": "command"}[c[0]]
		args, _ := json.Marshal(map[string]string{param: c[1]})
		start := cpuTime()
		r, err := env.Call(t.Context(), tool.Call{Name: c[0], Arguments: args})
		if err != nil || r.Fault == "" {
			t.Errorf("%s %.60q: %s (%v)", c[0], c[1], r.Content, err)
		}
		if took := cpuTime() - start; took.Milliseconds() > 500 && !race.Enabled {
			t.Errorf("%s %.60q took %v", c[0], c[1], took)
		}
	}
}
