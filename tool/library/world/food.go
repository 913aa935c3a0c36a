package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Ingredient is a foodstuff; figures are for 100 g. They are the same in every seed, but the price.
type Ingredient struct {
	ID      string  `json:"id" doc:"Ingredient identifier"`
	Name    string  `json:"name" doc:"Ingredient"`
	Aisle   string  `json:"aisle" doc:"Part of the shop" enum:"produce,meat,fish,dairy,bakery,grains,spices,oils,drinks,sweets"`
	Kcal    float64 `json:"kcal" doc:"Energy in kcal of 100 g"`
	Protein float64 `json:"protein_g" doc:"Protein in g of 100 g"`
	Fat     float64 `json:"fat_g" doc:"Fat in g of 100 g"`
	Carbs   float64 `json:"carbs_g" doc:"Carbohydrates in g of 100 g"`
	Fiber   float64 `json:"fiber_g" doc:"Fibre in g of 100 g"`
	Sugar   float64 `json:"sugar_g" doc:"Sugar in g of 100 g"`
	GI      int     `json:"glycemic_index" doc:"Glycemic index, 0 when there are no carbohydrates" min:"0" max:"100"`
	Cup     int     `json:"grams_per_cup" doc:"Weight of a cup in g"`
	Piece   int     `json:"grams_per_piece" doc:"Weight of a usual piece in g"`
	Vegan   bool    `json:"vegan" doc:"Whether vegans eat it"`
	Price   float64 `json:"price_per_kg_usd" doc:"Price of a kg in US dollars"`
}

// Key is the identifier.
func (i Ingredient) Key() string { return i.ID }

// Part is an ingredient in a recipe.
type Part struct {
	Ingredient string `json:"ingredient" doc:"Ingredient"`
	ID         string `json:"ingredient_id"`
	Grams      int    `json:"grams"`
}

// Recipe is a recipe.
type Recipe struct {
	ID        string   `json:"id" doc:"Recipe identifier"`
	Title     string   `json:"title" doc:"Title"`
	Cuisine   string   `json:"cuisine" doc:"Cuisine" enum:"italian,mexican,indian,japanese,french,greek,thai,american"`
	Type      string   `json:"type" doc:"Kind of dish" enum:"main,soup,salad,breakfast,dessert,side"`
	Diets     []string `json:"diets" doc:"Diets it suits" enum:"vegan,vegetarian,gluten free"`
	Servings  int      `json:"servings" doc:"Servings"`
	Minutes   int      `json:"minutes" doc:"Time in minutes"`
	Parts     []Part   `json:"ingredients" doc:"Ingredients"`
	Steps     []string `json:"steps" doc:"Steps"`
	Equipment []string `json:"equipment" doc:"Tools needed"`
	Likes     int      `json:"likes" doc:"Likes"`
}

// Key is the identifier.
func (r Recipe) Key() string { return r.ID }

// Business is a local business; restaurants are among them.
type Business struct {
	ID        string  `json:"id" doc:"Business identifier"`
	Name      string  `json:"name" doc:"Business"`
	Category  string  `json:"category" doc:"Kind of business" enum:"restaurant,cafe,bar,bakery,hair salon,gym,bookshop,bike repair,pharmacy,florist"`
	Cuisine   string  `json:"cuisine" doc:"Cuisine of a restaurant" enum:",italian,mexican,indian,japanese,french,greek,thai,american"`
	City      string  `json:"city" doc:"City"`
	Country   string  `json:"country" doc:"Two-letter country code"`
	Address   string  `json:"address" doc:"Street and number"`
	Phone     string  `json:"phone" doc:"Telephone number"`
	Latitude  float64 `json:"latitude" doc:"Latitude"`
	Longitude float64 `json:"longitude" doc:"Longitude"`
	Rating    float64 `json:"rating" doc:"Rating from 1 to 5"`
	Level     int     `json:"price_level" doc:"Price level from 1 (cheap) to 4" min:"1" max:"4"`
	Opens     string  `json:"opens" doc:"Opening time"`
	Closes    string  `json:"closes" doc:"Closing time"`
	Delivers  bool    `json:"delivers" doc:"Whether it delivers"`
}

// Key is the identifier.
func (b Business) Key() string { return b.ID }

// MenuItem is a dish on a restaurant's menu.
type MenuItem struct {
	ID         string  `json:"id" doc:"Menu item identifier"`
	Restaurant string  `json:"restaurant_id" doc:"Business identifier of the restaurant"`
	Title      string  `json:"title" doc:"Dish"`
	Recipe     string  `json:"recipe_id" doc:"Recipe it is made by"`
	Price      float64 `json:"price_usd" doc:"Price in US dollars"`
	Kcal       int     `json:"kcal" doc:"Energy of a serving in kcal"`
}

// Key is the identifier.
func (m MenuItem) Key() string { return m.ID }

// Tables of food.
var (
	Ingredients = Table[Ingredient]{"ingredients", makeIngredients}
	Recipes     = Table[Recipe]{"recipes", makeRecipes}
	Groceries   = Table[Grocery]{"groceries", makeGroceries}
	Wines       = Table[Wine]{"wines", makeWines}
	Businesses  = Table[Business]{"businesses", makeBusinesses}
	MenuItems   = Table[MenuItem]{"menu_items", makeMenuItems}
)

// name|aisle|kcal|protein|fat|carbs|fiber|sugar|GI|cup|piece|vegan|USD a kg
const ingredientText = `tomato|produce|18|0.9|0.2|3.9|1.2|2.6|15|180|120|1|3
onion|produce|40|1.1|0.1|9.3|1.7|4.2|10|160|110|1|1.5
garlic|produce|149|6.4|0.5|33|2.1|1|30|136|4|1|8
carrot|produce|41|0.9|0.2|9.6|2.8|4.7|39|128|70|1|1.4
potato|produce|77|2|0.1|17.5|2.1|0.8|78|150|170|1|1.2
spinach|produce|23|2.9|0.4|3.6|2.2|0.4|15|30|10|1|7
mushroom|produce|22|3.1|0.3|3.3|1|2|10|70|18|1|8
bell pepper|produce|31|1|0.3|6|2.1|4.2|15|150|120|1|4.5
zucchini|produce|17|1.2|0.3|3.1|1|2.5|15|124|200|1|3
eggplant|produce|25|1|0.2|5.9|3|3.5|15|82|450|1|3.2
broccoli|produce|34|2.8|0.4|6.6|2.6|1.7|10|91|300|1|4
cabbage|produce|25|1.3|0.1|5.8|2.5|3.2|10|89|900|1|1.3
cucumber|produce|15|0.7|0.1|3.6|0.5|1.7|15|104|300|1|2.2
lettuce|produce|15|1.4|0.2|2.9|1.3|0.8|10|36|300|1|4
avocado|produce|160|2|14.7|8.5|6.7|0.7|15|150|170|1|9
lemon|produce|29|1.1|0.3|9.3|2.8|2.5|20|212|65|1|3
apple|produce|52|0.3|0.2|13.8|2.4|10.4|36|125|180|1|2.6
banana|produce|89|1.1|0.3|22.8|2.6|12.2|51|150|120|1|1.6
orange|produce|47|0.9|0.1|11.8|2.4|9.4|43|180|140|1|2.2
strawberry|produce|32|0.7|0.3|7.7|2|4.9|40|152|12|1|8
blueberry|produce|57|0.7|0.3|14.5|2.4|10|53|148|2|1|14
mango|produce|60|0.8|0.4|15|1.6|13.7|51|165|200|1|5
pineapple|produce|50|0.5|0.1|13.1|1.4|9.9|59|165|900|1|3
ginger|produce|80|1.8|0.8|17.8|2|1.7|15|96|15|1|7
basil|produce|23|3.2|0.6|2.7|1.6|0.3|5|24|1|1|25
chickpeas|grains|164|8.9|2.6|27.4|7.6|4.8|28|164|1|1|3
lentils|grains|116|9|0.4|20.1|7.9|1.8|32|198|1|1|3.2
black beans|grains|132|8.9|0.5|23.7|8.7|0.3|30|172|1|1|3
tofu|grains|144|17.3|8.7|2.8|2.3|0.6|15|248|250|1|6
rice|grains|365|7.1|0.7|80|1.3|0.1|73|185|1|1|2.2
pasta|grains|371|13|1.5|74.7|3.2|2.7|49|100|1|1|2.4
noodles|grains|384|12.6|4.4|71.3|3.3|1.9|47|160|80|1|3.1
flour|grains|364|10.3|1|76.3|2.7|0.3|71|125|1|1|1.2
oats|grains|389|16.9|6.9|66.3|10.6|1|55|81|1|1|2.5
quinoa|grains|368|14.1|6.1|64.2|7|5|53|170|1|1|7
couscous|grains|376|12.8|0.6|77.4|5|0.5|65|173|1|1|3.4
cornmeal|grains|362|8.1|3.6|76.9|7.3|0.6|68|122|1|1|2
bread|bakery|265|9|3.2|49|2.7|5|70|45|30|1|4
tortilla|bakery|304|8|7.5|50|3.5|3.6|30|48|45|1|6
chicken|meat|165|31|3.6|0|0|0|0|140|170|0|9
beef|meat|250|26|15|0|0|0|0|225|200|0|15
pork|meat|242|27|14|0|0|0|0|135|180|0|10
lamb|meat|294|25|21|0|0|0|0|140|180|0|18
bacon|meat|541|37|42|1.4|0|0|0|130|15|0|13
turkey|meat|189|29|7.4|0|0|0|0|140|170|0|11
salmon|fish|208|20|13|0|0|0|0|150|170|0|24
tuna|fish|132|28|1.3|0|0|0|0|146|150|0|21
shrimp|fish|99|24|0.3|0.2|0|0|0|145|10|0|20
cod|fish|82|18|0.7|0|0|0|0|140|180|0|17
milk|dairy|61|3.2|3.3|4.8|0|5.1|31|244|1|0|1.1
butter|dairy|717|0.9|81|0.1|0|0.1|0|227|14|0|9
cheese|dairy|402|25|33|1.3|0|0.5|0|113|28|0|12
feta|dairy|264|14|21|4.1|0|4.1|0|150|28|0|13
yogurt|dairy|61|3.5|3.3|4.7|0|4.7|35|245|125|0|3
cream|dairy|340|2.1|36|2.7|0|2.9|0|238|15|0|6
egg|dairy|155|13|11|1.1|0|1.1|0|243|50|0|5
coconut milk|oils|230|2.3|24|6|2.2|3.3|40|240|1|1|5
olive oil|oils|884|0|100|0|0|0|0|216|14|1|10
sesame oil|oils|884|0|100|0|0|0|0|218|14|1|14
soy sauce|spices|53|8|0.6|4.9|0.8|0.4|20|255|16|1|6
curry powder|spices|325|14|14|56|33|2.8|5|100|2|1|22
cumin|spices|375|18|22|44|11|2.3|5|96|2|1|24
chili|spices|40|1.9|0.4|8.8|1.5|5.3|15|90|15|1|12
honey|sweets|304|0.3|0|82|0.2|82|58|339|21|0|11
sugar|sweets|387|0|0|100|0|100|65|200|4|1|1.3
chocolate|sweets|546|4.9|31|61|7|48|40|170|10|1|13
walnut|sweets|654|15|65|14|6.7|2.6|15|117|4|1|15
almond|sweets|579|21|50|22|12.5|4.4|15|143|1|1|14
peanut|sweets|567|26|49|16|8.5|4.7|14|146|1|1|7
coffee|drinks|1|0.1|0|0|0|0|0|237|1|1|16
tea|drinks|1|0|0|0.3|0|0|0|237|2|1|20
orange juice|drinks|45|0.7|0.2|10.4|0.2|8.4|50|248|1|1|2.6`

func makeIngredients(b *Base) []Ingredient {
	g := b.gen("ingredients")
	var out []Ingredient
	for i, f := range lines(ingredientText) {
		var n [12]float64
		for k := range n {
			n[k], _ = strconv.ParseFloat(f[min(k+2, len(f)-1)], 64)
		}
		out = append(out, Ingredient{id("IN", i), f[0], f[1], n[0], n[1], n[2], n[3], n[4], n[5], int(n[6]), int(n[7]), int(n[8]), n[9] == 1, Round(n[10]*g.real(0.85, 1.2, 3), 2)})
	}
	return out
}

// cuisine|bases|vegetables|proteins|flavours|names
const cuisineText = `italian|pasta,rice,bread,cornmeal|tomato,zucchini,spinach,mushroom,eggplant|chicken,shrimp,cheese,beef,chickpeas|olive oil,basil,garlic|Trattoria,Rustic,Sunday
mexican|tortilla,rice,cornmeal|tomato,bell pepper,avocado,onion|chicken,beef,black beans,pork,cheese|chili,cumin,lemon|Fiesta,Smoky,Street
indian|rice,flour,potato|spinach,onion,eggplant,carrot|lentils,chickpeas,chicken,lamb,yogurt|curry powder,ginger,garlic|Spiced,Royal,Monsoon
japanese|rice,noodles|mushroom,cabbage,cucumber,carrot|salmon,tofu,tuna,egg,shrimp|soy sauce,ginger,sesame oil|Tokyo,Quiet,Lantern
french|potato,bread,flour|mushroom,onion,carrot,lettuce|chicken,egg,butter,cod,cream|garlic,butter,lemon|Bistro,Country,Parisian
greek|bread,potato,couscous|cucumber,tomato,eggplant,zucchini|feta,lamb,yogurt,chickpeas,chicken|olive oil,lemon,garlic|Island,Taverna,Aegean
thai|rice,noodles|bell pepper,broccoli,carrot,mango|shrimp,chicken,tofu,peanut,egg|coconut milk,chili,ginger|Lotus,Market,Golden
american|bread,potato,oats|lettuce,onion,apple,banana|bacon,beef,turkey,cheese,walnut|butter,honey,olive oil|Diner,Backyard,Prairie`

func makeRecipes(b *Base) []Recipe {
	g, seen, byName := b.gen("recipes"), map[string]bool{}, map[string]Ingredient{}
	for _, in := range Ingredients.Base(b) {
		byName[in.Name] = in
	}
	cuisines := lines(cuisineText)
	out := make([]Recipe, 120)
	for i := range out {
		f := cuisines[i%len(cuisines)]
		kind := words("main soup salad main breakfast side dessert main")[i/len(cuisines)%8]
		veg, protein := some(g, commas(f[2]), 2), pick(g, commas(f[3]))
		parts := []string{pick(g, commas(f[1])), veg[0], veg[1], protein, pick(g, commas(f[4]))}
		if kind == "dessert" {
			parts = []string{"flour", pick(g, words("apple banana mango strawberry blueberry")), pick(g, words("honey sugar chocolate")), pick(g, words("butter cream coconut_milk")), pick(g, words("walnut almond peanut"))}
			parts[3] = strings.ReplaceAll(parts[3], "_", " ")
		}
		seenPart := map[string]bool{}
		parts = slices.DeleteFunc(parts, func(p string) bool { dup := seenPart[p]; seenPart[p] = true; return dup })
		r := Recipe{ID: id("RC", i), Cuisine: f[0], Type: kind, Servings: g.between(2, 6), Likes: g.between(4, 3900)}
		r.Title = unique(seen, func() string {
			return pick(g, commas(f[5])) + " " + titleCase(parts[1]) + " and " + titleCase(parts[min(3, len(parts)-1)]) + " " + map[string]string{"main": "Plate", "soup": "Soup", "salad": "Salad", "breakfast": "Brunch", "side": "Bowl", "dessert": "Cake"}[kind]
		})
		vegan, meat, gluten := true, false, false
		for _, p := range parts {
			in := byName[p]
			grams := map[string]int{"spices": 4, "oils": 12, "sweets": 20}[in.Aisle]
			if grams == 0 || kind == "dessert" && in.Aisle != "oils" {
				grams = 10 * g.between(6, 16)
			}
			if p == "garlic" || p == "ginger" || p == "basil" || p == "lemon" {
				grams = 8
			}
			r.Parts = append(r.Parts, Part{p, in.ID, grams * r.Servings})
			vegan, meat = vegan && in.Vegan, meat || in.Aisle == "meat" || in.Aisle == "fish"
			gluten = gluten || slices.Contains(commas("pasta,bread,flour,noodles,couscous,oats,tortilla"), p)
		}
		r.Diets = []string{}
		if vegan {
			r.Diets = append(r.Diets, "vegan")
		}
		if !meat {
			r.Diets = append(r.Diets, "vegetarian")
		}
		if !gluten {
			r.Diets = append(r.Diets, "gluten free")
		}
		cook := g.between(10, 45)
		r.Steps = []string{
			fmt.Sprintf("Wash and cut the %s and the %s.", parts[1], parts[min(2, len(parts)-1)]),
			fmt.Sprintf("Heat a little %s in a %s for 2 minutes.", parts[len(parts)-1], pick(g, words("pan pot wok"))),
			fmt.Sprintf("Add the %s and cook for %d minutes.", parts[min(3, len(parts)-1)], cook),
			fmt.Sprintf("Stir in the %s, season and let rest for 5 minutes.", parts[0]),
		}
		r.Equipment = []string{"knife", "cutting board", strings.TrimSuffix(strings.Fields(r.Steps[1])[len(strings.Fields(r.Steps[1]))-4], ".")}
		r.Minutes = 10 + 2 + cook + 5
		out[i] = r
	}
	return out
}

func titleCase(s string) string {
	parts := strings.Fields(s)
	for i, p := range parts {
		parts[i] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, " ")
}

const businessText = `restaurant|Table,Kitchen,Corner,House
cafe|Coffee,Cup,Roastery
bar|Taproom,Lounge
bakery|Bakehouse,Oven
hair salon|Hair Studio
gym|Fitness Loft
bookshop|Books
bike repair|Bike Workshop
pharmacy|Pharmacy
florist|Flowers`

func makeBusinesses(b *Base) []Business {
	g, seen, kinds := b.gen("businesses"), map[string]bool{}, lines(businessText)
	streets := list("Harbour Street|Station Road|Mill Lane|Garden Avenue|Church Square|River Walk|Market Street|Elm Row")
	calling := map[string]string{}
	for _, c := range Countries.Base(b) {
		calling[c.Code] = c.CallingCode
	}
	var out []Business
	for _, c := range Cities.Base(b) {
		for k := range 4 {
			f, cuisine := kinds[0], ""
			if k >= 2 {
				f = pick(g, kinds[1:])
			}
			opens, closes := 8+g.IntN(3), 18+g.IntN(3)
			word := pick(g, list("Copper|Blue|Little|Third|Wild|Old|Velvet|Paper|Salt|Maple|Hidden|Silver"))
			if f[0] == "restaurant" {
				cuisine, opens, closes = pick(g, lines(cuisineText))[0], 11, 21+g.IntN(3)
				word += " " + titleCase(cuisine)
			}
			name := unique(seen, func() string { return word + " " + pick(g, commas(f[1])) + " " + c.Name })
			out = append(out, Business{
				id("BZ", len(out)), name, f[0], cuisine, c.Name, c.Country, fmt.Sprintf("%s %d", pick(g, streets), g.between(1, 180)), fmt.Sprintf("+%s %d %06d", calling[c.Country], g.between(200, 999), g.IntN(1e6)),
				Round(c.Latitude+g.real(-0.03, 0.03, 4), 4), Round(c.Longitude+g.real(-0.04, 0.04, 4), 4), g.real(2.6, 4.9, 1), g.between(1, 4), clock(60 * opens), clock(60 * closes), f[0] == "restaurant" && g.chance(0.5) || f[0] == "pharmacy",
			})
		}
	}
	out[0].Delivers, out[1].Delivers = true, true // what the documents' examples order from delivers in every seed
	return out
}

func makeMenuItems(b *Base) []MenuItem {
	g := b.gen("menu_items")
	by := map[string][]Recipe{}
	for _, r := range Recipes.Base(b) {
		by[r.Cuisine] = append(by[r.Cuisine], r)
	}
	byID := map[string]Ingredient{}
	for _, in := range Ingredients.Base(b) {
		byID[in.ID] = in
	}
	var out []MenuItem
	for _, z := range Businesses.Base(b) {
		if z.Category != "restaurant" {
			continue
		}
		for _, r := range some(g, by[z.Cuisine], 4) {
			kcal := 0.0
			for _, p := range r.Parts {
				kcal += byID[p.ID].Kcal * float64(p.Grams) / 100
			}
			out = append(out, MenuItem{id("MI", len(out)), z.ID, r.Title, r.ID, Round(4+3.6*float64(z.Level)+g.real(0, 6, 1), 2), int(kcal / float64(r.Servings))})
		}
	}
	return out
}
