package world

import (
	"fmt"
	"math"
	"time"
)

// Statement is what a company reports for a quarter or a year, in millions of US dollars. The
// lines add up within a statement (gross profit is revenue less cost, assets are liabilities and
// equity) and from one to the next: cash, fixed assets and equity change by what flowed.
type Statement struct {
	Year, Quarter int // Quarter is 0 for a year
	End           Date

	Revenue, Cost, Gross, Expenses, Operating, Interest, Tax, Net float64
	// Depreciation is part of Expenses.
	Depreciation float64

	Shares   float64 // in millions
	PerShare float64 // earnings, US dollars

	Cash, Receivables, Inventory, Fixed, Assets float64
	Current, Debt, Equity                       float64

	// Working is what growing receivables and stocks, less payables, took from operations.
	Working, CashFlow, Capital, Dividends, Borrowed, CashChange float64
	// Dividend is what was paid for a share, US dollars.
	Dividend float64
}

// Period is the statement's name, such as 2024 or 2024-Q3.
func (s Statement) Period() string {
	if s.Quarter == 0 {
		return fmt.Sprint(s.Year)
	}
	return fmt.Sprintf("%d-Q%d", s.Year, s.Quarter)
}

// Report is when a quarter was or will be reported, and what was expected.
type Report struct {
	Statement
	Day      Date
	Expected float64 // earnings for a share that analysts expect, US dollars
}

func cents(x float64) float64 { return Round(x, 2) }

// Books gives a company's quarters, oldest first: from 2014 or the year after its foundation to
// the second quarter of 2026. Those whose Day lies after Today are not yet known in the world;
// they are there because analysts estimate them. The quarters of 2024 make up c.Revenue.
func (b *Base) Books(c Company) []Report {
	first := max(2014, c.Founded+1)
	n := 4*(2026-first) + 2
	key := "books/" + c.ID
	growth := 0.02 + 0.16*b.Unit(key, 1)
	sales := b.sales(key, c.Revenue, growth, first, n)
	margin, spending, payout := 0.35+0.35*b.Unit(key, 2), 0.45+0.35*b.Unit(key, 3), 0.0
	if b.Unit(key, 8) < 0.6 {
		payout = 0.15 + 0.45*b.Unit(key, 9)
	}
	stock := 0.1 + 0.8*b.Unit(key, 6)
	out := make([]Report, 0, n)
	var before Statement
	for i, revenue := range sales {
		s := Statement{Year: first + i/4, Quarter: i%4 + 1, Shares: c.Shares, Revenue: revenue}
		s.End = Day(s.Year, time.Month(3*s.Quarter+1), 1) - 1
		s.Cost = cents(revenue * (margin + 0.03*b.Noise(key+"c", float64(i)*0.8)))
		if i == 0 {
			before = b.opening(key, s)
		}
		s.result(before, spending+0.06*b.Noise(key+"e", float64(i)*0.8))
		s.Dividend = Round(math.Max(0, payout*before.Net/c.Shares), 4)
		s.Receivables, s.Inventory, s.Current = cents(revenue*0.5), cents(s.Cost*stock), cents(s.Cost*0.5)
		s.flow(before, growth)
		out = append(out, b.report(c, s))
		before = s
	}
	return out
}

// sales gives n quarters of revenue from the first of a year; those of 2024 add up to revenue.
func (b *Base) sales(key string, revenue, growth float64, first, n int) []float64 {
	out, last := make([]float64, n), 4*(2024-first)
	sum := 0.0
	for i := range out {
		season := 0.08 * (b.Unit(key+"s", i%4) - 0.5)
		out[i] = math.Pow(1+growth, float64(i-last)/4) * (1 + season) * (1 + 0.04*b.Noise(key, float64(i)))
		if i >= last && i < last+4 {
			sum += out[i]
		}
	}
	left := revenue
	for i := range out {
		out[i] = cents(out[i] * revenue / sum)
		if i >= last && i < last+3 {
			left -= out[i]
		}
	}
	out[last+3] = cents(left)
	return out
}

// opening is what a company has before the first quarter of its books.
func (b *Base) opening(key string, s Statement) Statement {
	o := Statement{Receivables: cents(s.Revenue * 0.48), Inventory: cents(s.Cost * 0.4), Current: cents(s.Cost * 0.48)}
	o.Cash, o.Fixed = cents(4*s.Revenue*(0.08+0.3*b.Unit(key, 5))), cents(4*s.Revenue*(0.3+0.8*b.Unit(key, 7)))
	o.Assets = cents(o.Cash + o.Receivables + o.Inventory + o.Fixed)
	o.Debt = cents((o.Assets - o.Current) * (0.05 + 0.5*b.Unit(key, 4)))
	o.Equity = cents(o.Assets - o.Current - o.Debt)
	return o
}

// result works out the income of a quarter whose revenue and cost are known.
func (s *Statement) result(before Statement, spending float64) {
	s.Gross = cents(s.Revenue - s.Cost)
	s.Expenses = cents(s.Gross * spending)
	s.Depreciation = cents(math.Min(0.02*before.Fixed, s.Expenses/2))
	s.Operating = cents(s.Gross - s.Expenses)
	s.Interest = cents(before.Debt * 0.045 / 4)
	s.Tax = cents(math.Max(0, 0.23*(s.Operating-s.Interest)))
	s.Net = cents(s.Operating - s.Interest - s.Tax)
	s.PerShare = Round(s.Net/s.Shares, 4)
}

// flow works out the cash of a quarter and what the company then has. A company that runs short
// of cash borrows; one with more than it needs pays debt back.
func (s *Statement) flow(before Statement, growth float64) {
	s.Dividends = cents(s.Dividend * s.Shares)
	s.Working = cents(s.Receivables + s.Inventory - s.Current - (before.Receivables + before.Inventory - before.Current))
	s.CashFlow = cents(s.Net + s.Depreciation - s.Working)
	s.Capital = cents(s.Depreciation + growth/4*before.Fixed)
	cash := before.Cash + s.CashFlow - s.Capital - s.Dividends
	if floor := 0.25 * s.Revenue; cash < floor {
		s.Borrowed = cents(1.2*floor - cash)
	} else if spare := cash - 1.2*s.Revenue; spare > 0 {
		s.Borrowed = -cents(math.Min(before.Debt, spare/4))
	}
	s.CashChange = cents(s.CashFlow - s.Capital - s.Dividends + s.Borrowed)
	s.Cash, s.Fixed = cents(before.Cash+s.CashChange), cents(before.Fixed+s.Capital-s.Depreciation)
	s.Assets = cents(s.Cash + s.Receivables + s.Inventory + s.Fixed)
	s.Debt, s.Equity = cents(before.Debt+s.Borrowed), cents(before.Equity+s.Net-s.Dividends)
}

// report says when a quarter is reported, three to seven weeks after its end, and what was expected.
func (b *Base) report(c Company, s Statement) Report {
	n := s.Year*4 + s.Quarter
	r := Report{Statement: s, Day: s.End + 21 + Date(b.Upto(28, "report/"+c.ID, n))}
	for !TradingDay(r.Day) {
		r.Day++
	}
	r.Expected = Round(s.PerShare-(math.Abs(s.PerShare)+0.02)*0.15*(2*b.Unit("expected/"+c.ID, n)-1), 4)
	return r
}

// Sum adds up consecutive statements: flows are summed, what is held is that of the last.
func Sum(all ...Statement) Statement {
	out := all[len(all)-1]
	for _, s := range all[:len(all)-1] {
		for _, line := range []struct {
			to  *float64
			add float64
		}{
			{&out.Revenue, s.Revenue}, {&out.Cost, s.Cost}, {&out.Gross, s.Gross}, {&out.Expenses, s.Expenses},
			{&out.Operating, s.Operating}, {&out.Interest, s.Interest}, {&out.Tax, s.Tax}, {&out.Net, s.Net},
			{&out.Depreciation, s.Depreciation}, {&out.Working, s.Working}, {&out.CashFlow, s.CashFlow}, {&out.Capital, s.Capital},
			{&out.Dividends, s.Dividends}, {&out.Borrowed, s.Borrowed}, {&out.CashChange, s.CashChange},
		} {
			*line.to = cents(*line.to + line.add)
		}
		out.Dividend = Round(out.Dividend+s.Dividend, 4)
	}
	out.PerShare = Round(out.Net/out.Shares, 4)
	return out
}

// Published gives the quarters that a company has reported, oldest first.
func (b *Base) Published(c Company) []Report {
	all := b.Books(c)
	for len(all) > 0 && all[len(all)-1].Day > Today {
		all = all[:len(all)-1]
	}
	return all
}

// Years gives the full years that a company has reported, oldest first.
func (b *Base) Years(c Company) []Statement {
	var out []Statement
	all := b.Published(c)
	for i := 0; i+4 <= len(all); i += 4 {
		s := Sum(all[i].Statement, all[i+1].Statement, all[i+2].Statement, all[i+3].Statement)
		s.Quarter = 0
		out = append(out, s)
	}
	return out
}

// Trailing is the sum of a company's last four reported quarters.
func (b *Base) Trailing(c Company) Statement {
	all := b.Published(c)
	var last []Statement
	for _, r := range all[len(all)-4:] {
		last = append(last, r.Statement)
	}
	return Sum(last...)
}

// ListedOn is the day on which a listed company's shares were first traded, at least two years ago,
// or on which those of a company that plans it will be; ok is false for one without such plans.
func (b *Base) ListedOn(c Company) (day Date, ok bool) {
	n := b.Upto(4000, "listed/"+c.ID, 0)
	if c.Symbol == "" {
		day, ok = Today+3+Date(n%180), n < 1400
	} else {
		day, ok = min(Day(c.Founded+4, time.January, 1)+Date(n), Today-730-Date(n%300)), true
	}
	for !TradingDay(day) {
		day++
	}
	return day, ok
}
