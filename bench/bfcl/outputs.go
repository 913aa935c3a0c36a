package bfcl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/pyvalue"
	"deft/tool"
)

// outputs recognises a folder with meta.json and one file a category, or a folder of such folders.
func outputs(path string) ([]eval.Recording, bool, error) {
	if r, ok, err := recording(path); ok || err != nil {
		return []eval.Recording{r}, ok, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, false, nil // a file, or nothing: not this layout
	}
	var rs []eval.Recording
	for _, e := range entries {
		r, ok, err := recording(filepath.Join(path, e.Name()))
		if err != nil {
			return nil, false, err
		}
		if ok {
			rs = append(rs, r)
		}
	}
	return rs, len(rs) > 0, nil
}

// recording reads one model's folder. ok is false when it is none.
func recording(dir string) (r eval.Recording, ok bool, err error) {
	file := filepath.Join(dir, "meta.json")
	body, err := os.ReadFile(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || !isDir(dir) {
			return r, false, nil
		}
		return r, false, err
	}
	var meta struct {
		Model       string `json:"model"`
		Decoder     string `json:"decoder"`
		Underscores bool   `json:"underscore_names"`
	}
	if err := json.Unmarshal(body, &meta); err != nil {
		return r, false, fmt.Errorf("%s: %w", file, err)
	}
	if meta.Decoder == "" {
		return r, false, nil
	}
	if meta.Model == "" {
		meta.Model = filepath.Base(dir)
	}
	note := meta.Decoder
	if meta.Underscores {
		note += underscoresSuffix
	}
	if _, err := parseDecoding(note); err != nil {
		return r, false, fmt.Errorf("%s: %w", file, err)
	}
	files := outputFiles(dir)
	if len(files) == 0 {
		return r, false, fmt.Errorf("%s: no outputs beside it; looked for simple.jsonl and the other categories", file)
	}
	return eval.Recording{Model: meta.Model, Decoding: note, Replies: func() iter.Seq2[eval.Recorded, error] {
		return replies(files, meta.Decoder)
	}}, true, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// outputFiles gives the model's files: the categories in the table's order.
func outputFiles(dir string) []string {
	var files []string
	for _, c := range categories() {
		for _, name := range []string{c.name + ".jsonl", c.name + ".json", "BFCL_v4_" + c.name + "_result.json", "BFCL_v4_" + c.name + ".json"} {
			if path := filepath.Join(dir, name); fileExists(path) {
				files = append(files, path)
			}
		}
	}
	return files
}

func fileExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func replies(files []string, decoder string) iter.Seq2[eval.Recorded, error] {
	return func(yield func(eval.Recorded, error) bool) {
		stopped := errors.New("stopped")
		for _, file := range files {
			err := eachLine(file, pythonJSON, func(where, line string, _ int) error {
				r, err := recorded(line, decoder)
				if err != nil {
					return fmt.Errorf("%s: %w", where, err)
				}
				r.Where = where
				if !yield(r, nil) {
					return stopped
				}
				return nil
			})
			if errors.Is(err, stopped) {
				return
			}
			if err != nil {
				yield(eval.Recorded{}, err)
				return
			}
		}
	}
}

// pythonJSON says whether line is what Python writes as JSON: NaN and Infinity are numbers there.
func pythonJSON(line string) bool {
	return pyvalue.ValidJSON(line) || pyvalue.CheckJSON(line) == nil
}

func recorded(line, decoder string) (eval.Recorded, error) {
	var r eval.Recorded
	result := ""
	members(line, func(key, value string) {
		switch key {
		case "id":
			r.Sample = text(value)
		case "result":
			result = value
		case "input_tokens", "input_token_count":
			r.Usage.InputTokens = int(number(value))
		case "output_tokens", "output_token_count":
			r.Usage.OutputTokens = int(number(value))
		case "latency_s", "latency":
			r.Millis = number(value) * 1000
		}
	})
	if r.Sample == "" || result == "" {
		return r, errors.New(`an output needs "id" and "result"`)
	}
	r.Reply = replyOf(result, decoder)
	return r, nil
}

func number(raw string) float64 {
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || !(f >= 0 && f < 1e12) {
		return 0
	}
	return f
}

// replyOf makes a message of a recorded result: text, or a list of {name: arguments}.
func replyOf(result, decoder string) chat.Message {
	m := chat.Message{Role: chat.Assistant}
	switch {
	case result[0] == '"':
		m.Content = text(result)
	case strings.HasPrefix(decoder, "native") && result[0] == '{' && space(result, 1) == len(result)-1:
		// An object without members is an empty list to the released code.
	case result[0] == '[' && strings.HasPrefix(decoder, "native"):
		elements(result, func(item string) { m.ToolCalls = append(m.ToolCalls, toolCall(item, decoder)) })
	default:
		m.Content = result
	}
	return m
}

// toolCall reads {name: arguments}. Arguments that the decoder cannot read go into Malformed as
// something that is not JSON either, so that they stay unreadable.
func toolCall(item, decoder string) tool.Call {
	c := tool.Call{Malformed: "not a call: " + item}
	first := true
	members(item, func(key, value string) {
		if !first {
			return
		}
		first = false
		c.Name = key
		asText := value[0] == '"'
		switch {
		case !asText && decoder == "native":
			c.Malformed = "not arguments: " + value
		case asText && decoder == "native":
			c.Malformed = text(value)
			if args := c.Malformed; pyvalue.ValidJSON(args) {
				c.Arguments, c.Malformed = json.RawMessage(args), ""
			}
		case pyvalue.ValidJSON(value):
			c.Arguments, c.Malformed = json.RawMessage(value), ""
		default:
			c.Malformed = value // Python's JSON only: with NaN or Infinity
		}
	})
	return c
}
