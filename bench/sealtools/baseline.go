package sealtools

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/tool"
)

// baseline plays without a language model: it calls the retriever's first candidate (every tool,
// when only the gold tools are offered) and fills the required parameters with what stands out in
// the query, in order: numbers for numbers, quoted text and names for text.
func baseline(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	query := ""
	if n := len(s.Messages); n > 0 {
		query = s.Messages[n-1].Content
	}
	offered := s.Tools
	if len(s.Setup) > 0 && len(offered) > 1 { // ranked by a retriever
		offered = offered[:1]
	}
	found := standOut(query)
	var step protocol.Step
	for i, t := range offered {
		arguments, err := found.fill(t)
		if err != nil {
			return nil, fmt.Errorf("sample %s: read the parameters of %s: %w", s.ID, t.Name, err)
		}
		step.Calls = append(step.Calls, tool.Call{ID: fmt.Sprintf("call_%d", i), Name: t.Name, Arguments: arguments})
	}
	return chat.Script(p.Format(step)), nil
}

// values found in a query, in its order; filling takes them from the front.
type values struct {
	numbers, texts []string
}

// fill writes the required parameters of t that something is left for.
func (v *values) fill(t tool.Spec) (json.RawMessage, error) {
	var doc struct {
		Properties map[string]struct{ Type string }
		Required   []string
	}
	if err := json.Unmarshal(t.Parameters, &doc); err != nil {
		return nil, err
	}
	out := call{}
	for _, name := range doc.Required {
		kind := doc.Properties[name].Type
		switch {
		case kind == "boolean":
			out.parameters = append(out.parameters, member{name, "true"})
		case (kind == "integer" || kind == "number") && len(v.numbers) > 0:
			out.parameters = append(out.parameters, member{name, v.numbers[0]})
			v.numbers = v.numbers[1:]
		case kind == "string" && len(v.texts) > 0:
			out.parameters = append(out.parameters, member{name, string(appendText(nil, v.texts[0]))})
			v.texts = v.texts[1:]
		}
	}
	return arguments(out), nil
}

// standOut collects numbers, quoted texts, and words that are written like names.
func standOut(query string) *values {
	var v values
	parts := strings.Split(query, `"`)
	for i, part := range parts {
		if i%2 == 1 && i < len(parts)-1 { // between two quotation marks
			v.texts = append(v.texts, part)
			continue
		}
		v.addWords(part, i == 0)
	}
	return &v
}

// addWords goes through text outside quotation marks. The first word of a query is in upper case
// anyway; neighbouring names are one.
func (v *values) addWords(text string, first bool) {
	var name []string
	flush := func() {
		if len(name) > 0 {
			v.texts = append(v.texts, strings.Join(name, " "))
			name = nil
		}
	}
	for i, word := range strings.Fields(text) {
		bare := strings.TrimRight(word, ".,;:!?")
		bare = strings.Trim(bare, "()[]'")
		r, _ := utf8.DecodeRuneInString(bare)
		_, err := strconv.ParseFloat(bare, 64)
		switch {
		case err == nil && json.Valid([]byte(bare)):
			flush()
			v.numbers = append(v.numbers, bare)
		case unicode.IsUpper(r) && (i > 0 || !first) || unicode.IsDigit(r):
			name = append(name, bare)
			if bare != word {
				flush()
			}
		default:
			flush()
		}
	}
	flush()
}
