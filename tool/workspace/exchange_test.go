package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// holds gives all files by name.
func holds(t *testing.T, f *Folder) map[string]string {
	t.Helper()
	out := map[string]string{}
	_, err := f.Exchange(func(files []File) ([]File, error) {
		for _, x := range files {
			out[x.Name] = string(x.Data)
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExchange(t *testing.T) {
	broken := errors.New("broken")
	start := map[string]string{"a": "1", "d/e/f": "2", "d/g": "3"}
	for _, tc := range []struct {
		name    string
		give    []File
		fail    error
		want    map[string]string
		refused []string
		err     error
	}{
		{"nothing", nil, nil, start, nil, nil},
		{"an error", []File{{"x", nil}}, broken, start, nil, broken},
		{"all gone", []File{}, nil, map[string]string{}, nil, nil},
		{"changed and new", []File{{"a", []byte("9")}, {"n/o", []byte("8")}, {"d/g", []byte("3")}}, nil, map[string]string{"a": "9", "n/o": "8", "d/g": "3"}, nil, nil},
		{"a file where a folder was", []File{{"d", []byte("x")}}, nil, map[string]string{"d": "x"}, nil, nil},
		{"a folder where a file was", []File{{"a/b", []byte("x")}}, nil, map[string]string{"a/b": "x"}, nil, nil},
		{"a file that is a folder", []File{{"q", []byte("x")}, {"q/r", []byte("y")}}, nil, map[string]string{"q/r": "y"}, []string{"q"}, nil},
		{"the last of one name", []File{{"q", []byte("x")}, {"q", []byte("y")}}, nil, map[string]string{"q": "y"}, nil, nil},
		{"names that are none", []File{{"../x", nil}, {"/x", nil}, {"", nil}, {".", nil}, {"a//b", nil}, {"./a", nil}, {"a\x00", nil}, {"\xff", nil}, {"ok", nil}}, nil,
			map[string]string{"ok": ""}, []string{"", ".", "../x", "./a", "/x", "a\x00", "a//b", "\xff"}, nil},
		{"too many bytes", []File{{"a", make([]byte, 1001)}}, nil, start, nil, ErrQuota},
		{"too many files", []File{{"1/2/3/4/5/6", nil}, {"7/8/9/10/11", nil}}, nil, start, nil, ErrQuota},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := New(t.TempDir(), Limits{Bytes: 1000, Files: 10})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			for name, text := range start {
				if err := f.Write(name, []byte(text), false); err != nil {
					t.Fatal(err)
				}
			}
			refused, err := f.Exchange(func([]File) ([]File, error) { return tc.give, tc.fail })
			if !errors.Is(err, tc.err) {
				t.Errorf("%v, want %v", err, tc.err)
			}
			if diff := cmp.Diff(tc.refused, refused); diff != "" {
				t.Errorf("refused: %s", diff)
			}
			if diff := cmp.Diff(tc.want, holds(t, f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestExchangeFollowsNothing: links that someone put into the folder are neither read nor written through.
func TestExchangeFollowsNothing(t *testing.T) {
	parent := t.TempDir()
	secret := filepath.Join(parent, "secret")
	if err := os.WriteFile(secret, []byte("sesame"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := New(parent, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := errors.Join(os.Symlink(secret, filepath.Join(f.path, "l")), os.Symlink(parent, filepath.Join(f.path, "up")), os.Link(secret, filepath.Join(f.path, "h"))); err != nil {
		t.Skip(err)
	}
	if got := holds(t, f); len(got) != 0 {
		t.Errorf("lent %v", got)
	}
	_, err = f.Exchange(func([]File) ([]File, error) { return []File{{"l", []byte("x")}, {"h", []byte("x")}}, nil })
	if err != nil {
		t.Error(err)
	}
	if _, err := f.Exchange(func([]File) ([]File, error) { return []File{{"up/secret", []byte("x")}}, nil }); err == nil {
		t.Error("wrote through a link to a folder")
	}
	if b, err := os.ReadFile(secret); err != nil || string(b) != "sesame" {
		t.Errorf("the file outside is %q, %v", b, err)
	}
}

// TestExchangeAtOnce: writes of tools and exchanges do not lose each other.
func TestExchangeAtOnce(t *testing.T) {
	f, err := New(t.TempDir(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := f.Write(fmt.Sprint("w", i), []byte("x"), false); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			_, err := f.Exchange(func(files []File) ([]File, error) {
				return append(files, File{fmt.Sprint("x", i), []byte("y")}), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := holds(t, f); len(got) != 40 || strings.Contains(fmt.Sprint(got), ".new") {
		t.Errorf("%d files: %v", len(got), got)
	}
}
