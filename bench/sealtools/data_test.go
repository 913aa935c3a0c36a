package sealtools

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/eval"

	"github.com/google/go-cmp/cmp"
)

const (
	toolA = `{"api_name": "a", "api_description": "Does a.", "field": "X/Y", "parameters": {"p": {"type": "int", "description": "Number.", "unit": "m"}}, "required": ["p"], "responses": {"r": {"type": "bool", "description": "Whether \"done\"."}}}`
	toolB = `{"api_name": "bC", "api_description": "Does b.", "field": "X/Z", "parameters": {}, "required": [], "responses": {}}`
	inst1 = `{"id": "x-easy-1", "query": "do a with 3", "calling": [{"api": "a", "parameters": {"p": 3}, "responses": ["API_call_0"]}]}`
	inst2 = `{"id": "x-difficult-2", "query": "do b, then a", "calling": [{"api": "bC", "parameters": {}, "responses": ["API_call_0"]}, {"api": "a", "parameters": {"p": "twice API_call_0"}, "responses": ["API_call_1"]}]}`
)

// folder writes files and gives their folder.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func openFolder(o eval.Options) (*eval.Task, error) { return open(context.Background(), o) }

func TestSampleIsMadeOfTheData(t *testing.T) {
	dir := folder(t, map[string]string{"tool.jsonl": "\ufeff" + toolA + "\r\n\n" + toolB, "dev.jsonl": inst1 + "\n" + inst2 + "\n"})
	task, err := openFolder(eval.Options{Data: dir, Retrieve: -1})
	if err != nil {
		t.Fatal(err)
	}
	samples := collect(t, task)
	if len(samples) != 2 {
		t.Fatalf("%d samples", len(samples))
	}
	s := samples[1]
	if diff := cmp.Diff([]string{"dev", "multiple", "nested"}, s.Groups); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"dev", "single"}, samples[0].Groups); diff != "" {
		t.Error(diff)
	}
	if s.ID != "x-difficult-2" || !strings.Contains(s.Messages[len(s.Messages)-1].Content, "do b, then a") {
		t.Errorf("%+v", s)
	}
	if len(s.Tools) != 2 || s.Tools[0].Name != "bC" {
		t.Fatalf("tools: %+v", s.Tools)
	}
	if diff := cmp.Diff(`{"ranks":{"bC":1,"a":2}}`, string(s.Setup)); diff != "" {
		t.Error(diff)
	}
	a := s.Tools[1]
	if diff := cmp.Diff(`{"type":"object","properties":{"p":{"type":"integer","description":"Number.","unit":"m"}},"required":["p"]}`, string(a.Parameters)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(`{"type":"object","properties":{"r":{"type":"boolean","description":"Whether \"done\"."}}}`, string(a.Result)); diff != "" {
		t.Error(diff)
	}
	if a.Tags["field"] != "X/Y" || a.Description != "Does a." {
		t.Errorf("%+v", a)
	}
	again := collect(t, task)
	if diff := cmp.Diff(samples, again); diff != "" {
		t.Errorf("a second iteration differs: %s", diff)
	}
}

func TestRetrieveZeroGivesTheGoldToolsOnly(t *testing.T) {
	dir := folder(t, map[string]string{"tool.jsonl": toolB + "\n" + toolA, "dev.jsonl": inst1})
	task, err := openFolder(eval.Options{Data: dir, Retrieve: 0})
	if err != nil {
		t.Fatal(err)
	}
	s := collect(t, task)[0]
	if len(s.Tools) != 1 || s.Tools[0].Name != "a" || s.Setup != nil {
		t.Errorf("%+v", s)
	}
}

func TestFilesAreChosenByName(t *testing.T) {
	with := func(names ...string) map[string]string {
		files := map[string]string{"tool.jsonl": toolA + "\n" + toolB}
		for _, n := range names {
			files[n+".jsonl"] = strings.ReplaceAll(inst1, "x-", n+"-")
		}
		return files
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		path  string // below the folder
		split string
		want  []string
		fails string
	}{
		{name: "all: the tests", files: with("dev", "test_in_domain", "test_out_domain"), want: []string{"test_in_domain", "test_out_domain"}},
		{name: "dev alone", files: with("dev"), want: []string{"dev"}},
		{name: "one test", files: with("dev", "test_out_domain"), want: []string{"test_out_domain"}},
		{name: "named", files: with("dev", "test_in_domain"), split: "dev", want: []string{"dev"}},
		{name: "every one", files: with("dev", "test_in_domain"), split: "all", want: []string{"dev", "test_in_domain"}},
		{name: "a file", files: with("dev", "test_in_domain"), path: "dev.jsonl", want: []string{"dev"}},
		{name: "the tools' file", files: with("dev"), path: "tool.jsonl", want: []string{"dev"}},
		{name: "no tools", files: map[string]string{"dev.jsonl": inst1}, want: []string{"dev"}},
		{name: "unknown split", files: with("dev"), split: "train", fails: `no split "train": there are dev`},
		{name: "no test", files: with("dev"), split: "test", fails: `no split "test"`},
		{name: "nothing", files: map[string]string{"x.jsonl": ""}, fails: "looked for tool.jsonl and any of dev.jsonl, test_in_domain.jsonl, test_out_domain.jsonl"},
		{name: "tools only", files: map[string]string{"tool.jsonl": toolA}, fails: "only tool.jsonl is there"},
		{name: "another file", files: map[string]string{"x.jsonl": ""}, path: "x.jsonl", fails: "not named like"},
		{name: "no folder", path: "none", fails: "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, c.files)
			task, err := openFolder(eval.Options{Data: filepath.Join(dir, c.path), Split: c.split, Retrieve: -1})
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("error %v, want one with %q", err, c.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range collect(t, task) {
				got = append(got, s.Groups[0])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMalformedDataNamesFileLineAndField(t *testing.T) {
	change := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in %s", old, text)
		}
		return strings.Replace(text, old, new, 1)
	}
	for _, c := range []struct{ file, line, want string }{
		{"tool", change(toolA, `"int"`, `"strng"`), `tool.jsonl:2: parameters.p.type: "strng" is none of str, int, float and bool`},
		{"tool", change(toolA, `"type": "int", `, ``), `tool.jsonl:2: parameters.p.type: "" is none`},
		{"tool", change(toolA, `"description": "Number.", `, ``), `tool.jsonl:2: parameters.p.description: missing`},
		{"tool", change(toolA, `["p"]`, `["q"]`), `tool.jsonl:2: required: "q" is not among the parameters`},
		{"tool", change(toolA, `["p"]`, `[3]`), `tool.jsonl:2: required[0]: '3' at byte`},
		{"tool", change(toolA, `"field": "X/Y", `, ``), `tool.jsonl:2: field: missing`},
		{"tool", change(toolA, `"a",`, `"bC",`), `tool.jsonl:2: api_name: "bC" is the name of tool 1 already`},
		{"tool", change(toolA, `"a",`, `"",`), `tool.jsonl:2: api_name: empty`},
		{"tool", change(toolA, `"a",`, `5,`), `tool.jsonl:2: api_name: '5' at byte 14 where a string should be`},
		{"tool", change(toolA, `{"p":`, `{"p": {"type": "int", "description": ""}, "p":`), `tool.jsonl:2: parameters.p: given twice`},
		{"tool", change(toolA, `"unit": "m"`, `"unit": m`), `tool.jsonl:2: parameters.p.unit: 'm' at byte`},
		{"tool", change(toolA, `"unit": "m"`, `"unit": 01`), `tool.jsonl:2: parameters.p: '1' at byte`},
		{"tool", toolA[:60], `tool.jsonl:2: field: the text ends`},
		{"tool", toolA + "}", `tool.jsonl:2: '}' at byte`},
		{"tool", change(toolA, "Does", "Do\xff"), `tool.jsonl:2: not UTF-8`},
		{"tool", "[]", `tool.jsonl:2: '[' at byte 1 where an object should be`},
		{"dev", change(inst1, `"query": "do a with 3", `, ``), `dev.jsonl:2: query: missing`},
		{"dev", change(inst1, `"api": "a", `, ``), `dev.jsonl:2: calling[0].api: missing`},
		{"dev", change(inst1, `"parameters": {"p": 3}, `, ``), `dev.jsonl:2: calling[0].parameters: missing`},
		{"dev", change(inst1, `{"p": 3}`, `[3]`), `dev.jsonl:2: calling[0].parameters: '[' at byte`},
		{"dev", change(inst1, `{"p": 3}`, `{"p": NaN}`), `dev.jsonl:2: calling[0].parameters.p: 'N' at byte`},
		{"dev", change(inst1, `["API_call_0"]`, `["API_call_0", 1]`), `dev.jsonl:2: calling[0].responses[1]: '1' at byte`},
		{"dev", change(inst1, "x-easy-1", "x-difficult-2"), `dev.jsonl:2: id: "x-difficult-2" is the id of an instance of dev.jsonl already`},
		{"dev", change(inst1, `"x-easy-1"`, `""`), `dev.jsonl:2: id: empty`},
		{"dev", change(inst1, `"a", "par`, `"zz", "par`), `dev.jsonl:2: calling[0].api: no tool "zz" in tool.jsonl`},
		{"dev", change(inst1, `"do a`, `"do \x`), `dev.jsonl:2: query: 'x' at byte`},
		{"dev", change(inst1, `"do a`, "\"do\ta"), `dev.jsonl:2: query: '\t' at byte`},
		{"dev", change(inst1, `"do a`, `"\u12G4`), `dev.jsonl:2: query: 'G' at byte`},
		{"dev", change(inst1, "3}", strings.Repeat("[", 600)), `dev.jsonl:2: calling[0].parameters.p: nested too deeply`},
	} {
		files := map[string]string{"tool.jsonl": toolB + "\n" + toolA, "dev.jsonl": inst2 + "\n" + inst1}
		first := map[string]string{"tool": toolB, "dev": inst2}[c.file]
		files[c.file+".jsonl"] = first + "\n" + c.line + "\n"
		dir := folder(t, files)
		_, err := openFolder(eval.Options{Data: dir})
		if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, c.want)) {
			t.Errorf("%s\n got %v\nwant %s", c.line, err, c.want)
		}
	}
}

func TestADataSetWithoutInstancesFails(t *testing.T) {
	_, err := openFolder(eval.Options{Data: folder(t, map[string]string{"tool.jsonl": toolA, "dev.jsonl": "\n\n"})})
	if err == nil || !strings.Contains(err.Error(), "dev.jsonl:1 holds no instances") {
		t.Error(err)
	}
}

func TestWithoutToolsAModelIsNotAsked(t *testing.T) {
	task, err := openFolder(eval.Options{Data: folder(t, map[string]string{"dev.jsonl": inst1}), Retrieve: -1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := task.Solver.Solve(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "has no tool.jsonl") {
		t.Error(err)
	}
	s := collect(t, task)[0]
	score, err := task.Scoring.Scorer.Score(context.Background(), s, replyOf(t, task.Oracle, s, task.Protocol))
	if err != nil || !score.Valid {
		t.Errorf("%+v, %v", score, err)
	}
}

func TestUnknownChoicesListTheKnown(t *testing.T) {
	for want, o := range map[string]eval.Options{
		"known are default, paper and reference":          {Compat: "strict"},
		"it can use sealtools, native, json, hermes, xml": {Protocol: "morse"},
	} {
		if _, err := openFolder(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestEmbeddedSample(t *testing.T) {
	for _, k := range []int{-1, 0} {
		task, err := openFolder(eval.Options{Retrieve: k})
		if err != nil {
			t.Fatal(err)
		}
		samples := collect(t, task)
		groups := map[string]int{}
		for _, s := range samples {
			for _, g := range s.Groups {
				groups[g]++
			}
			if k != 0 && len(s.Tools) != defaultCandidates {
				t.Errorf("%s has %d candidates", s.ID, len(s.Tools))
			}
			for _, tool := range s.Tools {
				if !json.Valid(tool.Parameters) || !json.Valid(tool.Result) {
					t.Errorf("%s: bad schema", tool.Name)
				}
			}
		}
		if diff := cmp.Diff(map[string]int{"dev": embeddedInstances, "single": 10, "multiple": 20, "nested": 6}, groups); diff != "" {
			t.Error(diff)
		}
		y := scoreAll(t, task.Scoring.Scorer, samples, func(s eval.Sample) eval.Transcript {
			return replyOf(t, task.Oracle, s, task.Protocol)
		})
		for _, m := range task.Scoring.Metrics {
			if v, ok := m.Of(y.sum, y.n); !ok || v != 1 {
				t.Errorf("oracle: %s is %v", m.Name, v)
			}
		}
		for _, m := range task.Scoring.Diagnostics {
			v, ok := m.Of(y.sum, y.n)
			if ok != (k != 0) || ok && (v <= 0 || v > 1) {
				t.Errorf("retrieve %d: %s is %v, %v", k, m.Name, v, ok)
			}
		}
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{
		"getTemperature": "get Temperature", "getHTTPStatus": "get HTTP Status", "getPM2.5Level": "get PM2.5 Level",
		"createIn-AppMessage": "create In-App Message", "a": "a", "": "", "DNA": "DNA", "getÉtat": "get État", "find_shelter": "find_shelter",
	} {
		if got := splitName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, s := range []string{toolA, toolB, inst1, inst2, `[1, -0.5e+7, "\u00e9", null]`, `{"a": {"a": []}, "a": 1}`, "\"\\", "-", "1.", `"\u12"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := scanner{src: text}
		_, err := s.value()
		if err == nil {
			err = s.end()
		}
		if valid := json.Valid([]byte(text)); valid != (err == nil) && !errors.Is(err, errDeep) {
			t.Errorf("%q: valid is %v, error %v", text, valid, err)
		}
		if members, err := parseArguments(text); err == nil {
			var want map[string]json.RawMessage
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				t.Fatal(err)
			}
			// encoding/json mends text that is not UTF-8, which the loader refuses.
			if strings.ToValidUTF8(text, "") == text && len(members) != len(want) {
				t.Errorf("%q: %d members, want %d", text, len(members), len(want))
			}
		}
		doc, err := new(documents).parse(text)
		if err == nil && (doc.name == "" || !json.Valid(schema(doc.parameters, doc.required))) && strings.ToValidUTF8(text, "") == text {
			t.Errorf("%q gives the tool %+v", text, doc)
		}
		if in, err := parseInstance(text); err == nil {
			calls, err := parseCalls(in.calling)
			if err != nil || !slices.EqualFunc(calls, in.calls, func(a, b call) bool { return a.name == b.name && len(a.parameters) == len(b.parameters) }) {
				t.Errorf("%q: the gold answer reads differently alone: %v", text, err)
			}
		}
	})
}
