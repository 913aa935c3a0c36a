package pl

import (
	"fmt"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func nutritionTools() []define.Tool {
	return []define.Tool{
		define.List("foods_rich_in", "Lists foods by what is in them, richest first.", world.Ingredients, "aisle= protein_g>= fiber_g>= fat_g<= carbs_g<= kcal<=", "name aisle kcal protein_g fiber_g fat_g carbs_g", "protein_g- fiber_g- kcal+ carbs_g+", `{"sort":"fiber_g-"}`, `{"max_fat_g":5,"min_protein_g":10}`),
		define.View("compare_foods", "Compares foods for an amount of energy: how much of each gives it, and what else comes with it.",
			func(w *world.World, in struct {
				Foods []string `json:"foods" doc:"Names" min:"2" max:"8" each_min:"1" each_max:"60"`
				Kcal  float64  `json:"kcal" doc:"Energy" min:"10" max:"3000" default:"200"`
			}) (out struct {
				Foods []foodFor `json:"foods"`
			}, err error) {
				for _, n := range in.Foods {
					i, err := ingredient(w, n)
					if err != nil {
						return out, err
					}
					f := foodFor{Name: i.Name, Grams: world.Round(in.Kcal/max(i.Kcal, 0.1)*100, 0)}
					f.Nutrients.add(i, f.Grams)
					f.Cost = world.Round(i.Price*f.Grams/1000, 2)
					out.Foods = append(out.Foods, f)
				}
				return out, nil
			}, `{"foods":["apple","chocolate"]}`, `{"foods":["rice","pasta","potato"],"kcal":500}`),
		define.Calc("daily_values", "Says how much of a day's needs an amount of a food covers, for a person of some age and sex.",
			func(w *world.World, in struct {
				Line string `json:"food" doc:"Amount and food, such as 150 g lentils" min:"2" max:"120"`
				Sex  string `json:"sex" doc:"Sex" enum:"female,male" default:"female"`
				Age  int    `json:"age" doc:"Age in years" min:"14" max:"100" default:"30"`
			}) (out struct {
				Percent map[string]float64 `json:"percent_of_daily_need"`
			}, err error) {
				p, i := parseLine(w, in.Line)
				if !p.Known {
					return out, define.NotFound("food in the line", in.Line, "write it like 150 g lentils")
				}
				var n nutrients
				n.add(i, p.Grams)
				kcal, protein := 2000.0, 48.0
				if in.Sex == "male" {
					kcal, protein = 2500, 57
				}
				if in.Age > 65 {
					kcal, protein = kcal*0.9, protein*1.2
				}
				out.Percent = map[string]float64{"kcal": world.Round(n.Kcal/kcal*100, 1), "protein": world.Round(n.Protein/protein*100, 1), "fiber": world.Round(n.Fiber/30*100, 1), "sugar": world.Round(n.Sugar/50*100, 1), "fat": world.Round(n.Fat/(kcal*0.3/9)*100, 1)}
				return out, nil
			}, `{"food":"150 g lentils"}`, `{"food":"2 bananas","sex":"male","age":70}`),
		define.Calc("detect_foods_in_text", "Finds the foods and dishes that a text names, with where they stand.",
			func(w *world.World, in struct {
				Text string `json:"text" doc:"The text" min:"1" max:"5000"`
			}) (out struct {
				Foods []struct {
					Name     string `json:"name"`
					Kind     string `json:"kind" enum:"ingredient,dish"`
					Position int    `json:"position" doc:"Bytes before it"`
				} `json:"foods"`
			}, err error) {
				low := strings.ToLower(in.Text)
				add := func(name, kind string) {
					if at := strings.Index(low, strings.ToLower(name)); at >= 0 {
						out.Foods = append(out.Foods, struct {
							Name     string `json:"name"`
							Kind     string `json:"kind" enum:"ingredient,dish"`
							Position int    `json:"position" doc:"Bytes before it"`
						}{name, kind, at})
					}
				}
				for _, i := range world.Ingredients.All(w) {
					add(i.Name, "ingredient")
				}
				for _, r := range world.Recipes.All(w) {
					add(r.Title, "dish")
				}
				return out, nil
			}, `{"text":"We had salmon with rice and a little lemon."}`, `{"text":"nothing to eat here"}`),
		define.View("food_trivia", "Tells a surprising fact about food, worked out from the food table, a new one each time.",
			func(w *world.World, in struct {
				Food string `json:"food,omitempty" doc:"A food the fact should be about" max:"60"`
			}) (out struct {
				Fact string `json:"fact"`
			}, err error) {
				all := world.Ingredients.All(w)
				r := w.Rand()
				a, b := all[r.IntN(len(all))], all[r.IntN(len(all))]
				if in.Food != "" {
					if a, err = ingredient(w, in.Food); err != nil {
						return out, err
					}
				}
				if b.ID == a.ID || b.Kcal == 0 {
					b = all[0]
				}
				switch r.IntN(3) {
				case 0:
					out.Fact = fmt.Sprintf("A kilogram of %s has as much energy as %.1f kilograms of %s.", a.Name, a.Kcal/max(b.Kcal, 1), b.Name)
				case 1:
					out.Fact = fmt.Sprintf("%.0f g of %s hold 10 g of protein.", 1000/max(a.Protein, 0.1), a.Name)
				default:
					out.Fact = fmt.Sprintf("For the price of a kilogram of %s one gets %.1f kilograms of %s.", a.Name, a.Price/b.Price, b.Name)
				}
				return out, nil
			}, `{}`, `{"food":"honey"}`),
	}
}

type foodFor struct {
	Name      string    `json:"name"`
	Grams     float64   `json:"grams"`
	Nutrients nutrients `json:"nutrients"`
	Cost      float64   `json:"cost_usd"`
}
