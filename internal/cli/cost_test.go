package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/chat"
	"deft/chat/chattest"
)

// TestBudgetStopsAndResumes spends a small budget, stops with everything stored, and goes on with
// a larger one without asking again what was answered.
func TestBudgetStopsAndResumes(t *testing.T) {
	server := chattest.NewServer(t, chattest.Options{Answer: func(chattest.Request) chat.Response {
		return chat.Response{Message: chat.Message{Content: "[]"}, Usage: chat.Usage{InputTokens: 1000, OutputTokens: 1000}}
	}})
	home := t.TempDir()
	spec := server.URL + "#m"
	code, _, errs := deft(t, home, "eval", "sealtools", "--model", spec, "--max-cost", "1")
	if code != 2 || !strings.Contains(errs, "--prices") {
		t.Fatalf("exit %d, %q; a budget without a price must be refused", code, errs)
	}
	prices := filepath.Join(home, "prices.yaml")
	if err := os.WriteFile(prices, []byte("date: 2026-01-01\nmodels:\n  m: {input: 1, output: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs = deft(t, home, "eval", "sealtools", "--model", spec, "--prices", prices, "--max-cost", "0.02", "--concurrency", "2")
	if code != 1 || !strings.Contains(errs, "--max-cost") || !strings.Contains(errs, "--resume") {
		t.Fatalf("exit %d, %q; want a stop that says how to go on", code, errs)
	}
	first := server.Requests()
	code, out, errs := deft(t, home, "eval", "--resume", "last", "--prices", prices, "--max-cost", "5", "--json")
	r := parse(t, out)
	if code != 0 || r.Scored != r.Samples {
		t.Fatalf("exit %d, %+v: %s", code, r, errs)
	}
	if total := server.Requests(); total > r.Samples+6 { // a preflight a process, and what was in flight
		t.Errorf("%d requests before the stop and %d in all for %d samples", first, total, r.Samples)
	}
	if !strings.Contains(out, `"cost_usd": 0.0`) {
		t.Errorf("no cost in %s", out)
	}
}

// TestCache: the same run again asks nothing but the preflight, and says what it cost: nothing.
func TestCache(t *testing.T) {
	server := chattest.NewServer(t, chattest.Options{Answer: empty})
	home := t.TempDir()
	args := []string{"eval", "sealtools", "--model", server.URL + "#m", "--json"}
	deft(t, home, args...)
	before := server.Requests()
	code, out, errs := deft(t, home, args...)
	if r := parse(t, out); code != 0 || r.Scored != r.Samples {
		t.Fatalf("exit %d, %+v: %s", code, r, errs)
	}
	if again := server.Requests() - before; again > 2 {
		t.Errorf("%d requests for a run that was made before", again)
	}
	before = server.Requests()
	deft(t, home, append(args, "--trials", "2")...)
	if asked := server.Requests() - before; asked < 30 {
		t.Errorf("%d requests; the second trial is a draw of its own", asked)
	}
}
