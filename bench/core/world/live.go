package world

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"deft/tool/builtin"
)

// Tools of scenario RS, real-time search.

// place is a city's latitude, longitude, hours from UTC on the world's day, and country.
type place struct {
	Lat, Lon, Offset float64
	Country          string
}

// UnmarshalJSON reads [latitude, longitude, offset, country].
func (p *place) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, &[]any{&p.Lat, &p.Lon, &p.Offset, &p.Country})
}

// city finds a city; one that the tables lack gets a place of its own, always the same.
func (w *World) city(name string) place {
	key := strings.ToLower(strings.TrimSpace(name))
	if p, ok := w.Cities[key]; ok {
		return p
	}
	lon := float64(draw(3400, "lon", key))/10 - 170
	return place{Lat: float64(draw(1200, "lat", key))/10 - 55, Lon: lon, Offset: math.Round(lon / 15), Country: "elsewhere"}
}

type cityArg struct{ City string }

type cityDay struct{ City, Date string }

func conditions() []string {
	return []string{"sunny", "partly cloudy", "cloudy", "light rain", "heavy rain", "windy", "foggy"}
}

// warmth is a plausible March temperature for a latitude, with noise from the key.
func (w *World) warmth(city string, salt string) float64 {
	south := 28 - math.Abs(w.city(city).Lat)*0.42
	return round(south+float64(draw(80, "temp", city, salt))/10-4, 1)
}

func currentWeather(_ context.Context, w *World, a cityArg) (object, error) {
	return object{
		"temperature_c": w.warmth(a.City, "now"), "condition": choose(conditions(), "sky", a.City),
		"humidity_percent": 35 + draw(60, "wet", a.City), "wind_kmh": draw(45, "wind", a.City),
	}, nil
}

func dailyForecast(_ context.Context, w *World, a cityDay) (object, error) {
	t, err := day(a.Date)
	if err != nil {
		return nil, err
	}
	if ahead := t.Sub(today()).Hours() / 24; ahead < 0 || ahead > 10 {
		return nil, builtin.Failed("%s is not within the ten days from %s", a.Date, Today)
	}
	high := math.Round(w.warmth(a.City, a.Date))
	sky := choose(conditions(), "sky", a.City, a.Date)
	rain := draw(35, "rain", a.City, a.Date)
	if strings.Contains(sky, "rain") {
		rain += 60
	}
	return object{"high_c": int(high), "low_c": int(high) - 4 - draw(6, "low", a.City, a.Date), "condition": sky, "rain_chance_percent": rain}, nil
}

func airQuality(_ context.Context, _ *World, a cityArg) (object, error) {
	index := 15 + draw(140, "air", a.City)
	category := "good"
	if index > 100 {
		category = "unhealthy for sensitive groups"
	} else if index > 50 {
		category = "moderate"
	}
	return object{"index": index, "category": category, "pm25": round(float64(index)*0.31, 1)}, nil
}

// sunTimes solves the sunrise equation without refraction, good to some minutes.
func sunTimes(_ context.Context, w *World, a cityDay) (object, error) {
	t, err := day(a.Date)
	if err != nil {
		return nil, err
	}
	p := w.city(a.City)
	tilt := -23.44 * math.Cos(2*math.Pi*float64(t.YearDay()+10)/365) * math.Pi / 180
	x := -math.Tan(p.Lat*math.Pi/180) * math.Tan(tilt)
	half := math.Acos(max(-1, min(1, x))) * 12 / math.Pi
	noon := 12 - p.Lon/15 + p.Offset
	return object{"sunrise": clock(noon - half), "sunset": clock(noon + half)}, nil
}

func clock(hours float64) string {
	minutes := (int(math.Round(hours*60))%1440 + 1440) % 1440
	return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
}

// localTime takes it to be noon in UTC.
func localTime(_ context.Context, w *World, a cityArg) (object, error) {
	offset := w.city(a.City).Offset
	t := today().Add(12*time.Hour + time.Duration(offset*float64(time.Hour)))
	sign := "+"
	if offset < 0 {
		sign = "-"
	}
	return object{"time": t.Format("15:04"), "date": t.Format(time.DateOnly), "utc_offset": sign + clock(math.Abs(offset))}, nil
}

func publicHolidays(_ context.Context, _ *World, a struct {
	Country string
	Year    int
}) (object, error) {
	easter := easterSunday(a.Year)
	list := []string{
		fmt.Sprintf("%d-01-01 New Year's Day", a.Year), easter.AddDate(0, 0, 1).Format(time.DateOnly) + " Easter Monday",
		fmt.Sprintf("%d-05-01 Labour Day", a.Year), fmt.Sprintf("%d-%02d-%02d National Day", a.Year, 6+draw(5, "nd", a.Country), 1+draw(28, "d", a.Country)),
		fmt.Sprintf("%d-12-25 Christmas Day", a.Year),
	}
	return object{"holidays": list, "count": len(list)}, nil
}

// easterSunday is the Gregorian computus (Meeus, Jones and Butcher).
func easterSunday(y int) time.Time {
	a, b, c := y%19, y/100, y%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 19*l) / 433
	month := (h + l - 7*m + 90) / 25
	return time.Date(y, time.Month(month), (h+l-7*m+33*month+19)%32, 0, 0, 0, 0, time.UTC)
}

func daysBetween(_ context.Context, _ *World, a struct{ Start, End string }) (object, error) {
	from, err := day(a.Start)
	if err != nil {
		return nil, err
	}
	to, err := day(a.End)
	if err != nil {
		return nil, err
	}
	return object{"days": int(to.Sub(from).Hours() / 24)}, nil
}

func searchNews(_ context.Context, _ *World, a struct{ Subject string }) (object, error) {
	lines := []string{"What we know about %s", "%s: three questions and answers", "A new chapter for %s", "Why %s matters this week"}
	return object{
		"article_id": number("ART", a.Subject), "headline": fmt.Sprintf(choose(lines, "line", a.Subject), a.Subject),
		"source": choose([]string{"Harbour Post", "The Meridian", "Daily Ledger"}, "src", a.Subject), "published": Today,
	}, nil
}

func articleText(_ context.Context, _ *World, a struct {
	ID string `json:"article_id"`
}) (object, error) {
	moods := []string{"Residents called the plan wonderful and hope it starts soon.", "Critics call the delay terrible and the report awful.", "The committee will meet again in April."}
	return object{"title": "Article " + a.ID, "text": "A report was published on Tuesday. " + choose(moods, a.ID) + " More details are expected within days."}, nil
}

func trendingTopics(_ context.Context, _ *World, a struct{ Country string }) (object, error) {
	all := []string{"cup final", "train strike", "northern lights", "new phone", "school exams", "song contest", "cherry blossom", "fuel price"}
	at := draw(len(all), "trend", a.Country)
	return object{"topics": []string{all[at], all[(at+3)%8], all[(at+5)%8]}}, nil
}

func findPaper(_ context.Context, _ *World, a struct{ Title string }) (object, error) {
	return object{
		"paper_id": fmt.Sprintf("P-%05d", draw(100000, "paper", a.Title)), "title": a.Title,
		"authors": []string{choose(people(), "a1", a.Title), choose(people(), "a2", a.Title)}, "year": 1998 + draw(27, "y", a.Title),
	}, nil
}

func people() []string {
	return []string{"Ilse Vandermeer", "Ruben Osei", "Yara Haddad", "Tomas Lindqvist", "Keiko Morita", "Oluwaseun Bello", "Marta Kowalska", "Declan Byrne"}
}

func countCitations(_ context.Context, _ *World, a struct {
	ID string `json:"paper_id"`
}) (object, error) {
	return object{"citations": draw(900, "cited", a.ID), "since": 2000 + draw(25, "since", a.ID)}, nil
}

func flightStatus(_ context.Context, _ *World, a struct {
	Flight string `json:"flight_number"`
	Date   string
}) (object, error) {
	return object{
		"status": choose([]string{"on time", "delayed by 35 minutes", "boarding", "cancelled"}, a.Flight, a.Date),
		"gate":   fmt.Sprintf("%c%d", 'A'+rune(draw(5, "pier", a.Flight, a.Date)), 1+draw(40, "gate", a.Flight, a.Date)), "departure_time": clock(float64(5 + draw(17, "dep", a.Flight))),
	}, nil
}
