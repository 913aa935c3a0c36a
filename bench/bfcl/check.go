package bfcl

import (
	"slices"
	"strings"

	"deft/pyvalue"
)

// call is one call read from a reply. odd is set where its arguments are not an object.
type call struct {
	name string
	args pyvalue.Value
	odd  bool
}

// verdict is the outcome of a check: the published error type, "" when all is well, and what it
// is about. The sentence for a person is only made when somebody wants it.
type verdict struct {
	errType string
	param   string
	value   *pyvalue.Value
	index   int // of the gold call without a match
}

func (v verdict) ok() bool { return v.errType == "" }

// rules are what the modes of scoring differ in.
type rules struct {
	// reference are the rules of the released checker.
	reference bool
	// underscores: the model was shown names with `_` for `.`.
	underscores bool
}

// key tells rules apart by one byte.
func (r rules) key() byte {
	key := byte('0')
	if r.reference {
		key |= 1
	}
	if r.underscores {
		key |= 2
	}
	return key
}

// checker judges the calls of replies to one sample.
type checker struct {
	rules
	category  category
	functions []function
	gold      []gold
}

// check applies the category's rules; see docs/bfcl.md.
func (k *checker) check(calls []call) verdict {
	switch {
	case k.category.kind == parallel || k.category.kind == multiple && k.category.first:
		return k.unordered(calls)
	case k.category.kind == multiple:
		if len(calls) != len(k.gold) {
			return verdict{errType: "multiple_function_checker:wrong_count"}
		}
		f := k.document(k.gold[0].key)
		if f == nil {
			return verdict{errType: "multiple_function_checker:cannot_find_description"}
		}
		return k.one(f, &k.gold[0], &calls[0])
	}
	if len(calls) != 1 {
		return verdict{errType: "simple_function_checker:wrong_count"}
	}
	if len(k.functions) == 0 || len(k.gold) == 0 {
		return verdict{errType: "simple_function_checker:unclear"}
	}
	return k.one(&k.functions[0], &k.gold[0], &calls[0])
}

// document finds the document of a gold call. Keys of the first version carry a number, so there
// the first document whose name is part of the key is taken, whether or not it is the right one.
func (k *checker) document(key string) *function {
	if !k.reference {
		if f := k.exact(key); f != nil {
			return f
		}
	}
	for i := range k.functions {
		if name := k.functions[i].name; k.category.first && strings.Contains(key, name) || name == key {
			return &k.functions[i]
		}
	}
	return nil
}

// exact finds the document by the key itself, or by the key without its number.
func (k *checker) exact(key string) *function {
	base := key
	if i := strings.LastIndexByte(key, '_'); i > 0 && k.category.first && strings.Trim(key[i+1:], "0123456789") == "" {
		base = key[:i]
	}
	for _, name := range []string{key, base} {
		for i := range k.functions {
			if k.functions[i].name == name {
				return &k.functions[i]
			}
		}
	}
	return nil
}

// unordered wants as many calls as the gold answer has, each gold call matched by another one.
func (k *checker) unordered(calls []call) verdict {
	const prefix = "parallel_function_checker_no_order:"
	if len(calls) != len(k.gold) {
		return verdict{errType: prefix + "wrong_count"}
	}
	docs := make([]*function, len(k.gold))
	for i := range k.gold {
		docs[i] = k.document(k.gold[i].key)
		if docs[i] == nil && !k.reference {
			return verdict{errType: prefix + "cannot_find_description", index: i}
		}
	}
	fits := func(g, c int) bool { return k.one(docs[g], &k.gold[g], &calls[c]).ok() }
	if k.reference {
		return greedy(len(calls), docs, fits)
	}
	if g := unmatched(len(calls), fits); g >= 0 {
		return verdict{errType: prefix + "cannot_find_match", index: g}
	}
	return verdict{}
}

// greedy gives each gold call in turn the first call that fits and is still free.
func greedy(n int, docs []*function, fits func(g, c int) bool) verdict {
	const prefix = "parallel_function_checker_no_order:"
	taken := make([]bool, n)
	for g := range n {
		if docs[g] == nil {
			return verdict{errType: prefix + "cannot_find_description", index: g}
		}
		found := false
		for c := 0; c < n && !found; c++ {
			if !taken[c] && fits(g, c) {
				taken[c], found = true, true
			}
		}
		if !found {
			return verdict{errType: prefix + "cannot_find_match", index: g}
		}
	}
	return verdict{}
}

// unmatched looks for a matching of all n gold calls with n calls (Kuhn's algorithm) and gives a
// gold call that is left over, -1 when none is.
func unmatched(n int, fits func(g, c int) bool) int {
	edges := make([][]int, n)
	for g := range n {
		for c := range n {
			if fits(g, c) {
				edges[g] = append(edges[g], c)
			}
		}
	}
	owner := make([]int, n)
	for c := range owner {
		owner[c] = -1
	}
	var seen []bool
	var place func(g int) bool
	place = func(g int) bool {
		for _, c := range edges[g] {
			if seen[c] {
				continue
			}
			seen[c] = true
			if owner[c] < 0 || place(owner[c]) {
				owner[c] = g
				return true
			}
		}
		return false
	}
	for g := range n {
		seen = make([]bool, n)
		if !place(g) {
			return g
		}
	}
	return -1
}

// one compares a call with a gold call, the first error counts. By default a parameter that only
// one of document and gold answer knows is not held against a call.
func (k *checker) one(f *function, g *gold, c *call) verdict {
	name := f.name
	if k.underscores && strings.IndexByte(name, '.') >= 0 {
		name = strings.ReplaceAll(name, ".", "_")
	}
	if c.name != name {
		return verdict{errType: "simple_function_checker:wrong_func_name"}
	}
	if g.bad || c.odd && c.args.Kind != pyvalue.List && c.args.Kind != pyvalue.String {
		return verdict{errType: "simple_function_checker:unclear"}
	}
	for _, r := range f.required {
		if c.odd && !mentions(c.args, r) {
			return verdict{errType: "simple_function_checker:missing_required", param: r}
		}
		if !c.odd && !c.args.Has(r) && (k.reference || g.param(r) != nil) {
			return verdict{errType: "simple_function_checker:missing_required", param: r}
		}
	}
	if c.odd {
		return verdict{errType: "simple_function_checker:unclear"}
	}
	items := c.args.Items
	for i := 0; i+1 < len(items); i += 2 {
		if v := k.argument(f, g, &items[i], &items[i+1]); !v.ok() {
			return v
		}
	}
	for i := range g.params {
		if p := &g.params[i]; !p.optional && !c.args.Has(p.name) && (k.reference || f.param(p.name) != nil) {
			return verdict{errType: "simple_function_checker:missing_optional", param: p.name}
		}
	}
	return verdict{}
}

// mentions is Python's `name in args` for arguments that are a list or a string instead of an object.
func mentions(args pyvalue.Value, name string) bool {
	if args.Kind == pyvalue.String {
		return strings.Contains(args.Text, name)
	}
	return in(pyvalue.StringOf(name), args.Items)
}

func (k *checker) argument(f *function, g *gold, name, value *pyvalue.Value) verdict {
	var p *parameter
	var want *accepted
	if name.Kind == pyvalue.String {
		p, want = f.param(name.Text), g.param(name.Text)
	}
	if !k.reference && p != nil && want == nil && slices.Contains(f.required, p.name) {
		return verdict{} // the document asks for it and the gold answer knows nothing of it
	}
	if p == nil || want == nil {
		return verdict{errType: "simple_function_checker:unexpected_param", param: pyvalue.Str(*name)}
	}
	v := *value
	if k.category.language != python {
		if v.Kind != pyvalue.String {
			if k.category.language == java {
				return verdict{errType: "type_error:java", param: p.name, value: value}
			}
			return verdict{errType: "type_error:js", param: p.name, value: value}
		}
		v = k.convert(p, v.Text)
	} else if p.typ == "tuple" && v.Kind == pyvalue.Tuple {
		v.Kind = pyvalue.List
	} else if p.typ == "float" && v.Kind == pyvalue.Int {
		v = pyvalue.FloatOf(v.Num)
	}
	errType := k.compare(p, want, v)
	if errType == "" && !k.reference && k.category.language == python {
		errType = schemaError(p.raw, v, want)
	}
	if errType != "" {
		return verdict{errType: errType, param: p.name, value: value}
	}
	return verdict{}
}
