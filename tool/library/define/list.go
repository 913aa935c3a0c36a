package define

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"deft/tool/library/world"
)

// Paging are the parameters of every tool that answers with a page of a longer list.
type Paging struct {
	Page     int `json:"page" doc:"Page to give, from 1" min:"1" max:"10000" default:"1"`
	PageSize int `json:"page_size" doc:"Entries on a page" min:"1" max:"50" default:"10"`
}

// Page is one page of a longer list.
type Page[T any] struct {
	Total    int `json:"total" doc:"Entries on all pages"`
	Page     int `json:"page"`
	PageSize int `json:"page_size"`
	Items    []T `json:"items"`
}

// Cut gives the page of items that was asked for; past the end it is empty.
func Cut[T any](items []T, p Paging) Page[T] {
	from := min((p.Page-1)*p.PageSize, len(items))
	to := min(from+p.PageSize, len(items))
	return Page[T]{Total: len(items), Page: p.Page, PageSize: p.PageSize, Items: items[from:to]}
}

// filter is one condition of a look-up: field, operator, parameter.
type filter struct {
	field    field
	op       string // = ~ >= <= @
	param    string
	required bool
}

// List declares a tool that finds rows of a table.
//
// where lists conditions between spaces. A condition is a field's name, an operator and, if it
// differs from the operator's usual one, the parameter's name; a final ! makes it required:
//
//	city=!          the field equals the parameter city (text: whatever its case), required
//	name~query      the field contains the text of parameter query
//	stars>=         at least min_stars        price<=   at most max_price
//	amenities@with  the list holds the value of parameter with
//
// show lists the fields of an entry, all when empty. sort lists field names with + or -: the first
// is the order unless the caller chooses another by the parameter sort.
func List[T world.Row](name, doc string, t world.Table[T], where, show, sort string, examples ...string) Tool {
	return lookup{name, doc, t.Name, reflect.TypeFor[T](), rowsOf(t), examples}.list(where, show, sort)
}

// lookup is a tool over one table, without the table's type: the code is the same for all.
type lookup struct {
	name, doc, table string
	row              reflect.Type
	rows             func(*world.World) reflect.Value
	examples         []string
}

func rowsOf[T world.Row](t world.Table[T]) func(*world.World) reflect.Value {
	return func(w *world.World) reflect.Value { return reflect.ValueOf(t.All(w)) }
}

func (l lookup) list(where, show, sort string) Tool {
	return Tool{Name: l.name, Description: l.doc, Kind: Lookup, Examples: l.examples, build: func(c Shapes) built {
		row := c.shapeOf(l.row, "")
		filters, entry, orders := row.filters(where), row.project(show), strings.Fields(sort)
		params := &shape{kind: "object"}
		for _, f := range filters {
			params.fields = append(params.fields, f.parameter())
		}
		if len(orders) > 1 {
			f := field{name: "sort", doc: "Order of the entries: a field, + ascending, - descending", shape: &shape{kind: "string", enum: orders}}
			f.setDefault(orders[0])
			params.fields = append(params.fields, f)
		}
		params.fields = append(params.fields, c.shapeOf(reflect.TypeFor[Paging](), "").fields...)
		b := built{params: params, result: c.pageShape(entry), print: l.table + " where " + where + " show " + show}
		b.run = func(w *world.World, args map[string]any) ([]byte, error) {
			var found []reflect.Value
			rows := l.rows(w)
			for i := range rows.Len() {
				if matches(rows.Index(i), filters, args) {
					found = append(found, rows.Index(i))
				}
			}
			order := ""
			if len(orders) > 0 {
				order = orders[0]
			}
			if chosen, ok := args["sort"].(string); ok && len(orders) > 1 {
				order = chosen
			}
			row.order(found, order)
			return encodePage(entry, Cut(found, Paging{Page: int(args["page"].(float64)), PageSize: int(args["page_size"].(float64))}))
		}
		return b
	}}
}

// Get declares a tool that gives one row by the value of one field, unique in its table.
func Get[T world.Row](name, doc string, t world.Table[T], by, show, hint string, examples ...string) Tool {
	return lookup{name, doc, t.Name, reflect.TypeFor[T](), rowsOf(t), examples}.get(by, show, hint)
}

func (l lookup) get(by, show, hint string) Tool {
	return Tool{Name: l.name, Description: l.doc, Kind: Lookup, Examples: l.examples, build: func(c Shapes) built {
		row := c.shapeOf(l.row, "")
		f := row.filters(by + "!")[0]
		entry := row.project(show)
		b := built{params: &shape{kind: "object", fields: []field{f.parameter()}}, result: entry, print: l.table + " by " + by + " show " + show}
		b.run = func(w *world.World, args map[string]any) ([]byte, error) {
			rows := l.rows(w)
			for i := range rows.Len() {
				if f.holds(rows.Index(i), args[f.param]) {
					return entry.encode(nil, rows.Index(i))
				}
			}
			return nil, NotFound(singular(l.table), fmt.Sprint(args[f.param]), hint)
		}
		return b
	}}
}

func (s *shape) field(name string) field {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.name == name })
	if i < 0 {
		panic(fmt.Sprintf("no field %q", name))
	}
	return s.fields[i]
}

func (s *shape) project(show string) *shape {
	if show == "" {
		return s
	}
	out := &shape{kind: "object"}
	for name := range strings.FieldsSeq(show) {
		out.fields = append(out.fields, s.field(name))
	}
	return out
}

func (s *shape) filters(where string) []filter {
	var out []filter
	for part := range strings.FieldsSeq(where) {
		var f filter
		part, f.required = strings.CutSuffix(part, "!")
		i := strings.IndexAny(part, "=~<>@")
		if i < 0 {
			panic(fmt.Sprintf("condition %q has no operator", part))
		}
		f.field = s.field(part[:i])
		f.op = part[i : i+1]
		prefix := ""
		if strings.HasPrefix(part[i:], ">=") || strings.HasPrefix(part[i:], "<=") {
			f.op = part[i : i+2]
			prefix = map[string]string{">=": "min_", "<=": "max_"}[f.op]
		}
		if f.param = part[i+len(f.op):]; f.param == "" {
			f.param = prefix + f.field.name
		}
		out = append(out, f)
	}
	return out
}

// parameter is the document of the parameter that feeds f.
func (f filter) parameter() field {
	of := *f.field.shape
	of.min, of.max = nil, nil
	doc := f.field.doc
	if doc == "" {
		doc = strings.ReplaceAll(f.field.name, "_", " ")
	}
	switch f.op {
	case "~":
		of, doc = shape{kind: "string", min: limit(1), max: limit(200)}, "Text to find in: "+doc
	case ">=":
		doc = "At least: " + doc
	case "<=":
		doc = "At most: " + doc
	case "@":
		of, doc = *f.field.shape.items, "One of: "+doc
	case "=":
		if of.kind == "string" && len(of.enum) == 0 && of.format == "" {
			of.min, of.max = limit(1), limit(200)
		}
		if of.kind == "integer" || of.kind == "number" {
			of.min, of.max = f.field.shape.min, f.field.shape.max
		}
	}
	return field{name: f.param, doc: doc, shape: &of, required: f.required}
}

func matches(row reflect.Value, filters []filter, args map[string]any) bool {
	for _, f := range filters {
		if want, given := args[f.param]; given && !f.holds(row, want) {
			return false
		}
	}
	return true
}

func (f filter) holds(row reflect.Value, want any) bool {
	v := row.FieldByIndex(f.field.index)
	switch f.op {
	case "~":
		text := ""
		if v.Kind() == reflect.Slice {
			text = fmt.Sprint(v.Interface())
		} else {
			text = v.String()
		}
		return strings.Contains(strings.ToLower(text), strings.ToLower(want.(string)))
	case "@":
		for i := range v.Len() {
			if compare(v.Index(i), want) == 0 {
				return true
			}
		}
		return false
	case ">=":
		return compare(v, want) >= 0
	case "<=":
		return compare(v, want) <= 0
	}
	return compare(v, want) == 0
}

// compare orders a row's value and an argument of the same shape; text regardless of case.
func compare(v reflect.Value, want any) int {
	switch x := want.(type) {
	case float64:
		if v.CanInt() {
			return cmp.Compare(float64(v.Int()), x)
		}
		return cmp.Compare(v.Float(), x)
	case bool:
		if v.Bool() == x {
			return 0
		}
		return -1
	case string:
		if v.Type() == dateType {
			return strings.Compare(world.Date(v.Int()).String(), x)
		}
		if v.Type() == timeType {
			b, _ := (&shape{kind: "string"}).encode(nil, v)
			return strings.Compare(strings.Trim(string(b), `"`), x)
		}
		return strings.Compare(strings.ToLower(v.String()), strings.ToLower(x))
	}
	return -1
}

// order sorts rows by a field name with + or - after it; equal rows keep the table's order.
func (s *shape) order(rows []reflect.Value, by string) {
	if by == "" {
		return
	}
	f, sign := s.field(by[:len(by)-1]), 1
	if strings.HasSuffix(by, "-") {
		sign = -1
	}
	slices.SortStableFunc(rows, func(a, b reflect.Value) int {
		x, y := a.FieldByIndex(f.index), b.FieldByIndex(f.index)
		switch {
		case x.CanInt():
			return sign * cmp.Compare(x.Int(), y.Int())
		case x.CanFloat():
			return sign * cmp.Compare(x.Float(), y.Float())
		case x.Type() == timeType:
			return sign * cmp.Compare(unix(x), unix(y))
		}
		return sign * strings.Compare(x.String(), y.String())
	})
}

func unix(v reflect.Value) int64 {
	t, _ := v.Interface().(interface{ Unix() int64 })
	return t.Unix()
}

func (c Shapes) pageShape(entry *shape) *shape {
	out := &shape{kind: "object", fields: slices.Clone(c.shapeOf(reflect.TypeFor[Page[int]](), "").fields)}
	out.fields[len(out.fields)-1].shape = &shape{kind: "array", items: entry}
	return out
}

func encodePage(entry *shape, p Page[reflect.Value]) ([]byte, error) {
	b := fmt.Appendf(nil, `{"total":%d,"page":%d,"page_size":%d,"items":[`, p.Total, p.Page, p.PageSize)
	var err error
	for i, v := range p.Items {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = entry.encode(b, v); err != nil {
			return nil, err
		}
	}
	return append(b, "]}"...), nil
}
