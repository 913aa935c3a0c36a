package python

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// nobody is the user that code runs as when deft itself runs as root: the kernel does not apply
// the limit on processes to root.
const nobody = 65534

// sandbox makes commands that run CPython in bubblewrap.
type sandbox struct {
	bwrap   string
	prlimit string
	python  string
	filter  []byte // system calls that are refused, as a BPF program
	limits  Limits
}

// newSandbox looks for the programs it needs and makes a trial. The error says what is missing.
func newSandbox(ctx context.Context, l Limits) (*sandbox, error) {
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		return nil, errors.New("bubblewrap (bwrap) is not installed")
	}
	prlimit, err := first("prlimit (util-linux)", "/usr/bin/prlimit", "/bin/prlimit")
	if err != nil {
		return nil, err
	}
	python, err := first("a system CPython", "/usr/bin/python3", "/usr/local/bin/python3")
	if err != nil {
		return nil, err
	}
	filter, err := refusedCalls()
	if err != nil {
		return nil, err
	}
	s := &sandbox{bwrap: bwrap, prlimit: prlimit, python: python, limits: l, filter: filter}
	return s, s.probe(ctx)
}

func first(what string, paths ...string) (string, error) {
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s is not installed as %s", what, strings.Join(paths, " or "))
}

// probe runs a trivial program: containers often forbid user namespaces.
func (s *sandbox) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := s.command(ctx, nil)
	cmd.Stdin = strings.NewReader("print(6*7)")
	out := &capped{limit: 1 << 10}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = time.Second
	err := runOwned(cmd)
	text, _ := out.text()
	if err == nil && strings.TrimSpace(text) == "42" {
		return nil
	}
	if text = strings.TrimSpace(text); text == "" && err != nil {
		text = err.Error()
	}
	return fmt.Errorf("bubblewrap does not work here: %s", text)
}

// arguments of bwrap: an empty world with the system's programs read-only and one small folder in
// memory that can be written. Everything else that is mounted is read-only, or would let a program
// fill the memory through /dev and /. With sh there is a second such folder, which is the current one,
// for files that are shared.
func (s *sandbox) arguments(sh *sharing) []string {
	l := s.limits
	disk := strconv.FormatInt(l.Disk, 10)
	file, main, here := min(l.Disk, maxFile), runner, "/tmp"
	var shared []string
	if sh != nil {
		here, main = "/workspace", sharingRunner
		file = max(file, sh.limits.Bytes) // to put the files there; the program's own limit is the smaller one
		shared = []string{"--size", strconv.FormatInt(sh.tmpfs(), 10), "--tmpfs", here}
	}
	args := []string{
		"--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL",
		"--uid", strconv.Itoa(nobody), "--gid", strconv.Itoa(nobody), "--hostname", "sandbox",
		"--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8",
		"--setenv", "OPENBLAS_NUM_THREADS", "1", "--setenv", "OMP_NUM_THREADS", "1",
		"--ro-bind", "/usr", "/usr",
	}
	for _, dir := range []string{"bin", "sbin", "lib", "lib64", "lib32"} {
		at := "/" + dir
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			if target, err := os.Readlink(at); err == nil {
				args = append(args, "--symlink", target, at)
			}
		} else if err == nil {
			args = append(args, "--ro-bind", at, at)
		}
	}
	args = append(args, "--proc", "/proc", "--dev", "/dev", "--size", "4096", "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
		"--size", disk, "--tmpfs", "/tmp")
	args = append(args, shared...)
	return append(args, "--chdir", here, "--remount-ro", "/", "--seccomp", "3",
		"--", s.prlimit, "--as="+strconv.FormatInt(l.Memory, 10), "--nproc="+strconv.Itoa(l.Processes), "--nofile=32", "--core=0", "--memlock=0",
		"--msgqueue=0", "--stack=8388608", "--fsize="+strconv.FormatInt(file, 10), "--cpu="+strconv.Itoa(int(l.Time/time.Second)+2), "--",
		// -I: no environment, no user packages. The program comes by standard input, whole, before it starts.
		s.python, "-I", "-B", "-u", "-c", main)
}

// maxFile is the largest file that a program may write, in bytes: some memory is bounded by nothing else.
const maxFile = 8 << 20

// command is ready to start. The environment is empty: /proc/1/environ of the sandbox shows it.
func (s *sandbox) command(ctx context.Context, sh *sharing) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.bwrap, s.arguments(sh)...)
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody, NoSetGroups: false}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if f, err := filterFile(s.filter); err == nil {
		cmd.ExtraFiles = []*os.File{f} // number 3
		if sh != nil {
			cmd.ExtraFiles = append(cmd.ExtraFiles, sh.out) // number 4
		}
	}
	return cmd
}

// filterFile gives the filter through a pipe, which holds far more than it.
func filterFile(filter []byte) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	_, err = w.Write(filter)
	return r, errors.Join(err, w.Close())
}

// runOwned runs cmd in a thread of its own: the kernel kills the sandbox with the thread that
// started it, so that nothing outlives deft.
func runOwned(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer func() {
		for _, f := range cmd.ExtraFiles {
			_ = f.Close()
		}
	}()
	return cmd.Run()
}
