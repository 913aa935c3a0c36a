// Package openapi makes tools of an OpenAPI 3 or Swagger 2 document: one documented tool for each operation,
// and an executor that sends the requests.
//
//	doc, err := openapi.Parse(text, location)
//	exec, err := doc.Executor(openapi.Config{Source: "petstore", Getenv: getenv})
//	defer exec.Close()
//	result, err := exec.Call(ctx, tool.Call{Name: "getPetById", Arguments: …})
//
// A Document holds all that calling needs and encodes as JSON, so the text it was made from is
// read only once. It holds no secrets: those come from environment variables at each call.
package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"deft/tool"
	"deft/tool/outbound"
)

// MaxDocument bounds an OpenAPI document, in bytes.
const MaxDocument = 16 << 20

// Document is what an OpenAPI document says, ready for calling.
type Document struct {
	Title      string      `json:"title,omitempty"`
	Operations []Operation `json:"operations"`
	// Schemes are the authentication schemes that operations name.
	Schemes map[string]Scheme `json:"schemes,omitempty"`
	// Skipped says which operations could not become tools, and why.
	Skipped []string `json:"skipped,omitempty"`
}

// Operation is one tool with the request it stands for.
type Operation struct {
	Spec   tool.Spec `json:"spec"`
	Method string    `json:"method"`
	Server string    `json:"server"` // base URL without a final slash
	Path   string    `json:"path"`   // with {name} for path parameters
	Params []Param   `json:"params,omitempty"`
	Body   *Body     `json:"body,omitempty"`
	// Security lists alternatives; of each, all schemes are needed. Empty: none is needed.
	Security [][]string `json:"security,omitempty"`
}

// Param binds one argument to a parameter of the request.
type Param struct {
	Arg     string `json:"arg"`  // name among the tool's arguments
	Name    string `json:"name"` // name in the request
	In      string `json:"in"`   // path, query, header, cookie
	Style   string `json:"style"`
	Explode bool   `json:"explode,omitempty"`
	// JSON: the value is sent as JSON text (a parameter described by "content").
	JSON bool `json:"json,omitempty"`
	// Reserved: characters with a meaning in URLs are sent as they are.
	Reserved bool `json:"reserved,omitempty"`
}

// Body binds arguments to the body of the request.
type Body struct {
	Type     string `json:"type"` // media type
	Required bool   `json:"required,omitempty"`
	// Whole is the argument that is the body; empty: each of Fields is one property of it.
	Whole  string  `json:"whole,omitempty"`
	Fields []Field `json:"fields,omitempty"`
	// Files names the properties of a multipart form that are sent as files.
	Files []string `json:"files,omitempty"`
}

// Field binds one argument to a property of the body.
type Field struct {
	Arg  string `json:"arg"`
	Name string `json:"name"`
}

// Scheme is one way of authentication.
type Scheme struct {
	Kind string `json:"kind"`         // bearer, basic, apiKey
	In   string `json:"in,omitempty"` // of an apiKey: header, query, cookie
	Name string `json:"name,omitempty"`
}

// Read gets the text of a document from a file or an http(s) URL and parses it.
func Read(ctx context.Context, location string, p outbound.Policy) (*Document, error) {
	if !strings.HasPrefix(location, "http://") && !strings.HasPrefix(location, "https://") {
		info, err := os.Stat(location)
		if err != nil {
			return nil, fmt.Errorf("open the OpenAPI document: %w", err)
		}
		if info.IsDir() || info.Size() > MaxDocument {
			return nil, fmt.Errorf("open the OpenAPI document: %s is a folder or has more than %d bytes", location, MaxDocument)
		}
		text, err := os.ReadFile(location)
		if err != nil {
			return nil, fmt.Errorf("read the OpenAPI document: %w", err)
		}
		return Parse(text, "")
	}
	text, err := p.Get(ctx, location, MaxDocument)
	if err != nil {
		return nil, fmt.Errorf("get the OpenAPI document from %s: %w", Shown(location), err)
	}
	return Parse(text, location)
}

// Shown is a location without what may be secret in it: password and query.
func Shown(location string) string {
	u, err := url.Parse(location)
	if err != nil || u.Scheme == "" {
		return location
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// Specs are the documents of all tools, in the order of paths and methods.
func (d *Document) Specs() []tool.Spec {
	out := make([]tool.Spec, len(d.Operations))
	for i, o := range d.Operations {
		out[i] = o.Spec
	}
	return out
}

// Hosts are those of the operations' servers, sorted, each once: "host" or "host:port".
func (d *Document) Hosts() []string {
	var out []string
	for _, o := range d.Operations {
		if u, err := url.Parse(o.Server); err == nil && u.Host != "" {
			out = append(out, u.Host)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Decode reads what json.Marshal of a Document gave.
func Decode(b []byte) (*Document, error) {
	var d Document
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, fmt.Errorf("read the stored OpenAPI tools: %w", err)
	}
	return &d, nil
}
