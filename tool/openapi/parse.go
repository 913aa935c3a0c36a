package openapi

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"deft/tool"
	"deft/tool/schema"
)

// Parse reads an OpenAPI 3 or Swagger 2 document, JSON or YAML. location is the URL it came from, against which
// relative servers are resolved; empty for a file. References to other files are refused. An
// operation that cannot become a tool is left out and named in Skipped.
func Parse(text []byte, location string) (d *Document, err error) {
	defer func() { // the parser is not ours, and documents are anyone's
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("read the OpenAPI document: the parser broke on it: %v", p)
		}
	}()
	doc, err := load(text)
	if other := elsewhere(text); err != nil && other != "" {
		return nil, fmt.Errorf("read the OpenAPI document: it refers to %.200q, and references to external files and addresses are not followed; a bundler makes one file of them (redocly bundle, swagger-cli bundle)", other)
	}
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	p := &parser{doc: doc, location: location, names: tool.Names{}, checker: schema.New(), out: &Document{Schemes: map[string]Scheme{}}}
	if doc.Info != nil {
		p.out.Title = doc.Info.Title
	}
	p.schemes()
	if doc.Paths == nil || doc.Paths.Len() == 0 {
		return nil, errors.New("the OpenAPI document has no paths")
	}
	items := doc.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(items)) {
		if item := items[path]; item != nil {
			p.item(path, item)
		}
	}
	if len(p.out.Operations) == 0 {
		return nil, fmt.Errorf("no operation of the OpenAPI document can be a tool: %s", strings.Join(p.out.Skipped, "; "))
	}
	return p.out, nil
}

// elsewhere is the first reference of a document to another file or address, empty if it has none.
func elsewhere(text []byte) string {
	for {
		_, rest, ok := bytes.Cut(text, []byte("$ref"))
		if !ok {
			return ""
		}
		line, _, _ := bytes.Cut(rest[:min(len(rest), 1024)], []byte("\n"))
		value := bytes.TrimLeft(line, "\"': ")
		if end := bytes.IndexAny(value, "\"',} \r"); end >= 0 {
			value = value[:end]
		}
		if len(value) > 0 && value[0] != '#' && bytes.ContainsAny(value, "./") {
			return string(value)
		}
		text = rest
	}
}

func load(text []byte) (*openapi3.T, error) {
	if isSwagger(text) {
		return readSwagger(text)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	switch {
	case err != nil:
		return nil, err
	case doc.OpenAPI == "":
		return nil, errors.New(`it names neither its "openapi" nor its "swagger" version`)
	case !strings.HasPrefix(doc.OpenAPI, "3."):
		return nil, fmt.Errorf("its version is %.20q, want 3.x", doc.OpenAPI)
	}
	return doc, nil
}

type parser struct {
	doc      *openapi3.T
	location string
	names    tool.Names
	checker  *schema.Checker
	out      *Document
}

func (p *parser) schemes() {
	if p.doc.Components == nil {
		return
	}
	for name, ref := range p.doc.Components.SecuritySchemes {
		if ref == nil || ref.Value == nil {
			continue
		}
		v := ref.Value
		switch kind := strings.ToLower(v.Type); {
		case kind == "apikey":
			p.out.Schemes[name] = Scheme{Kind: "apiKey", In: v.In, Name: v.Name}
		case kind == "http" && strings.EqualFold(v.Scheme, "basic"):
			p.out.Schemes[name] = Scheme{Kind: "basic"}
		case kind == "http" && strings.EqualFold(v.Scheme, "bearer"), kind == "oauth2", kind == "openidconnect":
			p.out.Schemes[name] = Scheme{Kind: "bearer"}
		}
	}
}

func (p *parser) item(path string, item *openapi3.PathItem) {
	operations := item.Operations()
	for _, method := range slices.Sorted(maps.Keys(operations)) {
		o, err := p.operation(path, method, item, operations[method])
		if err != nil {
			p.out.Skipped = append(p.out.Skipped, fmt.Sprintf("%s %s: %v", method, path, err))
			continue
		}
		p.out.Operations = append(p.out.Operations, *o)
	}
}

func (p *parser) operation(path, method string, item *openapi3.PathItem, op *openapi3.Operation) (*Operation, error) {
	if method == "CONNECT" || method == "TRACE" {
		return nil, errors.New("this method is not for tools")
	}
	if !strings.HasPrefix(path, "/") {
		return nil, errors.New("a path begins with a slash")
	}
	server, err := p.server(item, op)
	if err != nil {
		return nil, err
	}
	o := &Operation{Method: method, Server: server, Path: path}
	b := &binder{schemas: newSchemas(), op: o, args: tool.Names{}}
	if err := b.params(item.Parameters, op.Parameters); err != nil {
		return nil, err
	}
	if op.RequestBody != nil && op.RequestBody.Value != nil {
		if err := b.body(op.RequestBody.Value); err != nil {
			return nil, err
		}
	}
	if o.Security, err = p.security(op); err != nil {
		return nil, err
	}
	o.Spec = tool.Spec{Description: cmp.Or(describe(item, op), method+" "+path), Tags: map[string]string{"method": method, "path": path}}
	if o.Spec.Parameters, err = b.document(); err != nil {
		return nil, err
	}
	o.Spec.Result = result(op)
	if err := p.checker.Document(o.Spec); err != nil {
		if o.Spec.Result = nil; p.checker.Document(o.Spec) != nil {
			return nil, fmt.Errorf("its schema cannot be used: %w", err)
		}
	}
	o.Spec.Name = p.name(op.OperationID, method, path)
	return o, nil
}

// describe joins summary and description, cut to what a model should have to read.
func describe(item *openapi3.PathItem, op *openapi3.Operation) string {
	summary := strings.TrimSpace(cmp.Or(op.Summary, item.Summary))
	text := strings.TrimSpace(cmp.Or(op.Description, item.Description))
	switch {
	case text == "" || strings.HasPrefix(text, summary) && summary != "" && len(text) < 2*len(summary):
		text = cmp.Or(text, summary)
	case summary != "" && !strings.HasPrefix(text, summary):
		text = strings.TrimRight(summary, ".") + ". " + text
	}
	if op.Deprecated {
		text = "Deprecated. " + text
	}
	return shortened(text, 1024)
}

// shortened cuts a text to at most so many bytes, at a character.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// name is the operationId, or method and path, in characters that every endpoint takes, unique.
func (p *parser) name(id, method, path string) string {
	return p.names.Unique(cmp.Or(tool.CleanName(id), strings.TrimRight(tool.CleanName(strings.ToLower(method)+"_"+path), "_"), "operation"))
}

// server is the base URL of the operation: the first one of the innermost list.
func (p *parser) server(item *openapi3.PathItem, op *openapi3.Operation) (string, error) {
	servers := p.doc.Servers
	if len(item.Servers) > 0 {
		servers = item.Servers
	}
	if op.Servers != nil && len(*op.Servers) > 0 {
		servers = *op.Servers
	}
	text := "/"
	if len(servers) > 0 && servers[0] != nil {
		text = servers[0].URL
		for name, v := range servers[0].Variables {
			if v != nil {
				text = strings.ReplaceAll(text, "{"+name+"}", v.Default)
			}
		}
	}
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil {
		return "", errors.New("its server is not a URL")
	}
	if base, err := url.Parse(p.location); err == nil && p.location != "" {
		u = base.ResolveReference(u)
	}
	if u.User != nil {
		return "", errors.New("its server's URL holds a password")
	}
	u.RawQuery, u.Fragment = "", ""
	if u.Host == "" { // a file with a relative server: the user has to say where it is
		return strings.TrimRight(u.Path, "/"), nil
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("its server's scheme is %.20q, not http or https", u.Scheme)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// security lists the alternatives that we can send. An operation all of whose alternatives need a
// scheme we do not know is no tool.
func (p *parser) security(op *openapi3.Operation) ([][]string, error) {
	needs := p.doc.Security
	if op.Security != nil {
		needs = *op.Security
	} else if len(needs) == 0 && (p.doc.Components == nil || len(p.doc.Components.SecuritySchemes) == 0) {
		p.out.Schemes[impliedScheme] = Scheme{Kind: "bearer"}
		return [][]string{{impliedScheme}, {}}, nil
	}
	var out [][]string
	var unknown []string
	for _, alternative := range needs {
		names := slices.Sorted(maps.Keys(alternative))
		if len(names) == 0 {
			out = append(out, []string{})
			continue
		}
		known := true
		for _, n := range names {
			if _, ok := p.out.Schemes[n]; !ok {
				known, unknown = false, append(unknown, p.missing(n))
			}
		}
		if known {
			out = append(out, names)
		}
	}
	if len(needs) > 0 && len(out) == 0 {
		return nil, fmt.Errorf("it needs %s", strings.Join(unknown, " or "))
	}
	return out, nil
}

// impliedScheme is a token that is sent where it is set: documents that describe no authentication
// at all, as GitHub's, often belong to servers that want one.
const impliedScheme = "token"

// missing says why a scheme is not among those that we can send.
func (p *parser) missing(name string) string {
	if p.doc.Components != nil && p.doc.Components.SecuritySchemes[name] != nil {
		return fmt.Sprintf("the authentication %.60q, which is neither bearer, basic nor an API key", name)
	}
	return fmt.Sprintf("the authentication %.60q, which the document does not describe", name)
}

// Relocate gives every operation without a host, or all of them when all is set, another server.
func (d *Document) Relocate(server string, all bool) error {
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return errors.New("a server is an http or https URL without password and query")
	}
	for i := range d.Operations {
		o := &d.Operations[i]
		switch {
		case all:
			o.Server = strings.TrimRight(u.String(), "/")
		case !strings.Contains(o.Server, "://"):
			o.Server = strings.TrimRight(u.String(), "/") + o.Server
		}
	}
	return nil
}
