// Package bench is the table of built-in benchmarks. Each line is a value: nothing registers itself.
package bench

import (
	"fmt"
	"strings"

	"deft/bench/bfcl"
	"deft/bench/core"
	"deft/bench/sealtools"
	"deft/bench/teval"
	"deft/bench/tooleyes"
	"deft/eval"
)

// Table lists the built-in benchmarks in the order in which they are shown.
func Table() []eval.Benchmark {
	return []eval.Benchmark{
		core.Benchmark(),
		sealtools.Benchmark(),
		bfcl.Benchmark(),
		teval.Benchmark(),
		tooleyes.Benchmark(),
		core.Folder(),
	}
}

// Find gives the benchmark of that name. An unknown name is an error that lists the known ones.
func Find(table []eval.Benchmark, name string) (eval.Benchmark, error) {
	var names []string
	for _, b := range table {
		if b.Name == name {
			return b, nil
		}
		if b.Name != core.FolderName {
			names = append(names, b.Name)
		}
	}
	return eval.Benchmark{}, fmt.Errorf("unknown task %q; the tasks are %s, and any folder with a task.yaml", name, strings.Join(names, ", "))
}
