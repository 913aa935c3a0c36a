package protocol

import (
	"bytes"
	"encoding/json"

	"deft/tool"
)

// documentsJSON writes each tool as one line of JSON: name, description, parameters.
func documentsJSON(tools []tool.Spec) string {
	var b bytes.Buffer
	for i, t := range tools {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.Write(appendDocument(nil, t))
	}
	return b.String()
}

func appendDocument(out []byte, t tool.Spec) []byte {
	out = append(out, `{"name": `...)
	out = appendString(out, t.Name)
	if t.Description != "" {
		out = append(out, `, "description": `...)
		out = appendString(out, t.Description)
	}
	if len(t.Parameters) > 0 {
		out = append(out, `, "parameters": `...)
		out = appendCompact(out, t.Parameters)
	}
	if len(t.Result) > 0 {
		out = append(out, `, "result": `...)
		out = appendCompact(out, t.Result)
	}
	return append(out, '}')
}

// appendCompact appends JSON on one line; what is not JSON goes in as a string.
func appendCompact(out []byte, j json.RawMessage) []byte {
	b := bytes.NewBuffer(out)
	if err := json.Compact(b, j); err != nil {
		return appendString(out, string(j))
	}
	return b.Bytes()
}
