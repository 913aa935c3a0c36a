// Package endpoint reads what a user writes after --model, and finds the endpoint and the key that
// belong to it in the environment:
//
//	openai/NAME       OPENAI_API_KEY; OPENAI_BASE_URL points elsewhere
//	anthropic/NAME    ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL
//	google/NAME       GEMINI_API_KEY or GOOGLE_API_KEY
//	ollama/NAME       OLLAMA_HOST, else http://localhost:11434
//	BASE_URL#NAME     any OpenAI-compatible server; OPENAI_API_KEY is sent when it is set
//	baseline, oracle  built in, no network
package endpoint

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Names of the built-in models.
const (
	Baseline = "baseline"
	Oracle   = "oracle"
)

// Forms lists the valid forms of a SPEC, for help texts and errors.
const Forms = "openai/NAME, anthropic/NAME, google/NAME, ollama/NAME, BASE_URL#NAME (such as http://localhost:8000/v1#NAME), baseline, oracle"

// Endpoint is where a model is. Spec is what the user wrote: the name under which the model is
// stored and reported. It holds no secret, as Parse refuses one.
type Endpoint struct {
	Spec string
	// Builtin is Baseline or Oracle; then nothing below is set.
	Builtin string
	// Provider is openai, anthropic, google, ollama, or empty for a BASE_URL.
	Provider string
	BaseURL  string
	Model    string
	// Key is the secret, empty when there is none; KeyName is the variable it comes from or belongs in.
	Key     string `json:"-"`
	KeyName string
}

// String is the spec: printing an Endpoint shows no key.
func (e Endpoint) String() string { return e.Spec }

// GoString is the spec.
func (e Endpoint) GoString() string { return e.Spec }

// provider is a line of the table of known services.
type provider struct {
	name    string
	base    string   // where it is by default
	baseVar string   // the variable that points elsewhere
	suffix  string   // added to baseVar's value when that has no path
	keyVars []string // the first one set counts
	keyless bool     // works without a key
}

var providers = []provider{
	{name: "openai", base: "https://api.openai.com/v1", baseVar: "OPENAI_BASE_URL", keyVars: []string{"OPENAI_API_KEY"}},
	{name: "anthropic", base: "https://api.anthropic.com/v1", baseVar: "ANTHROPIC_BASE_URL", suffix: "/v1", keyVars: []string{"ANTHROPIC_API_KEY"}},
	{name: "google", base: "https://generativelanguage.googleapis.com/v1beta/openai", keyVars: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}},
	{name: "ollama", keyVars: []string{"OLLAMA_API_KEY"}, keyless: true},
}

// Parse reads a spec. Errors say which forms there are, or which variable to set.
func Parse(spec string, getenv func(string) string) (Endpoint, error) {
	spec = strings.TrimSpace(spec)
	if spec == Baseline || spec == Oracle {
		return Endpoint{Spec: spec, Builtin: spec}, nil
	}
	if strings.Contains(spec, "://") {
		return parseURL(spec, getenv)
	}
	prefix, name, found := strings.Cut(spec, "/")
	for _, p := range providers {
		if found && prefix == p.name {
			return p.endpoint(name, getenv)
		}
	}
	return Endpoint{}, fmt.Errorf("%q is not a model: give one of %s%s", spec, Forms, guess(spec))
}

// guess suggests what a spec without a known form may have meant.
func guess(spec string) string {
	lower := strings.ToLower(spec)
	for _, g := range []struct{ begins, prefix string }{
		{"gpt-", "openai/"}, {"o1", "openai/"}, {"o3", "openai/"}, {"o4", "openai/"}, {"claude", "anthropic/"}, {"gemini", "google/"},
	} {
		if strings.HasPrefix(lower, g.begins) {
			return fmt.Sprintf("; did you mean %s%s?", g.prefix, spec)
		}
	}
	if strings.Contains(spec, "#") {
		return "; a BASE_URL begins with http:// or https://"
	}
	return ""
}

func (p provider) endpoint(name string, getenv func(string) string) (Endpoint, error) {
	e := Endpoint{Spec: p.name + "/" + name, Provider: p.name, Model: name, BaseURL: p.base}
	if name == "" {
		return Endpoint{}, fmt.Errorf("%s/ names no model: write %s/NAME", p.name, p.name)
	}
	if p.name == "ollama" {
		host := getenv("OLLAMA_HOST")
		base, err := ollamaBase(host)
		if err != nil {
			return Endpoint{}, fmt.Errorf("OLLAMA_HOST: %w: set it to something like http://localhost:11434", err)
		}
		e.BaseURL = base
	}
	elsewhere := false
	if v := strings.TrimSpace(getenv(p.baseVar)); p.baseVar != "" && v != "" {
		u, err := checkURL(v)
		if err != nil {
			return Endpoint{}, fmt.Errorf("%s: %w: set it to something like %s, or unset it", p.baseVar, err, p.base)
		}
		if strings.Trim(u.Path, "/") == "" {
			u.Path = p.suffix
		}
		e.BaseURL = u.String()
		elsewhere = e.BaseURL != p.base
	}
	e.KeyName, e.Key = key(p.keyVars, getenv)
	if e.Key == "" && !p.keyless && !elsewhere {
		return Endpoint{}, fmt.Errorf("%s needs a key: set %s", e.Spec, strings.Join(p.keyVars, " or "))
	}
	return e, nil
}

// parseURL reads BASE_URL#NAME. Where the URL is a known service's, its own key is taken.
func parseURL(spec string, getenv func(string) string) (Endpoint, error) {
	base, name, found := strings.Cut(spec, "#")
	u, err := checkURL(base)
	if err != nil {
		return Endpoint{}, fmt.Errorf("the model's base URL: %w: write it as http://HOST:PORT/v1#NAME", err)
	}
	if u.User != nil || u.RawQuery != "" {
		return Endpoint{}, errors.New("the model's base URL holds a user, password or query, which runs would store and reports show: " +
			"set OPENAI_API_KEY, or put the whole URL in OPENAI_BASE_URL and write openai/NAME")
	}
	if !found || name == "" {
		return Endpoint{}, fmt.Errorf("%s names no model: write %s#NAME with a name the server knows", base, base)
	}
	base = strings.TrimRight(base, "/")
	e := Endpoint{Spec: base + "#" + name, Model: name, BaseURL: base}
	vars := []string{"OPENAI_API_KEY"}
	for _, p := range providers {
		if known, err := url.Parse(p.base); err == nil && known.Host != "" && known.Host == u.Host {
			vars = p.keyVars
		}
	}
	e.KeyName, e.Key = key(vars, getenv)
	return e, nil
}

// key gives the first variable that is set with its value, or the first one's name.
func key(vars []string, getenv func(string) string) (name, value string) {
	for _, v := range vars {
		if k := strings.TrimSpace(getenv(v)); k != "" {
			return v, k
		}
	}
	return vars[0], ""
}

// checkURL reads an absolute URL. Its errors do not repeat the text, which may hold a password.
func checkURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return nil, errors.New("not a URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("not an http or https URL")
	case u.Hostname() == "":
		return nil, errors.New("no host in the URL")
	}
	return u, nil
}

// ollamaBase reads OLLAMA_HOST as Ollama does: scheme and port may be missing, and the address a
// server listens on everywhere (0.0.0.0) is reached on this machine.
func ollamaBase(host string) (string, error) {
	host = strings.TrimSpace(host)
	if host == "" {
		return "http://localhost:11434/v1", nil
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("not a host")
	}
	name, port := u.Hostname(), u.Port()
	if port == "" {
		port = "11434"
		if u.Scheme == "https" { // behind a proxy, not the program's own port
			port = "443"
		}
	}
	if name == "" || name == "0.0.0.0" || name == "::" {
		name = "127.0.0.1"
	}
	u.Host = net.JoinHostPort(name, port)
	return strings.TrimRight(strings.TrimSuffix(strings.TrimRight(u.String(), "/"), "/v1"), "/") + "/v1", nil
}
