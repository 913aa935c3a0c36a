package tooleyes

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/judge"
	"deft/tool"
)

// TestReference: FA, reality and TS of 400 conversations of hostile turns equal what the released
// scoring code (Junjie-Ye/ToolEyes, Code/Evaluation/util/utils.py) gave for them, with the same
// grades. The conversations are made up; those on which that code fails are not among them.
func TestReference(t *testing.T) {
	body, err := os.ReadFile("testdata/reference.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(body), []byte("\n"))
	var head struct{ Tools []tool.Spec }
	if err := json.Unmarshal(lines[0], &head); err != nil {
		t.Fatal(err)
	}
	for i, line := range lines[1:] {
		var want struct {
			Turns           []string
			Match           []int
			FA, TS, Reality float64
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		s := eval.Sample{ID: fmt.Sprint(i), Tools: head.Tools, Messages: []chat.Message{{Role: chat.User, Content: "q"}}}
		tr := eval.Transcript{Key: chat.Key{Sample: s.ID}, Stop: eval.StopRecorded}
		for n, text := range want.Turns {
			tr.Events = append(tr.Events, eval.Event{Kind: eval.EventReply, Turn: n, Message: &chat.Message{Role: chat.Assistant, Content: text}})
		}
		scores, err := scoring(eval.Options{Compat: eval.CompatReference, Judges: matchJudge(want.Match)})
		if err != nil {
			t.Fatal(err)
		}
		got, err := scores.Scorer.Score(context.Background(), s, tr)
		if err != nil {
			t.Fatal(err)
		}
		for name, w := range map[string]float64{"fa": want.FA, "ts": want.TS, "ts_reality": want.Reality} {
			if v, _ := value(&got, name); math.Abs(v-w) > 1e-9 {
				t.Errorf("line %d: %s is %v, want %v\n%q", i+2, name, v, w, want.Turns)
			}
		}
	}
}

// matchJudge grades the n-th turn's match as given, everything else 8.
func matchJudge(match []int) []eval.Judge {
	return []eval.Judge{{Name: "given", Model: chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
		score := 8
		if turn := r.Key.Turn/judge.Tries - 4; turn >= 0 {
			score = match[turn]
		}
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf(`{"reason":"","score":%d}`, score)}}, nil
	})}}
}
