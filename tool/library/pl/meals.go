package pl

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func mealTools() []define.Tool {
	return []define.Tool{
		define.Act("plan_meal", "Puts a recipe into the meal plan, for a day and time; what was planned then is replaced.",
			func(w *world.World, in struct {
				Recipe   string     `json:"recipe_id" doc:"Recipe identifier" min:"1" max:"20"`
				Date     world.Date `json:"date" doc:"Day, from today on"`
				Slot     string     `json:"slot" doc:"Time of the day" enum:"breakfast,lunch,dinner,snack" default:"dinner"`
				Servings int        `json:"servings" doc:"Servings" min:"1" max:"20" default:"2"`
			}) (world.Meal, error) {
				r, err := recipe(w, in.Recipe)
				if err != nil {
					return world.Meal{}, err
				}
				if in.Date < world.Today {
					return world.Meal{}, define.Invalid("date", "must not be before today, %s", world.Today)
				}
				m, ok := world.Meals.First(w, func(m *world.Meal) bool { return m.Day == in.Date && m.Slot == in.Slot })
				if !ok {
					m.ID = w.NextID("ME")
				}
				m = world.Meal{ID: m.ID, Day: in.Date, Slot: in.Slot, Recipe: r.ID, Title: r.Title, Servings: in.Servings}
				world.Meals.Put(w, m)
				return m, nil
			}, `{"recipe_id":"RC0001","date":"2025-06-10"}`, `{"recipe_id":"RC0020","date":"2025-06-02","slot":"lunch","servings":4}`),
		define.List("list_meals", "Lists planned and eaten meals.", world.Meals, "date>=from date<=until slot=", "", "date+ date-", `{"from":"2025-06-02"}`, `{"slot":"dinner","sort":"date-"}`),
		define.View("generate_meal_plan", "Drafts a meal plan for some days that comes near a daily energy goal; it plans nothing yet.",
			func(w *world.World, in struct {
				Days int     `json:"days" doc:"Days" min:"1" max:"14" default:"3"`
				Kcal float64 `json:"kcal_per_day" doc:"Energy goal in kcal" min:"800" max:"6000" default:"2000"`
				Diet string  `json:"diet,omitempty" doc:"Diet" enum:"vegan,vegetarian,gluten free"`
			}) (out struct {
				Days []dayPlan `json:"days"`
			}, err error) {
				all := world.Recipes.Where(w, func(r *world.Recipe) bool { return in.Diet == "" || slices.Contains(r.Diets, in.Diet) })
				share := []float64{0.25, 0.4, 0.35}
				used := map[string]bool{}
				for d := range in.Days {
					p := dayPlan{Day: d + 1}
					for k, slot := range []string{"breakfast", "lunch", "dinner"} {
						want, best := in.Kcal*share[k], plannedMeal{Kcal: -1e9}
						for _, r := range all {
							n, _ := inRecipe(w, r)
							kcal := n.Kcal / float64(r.Servings)
							if !used[r.ID] && abs(kcal-want) < abs(best.Kcal-want) {
								best = plannedMeal{slot, r.ID, r.Title, kcal}
							}
						}
						if best.ID == "" {
							return out, define.Fail("too_few_recipes", "there are not enough %s recipes for %d days", in.Diet, in.Days)
						}
						used[best.ID] = true
						p.Meals = append(p.Meals, best)
						p.Kcal += best.Kcal
					}
					out.Days = append(out.Days, p)
				}
				return out, nil
			}, `{}`, `{"days":1,"diet":"vegetarian","kcal_per_day":1800}`),
		define.View("shopping_list_for_plan", "Adds up what the meals planned in some days need and what that costs, leaving out what is on the shopping list already.",
			func(w *world.World, in struct {
				From world.Date `json:"from" doc:"First day" default:"2025-06-02"`
				Days int        `json:"days" doc:"Days" min:"1" max:"31" default:"7"`
			}) (out struct {
				Items []scaledPart `json:"items"`
				Cost  float64      `json:"cost_usd"`
			}, err error) {
				need, order := map[string]float64{}, []string{}
				for _, m := range world.Meals.All(w) {
					r, ok := world.Recipes.Get(w, m.Recipe)
					if !ok || m.Day < in.From || m.Day >= in.From+world.Date(in.Days) {
						continue
					}
					for _, p := range r.Parts {
						if _, seen := need[p.ID]; !seen {
							order = append(order, p.ID)
						}
						need[p.ID] += float64(p.Grams) * float64(m.Servings) / float64(r.Servings)
					}
				}
				for _, id := range order {
					i, _ := world.Ingredients.Get(w, id)
					for _, s := range world.ShoppingItems.All(w) {
						if s.Ingredient == i.Name && !s.Bought {
							need[id] -= s.Grams
						}
					}
					if g := need[id]; g > 0 {
						out.Items = append(out.Items, scaledPart{i.Name, id, world.Round(g, 0), i.Aisle})
						out.Cost += i.Price * g / 1000
					}
				}
				world.SortBy(out.Items, func(p scaledPart) string { return p.Handy })
				out.Cost = world.Round(out.Cost, 2)
				return out, nil
			}, `{}`, `{"from":"2025-05-20","days":3}`),
		define.Act("add_to_shopping_list", "Adds an amount of an ingredient to the shopping list; an open line of the same ingredient grows.",
			func(w *world.World, in struct {
				Ingredient string  `json:"ingredient" doc:"Name or identifier" min:"1" max:"60"`
				Amount     float64 `json:"amount" doc:"Amount" min:"0.01" max:"10000"`
				Unit       string  `json:"unit" doc:"Unit" enum:"g,kg,mg,oz,lb,cup,tbsp,tsp,ml,l,piece" default:"g"`
			}) (world.ShoppingItem, error) {
				i, err := ingredient(w, in.Ingredient)
				if err != nil {
					return world.ShoppingItem{}, err
				}
				s, ok := world.ShoppingItems.First(w, func(s *world.ShoppingItem) bool { return s.Ingredient == i.Name && !s.Bought })
				if !ok {
					s = world.ShoppingItem{ID: w.NextID("SL"), Ingredient: i.Name}
				}
				g, _ := grams(i, in.Amount, in.Unit)
				s.Grams = world.Round(s.Grams+g, 1)
				world.ShoppingItems.Put(w, s)
				return s, nil
			}, `{"ingredient":"milk","amount":1,"unit":"l"}`, `{"ingredient":"tomato","amount":6,"unit":"piece"}`),
		define.Act("tick_shopping_item", "Marks a line of the shopping list as bought, or as still to buy, and gives what is left.",
			func(w *world.World, in struct {
				ID     string `json:"item_id" doc:"Line identifier" min:"1" max:"20"`
				Bought bool   `json:"bought" doc:"Whether it is bought" default:"true"`
			}) (out struct {
				Left []world.ShoppingItem `json:"left"`
			}, err error) {
				s, err := define.Row(w, world.ShoppingItems, in.ID, "the list has lines SL0001 to SL0052 and those that were added")
				if err != nil {
					return out, err
				}
				s.Bought = in.Bought
				world.ShoppingItems.Put(w, s)
				out.Left = world.ShoppingItems.Where(w, func(s *world.ShoppingItem) bool { return !s.Bought })
				return out, nil
			}, `{"item_id":"SL0050"}`, `{"item_id":"SL0001","bought":false}`),
	}
}

type plannedMeal struct {
	Slot  string  `json:"slot"`
	ID    string  `json:"recipe_id"`
	Title string  `json:"title"`
	Kcal  float64 `json:"kcal"`
}

type dayPlan struct {
	Day   int           `json:"day"`
	Meals []plannedMeal `json:"meals"`
	Kcal  float64       `json:"kcal"`
}
