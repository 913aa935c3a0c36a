package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"deft/tool"
	"deft/tool/guarded"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo answers with what it got.
func echo(t testing.TB) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		_ = json.NewEncoder(w).Encode(map[string]string{
			"line": r.Method + " " + r.URL.RequestURI(), "type": kind, "body": string(body), "auth": r.Header.Get("Authorization"),
			"cookie": r.Header.Get("Cookie"), "list": r.Header.Get("X-List"), "id": r.Header.Get("id"),
		})
	}))
	t.Cleanup(s.Close)
	return s
}

func open(t testing.TB, d *Document, server string, cfg Config) *Executor {
	t.Helper()
	if err := d.Relocate(server, true); err != nil {
		t.Fatal(err)
	}
	x, err := d.Executor(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func env(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func call(t testing.TB, x tool.Executor, name, args string) tool.Result {
	t.Helper()
	r, err := x.Call(context.Background(), tool.Call{ID: "1", Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	if r.CallID != "1" {
		t.Errorf("the result is of call %q", r.CallID)
	}
	return r
}

// TestWire checks what goes over the wire, against OpenAPI 3.0.3's examples of styles.
func TestWire(t *testing.T) {
	x := open(t, shop(t), echo(t).URL+"/v2", Config{Source: "shop", AllowPrivate: true, Getenv: env(map[string]string{"DEFT_TOOLS_SHOP_KEY": "k"})})
	for _, c := range []struct {
		name, args string
		want       map[string]string
	}{
		{"get_item", `{"id":"a/b c"}`, map[string]string{"line": "GET /v2/items/a%2Fb%20c?api_key=k"}},
		{"get_item", `{"id":"1","id_in_query":2,"id_in_header":"3"}`, map[string]string{"line": "GET /v2/items/1?id=2&api_key=k", "id": "3"}},
		{"get_item", `{"id":"1","filter_size":["s","m&l"]}`, map[string]string{"line": "GET /v2/items/1?filter%5Bsize%5D=s&filter%5Bsize%5D=m%26l&api_key=k"}},
		{"get_item", `{"id":"1","tags":["a","b,c"],"bars":["x","y"]}`, map[string]string{"line": "GET /v2/items/1?tags=a,b%2Cc&bars=x%7Cy&api_key=k"}},
		{"get_item", `{"id":"1","where":{"a":1,"b":{"c":true}}}`, map[string]string{"line": "GET /v2/items/1?where%5Ba%5D=1&where%5Bb%5D%5Bc%5D=true&api_key=k"}},
		{"get_item", `{"id":"1","shape":{"h":"2","w":"3"}}`, map[string]string{"line": "GET /v2/items/1?h=2&w=3&api_key=k"}},
		{"get_item", `{"id":"1","shape":{"api_key":"mine"}}`, map[string]string{"line": "GET /v2/items/1?api_key=k"}},
		{"get_item", `{"id":"1","raw":{"a":[1]}}`, map[string]string{"line": "GET /v2/items/1?raw=%7B%22a%22%3A%5B1%5D%7D&api_key=k"}},
		{"get_item", `{"id":"1","sid":"a;b","X-List":[1,2]}`, map[string]string{"line": "GET /v2/items/1?api_key=k", "cookie": "sid=a%3Bb", "list": "1,2"}},
		{"post_items", `{"name":"n","price":1.50}`, map[string]string{"line": "POST /v2/items", "type": "application/json", "body": `{"name":"n","price":1.50}`}},
		{"send_form", `{"a":"x y&","b":[1,2]}`, map[string]string{"line": "POST /v2/form", "type": "application/x-www-form-urlencoded", "body": "a=x%20y%26&b=1&b=2"}},
		{"send_form", `{}`, map[string]string{"line": "POST /v2/form"}},
		{"send_text", `{"body":"hi"}`, map[string]string{"line": "POST /v2/text", "type": "text/plain", "body": "hi"}},
		{"styles", `{"m":["a","b"],"l":"x"}`, map[string]string{"line": "GET /v2/matrix/;m=a;m=b/.x"}},
	} {
		r := call(t, x, c.name, c.args)
		var got map[string]string
		if err := json.Unmarshal(r.Content, &got); err != nil || r.Fault != "" {
			t.Errorf("%s %s: %s %s", c.name, c.args, r.Fault, r.Content)
			continue
		}
		for k, v := range got {
			if v == "" {
				delete(got, k)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.name, c.args, d)
		}
	}
	r := call(t, x, "send_parts", `{"a":"part"}`)
	if !strings.Contains(string(r.Content), "multipart/form-data") || !strings.Contains(string(r.Content), "part") {
		t.Errorf("multipart: %s", r.Content)
	}
}

func TestBadCalls(t *testing.T) {
	x := open(t, shop(t), echo(t).URL, Config{Source: "shop", AllowPrivate: true})
	for _, c := range []struct{ name, args, fault, says string }{
		{"nosuch", `{}`, tool.FaultUnknownTool, "get_item"},
		{"get_item", `{}`, tool.FaultInvalidArguments, "missing_required at /id"},
		{"get_item", `{"id":".."}`, tool.FaultInvalidArguments, "another path"},
		{"get_item", `{"id":"../../admin"}`, tool.FaultInvalidArguments, "another path"},
		{"get_item", `{"id":"a\\..\\b"}`, tool.FaultInvalidArguments, "another path"},
		{"get_item", `{"id":""}`, tool.FaultInvalidArguments, "empty"},
		{"get_item", `{"id":"1","id_in_header":"a\r\nHost: x"}`, tool.FaultInvalidArguments, "control characters"},
		{"get_item", `{"id":"1","nosuch":1}`, tool.FaultInvalidArguments, "unknown_parameter"},
		{"get_item", `{"id":"1"}`, tool.FaultRefused, "DEFT_TOOLS_SHOP_KEY, or DEFT_TOOLS_SHOP_USER_USER and DEFT_TOOLS_SHOP_USER_PASSWORD"},
		{"get_item", `[1]`, tool.FaultInvalidArguments, "want object"},
	} {
		r := call(t, x, c.name, c.args)
		if r.Fault != c.fault || !strings.Contains(string(r.Content), c.says) {
			t.Errorf("%s %s: %s %s, want %s with %q", c.name, c.args, r.Fault, r.Content, c.fault, c.says)
		}
	}
}

func TestBasicAuth(t *testing.T) {
	x := open(t, shop(t), echo(t).URL, Config{Source: "my shop", AllowPrivate: true, Getenv: env(map[string]string{"DEFT_TOOLS_MY_SHOP_USER_USER": "ann", "DEFT_TOOLS_MY_SHOP_USER_PASSWORD": "hunter22"})})
	r := call(t, x, "get_item", `{"id":"1"}`)
	if s := string(r.Content); !strings.Contains(s, `"auth":"Basic [secret]"`) || strings.Contains(s, "hunter22") {
		t.Errorf("the password went out and came back as %s", s)
	}
}

// one makes a document of one tool "get" on GET /a, with a key in the header.
func one(t testing.TB, server string) *Document {
	t.Helper()
	d, err := Parse(fmt.Appendf(nil, `{"openapi":"3.0.0","info":{"title":"One","version":""},"servers":[{"url":%q}],
		"paths":{"/a":{"get":{"operationId":"get","responses":{"200":{"description":""}}}}},
		"security":[{"k":[]}],"components":{"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Key"}}}}`, server), "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestResponses(t *testing.T) {
	long := strings.Repeat("x", 50_000)
	for name, c := range map[string]struct {
		status      int
		kind, body  string
		fault, want string
		truncated   bool
	}{
		"json":      {200, "application/json", ` {"a": 1.0} `, "", `{"a":1.0}`, false},
		"text":      {200, "text/plain", "<b>", "", `"<b>"`, false},
		"nothing":   {204, "", "", "", "null", false},
		"bytes":     {200, "image/png", "\xff\xfe\x00", "", `{"bytes":3,"content_type":"image/png"}`, false},
		"not json":  {200, "application/json", `{"a":`, "", `"{\"a\":"`, false},
		"not found": {404, "application/json", `{"why":"gone"}`, tool.FaultFailed, `HTTP 404 Not Found: {\"why\":\"gone\"}`, false},
		"denied":    {401, "text/plain", "key s3cr3t-key is bad", tool.FaultFailed, "the credentials are from DEFT_TOOLS_ONE_K): key [secret] is bad", false},
		"busy":      {429, "", "", tool.FaultUnavailable, "429", false},
		"down":      {503, "", "", tool.FaultUnavailable, "503", false},
		"broken":    {500, "", "\xff", tool.FaultFailed, "500", false},
		"long":      {200, "application/json", `["` + long + `"]`, "", `"[\"xxxx`, true},
		"huge":      {200, "text/plain", strings.Repeat("y", maxBody+1), tool.FaultTooLarge, "more than", false},
		"huge 500":  {500, "text/plain", long, tool.FaultFailed, "xxxx…", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.kind)
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			defer s.Close()
			x := open(t, one(t, s.URL), s.URL, Config{Source: "one", AllowPrivate: true, Getenv: env(map[string]string{"DEFT_TOOLS_ONE_K": "s3cr3t-key"}), Limits: guarded.Config{MaxResult: 10_000}})
			r := call(t, x, "get", `{}`)
			if r.Fault != c.fault || !strings.Contains(string(r.Content), c.want) || r.Truncated != c.truncated || !json.Valid(r.Content) || len(r.Content) > 10_000 {
				t.Errorf("fault %q, truncated %v, %.300s", r.Fault, r.Truncated, r.Content)
			}
		})
	}
}

func TestHostsAndRedirects(t *testing.T) {
	got := make(chan http.Header, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got <- r.Header }))
	defer other.Close()
	var to string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	defer s.Close()
	u, err := url.Parse(other.URL)
	if err != nil {
		t.Fatal(err)
	}
	key := env(map[string]string{"DEFT_TOOLS_ONE_K": "s3cr3t-key"})
	for name, c := range map[string]struct {
		cfg       Config
		to, fault string
		says      string
	}{
		"private address":       {Config{}, other.URL, tool.FaultRefused, "not a public address"},
		"other host":            {Config{AllowPrivate: true}, other.URL, tool.FaultRefused, "not among the allowed ones"},
		"other host allowed":    {Config{AllowPrivate: true, AllowHosts: []string{u.Host}}, other.URL, "", "null"},
		"other scheme":          {Config{AllowPrivate: true}, "file:///etc/passwd", tool.FaultRefused, "scheme"},
		"around and around":     {Config{AllowPrivate: true}, s.URL + "/a", tool.FaultRefused, "redirects"},
		"metadata of the cloud": {Config{AllowPrivate: true}, "http://169.254.169.254/latest", tool.FaultRefused, "not among the allowed ones"},
	} {
		t.Run(name, func(t *testing.T) {
			to, c.cfg.Source, c.cfg.Getenv = c.to, "one", key
			r := call(t, open(t, one(t, s.URL), s.URL, c.cfg), "get", `{}`)
			if r.Fault != c.fault || !strings.Contains(string(r.Content), c.says) {
				t.Errorf("fault %q: %s", r.Fault, r.Content)
			}
			select {
			case h := <-got:
				if c.fault != "" {
					t.Error("the other server was reached")
				}
				if h.Get("X-Key") != "" || h.Get("Referer") != "" {
					t.Errorf("the key travelled on: %v", h)
				}
			default:
			}
		})
	}
}

// TestNameOfPrivateAddress calls a name, so that only the address dialled can tell.
func TestNameOfPrivateAddress(t *testing.T) {
	s := echo(t)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := call(t, open(t, shop(t), "http://localhost:"+u.Port(), Config{}), "send_form", `{}`)
	if r.Fault != tool.FaultRefused || !strings.Contains(string(r.Content), "--allow-private") {
		t.Errorf("fault %q: %s", r.Fault, r.Content)
	}
}

func TestDeadAndSlowServers(t *testing.T) {
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	defer slow.Close()
	defer close(release)
	start := time.Now()
	r := call(t, open(t, shop(t), slow.URL, Config{AllowPrivate: true, Limits: guarded.Config{Timeout: 50 * time.Millisecond}}), "send_form", `{}`)
	if r.Fault != tool.FaultTimeout || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %q %s", time.Since(start), r.Fault, r.Content)
	}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	r = call(t, open(t, shop(t), dead.URL, Config{AllowPrivate: true}), "send_form", `{}`)
	if r.Fault != tool.FaultUnavailable || !strings.Contains(string(r.Content), "refused") {
		t.Errorf("%q %s", r.Fault, r.Content)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := open(t, shop(t), slow.URL, Config{}).Call(ctx, tool.Call{Name: "send_form"}); err == nil {
		t.Error("a call after the end of its context gave a result")
	}
}

// TestHostileCalls throws 10,000 calls at a server that answers anything: none leaves the server,
// takes longer than its limit, panics, or fails otherwise than by a named fault.
func TestHostileCalls(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 1_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	var mu sync.Mutex
	pick := func(k int) int { mu.Lock(); defer mu.Unlock(); return random.IntN(k) }
	var hits atomic.Int64
	d := shop(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		if !strings.HasPrefix(r.URL.Path, "/v2/") || strings.Contains(r.URL.Path, "/../") {
			t.Errorf("the request left its path: %s", r.URL.Path)
		}
		switch pick(8) {
		case 0:
			http.Redirect(w, r, []string{"http://10.0.0.1/", "//evil.example/", "/v2/x", "gopher://x", "http://[::1]:1/", "\x00"}[pick(6)], http.StatusFound)
		case 1:
			if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort")
				_ = c.Close()
			}
		case 2:
			w.WriteHeader(200 + pick(400))
		default:
			_, _ = w.Write([]byte([]string{`{"a":`, "\xff\xff", `null`, `[[[[`, strings.Repeat("[", 20_000)}[pick(5)]))
		}
	}))
	defer s.Close()
	x := open(t, d, s.URL+"/v2", Config{Source: "shop", AllowPrivate: true, Getenv: env(map[string]string{"DEFT_TOOLS_SHOP_KEY": "k"}), Limits: guarded.Config{Timeout: 2 * time.Second, MaxResult: 4096}})
	names := []string{"get_item", "get-item", "post_items", "send_form", "send_parts", "send_text", "styles", "nosuch", "", "get_item\x00"}
	texts := []string{`".."`, `"../../x"`, `"%2e%2e/"`, `"a\u0000b"`, `"\r\nX: y"`, `1e99999`, `-0`, `null`, `{}`, `[]`, `["..","/"]`, `{"a":{"b":[1]}}`, `"#?&=@evil.example"`, `"` + strings.Repeat("é", 3000) + `"`, strings.Repeat("[", 9000) + strings.Repeat("]", 9000), `{"a":`, `"//evil.example"`, `{"":""}`, `"\ud800"`}
	fields := []string{"id", "id_in_query", "id_in_header", "filter_size", "tags", "where", "shape", "raw", "sid", "X-List", "name", "price", "parent", "a", "b", "body", "m", "l"}
	work := make(chan tool.Call)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for c := range work {
				start := time.Now()
				r, err := x.Call(context.Background(), c)
				if err != nil {
					t.Errorf("%s %.200s: %v", c.Name, c.Arguments, err)
				}
				if took := time.Since(start); took > 10*time.Second {
					t.Errorf("%s took %v", c.Name, took)
				}
				if r.Fault == "" && !json.Valid(r.Content) || len(r.Content) > 8192 {
					t.Errorf("%s: fault %q, %d bytes", c.Name, r.Fault, len(r.Content))
				}
			}
		}()
	}
	for range n {
		if pick(2) == 0 {
			spec := d.Specs()[pick(len(d.Operations))]
			work <- tool.Call{Name: spec.Name, Arguments: fitting(t, spec, pick)}
			continue
		}
		var parts []string
		for range pick(5) {
			parts = append(parts, fmt.Sprintf("%q:%s", fields[pick(len(fields))], texts[pick(len(texts))]))
		}
		c := tool.Call{Name: names[pick(len(names))], Arguments: json.RawMessage("{" + strings.Join(parts, ",") + "}")}
		if pick(50) == 0 {
			c = tool.Call{Name: c.Name, Malformed: "{'"}
		}
		work <- c
	}
	close(work)
	wg.Wait()
	if hits.Load() < int64(n)/5 {
		t.Errorf("only %d of %d calls reached the server", hits.Load(), n)
	}
}

// fitting makes odd arguments of the types that the tool documents.
func fitting(t *testing.T, spec tool.Spec, pick func(int) int) json.RawMessage {
	var doc struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if err := json.Unmarshal(spec.Parameters, &doc); err != nil {
		t.Fatal(err)
	}
	texts := []string{"..", "a/../b", "%2e%2e", "\r\nX: y", "?a=b#c", "@evil.example", "\x00", "é", ";a=b", "", "x"}
	args := map[string]any{}
	for name, p := range doc.Properties {
		if pick(2) == 0 && !slices.Contains(doc.Required, name) {
			continue
		}
		text := texts[pick(len(texts))]
		switch p.Type {
		case "string":
			args[name] = text
		case "integer":
			args[name] = pick(100) - 50
		case "array":
			args[name] = []any{text, text}
			if name == "X-List" || name == "b" {
				args[name] = []any{1, 2}
			}
		case "object":
			args[name] = map[string]any{}
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
