package world

import (
	"fmt"
)

// Grocery is a packed product on a shelf.
type Grocery struct {
	ID         string   `json:"id" doc:"Product identifier"`
	UPC        string   `json:"upc" doc:"Bar code of 12 digits"`
	Title      string   `json:"title" doc:"Product"`
	Brand      string   `json:"brand" doc:"Brand"`
	Ingredient string   `json:"ingredient_id" doc:"Main ingredient"`
	Aisle      string   `json:"aisle" doc:"Part of the shop" enum:"produce,meat,fish,dairy,bakery,grains,spices,oils,drinks,sweets"`
	Grams      int      `json:"grams" doc:"Weight in g"`
	Price      float64  `json:"price_usd" doc:"Price in US dollars"`
	Badges     []string `json:"badges" doc:"Properties" enum:"organic,no added sugar,fair trade,local,low fat"`
}

// Key is the identifier.
func (p Grocery) Key() string { return p.ID }

// Wine is a wine.
type Wine struct {
	ID      string   `json:"id" doc:"Wine identifier"`
	Name    string   `json:"name" doc:"Wine"`
	Color   string   `json:"color" doc:"Colour" enum:"red,white,rose,sparkling"`
	Grape   string   `json:"grape" doc:"Grape"`
	Country string   `json:"country" doc:"Two-letter country code"`
	Year    int      `json:"year" doc:"Vintage"`
	Price   float64  `json:"price_usd" doc:"Price of a bottle in US dollars"`
	Points  int      `json:"points" doc:"Points from 80 to 100"`
	Pairs   []string `json:"pairs_with" doc:"Foods it goes with"`
}

// Key is the identifier.
func (x Wine) Key() string { return x.ID }

func makeGroceries(b *Base) []Grocery {
	g := b.gen("groceries")
	var out []Grocery
	for _, in := range Ingredients.Base(b) {
		for range 2 {
			brand := pick(g, list("Sunny Fields|Oakmill|Casa Verde|Northbay|Golden Ladle|Pure Pantry"))
			grams := 50 * g.between(2, 20)
			badge := some(g, list("organic|no added sugar|fair trade|local|low fat"), g.between(0, 2))
			body := fmt.Sprintf("0%010d", g.IntN(1e9))
			out = append(out, Grocery{id("GP", len(out)), body + checkDigit(body), brand + " " + titleCase(in.Name) + fmt.Sprintf(" %d g", grams), brand, in.ID, in.Aisle, grams, Round(in.Price*float64(grams)/1000*g.real(1.1, 1.9, 2)+0.2, 2), badge})
		}
	}
	return out
}

// checkDigit is the last digit of a bar code (UPC, EAN) for the digits before it.
func checkDigit(body string) string {
	sum := 0
	for i := range len(body) {
		d := int(body[len(body)-1-i] - '0')
		if i%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return itoa((10 - sum%10) % 10)
}

const grapeText = `red|Merlot,Tempranillo,Sangiovese,Malbec,Syrah|beef,lamb,cheese,mushroom,pork
white|Riesling,Chardonnay,Albarino,Sauvignon Blanc|cod,salmon,chicken,shrimp,lemon
rose|Grenache,Cinsault|feta,tuna,tomato,turkey
sparkling|Glera,Pinot Noir|strawberry,almond,egg,salmon`

func makeWines(b *Base) []Wine {
	g, seen, kinds := b.gen("wines"), map[string]bool{}, lines(grapeText)
	out := make([]Wine, 64)
	for i := range out {
		f := kinds[i%len(kinds)]
		grape, points := pick(g, commas(f[1])), g.between(82, 98)
		name := unique(seen, func() string {
			return pick(g, list("Quinta|Château|Weingut|Tenuta|Bodega|Stone")) + " " + pick(g, list("Alba|Roche|Falkenstein|Verdi|Serra|Ridge|Luna|Arbor")) + " " + grape
		})
		out[i] = Wine{id("WN", i), name, f[0], grape, pick(g, words("FR IT ES PT DE US AR CL AU ZA")), g.between(2009, 2023), Round(float64(points-78)*g.real(1, 3.5, 2), 2), points, some(g, commas(f[2]), 3)}
	}
	return out
}
