package am

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
)

// query is a question to a CSV text.
type query struct {
	where, group, value, order string
	limit                      int
}

type queryResult struct {
	Columns []string         `json:"columns"`
	Matched int              `json:"rows_matched" doc:"Rows for which the condition holds"`
	Rows    []map[string]any `json:"rows" doc:"Rows, or groups with count, total and mean"`
}

func (q query) run(text string) (out queryResult, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil || len(records) == 0 {
		return out, define.Fail("not_csv", "the file is not CSV with a first line of names: %v", err)
	}
	out.Columns = records[0]
	if len(out.Columns) > 50 {
		return out, define.Fail("too_wide", "the file has %d columns; at most 50 are accepted", len(out.Columns))
	}
	down := strings.HasPrefix(q.order, "-")
	q.order = strings.TrimPrefix(q.order, "-")
	for param, c := range map[string]string{"group_by": q.group, "order_by": q.order} {
		if c != "" && !slices.Contains(out.Columns, c) && (q.group == "" || !slices.Contains([]string{"count", "total", "mean"}, c)) {
			return out, define.Invalid(param, "must be a column: %s", strings.Join(out.Columns, ", "))
		}
	}
	where, err := condition("where", q.where)
	if err != nil {
		return out, err
	}
	for _, rec := range records[1:] {
		row := map[string]any{}
		for i, c := range out.Columns {
			if i < len(rec) {
				row[c] = cell(rec[i])
			}
		}
		if where != nil {
			v, err := where.Eval(func(name string) (any, bool) { v, ok := row[name]; return v, ok })
			if err != nil {
				return out, define.Invalid("where", "cannot be evaluated: %v", err)
			}
			if keep, ok := v.(bool); !ok {
				return out, define.Invalid("where", "must be a condition, true or false")
			} else if !keep {
				continue
			}
		}
		out.Rows = append(out.Rows, row)
	}
	out.Matched = len(out.Rows)
	if q.group != "" {
		if out.Rows, err = q.groups(out.Rows); err != nil {
			return out, err
		}
		out.Columns = []string{q.group, "count", "total", "mean"}
	}
	if q.order != "" {
		slices.SortStableFunc(out.Rows, func(a, b map[string]any) int {
			c := expr.Compare(a[q.order], b[q.order])
			if down {
				return -c
			}
			return c
		})
	}
	out.Rows = out.Rows[:min(q.limit, len(out.Rows))]
	return out, nil
}

func (q query) groups(rows []map[string]any) ([]map[string]any, error) {
	value, err := condition("value", q.value)
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	at := map[any]int{}
	for _, row := range rows {
		key := row[q.group]
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, map[string]any{q.group: key, "count": 0.0, "total": 0.0, "mean": 0.0})
		}
		x := 1.0
		if value != nil {
			if x, err = value.Number(func(name string) (any, bool) { v, ok := row[name]; return v, ok }); err != nil {
				return nil, define.Invalid("value", "cannot be evaluated: %v", err)
			}
		}
		n, total := out[i]["count"].(float64)+1, out[i]["total"].(float64)+x
		out[i]["count"], out[i]["total"], out[i]["mean"] = n, total, total/n
	}
	return out, nil
}

// condition parses an expression of bounded cost; an empty text gives nil.
func condition(param, text string) (*expr.Node, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	n, err := expr.Parse(text)
	if err == nil {
		_, err = weight(n)
	}
	if err != nil {
		return nil, define.Invalid(param, "cannot be read: %v", err)
	}
	return n, nil
}

// cell is a number where the text is one.
func cell(text string) any {
	if x, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && x-x == 0 {
		return x
	}
	return text
}
