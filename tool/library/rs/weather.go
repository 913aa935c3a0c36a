package rs

import (
	"math"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// localHour is a city's local date and hour now.
func localHour(c world.City) (world.Date, int) {
	z, _ := world.Zone(c.Timezone)
	t := world.Now().In(z)
	return world.DateOf(t), t.Hour()
}

func observationTools() []define.Tool {
	return []define.Tool{
		define.View("current_weather", "Gives the weather in a city now.",
			func(w *world.World, in struct {
				City  string `json:"city" doc:"City" min:"1" max:"80"`
				Units string `json:"units" doc:"Units of the summary" enum:"metric,imperial" default:"metric"`
			}) (out struct {
				City    string        `json:"city"`
				Local   string        `json:"local_time"`
				Weather world.Weather `json:"weather"`
				Summary string        `json:"summary"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				day, hour := localHour(c)
				z, _ := world.Zone(c.Timezone)
				out.City, out.Local, out.Weather = c.Name, world.Now().In(z).Format("2006-01-02 15:04"), w.Base().WeatherOf(c, day, hour)
				out.Summary = describe(out.Weather, in.Units)
				return out, nil
			}, `{"city":"Lisbon"}`, `{"city":"New York","units":"imperial"}`),
		define.View("weather_at_coordinates", "Gives the weather now at a point of the earth; near a city it is the city's.",
			func(w *world.World, in struct {
				Latitude  float64 `json:"latitude" doc:"Latitude" min:"-90" max:"90"`
				Longitude float64 `json:"longitude" doc:"Longitude" min:"-180" max:"180"`
			}) (out struct {
				Near    string        `json:"nearest_city"`
				Km      float64       `json:"distance_km"`
				Weather world.Weather `json:"weather"`
			}, err error) {
				c := world.Near(w, in.Latitude, in.Longitude, 25000)[0]
				out.Near, out.Km = c.Name, world.Distance(in.Latitude, in.Longitude, c.Latitude, c.Longitude)
				day, hour := localHour(c)
				if out.Km < 25 {
					out.Weather = w.Base().WeatherOf(c, day, hour)
				} else {
					out.Weather = w.Base().WeatherAt(c.ID, in.Latitude, in.Longitude, 0, day, hour)
				}
				return out, nil
			}, `{"latitude":38.72,"longitude":-9.14}`, `{"latitude":0,"longitude":-30}`),
		define.View("weather_history", "Gives the weather of past days in a city with means, extremes and rain in all.",
			func(w *world.World, in struct {
				City string     `json:"city" doc:"City" min:"1" max:"80"`
				From world.Date `json:"from" doc:"First day"`
				To   world.Date `json:"to" doc:"Last day, at most 31 days later and before today"`
			}) (out struct {
				Days []world.DayWeather `json:"days"`
				Mean float64            `json:"mean_c"`
				Rain float64            `json:"total_precipitation_mm"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				if in.To < in.From || in.To-in.From > 31 || in.To >= world.Today {
					return out, define.Invalid("to", "must be from 0 to 31 days after from and before %s", world.Today)
				}
				for d := in.From; d <= in.To; d++ {
					day := w.Base().DayOf(c, d)
					out.Days = append(out.Days, day)
					out.Mean += day.Mean / float64(in.To-in.From+1)
					out.Rain += day.Rain
				}
				return out, nil
			}, `{"city":"Oslo","from":"2025-05-01","to":"2025-05-07"}`, `{"city":"Cairo","from":"2024-12-31","to":"2025-01-02"}`),
		define.View("compare_city_weather", "Compares the weather of some cities now and says which is warmest, driest and windiest.",
			func(w *world.World, in struct {
				Cities []string `json:"cities" doc:"Cities" min:"2" max:"10" each_min:"1" each_max:"80"`
			}) (out struct {
				Cities   []cityWeather `json:"cities"`
				Warmest  string        `json:"warmest"`
				Driest   string        `json:"driest"`
				Windiest string        `json:"windiest"`
			}, err error) {
				for _, name := range in.Cities {
					c, err := define.City(w, name)
					if err != nil {
						return out, err
					}
					day, hour := localHour(c)
					x := w.Base().WeatherOf(c, day, hour)
					out.Cities = append(out.Cities, cityWeather{c.Name, x.Temperature, x.Condition, x.Humidity, x.Wind})
				}
				best := func(of func(cityWeather) float64) string {
					b := out.Cities[0]
					for _, c := range out.Cities {
						if of(c) > of(b) {
							b = c
						}
					}
					return b.City
				}
				out.Warmest = best(func(c cityWeather) float64 { return c.Temperature })
				out.Driest = best(func(c cityWeather) float64 { return -float64(c.Humidity) })
				out.Windiest = best(func(c cityWeather) float64 { return c.Wind })
				return out, nil
			}, `{"cities":["Madrid","Oslo"]}`, `{"cities":["Tokyo","Sydney","Cairo"]}`),
		define.View("air_quality", "Gives the air quality of a city now: index and the fine dust and ozone behind it, by the rules of the US index.",
			func(w *world.World, in cityParam) (out struct {
				Index    int     `json:"aqi"`
				Level    string  `json:"level" enum:"good,moderate,unhealthy for sensitive groups,unhealthy,very unhealthy"`
				PM25     float64 `json:"pm25_ug_m3"`
				Ozone    float64 `json:"ozone_ppb"`
				Dominant string  `json:"dominant" enum:"pm25,ozone"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				day, hour := localHour(c)
				x := w.Base().WeatherOf(c, day, hour)
				crowd := math.Log10(float64(c.Population)) - 5
				out.PM25 = world.Round(math.Max(1, 9*crowd+14*w.Base().Noise("air/"+c.ID, float64(day)/3)-0.25*x.Wind+8), 1)
				out.Ozone = world.Round(math.Max(5, 22+1.1*x.Temperature+x.UV*1.5), 0)
				dust, ozone := aqi(out.PM25, []float64{0, 9, 35.4, 55.4, 125.4, 225.4}), aqi(out.Ozone, []float64{0, 54, 70, 85, 105, 200})
				out.Index, out.Dominant = dust, "pm25"
				if ozone > dust {
					out.Index, out.Dominant = ozone, "ozone"
				}
				out.Level = []string{"good", "moderate", "unhealthy for sensitive groups", "unhealthy", "very unhealthy"}[min(4, max(0, (out.Index-1)/50))]
				return out, nil
			}, `{"city":"New Delhi"}`, `{"city":"Reykjavik"}`),
		define.Calc("feels_like_temperature", "Computes how warm the air feels: wind chill in the cold, heat index in the heat, and the dew point.",
			func(_ *world.World, in struct {
				Temperature float64 `json:"temperature_c" doc:"Temperature in °C" min:"-60" max:"60"`
				Wind        float64 `json:"wind_kmh" doc:"Wind in km/h" min:"0" max:"300" default:"0"`
				Humidity    float64 `json:"humidity_percent" doc:"Relative humidity in percent" min:"1" max:"100" default:"50"`
			}) (out struct {
				FeelsLike float64 `json:"feels_like_c"`
				DewPoint  float64 `json:"dew_point_c"`
				Advice    string  `json:"advice"`
			}, err error) {
				out.FeelsLike = world.FeelsLike(in.Temperature, in.Wind, in.Humidity)
				g := math.Log(in.Humidity/100) + 17.625*in.Temperature/(243.04+in.Temperature)
				out.DewPoint = world.Round(243.04*g/(17.625-g), 1)
				switch {
				case out.FeelsLike < -27:
					out.Advice = "frostbite is possible within half an hour"
				case out.FeelsLike < 0:
					out.Advice = "cover hands and ears"
				case out.FeelsLike > 40:
					out.Advice = "avoid effort and drink often"
				default:
					out.Advice = "no special care is needed"
				}
				return out, nil
			}, `{"temperature_c":-5,"wind_kmh":30}`, `{"temperature_c":33,"humidity_percent":70}`),
	}
}

type cityWeather struct {
	City        string  `json:"city"`
	Temperature float64 `json:"temperature_c"`
	Condition   string  `json:"condition"`
	Humidity    int     `json:"humidity_percent"`
	Wind        float64 `json:"wind_kmh"`
}

func describe(x world.Weather, units string) string {
	if units == "imperial" {
		return x.Condition + ", " + oneDecimal(x.Temperature*9/5+32) + " °F, wind " + oneDecimal(x.Wind/1.609344) + " mph"
	}
	return x.Condition + ", " + oneDecimal(x.Temperature) + " °C, wind " + oneDecimal(x.Wind) + " km/h"
}

func oneDecimal(x float64) string { return trim(world.Round(x, 1)) }

// aqi interpolates a concentration between the borders of index 0, 50, 100, 150, 200 and 300.
func aqi(x float64, borders []float64) int {
	levels := []float64{0, 50, 100, 150, 200, 300}
	for i := 1; i < len(borders); i++ {
		if x <= borders[i] {
			return int(math.Round(levels[i-1] + (levels[i]-levels[i-1])*(x-borders[i-1])/(borders[i]-borders[i-1])))
		}
	}
	return 300
}
