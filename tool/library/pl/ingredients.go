package pl

import (
	"slices"
	"strings"
	"unicode"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// ingredient finds an ingredient by identifier or name, a plural s aside.
func ingredient(w *world.World, name string) (world.Ingredient, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	i, ok := world.Ingredients.First(w, func(i *world.Ingredient) bool {
		return strings.EqualFold(i.ID, name) || i.Name == name || i.Name == strings.TrimSuffix(name, "s") || i.Name == strings.TrimSuffix(name, "es")
	})
	if !ok {
		return i, define.NotFound("ingredient", name, "search_ingredients shows names")
	}
	return i, nil
}

// grams converts an amount of an ingredient into grams; ok is false for an unknown unit.
func grams(i world.Ingredient, amount float64, unit string) (float64, bool) {
	f, ok := map[string]float64{
		"g": 1, "kg": 1000, "mg": 0.001, "oz": 28.349523, "lb": 453.59237, "cup": float64(i.Cup), "tbsp": float64(i.Cup) / 16, "tsp": float64(i.Cup) / 48,
		"ml": float64(i.Cup) / 236.588, "l": float64(i.Cup) / 0.236588, "piece": float64(i.Piece),
	}[unit]
	return amount * f, ok
}

const kitchenUnits = "g,kg,mg,oz,lb,cup,tbsp,tsp,ml,l,piece"

type nutrients struct {
	Kcal    float64 `json:"kcal"`
	Protein float64 `json:"protein_g"`
	Fat     float64 `json:"fat_g"`
	Carbs   float64 `json:"carbs_g"`
	Fiber   float64 `json:"fiber_g"`
	Sugar   float64 `json:"sugar_g"`
}

func (n *nutrients) add(i world.Ingredient, g float64) {
	n.Kcal += i.Kcal * g / 100
	n.Protein += i.Protein * g / 100
	n.Fat += i.Fat * g / 100
	n.Carbs += i.Carbs * g / 100
	n.Fiber += i.Fiber * g / 100
	n.Sugar += i.Sugar * g / 100
}

func (n nutrients) per(x float64) nutrients {
	return nutrients{n.Kcal / x, n.Protein / x, n.Fat / x, n.Carbs / x, n.Fiber / x, n.Sugar / x}
}

func ingredientTools() []define.Tool {
	return []define.Tool{
		define.List("search_ingredients", "Finds ingredients by name, part of the shop and what is in them.", world.Ingredients, "name~query aisle= vegan= kcal<= protein_g>= sugar_g<=", "id name aisle kcal protein_g vegan", "name+ kcal+ protein_g-", `{"query":"tom"}`, `{"aisle":"grains","min_protein_g":10}`),
		define.View("get_ingredient", "Gives an ingredient with what is in an amount of it, and its cost.",
			func(w *world.World, in struct {
				Ingredient string  `json:"ingredient" doc:"Name or identifier" min:"1" max:"60"`
				Amount     float64 `json:"amount" doc:"Amount" min:"0.001" max:"100000" default:"100"`
				Unit       string  `json:"unit" doc:"Unit" enum:"g,kg,mg,oz,lb,cup,tbsp,tsp,ml,l,piece" default:"g"`
			}) (out struct {
				Ingredient world.Ingredient `json:"ingredient"`
				Grams      float64          `json:"grams"`
				Nutrients  nutrients        `json:"nutrients"`
				Cost       float64          `json:"cost_usd"`
			}, err error) {
				i, err := ingredient(w, in.Ingredient)
				if err != nil {
					return out, err
				}
				out.Ingredient = i
				out.Grams, _ = grams(i, in.Amount, in.Unit)
				out.Nutrients.add(i, out.Grams)
				out.Cost = world.Round(i.Price*out.Grams/1000, 2)
				return out, nil
			}, `{"ingredient":"tomato"}`, `{"ingredient":"rice","amount":2,"unit":"cup"}`),
		define.Calc("convert_kitchen_amount", "Converts an amount of an ingredient between kitchen units by its density.",
			func(w *world.World, in struct {
				Ingredient string  `json:"ingredient" doc:"Name or identifier" min:"1" max:"60"`
				Amount     float64 `json:"amount" doc:"Amount" min:"0" max:"100000"`
				From       string  `json:"from_unit" doc:"Unit of the amount" enum:"g,kg,mg,oz,lb,cup,tbsp,tsp,ml,l,piece"`
				To         string  `json:"to_unit" doc:"Unit wanted" enum:"g,kg,mg,oz,lb,cup,tbsp,tsp,ml,l,piece"`
			}) (out struct {
				Amount float64 `json:"amount"`
				Unit   string  `json:"unit"`
				Text   string  `json:"text"`
			}, err error) {
				i, err := ingredient(w, in.Ingredient)
				if err != nil {
					return out, err
				}
				g, _ := grams(i, in.Amount, in.From)
				one, _ := grams(i, 1, in.To)
				out.Amount, out.Unit = world.Round(g/one, 3), in.To
				out.Text = number(in.Amount) + " " + in.From + " of " + i.Name + " are " + number(out.Amount) + " " + in.To
				return out, nil
			}, `{"ingredient":"flour","amount":2,"from_unit":"cup","to_unit":"g"}`, `{"ingredient":"honey","amount":3,"from_unit":"tbsp","to_unit":"ml"}`),
		define.Calc("amount_for_nutrient", "Computes how much of an ingredient gives a wanted amount of a nutrient.",
			func(w *world.World, in struct {
				Ingredient string  `json:"ingredient" doc:"Name or identifier" min:"1" max:"60"`
				Nutrient   string  `json:"nutrient" doc:"Nutrient" enum:"kcal,protein,fat,carbs,fiber,sugar"`
				Target     float64 `json:"target" doc:"Amount wanted in g, or kcal" min:"0" max:"10000"`
			}) (out struct {
				Grams  float64 `json:"grams"`
				Pieces float64 `json:"pieces"`
			}, err error) {
				i, err := ingredient(w, in.Ingredient)
				if err != nil {
					return out, err
				}
				per := map[string]float64{"kcal": i.Kcal, "protein": i.Protein, "fat": i.Fat, "carbs": i.Carbs, "fiber": i.Fiber, "sugar": i.Sugar}[in.Nutrient]
				if per == 0 {
					return out, define.Fail("absent", "%s has no %s", i.Name, in.Nutrient)
				}
				out.Grams = world.Round(in.Target/per*100, 1)
				out.Pieces = world.Round(out.Grams/float64(i.Piece), 2)
				return out, nil
			}, `{"ingredient":"lentils","nutrient":"protein","target":30}`, `{"ingredient":"apple","nutrient":"kcal","target":200}`),
		define.Calc("parse_ingredient_lines", "Reads lines of an ingredient list such as 2 cups flour or 3 eggs, chopped: amount, unit, ingredient and grams.",
			func(w *world.World, in struct {
				Lines []string `json:"lines" doc:"Lines of the list" min:"1" max:"40" each_min:"1" each_max:"120"`
			}) (out struct {
				Ingredients []parsedLine `json:"ingredients"`
				Total       nutrients    `json:"nutrients"`
			}, err error) {
				for _, l := range in.Lines {
					p, i := parseLine(w, l)
					out.Ingredients = append(out.Ingredients, p)
					out.Total.add(i, p.Grams)
				}
				return out, nil
			}, `{"lines":["2 cups flour","3 eggs"]}`, `{"lines":["1/2 tsp chili","a stone"]}`),
		define.Calc("glycemic_load", "Computes the glycemic load of a meal of ingredients and says whether it is low, medium or high.",
			func(w *world.World, in struct {
				Ingredients []string `json:"ingredients" doc:"Lines such as 150 g rice" min:"1" max:"30" each_min:"1" each_max:"120"`
			}) (out struct {
				Load  float64 `json:"glycemic_load"`
				Level string  `json:"level" enum:"low,medium,high"`
				Parts []part  `json:"parts"`
			}, err error) {
				for _, l := range in.Ingredients {
					p, i := parseLine(w, l)
					if !p.Known {
						return out, define.NotFound("ingredient in the line", l, "write it like 150 g rice")
					}
					gl := float64(i.GI) / 100 * (i.Carbs - i.Fiber) * p.Grams / 100
					out.Parts = append(out.Parts, part{i.Name, world.Round(gl, 1)})
					out.Load += gl
				}
				out.Load, out.Level = world.Round(out.Load, 1), "low"
				if out.Load > 20 {
					out.Level = "high"
				} else if out.Load > 10 {
					out.Level = "medium"
				}
				return out, nil
			}, `{"ingredients":["150 g rice"]}`, `{"ingredients":["1 apple","30 g honey"]}`),
		define.View("ingredient_substitutes", "Suggests what can stand in for an ingredient: of the same part of the shop and closest in energy, protein and fat.",
			func(w *world.World, in struct {
				Ingredient string `json:"ingredient" doc:"Name or identifier" min:"1" max:"60"`
				Vegan      bool   `json:"vegan" doc:"Whether only vegan ones are wanted" default:"false"`
				Count      int    `json:"count" doc:"How many" min:"1" max:"10" default:"3"`
			}) (out struct {
				Substitutes []part `json:"substitutes" doc:"Name and distance, 0 is equal"`
			}, err error) {
				i, err := ingredient(w, in.Ingredient)
				if err != nil {
					return out, err
				}
				for _, o := range world.Ingredients.All(w) {
					if o.ID == i.ID || in.Vegan && !o.Vegan || o.Aisle != i.Aisle && !(in.Vegan && !i.Vegan) {
						continue
					}
					d := abs(o.Kcal-i.Kcal)/100 + abs(o.Protein-i.Protein)/10 + abs(o.Fat-i.Fat)/10 + abs(o.Sugar-i.Sugar)/20
					out.Substitutes = append(out.Substitutes, part{o.Name, world.Round(d, 3)})
				}
				world.SortBy(out.Substitutes, func(p part) float64 { return p.Value })
				out.Substitutes = out.Substitutes[:min(in.Count, len(out.Substitutes))]
				return out, nil
			}, `{"ingredient":"butter","vegan":true}`, `{"ingredient":"rice"}`),
		define.View("recipes_with_ingredients", "Finds recipes that use what is at hand: most used first, then least missing.",
			func(w *world.World, in struct {
				Ingredients []string `json:"ingredients" doc:"What is at hand" min:"1" max:"20" each_min:"1" each_max:"60"`
				define.Paging
			}) (define.Page[atHand], error) {
				var have []string
				for _, n := range in.Ingredients {
					if i, err := ingredient(w, n); err == nil {
						have = append(have, i.Name)
					}
				}
				var all []atHand
				for _, r := range world.Recipes.All(w) {
					a := atHand{ID: r.ID, Title: r.Title}
					for _, p := range r.Parts {
						if slices.Contains(have, p.Ingredient) {
							a.Used = append(a.Used, p.Ingredient)
						} else {
							a.Missing = append(a.Missing, p.Ingredient)
						}
					}
					if len(a.Used) > 0 {
						all = append(all, a)
					}
				}
				return define.Cut(world.SortBy(all, func(a atHand) int { return len(a.Missing) - 10*len(a.Used) }), in.Paging), nil
			}, `{"ingredients":["rice","tomato"]}`, `{"ingredients":["salmon","ginger","cabbage"],"page_size":3}`),
	}
}

type part struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

type atHand struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Used    []string `json:"used"`
	Missing []string `json:"missing"`
}

type parsedLine struct {
	Line       string  `json:"line"`
	Known      bool    `json:"known"`
	Ingredient string  `json:"ingredient"`
	Amount     float64 `json:"amount"`
	Unit       string  `json:"unit"`
	Grams      float64 `json:"grams"`
}

// parseLine reads an amount, a unit and an ingredient. Without a unit pieces are meant.
func parseLine(w *world.World, line string) (parsedLine, world.Ingredient) {
	p := parsedLine{Line: line, Amount: 1, Unit: "piece"}
	text, _, _ := strings.Cut(strings.ToLower(line), ",")
	words := unglue(strings.Fields(text))
	if x, ok := leadingFraction(words); ok {
		if p.Amount = x; len(words) > 1 {
			if y, ok := fraction(words[1]); ok && y < 1 {
				p.Amount, words = x+y, words[1:]
			}
		}
		words = words[1:]
	}
	if len(words) > 1 {
		if u, ok := kitchenUnit(words[0]); ok {
			p.Unit, words = u, words[1:]
		}
	}
	words = slices.DeleteFunc(words, func(x string) bool { return x == "of" || x == "a" || x == "an" || x == "fresh" })
	for n := len(words); n > 0; n-- {
		for k := 0; k+n <= len(words); k++ {
			if i, err := ingredient(w, strings.Join(words[k:k+n], " ")); err == nil {
				p.Known, p.Ingredient = true, i.Name
				p.Grams, _ = grams(i, p.Amount, p.Unit)
				p.Grams = world.Round(p.Grams, 1)
				return p, i
			}
		}
	}
	return p, world.Ingredient{}
}

// unglue takes an amount and a unit written together apart: 800g are 800 g.
func unglue(words []string) []string {
	if len(words) == 0 {
		return words
	}
	at := strings.IndexFunc(words[0], unicode.IsLetter)
	if at <= 0 {
		return words
	}
	if _, ok := kitchenUnit(words[0][at:]); !ok {
		return words
	}
	return slices.Concat([]string{words[0][:at], words[0][at:]}, words[1:])
}

// kitchenUnit reads a unit as people write it.
func kitchenUnit(word string) (string, bool) {
	u := strings.TrimSuffix(word, ".")
	switch u {
	case "cups":
		u = "cup"
	case "gram", "grams", "gr":
		u = "g"
	case "kilogram", "kilograms", "kilo", "kilos":
		u = "kg"
	case "tablespoon", "tablespoons":
		u = "tbsp"
	case "teaspoon", "teaspoons":
		u = "tsp"
	case "liter", "liters", "litre", "litres":
		u = "l"
	case "milliliter", "milliliters", "millilitre", "millilitres":
		u = "ml"
	case "pieces":
		u = "piece"
	case "pound", "pounds", "lbs":
		u = "lb"
	case "ounce", "ounces":
		u = "oz"
	}
	return u, slices.Contains(strings.Split(kitchenUnits, ","), u)
}

func fraction(s string) (float64, bool) {
	a, b, ok := strings.Cut(s, "/")
	x, good := decimal(a)
	if !ok {
		return x, good
	}
	y, fine := decimal(b)
	if !good || !fine || y == 0 {
		return 0, false
	}
	return x / y, true
}

func leadingFraction(words []string) (float64, bool) {
	if len(words) == 0 {
		return 0, false
	}
	return fraction(words[0])
}
