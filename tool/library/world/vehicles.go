package world

import (
	"fmt"
	"strings"
)

// Make is a maker of vehicles.
type Make struct {
	ID      int    `json:"id" doc:"Number of the make" min:"1"`
	Name    string `json:"name" doc:"Make"`
	Country string `json:"country" doc:"Two-letter country code"`
	WMI     string `json:"wmi" doc:"World manufacturer identifier: the first three characters of its VINs"`
	Founded int    `json:"founded" doc:"Year of foundation"`
}

// Key is the number.
func (m Make) Key() string { return itoa(m.ID) }

// VehicleModel is a model of vehicle.
type VehicleModel struct {
	ID          string  `json:"id" doc:"Model identifier"`
	Make        string  `json:"make" doc:"Make"`
	Name        string  `json:"model" doc:"Model"`
	Class       string  `json:"class" doc:"Kind of vehicle" enum:"car,suv,truck,motorcycle"`
	Fuel        string  `json:"fuel" doc:"Fuel" enum:"petrol,diesel,electric,hybrid"`
	From        int     `json:"first_year" doc:"First model year"`
	To          int     `json:"last_year" doc:"Last model year"`
	Power       int     `json:"power_kw" doc:"Power in kW"`
	Seats       int     `json:"seats" doc:"Seats"`
	Consumption float64 `json:"consumption" doc:"Litres (electric: kWh) for 100 km"`
	CO2         int     `json:"co2_g_km" doc:"Grams of CO2 for a km"`
	Price       int     `json:"price_usd" doc:"List price in US dollars"`
}

// Key is the identifier.
func (m VehicleModel) Key() string { return m.ID }

// Recall is a safety recall of a model.
type Recall struct {
	ID     string `json:"id" doc:"Recall identifier"`
	Model  string `json:"model_id" doc:"Model identifier"`
	From   int    `json:"first_year" doc:"First model year concerned"`
	To     int    `json:"last_year" doc:"Last model year concerned"`
	Part   string `json:"part" doc:"Part concerned" enum:"brakes,airbag,steering,fuel system,electrics,seat belts"`
	Defect string `json:"defect" doc:"What can happen"`
	Day    Date   `json:"day" doc:"Day it was announced"`
}

// Key is the identifier.
func (r Recall) Key() string { return r.ID }

// Tables of vehicles.
var (
	Makes         = Table[Make]{"vehicle_makes", makeMakes}
	VehicleModels = Table[VehicleModel]{"vehicle_models", makeVehicleModels}
	Recalls       = Table[Recall]{"recalls", makeRecalls}
)

const makeNames = "Astera Brenta Calder Dorado Elvion Fennec Garda Hesper Isar Jarama Kodo Lyra Maris Novak Orrin Petra Quill Rondo Sable Tamar Ursa Velox Wyvern Xylo Yara Zonda Arden Bravia Corvo Dune Emberly Faro Gale Halden Inca Joro Kestra Lanza Mirado Norden Opal Pavo Riva Solano Terra Umbria Vanta Westra Zephyra Altair Boldt Cinder"

// vinChars are the characters a VIN may have: no I, O and Q.
const vinChars = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"

func makeMakes(b *Base) []Make {
	g, seen, countries := b.gen("vehicle_makes"), map[string]bool{}, words("DE JP US KR IT FR GB SE CN IN ES CZ")
	region := map[string]string{"DE": "W", "JP": "J", "US": "1", "KR": "K", "IT": "Z", "FR": "V", "GB": "S", "SE": "Y", "CN": "L", "IN": "M", "ES": "V", "CZ": "T"}
	var out []Make
	for i, n := range words(makeNames) {
		c := pick(g, countries)
		wmi := unique(seen, func() string { return region[c] + string(vinChars[g.IntN(23)]) + string(vinChars[g.IntN(23)]) })
		out = append(out, Make{i + 1, n, c, wmi, g.between(1899, 2009)})
	}
	return out
}

func makeVehicleModels(b *Base) []VehicleModel {
	g, seen := b.gen("vehicle_models"), map[string]bool{}
	var out []VehicleModel
	for _, m := range Makes.Base(b) {
		for range 4 {
			class := pick(g, words("car car car suv suv truck motorcycle"))
			fuel := pick(g, words("petrol petrol diesel electric hybrid"))
			if class == "motorcycle" {
				fuel = pick(g, words("petrol petrol electric"))
			}
			name := unique(seen, func() string {
				return m.Name + " " + pick(g, words("Lido Vento Polar Ridge Metro Campo Stella Nimbo Terrano Pico Sprint Cargo")) + pick(g, words("100 200 GT S X E"))
			})
			power := map[string]int{"car": 60, "suv": 95, "truck": 180, "motorcycle": 30}[class] + g.between(0, 110)
			use := map[string]float64{"petrol": 4.8, "diesel": 4.4, "electric": 14, "hybrid": 3.6}[fuel] * (0.75 + float64(power)/240)
			co2 := map[string]float64{"petrol": 23.2, "diesel": 26.4, "electric": 0, "hybrid": 23.2}[fuel] * use
			from := g.between(1998, 2022)
			out = append(out, VehicleModel{
				id("VM", len(out)), m.Name, strings.TrimPrefix(name, m.Name+" "), class, fuel, from, min(from+g.between(4, 14), 2025), power,
				map[string]int{"car": 5, "suv": 5 + 2*g.IntN(2), "truck": 3, "motorcycle": 2}[class], Round(use, 1), int(co2), 4000 + 260*power + 100*g.between(0, 60),
			})
		}
	}
	return out
}

func makeRecalls(b *Base) []Recall {
	g, models := b.gen("recalls"), VehicleModels.Base(b)
	out := make([]Recall, 70)
	for i := range out {
		m := pick(g, models)
		part := pick(g, list("brakes|airbag|steering|fuel system|electrics|seat belts"))
		from := g.between(m.From, m.To)
		out[i] = Recall{id("RL", i), m.ID, from, min(from+g.between(0, 3), m.To), part, fmt.Sprintf("The %s may %s.", part, pick(g, list("fail without warning|leak|overheat|come loose|stay without effect in cold weather"))), Day(min(from+g.between(0, 3), 2024), 1, 1) + Date(g.IntN(500))}
	}
	return out
}
