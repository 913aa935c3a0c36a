package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"deft/internal/app"
	"deft/internal/env"
)

// TestProgressFits: a line that wrapped would not be drawn again in place but fill the screen. The
// numbers stay when the model's name is long.
func TestProgressFits(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	s := env.State{Stderr: &out, StderrTerminal: true, StderrWidth: 60, Now: func() time.Time { now = now.Add(time.Second); return now }}
	p := newProgress(&s, false)
	model := "http://localhost:8000/v1#" + strings.Repeat("name", 20)
	for _, u := range []app.Progress{
		{Task: "core", Model: model, Run: "r", Phase: "running", Done: 1, Total: 80},
		{Task: "core", Model: model, Run: "r", Phase: "running", Done: 40, Total: 80},
		{Task: "core", Model: model, Run: "r", Phase: "scoring"},
	} {
		out.Reset()
		p.show(u)
		if n := ansi.StringWidth(strings.TrimPrefix(out.String(), "\r")); n == 0 || n >= s.StderrWidth {
			t.Errorf("%d columns: %q", n, out.String())
		}
		if u.Done == 40 && !strings.Contains(out.String(), "40/80  ") {
			t.Errorf("the numbers are cut: %q", out.String())
		}
	}
}
