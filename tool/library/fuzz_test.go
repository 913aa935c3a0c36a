package library

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"deft/internal/race"
	"deft/tool"
)

// FuzzCall sends any arguments to any tool that acts or deals with money: each call is answered
// with JSON, and a call that fails changes nothing.
func FuzzCall(f *testing.F) {
	lib := New()
	var tools []Tool
	for _, t := range lib.Tools() {
		if t.Scenario == "AM" || t.Scenario == "FT" || t.Stateful {
			tools = append(tools, t)
		}
	}
	for i, t := range tools {
		for _, e := range t.Examples {
			f.Add(uint16(i), []byte(e))
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, args []byte) {
		tl := tools[int(which)%len(tools)]
		env, err := lib.Open(1)
		if err != nil {
			t.Fatal(err)
		}
		start := cpuTime()
		r, err := env.Call(context.Background(), tool.Call{Name: tl.Spec.Name, Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatalf("%s %q: %v", tl.Spec.Name, args, err)
		}
		if took := cpuTime() - start; took > time.Second && !race.Enabled {
			t.Fatalf("%s %q took %v", tl.Spec.Name, args, took)
		}
		if !json.Valid(r.Content) {
			t.Fatalf("%s %q gave %q", tl.Spec.Name, args, r.Content)
		}
		if n := len(env.World().Changes()); n > 0 && (r.Fault != "" || !tl.Stateful) {
			t.Fatalf("%s %q answered %s and changed %d tables", tl.Spec.Name, args, r.Content, n)
		}
	})
}
