package pl

import (
	"fmt"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func recipeDetailTools() []define.Tool {
	return []define.Tool{
		define.Get("get_recipe", "Gives a recipe with ingredients, steps and time.", world.Recipes, "id=recipe_id", "", recipeHint, `{"recipe_id":"RC0001"}`, `{"recipe_id":"RC0100"}`),
		define.View("recipe_ingredients", "Lists a recipe's ingredients for a number of servings, in grams and in handy units.",
			func(w *world.World, in struct {
				ID       string `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
				Servings int    `json:"servings,omitempty" doc:"Servings; the recipe's own when left out" min:"1" max:"100"`
			}) (out struct {
				Servings    int          `json:"servings"`
				Ingredients []scaledPart `json:"ingredients"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				if out.Servings = in.Servings; in.Servings == 0 {
					out.Servings = r.Servings
				}
				for _, p := range r.Parts {
					i, _ := world.Ingredients.Get(w, p.ID)
					g := float64(p.Grams) * float64(out.Servings) / float64(r.Servings)
					handy := fmt.Sprintf("%.1f cups", g/float64(i.Cup))
					if i.Piece > 5 && i.Aisle == "produce" {
						handy = fmt.Sprintf("%.1f pieces", g/float64(i.Piece))
					} else if g < float64(i.Cup)/8 {
						handy = fmt.Sprintf("%.1f tbsp", g/float64(i.Cup)*16)
					}
					out.Ingredients = append(out.Ingredients, scaledPart{p.Ingredient, p.ID, world.Round(g, 1), handy})
				}
				return out, nil
			}, `{"recipe_id":"RC0002"}`, `{"recipe_id":"RC0002","servings":10}`),
		define.View("recipe_nutrition", "Computes what is in a serving of a recipe and which part of the energy comes from protein, fat and carbohydrates.",
			func(w *world.World, in recipeParam) (out struct {
				PerServing nutrients          `json:"per_serving"`
				Energy     map[string]float64 `json:"energy_percent"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				n, _ := inRecipe(w, r)
				out.PerServing = n.per(float64(r.Servings))
				p, f, c := 4*n.Protein, 9*n.Fat, 4*n.Carbs
				out.Energy = map[string]float64{"protein": world.Round(100*p/(p+f+c), 1), "fat": world.Round(100*f/(p+f+c), 1), "carbs": world.Round(100*c/(p+f+c), 1)}
				return out, nil
			}, `{"recipe_id":"RC0003"}`, `{"recipe_id":"RC0040"}`),
		define.View("recipe_price", "Breaks a recipe's price down to its ingredients, in a currency of choice.",
			func(w *world.World, in struct {
				ID       string `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
				Currency string `json:"currency" doc:"Currency code" min:"3" max:"3" default:"USD"`
			}) (out struct {
				Parts    []part  `json:"parts"`
				Total    float64 `json:"total"`
				Serving  float64 `json:"per_serving"`
				Currency string  `json:"currency"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				rate, ok := world.Convert(w, 1, "USD", in.Currency, world.Today)
				if !ok {
					return out, define.NotFound("currency", in.Currency, "list_currencies shows codes")
				}
				for _, p := range r.Parts {
					i, _ := world.Ingredients.Get(w, p.ID)
					out.Parts = append(out.Parts, part{p.Ingredient, world.Round(rate*i.Price*float64(p.Grams)/1000, 2)})
				}
				_, cost := inRecipe(w, r)
				out.Total, out.Serving, out.Currency = world.Round(cost*rate, 2), world.Round(cost*rate/float64(r.Servings), 2), strings.ToUpper(in.Currency)
				return out, nil
			}, `{"recipe_id":"RC0004"}`, `{"recipe_id":"RC0005","currency":"EUR"}`),
		define.View("recipe_taste", "Estimates how sweet, salty, sour, bitter, savory and spicy a recipe tastes, from 0 to 100.",
			func(w *world.World, in recipeParam) (map[string]float64, error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return nil, err
				}
				return taste(w, r), nil
			}, `{"recipe_id":"RC0006"}`, `{"recipe_id":"RC0017"}`),
		define.View("recipe_equipment", "Lists the tools that recipes need together, each once, and which recipe needs it.",
			func(w *world.World, in struct {
				IDs []string `json:"recipe_ids" doc:"Recipe identifiers" min:"1" max:"10" each_min:"1" each_max:"20"`
			}) (out struct {
				Equipment []struct {
					Tool    string   `json:"tool"`
					Recipes []string `json:"recipe_ids"`
				} `json:"equipment"`
			}, err error) {
				for _, id := range in.IDs {
					r, err := recipe(w, id)
					if err != nil {
						return out, err
					}
					for _, e := range r.Equipment {
						k := 0
						for k < len(out.Equipment) && out.Equipment[k].Tool != e {
							k++
						}
						if k == len(out.Equipment) {
							out.Equipment = append(out.Equipment, struct {
								Tool    string   `json:"tool"`
								Recipes []string `json:"recipe_ids"`
							}{Tool: e})
						}
						out.Equipment[k].Recipes = append(out.Equipment[k].Recipes, id)
					}
				}
				return out, nil
			}, `{"recipe_ids":["RC0001"]}`, `{"recipe_ids":["RC0001","RC0009"]}`),
		define.View("recipe_steps", "Gives a recipe's steps taken apart: the ingredients, tools and minutes that each names.",
			func(w *world.World, in recipeParam) (out struct {
				Steps []step `json:"steps"`
				Total int    `json:"total_minutes"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				out.Steps = steps(w, r.Steps)
				for _, s := range out.Steps {
					out.Total += s.Minutes
				}
				return out, nil
			}, `{"recipe_id":"RC0008"}`, `{"recipe_id":"RC0119"}`),
		define.Act("save_recipe", "Keeps a recipe in the user's cookbook with a note.",
			func(w *world.World, in struct {
				ID   string `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
				Note string `json:"note" doc:"Remark" max:"300" default:""`
			}) (out struct {
				Saved    world.Saved `json:"saved"`
				Cookbook []string    `json:"cookbook" doc:"Titles of all saved recipes"`
			}, err error) {
				if _, err := recipe(w, in.ID); err != nil {
					return out, err
				}
				out.Saved = world.Save(w, "recipe", in.ID, in.Note)
				for _, s := range world.SavedRefs(w, "recipe") {
					if r, ok := world.Recipes.Get(w, s.Ref); ok {
						out.Cookbook = append(out.Cookbook, r.Title)
					}
				}
				return out, nil
			}, `{"recipe_id":"RC0010"}`, `{"recipe_id":"RC0011","note":"less salt"}`),
	}
}

type scaledPart struct {
	Ingredient string  `json:"ingredient"`
	ID         string  `json:"ingredient_id"`
	Grams      float64 `json:"grams"`
	Handy      string  `json:"handy"`
}

func taste(w *world.World, r world.Recipe) map[string]float64 {
	sum, t := 0.0, map[string]float64{"sweet": 0, "salty": 0, "sour": 0, "bitter": 0, "savory": 0, "spicy": 0}
	for _, p := range r.Parts {
		i, _ := world.Ingredients.Get(w, p.ID)
		g := float64(p.Grams)
		sum += g
		t["sweet"] += i.Sugar * g
		t["savory"] += i.Protein * g * 1.5
		switch p.Ingredient {
		case "soy sauce", "feta", "bacon", "cheese":
			t["salty"] += 60 * g
		case "lemon", "yogurt", "tomato", "orange":
			t["sour"] += 40 * g
		case "coffee", "chocolate", "spinach", "walnut":
			t["bitter"] += 30 * g
		case "chili", "curry powder", "ginger", "garlic":
			t["spicy"] += 900 * g
		}
	}
	for k := range t {
		t[k] = world.Round(min(100, t[k]/sum*2), 1)
	}
	return t
}

type step struct {
	Number      int      `json:"number"`
	Text        string   `json:"text"`
	Ingredients []string `json:"ingredients"`
	Tools       []string `json:"tools"`
	Minutes     int      `json:"minutes"`
}

// steps finds the ingredients, tools and times that sentences name.
func steps(w *world.World, texts []string) []step {
	var out []step
	for k, t := range texts {
		s, low := step{Number: k + 1, Text: t}, " "+strings.ToLower(strings.NewReplacer(",", " ", ".", " ").Replace(t))+" "
		for _, i := range world.Ingredients.All(w) {
			if strings.Contains(low, " "+i.Name+" ") || strings.Contains(low, " "+i.Name+"s ") {
				s.Ingredients = append(s.Ingredients, i.Name)
			}
		}
		for _, e := range []string{"pan", "pot", "wok", "oven", "knife", "bowl", "blender", "whisk"} {
			if strings.Contains(low, " "+e+" ") {
				s.Tools = append(s.Tools, e)
			}
		}
		words := strings.Fields(low)
		for i := 1; i < len(words); i++ {
			n, ok := decimal(words[i-1])
			if ok && strings.HasPrefix(words[i], "min") {
				s.Minutes += int(n)
			} else if ok && strings.HasPrefix(words[i], "hour") && n < 1000 {
				s.Minutes += int(60 * n)
			}
		}
		out = append(out, s)
	}
	return out
}
