package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deft/bench"
	"deft/bench/core"
	"deft/eval"
	"deft/report"
)

// EvalRequest is one `deft eval`: every combination of tasks, models and protocols is a run.
type EvalRequest struct {
	Tasks     []string
	Models    []string
	Protocols []string // "all" stands for every protocol of the task; empty: the task's default
	Settings  Settings // Task, Model and Protocol are set for each run
	Execution Execution
	Report    report.Options
	Progress  func(Progress)
	// Metrics are those that every task must have; one that does not is refused before it runs.
	Metrics []string
}

// combinations gives the settings of each run that the request asks for.
func (a *App) combinations(req EvalRequest) ([]Settings, error) {
	if err := checkOnly(req.Settings.Only); err != nil {
		return nil, err
	}
	var out []Settings
	for _, name := range req.Tasks {
		settings := req.Settings
		if isTaskFolder(name) {
			name, settings.Data = core.FolderName, name
		}
		b, err := bench.Find(a.Benchmarks, name)
		if err != nil {
			return nil, &UsageError{err}
		}
		protocols := req.Protocols
		if len(protocols) == 0 {
			protocols = []string{""}
		}
		if len(protocols) == 1 && protocols[0] == "all" {
			protocols = b.Protocols
		}
		for _, p := range protocols {
			if p != "" && !slices.Contains(b.Protocols, p) {
				return nil, Usagef("%s has no protocol %q; there are %s", b.Name, p, strings.Join(b.Protocols, ", "))
			}
		}
		for _, model := range req.Models {
			for _, p := range protocols {
				s := settings
				s.Task, s.Model, s.Protocol = b.Name, model, p
				if s.Data != "" {
					abs, err := filepath.Abs(s.Data)
					if err != nil {
						return nil, fmt.Errorf("resolve --data %s: %w", s.Data, err)
					}
					s.Data = abs
				}
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// isTaskFolder says whether a task's name is the path of a user's own task.
func isTaskFolder(name string) bool {
	_, err := os.Stat(filepath.Join(name, "task.yaml"))
	return err == nil
}

func hasMetrics(t *eval.Task, names []string) error {
	var known []string
	for _, m := range t.Scoring.Metrics {
		known = append(known, m.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return Usagef("%s has no metric %q; there are %s", t.Name, name, strings.Join(known, ", "))
		}
	}
	return nil
}
