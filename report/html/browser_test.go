package html_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"deft/report"
	"deft/report/html"
	"deft/report/reporttest"
)

// browser opens a headless Chromium and returns its context with what the page complained about and
// asked the network for.
func browser(t *testing.T) (ctx context.Context, complaints func() []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Chromium: install the package chromium")
		}
		t.Skip("no Chromium here: install the package chromium to run this test")
	}
	flags := append([]chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU}, chromedp.DefaultExecAllocatorOptions[:]...)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	var mu sync.Mutex
	var list []string
	err := chromedp.Listen(ctx, func(ev any) { // starts the browser
		mu.Lock()
		defer mu.Unlock()
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			list = append(list, "exception: "+e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			list = append(list, "log: "+e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file://") {
				list = append(list, "request: "+e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 90*time.Second)
	t.Cleanup(cancel)
	call(t, ctx, network.Enable, network.EnableParams{})
	call(t, ctx, log.Enable, cdp.Empty{})
	call(t, ctx, runtime.Enable, cdp.Empty{})
	return ctx, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(list)
	}
}

func call[P, R any](t *testing.T, ctx context.Context, c cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(ctx, c, params); err != nil {
		t.Fatal(err)
	}
}

// run makes one step in the browser.
func run[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func open(t *testing.T, ctx context.Context, file string) {
	t.Helper()
	run(t, ctx, chromedp.Navigate("file://"+file))
	run(t, ctx, chromedp.WaitVisible(chromedp.CSS(".case")))
}

// set gives a field a value as a person would, and waits until the list has followed.
func set(t *testing.T, ctx context.Context, field, value string) {
	t.Helper()
	run(t, ctx, chromedp.SetValue(chromedp.CSS(field), value))
	run(t, ctx, chromedp.Evaluate[bool](`['input', 'change'].map(e => document.querySelector('`+field+`').dispatchEvent(new Event(e))).length > 0`))
	run(t, ctx, chromedp.Sleep(300*time.Millisecond))
}

// save writes a page to a file, in $SHOTS when that is set so that a person can look at it.
func save(t *testing.T, name string, p html.Page) string {
	t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(write(t, p)), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// shot keeps a picture of the whole page in $SHOTS.
func shot(t *testing.T, ctx context.Context, name string, width int64, dark bool) {
	t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	run(t, ctx, chromedp.EmulateViewport(width, 900))
	png := run(t, ctx, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestInBrowser(t *testing.T) {
	ctx, complaints := browser(t)
	file := save(t, "one.html", single(t, 700))
	number := func(script string) float64 { return run(t, ctx, chromedp.Evaluate[float64](script)) }
	rows := `document.querySelectorAll('.case').length`
	found := `parseInt(document.getElementById('found').textContent)`

	open(t, ctx, file)
	paint := number(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1`)
	t.Logf("first contentful paint %.0f ms", paint)
	if paint < 0 {
		t.Error("nothing was painted")
	}
	if n := number(rows); n != 100 {
		t.Errorf("%g rows at first", n)
	}
	shot(t, ctx, "one-1280.png", 1280, false)
	shot(t, ctx, "one-700-dark.png", 700, true)
	run(t, ctx, chromedp.Click(chromedp.CSS("#more")))
	if n := number(rows); n != 200 {
		t.Errorf("%g rows after asking for more", n)
	}
	set(t, ctx, "#verdict", "failed")
	if n := number(found); n != 280 {
		t.Errorf("%g failed samples", n)
	}
	run(t, ctx, chromedp.Click(chromedp.CSS(".case summary")))
	run(t, ctx, chromedp.WaitVisible(chromedp.CSS(".case .block.reply")))
	transcript := run(t, ctx, chromedp.Text(chromedp.CSS(".case .body")))
	for _, want := range []string{"I would call wether. </script><script>alert(1)</script>", "⟨001b⟩[31m⟨202e⟩⟨0000⟩&amp;", "weather", "Gold", "unexpected"} {
		if !strings.Contains(transcript, want) {
			t.Errorf("the transcript does not show %q:\n%s", want, transcript)
		}
	}
	shot(t, ctx, "transcript-1280.png", 1280, false)
	set(t, ctx, "#find", "town 4?")
	if n := number(found); n != 1 {
		t.Errorf("%g failed samples ask about town 4", n)
	}
	if n := number(`document.querySelectorAll('img, main script').length`); n != 0 {
		t.Error("a hostile text became an element")
	}
	if list := complaints(); len(list) > 0 {
		t.Errorf("the browser complains: %q", list)
	}
}

// Nothing is wider than the window, at any of these widths.
func TestFitsTheWindow(t *testing.T) {
	ctx, complaints := browser(t)
	st := source(60)
	rs := []report.Result{collect(t, st, "mine"), collect(t, st, "better"), collect(t, st, "worse")}
	in := func(id string) report.Input { return report.Input{Run: st.Run(id), Scoring: reporttest.Scoring()} }
	cs, err := report.Compare(context.Background(), st, in("mine"), []report.Input{in("better"), in("worse")}, report.Options{Seed: 1, Replicates: 200})
	if err != nil {
		t.Fatal(err)
	}
	file := save(t, "several.html", html.Page{
		Results: rs, Comparisons: cs, Floor: []report.Result{collect(t, st, "baseline")}, Ceiling: []report.Result{collect(t, st, "oracle")},
		Samples: []html.Samples{gather(t, st, "mine"), gather(t, st, "worse")}, Sections: sections(),
	})
	for _, width := range []int64{1280, 700, 400} {
		run(t, ctx, chromedp.EmulateViewport(width, 900))
		open(t, ctx, file)
		if over := run(t, ctx, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - window.innerWidth`)); over > 0 {
			t.Errorf("at %d pixels the page is %g too wide", width, over)
		}
	}
	set(t, ctx, "#run", "1")
	if n := run(t, ctx, chromedp.Evaluate[float64](`document.querySelectorAll('.case').length`)); n != 60 {
		t.Errorf("%g samples of the second run", n)
	}
	if list := complaints(); len(list) > 0 {
		t.Errorf("the browser complains: %q", list)
	}
	shot(t, ctx, "several-1280.png", 1280, false)
	shot(t, ctx, "several-1280-dark.png", 1280, true)
	shot(t, ctx, "several-700.png", 700, false)
}
