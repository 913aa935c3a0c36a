package bfcl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/pyvalue"
	"deft/tool"
)

// load reads every category of which dir has the questions, in the table's order. split names
// one category, or is empty.
func load(dir, split, protocolName string) ([]eval.Sample, error) {
	if dir == "" {
		return nil, errors.New("bfcl: no data is built in; name the folder that holds questions/ and answers/, or BFCL_v4_*.json, with --data DIR")
	}
	var samples []eval.Sample
	var looked, found []string
	for _, c := range categories() {
		looked = append(looked, c.questions())
		path := filepath.Join(dir, filepath.FromSlash(c.questions()))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		found = append(found, c.name)
		if split != "" && split != c.name {
			continue
		}
		read, err := c.load(dir, path, protocolName)
		if err != nil {
			return nil, err
		}
		samples = append(samples, read...)
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("bfcl: no questions in %s; looked for %s", dir, strings.Join(looked, ", "))
	case len(samples) == 0:
		return nil, fmt.Errorf("bfcl: no category %q in %s; there are %s", split, dir, strings.Join(found, ", "))
	}
	return samples, nil
}

func (c category) load(dir, path, protocolName string) ([]eval.Sample, error) {
	answers, err := c.readAnswers(dir)
	if err != nil {
		return nil, err
	}
	var samples []eval.Sample
	seen := map[string]int{}
	err = eachLine(path, pyvalue.ValidJSON, func(where, line string, number int) error {
		s, err := c.sample(line, protocolName)
		if err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		if at, ok := seen[s.ID]; ok {
			return fmt.Errorf("%s: id %q was already on line %d", where, s.ID, at)
		}
		seen[s.ID] = number
		if answers != nil {
			gold, ok := answers[s.ID]
			if !ok {
				return fmt.Errorf("%s: no answer for id %q in %s", where, s.ID, c.answers())
			}
			s.Gold = json.RawMessage(gold)
		}
		samples = append(samples, s)
		return nil
	})
	return samples, err
}

// readAnswers gives the gold answers by id; nil for a category that has none.
func (c category) readAnswers(dir string) (map[string]string, error) {
	if c.answers() == "" {
		return nil, nil
	}
	answers := map[string]string{}
	path := filepath.Join(dir, filepath.FromSlash(c.answers()))
	err := eachLine(path, pyvalue.ValidJSON, func(where, line string, _ int) error {
		id, truth := "", ""
		members(line, func(key, value string) {
			switch key {
			case "id":
				id = text(value)
			case "ground_truth":
				truth = value
			}
		})
		if id == "" || truth == "" {
			return fmt.Errorf("%s: an answer needs \"id\" and \"ground_truth\"", where)
		}
		if _, err := readGold(truth, true); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		answers[id] = truth
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("bfcl: %s has questions but no answers: %s is missing in %s", c.name, c.answers(), dir)
	}
	return answers, err
}

// eachLine calls f with each line of a JSONL file, which must be an object of what valid takes for JSON.
func eachLine(path string, valid func(string) bool, f func(where, line string, number int) error) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for number := 1; len(body) > 0; number++ {
		bare, rest, _ := bytes.Cut(body, []byte("\n"))
		body = rest
		line := string(bytes.TrimSpace(bare))
		if line == "" {
			continue
		}
		where := path + ":" + strconv.Itoa(number)
		if line[0] != '{' || !valid(line) {
			return fmt.Errorf("%s: not a JSON object", where)
		}
		if err := f(where, line, number); err != nil {
			return err
		}
	}
	return nil
}

// sample makes a sample of a line of questions. Its Setup holds the functions as they were written.
func (c category) sample(line, protocolName string) (eval.Sample, error) {
	s := eval.Sample{Groups: []string{c.name}}
	var question, functions string
	members(line, func(key, value string) {
		switch key {
		case "id":
			s.ID = text(value)
		case "question":
			question = value
		case "function":
			functions = value
		}
	})
	switch {
	case s.ID == "":
		return s, errors.New(`no "id"`)
	case question == "":
		return s, fmt.Errorf(`id %s: no "question"`, s.ID)
	case functions == "":
		return s, fmt.Errorf(`id %s: no "function"`, s.ID)
	}
	if functions[0] != '[' {
		functions = "[" + functions + "]"
	}
	s.Messages = messages(question)
	if len(s.Messages) == 0 {
		return s, fmt.Errorf("id %s: the question is neither text nor a list of turns", s.ID)
	}
	setup := append([]byte(`{"functions":`), functions...)
	s.Setup = append(setup, '}')
	s.Tools = tools(functions, c.language, protocolName)
	return s, nil
}

// messages reads a question: text, or a list of turns of which the first counts.
func messages(question string) []chat.Message {
	if question[0] == '"' {
		return []chat.Message{{Role: chat.User, Content: text(question)}}
	}
	var ms []chat.Message
	turn := 0
	elements(question, func(value string) {
		if turn++; turn > 1 {
			return
		}
		elements(value, func(message string) {
			var m chat.Message
			members(message, func(key, value string) {
				switch key {
				case "role":
					m.Role = text(value)
				case "content":
					m.Content = text(value)
				}
			})
			ms = append(ms, m)
		})
	})
	return ms
}

// tools turns documents into specs with JSON Schema. Native calling allows no dots in names.
func tools(functions string, lang language, protocolName string) []tool.Spec {
	var specs []tool.Spec
	elements(functions, func(doc string) {
		var s tool.Spec
		members(doc, func(key, value string) {
			switch key {
			case "name":
				s.Name = text(value)
				if protocolName == nativeName {
					s.Name = strings.ReplaceAll(s.Name, ".", "_")
				}
			case "description":
				s.Description = text(value)
			case "parameters":
				s.Parameters = parametersSchema(value, lang)
			}
		})
		specs = append(specs, s)
	})
	return specs
}
