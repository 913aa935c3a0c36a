package ir

import (
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const vinYears = "ABCDEFGHJKLMNPRSTVWXY123456789"

// vinDigit is the check digit of a VIN by ISO 3779 as used in North America: values of the
// characters times weights, modulo 11.
func vinDigit(vin string) byte {
	const letters, values = "ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789"
	weights := []int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}
	sum := 0
	for i := range 17 {
		v := int(vin[i] - '0')
		if k := strings.IndexByte(letters, vin[i]); k >= 0 {
			v = int(values[k] - '0')
		}
		sum += v * weights[i]
	}
	return "0123456789X"[sum%11]
}

func makeOf(w *world.World, name string) (world.Make, error) {
	m, ok := world.Makes.First(w, func(m *world.Make) bool { return strings.EqualFold(m.Name, name) || strconv.Itoa(m.ID) == name })
	if !ok {
		return m, define.NotFound("make", name, "list_makes shows names")
	}
	return m, nil
}

func vehicleModel(w *world.World, id string) (world.VehicleModel, error) {
	return define.Row(w, world.VehicleModels, id, "search_vehicle_models shows identifiers")
}

func vehicleTools() []define.Tool {
	return []define.Tool{
		define.View("decode_vin", "Decodes a vehicle identification number: maker, country, model year, plant and serial, and whether its check digit fits.",
			func(w *world.World, in struct {
				VIN string `json:"vin" doc:"Vehicle identification number" min:"17" max:"17"`
			}) (out struct {
				Valid  bool   `json:"check_digit_valid"`
				Digit  string `json:"expected_check_digit"`
				Make   string `json:"make" doc:"Empty when the maker is unknown"`
				Land   string `json:"country"`
				Year   int    `json:"model_year"`
				Plant  string `json:"plant"`
				Serial string `json:"serial"`
			}, err error) {
				vin := strings.ToUpper(in.VIN)
				if len(vin) != 17 || strings.Trim(vin, "ABCDEFGHJKLMNPRSTUVWXYZ0123456789") != "" {
					return out, define.Invalid("vin", "must be 17 letters and digits without I, O and Q")
				}
				d := vinDigit(vin)
				out.Valid, out.Digit, out.Plant, out.Serial = vin[8] == d, string(d), vin[10:11], vin[11:]
				if m, ok := world.Makes.First(w, func(m *world.Make) bool { return m.WMI == vin[:3] }); ok {
					out.Make, out.Land = m.Name, m.Country
				}
				if k := strings.IndexByte(vinYears, vin[9]); k >= 0 {
					out.Year = 1980 + k
					if vin[6] >= 'A' { // a letter in place seven means the second round of years
						out.Year = 2010 + k
					}
				}
				return out, nil
			}, `{"vin":"1M8GDM9AXKP042788"}`, `{"vin":"WBA3A5C50CF256985"}`),
		define.View("build_vin", "Makes a valid number for a make, model year and serial: manufacturer code, check digit and all.",
			func(w *world.World, in struct {
				Make   string `json:"make" doc:"Make, by name or number" min:"1" max:"40"`
				Year   int    `json:"model_year" doc:"Model year" min:"2010" max:"2039" default:"2024"`
				Serial int    `json:"serial" doc:"Serial number" min:"0" max:"999999" default:"1"`
			}) (out struct {
				VIN string `json:"vin"`
				WMI string `json:"manufacturer_code"`
			}, err error) {
				m, err := makeOf(w, in.Make)
				if err != nil {
					return out, err
				}
				serial := strconv.Itoa(1000000 + in.Serial)[1:]
				vin := []byte(m.WMI + "AA2BA0" + vinYears[in.Year-2010:in.Year-2009] + "A" + serial)
				vin[6] = 'B'
				vin[8] = vinDigit(string(vin))
				out.VIN, out.WMI = string(vin), m.WMI
				return out, nil
			}, `{"make":"Astera"}`, `{"make":"2","model_year":2019,"serial":4711}`),
		define.List("list_makes", "Lists makes of vehicles with their manufacturer codes.", world.Makes, "name~query country= wmi= founded<=", "", "name+ founded+ id+", `{"country":"JP"}`, `{"query":"el"}`),
		define.View("get_make", "Gives a make with its models by kind, fuels and recalls.",
			func(w *world.World, in struct {
				Make string `json:"make" doc:"Make, by name or number" min:"1" max:"40"`
			}) (out struct {
				Make    world.Make     `json:"make"`
				Models  []string       `json:"models"`
				Kinds   map[string]int `json:"by_kind"`
				Fuels   map[string]int `json:"by_fuel"`
				Recalls int            `json:"recalls"`
			}, err error) {
				m, err := makeOf(w, in.Make)
				if err != nil {
					return out, err
				}
				out.Make, out.Kinds, out.Fuels = m, map[string]int{}, map[string]int{}
				for _, v := range world.VehicleModels.Where(w, func(v *world.VehicleModel) bool { return v.Make == m.Name }) {
					out.Models = append(out.Models, v.Name)
					out.Kinds[v.Class]++
					out.Fuels[v.Fuel]++
					out.Recalls += len(world.Recalls.Where(w, func(r *world.Recall) bool { return r.Model == v.ID }))
				}
				return out, nil
			}, `{"make":"Astera"}`, `{"make":"12"}`),
		define.List("search_vehicle_models", "Finds models by make, kind, fuel, power, seats, consumption and price.", world.VehicleModels, "make= model~query class= fuel= power_kw>= seats>= consumption<= price_usd<= co2_g_km<=", "", "price_usd+ power_kw- consumption+", `{"fuel":"electric"}`, `{"class":"suv","max_price_usd":40000}`),
		define.View("vehicle_running_costs", "Computes what a model costs in a year: energy, tax by its CO2, insurance, loss of value, and for a kilometre.",
			func(w *world.World, in struct {
				Model string  `json:"model_id" doc:"Model identifier" min:"1" max:"20"`
				Km    float64 `json:"km_per_year" doc:"Kilometres in a year" min:"100" max:"200000" default:"12000"`
				Fuel  float64 `json:"price_per_litre_usd" doc:"Price of a litre of fuel" min:"0.1" max:"5" default:"1.7"`
				Power float64 `json:"price_per_kwh_usd" doc:"Price of a kWh" min:"0.01" max:"2" default:"0.32"`
			}) (out struct {
				Energy    float64 `json:"energy_usd"`
				Tax       float64 `json:"tax_usd"`
				Insurance float64 `json:"insurance_usd"`
				Loss      float64 `json:"loss_of_value_usd"`
				Total     float64 `json:"total_usd"`
				PerKm     float64 `json:"per_km_usd"`
			}, err error) {
				v, err := vehicleModel(w, in.Model)
				if err != nil {
					return out, err
				}
				unit := in.Fuel
				if v.Fuel == "electric" {
					unit = in.Power
				}
				out.Energy, out.Tax = world.Round(in.Km/100*v.Consumption*unit, 2), float64(max(0, v.CO2-95)*2)
				out.Insurance, out.Loss = world.Round(260+1.6*float64(v.Power)+0.008*float64(v.Price), 2), world.Round(0.13*float64(v.Price)+0.02*in.Km, 2)
				out.Total = world.Round(out.Energy+out.Tax+out.Insurance+out.Loss, 2)
				out.PerKm = world.Round(out.Total/in.Km, 3)
				return out, nil
			}, `{"model_id":"VM0001"}`, `{"model_id":"VM0050","km_per_year":30000}`),
		define.List("search_recalls", "Finds recalls by model, part, years and day.", world.Recalls, "model_id= part= first_year<=year day>=since", "", "day- id+", `{"part":"brakes"}`, `{"since":"2023-01-01"}`),
		define.View("check_recalls", "Says which recalls concern a model of some year, by model or by vehicle number.",
			func(w *world.World, in struct {
				Model string `json:"model_id,omitempty" doc:"Model identifier" max:"20"`
				Make  string `json:"make,omitempty" doc:"Make instead of a model: all its models" max:"40"`
				Year  int    `json:"model_year" doc:"Model year" min:"1980" max:"2030"`
			}) (out struct {
				Recalls []world.Recall `json:"recalls"`
				Parts   []string       `json:"parts"`
			}, err error) {
				for _, r := range world.Recalls.All(w) {
					v, _ := world.VehicleModels.Get(w, r.Model)
					if (r.Model == in.Model || in.Make != "" && strings.EqualFold(v.Make, in.Make)) && r.From <= in.Year && in.Year <= r.To {
						if out.Recalls = append(out.Recalls, r); !slices.Contains(out.Parts, r.Part) {
							out.Parts = append(out.Parts, r.Part)
						}
					}
				}
				if in.Model == "" && in.Make == "" {
					return out, define.Invalid("model_id", "or make must be given")
				}
				return out, nil
			}, `{"model_id":"VM0001","model_year":2015}`, `{"make":"Astera","model_year":2012}`),
		define.View("compare_vehicles", "Compares models: cost of 100 km, power for the weight of money, and cleanest, strongest, cheapest.",
			func(w *world.World, in struct {
				Models []string `json:"model_ids" doc:"Model identifiers" min:"2" max:"6" each_min:"1" each_max:"20"`
			}) (out struct {
				Models    []world.VehicleModel `json:"models"`
				Cleanest  string               `json:"cleanest"`
				Strongest string               `json:"strongest"`
				Cheapest  string               `json:"cheapest"`
			}, err error) {
				for _, id := range in.Models {
					v, err := vehicleModel(w, id)
					if err != nil {
						return out, err
					}
					out.Models = append(out.Models, v)
				}
				least := func(of func(world.VehicleModel) int) string { return world.SortBy(slices.Clone(out.Models), of)[0].ID }
				out.Cleanest = least(func(v world.VehicleModel) int { return v.CO2 })
				out.Strongest = least(func(v world.VehicleModel) int { return -v.Power })
				out.Cheapest = least(func(v world.VehicleModel) int { return v.Price })
				return out, nil
			}, `{"model_ids":["VM0001","VM0002"]}`, `{"model_ids":["VM0010","VM0020","VM0030"]}`),
		define.Calc("fuel_trip_cost", "Computes fuel, cost and CO2 of a trip, shared among passengers, in litres for 100 km or miles a gallon.",
			func(_ *world.World, in struct {
				Km         float64 `json:"distance_km" doc:"Distance in km" min:"0.1" max:"50000"`
				Use        float64 `json:"consumption" doc:"Consumption" min:"0.1" max:"150"`
				Unit       string  `json:"unit" doc:"Unit of the consumption" enum:"l/100km,mpg_us,mpg_uk,kWh/100km" default:"l/100km"`
				Price      float64 `json:"price" doc:"Price of a litre or kWh" min:"0" max:"100"`
				Passengers int     `json:"passengers" doc:"Who share the cost" min:"1" max:"60" default:"1"`
			}) (out struct {
				Amount float64 `json:"amount" doc:"Litres or kWh"`
				Cost   float64 `json:"cost"`
				Each   float64 `json:"cost_each"`
				CO2    float64 `json:"co2_kg"`
			}, err error) {
				per := in.Use
				switch in.Unit {
				case "mpg_us":
					per = 235.214583 / in.Use
				case "mpg_uk":
					per = 282.480936 / in.Use
				}
				out.Amount = in.Km / 100 * per
				out.Cost = world.Round(out.Amount*in.Price, 2)
				out.Each = world.Round(out.Cost/float64(in.Passengers), 2)
				if out.CO2 = world.Round(out.Amount*2.32, 2); in.Unit == "kWh/100km" {
					out.CO2 = world.Round(out.Amount*0.3, 2)
				}
				out.Amount = world.Round(out.Amount, 2)
				return out, nil
			}, `{"distance_km":320,"consumption":6.4,"price":1.75}`, `{"distance_km":500,"consumption":30,"unit":"mpg_us","price":1.1,"passengers":4}`),
	}
}
