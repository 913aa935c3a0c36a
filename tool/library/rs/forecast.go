package rs

import (
	"math"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func forecastTools() []define.Tool {
	return []define.Tool{
		define.View("weather_forecast", "Forecasts the weather of a city day by day. Today is the first day; what is forecast is what will come.",
			func(w *world.World, in struct {
				City string `json:"city" doc:"City" min:"1" max:"80"`
				Days int    `json:"days" doc:"Days" min:"1" max:"14" default:"5"`
			}) (out struct {
				City string             `json:"city"`
				Days []world.DayWeather `json:"days"`
			}, err error) {
				c, err := define.City(w, in.City)
				for d := world.Today; err == nil && d < world.Today+world.Date(in.Days); d++ {
					out.Days = append(out.Days, w.Base().DayOf(c, d))
				}
				out.City = c.Name
				return out, err
			}, `{"city":"Vienna"}`, `{"city":"Mumbai","days":10}`),
		define.View("hourly_forecast", "Forecasts the weather of a city hour by hour from now on.",
			func(w *world.World, in struct {
				City  string `json:"city" doc:"City" min:"1" max:"80"`
				Hours int    `json:"hours" doc:"Hours" min:"1" max:"72" default:"12"`
			}) (out struct {
				Hours []struct {
					Time    string        `json:"local_time"`
					Weather world.Weather `json:"weather"`
				} `json:"hours"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				day, hour := localHour(c)
				for k := range in.Hours {
					at := hour + k
					d := day + world.Date(at/24)
					out.Hours = append(out.Hours, struct {
						Time    string        `json:"local_time"`
						Weather world.Weather `json:"weather"`
					}{d.At(60 * (at % 24)).Format("2006-01-02 15:04"), w.Base().WeatherOf(c, d, at%24)})
				}
				return out, nil
			}, `{"city":"Seattle"}`, `{"city":"Nairobi","hours":3}`),
		define.View("sun_and_moon", "Gives sunrise, sunset, day length and the phase of the moon for a city and day.",
			func(w *world.World, in struct {
				City string     `json:"city" doc:"City" min:"1" max:"80"`
				Date world.Date `json:"date" doc:"The day" default:"2025-06-02"`
			}) (out struct {
				Sunrise string  `json:"sunrise" doc:"Local time; empty when the sun does not rise or set"`
				Sunset  string  `json:"sunset"`
				Hours   float64 `json:"day_length_hours"`
				Phase   string  `json:"moon_phase" enum:"new moon,waxing crescent,first quarter,waxing gibbous,full moon,waning gibbous,last quarter,waning crescent"`
				Lit     float64 `json:"moon_lit" doc:"Lit share, 0 to 1"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				z, _ := world.Zone(c.Timezone)
				if rise, set, ok := world.SunTimes(c.Latitude, c.Longitude, in.Date); ok {
					out.Sunrise, out.Sunset, out.Hours = rise.In(z).Format("15:04"), set.In(z).Format("15:04"), set.Sub(rise).Hours()
				}
				age, lit := world.MoonPhase(in.Date)
				names := []string{"new moon", "waxing crescent", "first quarter", "waxing gibbous", "full moon", "waning gibbous", "last quarter", "waning crescent"}
				out.Phase, out.Lit = names[int(age/29.530588853*8+0.5)%8], world.Round(lit, 3)
				return out, nil
			}, `{"city":"Lisbon"}`, `{"city":"Helsinki","date":"2025-12-21"}`),
		define.View("marine_forecast", "Forecasts waves, water temperature and tides for a city by the sea.",
			func(w *world.World, in struct {
				City string `json:"city" doc:"City no higher than 60 m above the sea" min:"1" max:"80"`
				Days int    `json:"days" doc:"Days" min:"1" max:"7" default:"3"`
			}) (out struct {
				Days []marineDay `json:"days"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				if c.Elevation > 60 {
					return out, define.Fail("not_at_sea", "%s lies %d m above the sea; ask for a city on the coast", c.Name, c.Elevation)
				}
				for d := world.Today; d < world.Today+world.Date(in.Days); d++ {
					x := w.Base().DayOf(c, d)
					mean, _ := world.Climate(c.Latitude, 0, (d - 45).YearDay())
					age, _ := world.MoonPhase(d)
					high := int(math.Mod(age*50.5+c.Longitude*4, 745))
					if high < 0 {
						high += 745
					}
					m := marineDay{Date: d, Wave: world.Round(0.2+0.0016*x.Wind*x.Wind, 1), Water: world.Round(math.Max(-1, mean), 1), Sailing: x.Wind < 28}
					for at := high; at < 1440; at += 745 {
						m.High = append(m.High, d.At(at).Format("15:04"))
					}
					out.Days = append(out.Days, m)
				}
				return out, nil
			}, `{"city":"Lisbon"}`, `{"city":"Sydney","days":1}`),
		define.View("weather_alerts", "Gives warnings for a country's cities in the days to come: storm, heavy rain, heat and frost.",
			func(w *world.World, in struct {
				Country string `json:"country" doc:"Country, by name or code" min:"2" max:"60"`
				Days    int    `json:"days" doc:"Days to look ahead" min:"1" max:"7" default:"3"`
			}) (out struct {
				Alerts []alert `json:"alerts"`
			}, err error) {
				land, err := define.Country(w, in.Country)
				if err != nil {
					return out, err
				}
				for _, c := range world.Cities.All(w) {
					for d := world.Today; c.Country == land.Code && d < world.Today+world.Date(in.Days); d++ {
						out.Alerts = append(out.Alerts, alertsOf(c.Name, w.Base().DayOf(c, d))...)
					}
				}
				return out, nil
			}, `{"country":"India"}`, `{"country":"US","days":5}`),
		define.View("best_days_outdoors", "Rates the next days in a city for being outdoors and gives the best first.",
			func(w *world.World, in struct {
				City  string  `json:"city" doc:"City" min:"1" max:"80"`
				Days  int     `json:"days" doc:"Days to look ahead" min:"2" max:"14" default:"7"`
				Ideal float64 `json:"ideal_c" doc:"Temperature that is liked best" min:"-10" max:"40" default:"22"`
			}) (out struct {
				Days []outdoorDay `json:"days"`
			}, err error) {
				c, err := define.City(w, in.City)
				for d := world.Today; err == nil && d < world.Today+world.Date(in.Days); d++ {
					x := w.Base().DayOf(c, d)
					score := 100 - 3*math.Abs(x.High-in.Ideal) - 9*math.Sqrt(x.Rain) - 0.5*math.Max(0, x.Wind-15)
					out.Days = append(out.Days, outdoorDay{d, d.Weekday().String(), world.Round(math.Max(0, score), 1), x.High, x.Rain, x.Condition})
				}
				world.TopBy(out.Days, func(d outdoorDay) float64 { return d.Score })
				return out, err
			}, `{"city":"Barcelona"}`, `{"city":"Cork","days":5,"ideal_c":18}`),
		define.View("climate_normals", "Gives the usual weather of a city by month: mean low and high over ten years.",
			func(w *world.World, in cityParam) (out struct {
				Months []climateMonth `json:"months"`
			}, err error) {
				c, err := define.City(w, in.City)
				for m := time.January; err == nil && m <= time.December; m++ {
					x := climateMonth{Month: m.String()}
					for year := 2015; year < 2025; year++ {
						d := w.Base().DayOf(c, world.Day(year, m, 15))
						x.Low, x.High = x.Low+d.Low/10, x.High+d.High/10
						if d.Rain > 0.5 {
							x.Wet += 0.1
						}
					}
					out.Months = append(out.Months, x)
				}
				return out, err
			}, `{"city":"Rome"}`, `{"city":"Buenos Aires"}`),
	}
}

type climateMonth struct {
	Month string  `json:"month"`
	Low   float64 `json:"mean_low_c"`
	High  float64 `json:"mean_high_c"`
	Wet   float64 `json:"wet_day_share"`
}

type marineDay struct {
	Date    world.Date `json:"date"`
	Wave    float64    `json:"wave_height_m"`
	Water   float64    `json:"water_c"`
	High    []string   `json:"high_tides_utc"`
	Sailing bool       `json:"fit_for_small_boats"`
}

type outdoorDay struct {
	Date      world.Date `json:"date"`
	Weekday   string     `json:"weekday"`
	Score     float64    `json:"score" doc:"0 to 100"`
	High      float64    `json:"high_c"`
	Rain      float64    `json:"precipitation_mm"`
	Condition string     `json:"condition"`
}

type alert struct {
	City  string     `json:"city"`
	Date  world.Date `json:"date"`
	Kind  string     `json:"kind" enum:"storm,heavy rain,heat,frost"`
	Value float64    `json:"value" doc:"km/h, mm or °C"`
}

func alertsOf(city string, x world.DayWeather) []alert {
	var out []alert
	add := func(on bool, kind string, v float64) {
		if on {
			out = append(out, alert{city, x.Date, kind, v})
		}
	}
	add(x.Wind > 27, "storm", x.Wind)
	add(x.Rain > 25, "heavy rain", x.Rain)
	add(x.High > 35, "heat", x.High)
	add(x.Low < -2, "frost", x.Low)
	return out
}
