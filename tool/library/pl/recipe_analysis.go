package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func recipeAnalysisTools() []define.Tool {
	type textParam struct {
		Title string   `json:"title" doc:"Title of the dish" max:"100" default:""`
		Lines []string `json:"ingredients" doc:"Lines such as 2 cups flour" min:"1" max:"40" each_min:"1" each_max:"120"`
	}
	return []define.Tool{
		define.Calc("analyze_recipe", "Works out a recipe of the user's: nutrients and cost of a serving, and the diets it suits.",
			func(w *world.World, in struct {
				textParam
				Servings int `json:"servings" doc:"Servings" min:"1" max:"100" default:"4"`
			}) (out struct {
				PerServing nutrients `json:"per_serving"`
				Cost       float64   `json:"cost_per_serving_usd"`
				Diets      []string  `json:"diets"`
				Unknown    []string  `json:"unknown_lines"`
			}, err error) {
				vegan, meat := true, false
				for _, l := range in.Lines {
					p, i := parseLine(w, l)
					if !p.Known {
						out.Unknown = append(out.Unknown, l)
						continue
					}
					out.PerServing.add(i, p.Grams)
					out.Cost += i.Price * p.Grams / 1000
					vegan, meat = vegan && i.Vegan, meat || i.Aisle == "meat" || i.Aisle == "fish"
				}
				if len(out.Unknown) == 0 && vegan {
					out.Diets = append(out.Diets, "vegan")
				}
				if len(out.Unknown) == 0 && !meat {
					out.Diets = append(out.Diets, "vegetarian")
				}
				out.PerServing, out.Cost = out.PerServing.per(float64(in.Servings)), world.Round(out.Cost/float64(in.Servings), 2)
				return out, nil
			}, `{"ingredients":["400 g pasta","3 tomatoes","1 onion"]}`, `{"title":"Breakfast","ingredients":["2 eggs","50 g bacon"],"servings":1}`),
		define.Calc("classify_cuisine", "Says which cuisine a dish belongs to, by how often its ingredients occur in the recipes of each.",
			func(w *world.World, in textParam) (out struct {
				Cuisine string `json:"cuisine"`
				Scores  []part `json:"scores"`
			}, err error) {
				score, order := map[string]float64{}, []string{}
				for _, r := range world.Recipes.All(w) {
					if _, ok := score[r.Cuisine]; !ok {
						order = append(order, r.Cuisine)
						score[r.Cuisine] = 0
					}
					for _, l := range in.Lines {
						p, _ := parseLine(w, l)
						if slices.ContainsFunc(r.Parts, func(q world.Part) bool { return q.Ingredient == p.Ingredient }) {
							score[r.Cuisine]++
						}
					}
				}
				sum := 0.0
				for _, v := range score {
					sum += v
				}
				for _, c := range order {
					out.Scores = append(out.Scores, part{c, world.Round(score[c]/max(sum, 1), 3)})
				}
				world.TopBy(out.Scores, func(p part) float64 { return p.Value })
				out.Cuisine = "unknown"
				if sum > 0 {
					out.Cuisine = out.Scores[0].Name
				}
				return out, nil
			}, `{"ingredients":["tortilla","black beans","chili"]}`, `{"title":"Noodles","ingredients":["200 g noodles","2 tbsp soy sauce","1 ginger"]}`),
		define.Calc("analyze_instructions", "Takes written cooking instructions apart into steps with ingredients, tools and minutes.",
			func(w *world.World, in struct {
				Text string `json:"text" doc:"The instructions" min:"3" max:"5000"`
			}) (out struct {
				Steps   []step `json:"steps"`
				Minutes int    `json:"total_minutes"`
			}, err error) {
				var texts []string
				for _, s := range strings.FieldsFunc(in.Text, func(r rune) bool { return r == '.' || r == '\n' || r == ';' }) {
					if s = strings.TrimSpace(s); s != "" && len(texts) < 60 {
						texts = append(texts, s)
					}
				}
				out.Steps = steps(w, texts)
				for _, s := range out.Steps {
					out.Minutes += s.Minutes
				}
				return out, nil
			}, `{"text":"Cut the onion. Heat oil in a pan for 3 minutes. Bake for 1 hour."}`, `{"text":"Boil the potato in a pot for 20 minutes"}`),
		define.View("summarize_recipe", "Describes a recipe in a few sentences: time, price, energy and what others think.",
			func(w *world.World, in recipeParam) (out struct {
				Summary string `json:"summary"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				n, cost := inRecipe(w, r)
				out.Summary = fmt.Sprintf("%s is %s %s for %d that takes %d minutes. A serving costs about %.2f US dollars and has %.0f kcal with %.0f g of protein. %d people like it.", r.Title, world.Indefinite(r.Cuisine), r.Type, r.Servings, r.Minutes, world.Round(cost/float64(r.Servings), 2), n.Kcal/float64(r.Servings), n.Protein/float64(r.Servings), r.Likes)
				if len(r.Diets) > 0 {
					out.Summary += " It is " + strings.Join(r.Diets, " and ") + "."
				}
				return out, nil
			}, `{"recipe_id":"RC0012"}`, `{"recipe_id":"RC0090"}`),
		define.View("guess_nutrition", "Guesses what is in a serving of a dish from the recipes whose titles share words with its name.",
			func(w *world.World, in struct {
				Dish string `json:"dish" doc:"Name of the dish" min:"2" max:"80"`
			}) (out struct {
				Recipes int       `json:"recipes_used"`
				Mean    nutrients `json:"mean_per_serving"`
				Low     float64   `json:"kcal_low"`
				High    float64   `json:"kcal_high"`
			}, err error) {
				for _, r := range world.Recipes.All(w) {
					words := world.Terms(r.Title + " " + r.Cuisine + " " + r.Type)
					if !slices.ContainsFunc(world.Terms(in.Dish), func(t string) bool { return slices.Contains(words, t) }) {
						continue
					}
					n, _ := inRecipe(w, r)
					n = n.per(float64(r.Servings))
					if out.Recipes++; out.Recipes == 1 {
						out.Low, out.High = n.Kcal, n.Kcal
					}
					out.Low, out.High = min(out.Low, n.Kcal), max(out.High, n.Kcal)
					out.Mean = nutrients{out.Mean.Kcal + n.Kcal, out.Mean.Protein + n.Protein, out.Mean.Fat + n.Fat, out.Mean.Carbs + n.Carbs, out.Mean.Fiber + n.Fiber, out.Mean.Sugar + n.Sugar}
				}
				if out.Recipes == 0 {
					return out, define.NotFound("recipe like", in.Dish, "name an ingredient or a kind of dish")
				}
				out.Mean = out.Mean.per(float64(out.Recipes))
				return out, nil
			}, `{"dish":"soup"}`, `{"dish":"Italian salad"}`),
		define.View("compare_recipes", "Compares recipes by time, price, energy and protein of a serving.",
			func(w *world.World, in struct {
				IDs []string `json:"recipe_ids" doc:"Recipe identifiers" min:"2" max:"8" each_min:"1" each_max:"20"`
			}) (out struct {
				Recipes []recipeFigures `json:"recipes"`
				Fastest string          `json:"fastest"`
				Cheap   string          `json:"cheapest"`
				Light   string          `json:"lightest"`
			}, err error) {
				for _, id := range in.IDs {
					r, err := recipe(w, id)
					if err != nil {
						return out, err
					}
					n, cost := inRecipe(w, r)
					s := float64(r.Servings)
					out.Recipes = append(out.Recipes, recipeFigures{r.ID, r.Title, r.Minutes, world.Round(cost/s, 2), n.Kcal / s, n.Protein / s})
				}
				least := func(of func(recipeFigures) float64) string {
					return world.SortBy(slices.Clone(out.Recipes), of)[0].ID
				}
				out.Fastest = least(func(r recipeFigures) float64 { return float64(r.Minutes) })
				out.Cheap = least(func(r recipeFigures) float64 { return r.Cost })
				out.Light = least(func(r recipeFigures) float64 { return r.Kcal })
				return out, nil
			}, `{"recipe_ids":["RC0001","RC0002"]}`, `{"recipe_ids":["RC0005","RC0010","RC0015"]}`),
	}
}

type recipeFigures struct {
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Minutes int     `json:"minutes"`
	Cost    float64 `json:"cost_per_serving_usd"`
	Kcal    float64 `json:"kcal"`
	Protein float64 `json:"protein_g"`
}
