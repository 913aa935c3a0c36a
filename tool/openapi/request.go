package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// badArgument is an argument that fits the schema but cannot be sent.
type badArgument struct{ name, reason string }

func (e *badArgument) Error() string { return fmt.Sprintf("argument %s %s", e.name, e.reason) }

// request makes the HTTP request of a call, without credentials.
func (o *Operation) request(ctx context.Context, arguments json.RawMessage) (*http.Request, error) {
	args := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &args); err != nil {
			return nil, &badArgument{"object", "is no JSON object"}
		}
	}
	path, query := o.Path, []string(nil)
	header, cookies := http.Header{}, []string(nil)
	for _, p := range o.Params {
		raw, given := args[p.Arg]
		if !given {
			if p.In == "path" {
				return nil, &badArgument{p.Arg, "is needed for the path"}
			}
			continue
		}
		var err error
		var text string
		switch p.In {
		case "path":
			if text, err = p.path(raw); err == nil {
				path = strings.ReplaceAll(path, "{"+p.Name+"}", text)
			}
		case "query":
			var pairs []string
			pairs, err = p.query(raw)
			query = append(query, pairs...)
		case "header":
			if text, err = p.header(raw); err == nil {
				header.Set(p.Name, text)
			}
		case "cookie":
			if text, err = p.header(raw); err == nil {
				cookies = append(cookies, escape(p.Name)+"="+text)
			}
		}
		if err != nil {
			return nil, &badArgument{p.Arg, err.Error()}
		}
	}
	target, err := url.Parse(o.Server + path)
	if err != nil {
		return nil, &badArgument{"of the path", "makes no URL"}
	}
	if target.RawQuery != "" { // a document may write a fixed query into its path
		query = append([]string{target.RawQuery}, query...)
	}
	target.RawQuery = strings.Join(query, "&")
	body, kind, err := o.body(args)
	if err != nil {
		return nil, err
	}
	var reader io.Reader
	if kind != "" {
		reader = bytes.NewReader(body)
		header.Set("Content-Type", kind)
	}
	r, err := http.NewRequestWithContext(ctx, o.Method, target.String(), reader)
	if err != nil {
		return nil, fmt.Errorf("make the request of %s: %w", o.Spec.Name, err)
	}
	header.Set("Accept", "application/json, text/plain;q=0.9, */*;q=0.5")
	header.Set("User-Agent", "deft")
	if len(cookies) > 0 {
		header.Set("Cookie", strings.Join(cookies, "; "))
	}
	r.Header = header
	return r, nil
}

// body writes the body and its Content-Type; the type is empty when there is no body.
func (o *Operation) body(args map[string]json.RawMessage) ([]byte, string, error) {
	b := o.Body
	if b == nil {
		return nil, "", nil
	}
	content, given := args[b.Whole]
	if b.Whole == "" {
		content, given = b.object(args)
		given = given || b.Required
	}
	if !given {
		return nil, "", nil
	}
	base, _, _ := strings.Cut(strings.ToLower(b.Type), ";")
	switch strings.TrimSpace(base) {
	case "application/x-www-form-urlencoded", "multipart/form-data":
		entries, err := formEntries(content)
		if err != nil {
			return nil, "", &badArgument{b.Whole, "is no object, and a form needs one"}
		}
		if strings.HasPrefix(base, "multipart") {
			return writeMultipart(entries, b.Files)
		}
		var parts []string
		for _, e := range entries {
			parts = append(parts, escape(e.name)+"="+escape(e.text))
		}
		return []byte(strings.Join(parts, "&")), b.Type, nil
	case "text/plain":
		return []byte(plain(content)), b.Type, nil
	}
	return content, b.Type, nil
}

// object joins the arguments that are properties of the body.
func (b *Body) object(args map[string]json.RawMessage) (json.RawMessage, bool) {
	var out bytes.Buffer
	out.WriteByte('{')
	given := false
	for _, f := range b.Fields {
		raw, ok := args[f.Arg]
		if !ok {
			continue
		}
		if given {
			out.WriteByte(',')
		}
		given = true
		name, err := encode(f.Name, maxSchema)
		if err != nil {
			continue // a string always encodes
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(raw)
	}
	out.WriteByte('}')
	return out.Bytes(), given
}

// formEntries are the fields of a form: a list gives one for each item.
func formEntries(content json.RawMessage) ([]pair, error) {
	order, err := members(content)
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, err
	}
	var out []pair
	for _, f := range order {
		v, err := read(all[f.name])
		if err != nil {
			return nil, err
		}
		if v.kind != 'l' {
			out = append(out, f)
			continue
		}
		for _, item := range v.list {
			out = append(out, pair{f.name, item})
		}
	}
	return out, nil
}

func writeMultipart(entries []pair, files []string) ([]byte, string, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, e := range entries {
		create := w.CreateFormField
		if slices.Contains(files, e.name) { // servers take a part for a file by its file's name
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, name) }
		}
		part, err := create(e.name)
		if err == nil {
			_, err = io.WriteString(part, e.text)
		}
		if err != nil {
			return nil, "", fmt.Errorf("write the form: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("write the form: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
