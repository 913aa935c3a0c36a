package endpoint

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	keys := map[string]string{"OPENAI_API_KEY": "sk-o", "ANTHROPIC_API_KEY": "sk-a", "GOOGLE_API_KEY": "sk-g"}
	for _, c := range []struct {
		spec                             string
		env                              map[string]string
		provider, base, model, key, show string
	}{
		{"openai/gpt-5", keys, "openai", "https://api.openai.com/v1", "gpt-5", "sk-o", "openai/gpt-5"},
		{"openai/ft:gpt/x", keys, "openai", "https://api.openai.com/v1", "ft:gpt/x", "sk-o", "openai/ft:gpt/x"},
		{"openai/m", map[string]string{"OPENAI_BASE_URL": "http://h:1/v1"}, "openai", "http://h:1/v1", "m", "", "openai/m"},
		{"anthropic/claude-x", keys, "anthropic", "https://api.anthropic.com/v1", "claude-x", "sk-a", "anthropic/claude-x"},
		{"anthropic/c", map[string]string{"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "https://proxy.example"}, "anthropic", "https://proxy.example/v1", "c", "k", "anthropic/c"},
		{"google/gemini-x", keys, "google", "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-x", "sk-g", "google/gemini-x"},
		{"google/g", map[string]string{"GEMINI_API_KEY": "first", "GOOGLE_API_KEY": "second"}, "google", "https://generativelanguage.googleapis.com/v1beta/openai", "g", "first", "google/g"},
		{"ollama/qwen3:8b", keys, "ollama", "http://localhost:11434/v1", "qwen3:8b", "", "ollama/qwen3:8b"},
		{"ollama/q", map[string]string{"OLLAMA_HOST": "0.0.0.0"}, "ollama", "http://127.0.0.1:11434/v1", "q", "", "ollama/q"},
		{"ollama/q", map[string]string{"OLLAMA_HOST": ":8080"}, "ollama", "http://127.0.0.1:8080/v1", "q", "", "ollama/q"},
		{"ollama/q", map[string]string{"OLLAMA_HOST": "https://gpu.example/ollama/"}, "ollama", "https://gpu.example:443/ollama/v1", "q", "", "ollama/q"},
		{"ollama/q", map[string]string{"OLLAMA_HOST": "[::1]:5"}, "ollama", "http://[::1]:5/v1", "q", "", "ollama/q"},
		{"http://localhost:8000/v1#meta/Llama-3", nil, "", "http://localhost:8000/v1", "meta/Llama-3", "", "http://localhost:8000/v1#meta/Llama-3"},
		{"https://h/v1/#m", keys, "", "https://h/v1", "m", "sk-o", "https://h/v1#m"},
		{"openai/m", map[string]string{"OPENAI_BASE_URL": "https://u:pw@h/v1?k=s"}, "openai", "https://u:pw@h/v1?k=s", "m", "", "openai/m"},
		{"https://api.anthropic.com/v1#m", keys, "", "https://api.anthropic.com/v1", "m", "sk-a", "https://api.anthropic.com/v1#m"},
	} {
		e, err := Parse(c.spec, func(k string) string { return c.env[k] })
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		if e.Provider != c.provider || e.BaseURL != c.base || e.Model != c.model || e.Key != c.key || e.Spec != c.show {
			t.Errorf("%s: got %q %q %q %q %q", c.spec, e.Provider, e.BaseURL, e.Model, e.Key, e.Spec)
		}
		if shown := fmt.Sprintf("%v %+v %#v", e, e, e); c.key != "" && strings.Contains(shown, c.key) {
			t.Errorf("%s: the key is printed: %s", c.spec, shown)
		}
	}
}

func TestBuiltin(t *testing.T) {
	for _, spec := range []string{"baseline", "oracle"} {
		if e, err := Parse(spec, func(string) string { return "" }); err != nil || e.Builtin != spec {
			t.Errorf("%s: %+v, %v", spec, e, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		spec string
		env  map[string]string
		want []string
	}{
		{"", nil, []string{"openai/NAME", "BASE_URL#NAME", "baseline", "oracle"}},
		{"gpt-5", nil, []string{"openai/NAME", "did you mean openai/gpt-5?"}},
		{"mistral/x", nil, []string{"is not a model", "ollama/NAME"}},
		{"localhost:8000#m", nil, []string{"begins with http://"}},
		{"openai/gpt-5", nil, []string{"set OPENAI_API_KEY"}},
		{"google/g", nil, []string{"set GEMINI_API_KEY or GOOGLE_API_KEY"}},
		{"openai/", map[string]string{"OPENAI_API_KEY": "k"}, []string{"names no model"}},
		{"http://localhost:8000/v1", nil, []string{"http://localhost:8000/v1#NAME"}},
		{"ftp://h#m", nil, []string{"http or https"}},
		{"http://#m", nil, []string{"no host"}},
		{"http://u:secret@%zz/#m", nil, []string{"not a URL"}},
		{"https://u:secret@h/v1#m", nil, []string{"OPENAI_API_KEY", "OPENAI_BASE_URL and write openai/NAME"}},
		{"https://h/v1?key=secret#m", nil, []string{"OPENAI_API_KEY"}},
		{"openai/m", map[string]string{"OPENAI_BASE_URL": "localhost"}, []string{"OPENAI_BASE_URL"}},
	} {
		_, err := Parse(c.spec, func(k string) string { return c.env[k] })
		if err == nil {
			t.Errorf("%q was accepted", c.spec)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %q lacks %q", c.spec, err, w)
			}
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: a password is printed: %v", c.spec, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"openai/x", "http://h/v1#m", "ollama/a:b", "baseline", "://#"} {
		f.Add(s, "0.0.0.0:1")
	}
	f.Fuzz(func(t *testing.T, spec, host string) {
		e, err := Parse(spec, func(k string) string {
			if k == "OLLAMA_HOST" {
				return host
			}
			return "key"
		})
		if err == nil && e.Builtin == "" && (e.Model == "" || !strings.HasPrefix(e.BaseURL, "http")) {
			t.Errorf("%q: %+v", spec, e)
		}
	})
}
