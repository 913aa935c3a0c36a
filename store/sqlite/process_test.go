package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"deft/store"
	"deft/store/sqlite"
	"deft/store/storetest"
)

// The test binary is also the other process: with this variable set it is a worker on a store.
const workerEnv = "DEFT_TEST_WORKER"

func TestMain(m *testing.M) {
	if w := os.Getenv(workerEnv); w != "" {
		if err := worker(strings.Split(w, "|")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// worker creates a run, holds it and commits its samples one by one, telling of each on stdout. Then
// it keeps the store open until its stdin ends.
func worker(args []string) error {
	ctx := context.Background()
	path, run := args[0], args[1]
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	st, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	r := storetest.NewRun(run)
	r.Status = store.StatusRunning
	if err := st.CreateRun(ctx, r); err != nil {
		return err
	}
	if err := st.AddSamples(ctx, run, storetest.NewItems(0, n)); err != nil {
		return err
	}
	for i := range n {
		if err := st.Commit(ctx, run, done(i, i+1)); err != nil {
			return err
		}
		fmt.Println(i)
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return st.Close()
}

// start runs a worker that ends when its samples are done, or that lives until it is killed.
func start(t testing.TB, path, run string, n int, lives bool) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	if lives {
		_, err := cmd.StdinPipe()
		must(t, err)
	}
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%s|%d", workerEnv, path, run, n))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	return cmd, bufio.NewScanner(out)
}

// Killed without warning, a process loses nothing that Commit had returned for, and no lock of its
// stays.
func TestKill(t *testing.T) {
	kills := 12
	if testing.Short() {
		kills = 3
	}
	path := filepath.Join(t.TempDir(), "deft.db")
	st := open(t, path)
	for k := range kills {
		run := fmt.Sprint("run", k)
		cmd, out := start(t, path, run, 2000, true)
		acknowledged := 0
		for acknowledged < 20+k*13 && out.Scan() {
			acknowledged++
		}
		r, err := st.Run(t.Context(), run)
		must(t, err)
		if r.Status != store.StatusRunning {
			t.Errorf("while the process lives the run is %s", r.Status)
		}
		if _, err := st.Lock(t.Context(), run); !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), strconv.Itoa(cmd.Process.Pid)) {
			t.Errorf("lock of a run in use: error %v, want one that names process %d", err, cmd.Process.Pid)
		}
		must(t, cmd.Process.Kill())
		for out.Scan() {
			acknowledged++
		}
		_ = cmd.Wait() // killed
		if r, err = st.Run(t.Context(), run); err != nil || r.Status != store.StatusInterrupted || r.Done < acknowledged {
			t.Errorf("after the kill: run is %s with %d done, error %v; %d were acknowledged", r.Status, r.Done, err, acknowledged)
		}
		ts, err := st.Transcripts(t.Context(), run, 0, 1<<20)
		must(t, err)
		if len(ts) != r.Done {
			t.Errorf("%d done and %d transcripts", r.Done, len(ts))
		}
		release, err := st.Lock(t.Context(), run)
		must(t, err)
		release()
	}
}

// Several processes fill one store at once; none is turned away.
func TestProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deft.db")
	const n, workers = 60, 3
	var all sync.WaitGroup
	for w := range workers {
		cmd, out := start(t, path, fmt.Sprint("run", w), n, false)
		all.Go(func() {
			for out.Scan() { // until it ends
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	rs, err := open(t, path).ListRuns(t.Context())
	must(t, err)
	for _, r := range rs {
		if r.Done != n || r.Status != store.StatusInterrupted {
			t.Errorf("run %s is %s with %d done", r.ID, r.Status, r.Done)
		}
	}
	if len(rs) != workers {
		t.Errorf("%d runs, want %d", len(rs), workers)
	}
}
