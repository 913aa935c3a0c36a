package pl

import (
	"math"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type body struct {
	Sex    string  `json:"sex" doc:"Sex" enum:"female,male"`
	Age    int     `json:"age" doc:"Age in years" min:"2" max:"110"`
	Weight float64 `json:"weight_kg" doc:"Weight in kg" min:"10" max:"350"`
	Height float64 `json:"height_cm" doc:"Height in cm" min:"50" max:"260"`
}

// basal is the basal metabolic rate by Mifflin and St Jeor, in kcal a day.
func (b body) basal() float64 {
	s := -161.0
	if b.Sex == "male" {
		s = 5
	}
	return 10*b.Weight + 6.25*b.Height - 5*float64(b.Age) + s
}

func activityFactor(level string) float64 {
	return map[string]float64{"sedentary": 1.2, "light": 1.375, "moderate": 1.55, "active": 1.725, "very active": 1.9}[level]
}

// activities with their metabolic equivalents.
const metText = `sleeping:0.95,sitting:1.3,yoga:2.5,walking slowly:2.8,walking briskly:4.3,dancing:5,gardening:3.8,cycling leisurely:5.8,cycling fast:10,swimming:7,jogging:7,running:9.8,rowing:7,football:8,basketball:6.5,tennis:7.3,climbing:8,skiing:7,weight training:5,rope skipping:11.8`

func met(activity string) (float64, bool) {
	for p := range strings.SplitSeq(metText, ",") {
		name, v, _ := strings.Cut(p, ":")
		if name == activity {
			return decimal(v)
		}
	}
	return 0, false
}

func fitnessTools() []define.Tool {
	return []define.Tool{
		define.Calc("body_mass_index", "Computes the body mass index, its class by the World Health Organization, and the healthy weights for the height.",
			func(_ *world.World, in struct {
				Weight float64 `json:"weight_kg" doc:"Weight in kg" min:"10" max:"350"`
				Height float64 `json:"height_cm" doc:"Height in cm" min:"50" max:"260"`
			}) (out struct {
				BMI   float64 `json:"bmi"`
				Class string  `json:"class" enum:"underweight,normal,overweight,obese"`
				Low   float64 `json:"healthy_low_kg"`
				High  float64 `json:"healthy_high_kg"`
			}, err error) {
				m := in.Height / 100
				out.BMI = world.Round(in.Weight/m/m, 1)
				out.Low, out.High, out.Class = world.Round(18.5*m*m, 1), world.Round(24.9*m*m, 1), "obese"
				switch {
				case out.BMI < 18.5:
					out.Class = "underweight"
				case out.BMI < 25:
					out.Class = "normal"
				case out.BMI < 30:
					out.Class = "overweight"
				}
				return out, nil
			}, `{"weight_kg":70,"height_cm":175}`, `{"weight_kg":95,"height_cm":168}`),
		define.Calc("daily_energy_need", "Computes how much energy a person needs in a day, to keep, lose or gain weight (Mifflin-St Jeor).",
			func(_ *world.World, in struct {
				body
				Activity string `json:"activity" doc:"How active the days are" enum:"sedentary,light,moderate,active,very active" default:"light"`
			}) (out struct {
				Basal    float64            `json:"basal_kcal"`
				Maintain float64            `json:"maintain_kcal"`
				Goals    map[string]float64 `json:"goals" doc:"Energy for a change in kg a week"`
			}, err error) {
				out.Basal = math.Round(in.basal())
				out.Maintain = math.Round(in.basal() * activityFactor(in.Activity))
				out.Goals = map[string]float64{"-0.5": out.Maintain - 550, "-0.25": out.Maintain - 275, "+0.25": out.Maintain + 275, "+0.5": out.Maintain + 550}
				return out, nil
			}, `{"sex":"female","age":34,"weight_kg":64,"height_cm":170}`, `{"sex":"male","age":50,"weight_kg":85,"height_cm":180,"activity":"active"}`),
		define.Calc("calories_burned", "Computes the energy an activity takes, from its metabolic equivalent.",
			func(w *world.World, in struct {
				Activity string  `json:"activity" doc:"Activity" enum:"sleeping,sitting,yoga,walking slowly,walking briskly,dancing,gardening,cycling leisurely,cycling fast,swimming,jogging,running,rowing,football,basketball,tennis,climbing,skiing,weight training,rope skipping"`
				Minutes  float64 `json:"minutes" doc:"Duration in minutes" min:"1" max:"1440"`
				Weight   float64 `json:"weight_kg" doc:"Weight in kg" min:"10" max:"350"`
			}) (out struct {
				Kcal   float64 `json:"kcal"`
				MET    float64 `json:"met"`
				Apples float64 `json:"apples" doc:"Apples with that energy"`
			}, err error) {
				m, _ := met(in.Activity)
				out.MET, out.Kcal = m, world.Round(m*3.5*in.Weight/200*in.Minutes, 1)
				i, err := ingredient(w, "apple")
				out.Apples = world.Round(out.Kcal/(i.Kcal*float64(i.Piece)/100), 1)
				return out, err
			}, `{"activity":"running","minutes":30,"weight_kg":70}`, `{"activity":"yoga","minutes":60,"weight_kg":55}`),
		define.Calc("body_fat_percentage", "Estimates body fat from girths (US Navy method), or from the body mass index when they are left out.",
			func(_ *world.World, in struct {
				body
				Neck  float64 `json:"neck_cm,omitempty" doc:"Neck in cm" min:"20" max:"80"`
				Waist float64 `json:"waist_cm,omitempty" doc:"Waist in cm" min:"40" max:"250"`
				Hip   float64 `json:"hip_cm,omitempty" doc:"Hips in cm (women)" min:"40" max:"250"`
			}) (out struct {
				Percent float64 `json:"body_fat_percent"`
				FatMass float64 `json:"fat_mass_kg"`
				Method  string  `json:"method" enum:"navy,bmi"`
			}, err error) {
				male := 0.0
				if in.Sex == "male" {
					male = 1
				}
				bmi := in.Weight / (in.Height / 100) / (in.Height / 100)
				out.Percent, out.Method = 1.2*bmi+0.23*float64(in.Age)-10.8*male-5.4, "bmi"
				if in.Neck > 0 && in.Waist > 0 && (male == 1 || in.Hip > 0) {
					if in.Waist+in.Hip <= in.Neck {
						return out, define.Invalid("waist_cm", "must be more than the neck")
					}
					out.Method = "navy"
					if male == 1 {
						out.Percent = 495/(1.0324-0.19077*math.Log10(in.Waist-in.Neck)+0.15456*math.Log10(in.Height)) - 450
					} else {
						out.Percent = 495/(1.29579-0.35004*math.Log10(in.Waist+in.Hip-in.Neck)+0.221*math.Log10(in.Height)) - 450
					}
				}
				out.Percent = world.Round(math.Max(2, math.Min(70, out.Percent)), 1)
				out.FatMass = world.Round(in.Weight*out.Percent/100, 1)
				return out, nil
			}, `{"sex":"male","age":40,"weight_kg":82,"height_cm":178,"neck_cm":39,"waist_cm":92}`, `{"sex":"female","age":28,"weight_kg":60,"height_cm":165}`),
		define.Calc("ideal_weight", "Computes ideal weights by four formulas: Devine, Robinson, Miller and Hamwi.",
			func(_ *world.World, in struct {
				Sex    string  `json:"sex" doc:"Sex" enum:"female,male"`
				Height float64 `json:"height_cm" doc:"Height in cm" min:"140" max:"230"`
			}) (map[string]float64, error) {
				i := in.Height/2.54 - 60
				if in.Sex == "male" {
					return map[string]float64{"devine": world.Round(50+2.3*i, 1), "robinson": world.Round(52+1.9*i, 1), "miller": world.Round(56.2+1.41*i, 1), "hamwi": world.Round(48+2.7*i, 1)}, nil
				}
				return map[string]float64{"devine": world.Round(45.5+2.3*i, 1), "robinson": world.Round(49+1.7*i, 1), "miller": world.Round(53.1+1.36*i, 1), "hamwi": world.Round(45.5+2.2*i, 1)}, nil
			}, `{"sex":"female","height_cm":168}`, `{"sex":"male","height_cm":185}`),
		define.Calc("macro_split", "Divides a day's energy among protein, fat and carbohydrates by the aim of the training.",
			func(_ *world.World, in struct {
				Kcal   float64 `json:"kcal" doc:"Energy of the day" min:"800" max:"8000"`
				Weight float64 `json:"weight_kg" doc:"Weight in kg" min:"30" max:"250"`
				Aim    string  `json:"aim" doc:"Aim" enum:"balanced,endurance,muscle,low carb" default:"balanced"`
			}) (out struct {
				Protein float64 `json:"protein_g"`
				Fat     float64 `json:"fat_g"`
				Carbs   float64 `json:"carbs_g"`
			}, err error) {
				out.Protein = in.Weight * map[string]float64{"balanced": 1, "endurance": 1.3, "muscle": 1.8, "low carb": 1.6}[in.Aim]
				out.Fat = in.Kcal * map[string]float64{"balanced": 0.3, "endurance": 0.22, "muscle": 0.27, "low carb": 0.55}[in.Aim] / 9
				out.Carbs = (in.Kcal - 4*out.Protein - 9*out.Fat) / 4
				if out.Carbs < 0 {
					return out, define.Fail("too_little_energy", "%v kcal do not cover protein and fat for %v kg; raise the energy", in.Kcal, in.Weight)
				}
				out.Protein, out.Fat, out.Carbs = math.Round(out.Protein), math.Round(out.Fat), math.Round(out.Carbs)
				return out, nil
			}, `{"kcal":2200,"weight_kg":70}`, `{"kcal":3000,"weight_kg":80,"aim":"muscle"}`),
		define.Calc("heart_rate_zones", "Computes training zones of the heart rate from age and pulse at rest (Karvonen).",
			func(_ *world.World, in struct {
				Age  int `json:"age" doc:"Age in years" min:"10" max:"100"`
				Rest int `json:"resting_bpm" doc:"Pulse at rest" min:"30" max:"120" default:"65"`
			}) (out struct {
				Max   int `json:"max_bpm"`
				Zones []struct {
					Name string `json:"zone"`
					Low  int    `json:"low_bpm"`
					High int    `json:"high_bpm"`
				} `json:"zones"`
			}, err error) {
				out.Max = int(math.Round(208 - 0.7*float64(in.Age)))
				for k, name := range []string{"warm up", "fat burning", "aerobic", "threshold", "maximum"} {
					at := func(p float64) int {
						return int(math.Round(float64(in.Rest) + p*float64(max(out.Max-in.Rest, 1))))
					}
					out.Zones = append(out.Zones, struct {
						Name string `json:"zone"`
						Low  int    `json:"low_bpm"`
						High int    `json:"high_bpm"`
					}{name, at(0.5 + 0.1*float64(k)), at(0.6 + 0.1*float64(k))})
				}
				return out, nil
			}, `{"age":30}`, `{"age":55,"resting_bpm":58}`),
		define.Calc("running_pace", "Computes pace, speed and, by Riegel's formula, the times expected over other distances.",
			func(_ *world.World, in struct {
				Km      float64 `json:"distance_km" doc:"Distance run in km" min:"0.1" max:"300"`
				Minutes float64 `json:"minutes" doc:"Time in minutes" min:"0.5" max:"6000"`
			}) (out struct {
				Pace      string            `json:"pace_per_km" doc:"Minutes:seconds"`
				Speed     float64           `json:"speed_kmh"`
				Predicted map[string]string `json:"predicted" doc:"hours:minutes:seconds by distance"`
			}, err error) {
				sec := in.Minutes * 60
				out.Pace, out.Speed = clock(sec / in.Km)[2:], world.Round(in.Km/in.Minutes*60, 2)
				out.Predicted = map[string]string{}
				for name, km := range map[string]float64{"5 km": 5, "10 km": 10, "half marathon": 21.0975, "marathon": 42.195} {
					out.Predicted[name] = clock(sec * math.Pow(km/in.Km, 1.06))
				}
				return out, nil
			}, `{"distance_km":10,"minutes":50}`, `{"distance_km":5,"minutes":22.5}`),
		define.Calc("one_rep_max", "Estimates the greatest weight that can be lifted once (Epley and Brzycki), and weights for more repetitions.",
			func(_ *world.World, in struct {
				Weight float64 `json:"weight_kg" doc:"Weight lifted in kg" min:"1" max:"600"`
				Reps   int     `json:"repetitions" doc:"Repetitions" min:"1" max:"20"`
			}) (out struct {
				Epley   float64            `json:"epley_kg"`
				Brzycki float64            `json:"brzycki_kg"`
				Table   map[string]float64 `json:"weights_kg" doc:"By repetitions"`
			}, err error) {
				out.Epley, out.Brzycki = in.Weight*(1+float64(in.Reps)/30), in.Weight*36/(37-float64(in.Reps))
				if in.Reps == 1 {
					out.Epley = in.Weight
				}
				out.Table = map[string]float64{}
				for _, r := range []int{3, 5, 8, 10, 12} {
					out.Table[number(float64(r))] = world.Round(out.Epley/(1+float64(r)/30), 1)
				}
				return out, nil
			}, `{"weight_kg":80,"repetitions":5}`, `{"weight_kg":100,"repetitions":1}`),
		define.Calc("pregnancy_due_date", "Computes the due date from the last period by Naegele's rule, with week and trimester on a day.",
			func(_ *world.World, in struct {
				Last  world.Date `json:"last_period" doc:"First day of the last period"`
				Cycle int        `json:"cycle_days" doc:"Length of the cycle" min:"20" max:"45" default:"28"`
				On    world.Date `json:"on" doc:"Day to work out the week for" default:"2025-06-02"`
			}) (out struct {
				Due       world.Date `json:"due_date"`
				Week      int        `json:"week"`
				Day       int        `json:"day_of_week"`
				Trimester int        `json:"trimester"`
				Left      int        `json:"days_left"`
			}, err error) {
				start := in.Last + world.Date(in.Cycle-28)
				out.Due = start + 280
				d := int(in.On - start)
				if d < 0 || d > 310 {
					return out, define.Invalid("on", "must be within 310 days after the last period")
				}
				out.Week, out.Day, out.Left = d/7, d%7, int(out.Due-in.On)
				out.Trimester = 1 + min(2, out.Week/14)
				return out, nil
			}, `{"last_period":"2025-03-10"}`, `{"last_period":"2025-01-05","cycle_days":31,"on":"2025-05-01"}`),
		define.Calc("water_and_sleep_need", "Computes how much water and sleep a person needs, from age, weight, exercise and heat.",
			func(_ *world.World, in struct {
				Age      int     `json:"age" doc:"Age in years" min:"1" max:"110"`
				Weight   float64 `json:"weight_kg" doc:"Weight in kg" min:"5" max:"300"`
				Exercise float64 `json:"exercise_minutes" doc:"Exercise of the day in minutes" min:"0" max:"600" default:"0"`
				Heat     float64 `json:"temperature_c" doc:"Temperature of the day in °C" min:"-40" max:"55" default:"20"`
			}) (out struct {
				Water float64 `json:"water_ml"`
				Low   float64 `json:"sleep_low_hours"`
				High  float64 `json:"sleep_high_hours"`
			}, err error) {
				out.Water = math.Round((in.Weight*33+in.Exercise*12+math.Max(0, in.Heat-25)*60)/50) * 50
				switch {
				case in.Age < 6:
					out.Low, out.High = 10, 13
				case in.Age < 14:
					out.Low, out.High = 9, 11
				case in.Age < 18:
					out.Low, out.High = 8, 10
				case in.Age < 65:
					out.Low, out.High = 7, 9
				default:
					out.Low, out.High = 7, 8
				}
				return out, nil
			}, `{"age":40,"weight_kg":75}`, `{"age":16,"weight_kg":60,"exercise_minutes":90,"temperature_c":32}`),
	}
}

// clock writes seconds as hours:minutes:seconds.
func clock(seconds float64) string {
	s := int(math.Round(seconds))
	two := func(n int) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	return number(float64(s/3600)) + ":" + two(s/60%60) + ":" + two(s%60)
}

func healthLogTools() []define.Tool {
	return []define.Tool{
		define.Act("log_health_value", "Writes a measured value into the health log; a second value of the same day replaces the first.",
			func(w *world.World, in struct {
				Kind  string     `json:"kind" doc:"What was measured" enum:"weight_kg,steps,sleep_hours,water_ml,workout_minutes"`
				Value float64    `json:"value" doc:"Value" min:"0" max:"100000"`
				Date  world.Date `json:"date" doc:"Day, not after today" default:"2025-06-02"`
			}) (world.HealthEntry, error) {
				if in.Date > world.Today {
					return world.HealthEntry{}, define.Invalid("date", "must not be after today, %s", world.Today)
				}
				e, ok := world.HealthEntries.First(w, func(e *world.HealthEntry) bool { return e.Kind == in.Kind && e.Day == in.Date })
				if !ok {
					e = world.HealthEntry{ID: w.NextID("HL"), Kind: in.Kind, Day: in.Date}
				}
				e.Value = in.Value
				world.HealthEntries.Put(w, e)
				return e, nil
			}, `{"kind":"steps","value":8200}`, `{"kind":"weight_kg","value":71.4,"date":"2025-06-01"}`),
		define.List("health_history", "Lists the values of the health log, newest first.", world.HealthEntries, "kind=! date>=from date<=until value>=", "", "date-", `{"kind":"steps"}`, `{"kind":"sleep_hours","from":"2025-05-20"}`),
		define.View("health_summary", "Sums up the health log of some days: mean, lowest, highest and trend of each kind.",
			func(w *world.World, in struct {
				Days int `json:"days" doc:"Days to look back" min:"2" max:"60" default:"14"`
			}) (out struct {
				Kinds []healthSum `json:"kinds"`
			}, err error) {
				for _, kind := range []string{"weight_kg", "steps", "sleep_hours", "water_ml", "workout_minutes"} {
					s := healthSum{Kind: kind}
					sx, sy, sxx, sxy := 0.0, 0.0, 0.0, 0.0
					for _, e := range world.HealthEntries.All(w) {
						if e.Kind != kind || e.Day <= world.Today-world.Date(in.Days) {
							continue
						}
						if s.Values++; s.Values == 1 {
							s.Low, s.High = e.Value, e.Value
						}
						s.Low, s.High = math.Min(s.Low, e.Value), math.Max(s.High, e.Value)
						x := float64(e.Day - world.Today)
						sx, sy, sxx, sxy = sx+x, sy+e.Value, sxx+x*x, sxy+x*e.Value
					}
					if n := float64(s.Values); n > 0 {
						s.Mean = sy / n
						if d := n*sxx - sx*sx; d > 0 {
							s.Slope = (n*sxy - sx*sy) / d
						}
					}
					out.Kinds = append(out.Kinds, s)
				}
				return out, nil
			}, `{}`, `{"days":7}`),
		define.Act("delete_health_value", "Deletes a value of the health log and gives how many of its kind remain.",
			func(w *world.World, in struct {
				ID string `json:"entry_id" doc:"Entry identifier" min:"1" max:"20"`
			}) (out struct {
				Deleted world.HealthEntry `json:"deleted"`
				Left    int               `json:"left"`
			}, err error) {
				e, err := define.Row(w, world.HealthEntries, in.ID, "health_history shows identifiers")
				if err != nil {
					return out, err
				}
				world.HealthEntries.Delete(w, e.ID)
				out.Deleted = e
				out.Left = len(world.HealthEntries.Where(w, func(o *world.HealthEntry) bool { return o.Kind == e.Kind }))
				return out, nil
			}, `{"entry_id":"HL0001"}`, `{"entry_id":"HL0052"}`),
	}
}

type healthSum struct {
	Kind   string  `json:"kind"`
	Values int     `json:"values"`
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Slope  float64 `json:"change_per_day"`
}
