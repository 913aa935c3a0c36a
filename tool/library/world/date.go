package world

import (
	"fmt"
	"time"
)

// Date is a calendar day, counted from 1 January 1970. Its text form is 2006-01-02.
type Date int32

// Now is the moment at which every world stands still: Monday 2 June 2025, 09:00 UTC.
func Now() time.Time { return time.Date(2025, time.June, 2, 9, 0, 0, 0, time.UTC) }

// Today is the day of Now.
const Today Date = 20241

// DateOf is the day of t in t's own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// Day is the date with that year, month and day of the month.
func Day(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// ParseDate reads 2006-01-02.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a date written as YYYY-MM-DD", s)
	}
	return DateOf(t), nil
}

// Time is midnight UTC of d.
func (d Date) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String is d written as 2006-01-02.
func (d Date) String() string { return d.Time().Format(time.DateOnly) }

// MarshalText writes d as 2006-01-02.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Year is d's calendar year.
func (d Date) Year() int { return d.Time().Year() }

// Month is d's calendar month.
func (d Date) Month() time.Month { return d.Time().Month() }

// YearDay is d's day in its year, from 1.
func (d Date) YearDay() int { return d.Time().YearDay() }

// Weekday is d's day of the week.
func (d Date) Weekday() time.Weekday { return time.Weekday((int(d)%7 + 11) % 7) }

// Weekend says whether d is a Saturday or a Sunday.
func (d Date) Weekend() bool { return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday }

// AddMonths moves d by n months, to the last day of a shorter month.
func (d Date) AddMonths(n int) Date {
	y, m, day := d.Time().Date()
	first := time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	return DateOf(first.AddDate(0, 0, min(day, first.AddDate(0, 1, -1).Day())-1))
}

// At is the moment on day d that many minutes after midnight UTC.
func (d Date) At(minutes int) time.Time { return d.Time().Add(time.Duration(minutes) * time.Minute) }
