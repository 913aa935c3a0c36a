package priced

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed prices.yaml
var builtin []byte

// Price is what a model costs, in USD per million tokens.
type Price struct {
	Input  float64 `yaml:"input" json:"input"`
	Output float64 `yaml:"output" json:"output"`
}

// Cost of so many tokens, in USD.
func (p Price) Cost(input, output int) float64 {
	return (float64(input)*p.Input + float64(output)*p.Output) / 1e6
}

// Table is a list of prices. Date says when they were looked up, as YYYY-MM-DD.
type Table struct {
	Date   string
	prices map[string]Price
}

type tableFile struct {
	Date    string           `yaml:"date"`
	Sources []string         `yaml:"sources"`
	Models  map[string]Price `yaml:"models"`
}

// Default is the table that comes with the program: well-known models of OpenAI, Anthropic and
// Google; whatever runs under Ollama costs nothing.
func Default() (*Table, error) { return Read("prices.yaml", builtin) }

// Read reads a table in YAML or JSON:
//
//	date: 2026-01-31
//	models:
//	  openai/NAME: {input: 1.25, output: 10}          # as after --model
//	  http://localhost:8000/v1#NAME: {input: 0, output: 0}
//	  NAME: {input: 0.2, output: 0.4}                 # wherever it is served
//
// Errors name the file and line.
func Read(file string, data []byte) (*Table, error) {
	var f tableFile
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("prices %s: %w: write models: {NAME: {input: USD, output: USD}}, per million tokens", file, err)
	}
	for name, p := range f.Models {
		if !valid(p.Input) || !valid(p.Output) {
			return nil, fmt.Errorf("prices %s: %s: a price is a number of USD per million tokens, 0 or more", file, name)
		}
	}
	return &Table{Date: f.Date, prices: f.Models}, nil
}

func valid(usd float64) bool { return usd >= 0 && !math.IsInf(usd, 0) }

// With gives a table in which the prices of over replace those of t.
func (t *Table) With(over *Table) *Table {
	out := &Table{Date: t.Date, prices: maps.Clone(t.prices)}
	if out.prices == nil {
		out.prices = map[string]Price{}
	}
	maps.Copy(out.prices, over.prices)
	if over.Date != "" {
		out.Date = over.Date
	}
	return out
}

// Price gives the price of a model by what the user wrote after --model, by its name at a known
// service, or by its name alone. Dated versions cost what their model costs. ok is false when no
// price is known.
func (t *Table) Price(spec string) (p Price, ok bool) {
	for _, name := range aliases(spec) {
		if p, ok := t.prices[name]; ok {
			return p, true
		}
		if base := undated(name); base != name {
			if p, ok := t.prices[base]; ok {
				return p, true
			}
		}
	}
	if strings.HasPrefix(spec, "ollama/") {
		return Price{}, true
	}
	return Price{}, false
}

// aliases are the names under which a spec may be listed, the most particular first.
func aliases(spec string) []string {
	out := []string{spec}
	name := spec
	if base, model, ok := strings.Cut(spec, "#"); ok {
		name = model
		for host, provider := range map[string]string{
			"https://api.openai.com": "openai/", "https://api.anthropic.com": "anthropic/",
			"https://generativelanguage.googleapis.com": "google/",
		} {
			if strings.HasPrefix(base, host+"/") {
				out = append(out, provider+strings.TrimPrefix(model, "models/"))
			}
		}
	} else if _, model, ok := strings.Cut(spec, "/"); ok {
		name = model
	}
	return append(out, name)
}

// undated takes a version's date or number off a name.
func undated(name string) string {
	i := len(name)
	for i > 0 && (name[i-1] >= '0' && name[i-1] <= '9' || name[i-1] == '-') {
		i--
	}
	switch suffix := name[i:]; {
	case strings.HasSuffix(name, "-latest"):
		return strings.TrimSuffix(name, "-latest")
	case len(suffix) >= 9 && isDigits(suffix[len(suffix)-8:]) && suffix[len(suffix)-9] == '-': // -20250514
		return name[:len(name)-9]
	case len(suffix) >= 11 && isDate(suffix[len(suffix)-10:]) && suffix[len(suffix)-11] == '-': // -2025-04-14
		return name[:len(name)-11]
	case len(suffix) >= 5 && isDigits(suffix[len(suffix)-4:]) && suffix[len(suffix)-5] == '-': // -0613
		return name[:len(name)-5]
	case len(suffix) >= 4 && suffix[len(suffix)-4:] == "-001": // Google's first version
		return name[:len(name)-4]
	}
	return name
}

func isDate(s string) bool {
	return len(s) == 10 && s[4] == '-' && s[7] == '-' && isDigits(s[:4]) && isDigits(s[5:7]) && isDigits(s[8:])
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
