// Package app joins the parts into what the commands do: open a benchmark, make models from their
// SPECs, run, score and report. Commands parse flags and print; everything between is here.
package app

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"strings"
	"time"

	"deft/chat/priced"
	"deft/eval"
)

// Settings are a run's identity: a run is resumed only with the same ones. They are stored with
// the run as JSON.
type Settings struct {
	Task        string      `json:"task"`
	Model       string      `json:"model"`
	Protocol    string      `json:"protocol,omitempty"`
	Data        string      `json:"data,omitempty"`
	Split       string      `json:"split,omitempty"`
	Limit       int         `json:"limit,omitempty"`
	Only        string      `json:"only,omitempty"`
	Trials      int         `json:"trials"`
	Seed        uint64      `json:"seed"`
	Retrieve    int         `json:"retrieve"` // negative: the benchmark's default
	Temperature *float64    `json:"temperature,omitempty"`
	TopP        *float64    `json:"top_p,omitempty"`
	MaxTokens   int         `json:"max_tokens,omitempty"`
	Turns       int         `json:"turns,omitempty"` // 0: the benchmark's own
	Compat      eval.Compat `json:"compat"`
	Judges      []string    `json:"judges,omitempty"`
	User        string      `json:"user,omitempty"`      // plays the user whom an agent asks
	Simulator   string      `json:"simulator,omitempty"` // plays tools that are documents alone
	Shots       int         `json:"shots,omitempty"`     // demonstrations shown to an agent
	Prompts     string      `json:"prompts,omitempty"`
	Decoding    string      `json:"decoding,omitempty"`
	Encoder     string      `json:"encoder,omitempty"`
	// Outputs is where recorded replies came from; empty for runs of a model.
	Outputs string `json:"outputs,omitempty"`
}

// Execution is how a run is made: what may change when it is resumed.
type Execution struct {
	Concurrency int
	RPM, TPM    int
	Timeout     time.Duration
	Retries     int // attempts at each request
	NoCache     bool
	Record      string  // folder that keeps every reply and every result of a tool from outside
	Replay      string  // such a folder, from which all of these are taken: nothing is asked
	Yes         bool    // do not ask before expensive judging
	MaxCost     float64 // USD, 0: no limit
	Prices      string  // the user's own price table, a file
	budget      *priced.Budget
	// reading: stored scores are read, so that a judge without a key is an error only when it is asked.
	reading  bool
	planning bool // nothing is asked, so that no key is needed
}

// options are what the benchmark is opened with.
func (a *App) options(s Settings, judges []eval.Judge) (eval.Options, error) {
	o := eval.Options{
		Data: s.Data, Split: s.Split, Compat: s.Compat, Protocol: s.Protocol, Retrieve: s.Retrieve,
		Decoding: s.Decoding, Judges: judges, Seed: s.Seed, Shots: s.Shots,
	}
	encoder, err := a.encoder(s.Encoder)
	if err != nil {
		return o, err
	}
	o.Encoder = encoder
	if s.Prompts != "" {
		info, err := os.Stat(s.Prompts)
		if err != nil {
			return o, fmt.Errorf("open the folder of prompts: %w", err)
		}
		if !info.IsDir() {
			return o, fmt.Errorf("%s is not a folder; --prompts takes a folder with files OWNER/NAME.tmpl", s.Prompts)
		}
		o.Prompts = os.DirFS(s.Prompts)
	}
	return o, nil
}

// apply puts the settings that the runner sees into an opened task.
func (s Settings) apply(t *eval.Task) {
	if s.Temperature != nil {
		t.Sampling.Temperature = s.Temperature
	}
	if s.TopP != nil {
		t.Sampling.TopP = s.TopP
	}
	if s.MaxTokens > 0 {
		t.Sampling.MaxTokens = s.MaxTokens
	}
	if s.Only != "" || s.Limit > 0 {
		t.Samples = selected(t.Samples, s.Only, s.Limit)
	}
}

// encode gives the bytes stored with a run.
func (s Settings) encode() json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return b
}

func decodeSettings(b json.RawMessage) (Settings, error) {
	var s Settings
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("read the stored settings: %w", err)
	}
	return s, nil
}

// differences names the settings among names that differ, as "data: stored A, given B". The names
// are those of the JSON.
func (s Settings) differences(given Settings, names []string) []string {
	var out []string
	a, b := reflect.ValueOf(s), reflect.ValueOf(given)
	for i := range a.NumField() {
		name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		for _, n := range names {
			if n == name && !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
				out = append(out, fmt.Sprintf("%s: the run has %s, given was %s", name, show(a.Field(i)), show(b.Field(i))))
			}
		}
	}
	return out
}

func show(v reflect.Value) string {
	b, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// checkOnly validates a pattern of --only, which is a mistake to be told before anything runs.
func checkOnly(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return Usagef("the pattern %q of --only: %w", pattern, err)
	}
	return nil
}
