package am

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
	"deft/tool/library/world"
)

func executeTools() []define.Tool {
	return []define.Tool{
		define.Calc("run_program", "Runs a small program line by line: name = expression, print a, b, if/else/end, while/end, for i = 1 to n/end. It stops after 50,000 operations.",
			func(_ *world.World, in struct {
				Code  string             `json:"code" doc:"The program, one statement a line; # begins a comment" min:"1" max:"4000"`
				Input map[string]float64 `json:"input,omitempty" doc:"Values of names that the program uses"`
			}) (out struct {
				Output     string         `json:"output" doc:"What it printed"`
				Variables  map[string]any `json:"variables" doc:"Values of its names at the end"`
				Operations int            `json:"operations"`
			}, err error) {
				m := machine{vars: map[string]any{}}
				for k, v := range in.Input {
					m.vars[k] = v
				}
				if err := m.run(in.Code); err != nil {
					return out, err
				}
				out.Output, out.Variables, out.Operations = m.out.String(), m.vars, m.used
				return out, nil
			}, `{"code":"sum = 0\nfor i = 1 to 10\n  sum = sum + i\nend\nprint sum"}`, `{"code":"while n > 1\n  if n % 2 = 0\n    n = n / 2\n  else\n    n = 3*n + 1\n  end\n  print n\nend","input":{"n":6}}`),
		define.Act("run_notebook_cell", "Runs a program in the user's notebook, whose variables stay for later cells.",
			func(w *world.World, in struct {
				Code string `json:"code" doc:"The cell: statements of run_program, one a line" min:"1" max:"4000"`
			}) (out struct {
				Output  string           `json:"output" doc:"What it printed"`
				Changed []world.Variable `json:"changed" doc:"Variables that are new or have another value"`
			}, err error) {
				m := machine{vars: map[string]any{}}
				for _, v := range world.Variables.All(w) {
					m.vars[v.Name] = v.Value
				}
				if err := m.run(in.Code); err != nil {
					return out, err
				}
				if len(m.vars) > 200 {
					return out, define.Fail("too_many_variables", "the notebook keeps at most 200 variables")
				}
				out.Output = m.out.String()
				names := make([]string, 0, len(m.vars))
				for name := range m.vars {
					names = append(names, name)
				}
				slices.Sort(names)
				for _, name := range names {
					if old, ok := world.Variables.Get(w, name); !ok || old.Value != m.vars[name] {
						v := world.Variable{Name: name, Value: m.vars[name]}
						world.Variables.Put(w, v)
						out.Changed = append(out.Changed, v)
					}
				}
				return out, nil
			}, `{"code":"price = 80\nprint price * (1 + tax_rate)"}`, `{"code":"print budget, hourly_wage"}`),
		define.View("query_csv_file", "Selects rows of a CSV file of the workspace by a condition, and groups, sums or sorts them.",
			func(w *world.World, in struct {
				Path  string `json:"file_path" doc:"CSV file whose first line names the columns" min:"1" max:"120"`
				Where string `json:"where,omitempty" doc:"Condition on the columns, such as amount > 100 and item = 'rent'" max:"300"`
				Group string `json:"group_by,omitempty" doc:"Column to group by" max:"60"`
				Value string `json:"value,omitempty" doc:"Expression to total over the rows of a group, such as amount * 2" max:"200"`
				Order string `json:"order_by,omitempty" doc:"Column to sort by; a minus before it sorts downwards" max:"60"`
				Limit int    `json:"limit" doc:"Most rows to give" min:"1" max:"200" default:"20"`
			}) (queryResult, error) {
				f, err := load(w, "file_path", in.Path)
				if err != nil {
					return queryResult{}, err
				}
				if f.Kind != "text" {
					return queryResult{}, define.Fail("not_text", "%s is not a text file", f.Path)
				}
				return query{where: in.Where, group: in.Group, value: in.Value, order: in.Order, limit: in.Limit}.run(f.Text)
			}, `{"file_path":"data/expenses1.csv"}`, `{"file_path":"data/expenses2.csv","group_by":"item","value":"amount"}`, `{"file_path":"data/expenses3.csv","where":"amount > 200","order_by":"-amount"}`),
		define.Act("run_shell_command", "Runs a command line on the workspace: cat, ls, echo, grep, sort, uniq, head, tail, wc, cut, tr, cp, mv, rm, joined by | and written with > or >>.",
			func(w *world.World, in struct {
				Command string `json:"command" doc:"Command line, such as grep tea notes/note01.txt | wc -l" min:"1" max:"500"`
			}) (out struct {
				Output string `json:"output"`
				Lines  int    `json:"lines"`
				Wrote  string `json:"written_to" doc:"File that was written; empty when none"`
			}, err error) {
				out.Output, out.Wrote, err = shell(w, in.Command)
				out.Lines = countLines(out.Output)
				return out, err
			}, `{"command":"cat notes/note01.txt"}`, `{"command":"cut -d , -f 2 data/expenses1.csv | sort | uniq -c > data/items.txt"}`),
		define.Calc("tabulate_function", "Computes a table of values of expressions in x over an even grid, with minimum, maximum and mean of each.",
			func(_ *world.World, in struct {
				Expressions []string `json:"expressions" doc:"Expressions in x" min:"1" max:"5" each_min:"1" each_max:"200"`
				From        float64  `json:"from" doc:"First x" min:"-1000000" max:"1000000" default:"0"`
				To          float64  `json:"to" doc:"Last x" min:"-1000000" max:"1000000" default:"10"`
				Points      int      `json:"points" doc:"Points of the grid" min:"2" max:"200" default:"11"`
			}) (out struct {
				X       []float64   `json:"x"`
				Columns []tabulated `json:"columns"`
			}, err error) {
				if in.From >= in.To {
					return out, define.Invalid("from", "must be below to")
				}
				for i := range in.Points {
					out.X = append(out.X, in.From+(in.To-in.From)*float64(i)/float64(in.Points-1))
				}
				for _, text := range in.Expressions {
					n, err := expr.Parse(text)
					if err != nil {
						return out, define.Invalid("expressions", "hold %q, which cannot be read: %v", text, err)
					}
					c, err := tabulate(n, out.X)
					if err != nil {
						return out, err
					}
					out.Columns = append(out.Columns, c)
				}
				return out, nil
			}, `{"expressions":["x^2"],"points":5}`, `{"expressions":["sin(x)","cos(x)"],"to":3.14159}`),
	}
}

type tabulated struct {
	Expression string     `json:"expression"`
	Values     []*float64 `json:"values" doc:"Values; null where the expression is not defined"`
	Defined    int        `json:"defined" doc:"Values that are defined"`
	Min        float64    `json:"min"`
	Max        float64    `json:"max"`
	Mean       float64    `json:"mean"`
}

func tabulate(n *expr.Node, xs []float64) (tabulated, error) {
	c := tabulated{Expression: n.String()}
	for _, x := range xs {
		y, err := n.Number(func(name string) (any, bool) { return x, name == "x" })
		if err != nil {
			c.Values = append(c.Values, nil)
			continue
		}
		if c.Defined == 0 {
			c.Min, c.Max = y, y
		}
		c.Values, c.Defined = append(c.Values, &y), c.Defined+1
		c.Min, c.Max, c.Mean = min(c.Min, y), max(c.Max, y), c.Mean+y
	}
	if c.Defined == 0 {
		return c, define.Fail("undefined", "%s is defined nowhere on the grid; it may use only x", strings.TrimSpace(c.Expression))
	}
	c.Mean /= float64(c.Defined)
	return c, nil
}
