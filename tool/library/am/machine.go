package am

import (
	"fmt"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
)

// Bounds of a program: whatever it does, it ends within some milliseconds.
const (
	maxOperations = 50000
	maxOutput     = 8000
	maxValue      = 200 // bytes of a text in a variable
)

// machine runs programs of assignments, output, branches and loops over expressions.
type machine struct {
	vars map[string]any
	out  strings.Builder
	used int
	code []statement
}

type statement struct {
	line int
	op   string // set, print, if, else, while, for, end
	name string
	args []*expr.Node
	cost int
	// jump is where to go when a condition fails, and from an end back to its loop.
	jump int
}

func (m *machine) run(code string) error {
	if err := m.compile(code); err != nil {
		return err
	}
	for at := 0; at < len(m.code); {
		s := &m.code[at]
		if m.used += 1 + s.cost; m.used > maxOperations {
			return define.Fail("out_of_time", "line %d: the program did more than %d operations; does a loop never end?", s.line, maxOperations)
		}
		next, err := m.step(s, at)
		if err != nil {
			return define.Fail("program_error", "line %d: %v", s.line, err)
		}
		at = next
	}
	return nil
}

func (m *machine) step(s *statement, at int) (int, error) {
	values := make([]any, len(s.args))
	for i, a := range s.args {
		v, err := a.Eval(func(name string) (any, bool) { v, ok := m.vars[name]; return v, ok })
		if err != nil {
			return 0, err
		}
		values[i] = v
	}
	switch s.op {
	case "set":
		if text, ok := values[0].(string); ok && len(text) > maxValue {
			return 0, fmt.Errorf("the text in %s has more than %d bytes", s.name, maxValue)
		}
		m.vars[s.name] = values[0]
	case "print":
		for i, v := range values {
			if i > 0 {
				m.out.WriteByte(' ')
			}
			m.out.WriteString(show(v))
		}
		m.out.WriteByte('\n')
		if m.out.Len() > maxOutput {
			return 0, fmt.Errorf("the program printed more than %d bytes", maxOutput)
		}
	case "if", "while":
		if b, ok := values[0].(bool); !ok {
			return 0, fmt.Errorf("the condition of %s is %s, neither true nor false", s.op, show(values[0]))
		} else if !b {
			return s.jump, nil
		}
	case "for":
		return m.loop(s, at, values)
	case "else", "end":
		return s.jump, nil
	}
	return at + 1, nil
}

// loop starts a for loop or, when its variable already counts, takes the next value.
func (m *machine) loop(s *statement, at int, values []any) (int, error) {
	first, ok1 := values[0].(float64)
	last, ok2 := values[1].(float64)
	if !ok1 || !ok2 {
		return 0, fmt.Errorf("the bounds of for must be numbers")
	}
	key := "for " + strconv.Itoa(at) // no name holds a space
	if n, running := m.vars[key].(float64); running {
		first = n + 1
	}
	if first > last {
		delete(m.vars, key)
		return s.jump, nil
	}
	m.vars[key], m.vars[s.name] = first, first
	return at + 1, nil
}

// show writes a value as print does.
func show(v any) string {
	switch x := v.(type) {
	case float64:
		return strconv.FormatFloat(x, 'g', 12, 64)
	case nil:
		return "null"
	case string:
		return x
	}
	return fmt.Sprint(v)
}

func (m *machine) compile(code string) error {
	var open []int
	for i, line := range strings.Split(code, "\n") {
		s, err := compileLine(strings.TrimSpace(strings.TrimSuffix(line, ":")))
		if err != nil {
			return define.Invalid("code", "line %d: %v", i+1, err)
		}
		if s.op == "" {
			continue
		}
		s.line = i + 1
		at := len(m.code)
		m.code = append(m.code, s)
		switch s.op {
		case "if", "while", "for":
			if open = append(open, at); len(open) > 50 {
				return define.Invalid("code", "line %d: more than 50 blocks are nested", i+1)
			}
		case "else", "end":
			if len(open) == 0 || s.op == "else" && m.code[open[len(open)-1]].op != "if" {
				return define.Invalid("code", "line %d: %s belongs to nothing", i+1, s.op)
			}
			top := open[len(open)-1]
			open = open[:len(open)-1]
			m.code[top].jump, m.code[at].jump = at+1, at+1
			if m.code[top].op == "while" || m.code[top].op == "for" {
				m.code[at].jump = top
			}
			if s.op == "else" {
				open = append(open, at)
			}
		}
	}
	if len(open) > 0 {
		return define.Invalid("code", "line %d: the block has no end", m.code[open[len(open)-1]].line)
	}
	return nil
}

func compileLine(line string) (s statement, err error) {
	if line == "" || line[0] == '#' {
		return s, nil
	}
	word, rest, _ := strings.Cut(line, " ")
	word = strings.ToLower(word)
	var texts []string
	switch word {
	case "end", "else":
		s.op = word
		return s, nil
	case "print", "if", "while":
		s.op, texts = word, []string{rest}
		if word == "print" {
			// A list of values is read as the arguments of one call.
			n, err := expr.Parse("values(" + rest + ")")
			if err != nil {
				return s, err
			}
			s.args = n.Args
			return s, s.weigh()
		}
	case "for":
		s.op = word
		name, bounds, ok1 := strings.Cut(rest, "=")
		low, high, ok2 := strings.Cut(bounds, " to ")
		if !ok1 || !ok2 {
			return s, fmt.Errorf("write a loop as: for i = 1 to 10")
		}
		s.name, texts = strings.TrimSpace(name), []string{low, high}
	default:
		name, value, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(value, "=") {
			return s, fmt.Errorf("%.40q is no statement; use name = value, print, if, while, for, else or end", line)
		}
		s.op, s.name, texts = "set", strings.TrimSpace(name), []string{value}
	}
	for _, t := range texts {
		n, err := expr.Parse(t)
		if err != nil {
			return s, err
		}
		s.args = append(s.args, n)
	}
	if s.name != "" || s.op == "set" || s.op == "for" {
		if n, err := expr.Parse(s.name); err != nil || n.Op != "name" || len(s.name) > 40 {
			return s, fmt.Errorf("%.40q is not a name", s.name)
		}
	}
	return s, s.weigh()
}

// weigh sets the statement's cost. Joining texts may take the square of the expression's size, and
// like compares every character with every other, so it takes a column and a fixed pattern only.
func (s *statement) weigh() error {
	for _, a := range s.args {
		n, err := weight(a)
		if err != nil {
			return err
		}
		s.cost += n + n*n/100
	}
	return nil
}

func weight(n *expr.Node) (int, error) {
	if n.Op == "like" && (n.Args[0].Op != "name" || n.Args[1].Op != "str" || len(n.Args[1].Text) > 100) {
		return 0, fmt.Errorf("like compares a name with a text of at most 100 characters")
	}
	total := 1
	for _, a := range n.Args {
		k, err := weight(a)
		if err != nil {
			return 0, err
		}
		total += k
	}
	return total, nil
}
