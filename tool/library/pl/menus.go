package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func menuTools() []define.Tool {
	return []define.Tool{
		define.List("search_menu_items", "Finds dishes on menus by name, price and energy, over all restaurants.", world.MenuItems, "title~query price_usd<= kcal<= restaurant_id=", "id title restaurant_id price_usd kcal", "price_usd+ kcal+ title+", `{"query":"soup"}`, `{"max_kcal":500,"max_price_usd":20}`),
		define.View("get_menu_item", "Gives a dish of a menu with its restaurant and what is in it.",
			func(w *world.World, in struct {
				ID string `json:"item_id" doc:"Menu item identifier" min:"1" max:"20"`
			}) (out struct {
				Item       world.MenuItem `json:"item"`
				Restaurant string         `json:"restaurant"`
				City       string         `json:"city"`
				Parts      []string       `json:"ingredients"`
				Diets      []string       `json:"diets"`
				Nutrients  nutrients      `json:"nutrients"`
			}, err error) {
				m, err := define.Row(w, world.MenuItems, in.ID, "search_menu_items shows identifiers")
				if err != nil {
					return out, err
				}
				b, _ := world.Businesses.Get(w, m.Restaurant)
				r, _ := world.Recipes.Get(w, m.Recipe)
				n, _ := inRecipe(w, r)
				out.Item, out.Restaurant, out.City, out.Diets, out.Nutrients = m, b.Name, b.City, r.Diets, n.per(float64(r.Servings))
				for _, p := range r.Parts {
					out.Parts = append(out.Parts, p.Ingredient)
				}
				return out, nil
			}, `{"item_id":"MI0001"}`, `{"item_id":"MI0500"}`),
		define.View("restaurant_menu", "Gives a restaurant's menu, only what suits a diet if wanted, with the price of everything together.",
			func(w *world.World, in struct {
				ID   string `json:"restaurant_id" doc:"Business identifier of the restaurant" min:"1" max:"20"`
				Diet string `json:"diet,omitempty" doc:"Diet" enum:"vegan,vegetarian,gluten free"`
			}) (out struct {
				Restaurant string           `json:"restaurant"`
				Items      []world.MenuItem `json:"items"`
				Sum        float64          `json:"sum_usd"`
			}, err error) {
				b, err := define.Row(w, world.Businesses, in.ID, "search_restaurants shows identifiers")
				if err != nil {
					return out, err
				}
				if b.Category != "restaurant" {
					return out, define.Fail("not_a_restaurant", "%s is a %s", b.Name, b.Category)
				}
				out.Restaurant = b.Name
				for _, m := range world.MenuItems.All(w) {
					r, _ := world.Recipes.Get(w, m.Recipe)
					if m.Restaurant == b.ID && (in.Diet == "" || slices.Contains(r.Diets, in.Diet)) {
						out.Items = append(out.Items, m)
						out.Sum = world.Round(out.Sum+m.Price, 2)
					}
				}
				return out, nil
			}, `{"restaurant_id":"BZ0001"}`, `{"restaurant_id":"BZ0005","diet":"vegetarian"}`),
		define.View("dish_price_comparison", "Compares what a dish costs in different restaurants, cities or countries: lowest, mean and highest.",
			func(w *world.World, in struct {
				Dish string `json:"dish" doc:"Words of the dish's name" min:"2" max:"80"`
				By   string `json:"by" doc:"How to group" enum:"country,cuisine,price_level" default:"country"`
			}) (out struct {
				Groups []priceGroup `json:"groups"`
			}, err error) {
				for _, m := range world.MenuItems.All(w) {
					if !strings.Contains(strings.ToLower(m.Title), strings.ToLower(in.Dish)) {
						continue
					}
					b, _ := world.Businesses.Get(w, m.Restaurant)
					name := map[string]string{"country": b.Country, "cuisine": b.Cuisine, "price_level": fmt.Sprint(b.Level)}[in.By]
					i := slices.IndexFunc(out.Groups, func(g priceGroup) bool { return g.Name == name })
					if i < 0 {
						i = len(out.Groups)
						out.Groups = append(out.Groups, priceGroup{Name: name, Low: m.Price, High: m.Price})
					}
					g := &out.Groups[i]
					g.Low, g.High = min(g.Low, m.Price), max(g.High, m.Price)
					g.Mean = (g.Mean*float64(g.Dishes) + m.Price) / float64(g.Dishes+1)
					g.Dishes++
				}
				world.SortBy(out.Groups, func(g priceGroup) float64 { return g.Mean })
				return out, nil
			}, `{"dish":"soup"}`, `{"dish":"salad","by":"cuisine"}`),
	}
}

type priceGroup struct {
	Name   string  `json:"group"`
	Dishes int     `json:"dishes"`
	Low    float64 `json:"low_usd"`
	Mean   float64 `json:"mean_usd"`
	High   float64 `json:"high_usd"`
}
