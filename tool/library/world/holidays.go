package world

import (
	"slices"
	"time"
)

// Holiday is a public holiday of a country.
type Holiday struct {
	Date    Date   `json:"date"`
	Name    string `json:"name"`
	Country string `json:"country"`
	Weekday string `json:"weekday"`
}

// Easter is the date of Easter Sunday in the western churches (Gauss' rule in Butcher's form).
func Easter(year int) Date {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return Day(year, time.Month(n/31), n%31+1)
}

// nationalDays are the national holidays of countries: month and day.
const nationalDays = `AR 7 9|AU 1 26|AT 10 26|BD 3 26|BE 7 21|BR 9 7|BG 3 3|CA 7 1|CL 9 18|CN 10 1|CO 7 20|CR 9 15|HR 5 30|CZ 10 28|EC 8 10|EG 7 23|EE 2 24|ET 5 28|FI 12 6|FR 7 14|DE 10 3|GH 3 6|GR 3 25|HU 8 20|IS 6 17|IN 1 26|ID 8 17|IE 3 17|IT 6 2|JP 2 11|KE 12 12|LV 11 18|LT 2 16|LU 6 23|MY 8 31|MX 9 16|MA 7 30|NL 4 27|NZ 2 6|NG 10 1|NO 5 17|PK 3 23|PA 11 3|PE 7 28|PH 6 12|PL 11 11|PT 6 10|QA 12 18|RO 12 1|SA 9 23|SN 4 4|RS 2 15|SG 8 9|SK 9 1|SI 6 25|ZA 4 27|KR 8 15|ES 10 12|SE 6 6|CH 8 1|TH 12 5|TN 3 20|TR 10 29|AE 12 2|US 7 4|UY 8 25|VN 9 2`

// Holidays gives a country's main public holidays of a year, in order of date: New Year, the
// national day and, where the calendar follows the western churches, the Christian feasts and May Day.
func Holidays(c Country, year int) []Holiday {
	var out []Holiday
	add := func(d Date, name string) {
		out = append(out, Holiday{d, name, c.Code, d.Weekday().String()})
	}
	add(Day(year, 1, 1), "New Year's Day")
	for _, f := range list(nationalDays) {
		p := words(f)
		if p[0] == c.Code {
			add(Day(year, time.Month(atoi(p[1])), atoi(p[2])), "National Day")
		}
	}
	western := c.Continent == "Europe" || c.Continent == "South America" || c.Continent == "Oceania" || c.Continent == "North America" || c.Code == "PH"
	if western {
		e := Easter(year)
		add(e-2, "Good Friday")
		if c.Continent != "South America" && c.Code != "US" {
			add(e+1, "Easter Monday")
		}
		add(Day(year, 12, 25), "Christmas Day")
		if c.Continent == "Europe" || c.Continent == "Oceania" || c.Code == "CA" {
			add(Day(year, 12, 26), "Second Day of Christmas")
		}
	}
	if c.Code == "US" || c.Code == "CA" {
		first := Day(year, 9, 1)
		add(first+Date((8-int(first.Weekday()))%7), "Labour Day")
	} else {
		add(Day(year, 5, 1), "Labour Day")
	}
	if c.Code == "US" {
		first := Day(year, 11, 1)
		add(first+Date((11-int(first.Weekday()))%7)+21, "Thanksgiving")
	}
	slices.SortStableFunc(out, func(a, b Holiday) int { return int(a.Date - b.Date) })
	return out
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	return n
}
