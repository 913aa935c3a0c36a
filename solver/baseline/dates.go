package baseline

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// date is a day; the zero value is unknown.
type date struct{ y, m, d int }

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.y, d.m, d.d) }

func (d date) add(days int) date {
	t := time.Date(d.y, time.Month(d.m), d.d+days, 0, 0, 0, 0, time.UTC)
	return date{t.Year(), int(t.Month()), t.Day()}
}

func (d date) weekday() int {
	return int(time.Date(d.y, time.Month(d.m), d.d, 0, 0, 0, 0, time.UTC).Weekday())
}

func (d date) valid() bool {
	return d.y > 0 && d.m >= 1 && d.m <= 12 && d.d >= 1 && d.d <= 31
}

// findToday looks for the first date that the instructions write as YYYY-MM-DD.
func findToday(system string) date {
	for i := 0; i+10 <= len(system); i++ {
		if d, ok := isoDate(system[i : i+10]); ok {
			return d
		}
	}
	return date{}
}

func isoDate(s string) (date, bool) {
	if len(s) != 10 || s[4] != '-' && s[4] != '/' || s[7] != s[4] {
		return date{}, false
	}
	y, err1 := strconv.Atoi(s[:4])
	m, err2 := strconv.Atoi(s[5:7])
	d, err3 := strconv.Atoi(s[8:])
	out := date{y, m, d}
	return out, err1 == nil && err2 == nil && err3 == nil && out.valid()
}

func month(w string) int {
	for i, name := range [...]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
		if w == name || len(w) >= 3 && len(w) <= 4 && strings.HasPrefix(name, w) {
			return i + 1
		}
	}
	return 0
}

func weekday(w string) (int, bool) {
	for i, name := range [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"} {
		if w == name {
			return i, true
		}
	}
	return 0, false
}

// dayNumber reads 4, 4th, 21st.
func dayNumber(w string) (int, bool) {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if rest, ok := strings.CutSuffix(w, end); ok {
			w = rest
			break
		}
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 1 && n <= 31
}

func year(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && len(w) == 4 && n >= 1000 && n <= 2999
}

// findDates marks days and times of day.
func (q *query) findDates() {
	for i := 0; i < len(q.tokens); i++ {
		if q.tokens[i].span >= 0 {
			continue
		}
		if d, n := q.dateAt(i); n > 0 {
			q.mark(span{kind: spanDate, text: q.textOf(i, i+n), iso: d.String()}, i, i+n)
			i += n - 1
			continue
		}
		if clock, n := q.timeAt(i); n > 0 {
			q.mark(span{kind: spanTime, text: q.textOf(i, i+n), iso: clock}, i, i+n)
			i += n - 1
		}
	}
}

func (q *query) textOf(from, to int) string {
	parts := make([]string, 0, to-from)
	for k := from; k < to; k++ {
		text := q.tokens[k].text
		if k+1 < to && strings.HasPrefix(q.tokens[k].after, ",") {
			text += ","
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

func (q *query) lower(i int) string {
	if i < 0 || i >= len(q.tokens) {
		return ""
	}
	return q.tokens[i].lower
}

// dateAt reads a date that begins at token i and gives how many tokens it takes.
func (q *query) dateAt(i int) (date, int) {
	w := q.lower(i)
	if d, ok := isoDate(w); ok {
		return d, 1
	}
	if n, ok := dayNumber(w); ok {
		at := i + 1
		if q.lower(at) == "of" {
			at++
		}
		if m := month(q.lower(at)); m > 0 {
			return q.withYear(i, at+1, date{0, m, n})
		}
	}
	if m := month(w); m > 0 && (w != "may" || q.tokens[i].text == "May") {
		if n, ok := dayNumber(q.lower(i + 1)); ok {
			return q.withYear(i, i+2, date{0, m, n})
		}
	}
	if q.today.y == 0 {
		return date{}, 0
	}
	switch w {
	case "today", "tonight":
		return q.today, 1
	case "tomorrow":
		return q.today.add(1), 1
	case "yesterday":
		return q.today.add(-1), 1
	}
	if day, ok := weekday(w); ok {
		return q.weekdayAt(i, day)
	}
	if n, ok := dayNumber(w); ok && q.lower(i-1) == "the" && (strings.HasSuffix(w, "th") || strings.HasSuffix(w, "rd") || strings.HasSuffix(w, "st") || strings.HasSuffix(w, "nd")) {
		return q.dayOfMonth(n), 1
	}
	return date{}, 0
}

// weekdayAt reads Friday, Friday 13 March, or Saturday the 14th.
func (q *query) weekdayAt(i, day int) (date, int) {
	if d, n := q.dateAt(i + 1); n > 0 && i+1 < len(q.tokens) {
		return d, n + 1
	}
	if q.lower(i+1) == "the" {
		if n, ok := dayNumber(q.lower(i + 2)); ok {
			return q.dayOfMonth(n), 3
		}
	}
	ahead := (day - q.today.weekday() + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	return q.today.add(ahead), 1
}

// dayOfMonth is the next day with that number.
func (q *query) dayOfMonth(n int) date {
	d := date{q.today.y, q.today.m, n}
	if n < q.today.d {
		next := date{q.today.y, q.today.m + 1, 1}.add(0)
		d = date{next.y, next.m, n}
	}
	return d
}

func (q *query) withYear(from, at int, d date) (date, int) {
	if y, ok := year(q.lower(at)); ok {
		d.y = y
		return d, at + 1 - from
	}
	d.y = q.today.y
	if d.y > 0 && (d.m < q.today.m || d.m == q.today.m && d.d < q.today.d) {
		d.y++ // a day without a year is one to come
	}
	return d, at - from
}

// timeAt reads 19:30, 7:30 pm, 4 pm and 5pm.
func (q *query) timeAt(i int) (string, int) {
	w := q.lower(i)
	suffix, n := "", 1
	for _, end := range []string{"am", "pm"} {
		if rest, ok := strings.CutSuffix(w, end); ok && rest != "" {
			w, suffix = rest, end
		}
	}
	if next := strings.ReplaceAll(q.lower(i+1), ".", ""); suffix == "" && (next == "am" || next == "pm") {
		suffix, n = next, 2
	}
	hours, minutes, colon := strings.Cut(w, ":")
	if !colon && suffix == "" {
		return "", 0
	}
	h, err := strconv.Atoi(hours)
	m := 0
	if colon && err == nil {
		if len(minutes) != 2 {
			return "", 0
		}
		m, err = strconv.Atoi(minutes)
	}
	if err != nil || h < 0 || h > 23 || m < 0 || m > 59 {
		return "", 0
	}
	if suffix == "pm" && h < 12 {
		h += 12
	}
	if suffix == "am" && h == 12 {
		h = 0
	}
	return fmt.Sprintf("%02d:%02d", h, m), n
}
