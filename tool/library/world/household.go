package world

// Meal is a planned or eaten meal of the user's.
type Meal struct {
	ID       string `json:"id" doc:"Meal identifier"`
	Day      Date   `json:"date" doc:"Day"`
	Slot     string `json:"slot" doc:"Time of the day" enum:"breakfast,lunch,dinner,snack"`
	Recipe   string `json:"recipe_id" doc:"Recipe identifier"`
	Title    string `json:"title" doc:"Recipe"`
	Servings int    `json:"servings" doc:"Servings"`
}

// Key is the identifier.
func (m Meal) Key() string { return m.ID }

// ShoppingItem is a line of the user's shopping list.
type ShoppingItem struct {
	ID         string  `json:"id" doc:"Line identifier"`
	Ingredient string  `json:"ingredient" doc:"What to buy"`
	Grams      float64 `json:"grams" doc:"How much in g"`
	Bought     bool    `json:"bought" doc:"Whether it is bought"`
}

// Key is the identifier.
func (s ShoppingItem) Key() string { return s.ID }

// HealthEntry is something the user measured or did.
type HealthEntry struct {
	ID    string  `json:"id" doc:"Entry identifier"`
	Kind  string  `json:"kind" doc:"What was measured" enum:"weight_kg,steps,sleep_hours,water_ml,workout_minutes"`
	Value float64 `json:"value" doc:"Value"`
	Day   Date    `json:"date" doc:"Day"`
}

// Key is the identifier.
func (h HealthEntry) Key() string { return h.ID }

// Tables of the user's household.
var (
	Meals         = Table[Meal]{"meals", makeMeals}
	ShoppingItems = Table[ShoppingItem]{"shopping_list", makeShopping}
	HealthEntries = Table[HealthEntry]{"health_log", makeHealth}
)

func makeMeals(b *Base) []Meal {
	g, recipes := b.gen("meals"), Recipes.Base(b)
	out := make([]Meal, 60)
	for i := range out {
		r := pick(g, recipes)
		out[i] = Meal{id("ME", i), Today + Date(i/3-19), words("breakfast lunch dinner")[i%3], r.ID, r.Title, g.between(1, 4)}
	}
	return out
}

func makeShopping(b *Base) []ShoppingItem {
	g, all := b.gen("shopping_list"), Ingredients.Base(b)
	var out []ShoppingItem
	for i, in := range some(g, all, 52) {
		out = append(out, ShoppingItem{id("SL", i), in.Name, float64(50 * g.between(1, 20)), i < 44})
	}
	return out
}

func makeHealth(b *Base) []HealthEntry {
	g := b.gen("health_log")
	weight := g.real(58, 92, 1)
	var out []HealthEntry
	for i := range 100 {
		kind := words("weight_kg steps sleep_hours water_ml workout_minutes")[i%5]
		v := map[string]float64{"weight_kg": Round(weight+g.real(-0.6, 0.5, 1), 1), "steps": float64(g.between(2200, 15000)), "sleep_hours": g.real(5.2, 8.8, 1), "water_ml": float64(100 * g.between(9, 26)), "workout_minutes": float64(5 * g.between(0, 16))}[kind]
		if kind == "weight_kg" {
			weight = v
		}
		out = append(out, HealthEntry{id("HL", i), kind, v, Today - 20 + Date(i/5)})
	}
	return out
}
