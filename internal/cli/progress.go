package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"deft/internal/app"
	"deft/internal/env"
	"deft/report/term"
)

// progress is one line on standard error that is drawn again in place, only for a person.
type progress struct {
	w       io.Writer
	width   int // columns of the terminal, 0: not known
	now     func() time.Time
	on      bool
	run     string
	started time.Time
	base    int // done before this process
	last    time.Time
	drawn   bool
}

func newProgress(s *env.State, quiet bool) *progress {
	return &progress{w: s.Stderr, width: s.StderrWidth, now: s.Now, on: s.StderrTerminal && !quiet}
}

// redraw is how often the line changes at most.
const redraw = 100 * time.Millisecond

func (p *progress) show(u app.Progress) {
	if !p.on {
		return
	}
	now := p.now()
	if u.Run != p.run || p.started.IsZero() {
		p.run, p.started, p.base = u.Run, now, u.Done
		p.last = time.Time{}
	}
	if now.Sub(p.last) < redraw && u.Phase == "running" && u.Done+u.Failed < u.Total {
		return
	}
	p.last = now
	fmt.Fprint(p.w, "\r\x1b[K"+p.line(u, now))
	p.drawn = true
}

// line is such as "sealtools · oracle  [#######---]  432/700  31/s  2 errors  9s left".
func (p *progress) line(u app.Progress, now time.Time) string {
	head := term.Safe(u.Task) + " · " + term.Safe(u.Model)
	tail := p.tail(u, now)
	if p.width > 0 { // a line that wraps cannot be drawn again in place
		head = ansi.Truncate(head, max(p.width-1-ansi.StringWidth(tail), 0), "…")
		return ansi.Truncate(head+tail, p.width-1, "")
	}
	return head + tail
}

// tail is the line behind task and model.
func (p *progress) tail(u app.Progress, now time.Time) string {
	if u.Phase != "running" || u.Total == 0 {
		return "  " + u.Phase + " …"
	}
	const width = 20
	full := min(width*(u.Done+u.Failed)/u.Total, width)
	s := fmt.Sprintf("  [%s%s]  %d/%d", strings.Repeat("#", full), strings.Repeat("-", width-full), u.Done, u.Total)
	if u.Failed > 0 {
		s += fmt.Sprintf("  %d errors", u.Failed)
	}
	took := now.Sub(p.started).Seconds()
	if rate := float64(u.Done+u.Failed-p.base) / took; took > 0.5 && rate > 0 {
		left := time.Duration(float64(u.Total-u.Done-u.Failed) / rate * float64(time.Second))
		s += fmt.Sprintf("  %.0f/s  %s left", rate, left.Round(time.Second))
	}
	return s
}

// end wipes the line, so that the report stands alone.
func (p *progress) end() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
