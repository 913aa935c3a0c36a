package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

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
