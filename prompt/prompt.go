// Package prompt loads prompt templates: the ones embedded beside their owner, each of which a
// user can replace by a file of the same name in a folder of his own (--prompts DIR).
package prompt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"text/template"
)

// Set is the templates of one owner (a benchmark, a protocol, a judge), parsed and hashed.
type Set struct {
	templates map[string]*template.Template
	hash      string
}

// Load parses every *.tmpl in dir of embedded. A file owner/NAME.tmpl in override, if override is
// not nil, replaces the embedded one. Errors name the template.
func Load(embedded fs.FS, dir, owner string, override fs.FS) (*Set, error) {
	names, err := fs.Glob(embedded, path.Join(dir, "*.tmpl"))
	if err != nil {
		return nil, fmt.Errorf("list prompts of %s: %w", owner, err)
	}
	sort.Strings(names)
	set := &Set{templates: make(map[string]*template.Template, len(names))}
	sum := sha256.New()
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".tmpl")
		text, err := fs.ReadFile(embedded, file)
		if err != nil {
			return nil, fmt.Errorf("read prompt %s/%s: %w", owner, name, err)
		}
		if override != nil {
			if own, err := fs.ReadFile(override, path.Join(owner, name+".tmpl")); err == nil {
				text = own
			}
		}
		t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"json": toJSON}).Parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("prompt %s/%s.tmpl: %w", owner, name, err)
		}
		set.templates[name] = t
		fmt.Fprintf(sum, "%s/%s %d\n%s\n", owner, name, len(text), text)
	}
	set.hash = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return set, nil
}

// Hash identifies the texts of all templates of the set.
func (s *Set) Hash() string { return s.hash }

// Join gives one hash of all templates that a run may show.
func Join(hashes ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(hashes, "\n")))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Execute fills the template name (without ".tmpl") with data. White space around the result is dropped.
func (s *Set) Execute(name string, data any) (string, error) {
	t, ok := s.templates[name]
	if !ok {
		return "", fmt.Errorf("no prompt template %q", name)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("fill prompt %s.tmpl: %w", name, err)
	}
	return strings.TrimSpace(b.String()), nil
}

func toJSON(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimRight(b.String(), "\n"), nil
}
