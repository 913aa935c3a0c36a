package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/chattest"
	"deft/internal/cli"
	"deft/internal/env"
	"deft/internal/shared"
)

// deft runs one command line in this process, with its data in home.
func deft(t *testing.T, home string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(context.Background(), &env.State{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now,
		Getenv: func(name string) string {
			if name == "DEFT_HOME" {
				return home
			}
			return ""
		},
	})
	return code, out.String(), errs.String()
}

type result struct {
	Run                     string
	Samples, Scored, Errors int
}

func parse(t *testing.T, stdout string) result {
	t.Helper()
	var r result
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatalf("%v in %q", err, stdout)
	}
	return r
}

// preflight is what the first short call of every process says.
const preflight = "Say OK."

// empty answers every prompt with an empty list of calls.
func empty(chattest.Request) chat.Response {
	return chat.Response{Message: chat.Message{Content: "[]"}, Finish: chat.FinishStop}
}

// TestFaultMatrix lets a third of the samples meet each fault, for good at first: they end in
// error, the others are scored, nothing is lost, and a resume asks the failed ones only.
func TestFaultMatrix(t *testing.T) {
	faults := []chattest.Fault{
		chattest.Busy, chattest.BusyRetryAfter, chattest.ServerError, chattest.Reset, chattest.Hang,
		chattest.Truncated, chattest.InvalidJSON, chattest.EmptyChoices, chattest.InvalidUTF8,
	}
	for _, fault := range faults {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			var broken atomic.Bool
			broken.Store(true)
			third := func(prompt string) bool { return len(prompt)%3 == 0 }
			server := chattest.NewServer(t, chattest.Options{Answer: empty, Fault: func(r chattest.Request) chattest.Fault {
				if broken.Load() && third(r.Prompt()) {
					return fault
				}
				return chattest.NoFault
			}})
			home := t.TempDir()
			code, out, _ := deft(t, home, "eval", "sealtools", "--model", server.URL+"#m", "--retries", "2", "--timeout", "300ms", "--no-cache", "--json")
			r := parse(t, out)
			if code != 1 || r.Errors == 0 || r.Scored+r.Errors != r.Samples {
				t.Fatalf("exit %d, %+v; want exit 1, some errors, the rest scored", code, r)
			}
			before := server.Prompts()
			broken.Store(false)
			code, out, errs := deft(t, home, "eval", "--resume", r.Run, "--no-cache", "--json")
			again := parse(t, out)
			if code != 0 || again.Errors != 0 || again.Scored != r.Samples {
				t.Fatalf("on resume exit %d, %+v: %s", code, again, errs)
			}
			for prompt, n := range server.Prompts() {
				if !third(prompt) && n != before[prompt] && prompt != preflight {
					t.Errorf("%.40q was answered and is asked again", prompt)
				}
			}
		})
	}
}

// TestHostileReplies: large and escape-ridden replies are answers like any other, and reach no
// terminal as they are.
func TestHostileReplies(t *testing.T) {
	for _, fault := range []chattest.Fault{chattest.Large, chattest.TerminalEscapes} {
		t.Run(string(fault), func(t *testing.T) {
			server := chattest.NewServer(t, chattest.Options{Answer: empty, Fault: func(r chattest.Request) chattest.Fault { return fault }})
			home := t.TempDir()
			code, out, errs := deft(t, home, "eval", "sealtools", "--model", server.URL+"#m", "--limit", "2", "--no-cache", "--retries", "1", "--json", "--samples")
			r := parse(t, out)
			if code != 0 || r.Scored != 2 {
				t.Fatalf("exit %d, %+v: a reply of this kind is still a reply: %s", code, r, errs)
			}
			_, out, _ = deft(t, home, "view", r.Run)
			for _, line := range strings.Split(out, "\n") {
				if id, _, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.Contains(id, "-") {
					_, view, _ := deft(t, home, "view", r.Run, id)
					if strings.ContainsAny(view, "\x1b\x07\u009b") {
						t.Errorf("a control character of the model's reaches the terminal: %.200q", view)
					}
				}
			}
		})
	}
}

// TestFullDisk runs into the end of a small file system: the command fails with what to do next,
// the store opens, and once there is room the run completes.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("mounts a file system")
	}
	data := shared.Data(t, "sealtools")
	dir := t.TempDir()
	mount := func(options string) error {
		return exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).Run()
	}
	if os.Getuid() != 0 || mount("size=8m") != nil {
		t.Skip("cannot mount a tmpfs here: needs root")
	}
	defer func() { _ = exec.Command("umount", "-l", dir).Run() }()
	server := chattest.NewServer(t, chattest.Options{Answer: func(r chattest.Request) chat.Response {
		return chat.Response{Message: chat.Message{Content: "[] " + strings.Repeat("x", 30000)}, Finish: chat.FinishStop}
	}})
	home, db := t.TempDir(), filepath.Join(dir, "deft.db")
	code, _, errs := deft(t, home, "eval", "sealtools", "--data", data, "--split", "dev", "--model", server.URL+"#m", "--store", db, "--no-cache", "--json")
	if code != 1 || !strings.Contains(errs, "full") || !strings.Contains(errs, "--resume") {
		t.Fatalf("exit %d, %q; want 1 and a message about the full disk and --resume", code, errs)
	}
	code, out, errs := deft(t, home, "runs", "list", "--json", "--store", db)
	var list struct {
		Runs []struct {
			Run, Status string
			Done        int
		}
	}
	if err := json.Unmarshal([]byte(out), &list); code != 0 || err != nil || len(list.Runs) != 1 {
		t.Fatalf("the store does not open: exit %d, %v, %s %s", code, err, out, errs)
	}
	done, asked := list.Runs[0].Done, server.Requests()
	if done == 0 {
		t.Error("nothing was stored before the disk was full")
	}
	if err := mount("remount,size=128m"); err != nil {
		t.Fatal(err)
	}
	code, out, errs = deft(t, home, "eval", "--resume", list.Runs[0].Run, "--store", db, "--no-cache", "--json")
	r := parse(t, out)
	if code != 0 || r.Scored != 700 {
		t.Fatalf("exit %d, %+v: %s", code, r, errs)
	}
	if again := server.Requests() - asked; again > 700-done+5 {
		t.Errorf("%d requests for the %d samples that were missing", again, 700-done)
	}
	t.Logf("stored before the disk was full: %d", done)
}
