package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const groceryHint = "search_groceries shows identifiers"

func groceryTools() []define.Tool {
	return []define.Tool{
		define.List("search_groceries", "Finds packed food by name, part of the shop, properties and price.", world.Groceries, "title~query aisle= badges@badge price_usd<= brand=", "id title brand price_usd badges", "price_usd+ title+", `{"query":"rice"}`, `{"badge":"organic","max_price_usd":5}`),
		define.Get("get_grocery", "Gives a packed food by its identifier.", world.Groceries, "id=product_id", "", groceryHint, `{"product_id":"GP0001"}`, `{"product_id":"GP0100"}`),
		define.View("lookup_upc", "Finds a packed food by the twelve digits of its bar code and checks their last.",
			func(w *world.World, in struct {
				UPC string `json:"upc" doc:"Bar code" min:"11" max:"13"`
			}) (out struct {
				ValidCode bool           `json:"valid_code"`
				Found     bool           `json:"found"`
				Product   *world.Grocery `json:"product,omitempty"`
			}, err error) {
				sum := 0
				for i, c := range in.UPC {
					if c < '0' || c > '9' {
						return out, define.Invalid("upc", "must be digits")
					}
					sum += int(c-'0') * (3 - 2*(i%2))
				}
				out.ValidCode = len(in.UPC) == 12 && sum%10 == 0
				p, ok := world.Groceries.First(w, func(p *world.Grocery) bool { return p.UPC == in.UPC })
				if out.Found = ok; ok {
					out.Product = &p
				}
				return out, nil
			}, `{"upc":"036000291452"}`, `{"upc":"123456789012"}`),
		define.View("grocery_facts", "Gives what is in a pack and in a serving of packed food, its price by the kilogram and a health score.",
			func(w *world.World, in struct {
				ID      string  `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				Serving float64 `json:"serving_g" doc:"Serving in g" min:"1" max:"1000" default:"50"`
			}) (out struct {
				Pack    nutrients `json:"in_pack"`
				Serving nutrients `json:"in_serving"`
				Kilo    float64   `json:"price_per_kg_usd"`
				Score   int       `json:"health_score" doc:"0 to 100"`
			}, err error) {
				p, err := define.Row(w, world.Groceries, in.ID, groceryHint)
				if err != nil {
					return out, err
				}
				i, _ := world.Ingredients.Get(w, p.Ingredient)
				out.Pack.add(i, float64(p.Grams))
				out.Serving.add(i, in.Serving)
				out.Kilo = world.Round(p.Price/float64(p.Grams)*1000, 2)
				out.Score = int(max(0, min(100, 70+2*i.Protein+3*i.Fiber-i.Sugar-0.7*i.Fat+float64(5*len(p.Badges)))))
				return out, nil
			}, `{"product_id":"GP0002"}`, `{"product_id":"GP0077","serving_g":30}`),
		define.View("comparable_groceries", "Finds packs of the same food and compares their prices by the kilogram.",
			func(w *world.World, in struct {
				ID string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
			}) (out struct {
				Offers []part `json:"offers" doc:"Title and price of a kg in US dollars, cheapest first"`
			}, err error) {
				p, err := define.Row(w, world.Groceries, in.ID, groceryHint)
				for _, o := range world.Groceries.All(w) {
					if err == nil && o.Ingredient == p.Ingredient {
						out.Offers = append(out.Offers, part{o.Title, world.Round(o.Price/float64(o.Grams)*1000, 2)})
					}
				}
				world.SortBy(out.Offers, func(p part) float64 { return p.Value })
				return out, err
			}, `{"product_id":"GP0003"}`, `{"product_id":"GP0140"}`),
		define.Calc("classify_groceries", "Sorts titles of products into the parts of a shop by the ingredients they name.",
			func(w *world.World, in struct {
				Titles []string `json:"titles" doc:"Titles of products" min:"1" max:"50" each_min:"1" each_max:"150"`
			}) (out struct {
				Products []struct {
					Title string `json:"title"`
					Aisle string `json:"aisle"`
					Basis string `json:"ingredient"`
				} `json:"products"`
			}, err error) {
				for _, t := range in.Titles {
					p, i := parseLine(w, t)
					aisle := i.Aisle
					if !p.Known {
						aisle = "other"
					}
					out.Products = append(out.Products, struct {
						Title string `json:"title"`
						Aisle string `json:"aisle"`
						Basis string `json:"ingredient"`
					}{t, aisle, i.Name})
				}
				return out, nil
			}, `{"titles":["Kroma Vitamin A Milk"]}`, `{"titles":["Dark chocolate 70%","Garden hose"]}`),
		define.View("cheapest_basket", "Finds the cheapest packs that cover some ingredients, and the price of all together.",
			func(w *world.World, in struct {
				Lines []string `json:"ingredients" doc:"Lines such as 800 g rice" min:"1" max:"30" each_min:"1" each_max:"120"`
				Badge string   `json:"badge,omitempty" doc:"Only packs with this property where there are any" enum:"organic,no added sugar,fair trade,local,low fat"`
			}) (out struct {
				Packs []basketPack `json:"packs"`
				Total float64      `json:"total_usd"`
			}, err error) {
				for _, l := range in.Lines {
					p, i := parseLine(w, l)
					if !p.Known {
						return out, define.NotFound("ingredient in the line", l, "write it like 800 g rice")
					}
					best := basketPack{}
					for _, g := range world.Groceries.All(w) {
						n := max(1, int((p.Grams+float64(g.Grams)-1)/float64(g.Grams)))
						b := basketPack{g.ID, g.Title, n, world.Round(float64(n)*g.Price, 2), slices.Contains(g.Badges, in.Badge)}
						if g.Ingredient == i.ID && (best.ID == "" || b.Fits && !best.Fits || b.Fits == best.Fits && b.Price < best.Price) {
							best = b
						}
					}
					out.Packs = append(out.Packs, best)
					out.Total += best.Price
				}
				out.Total = world.Round(out.Total, 2)
				return out, nil
			}, `{"ingredients":["800 g rice","1 l milk"]}`, `{"ingredients":["10 apples"],"badge":"organic"}`),
	}
}

type basketPack struct {
	ID    string  `json:"product_id"`
	Title string  `json:"title"`
	Packs int     `json:"packs"`
	Price float64 `json:"price_usd"`
	Fits  bool    `json:"has_property"`
}

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

func wineTools() []define.Tool {
	return []define.Tool{
		define.List("search_wines", "Finds wines by name, colour, grape, country, price and points.", world.Wines, "name~query color= grape= country= price_usd<= points>=", "id name color grape country year price_usd points", "points- price_usd+", `{"color":"red"}`, `{"max_price_usd":25,"min_points":85,"sort":"price_usd+"}`),
		define.View("pair_wine_with_food", "Finds wines that go with a food or a recipe, the best for the money first.",
			func(w *world.World, in struct {
				Food     string  `json:"food" doc:"A food such as salmon, or a recipe identifier" min:"2" max:"60"`
				MaxPrice float64 `json:"max_price_usd" doc:"Greatest price of a bottle" min:"1" max:"1000" default:"1000"`
			}) (out struct {
				For   []string     `json:"for"`
				Wines []world.Wine `json:"wines"`
			}, err error) {
				out.For = []string{strings.ToLower(in.Food)}
				if r, ok := world.Recipes.Get(w, in.Food); ok {
					out.For = nil
					for _, p := range r.Parts {
						out.For = append(out.For, p.Ingredient)
					}
				}
				for _, x := range world.Wines.All(w) {
					if x.Price <= in.MaxPrice && slices.ContainsFunc(x.Pairs, func(p string) bool { return slices.Contains(out.For, p) }) {
						out.Wines = append(out.Wines, x)
					}
				}
				world.TopBy(out.Wines, func(x world.Wine) float64 { return float64(x.Points-75) / (x.Price + 5) })
				out.Wines = out.Wines[:min(5, len(out.Wines))]
				return out, nil
			}, `{"food":"salmon"}`, `{"food":"RC0001","max_price_usd":60}`),
		define.View("dishes_for_wine", "Finds dishes that go with a wine or grape: foods, and recipes that use them.",
			func(w *world.World, in struct {
				Wine string `json:"wine" doc:"Wine identifier or grape" min:"2" max:"60"`
			}) (out struct {
				Foods   []string `json:"foods"`
				Recipes []string `json:"recipe_titles"`
			}, err error) {
				for _, x := range world.Wines.All(w) {
					if x.ID == in.Wine || strings.EqualFold(x.Grape, in.Wine) {
						for _, p := range x.Pairs {
							if !slices.Contains(out.Foods, p) {
								out.Foods = append(out.Foods, p)
							}
						}
					}
				}
				if len(out.Foods) == 0 {
					return out, define.NotFound("wine or grape", in.Wine, "search_wines shows both")
				}
				for _, r := range world.Recipes.All(w) {
					if len(out.Recipes) < 8 && slices.ContainsFunc(r.Parts, func(p world.Part) bool { return slices.Contains(out.Foods, p.Ingredient) }) {
						out.Recipes = append(out.Recipes, r.Title)
					}
				}
				return out, nil
			}, `{"wine":"WN0001"}`, `{"wine":"WN0002"}`),
		define.View("describe_wine", "Describes a wine: how it will age, when to drink it, at which temperature, and its price among its like.",
			func(w *world.World, in struct {
				ID string `json:"wine_id" doc:"Wine identifier" min:"1" max:"20"`
			}) (out struct {
				Description string  `json:"description"`
				From        int     `json:"drink_from"`
				Until       int     `json:"drink_until"`
				Celsius     int     `json:"serve_at_c"`
				Percentile  float64 `json:"price_percentile" doc:"Share of the wines of its colour that cost less"`
			}, err error) {
				x, err := define.Row(w, world.Wines, in.ID, "search_wines shows identifiers")
				if err != nil {
					return out, err
				}
				years := map[string]int{"red": 12, "white": 5, "rose": 3, "sparkling": 6}[x.Color] + (x.Points-85)/3
				out.From, out.Until, out.Celsius = x.Year+1, x.Year+max(2, years), map[string]int{"red": 17, "white": 10, "rose": 9, "sparkling": 7}[x.Color]
				less, all := 0, 0
				for _, o := range world.Wines.All(w) {
					if o.Color == x.Color {
						all++
						if o.Price < x.Price {
							less++
						}
					}
				}
				out.Percentile = float64(less) / float64(all)
				out.Description = fmt.Sprintf("%s is a %s wine of %s from %s, vintage %d, with %d points. It goes with %s.", x.Name, x.Color, x.Grape, world.CountryName(w, x.Country), x.Year, x.Points, strings.Join(x.Pairs, ", "))
				return out, nil
			}, `{"wine_id":"WN0002"}`, `{"wine_id":"WN0063"}`),
		define.View("wine_bargains", "Finds wines that have many points for their price, compared with the line through all wines of their colour.",
			func(w *world.World, in struct {
				Color string `json:"color" doc:"Colour" enum:"red,white,rose,sparkling" default:"red"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"3"`
			}) (out struct {
				Slope float64 `json:"points_per_usd"`
				Wines []part  `json:"wines" doc:"Name and points above what the price lets expect"`
			}, err error) {
				all := world.Wines.Where(w, func(x *world.Wine) bool { return x.Color == in.Color })
				n, sx, sy, sxx, sxy := float64(len(all)), 0.0, 0.0, 0.0, 0.0
				for _, x := range all {
					p, y := x.Price, float64(x.Points)
					sx, sy, sxx, sxy = sx+p, sy+y, sxx+p*p, sxy+p*y
				}
				out.Slope = (n*sxy - sx*sy) / (n*sxx - sx*sx)
				for _, x := range all {
					out.Wines = append(out.Wines, part{x.Name, world.Round(float64(x.Points)-(sy-out.Slope*sx)/n-out.Slope*x.Price, 2)})
				}
				world.TopBy(out.Wines, func(p part) float64 { return p.Value })
				out.Wines = out.Wines[:min(in.Count, len(out.Wines))]
				return out, nil
			}, `{}`, `{"color":"white","count":5}`),
	}
}

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
