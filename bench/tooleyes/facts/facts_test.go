package facts

import (
	"fmt"
	"strings"
	"testing"
)

func num(n, within float64) Fact { return Fact{Number: &n, Within: within} }

func TestIn(t *testing.T) {
	for _, tc := range []struct {
		fact Fact
		text string
		want bool
	}{
		{Fact{Any: []string{"São Paulo"}}, "It is **Sao Paulo**.", true},
		{Fact{Any: []string{"Rome"}}, "Romeo lives there", false},
		{Fact{Any: []string{"O'Hara", "Hara"}}, "by O’Hara", true},
		{Fact{Any: []string{"Ada Kent"}}, "It was Ada Kent's.", true},
		{Fact{Any: []string{"Ada Kent"}}, "Ada Kent’s lap was the fastest", true},
		{Fact{Any: []string{"Queen's Plate"}}, "the Queens Plate", true},
		{Fact{Any: []string{"Ada Kent"}}, "Ada Kents won", false},
		{Fact{Any: []string{"ML-0012"}}, "the mail ml-0012 is open", true},
		{num(1234.5, 0), "It costs $1,234.50 in all", true},
		{num(1234.5, 0), "It costs 1234.56", false},
		{num(1234.5, 0.1), "about 1234.56", true},
		{num(21, 0), "21°C at noon", true},
		{num(21, 0), "21.2°C at noon", false},
		{num(12, 0), "see ML-12", false},
		{num(12, 0), "A12 is a road", false},
		{num(2, 0), "2025-06-02 it is", false},
		{num(2025, 0), "2025-06-02 it is", false},
		{num(2025, 0), "in 2025, on", true},
		{num(30, 0), "at 09:30", false},
		{num(9, 0), "at 09:30", false},
		{num(2, 0), "two guests", true},
		{num(-3, 0), "it was -3 °C", true},
		{num(-3, 0), "it was −3 °C", true},
		{num(3, 0), "it was -3 °C", false},
		{num(12, 0), "10-12 people", true},
		{num(10, 0), "10-12 people", true},
		{num(10, 0), "one two 10", true},
		{num(1, 0), "1, 2, 3", true},
		{num(123, 0), "1,123", false},
		{num(4.2, 0), "rated 4.2/5", true},
		{num(5, 0), "rated 4.2/5", true},
		{num(4.2, 0), "rated 4.25", true}, // within half a unit of the last place
		{num(4.2, 0), "rated 4.3", false},
		{Fact{Date: "2025-06-02"}, "on 2025-06-02.", true},
		{Fact{Date: "2025-06-02"}, "on Monday, June 2nd, 2025", true},
		{Fact{Date: "2025-06-02"}, "on 2 June", true},
		{Fact{Date: "2025-06-02"}, "on the 2nd of June", true},
		{Fact{Date: "2025-06-02"}, "on 2 June 2024", false},
		{Fact{Date: "2025-06-02"}, "on 12 June", false},
		{Fact{Date: "2025-06-02"}, "June 22", false},
		{Fact{Any: []string{"end"}}, strings.Repeat("x ", MaxText) + "end", false},
	} {
		if got := tc.fact.In(tc.text); got != tc.want {
			t.Errorf("%s in %.60q: %v, want %v", tc.fact, tc.text, got, tc.want)
		}
	}
}

func TestCheck(t *testing.T) {
	n := 1.0
	for _, f := range []Fact{{}, {Any: []string{"a"}, Number: &n}, {Date: "2 June"}, {Any: []string{"!"}}, {Any: []string{"a"}, Within: 1}, {Number: &n, Within: -1}} {
		if f.Check() == nil {
			t.Errorf("%+v passes", f)
		}
	}
}

func FuzzIn(f *testing.F) {
	f.Add("−1,234.5 on 2 June 2025", 1.0)
	f.Fuzz(func(t *testing.T, text string, n float64) {
		for _, fact := range []Fact{num(n, 0), {Date: "2025-06-02"}, {Any: []string{"x y"}}} {
			fact.In(text)
		}
		if n == float64(int(n)) && n >= 0 && n < 1e6 && !num(n, 0).In(fmt.Sprintf("it is %d.", int(n))) {
			t.Errorf("%v is not found in itself", n)
		}
	})
}
