package pl

import (
	"slices"

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
