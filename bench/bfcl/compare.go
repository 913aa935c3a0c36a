package bfcl

import (
	"unicode/utf8"

	"deft/pyvalue"
)

// compare checks a value's type and then the value itself, and gives the error type.
func (k *checker) compare(p *parameter, want *accepted, v pyvalue.Value) string {
	kind, known := p.kind, p.known
	if !known { // a type the documents should not have: the gold value's
		kind, known = want.first, want.typed
	}
	// A gold value of another type than the document's stands for a variable.
	variable := want.typed && want.first != kind
	if v.Kind == kind && known {
		if p.lists && (k.reference || p.item != "any") && !itemsFit(p.nested, want, v) {
			if want.typed && want.first == v.Kind {
				return "type_error:nested"
			}
			return "type_error:simple"
		}
	} else if want.typed && v.Kind == want.first {
		variable = true
	} else {
		return "type_error:simple"
	}
	if !variable {
		switch {
		case kind == pyvalue.Dict:
			return k.dict(v, want.values)
		case kind == pyvalue.List && p.lists && p.nested == pyvalue.Dict:
			return k.dicts(v, want.values)
		case kind == pyvalue.String:
			s := normalise(v.Text)
			for _, w := range want.plain {
				if s == w {
					return ""
				}
			}
			return "value_error:string"
		case kind == pyvalue.List:
			return list(v, want.values)
		}
	}
	if in(v, want.values) {
		return ""
	}
	return "value_error:others"
}

func in(v pyvalue.Value, values []pyvalue.Value) bool {
	for i := range values {
		if pyvalue.Equal(v, values[i]) {
			return true
		}
	}
	return false
}

// itemsFit checks the types of a list's items against one accepted list after another. An
// accepted value that is no list ("") lets every list pass.
func itemsFit(kind pyvalue.Kind, want *accepted, v pyvalue.Value) bool {
	for i := range want.values {
		w := &want.values[i]
		if w.Kind != pyvalue.List {
			return true
		}
		first, typed := firstKind(w.Items)
		fits := true
		for k := 0; k < len(v.Items) && fits; k++ {
			it := v.Items[k].Kind
			fits = it == kind || typed && it == first
		}
		if fits {
			return true
		}
	}
	return false
}

func firstKind(values []pyvalue.Value) (pyvalue.Kind, bool) {
	for i := range values {
		if values[i].Kind != pyvalue.String || values[i].Text != "" {
			return values[i].Kind, true
		}
	}
	return 0, false
}

// list compares with each accepted list; strings directly in it are normalised.
func list(v pyvalue.Value, accepted []pyvalue.Value) string {
	for i := range accepted {
		if items, ok := sequence(accepted[i]); ok && sameItems(v.Items, items) {
			return ""
		}
	}
	return "value_error:list/tuple"
}

// sequence gives the items of a list. A string has its characters, as in Python.
func sequence(v pyvalue.Value) ([]pyvalue.Value, bool) {
	switch v.Kind {
	case pyvalue.List:
		return v.Items, true
	case pyvalue.String:
		items := make([]pyvalue.Value, 0, len(v.Text))
		for i := 0; i < len(v.Text); {
			_, n := utf8.DecodeRuneInString(v.Text[i:])
			items = append(items, pyvalue.StringOf(v.Text[i:i+n]))
			i += n
		}
		return items, true
	}
	return nil, false
}

func sameItems(a, b []pyvalue.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// same is Python's equality with strings normalised.
func same(a, b pyvalue.Value) bool {
	if a.Kind == pyvalue.String && b.Kind == pyvalue.String {
		return a.Text == b.Text || normalise(a.Text) == normalise(b.Text)
	}
	return pyvalue.Equal(a, b)
}

// dict compares with each accepted dictionary, whose members are lists of accepted values.
func (k *checker) dict(v pyvalue.Value, accepted []pyvalue.Value) string {
	errType := "dict_checker:unclear"
	for i := range accepted {
		if w := &accepted[i]; w.Kind == pyvalue.Dict {
			if errType = k.dictIs(v, *w); errType == "" {
				return ""
			}
		}
	}
	return errType
}

func (k *checker) dictIs(v, want pyvalue.Value) string {
	exact := k.reference && k.category.first
	if v.Kind != pyvalue.Dict {
		return "dict_checker:unclear"
	}
	if exact && len(v.Items) != len(want.Items) {
		return "value_error:dict_items"
	}
	for i := 0; i+1 < len(v.Items); i += 2 {
		w, ok := want.Get(v.Items[i].Text)
		if !ok || v.Items[i].Kind != pyvalue.String {
			return "value_error:dict_key"
		}
		if w.Kind == pyvalue.Dict {
			if errType := k.dict(v.Items[i+1], []pyvalue.Value{w}); errType != "" {
				return errType
			}
			continue
		}
		if !k.memberIs(v.Items[i+1], w) {
			return "value_error:dict_value"
		}
	}
	if exact {
		return ""
	}
	for i := 0; i+1 < len(want.Items); i += 2 {
		if !v.Has(want.Items[i].Text) && !optional(want.Items[i+1]) {
			return "value_error:dict_key"
		}
	}
	return ""
}

// memberIs compares a dictionary's member with its accepted values. By default a bare gold value
// is accepted as it is, too, and gold lists and dictionaries are compared at any depth.
func (k *checker) memberIs(v, want pyvalue.Value) bool {
	values, ok := sequence(want)
	if ok {
		for i := range values {
			if same(v, values[i]) || !k.reference && k.deep(v, values[i]) {
				return true
			}
		}
	}
	return !k.reference && want.Kind != pyvalue.List && same(v, want)
}

func (k *checker) deep(v, want pyvalue.Value) bool {
	switch {
	case v.Kind == pyvalue.Dict && want.Kind == pyvalue.Dict:
		return k.dictIs(v, want) == ""
	case v.Kind == pyvalue.List && want.Kind == pyvalue.List && len(v.Items) == len(want.Items):
		for i := range v.Items {
			if !same(v.Items[i], want.Items[i]) && !k.deep(v.Items[i], want.Items[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func optional(values pyvalue.Value) bool {
	for i := range values.Items {
		if v := &values.Items[i]; values.Kind == pyvalue.List && v.Kind == pyvalue.String && v.Text == "" {
			return true
		}
	}
	return false
}

// dicts compares a list of dictionaries, in order, with each accepted one.
func (k *checker) dicts(v pyvalue.Value, accepted []pyvalue.Value) string {
	errType := "list_dict_checker:unclear"
next:
	for i := range accepted {
		want, ok := sequence(accepted[i])
		if !ok || len(want) != len(v.Items) {
			errType = "value_error:list_dict_count"
			continue
		}
		for n := range v.Items {
			if errType = k.dict(v.Items[n], want[n:n+1]); errType != "" {
				continue next
			}
		}
		return ""
	}
	return errType
}
