package onnx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func touch(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, n := range names {
		path := filepath.Join(dir, filepath.FromSlash(n))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestModel(t *testing.T) {
	dir := t.TempDir()
	if m := Model(dir); m != "" {
		t.Errorf("%s in an empty folder", m)
	}
	touch(t, dir, "onnx/model_O4.onnx", "onnx/model_qint8_avx512.onnx")
	if m := Model(dir); m != "" {
		t.Errorf("a variant was taken: %s", m)
	}
	touch(t, dir, "model.onnx")
	if m, want := Model(dir), filepath.Join(dir, "model.onnx"); m != want {
		t.Errorf("got %s, want %s", m, want)
	}
	touch(t, dir, "onnx/model.onnx", "onnx/model.onnx_data", "onnx/model.onnx.data_1", "onnx/model.onnx.md")
	m := Model(dir)
	if want := filepath.Join(dir, "onnx", "model.onnx"); m != want {
		t.Errorf("got %s, want %s", m, want)
	}
	parts, err := Parts(m)
	if d := cmp.Diff([]string{m, m + ".data_1", m + "_data"}, parts); d != "" || err != nil {
		t.Errorf("Parts (-want +got):\n%s, error %v", d, err)
	}
}

func TestLibrary(t *testing.T) {
	name, _ := names()
	dir := t.TempDir()
	if _, err := Library(dir); err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), Environment) {
		t.Errorf("an empty folder: %v", err)
	}
	touch(t, dir, name, "libonnxruntime_providers_shared.so")
	for location, want := range map[string]string{"": name, dir: filepath.Join(dir, name), filepath.Join(dir, name): filepath.Join(dir, name)} {
		if got, err := Library(location); err != nil || got != want {
			t.Errorf("Library(%q) = %q, %v, want %q", location, got, err, want)
		}
	}
	missing := filepath.Join(dir, "absent")
	if _, err := Library(missing); err == nil || !strings.Contains(err.Error(), missing) || !strings.Contains(err.Error(), "capi") {
		t.Errorf("a missing file: %v", err)
	}
}

func TestOpenWithoutRuntime(t *testing.T) {
	_, err := Open("model.onnx", filepath.Join(t.TempDir(), "absent"), 8)
	want := Environment
	if !Built {
		want = "-tags onnx"
	}
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want it to name %s", err, want)
	}
}
