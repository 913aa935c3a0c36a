package world

import (
	"math"
	"time"
)

// Weather is the weather of an hour or the means of a day.
type Weather struct {
	Temperature float64 `json:"temperature_c" doc:"Temperature in °C"`
	FeelsLike   float64 `json:"feels_like_c"`
	Humidity    int     `json:"humidity_percent"`
	Pressure    float64 `json:"pressure_hpa"`
	Wind        float64 `json:"wind_kmh"`
	Direction   int     `json:"wind_degrees" doc:"Where the wind comes from"`
	Clouds      int     `json:"cloud_percent"`
	Rain        float64 `json:"precipitation_mm"`
	Condition   string  `json:"condition" enum:"clear,partly cloudy,overcast,rain,heavy rain,snow,thunderstorm,fog"`
	UV          float64 `json:"uv_index"`
}

// Climate is the mean temperature of a place on a day of the year, from latitude and height, and
// half the usual span between night and day.
func Climate(lat, elevation float64, yearDay int) (mean, span float64) {
	season := -math.Cos(float64(yearDay-15) / 365.25 * 2 * math.Pi)
	if lat < 0 {
		season = -season
	}
	far := math.Abs(lat) / 90
	mean = 27.5 - 46*far*far*1.15 - 6*far + season*(1.5+21*far) - elevation*0.0055
	return mean, 3.5 + 2.5*(1-far)
}

// WeatherAt is the weather of a point of the earth at an hour (local solar time, 0 to 23).
func (b *Base) WeatherAt(key string, lat, lon, elevation float64, day Date, hour int) Weather {
	mean, span := Climate(lat, elevation, day.YearDay())
	x := float64(day) + float64(hour)/24
	front := b.Noise("front/"+key, x/2.7)
	t := mean + 4.5*b.Noise("warm/"+key, x/4) - span*math.Cos(float64(hour-3)/24*2*math.Pi) - 1.5*math.Max(0, front)
	w := Weather{Temperature: Round(t, 1), Clouds: int(50 + 50*front), Pressure: Round(1014-9*front+3*b.Noise("hpa/"+key, x/6), 1)}
	w.Humidity = int(math.Max(18, math.Min(100, 62+26*front-0.3*(t-15)+8*b.Noise("hum/"+key, x))))
	w.Wind = Round(math.Max(0, 12+9*front+7*b.Noise("wind/"+key, x*2)), 1)
	w.Direction = int(180+180*b.Noise("dir/"+key, x/2)) % 360
	if front > 0.35 {
		w.Rain = Round((front-0.35)*6*(0.6+0.4*b.Noise("rain/"+key, x*4)), 1)
	}
	w.FeelsLike = FeelsLike(w.Temperature, w.Wind, float64(w.Humidity))
	if hour > 5 && hour < 20 {
		height := math.Sin(float64(hour-5) / 15 * math.Pi)
		w.UV = Round(math.Max(0, 11*height*math.Cos(math.Min(1.4, math.Abs(lat)*math.Pi/180))*(1-float64(w.Clouds)/140)), 1)
	}
	w.Condition = condition(w, b.Unit("fog/"+key, int(day)))
	return w
}

func condition(w Weather, fog float64) string {
	switch {
	case w.Rain > 0 && w.Temperature < 1:
		return "snow"
	case w.Rain > 2.4 && w.Temperature > 22:
		return "thunderstorm"
	case w.Rain > 2.4:
		return "heavy rain"
	case w.Rain > 0:
		return "rain"
	case w.Humidity > 88 && w.Wind < 8 && fog < 0.4:
		return "fog"
	case w.Clouds > 75:
		return "overcast"
	case w.Clouds > 30:
		return "partly cloudy"
	}
	return "clear"
}

// FeelsLike is the wind chill below 10 °C and the heat index above 27 °C (Environment Canada's and
// Steadman's formulas), otherwise the temperature; in °C, with wind in km/h and humidity in percent.
func FeelsLike(t, wind, humidity float64) float64 {
	if t <= 10 && wind > 4.8 {
		v := math.Pow(wind, 0.16)
		return Round(13.12+0.6215*t-11.37*v+0.3965*t*v, 1)
	}
	if t >= 27 {
		vapour := humidity / 100 * 6.105 * math.Exp(17.27*t/(237.7+t))
		return Round(t+0.33*vapour-4, 1)
	}
	return t
}

// DayWeather sums up the 24 hours of a city's day: lowest and highest temperature, rain, and the
// weather at noon.
type DayWeather struct {
	Date      Date    `json:"date"`
	Low       float64 `json:"low_c"`
	High      float64 `json:"high_c"`
	Mean      float64 `json:"mean_c"`
	Rain      float64 `json:"precipitation_mm"`
	Wind      float64 `json:"max_wind_kmh"`
	Humidity  int     `json:"mean_humidity_percent"`
	UV        float64 `json:"max_uv_index"`
	Condition string  `json:"condition" enum:"clear,partly cloudy,overcast,rain,heavy rain,snow,thunderstorm,fog"`
}

// WeatherOf is the weather of a city at an hour.
func (b *Base) WeatherOf(c City, day Date, hour int) Weather {
	return b.WeatherAt(c.ID, c.Latitude, c.Longitude, float64(c.Elevation), day, hour)
}

// DayOf sums up a city's day.
func (b *Base) DayOf(c City, day Date) DayWeather {
	d := DayWeather{Date: day, Low: math.Inf(1), High: math.Inf(-1)}
	hum := 0
	for h := range 24 {
		w := b.WeatherOf(c, day, h)
		d.Low, d.High = math.Min(d.Low, w.Temperature), math.Max(d.High, w.Temperature)
		d.Mean += w.Temperature / 24
		d.Rain += w.Rain
		d.Wind, d.UV = math.Max(d.Wind, w.Wind), math.Max(d.UV, w.UV)
		hum += w.Humidity
		if h == 12 {
			d.Condition = w.Condition
		}
	}
	d.Mean, d.Rain, d.Humidity = Round(d.Mean, 1), Round(d.Rain, 1), hum/24
	return d
}

// SunTimes gives sunrise and sunset of a day in UTC, by the usual sunrise equation (within about
// two minutes); ok is false where the sun does not rise or does not set.
func SunTimes(lat, lon float64, day Date) (rise, set time.Time, ok bool) {
	const rad = math.Pi / 180
	n := float64(day) - 10957.5 + 0.5 + 0.0008 // days since noon of 1 January 2000
	j := math.Round(n) - lon/360
	m := math.Mod(357.5291+0.98560028*j, 360)
	c := 1.9148*math.Sin(m*rad) + 0.02*math.Sin(2*m*rad) + 0.0003*math.Sin(3*m*rad)
	l := math.Mod(m+c+180+102.9372, 360)
	transit := j + 0.0053*math.Sin(m*rad) - 0.0069*math.Sin(2*l*rad)
	decl := math.Asin(math.Sin(l*rad) * math.Sin(23.4397*rad))
	cosH := (math.Sin(-0.833*rad) - math.Sin(lat*rad)*math.Sin(decl)) / (math.Cos(lat*rad) * math.Cos(decl))
	if cosH < -1 || cosH > 1 {
		return rise, set, false
	}
	h := math.Acos(cosH) / rad / 360
	at := func(x float64) time.Time {
		return time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(x * 24 * float64(time.Hour))).Truncate(time.Minute)
	}
	return at(transit - h), at(transit + h), true
}

// MoonPhase is the age of the moon in days (0 new, about 14.8 full) and the lit share.
func MoonPhase(day Date) (age, lit float64) {
	const month = 29.530588853
	age = math.Mod(float64(day)+0.5-10962.76, month) // new moon on 6 January 2000, 18:14 UTC
	if age < 0 {
		age += month
	}
	return age, (1 - math.Cos(age/month*2*math.Pi)) / 2
}
