package bfcl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"deft/pyvalue"
)

// shown is a decoded reply in short: "failed", "no calls", or the first call.
func shown(r reply) string {
	switch {
	case r.status == undecodable:
		return "failed"
	case r.status == notCalls:
		return "no calls"
	}
	return r.calls[0].name + " " + pyvalue.Repr(r.calls[0].args)
}

// The texts here are ones models write; what is wanted was seen with the released code's parsers. Names
// are as long as real ones: its error recovery weighs lengths.
func TestJavaTexts(t *testing.T) {
	const plain = `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '7'}`
	for text, want := range map[string]string{
		`Harbour.assignMooring(vessel="ferryBoat", berth=7)`:                     plain,
		"\n[Harbour.assignMooring(vessel=\"ferryBoat\", berth=7)]\r\n":           plain,
		`([Harbour.assignMooring(vessel="ferryBoat", berth=7)])`:                 plain,
		`[[Harbour.assignMooring(vessel="ferryBoat", berth=7)]]`:                 "failed",
		`[Harbour.assignMooring(vessel="ferryBoat", berth=7), Harbour.close()]`:  "failed",
		`{Harbour.assignMooring(vessel="ferryBoat", berth=7)}`:                   plain,
		`Harbour.assignMooring(vessel="ferryBoat", berth=7) {}`:                  plain,
		`return Harbour.assignMooring(vessel="ferryBoat", berth=7)`:              plain,
		`if (open) Harbour.assignMooring(vessel="ferryBoat", berth=7)`:           plain,
		`Harbour.assignMooring(vessel="ferryBoat", berth=7,)`:                    `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '7', None: ''}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=next(1,))`:              "failed",
		`Harbour.assignMooring(vessel="ferryBoat", Berth.class)`:                 `Harbour.assignMooring {'vessel': 'ferryBoat', None: 'Berth.class'}`,
		`Harbour.assignMooring(vessel="ferryBoat", class=default)`:               `Harbour.assignMooring {'vessel': 'ferryBoat', 'class': 'default'}`,
		`Harbour.assignMooring(package=a.case, abstract=7)`:                      `Harbour.assignMooring {'package': 'a.case', 'abstract': '7'}`,
		`Harbour.assignMooring(vessel="ferryBoat", int=7)`:                       "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=int)`:                   "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=int[].class)`:           `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': 'int[].class'}`,
		`Harbour.assignMooring(vessel="ferryBoat", "berth"=7)`:                   "failed",
		`Harbour.assignMooring(vessel="ferryBoat", this=7)`:                      "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth-number=7)`:              `Harbour.assignMooring {'vessel': 'ferryBoat'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=pier = 7)`:              `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': 'pier=7'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=(int) -7)`:              `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '(int)-7'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=(String[]) piers)`:      `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '(String[])piers'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=(final Pier p) -> p)`:   `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '(finalPierp)->p'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=() -> { moor() })`:      "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=() -> { moor(); })`:     `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '()->{moor();}'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=List<Pier>::new)`:       `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': 'List<Pier>::new'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=piers[])`:               "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=new Pier() {"a", "b"})`: "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=08)`:                    "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=007)`:                   `Harbour.assignMooring {'vessel': 'ferryBoat', 'berth': '007'}`,
		`Harbour.assignMooring(vessel="ferryBoat", berth=1__0)`:                  "failed",
		`Harbour.assignMooring(vessel="ferryBoat", berth=7.5L)`:                  "failed",
		"Harbour.assignMooring(vessel=\"ferry\nBoat\", berth=7)":                 `Harbour.assignMooring {'vessel': 'ferry\nBoat', 'berth': '7'}`,
		`Harbour.assignMooring(vessel="C:\users\ferry", berth=7)`:                "failed",
		`Harbour.assignMooring(vessel="a\qb\u0041", berth=7)`:                    `Harbour.assignMooring {'vessel': 'a\\qb\\u0041', 'berth': '7'}`,
	} {
		if got := shown(javaCalls(text)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestJavaScriptTexts(t *testing.T) {
	const plain = `assignMooring {'vessel': 'ferryBoat', 'berth': '7'}`
	for text, want := range map[string]string{
		`assignMooring(vessel='ferryBoat', berth=7)`:                                   plain,
		`assignMooring(vessel='ferryBoat', berth=7) {}`:                                plain,
		`assignMooring(vessel='ferryBoat', berth=7) closeMooring(vessel='ferryBoat')`:  plain,
		"\u00a0assignMooring(vessel='ferryBoat', berth=7)":                             plain,
		`assignMooring(vessel='ferryBoat', berth=7, ...others)`:                        plain,
		`async assignMooring(vessel='ferryBoat', berth=7)`:                             "failed",
		`throw assignMooring(vessel='ferryBoat', berth=7)`:                             "no calls",
		`{assignMooring(vessel='ferryBoat', berth=7)}`:                                 "no calls",
		"```\nassignMooring(vessel='ferryBoat', berth=7)\n```":                         "```\nassignMooring(vessel='ferryBoat', berth=7)\n` {}",
		`assignMooring?.(vessel='ferryBoat', berth=7)`:                                 "assignMooring {}",
		`assignMooring(vessel='ferryBoat', "berth"=7)`:                                 "failed",
		`assignMooring(vessel='ferryBoat', null=7)`:                                    "failed",
		`assignMooring(vessel='ferryBoat', berth-number=7)`:                            `assignMooring {'vessel': 'ferryBoat'}`,
		`assignMooring(vessel='ferryBoat', berth[0] = 7)`:                              `assignMooring {'vessel': 'ferryBoat', 'berth[0]': '7'}`,
		`assignMooring(vessel='ferryBoat', {berth} = 7)`:                               `assignMooring {'vessel': 'ferryBoat', '{berth}': '7'}`,
		`assignMooring(vessel='ferryBoat', default=enum)`:                              `assignMooring {'vessel': 'ferryBoat', 'default': 'enum'}`,
		`assignMooring(vessel='ferryBoat', berth=()`:                                   "failed",
		`assignMooring(vessel='ferryBoat', berth=())`:                                  "failed",
		`assignMooring(vessel='ferryBoat', berth=async())`:                             `assignMooring {'vessel': 'ferryBoat', 'berth': 'async()'}`,
		`assignMooring(vessel='ferryBoat', berth=async pier => { await pier.moor() })`: `assignMooring {'vessel': 'ferryBoat', 'berth': 'async pier => { await pier.moor() }'}`,
		`assignMooring(vessel='ferryBoat', berth=7.5n)`:                                "failed",
		`assignMooring(vessel='ferryBoat', berth=7 >>> 1)`:                             `assignMooring {'vessel': 'ferryBoat', 'berth': '7 >>> 1'}`,
		`assignMooring(vessel='ferryBoat', berth=import('./pier'))`:                    `assignMooring {'vessel': 'ferryBoat', 'berth': "import('./pier')"}`,
		`assignMooring(vessel='ferryBoat', berth={a: 1,, b: 2})`:                       `assignMooring {'vessel': 'ferryBoat', 'berth': '{a: 1,, b: 2}'}`,
		`assignMooring(vessel='ferryBoat', berth=“seven”)`:                             `assignMooring {'vessel': 'ferryBoat', 'berth': '“seven”'}`,
		`assignMooring(vessel='C:\users\ferry', berth=7)`:                              "failed",
		`assignMooring(vessel='ferryBoat', berth=/piers/northSide/seven)`:              "failed",
		`assignMooring(vessel='ferryBoat', berth=/piers/g)`:                            `assignMooring {'vessel': 'ferryBoat', 'berth': '/piers/g'}`,
	} {
		if got := shown(javascriptCalls(text)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestOddArguments: where arguments are a list or a string the released code looks for the required
// names in it, and only then fails.
func TestOddArguments(t *testing.T) {
	f := &function{name: "moor", required: []string{"berth"}}
	k := &checker{rules: rules{reference: true}}
	for raw, want := range map[string]string{
		`[]`: "missing_required", `["berth"]`: "unclear", `"x"`: "missing_required", `"{\"berth\": 7}"`: "unclear", `null`: "unclear", `7`: "unclear",
	} {
		args, err := pyvalue.FromJSONString(raw)
		if err != nil {
			t.Fatal(err)
		}
		got := k.one(f, &gold{key: "moor"}, &call{name: "moor", args: args, odd: true}).errType
		if want = "simple_function_checker:" + want; got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

// TestTextForObject: where an object is recorded as text, native-object takes it for a call with odd
// arguments.
func TestTextForObject(t *testing.T) {
	d := &decoder{decoding: decoding{base: "native-object"}, reference: true}
	r := d.read(replyOf(`[{"moor": "{\"berth\": 7}"}]`, "native-object"), python)
	if r.status != decoded || len(r.calls) != 1 || !r.calls[0].odd || r.calls[0].args.Kind != pyvalue.String {
		t.Errorf("%+v", r)
	}
}

// TestEmptyObject: a recorded {} is a list without calls, unless it is text.
func TestEmptyObject(t *testing.T) {
	d := &decoder{decoding: decoding{base: nativeName}, reference: true}
	for result, want := range map[string]status{"{ }": decoded, "[]": decoded, `""`: decoded, `"{}"`: undecodable, `{"moor": "{}"}`: undecodable} {
		r := d.read(replyOf(result, nativeName), python)
		if r.status != want || len(r.calls) > 0 {
			t.Errorf("%s: status %d with %d calls, want %d", result, r.status, len(r.calls), want)
		}
	}
}

// TestPythonNumbers: recordings may hold the numbers that only Python's JSON has.
func TestPythonNumbers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "simple.jsonl")
	line := `{"id": "simple_0", "result": [{"moor": {"berth": NaN, "depth": -Infinity}}], "latency": NaN}`
	if err := os.WriteFile(file, []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &decoder{decoding: decoding{base: "native-object"}, reference: true}
	for out, err := range replies([]string{file}, "native-object") {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(out.Reply); err != nil {
			t.Errorf("the reply cannot be stored: %v", err)
		}
		r := d.read(out.Reply, python)
		if r.status != decoded || len(r.calls) != 1 || pyvalue.Repr(r.calls[0].args) != "{'berth': nan, 'depth': -inf}" {
			t.Errorf("%+v", r)
		}
	}
}
