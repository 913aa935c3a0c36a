package rs

import (
	"fmt"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func shoppingTools() []define.Tool {
	return []define.Tool{
		define.View("compare_offers", "Searches goods and compares the offers: price with delivery, reduction and rating, cheapest first.",
			func(w *world.World, in struct {
				Query string `json:"query" doc:"What to buy" min:"1" max:"100"`
				define.Paging
			}) (define.Page[offer], error) {
				var out []offer
				for _, p := range world.Products.All(w) {
					if matchesWords(p.Title+" "+p.Category, in.Query) {
						ship := world.Shipping(p.Weight, p.Price)
						out = append(out, offer{p.ID, p.Title, p.Seller, p.Price, ship, world.Round(p.Price+ship, 2), world.Round(100*(1-p.Price/p.Before), 1), p.Rating, p.Stock > 0})
					}
				}
				return define.Cut(world.SortBy(out, func(o offer) float64 { return o.Total }), in.Paging), nil
			}, `{"query":"phone"}`, `{"query":"tent","page_size":3}`),
		define.View("find_deals", "Finds the goods with the greatest reductions.",
			func(w *world.World, in struct {
				Category string  `json:"category,omitempty" doc:"Kind of product" enum:"phones,laptops,audio,kitchen,sports,toys,clothing,books,garden,cameras"`
				Percent  float64 `json:"min_percent" doc:"Least reduction in percent" min:"1" max:"90" default:"10"`
				Count    int     `json:"count" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Deals []deal `json:"deals"`
			}, err error) {
				for _, p := range world.Products.All(w) {
					cut := 100 * (1 - p.Price/p.Before)
					if cut >= in.Percent && (in.Category == "" || p.Category == in.Category) && p.Stock > 0 {
						out.Deals = append(out.Deals, deal{p.ID, p.Title, p.Price, world.Round(p.Before-p.Price, 2), world.Round(cut, 1)})
					}
				}
				world.TopBy(out.Deals, func(d deal) float64 { return d.Percent })
				out.Deals = out.Deals[:min(in.Count, len(out.Deals))]
				return out, nil
			}, `{}`, `{"category":"audio","min_percent":5}`),
		define.View("price_history", "Gives the price of a product month by month, with lowest, highest and whether now is a good time.",
			func(w *world.World, in struct {
				ID     string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				Months int    `json:"months" doc:"Months to look back" min:"2" max:"24" default:"12"`
			}) (out struct {
				Prices []monthPrice `json:"prices"`
				Low    float64      `json:"lowest"`
				High   float64      `json:"highest"`
				Good   bool         `json:"good_time" doc:"Whether the price is among the lowest quarter"`
			}, err error) {
				p, ok := world.Products.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("product", in.ID, "compare_offers shows identifiers")
				}
				below := 0
				for k := in.Months - 1; k >= 0; k-- {
					price := p.Price
					if k > 0 {
						price = world.Round(p.Before*(0.85+0.15*w.Base().Noise("price/"+p.ID, float64(k)/2)), 2)
					}
					if price < p.Price {
						below++
					}
					out.Prices = append(out.Prices, monthPrice{world.Today.AddMonths(-k).Time().Format("2006-01"), price})
				}
				low := slices.MinFunc(out.Prices, byPrice)
				high := slices.MaxFunc(out.Prices, byPrice)
				out.Low, out.High, out.Good = low.Price, high.Price, below*4 < in.Months
				return out, nil
			}, `{"product_id":"PD0001"}`, `{"product_id":"PD0042","months":6}`),
		define.View("product_reviews", "Gives the reviews of a product with how the stars are spread.",
			func(w *world.World, in struct {
				ID    string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				Stars int    `json:"stars,omitempty" doc:"Only reviews with so many stars" min:"1" max:"5"`
				define.Paging
			}) (out struct {
				Spread map[string]int `json:"stars"`
				define.Page[world.Review]
			}, err error) {
				p, ok := world.Products.Get(w, in.ID)
				if !ok {
					return out, define.NotFound("product", in.ID, "compare_offers shows identifiers")
				}
				out.Spread = map[string]int{}
				all := slices.DeleteFunc(world.ReviewsOf(w, p.ID, p.Rating), func(r world.Review) bool {
					out.Spread[fmt.Sprint(r.Stars)]++
					return in.Stars != 0 && r.Stars != in.Stars
				})
				out.Page = define.Cut(all, in.Paging)
				return out, nil
			}, `{"product_id":"PD0002"}`, `{"product_id":"PD0003","stars":4}`),
	}
}

type offer struct {
	ID      string  `json:"product_id"`
	Title   string  `json:"title"`
	Seller  string  `json:"seller"`
	Price   float64 `json:"price_usd"`
	Ship    float64 `json:"delivery_usd"`
	Total   float64 `json:"total_usd"`
	Percent float64 `json:"reduced_percent"`
	Rating  float64 `json:"rating"`
	Stock   bool    `json:"in_stock"`
}

type deal struct {
	ID      string  `json:"product_id"`
	Title   string  `json:"title"`
	Price   float64 `json:"price_usd"`
	Saved   float64 `json:"saved_usd"`
	Percent float64 `json:"reduced_percent"`
}

type monthPrice struct {
	Month string  `json:"month"`
	Price float64 `json:"price_usd"`
}

func byPrice(a, b monthPrice) int {
	if a.Price < b.Price {
		return -1
	}
	if a.Price > b.Price {
		return 1
	}
	return 0
}
