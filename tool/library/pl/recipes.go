package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type recipeParam struct {
	ID string `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
}

const recipeHint = "search_recipes shows identifiers"

func recipe(w *world.World, id string) (world.Recipe, error) {
	return define.Row(w, world.Recipes, id, recipeHint)
}

// inRecipe sums up the nutrients of all servings of a recipe, and the cost.
func inRecipe(w *world.World, r world.Recipe) (n nutrients, cost float64) {
	for _, p := range r.Parts {
		i, _ := world.Ingredients.Get(w, p.ID)
		n.add(i, float64(p.Grams))
		cost += i.Price * float64(p.Grams) / 1000
	}
	return n, world.Round(cost, 2)
}

func recipeSearchTools() []define.Tool {
	return []define.Tool{
		define.List("search_recipes", "Finds recipes by words of the title, cuisine, kind of dish, diet and time.", world.Recipes, "title~query cuisine= type= diets@diet minutes<= servings>=", "id title cuisine type minutes servings likes", "likes- minutes+ title+", `{"query":"soup"}`, `{"diet":"vegan","max_minutes":45,"sort":"minutes+"}`),
		define.View("search_recipes_by_nutrients", "Finds recipes whose servings have nutrients within limits, with those nutrients.",
			func(w *world.World, in struct {
				MinProtein float64 `json:"min_protein_g" doc:"Least protein of a serving in g" min:"0" max:"500" default:"0"`
				MaxKcal    float64 `json:"max_kcal" doc:"Greatest energy of a serving in kcal" min:"0" max:"5000" default:"5000"`
				MaxCarbs   float64 `json:"max_carbs_g" doc:"Greatest carbohydrates of a serving in g" min:"0" max:"1000" default:"1000"`
				MaxFat     float64 `json:"max_fat_g" doc:"Greatest fat of a serving in g" min:"0" max:"500" default:"500"`
				define.Paging
			}) (define.Page[recipeNutrients], error) {
				var all []recipeNutrients
				for _, r := range world.Recipes.All(w) {
					n, _ := inRecipe(w, r)
					n = n.per(float64(r.Servings))
					if n.Protein >= in.MinProtein && n.Kcal <= in.MaxKcal && n.Carbs <= in.MaxCarbs && n.Fat <= in.MaxFat {
						all = append(all, recipeNutrients{r.ID, r.Title, n})
					}
				}
				return define.Cut(world.TopBy(all, func(r recipeNutrients) float64 { return r.Nutrients.Protein }), in.Paging), nil
			}, `{"max_kcal":600}`, `{"min_protein_g":20,"max_carbs_g":80}`),
		define.View("random_recipes", "Draws recipes at random, of one diet or kind of dish if wanted.",
			func(w *world.World, in struct {
				Diet  string `json:"diet,omitempty" doc:"Diet" enum:"vegan,vegetarian,gluten free"`
				Type  string `json:"type,omitempty" doc:"Kind of dish" enum:"main,soup,salad,breakfast,dessert,side"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"1"`
			}) (out struct {
				Recipes []world.Recipe `json:"recipes"`
			}, err error) {
				all := world.Recipes.Where(w, func(r *world.Recipe) bool {
					return (in.Diet == "" || slices.Contains(r.Diets, in.Diet)) && (in.Type == "" || r.Type == in.Type)
				})
				for _, k := range w.Rand().Perm(len(all))[:min(in.Count, len(all))] {
					out.Recipes = append(out.Recipes, all[k])
				}
				return out, nil
			}, `{}`, `{"diet":"vegetarian","count":2}`),
		define.View("autocomplete_recipe", "Completes the beginning of a recipe's title.",
			func(w *world.World, in struct {
				Prefix string `json:"prefix" doc:"Text typed so far" min:"1" max:"60"`
				Count  int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Titles []string `json:"titles"`
			}, err error) {
				for _, whole := range []bool{true, false} {
					for _, r := range world.Recipes.All(w) {
						low, p := strings.ToLower(r.Title), strings.ToLower(in.Prefix)
						if (strings.HasPrefix(low, p) || !whole && strings.Contains(low, " "+p)) && !slices.Contains(out.Titles, r.Title) && len(out.Titles) < in.Count {
							out.Titles = append(out.Titles, r.Title)
						}
					}
				}
				return out, nil
			}, `{"prefix":"street"}`, `{"prefix":"sou","count":10}`),
		define.View("similar_recipes", "Finds recipes that share most ingredients with one.",
			func(w *world.World, in struct {
				ID    string `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Similar []similarRecipe `json:"similar"`
			}, err error) {
				r, err := recipe(w, in.ID)
				if err != nil {
					return out, err
				}
				for _, o := range world.Recipes.All(w) {
					s := similarRecipe{ID: o.ID, Title: o.Title}
					for _, p := range o.Parts {
						if slices.ContainsFunc(r.Parts, func(q world.Part) bool { return q.ID == p.ID }) {
							s.Shared = append(s.Shared, p.Ingredient)
						}
					}
					s.Score = float64(len(s.Shared)) / float64(len(r.Parts)+len(o.Parts)-len(s.Shared))
					if o.ID != r.ID && len(s.Shared) > 0 {
						out.Similar = append(out.Similar, s)
					}
				}
				world.TopBy(out.Similar, func(s similarRecipe) float64 { return s.Score })
				out.Similar = out.Similar[:min(in.Count, len(out.Similar))]
				return out, nil
			}, `{"recipe_id":"RC0001"}`, `{"recipe_id":"RC0050","count":2}`),
		define.View("list_cuisines", "Lists the cuisines with their number of recipes, mean time and most used ingredients.",
			func(w *world.World, in struct {
				Type string `json:"type,omitempty" doc:"Only this kind of dish" enum:"main,soup,salad,breakfast,dessert,side"`
			}) (out struct {
				Cuisines []cuisine `json:"cuisines"`
			}, err error) {
				uses := map[string]map[string]int{}
				for _, r := range world.Recipes.All(w) {
					if in.Type != "" && r.Type != in.Type {
						continue
					}
					i := slices.IndexFunc(out.Cuisines, func(c cuisine) bool { return c.Name == r.Cuisine })
					if i < 0 {
						i = len(out.Cuisines)
						out.Cuisines = append(out.Cuisines, cuisine{Name: r.Cuisine})
						uses[r.Cuisine] = map[string]int{}
					}
					c := &out.Cuisines[i]
					c.Minutes = (c.Minutes*float64(c.Recipes) + float64(r.Minutes)) / float64(c.Recipes+1)
					c.Recipes++
					for _, p := range r.Parts {
						if uses[r.Cuisine][p.Ingredient]++; uses[r.Cuisine][p.Ingredient] == 1 {
							c.Top = append(c.Top, p.Ingredient)
						}
					}
				}
				for i := range out.Cuisines {
					c := &out.Cuisines[i]
					world.TopBy(c.Top, func(s string) int { return uses[c.Name][s] })
					c.Top = c.Top[:min(3, len(c.Top))]
				}
				return out, nil
			}, `{}`, `{"type":"soup"}`),
	}
}

type recipeNutrients struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	Nutrients nutrients `json:"per_serving"`
}

type similarRecipe struct {
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Shared []string `json:"shared_ingredients"`
	Score  float64  `json:"similarity"`
}

type cuisine struct {
	Name    string   `json:"cuisine"`
	Recipes int      `json:"recipes"`
	Minutes float64  `json:"mean_minutes"`
	Top     []string `json:"top_ingredients"`
}

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
				out.Summary = fmt.Sprintf("%s is a %s %s for %d that takes %d minutes. A serving costs about %.2f US dollars and has %.0f kcal with %.0f g of protein. %d people like it.", r.Title, r.Cuisine, r.Type, r.Servings, r.Minutes, world.Round(cost/float64(r.Servings), 2), n.Kcal/float64(r.Servings), n.Protein/float64(r.Servings), r.Likes)
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
