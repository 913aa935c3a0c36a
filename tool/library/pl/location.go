package pl

import (
	"math"
	"slices"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func geographyTools() []define.Tool {
	return []define.Tool{
		define.List("find_cities", "Finds cities by name, country, region and population.", world.Cities, "name~query country= region~ population>= population<= elevation_m>=", "", "population- name+ elevation_m-", `{"query":"san"}`, `{"country":"DE","min_population":1000000}`),
		define.List("find_countries", "Finds countries by name, continent, currency and language.", world.Countries, "name~query continent= currency= languages@language population_millions>=", "code name capital continent currency population_millions", "name+ population_millions- area_km2-", `{"continent":"Oceania"}`, `{"language":"Spanish","sort":"population_millions-"}`),
		define.Get("get_country", "Gives a country by its two-letter code.", world.Countries, "code=", "", "find_countries shows codes", `{"code":"PT"}`, `{"code":"jp"}`),
		define.View("geocode", "Turns a name or a pair of coordinates into a place: city, sight or airport code, with country and time zone.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"City, sight, airport code or coordinates such as 38.7,-9.1" min:"1" max:"100"`
			}) (out struct {
				Kind      string  `json:"kind" enum:"city,airport,place,coordinates"`
				Name      string  `json:"name"`
				City      string  `json:"city"`
				Country   string  `json:"country"`
				Latitude  float64 `json:"latitude"`
				Longitude float64 `json:"longitude"`
				Timezone  string  `json:"timezone"`
			}, err error) {
				c, ok := world.CityNamed(w, in.Query)
				out.Kind, out.Name = "city", c.Name
				if !ok {
					c, ok = world.CityOfAirport(w, strings.TrimSpace(in.Query))
					out.Kind, out.Name = "airport", c.Airport
				}
				out.Latitude, out.Longitude = c.Latitude, c.Longitude
				if p, found := world.Places.First(w, func(p *world.Place) bool { return strings.EqualFold(p.Name, in.Query) }); !ok && found {
					c, ok = world.CityNamed(w, p.City+","+p.Country)
					out.Kind, out.Name, out.Latitude, out.Longitude = "place", p.Name, p.Latitude, p.Longitude
				}
				if lat, lon, good := coordinates(in.Query); !ok && good {
					c, ok = world.Near(w, lat, lon, 25000)[0], true
					out.Kind, out.Name, out.Latitude, out.Longitude = "coordinates", c.Name, lat, lon
				}
				if !ok {
					return out, define.NotFound("place", in.Query, "find_cities shows cities")
				}
				out.City, out.Country, out.Timezone = c.Name, c.Country, c.Timezone
				return out, nil
			}, `{"query":"Lisbon"}`, `{"query":"48.85, 2.35"}`),
		define.View("cities_nearby", "Finds the cities around a city within a distance, nearest first, with the direction.",
			func(w *world.World, in struct {
				City string  `json:"city" doc:"City" min:"1" max:"80"`
				Km   float64 `json:"within_km" doc:"Distance in km" min:"1" max:"20000" default:"500"`
				define.Paging
			}) (define.Page[nearCity], error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return define.Page[nearCity]{}, err
				}
				var all []nearCity
				for _, o := range world.Near(w, c.Latitude, c.Longitude, in.Km) {
					if o.ID != c.ID {
						all = append(all, nearCity{o.Name, o.Country, world.Round(world.Distance(c.Latitude, c.Longitude, o.Latitude, o.Longitude), 1), compass(world.Bearing(c.Latitude, c.Longitude, o.Latitude, o.Longitude))})
					}
				}
				return define.Cut(all, in.Paging), nil
			}, `{"city":"Vienna"}`, `{"city":"Tokyo","within_km":1000,"page_size":3}`),
		define.View("distance_between", "Computes distance, direction and middle of the great circle between two cities, and the difference of their clocks.",
			func(w *world.World, in struct {
				From string `json:"from" doc:"First city" min:"1" max:"80"`
				To   string `json:"to" doc:"Second city" min:"1" max:"80"`
			}) (out struct {
				Km        float64 `json:"distance_km"`
				Miles     float64 `json:"distance_miles"`
				Bearing   float64 `json:"bearing_degrees"`
				Direction string  `json:"direction"`
				Hours     float64 `json:"clock_difference_hours" doc:"How much later it is in the second city"`
				Flight    string  `json:"flight_time" doc:"hours:minutes:seconds at 850 km/h and half an hour for start and landing"`
			}, err error) {
				a, err := define.City(w, in.From)
				if err != nil {
					return out, err
				}
				b, err := define.City(w, in.To)
				if err != nil {
					return out, err
				}
				km := world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)
				out.Km, out.Miles, out.Bearing = world.Round(km, 1), world.Round(km/1.609344, 1), world.Round(world.Bearing(a.Latitude, a.Longitude, b.Latitude, b.Longitude), 1)
				out.Direction, out.Hours, out.Flight = compass(out.Bearing), offset(b.Timezone, world.Now())-offset(a.Timezone, world.Now()), clock(km/850*3600+1800)
				return out, nil
			}, `{"from":"Paris","to":"Tokyo"}`, `{"from":"New York","to":"Lima"}`),
		define.View("time_zone_info", "Gives the time zone of a city or an IANA name: offset now, in January and in July, and whether clocks change.",
			func(w *world.World, in struct {
				Zone string `json:"zone" doc:"City, or a name such as Europe/Lisbon" min:"1" max:"80"`
			}) (out struct {
				Zone    string  `json:"timezone"`
				Local   string  `json:"local_time"`
				Now     float64 `json:"utc_offset_hours"`
				January float64 `json:"january_offset_hours"`
				July    float64 `json:"july_offset_hours"`
				Changes bool    `json:"clocks_change"`
			}, err error) {
				out.Zone = in.Zone
				if c, ok := world.CityNamed(w, in.Zone); ok {
					out.Zone = c.Timezone
				}
				z, ok := world.Zone(out.Zone)
				if !ok {
					return out, define.NotFound("time zone or city", in.Zone, "give a name such as Europe/Lisbon")
				}
				out.Local = world.Now().In(z).Format("2006-01-02 15:04")
				out.Now, out.January, out.July = offset(out.Zone, world.Now()), offset(out.Zone, world.Day(2025, 1, 15).Time()), offset(out.Zone, world.Day(2025, 7, 15).Time())
				out.Changes = out.January != out.July
				return out, nil
			}, `{"zone":"Lisbon"}`, `{"zone":"Asia/Kolkata"}`),
		define.Calc("convert_time_between_zones", "Converts a local date and time of one city or zone to that of others.",
			func(w *world.World, in struct {
				Time string   `json:"time" doc:"Local date and time, such as 2025-06-02 14:30" min:"16" max:"16"`
				From string   `json:"from" doc:"City or zone of the time" min:"1" max:"80"`
				To   []string `json:"to" doc:"Cities or zones wanted" min:"1" max:"10" each_min:"1" each_max:"80"`
			}) (out struct {
				UTC   time.Time         `json:"utc"`
				Times map[string]string `json:"times"`
			}, err error) {
				zone := func(name string) (*time.Location, error) {
					if c, ok := world.CityNamed(w, name); ok {
						name = c.Timezone
					}
					if z, ok := world.Zone(name); ok {
						return z, nil
					}
					return nil, define.NotFound("time zone or city", name, "give a name such as Europe/Lisbon")
				}
				z, err := zone(in.From)
				if err != nil {
					return out, err
				}
				t, perr := time.ParseInLocation("2006-01-02 15:04", in.Time, z)
				if perr != nil {
					return out, define.Invalid("time", "must be written like 2025-06-02 14:30")
				}
				out.UTC, out.Times = t.UTC(), map[string]string{}
				for _, name := range in.To {
					z, err := zone(name)
					if err != nil {
						return out, err
					}
					out.Times[name] = t.In(z).Format("2006-01-02 15:04")
				}
				return out, nil
			}, `{"time":"2025-06-02 14:30","from":"London","to":["Tokyo","New York"]}`, `{"time":"2025-12-31 23:59","from":"America/Lima","to":["UTC"]}`),
		define.List("search_universities", "Finds universities by name, city and country.", world.Universities, "name~query city= country= students>= founded<=", "", "name+ students- founded+", `{"query":"institute"}`, `{"country":"US","sort":"students-"}`),
		define.View("country_statistics", "Compares countries of a continent by population, density and area, or ranks one country.",
			func(w *world.World, in struct {
				By        string `json:"by" doc:"Figure" enum:"population,density,area" default:"population"`
				Continent string `json:"continent,omitempty" doc:"Continent" enum:"Africa,Asia,Europe,North America,Oceania,South America"`
				Top       int    `json:"top" doc:"Countries to give" min:"1" max:"70" default:"10"`
			}) (out struct {
				Countries []part  `json:"countries"`
				Sum       float64 `json:"sum" doc:"Of all countries compared"`
				Median    float64 `json:"median"`
			}, err error) {
				for _, c := range world.Countries.All(w) {
					v := map[string]float64{"population": c.Population * 1e6, "density": c.Population * 1e6 / float64(c.Area), "area": float64(c.Area)}[in.By]
					if in.Continent == "" || c.Continent == in.Continent {
						out.Countries = append(out.Countries, part{c.Name, world.Round(v, 1)})
						out.Sum += v
					}
				}
				world.TopBy(out.Countries, func(p part) float64 { return p.Value })
				out.Median = out.Countries[len(out.Countries)/2].Value
				out.Countries = out.Countries[:min(in.Top, len(out.Countries))]
				return out, nil
			}, `{}`, `{"by":"density","continent":"Europe","top":3}`),
		define.View("plan_round_trip", "Orders some cities into a short round trip (nearest neighbour, then improved by exchanging legs) and gives its length.",
			func(w *world.World, in struct {
				Cities []string `json:"cities" doc:"Cities; the first is start and end" min:"2" max:"15" each_min:"1" each_max:"80"`
			}) (out struct {
				Order []string  `json:"order"`
				Legs  []float64 `json:"legs_km"`
				Km    float64   `json:"total_km"`
			}, err error) {
				var cs []world.City
				for _, n := range in.Cities {
					c, err := define.City(w, n)
					if err != nil {
						return out, err
					}
					cs = append(cs, c)
				}
				cs = shortTour(cs)
				for i, c := range cs {
					n := cs[(i+1)%len(cs)]
					leg := world.Round(world.Distance(c.Latitude, c.Longitude, n.Latitude, n.Longitude), 1)
					out.Order, out.Legs, out.Km = append(out.Order, c.Name), append(out.Legs, leg), out.Km+leg
				}
				return out, nil
			}, `{"cities":["Paris","Rome","Berlin","Madrid"]}`, `{"cities":["Tokyo","Seoul"]}`),
	}
}

type nearCity struct {
	City      string  `json:"city"`
	Country   string  `json:"country"`
	Km        float64 `json:"distance_km"`
	Direction string  `json:"direction"`
}

func compass(degrees float64) string {
	return []string{"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}[int(degrees/45+0.5)%8]
}

func offset(zone string, at time.Time) float64 {
	z, _ := world.Zone(zone)
	_, s := at.In(z).Zone()
	return float64(s) / 3600
}

func coordinates(s string) (lat, lon float64, ok bool) {
	a, b, found := strings.Cut(s, ",")
	signed := func(t string) (float64, bool) {
		t = strings.TrimSpace(t)
		x, ok := decimal(strings.TrimPrefix(t, "-"))
		if strings.HasPrefix(t, "-") {
			x = -x
		}
		return x, ok
	}
	lat, ok1 := signed(a)
	lon, ok2 := signed(b)
	return lat, lon, found && ok1 && ok2 && math.Abs(lat) <= 90 && math.Abs(lon) <= 180
}

// shortTour visits the nearest city next and then reverses stretches as long as that shortens the tour.
func shortTour(cs []world.City) []world.City {
	d := func(a, b world.City) float64 {
		return world.Distance(a.Latitude, a.Longitude, b.Latitude, b.Longitude)
	}
	for i := 1; i < len(cs); i++ {
		best := i
		for j := i; j < len(cs); j++ {
			if d(cs[i-1], cs[j]) < d(cs[i-1], cs[best]) {
				best = j
			}
		}
		cs[i], cs[best] = cs[best], cs[i]
	}
	n := len(cs)
	for better := true; better; {
		better = false
		for i := 1; i < n-1; i++ {
			for j := i + 1; j < n; j++ {
				if d(cs[i-1], cs[j])+d(cs[i], cs[(j+1)%n]) < d(cs[i-1], cs[i])+d(cs[j], cs[(j+1)%n])-1e-6 {
					slices.Reverse(cs[i : j+1])
					better = true
				}
			}
		}
	}
	return cs
}
