package world

// Variable is a value that the user's notebook keeps from one cell to the next.
type Variable struct {
	Name  string `json:"name" doc:"Name"`
	Value any    `json:"value" doc:"Number, text or truth value"`
}

// Key is the name.
func (v Variable) Key() string { return v.Name }

// Variables are the notebook's values. A fresh notebook knows some rates and measures.
var Variables = Table[Variable]{"notebook_variables", func(b *Base) []Variable {
	g := b.gen("notebook")
	return []Variable{{"tax_rate", g.real(0.05, 0.3, 2)}, {"hourly_wage", g.real(15, 60, 2)}, {"budget", float64(g.between(500, 5000))}}
}}
