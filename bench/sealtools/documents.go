package sealtools

import (
	"slices"
	"strings"
	"unicode"
)

// ourDocument is what our retriever knows of a tool: its name taken apart, its description, and
// the names and descriptions of all parameters.
func ourDocument(parts []string, d *document) []string {
	parts = append(parts, splitName(d.name), d.description)
	for i := range d.parameters {
		parts = append(parts, d.parameters[i].name, d.parameters[i].description)
	}
	return parts
}

// referenceDocument is what the authors' BM25 knows of a tool: its description and those of the
// required parameters, without any name (Appendix D, as released).
func referenceDocument(parts []string, d *document) []string {
	parts = append(parts, d.description)
	for _, name := range d.required {
		i := slices.IndexFunc(d.parameters, func(p value) bool { return p.name == name })
		parts = append(parts, d.parameters[i].description)
	}
	return parts
}

// splitName separates the words of a name in camel case: "getHTTPStatus" is "get HTTP Status".
func splitName(name string) string {
	rs := []rune(name)
	var b strings.Builder
	for i, r := range rs {
		if i > 0 && unicode.IsUpper(r) {
			ends := unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])
			if ends || unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1]) {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
