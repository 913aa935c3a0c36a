package pl

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const productHint = "search_products shows identifiers"

func appTools() []define.Tool {
	return []define.Tool{
		define.List("search_apps", "Finds apps and games by name, category, price and rating.", world.Apps, "title~query category= price_usd<= rating>= size_mb<= updated>=updated_since", "id title developer category price_usd rating installs", "installs- rating- title+", `{"query":"notes"}`, `{"category":"game","max_price_usd":0,"sort":"rating-"}`),
		define.View("get_app", "Gives an app with its reviews' spread and its rank within its category.",
			func(w *world.World, in struct {
				ID string `json:"app_id" doc:"App identifier" min:"1" max:"20"`
			}) (out struct {
				App   world.App      `json:"app"`
				Rank  int            `json:"rank_in_category"`
				Stars map[string]int `json:"stars"`
				Stale bool           `json:"not_updated_for_a_year"`
			}, err error) {
				a, err := define.Row(w, world.Apps, in.ID, "search_apps shows identifiers")
				if err != nil {
					return out, err
				}
				out.App, out.Rank, out.Stars, out.Stale = a, 1, map[string]int{}, world.Today-a.Updated > 365
				for _, o := range world.Apps.All(w) {
					if o.Category == a.Category && o.Installs > a.Installs {
						out.Rank++
					}
				}
				for _, r := range world.ReviewsOf(w, a.ID, a.Rating) {
					out.Stars[fmt.Sprint(r.Stars)]++
				}
				return out, nil
			}, `{"app_id":"AP0001"}`, `{"app_id":"AP0100"}`),
		define.View("similar_apps", "Finds apps like one: of its category, near in price, with more installations first.",
			func(w *world.World, in struct {
				ID    string `json:"app_id" doc:"App identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Apps []world.App `json:"apps"`
			}, err error) {
				a, err := define.Row(w, world.Apps, in.ID, "search_apps shows identifiers")
				if err != nil {
					return out, err
				}
				all := world.Apps.Where(w, func(o *world.App) bool {
					return o.Category == a.Category && o.ID != a.ID && abs(o.Price-a.Price) <= 4
				})
				world.TopBy(all, func(o world.App) int { return o.Installs })
				out.Apps = all[:min(in.Count, len(all))]
				return out, nil
			}, `{"app_id":"AP0002"}`, `{"app_id":"AP0030","count":2}`),
		define.View("app_charts", "Gives the charts of the store: most installed, best rated (with enough installations) or highest income.",
			func(w *world.World, in struct {
				Chart    string `json:"chart" doc:"Chart" enum:"installed,rated,income" default:"installed"`
				Category string `json:"category,omitempty" doc:"Category" enum:"game,productivity,education,health,travel,finance"`
				Count    int    `json:"count" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Chart []struct {
					Rank  int     `json:"rank"`
					ID    string  `json:"app_id"`
					Title string  `json:"title"`
					Value float64 `json:"value"`
				} `json:"chart"`
			}, err error) {
				value := func(a world.App) float64 {
					switch in.Chart {
					case "rated":
						return a.Rating * math.Min(1, math.Log10(float64(a.Installs)+1)/5)
					case "income":
						return a.Price * float64(a.Installs)
					}
					return float64(a.Installs)
				}
				all := world.TopBy(world.Apps.Where(w, func(a *world.App) bool { return in.Category == "" || a.Category == in.Category }), value)
				for k, a := range all[:min(in.Count, len(all))] {
					out.Chart = append(out.Chart, struct {
						Rank  int     `json:"rank"`
						ID    string  `json:"app_id"`
						Title string  `json:"title"`
						Value float64 `json:"value"`
					}{k + 1, a.ID, a.Title, world.Round(value(a), 2)})
				}
				return out, nil
			}, `{}`, `{"chart":"rated","category":"health","count":3}`),
	}
}

func catalogTools() []define.Tool {
	return []define.Tool{
		define.List("search_products", "Finds goods by name, brand, category, price, rating and seller.", world.Products, "title~query brand= category= price_usd>= price_usd<= rating>= seller= stock>=", "id title brand category price_usd list_price_usd rating stock seller", "rating- price_usd+ price_usd- title+", `{"query":"laptop"}`, `{"category":"audio","max_price_usd":150,"min_stock":1}`),
		define.Get("get_product", "Gives a product by its identifier.", world.Products, "id=product_id", "", productHint, `{"product_id":"PD0001"}`, `{"product_id":"PD0200"}`),
		define.View("product_availability", "Says whether and when a product could arrive in a city, and what it costs with delivery in the city's currency.",
			func(w *world.World, in struct {
				ID   string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				City string `json:"city" doc:"City of delivery" min:"1" max:"80"`
				N    int    `json:"quantity" doc:"Pieces" min:"1" max:"50" default:"1"`
			}) (out struct {
				Available bool       `json:"available"`
				Arrives   world.Date `json:"arrives"`
				Total     float64    `json:"total"`
				Currency  string     `json:"currency"`
			}, err error) {
				p, err := define.Row(w, world.Products, in.ID, productHint)
				if err != nil {
					return out, err
				}
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				land, _ := world.Countries.Get(w, c.Country)
				sum := p.Price * float64(in.N)
				out.Available, out.Currency = p.Stock >= in.N, land.Currency
				out.Arrives = deliveryDay(w, c)
				if !out.Available {
					out.Arrives += 21
				}
				out.Total, _ = world.Convert(w, sum+world.Shipping(p.Weight*float64(in.N), sum), "USD", land.Currency, world.Today)
				out.Total = world.Round(out.Total, 2)
				return out, nil
			}, `{"product_id":"PD0001","city":"Paris"}`, `{"product_id":"PD0010","city":"Tokyo","quantity":3}`),
	}
}

// deliveryDay is when goods ordered today reach a city: two days and one for each 2,500 km from
// the warehouse in Frankfurt, on a weekday.
func deliveryDay(w *world.World, c world.City) world.Date {
	d := world.Today + 2 + world.Date(world.Distance(50.11, 8.68, c.Latitude, c.Longitude)/2500)
	for d.Weekend() {
		d++
	}
	return d
}

func orderTools() []define.Tool {
	mine := func(w *world.World, id string) (world.Order, error) {
		o, err := define.Row(w, world.Orders, id, "list_orders shows identifiers")
		if err == nil && !o.Mine {
			err = define.Refused("order %s belongs to someone else", id)
		}
		return o, err
	}
	return []define.Tool{
		define.Act("add_to_cart", "Puts a product into the user's cart, or changes how many; 0 takes it out. Stock is checked.",
			func(w *world.World, in struct {
				ID string `json:"product_id" doc:"Product identifier" min:"1" max:"20"`
				N  int    `json:"quantity" doc:"Pieces" min:"0" max:"50" default:"1"`
			}) (world.Order, error) {
				p, err := define.Row(w, world.Products, in.ID, productHint)
				if err != nil {
					return world.Order{}, err
				}
				if in.N > p.Stock {
					return world.Order{}, define.Fail("out_of_stock", "%d of %s are in stock", p.Stock, p.ID)
				}
				cart, ok := world.Orders.First(w, func(o *world.Order) bool { return o.Status == "cart" })
				if !ok {
					cart = world.Order{ID: w.NextID("OR"), Status: "cart", Mine: true, Placed: world.Today}
				}
				cart.Lines = slices.DeleteFunc(slices.Clone(cart.Lines), func(l world.OrderLine) bool { return l.Product == p.ID })
				if in.N > 0 {
					cart.Lines = append(cart.Lines, world.OrderLine{Product: p.ID, Title: p.Title, Quantity: in.N, Price: p.Price})
				}
				cart.Total = orderTotal(w, cart)
				world.Orders.Put(w, cart)
				return cart, nil
			}, `{"product_id":"PD0001"}`, `{"product_id":"PD0002","quantity":2}`),
		define.Act("place_order", "Orders what is in the cart, or one product directly, for delivery to a city. Stock falls accordingly.",
			func(w *world.World, in struct {
				City string `json:"city" doc:"City of delivery" min:"1" max:"80"`
				ID   string `json:"product_id,omitempty" doc:"Order one piece of this product instead of the cart" max:"20"`
			}) (world.Order, error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return world.Order{}, err
				}
				o, ok := world.Orders.First(w, func(o *world.Order) bool { return o.Status == "cart" && len(o.Lines) > 0 })
				if in.ID != "" {
					p, err := define.Row(w, world.Products, in.ID, productHint)
					if err != nil {
						return o, err
					}
					o, ok = world.Order{Mine: true, Lines: []world.OrderLine{{Product: p.ID, Title: p.Title, Quantity: 1, Price: p.Price}}}, true
				}
				if !ok {
					return o, define.Fail("empty_cart", "the cart is empty; add_to_cart fills it")
				}
				for _, l := range o.Lines {
					if p, _ := world.Products.Get(w, l.Product); p.Stock < l.Quantity {
						return o, define.Fail("out_of_stock", "%d of %s are in stock", p.Stock, p.ID)
					}
				}
				for _, l := range o.Lines {
					p, _ := world.Products.Get(w, l.Product)
					p.Stock -= l.Quantity
					world.Products.Put(w, p)
				}
				if o.ID == "" {
					o.ID = w.NextID("OR")
				}
				o.City, o.Status, o.Placed, o.Total = c.Name, "placed", world.Today, orderTotal(w, o)
				world.Orders.Put(w, o)
				return o, nil
			}, `{"city":"Lisbon","product_id":"PD0001"}`, `{"city":"Oslo","product_id":"PD0002"}`),
		define.View("track_order", "Says where an order of the user's is and when it arrives.",
			func(w *world.World, in struct {
				ID string `json:"order_id" doc:"Order identifier" min:"1" max:"20"`
			}) (out struct {
				Order   world.Order `json:"order"`
				Arrives world.Date  `json:"arrives"`
				Stage   string      `json:"stage"`
			}, err error) {
				o, err := mine(w, in.ID)
				if err != nil {
					return out, err
				}
				out.Order = o
				out.Arrives = o.Placed + 8
				if c, ok := world.CityNamed(w, o.City); ok {
					out.Arrives = o.Placed + deliveryDay(w, c) - world.Today
				}
				out.Stage = map[string]string{"cart": "not ordered yet", "placed": "being packed in Frankfurt", "shipped": "on the way to " + o.City, "delivered": "delivered in " + o.City}[o.Status]
				if out.Stage == "" {
					out.Stage = o.Status
				}
				return out, nil
			}, `{"order_id":"OR0001"}`, `{"order_id":"OR0005"}`),
		define.List("list_orders", "Lists orders, the newest first.", world.Orders, "status= city= placed>=since mine=", "id status placed city total_usd refund_usd mine", "placed- total_usd-", `{"mine":true}`, `{"status":"delivered"}`),
		define.Act("cancel_order", "Cancels an order that was not shipped; all is paid back and the stock rises again.",
			func(w *world.World, in struct {
				ID string `json:"order_id" doc:"Order identifier" min:"1" max:"20"`
			}) (world.Order, error) {
				o, err := mine(w, in.ID)
				if err != nil {
					return o, err
				}
				if o.Status != "placed" {
					return o, define.Fail("not_possible", "order %s is %s; only placed orders can be cancelled, delivered ones go by request_refund", o.ID, o.Status)
				}
				for _, l := range o.Lines {
					if p, ok := world.Products.Get(w, l.Product); ok {
						p.Stock += l.Quantity
						world.Products.Put(w, p)
					}
				}
				o.Status, o.Refund = "cancelled", o.Total
				world.Orders.Put(w, o)
				return o, nil
			}, `{"order_id":"OR0001"}`, `{"order_id":"OR0001"}`),
		define.Act("request_refund", "Asks for a refund of products of a delivered order: goods at their price, delivery only when all goes back.",
			func(w *world.World, in struct {
				ID     string `json:"order_id" doc:"Order identifier" min:"1" max:"20"`
				Line   string `json:"product_id,omitempty" doc:"Only this product" max:"20"`
				Reason string `json:"reason" doc:"Why" enum:"damaged,wrong item,late,changed my mind"`
			}) (world.Order, error) {
				o, err := mine(w, in.ID)
				if err != nil {
					return o, err
				}
				if o.Status != "delivered" {
					return o, define.Fail("not_possible", "order %s is %s; only delivered orders can be refunded", o.ID, o.Status)
				}
				if in.Reason == "changed my mind" && world.Today-o.Placed > 30 {
					return o, define.Fail("too_late", "order %s is %d days old; goods can be returned for 30 days", o.ID, world.Today-o.Placed)
				}
				refund := o.Total
				if in.Line != "" {
					k := slices.IndexFunc(o.Lines, func(l world.OrderLine) bool { return l.Product == in.Line })
					if k < 0 {
						return o, define.NotFound("product in the order", in.Line, "track_order shows its products")
					}
					refund = o.Lines[k].Price * float64(o.Lines[k].Quantity)
				}
				o.Status, o.Refund = "refunded", world.Round(math.Min(refund, o.Total), 2)
				world.Orders.Put(w, o)
				return o, nil
			}, `{"order_id":"OR0002","reason":"damaged"}`, `{"order_id":"OR0002","reason":"late"}`),
	}
}

// orderTotal is the sum of an order with delivery.
func orderTotal(w *world.World, o world.Order) float64 {
	sum, weight := 0.0, 0.0
	for _, l := range o.Lines {
		p, _ := world.Products.Get(w, l.Product)
		sum += l.Price * float64(l.Quantity)
		weight += p.Weight * float64(l.Quantity)
	}
	return world.Round(sum+world.Shipping(weight, sum), 2)
}

func adviceTools() []define.Tool {
	return []define.Tool{
		define.View("compare_products", "Compares products by price, rating and reviews, and says which offers most for the money.",
			func(w *world.World, in struct {
				IDs []string `json:"product_ids" doc:"Product identifiers" min:"2" max:"8" each_min:"1" each_max:"20"`
			}) (out struct {
				Products []productFigures `json:"products"`
				Best     string           `json:"best_value"`
			}, err error) {
				for _, id := range in.IDs {
					p, err := define.Row(w, world.Products, id, productHint)
					if err != nil {
						return out, err
					}
					out.Products = append(out.Products, productFigures{p.ID, p.Title, p.Price, p.Rating, len(world.ReviewsOf(w, p.ID, p.Rating)), world.Round(math.Pow(p.Rating, 2)/math.Log(p.Price+3), 3)})
				}
				out.Best = slices.MaxFunc(out.Products, func(a, b productFigures) int { return int(math.Copysign(1, a.Value-b.Value)) }).ID
				return out, nil
			}, `{"product_ids":["PD0001","PD0011"]}`, `{"product_ids":["PD0003","PD0013","PD0023"]}`),
		define.View("gift_ideas", "Suggests gifts within a budget for interests, from different categories and in stock.",
			func(w *world.World, in struct {
				Budget    float64  `json:"budget_usd" doc:"Greatest price in US dollars" min:"5" max:"10000"`
				Interests []string `json:"interests" doc:"Interests" enum:"music,cooking,sports,reading,gardening,photography,technology,play" min:"1" max:"8"`
			}) (out struct {
				Gifts []struct {
					Interest string        `json:"interest"`
					Product  world.Product `json:"product"`
				} `json:"gifts"`
			}, err error) {
				kinds := map[string]string{"music": "audio", "cooking": "kitchen", "sports": "sports", "reading": "books", "gardening": "garden", "photography": "cameras", "technology": "laptops phones", "play": "toys"}
				for _, i := range in.Interests {
					fit := world.Products.Where(w, func(p *world.Product) bool {
						return strings.Contains(kinds[i], p.Category) && p.Price <= in.Budget && p.Stock > 0
					})
					if len(fit) > 0 {
						world.TopBy(fit, func(p world.Product) float64 { return p.Rating })
						out.Gifts = append(out.Gifts, struct {
							Interest string        `json:"interest"`
							Product  world.Product `json:"product"`
						}{i, fit[0]})
					}
				}
				return out, nil
			}, `{"budget_usd":100,"interests":["music","cooking"]}`, `{"budget_usd":40,"interests":["reading"]}`),
	}
}

type productFigures struct {
	ID      string  `json:"product_id"`
	Title   string  `json:"title"`
	Price   float64 `json:"price_usd"`
	Rating  float64 `json:"rating"`
	Reviews int     `json:"reviews"`
	Value   float64 `json:"value" doc:"Rating squared by the logarithm of the price"`
}
