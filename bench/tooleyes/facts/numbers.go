package facts

import (
	"strconv"
	"strings"
	"time"
)

// words are the numbers that people write out.
func words() []string {
	return []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
}

// numbers gives the numbers that a text states: "1,234.50", "-3", "12%", "$5", "20km", "two". Digits
// inside of names, dates and times of day ("ML-12", "2025-06-02", "09:30", "A4") are no numbers.
func numbers(text string) []float64 {
	var out []float64
	for i := 0; i < len(text); {
		if !digit(text[i]) {
			i++
			continue
		}
		end := numberEnd(text, i)
		n, ok := number(text, i, end)
		i = end
		if ok {
			out = append(out, n)
			continue
		}
		for i < len(text) && (digit(text[i]) || (text[i] == '-' || text[i] == ':') && i+1 < len(text) && digit(text[i+1])) {
			i++ // the rest of a date or a time of day
		}
	}
	spoken := normal(text)
	for n, w := range words() {
		if strings.Contains(spoken, " "+w+" ") {
			out = append(out, float64(n))
		}
	}
	return out
}

// number reads text[start:end] unless what stands around it makes it a part of something else.
func number(text string, start, end int) (float64, bool) {
	before, sign := start, 1.0
	if strings.HasSuffix(text[:start], "−") {
		before, sign = start-len("−"), -1
	} else if start > 0 && text[start-1] == '-' {
		before, sign = start-1, -1
	}
	if before > 0 {
		last := text[before-1]
		if sign < 0 && (letter(last) || digit(last)) { // "ML-12"; a range such as "10-12" has no minus
			if letter(last) {
				return 0, false
			}
			sign = 1
		}
		if letter(last) || last == '_' || last == ':' && before > 1 && digit(text[before-2]) {
			return 0, false
		}
	}
	if end+1 < len(text) && digit(text[end+1]) && (text[end] == ':' || text[end] == '-' && end-start == 4) {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text[start:end], ",", ""), 64)
	return sign * n, err == nil
}

// numberEnd finds the end of digits with commas between groups of three, and a fraction.
func numberEnd(text string, i int) int {
	for i < len(text) && digit(text[i]) {
		i++
	}
	for i+3 < len(text) && text[i] == ',' && digit(text[i+1]) && digit(text[i+2]) && digit(text[i+3]) && (i+4 == len(text) || !digit(text[i+4])) {
		i += 4
	}
	if i+1 < len(text) && text[i] == '.' && digit(text[i+1]) {
		for i++; i < len(text) && digit(text[i]); {
			i++
		}
	}
	return i
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// dateIn looks for a day in the forms in which people write it without doubt.
func dateIn(date, text string) bool {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return false
	}
	spoken := normal(text)
	forms := []string{day.Format("2006 01 02")}
	for _, month := range []string{strings.ToLower(day.Format("January")), strings.ToLower(day.Format("Jan"))} {
		for _, d := range []string{day.Format("2"), day.Format("02"), ordinal(day.Day())} {
			forms = append(forms, month+" "+d, d+" "+month, d+" of "+month, "the "+d+" of "+month)
		}
	}
	for _, f := range forms {
		for rest := spoken; ; {
			at := strings.Index(rest, " "+f+" ")
			if at < 0 {
				break
			}
			rest = rest[at+len(f)+1:]
			if year := strings.TrimPrefix(rest, " "); otherYear(year, day.Year()) && !strings.HasPrefix(f, day.Format("2006")) {
				continue
			}
			return true
		}
	}
	return false
}

// otherYear says whether text opens with a year, and that another one.
func otherYear(text string, year int) bool {
	word, _, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(word)
	return err == nil && len(word) == 4 && n != year && n > 1000
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return strconv.Itoa(n) + suffix
}
