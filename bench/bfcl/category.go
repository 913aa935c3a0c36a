package bfcl

// language is what a category's calls and values are written in.
type language uint8

const (
	python language = iota
	java
	javascript
)

// kind is how a category's replies are judged.
type kind uint8

const (
	simple      kind = iota // exactly one call
	multiple                // one call of one of several functions
	parallel                // several calls in any order
	irrelevance             // nothing may be called
	relevance               // anything may be called, but something must be
)

// category is one file of questions. In the first version a gold answer is an object
// {function: parameters}, later a list of such objects, and some rules differ.
type category struct {
	name     string
	kind     kind
	language language
	first    bool // of the first version, 2024
	samples  int
}

// categories are all single-turn ones, in the order in which they are shown.
func categories() []category {
	return []category{
		{"simple", simple, python, true, 400},
		{"multiple_function", multiple, python, true, 200},
		{"parallel_function", parallel, python, true, 200},
		{"parallel_multiple_function", parallel, python, true, 200},
		{"relevance", irrelevance, python, true, 240},
		{"java", simple, java, true, 100},
		{"javascript", simple, javascript, true, 50},
		{"simple_python", simple, python, false, 400},
		{"simple_java", simple, java, false, 100},
		{"simple_javascript", simple, javascript, false, 50},
		{"multiple", multiple, python, false, 200},
		{"parallel", parallel, python, false, 200},
		{"parallel_multiple", parallel, python, false, 200},
		{"irrelevance", irrelevance, python, false, 240},
		{"live_simple", simple, python, false, 258},
		{"live_multiple", multiple, python, false, 1053},
		{"live_parallel", parallel, python, false, 16},
		{"live_parallel_multiple", parallel, python, false, 24},
		{"live_irrelevance", irrelevance, python, false, 884},
		{"live_relevance", relevance, python, false, 16},
	}
}

// questions and answers give the category's files below the data folder.
func (c category) questions() string {
	if c.first {
		return "questions/" + c.name + ".jsonl"
	}
	return "BFCL_v4_" + c.name + ".json"
}

func (c category) answers() string {
	switch {
	case c.kind == irrelevance || c.kind == relevance:
		return ""
	case c.first:
		return "answers/" + c.name + ".jsonl"
	}
	return "possible_answer/BFCL_v4_" + c.name + ".json"
}
