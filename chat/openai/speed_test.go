package openai

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"deft/chat"
	"deft/chat/chattest"
	"deft/chat/retried"
	"deft/tool"
)

// serveDelay, set in the environment, makes the test's binary a fake server in a process of its
// own, so that its work is not counted as the client's.
const serveDelay = "CHATTEST_SERVE_DELAY"

func TestMain(m *testing.M) {
	if d, err := time.ParseDuration(os.Getenv(serveDelay)); err == nil {
		h := httptest.NewServer(chattest.New(chattest.Options{Delay: d, Instant: true}))
		fmt.Println(h.URL + "/v1")
		_, _ = io.Copy(io.Discard, os.Stdin) // until the parent ends
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func serveApart(tb testing.TB, delay time.Duration) string {
	tb.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), serveDelay+"="+delay.String())
	in, err := c.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		tb.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// cpu is the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// typical is a request as Seal-Tools has them: five candidate tools, a short query.
func typical() chat.Request {
	r := chattest.Ask("What is the weather in Lisbon on the third of May, and which ferry leaves after it?")
	r.Messages = append([]chat.Message{{Role: chat.System, Content: strings.Repeat("Answer with calls of the tools. ", 20)}}, r.Messages...)
	seed := uint64(7)
	r.Sampling = chat.Sampling{Seed: &seed, MaxTokens: 512}
	for i := range 5 {
		r.Tools = append(r.Tools, tool.Spec{
			Name: fmt.Sprintf("getThing%d", i), Description: "Gets a thing by its place and its date.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"place":{"type":"str","description":"the place (e.g., Lisbon, Oslo)"},"date":{"type":"str","description":"the date"},"count":{"type":"int","description":"how many"}},"required":["place"]}`),
		})
	}
	return r
}

// run makes n requests with workers in flight and returns the wall time and this process's time.
func run(tb testing.TB, workers, n int, one func() error) (wall, used time.Duration) {
	tb.Helper()
	var wg sync.WaitGroup
	var next atomic.Int64
	start, before := time.Now(), cpu()
	for range workers {
		wg.Go(func() {
			for next.Add(1) <= int64(n) {
				if err := one(); err != nil {
					tb.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start), cpu() - before
}

// TestThroughput: 10,000 requests of 256 in flight against a server that takes 50 ms, in at most
// 1.15 times the ideal time.
func TestThroughput(t *testing.T) {
	if os.Getenv("DEFT_SPEED") == "" {
		t.Skip("measures this machine when it is idle: set DEFT_SPEED=1")
	}
	const n, workers, delay = 10_000, 256, 50 * time.Millisecond
	m := retried.New(open(t, Config{BaseURL: serveApart(t, delay), Key: "sk-1234567890"}), retried.Config{})
	r := typical()
	wall, used := run(t, workers, n, func() error {
		_, err := m.Generate(t.Context(), r)
		return err
	})
	ideal := time.Duration(n) * delay / workers
	t.Logf("%d requests in %s, %.3f × ideal (%s), %s of processor time a request", n, wall.Round(time.Millisecond), wall.Seconds()/ideal.Seconds(), ideal, used/n)
	if wall.Seconds() > 1.15*ideal.Seconds() {
		t.Errorf("%s, more than 1.15 × ideal (%s)", wall, ideal)
	}
}

// BenchmarkGenerate is this package, over real connections to a server in another process.
func BenchmarkGenerate(b *testing.B) {
	m := open(b, Config{BaseURL: serveApart(b, 0), Key: "sk-1234567890"})
	r := typical()
	b.ReportAllocs()
	_, used := run(b, 64, b.N, func() error {
		_, err := m.Generate(b.Context(), r)
		return err
	})
	b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkGoOpenAI is the same through go-openai's client and our transport.
func BenchmarkGoOpenAI(b *testing.B) {
	c := goopenai.DefaultConfig("sk-1234567890")
	c.BaseURL = serveApart(b, 0)
	c.HTTPClient = &http.Client{Transport: NewTransport()}
	client := goopenai.NewClientWithConfig(c)
	r := typical()
	b.ReportAllocs()
	_, used := run(b, 64, b.N, func() error {
		request := goopenai.ChatCompletionRequest{Model: "fake", MaxCompletionTokens: r.Sampling.MaxTokens}
		for _, m := range r.Messages {
			request.Messages = append(request.Messages, goopenai.ChatCompletionMessage{Role: m.Role, Content: m.Content})
		}
		for _, t := range r.Tools {
			request.Tools = append(request.Tools, goopenai.Tool{Type: goopenai.ToolTypeFunction, Function: &goopenai.FunctionDefinition{
				Name: t.Name, Description: t.Description, Parameters: t.Parameters,
			}})
		}
		_, err := client.CreateChatCompletion(b.Context(), request)
		return err
	})
	b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkCodec is the writing of a request and the reading of its reply alone.
func BenchmarkCodec(b *testing.B) {
	m := open(b, Config{})
	r := typical()
	reply := []byte(`{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"` + strings.Repeat("word ", 100) + `"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`)
	b.ReportAllocs()
	for b.Loop() {
		n := newNames(r.Tools)
		if _, err := m.encode(r, n, 0); err != nil {
			b.Fatal(err)
		}
		if _, err := m.decode(nil, reply, n); err != nil {
			b.Fatal(err)
		}
	}
}
