package agent

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/openai"
	"deft/eval"
)

// BenchmarkThousandServer is BenchmarkThousand over HTTP, with the server in the same process.
func BenchmarkThousandServer(b *testing.B) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked.Add(1)
		time.Sleep(100 * time.Millisecond)
		content := `Thought: I need more.\nAction: echo\nAction Input: {\"x\": 1}`
		if strings.Count(string(body), `"role":"assistant"`) == 8 {
			content = `Thought: I know it.\nAction: finish\nAction Input: {\"answer\": \"42\"}`
		}
		fmt.Fprintf(w, `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"%s"}}]}`, content)
	}))
	defer server.Close()
	model, err := openai.New(openai.Config{BaseURL: server.URL + "/v1", Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	g := newAgent(b, Config{})
	for b.Loop() {
		var agents sync.WaitGroup
		for range 1000 {
			agents.Go(func() {
				a := newAttempt(b, "react", func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: model})
				if stop, err := g.Solve(context.Background(), a); err != nil || stop != eval.StopFinished {
					b.Error(stop, err)
				}
			})
		}
		agents.Wait()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/0.9, "x-ideal")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
}
