package du

import (
	"math"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func predictTools() []define.Tool {
	return []define.Tool{
		define.View("predict_age", "Estimates the age of people with some first names, from the years in which bearers of the name were born.",
			func(w *world.World, in struct {
				Names []string `json:"names" doc:"First names" min:"1" max:"10" each_min:"1" each_max:"40"`
			}) (out struct {
				Predictions []struct {
					Name  string `json:"name"`
					Known bool   `json:"known"`
					Age   int    `json:"age"`
					Low   int    `json:"low" doc:"Nine of ten are older"`
					High  int    `json:"high" doc:"Nine of ten are younger"`
				} `json:"predictions"`
			}, err error) {
				for _, name := range in.Names {
					n, ok := givenName(w, name)
					out.Predictions = append(out.Predictions, struct {
						Name  string `json:"name"`
						Known bool   `json:"known"`
						Age   int    `json:"age"`
						Low   int    `json:"low" doc:"Nine of ten are older"`
						High  int    `json:"high" doc:"Nine of ten are younger"`
					}{Name: name, Known: ok})
					if ok {
						p := &out.Predictions[len(out.Predictions)-1]
						p.Age = world.Now().Year() - n.Born
						p.Low, p.High = max(p.Age-16, 1), min(p.Age+16, 100)
					}
				}
				return out, nil
			}, `{"names":["Emma"]}`, `{"names":["Diego","Xyz"]}`),
		define.View("predict_gender", "Estimates the gender that goes with a first name. An ending decides when the name is unknown, with low probability.",
			func(w *world.World, in struct {
				Name    string `json:"name" doc:"First name" min:"1" max:"40"`
				Country string `json:"country,omitempty" doc:"Two-letter code of the country the person lives in" min:"2" max:"2"`
			}) (out struct {
				Gender      string  `json:"gender" enum:"female,male"`
				Probability float64 `json:"probability"`
				Count       int     `json:"count" doc:"Bearers the estimate rests on"`
			}, err error) {
				n, ok := givenName(w, in.Name)
				if !ok {
					out.Gender, out.Probability = "male", 0.55
					if strings.HasSuffix(strings.ToLower(in.Name), "a") {
						out.Gender, out.Probability = "female", 0.7
					}
					return out, nil
				}
				out.Gender, out.Count, out.Probability = n.Gender, n.Count, 1-20/math.Sqrt(float64(n.Count)*100)
				if in.Country != "" && !contains(world.Cultures()[n.Culture], in.Country) {
					out.Count /= 50
					out.Probability = 0.5 + (out.Probability-0.5)*0.9
				}
				return out, nil
			}, `{"name":"Olivia"}`, `{"name":"Luca","country":"IT"}`),
		define.View("predict_nationality", "Estimates which countries a person with a name comes from, from the areas where the name is borne and how many people live there.",
			func(w *world.World, in struct {
				Name string `json:"name" doc:"First name or full name" min:"1" max:"80"`
				Top  int    `json:"top" doc:"Countries to give" min:"1" max:"10" default:"5"`
			}) (out struct {
				Countries []scored `json:"countries" doc:"Two-letter code and probability"`
			}, err error) {
				first, _, _ := strings.Cut(strings.TrimSpace(in.Name), " ")
				n, ok := givenName(w, first)
				if !ok {
					return out, define.NotFound("record of the first name", first, "try another spelling without accents")
				}
				total := 0.0
				for _, code := range world.Cultures()[n.Culture] {
					c, _ := world.Countries.Get(w, code)
					weight := math.Sqrt(c.Population) * (0.5 + w.Base().Unit("name/"+n.Name+code, 0))
					out.Countries = append(out.Countries, scored{code, weight})
					total += weight
				}
				for i := range out.Countries {
					out.Countries[i].Score /= total
				}
				world.TopBy(out.Countries, func(s scored) float64 { return s.Score })
				out.Countries = out.Countries[:min(in.Top, len(out.Countries))]
				return out, nil
			}, `{"name":"Giulia"}`, `{"name":"Carlos Vega","top":3}`),
	}
}

func givenName(w *world.World, name string) (world.GivenName, bool) {
	return world.GivenNames.First(w, func(n *world.GivenName) bool { return strings.EqualFold(n.Name, strings.TrimSpace(name)) })
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if strings.EqualFold(x, s) {
			return true
		}
	}
	return false
}
