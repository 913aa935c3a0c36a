package protocol_test

import "testing"

func TestReActReplies(t *testing.T) {
	check(t, open(t, "react"), []reply{
		{text: "Thought: look\nAction: f\nAction Input: {\"a\": 1.50}", calls: `f{"a":1.50}`, thought: "look"},
		{text: "Thought: done\nFinal Answer: 4\nAction: x", answer: "4\nAction: x", thought: "done"},
		{text: "**Action:** `f`\n**Action Input:** {'a': None}", calls: `f{"a":null}`},
		{text: "Action: f", calls: "f{}", faults: "missing_keyword"},
		{text: "Action: f\nAction Input: {\"a\": ", faults: "truncated!"},
		{text: "Action: f\nAction Input: a=1", faults: "bad_json!"},
		{text: "Action Input: {}", faults: "missing_keyword!"},
		{text: "It is four.", answer: "It is four.", faults: "missing_keyword"},
		{text: "Thought: hm", thought: "hm", faults: "missing_keyword!"},
		{text: "Action: f\nAction Input: {}\nObservation: 5\nThought: good\nFinal Answer: 5", calls: "f{}", faults: "redundant_text"},
		{text: "Action: f\nAction Input: {}\nAction: g\nAction Input: {}", calls: "f{} g{}"},
	})
}

func TestPythonReplies(t *testing.T) {
	check(t, open(t, "python"), []reply{
		{text: `[f(a=1.50, b='x', c=None, d=[1, (2,)]), g.h()]`, calls: `f{"a":1.50,"b":"x","c":null,"d":[1,[2]]} g.h{}`},
		{text: `[f(from="Oslo", v=true, e=Color.RED)]`, calls: `f{"from":"Oslo","v":true,"e":"Color.RED"}`},
		{text: `f(a=1)`, calls: `f{"a":1}`, faults: "wrong_shape"},
		{text: "Sure:\n```python\n[f(a=1)]\n```", calls: `f{"a":1}`, thought: "Sure:", faults: "redundant_text"},
		{text: "```\n[f(a=1)]\n```", calls: `f{"a":1}`, faults: "redundant_text"},
		{text: `[get\_x(my\_a=1)]`, calls: `get_x{"my_a":1}`, faults: "escaped_underscore"},
		{text: `[f(1, a=2)]`, calls: `f{"a":2}`, faults: "wrong_shape"},
		{text: `[f(a=1`, faults: "truncated!"},
		{text: `[f(a=@)]`, faults: "bad_json!"},
		{text: `[]`},
		{text: `None of them fits (sorry).`, answer: `None of them fits (sorry).`},
		{text: `sin(x)`, answer: `sin(x)`},
	})
}

func TestHermesReplies(t *testing.T) {
	check(t, open(t, "hermes"), []reply{
		{text: "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\n<tool_call>{'name': 'g', 'arguments': {'a': 1}}</tool_call>", calls: `f{} g{"a":1}`},
		{text: "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}", calls: "f{}", faults: "missing_keyword"},
		{text: "<tool_call>\n{\"name\": \"f\", \"argu", faults: "truncated!"},
		{text: "<tool_call>f</tool_call>", faults: "bad_json!"},
		{text: "<tool_call>{}</tool_call>", faults: "wrong_shape! wrong_shape!"},
		{text: `{"name": "f", "arguments": {}}`, calls: "f{}", faults: "wrong_shape missing_keyword"},
		{text: "Wait.\n<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>", calls: "f{}", thought: "Wait.", faults: "redundant_text"},
		{text: "Nothing to call.", answer: "Nothing to call."},
	})
}

func TestXMLReplies(t *testing.T) {
	check(t, open(t, "xml"), []reply{
		{text: `<call name="f"><arg name="a">1.50</arg><arg name="b">x &lt; y</arg><arg name='c'>[1, 'z']</arg></call>`, calls: `f{"a":1.50,"b":"x < y","c":[1,"z"]}`},
		{text: `<call name="f"/>`, calls: "f{}"},
		{text: `<call name="f">{"a": 1}</call>`, calls: `f{"a":1}`, faults: "wrong_shape"},
		{text: `<call name="f"><arg name="a">1</arg>`, faults: "truncated!"},
		{text: `<call><arg name="a">1</arg></call>`, faults: "wrong_shape!"},
		{text: `Now: <call name="f"></call>`, calls: "f{}", thought: "Now:", faults: "redundant_text"},
		{text: `a < b`, answer: `a < b`},
	})
}

// What Python has and JSON lacks keeps its text; lone surrogates keep their escapes.
func TestPythonValues(t *testing.T) {
	check(t, open(t, "python"), []reply{
		{text: `[f(a="\ud83d!", b="\ud83d\ude00", c=b'x', d=1e999, e=.5, f=5., g=1_000, h=0x1f, i=-2.50, j=NaN, k=undefined)]`, calls: `f{"a":"\ud83d!","b":"\ud83d\ude00","c":"x","d":1e999,"e":0.5,"f":5.0,"g":1000,"h":31,"i":-2.50,"j":"NaN","k":null}`},
		{text: `[f(**{"odd key": (1,), 2: {3}}), g(**x)]`, calls: `f{"odd key":[1],"2":[3]} g{}`, faults: "wrong_shape"},
	})
}
