package tooleyes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/solver/agent"
	"deft/tool"
)

// outputs recognises ToolAlpaca's trajectories and the conversations that the released inference
// code writes.
func outputs(path string) ([]eval.Recording, bool, error) {
	if file, ok := alpacaFile(path); ok {
		_, recorded, err := readAlpaca(file)
		return []eval.Recording{{Model: "ToolAlpaca-7B", Replies: trajectories(file, recorded)}}, err == nil, err
	}
	info, err := os.Stat(path)
	if err != nil || info.IsDir() || !looksLikeConversations(path) {
		return nil, false, nil
	}
	list, err := readConversations(path)
	if err != nil {
		return nil, false, err
	}
	model := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return []eval.Recording{{Model: model, Replies: trajectories(path, list)}}, true, nil
}

func trajectories(file string, list []trajectory) func() iter.Seq2[eval.Recorded, error] {
	return func() iter.Seq2[eval.Recorded, error] {
		return func(yield func(eval.Recorded, error) bool) {
			for _, t := range list {
				if !yield(eval.Recorded{Sample: t.id, Events: t.events, Where: file + ": " + t.id}, nil) {
					return
				}
			}
		}
	}
}

// conversation is an entry of the released code's outputs.
type conversation struct {
	Path          string `json:"path"`
	Conversations []struct {
		From  string `json:"from"`
		Value string `json:"value"`
	} `json:"conversations"`
}

// looksLikeConversations reads the beginning of a file.
func looksLikeConversations(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := bufio.NewReaderSize(f, 1<<16).Peek(1 << 16)
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	return bytes.Contains(head, []byte(`"conversations"`)) && bytes.Contains(head, []byte(`"from"`))
}

// readConversations reads a list, or one object a line.
func readConversations(path string) ([]trajectory, error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the recorded conversations: %w", err)
	}
	var entries []conversation
	if trimmed := bytes.TrimSpace(body); len(trimmed) > 0 && trimmed[0] == '[' {
		if err := json.Unmarshal(body, &entries); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	} else {
		for n, line := range bytes.Split(body, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			var e conversation
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
			}
			entries = append(entries, e)
		}
	}
	seen := map[string]int{}
	out := make([]trajectory, 0, len(entries))
	for i, e := range entries {
		t, err := e.trajectory(seen)
		if err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", path, i+1, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// trajectory turns a conversation into events. What follows a reply, a function's value or the
// user's, is the result of its call.
func (e *conversation) trajectory(seen map[string]int) (trajectory, error) {
	if len(e.Conversations) < 3 || e.Conversations[0].From != "system" || e.Conversations[1].From != "user" {
		return trajectory{}, errors.New("a conversation opens with system and user and has at least one reply")
	}
	q := releasedQuery{Query: e.Conversations[1].Value, Path: e.Path, Scenario: "any"}
	place, err := q.place()
	if err != nil {
		return trajectory{}, err
	}
	t := trajectory{id: releasedID(place, q.Query, seen)}
	turn := -1
	for i, said := range e.Conversations[2:] {
		switch said.From {
		case "assistant":
			turn++
			t.events = append(t.events, eval.Event{Kind: eval.EventReply, Turn: turn, Message: &chat.Message{Role: chat.Assistant, Content: said.Value}})
		case "function", "user":
			content, err := json.Marshal(said.Value)
			if err != nil {
				return t, err
			}
			t.events = append(t.events, eval.Event{Kind: eval.EventResult, Turn: turn, Result: &tool.Result{Content: content}})
		default:
			return t, fmt.Errorf("message %d is from %q; system, user, assistant and function are known", i+3, said.From)
		}
	}
	return t, nil
}

// forcedEnd says whether a turn is not the model's: the released agent ends with it in place of a
// model that failed or ran out of turns.
func forcedEnd(reply string) bool {
	return strings.Contains(reply, giveUpAnswer) && strings.Contains(reply, "Action: "+agent.Finish) &&
		(strings.Contains(reply, "due to trying too many times") || strings.Contains(reply, "During execution, an error occurs."))
}
