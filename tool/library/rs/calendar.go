package rs

import (
	"slices"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type yearParam struct {
	Country string `json:"country" doc:"Country, by name or code" min:"2" max:"60"`
	Year    int    `json:"year" doc:"Year" min:"1950" max:"2100" default:"2025"`
}

func calendarTools() []define.Tool {
	return []define.Tool{
		define.View("current_date_time", "Gives the current date and time, in UTC and in the zone of a city.",
			func(w *world.World, in struct {
				City string `json:"city,omitempty" doc:"City whose time is wanted" max:"80"`
			}) (out struct {
				UTC     time.Time `json:"utc"`
				Local   string    `json:"local" doc:"Local date and time"`
				Zone    string    `json:"timezone"`
				Weekday string    `json:"weekday"`
				Week    int       `json:"iso_week"`
			}, err error) {
				out.UTC, out.Zone = world.Now(), "UTC"
				if in.City != "" {
					c, err := define.City(w, in.City)
					if err != nil {
						return out, err
					}
					out.Zone = c.Timezone
				}
				z, _ := world.Zone(out.Zone)
				t := out.UTC.In(z)
				out.Local, out.Weekday = t.Format("2006-01-02 15:04"), t.Weekday().String()
				_, out.Week = t.ISOWeek()
				return out, nil
			}, `{}`, `{"city":"Tokyo"}`),
		define.Calc("date_difference", "Counts the days between two dates, also as years, months and days, and the working days among them.",
			func(_ *world.World, in struct {
				From world.Date `json:"from" doc:"First day"`
				To   world.Date `json:"to" doc:"Last day, not counted"`
			}) (out struct {
				Days     int `json:"days" doc:"Negative when to is before from"`
				Weeks    int `json:"full_weeks"`
				Years    int `json:"years"`
				Months   int `json:"months"`
				Rest     int `json:"rest_days" doc:"Days beyond full years and months"`
				Weekdays int `json:"weekdays" doc:"Mondays to Fridays among the days"`
			}, err error) {
				a, b, sign := in.From, in.To, 1
				if a > b {
					a, b, sign = b, a, -1
				}
				n := int(b - a)
				out.Days, out.Weeks = sign*n, n/7
				months := 0
				for a.AddMonths(months+1) <= b && months < 120000 {
					months += max(1, int(b-a.AddMonths(months+1))/32)
				}
				out.Years, out.Months, out.Rest = months/12, months%12, int(b-a.AddMonths(months))
				out.Weekdays = n / 7 * 5
				for d := a + world.Date(n/7*7); d < b; d++ {
					if !d.Weekend() {
						out.Weekdays++
					}
				}
				return out, nil
			}, `{"from":"2025-06-02","to":"2025-12-24"}`, `{"from":"1990-02-28","to":"2024-02-29"}`),
		define.Calc("add_to_date", "Adds years, months, weeks and days to a date; a day that a month does not have becomes its last.",
			func(_ *world.World, in struct {
				Date   world.Date `json:"date" doc:"The date"`
				Years  int        `json:"years" doc:"Years to add" min:"-200" max:"200" default:"0"`
				Months int        `json:"months" doc:"Months to add" min:"-2400" max:"2400" default:"0"`
				Weeks  int        `json:"weeks" doc:"Weeks to add" min:"-10000" max:"10000" default:"0"`
				Days   int        `json:"days" doc:"Days to add" min:"-70000" max:"70000" default:"0"`
			}) (out struct {
				Date    string `json:"date"`
				Weekday string `json:"weekday"`
			}, err error) {
				d := in.Date.AddMonths(12*in.Years+in.Months) + world.Date(7*in.Weeks+in.Days)
				out.Date, out.Weekday = d.String(), d.Weekday().String()
				return out, nil
			}, `{"date":"2025-01-31","months":1}`, `{"date":"2025-06-02","weeks":-2,"days":3}`),
		define.View("public_holidays", "Lists a country's public holidays in a year.",
			func(w *world.World, in yearParam) (out struct {
				Holidays []world.Holiday `json:"holidays"`
			}, err error) {
				c, err := define.Country(w, in.Country)
				if err == nil {
					out.Holidays = world.Holidays(c, in.Year)
				}
				return out, err
			}, `{"country":"Portugal"}`, `{"country":"US","year":2024}`),
		define.View("next_public_holidays", "Lists the next public holidays of a country after today.",
			func(w *world.World, in struct {
				Country string `json:"country" doc:"Country, by name or code" min:"2" max:"60"`
				Count   int    `json:"count" doc:"How many" min:"1" max:"20" default:"3"`
			}) (out struct {
				Holidays []world.Holiday `json:"holidays"`
				DaysLeft int             `json:"days_until_first"`
			}, err error) {
				c, err := define.Country(w, in.Country)
				if err != nil {
					return out, err
				}
				for year := world.Now().Year(); len(out.Holidays) < in.Count; year++ {
					for _, h := range world.Holidays(c, year) {
						if h.Date > world.Today && len(out.Holidays) < in.Count {
							out.Holidays = append(out.Holidays, h)
						}
					}
				}
				out.DaysLeft = int(out.Holidays[0].Date - world.Today)
				return out, nil
			}, `{"country":"FR"}`, `{"country":"Japan","count":5}`),
		define.View("holidays_worldwide", "Lists which countries have a public holiday in the days to come.",
			func(w *world.World, in struct {
				Days      int    `json:"days" doc:"Days to look ahead" min:"1" max:"60" default:"7"`
				Continent string `json:"continent,omitempty" doc:"Only countries of this continent" enum:"Africa,Asia,Europe,North America,Oceania,South America"`
			}) (out struct {
				Holidays []world.Holiday `json:"holidays"`
			}, err error) {
				for _, c := range world.Countries.All(w) {
					for _, h := range world.Holidays(c, 2025) {
						if h.Date >= world.Today && h.Date < world.Today+world.Date(in.Days) && (in.Continent == "" || c.Continent == in.Continent) {
							out.Holidays = append(out.Holidays, h)
						}
					}
				}
				world.SortBy(out.Holidays, func(h world.Holiday) int { return int(h.Date) })
				return out, nil
			}, `{"days":14}`, `{"days":30,"continent":"Europe"}`),
		define.View("long_weekends", "Finds the long weekends of a year: holidays next to a weekend, or with one bridge day between.",
			func(w *world.World, in yearParam) (out struct {
				Weekends []longWeekend `json:"long_weekends"`
			}, err error) {
				c, err := define.Country(w, in.Country)
				if err == nil {
					out.Weekends = longWeekends(world.Holidays(c, in.Year))
				}
				return out, err
			}, `{"country":"DE"}`, `{"country":"Brazil","year":2026}`),
		define.Calc("working_days", "Counts the working days from one date to another, both included, without weekends and a country's holidays.",
			func(w *world.World, in struct {
				From    world.Date `json:"from" doc:"First day"`
				To      world.Date `json:"to" doc:"Last day"`
				Country string     `json:"country" doc:"Country, by name or code" min:"2" max:"60"`
			}) (out struct {
				Days     int      `json:"working_days"`
				Holidays []string `json:"holidays_on_weekdays"`
			}, err error) {
				c, err := define.Country(w, in.Country)
				if err != nil {
					return out, err
				}
				if in.To < in.From || in.To-in.From > 3700 {
					return out, define.Invalid("to", "must be from 0 to 3700 days after from")
				}
				free := map[world.Date]string{}
				for y := in.From.Year(); y <= in.To.Year(); y++ {
					for _, h := range world.Holidays(c, y) {
						free[h.Date] = h.Name
					}
				}
				for d := in.From; d <= in.To; d++ {
					if d.Weekend() {
						continue
					}
					if name, ok := free[d]; ok {
						out.Holidays = append(out.Holidays, d.String()+" "+name)
					} else {
						out.Days++
					}
				}
				return out, nil
			}, `{"from":"2025-06-01","to":"2025-06-30","country":"PT"}`, `{"from":"2025-12-20","to":"2026-01-06","country":"GB"}`),
		define.Act("add_appointment", "Puts an appointment in the user's calendar. One that overlaps another is refused unless allowed.",
			func(w *world.World, in struct {
				Title   string    `json:"title" doc:"Title" min:"1" max:"120"`
				Start   time.Time `json:"start" doc:"Start"`
				Minutes int       `json:"duration_minutes" doc:"Duration in minutes" min:"5" max:"1440" default:"60"`
				Place   string    `json:"place" doc:"Where" max:"120" default:""`
				Guests  []string  `json:"guests,omitempty" doc:"E-mail addresses of those invited" format:"email" max:"30"`
				Overlap bool      `json:"allow_overlap" doc:"Whether it may overlap another" default:"false"`
			}) (world.Appointment, error) {
				start := in.Start.UTC() // one moment is stored in one way, whatever the offset it was given in
				a := world.Appointment{Title: in.Title, Start: start, End: start.Add(time.Duration(in.Minutes) * time.Minute), Place: in.Place, Guests: append([]string(nil), in.Guests...)}
				if o, ok := world.Appointments.First(w, func(o *world.Appointment) bool { return o.Start.Before(a.End) && a.Start.Before(o.End) }); ok && !in.Overlap {
					return a, define.Fail("overlap", "%s (%s) is at that time; choose another or set allow_overlap", o.ID, o.Title)
				}
				a.ID = w.NextID("CE")
				world.Appointments.Put(w, a)
				return a, nil
			}, `{"title":"Visit the library","start":"2025-06-02T21:00:00Z","duration_minutes":45}`, `{"title":"Breakfast","start":"2026-03-01T06:00:00Z","guests":["ana@mailbox.example"]}`),
		define.List("list_appointments", "Lists the appointments of the user's calendar.", world.Appointments, "title~ place~ start>=from start<=until", "id title start end place", "start+ start-", `{"from":"2025-06-02T00:00:00Z"}`, `{"title":"lunch","sort":"start-"}`),
		define.Act("move_appointment", "Moves an appointment to another start; its duration stays.",
			func(w *world.World, in struct {
				ID    string    `json:"appointment_id" doc:"Appointment identifier" min:"1" max:"20"`
				Start time.Time `json:"start" doc:"New start"`
			}) (world.Appointment, error) {
				a, ok := world.Appointments.Get(w, in.ID)
				if !ok {
					return a, define.NotFound("appointment", in.ID, "list_appointments shows them")
				}
				start := in.Start.UTC()
				a.Start, a.End = start, start.Add(a.End.Sub(a.Start))
				world.Appointments.Put(w, a)
				return a, nil
			}, `{"appointment_id":"CE0001","start":"2025-07-01T10:00:00Z"}`, `{"appointment_id":"CE0030","start":"2025-08-05T08:30:00Z"}`),
		define.View("find_free_time", "Finds the free slots of some length in the user's calendar within working hours of the days to come.",
			func(w *world.World, in struct {
				Minutes int        `json:"duration_minutes" doc:"Length wanted" min:"15" max:"480" default:"60"`
				From    world.Date `json:"from" doc:"First day" default:"2025-06-02"`
				Days    int        `json:"days" doc:"Days to look at" min:"1" max:"30" default:"5"`
				Open    int        `json:"open_hour" doc:"Start of the working day (UTC)" min:"0" max:"23" default:"8"`
				Close   int        `json:"close_hour" doc:"End of the working day (UTC)" min:"1" max:"24" default:"17"`
			}) (out struct {
				Slots []slot `json:"slots"`
			}, err error) {
				if in.Close <= in.Open {
					return out, define.Invalid("close_hour", "must be after open_hour")
				}
				busy := slices.Clone(world.Appointments.All(w))
				slices.SortStableFunc(busy, func(a, b world.Appointment) int { return a.Start.Compare(b.Start) })
				for d := in.From; d < in.From+world.Date(in.Days); d++ {
					if !d.Weekend() {
						out.Slots = append(out.Slots, freeSlots(busy, d.At(60*in.Open), d.At(60*in.Close), time.Duration(in.Minutes)*time.Minute)...)
					}
				}
				return out, nil
			}, `{}`, `{"duration_minutes":120,"from":"2025-06-09","days":3}`),
	}
}

type slot struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// freeSlots gives the gaps of at least that length between busy times, which are ordered by start.
func freeSlots(busy []world.Appointment, open, until time.Time, length time.Duration) []slot {
	var out []slot
	at := open
	for _, a := range busy {
		if !a.End.After(at) || !a.Start.Before(until) {
			continue
		}
		if a.Start.Sub(at) >= length {
			out = append(out, slot{at, a.Start})
		}
		at = a.End
	}
	if until.Sub(at) >= length {
		out = append(out, slot{at, until})
	}
	return out
}

type longWeekend struct {
	Start  world.Date `json:"start"`
	End    world.Date `json:"end"`
	Days   int        `json:"days"`
	Bridge bool       `json:"needs_bridge_day"`
	Reason string     `json:"holidays"`
}

func longWeekends(holidays []world.Holiday) []longWeekend {
	free := map[world.Date]string{}
	for _, h := range holidays {
		free[h.Date] = h.Name
	}
	off := func(d world.Date) bool { return d.Weekend() || free[d] != "" }
	var out []longWeekend
	for _, h := range holidays {
		for _, bridge := range []bool{false, true} {
			l := longWeekend{Start: h.Date, End: h.Date, Bridge: bridge}
			bridged := !bridge
			grow := func(d, step world.Date) world.Date {
				for off(d+step) || !bridged && off(d+2*step) {
					if !off(d + step) {
						bridged = true
					}
					d += step
				}
				return d
			}
			l.End = grow(h.Date, 1)
			l.Start = grow(h.Date, -1)
			l.Days = int(l.End-l.Start) + 1
			var names []string
			for d := l.Start; d <= l.End; d++ {
				if free[d] != "" {
					names = append(names, free[d])
				}
			}
			l.Reason = strings.Join(names, ", ")
			if l.Days >= 3 && !slices.Contains(out, l) && (!bridge || l.Days >= 4 && bridgeNeeded(l, off)) {
				out = append(out, l)
				break
			}
		}
	}
	return out
}

func bridgeNeeded(l longWeekend, off func(world.Date) bool) bool {
	for d := l.Start; d <= l.End; d++ {
		if !off(d) {
			return true
		}
	}
	return false
}
