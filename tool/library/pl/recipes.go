package pl

import (
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
