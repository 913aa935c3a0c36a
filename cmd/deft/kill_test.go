package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deft/internal/shared"
	"deft/runner"
	"deft/store/sqlite"
)

// countingServer answers every request with an empty list of calls, fails a tenth of them in four
// ways, and counts by the seed, which is a sample's own.
type countingServer struct {
	mu       sync.Mutex
	rng      *rand.Rand
	asked    map[uint64]int // requests, failed ones too
	answered map[uint64]int
}

func (c *countingServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, `{"data":[{"id":"counted"}]}`)
		return
	}
	var body struct {
		Seed *uint64 `json:"seed"`
	}
	b, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(b, &body); err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	const reply = `{"id":"x","object":"chat.completion","model":"counted-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"[]"}}],"usage":{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12}}`
	if body.Seed == nil { // the preflight call
		fmt.Fprint(w, reply)
		return
	}
	c.mu.Lock()
	c.asked[*body.Seed]++
	fault := c.rng.IntN(40)
	if fault > 3 {
		c.answered[*body.Seed]++
	}
	c.mu.Unlock()
	time.Sleep(5 * time.Millisecond)
	switch fault {
	case 0:
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusInternalServerError)
	case 1:
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
	case 2:
		fmt.Fprint(w, reply[:50])
	case 3:
		panic(http.ErrAbortHandler) // the connection is reset
	default:
		fmt.Fprint(w, reply)
	}
}

// TestKill kills the process with SIGKILL at twenty random points of a run of 700 samples and
// resumes it each time: one result a sample, none lost, none but the in-flight asked again.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the binary twenty times")
	}
	data := shared.Data(t, "sealtools")
	dir := t.TempDir()
	bin := filepath.Join(dir, "deft")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	counting := &countingServer{rng: rand.New(rand.NewPCG(1, 2)), asked: map[uint64]int{}, answered: map[uint64]int{}}
	server := httptest.NewUnstartedServer(counting)
	server.Config.ErrorLog = nil
	server.Start()
	defer server.Close()
	const inFlight, kills, samples = 8, 20, 700
	db := filepath.Join(dir, "deft.db")
	env := append(os.Environ(), "DEFT_HOME="+dir)
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(bin, append(args, "--store", db, "--concurrency", fmt.Sprint(inFlight), "--no-cache")...)
		c.Env = env
		return c
	}
	args := []string{"eval", "sealtools", "--data", data, "--split", "dev", "--model", server.URL + "/v1#counted"}
	rng := rand.New(rand.NewPCG(3, 4))
	done := map[string]bool{}
	askedAtKill := map[uint64]int{}
	for range kills {
		c := command(args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(150+rng.IntN(250)) * time.Millisecond)
		_ = c.Process.Signal(syscall.SIGKILL)
		_ = c.Wait()
		runID, now := finished(t, db)
		for id := range done {
			if !now[id] {
				t.Fatalf("sample %s was stored and is lost", id)
			}
			seed := runner.Seed(1, id, 0)
			if counting.count(seed) != askedAtKill[seed] {
				t.Errorf("sample %s was stored and was asked again", id)
			}
		}
		done = now
		for id := range done {
			seed := runner.Seed(1, id, 0)
			askedAtKill[seed] = counting.count(seed)
		}
		if runID != "" {
			args = []string{"eval", "--resume", runID}
		}
		if len(done) == samples {
			break
		}
	}
	out, err := command(append(args, "--json")...).CombinedOutput()
	if err != nil {
		t.Fatalf("the last resume: %v\n%s", err, out)
	}
	var result struct{ Samples, Scored, Errors int }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if result.Samples != samples || result.Scored != samples || result.Errors != 0 {
		t.Errorf("%+v, want %d samples, all scored", result, samples)
	}
	total := 0
	counting.mu.Lock()
	defer counting.mu.Unlock()
	for _, n := range counting.answered {
		total += n
	}
	if len(counting.answered) != samples {
		t.Errorf("%d samples were answered, want %d", len(counting.answered), samples)
	}
	if again := total - samples; again > kills*inFlight {
		t.Errorf("%d answers were asked for again; %d kills with %d in flight allow %d", again, kills, inFlight, kills*inFlight)
	}
	t.Logf("%d kills, %d answers for %d samples", kills, total, samples)
}

func (c *countingServer) count(seed uint64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked[seed]
}

// finished opens the database as a fresh process would and gives the samples that are stored.
func finished(t *testing.T, db string) (runID string, ids map[string]bool) {
	t.Helper()
	ids = map[string]bool{}
	if _, err := os.Stat(db); errors.Is(err, os.ErrNotExist) {
		return "", ids
	}
	ctx := context.Background()
	st, err := sqlite.Open(ctx, db)
	if err != nil {
		t.Fatalf("open after a kill: %v", err)
	}
	defer st.Close()
	runs, err := st.ListRuns(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) == 0 {
		return "", ids
	}
	if len(runs) > 1 {
		t.Fatalf("%d runs; a resume must not start another", len(runs))
	}
	ts, err := st.Transcripts(ctx, runs[0].ID, 0, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range ts {
		if tr.Error != "" && !strings.Contains(tr.Error, "attempts") {
			t.Errorf("%s: %s", tr.Key.Sample, tr.Error)
		}
		if tr.Error == "" {
			if ids[tr.Key.Sample] {
				t.Errorf("%s has two results", tr.Key.Sample)
			}
			ids[tr.Key.Sample] = true
		}
	}
	return runs[0].ID, ids
}
