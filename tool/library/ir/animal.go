package ir

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func breed(w *world.World, name string) (world.Breed, error) {
	x, ok := world.Breeds.First(w, func(x *world.Breed) bool { return strings.EqualFold(x.Name, name) || strings.EqualFold(x.ID, name) })
	if !ok {
		return x, define.NotFound("breed", name, "search_breeds shows names")
	}
	return x, nil
}

func animalTools() []define.Tool {
	return []define.Tool{
		define.List("search_breeds", "Finds breeds of dogs and cats by name, group, origin, energy, shedding and age.", world.Breeds, "name~query species= group= origin= energy>= energy<= shedding<= life_years>= for_beginners=", "id name species group origin energy life_years", "name+ life_years- energy-", `{"species":"cat"}`, `{"species":"dog","max_energy":3,"for_beginners":true}`),
		define.Get("get_breed", "Gives a breed by its name.", world.Breeds, "name=", "", "search_breeds shows names", `{"name":"Beagle"}`, `{"name":"maine coon"}`),
		define.View("sub_breeds", "Lists the sub-breeds of a dog breed such as Retriever or Terrier, with their ranges of weight.",
			func(w *world.World, in struct {
				Group string `json:"breed" doc:"Breed or group" min:"2" max:"40"`
			}) (out struct {
				Names []string `json:"sub_breeds"`
				Low   float64  `json:"lightest_kg"`
				High  float64  `json:"heaviest_kg"`
			}, err error) {
				for _, x := range world.Breeds.All(w) {
					if strings.EqualFold(x.Group, in.Group) && x.Species == "dog" {
						if len(out.Names) == 0 || x.Low < out.Low {
							out.Low = x.Low
						}
						out.Names, out.High = append(out.Names, x.Name), max(out.High, x.High)
					}
				}
				if len(out.Names) == 0 {
					return out, define.NotFound("group of dog breeds", in.Group, "try Retriever, Terrier, Hound or Spitz")
				}
				return out, nil
			}, `{"breed":"Retriever"}`, `{"breed":"spitz"}`),
		define.View("breed_images", "Gives addresses of pictures of a breed; random draws anew at each call.",
			func(w *world.World, in struct {
				Breed  string `json:"breed" doc:"Name or identifier" min:"2" max:"60"`
				Count  int    `json:"count" doc:"How many" min:"1" max:"30" default:"3"`
				Random bool   `json:"random" doc:"Whether to draw at random instead of from the first" default:"false"`
			}) (out struct {
				Images []string `json:"images"`
				Total  int      `json:"total" doc:"Pictures of the breed"`
			}, err error) {
				x, err := breed(w, in.Breed)
				if err != nil {
					return out, err
				}
				out.Total = 40 + w.Base().Upto(160, "pictures/"+x.ID, 0)
				order := make([]int, out.Total)
				for i := range order {
					order[i] = i
				}
				if in.Random {
					order = w.Rand().Perm(out.Total)
				}
				for _, k := range order[:in.Count] {
					out.Images = append(out.Images, fmt.Sprintf("https://images.example/%ss/%s/%03d.jpg", x.Species, world.Slug(x.Name, "-"), k+1))
				}
				return out, nil
			}, `{"breed":"Pug"}`, `{"breed":"Siamese","count":2,"random":true}`),
		define.View("animal_fact", "Tells a fact about dogs or cats that follows from the table of breeds, a new one each time.",
			func(w *world.World, in struct {
				Species string `json:"species" doc:"Species" enum:"dog,cat" default:"dog"`
				Length  int    `json:"max_length" doc:"Greatest length of the fact in characters" min:"60" max:"500" default:"500"`
			}) (out struct {
				Fact   string `json:"fact"`
				Length int    `json:"length"`
			}, err error) {
				all := world.Breeds.Where(w, func(x *world.Breed) bool { return x.Species == in.Species })
				r := w.Rand()
				a, b := all[r.IntN(len(all))], all[r.IntN(len(all))]
				facts := []string{
					fmt.Sprintf("The %s comes from %s.", a.Name, a.Origin),
					fmt.Sprintf("A %s can weigh as much as %.1f %ss.", a.Name, a.High/b.Low, b.Name),
					fmt.Sprintf("The %s lives %d years on average.", a.Name, a.Life),
				}
				k := r.IntN(len(facts))
				for len(facts[k]) > in.Length && k > 0 {
					k--
				}
				out.Fact, out.Length = facts[k], len(facts[k])
				return out, nil
			}, `{}`, `{"species":"cat"}`),
		define.View("compare_breeds", "Compares breeds side by side and says which suits a flat, a runner and a beginner best.",
			func(w *world.World, in struct {
				Breeds []string `json:"breeds" doc:"Names or identifiers" min:"2" max:"6" each_min:"2" each_max:"60"`
			}) (out struct {
				Breeds   []world.Breed `json:"breeds"`
				Flat     string        `json:"best_for_a_flat"`
				Runner   string        `json:"best_for_a_runner"`
				Beginner string        `json:"best_for_a_beginner"`
			}, err error) {
				for _, n := range in.Breeds {
					x, err := breed(w, n)
					if err != nil {
						return out, err
					}
					out.Breeds = append(out.Breeds, x)
				}
				least := func(of func(world.Breed) float64) string {
					return world.SortBy(slices.Clone(out.Breeds), of)[0].Name
				}
				out.Flat = least(func(x world.Breed) float64 { return x.High/10 + 2*float64(x.Energy) })
				out.Runner = least(func(x world.Breed) float64 { return -float64(x.Energy) })
				out.Beginner = least(func(x world.Breed) float64 {
					if x.Beginners {
						return float64(x.Shedding)
					}
					return 10 + float64(x.Shedding)
				})
				return out, nil
			}, `{"breeds":["Beagle","Pug"]}`, `{"breeds":["Boxer","Whippet","Samoyed"]}`),
		define.Calc("pet_age_in_human_years", "Converts the age of a dog or cat into human years, by the weight of the dog.",
			func(_ *world.World, in struct {
				Species string  `json:"species" doc:"Species" enum:"dog,cat"`
				Years   float64 `json:"age_years" doc:"Age in years" min:"0" max:"30"`
				Weight  float64 `json:"weight_kg" doc:"Weight of a dog in kg" min:"1" max:"100" default:"15"`
			}) (out struct {
				Human float64 `json:"human_years"`
				Stage string  `json:"stage" enum:"young,adult,senior"`
			}, err error) {
				rate := 4.0
				if in.Species == "dog" {
					rate = 4.2 + in.Weight/25
				}
				out.Human, out.Stage = 15*in.Years, "adult"
				if in.Years > 1 {
					out.Human = 15 + 9*(min(in.Years, 2)-1) + rate*max(0, in.Years-2)
				}
				if out.Human = world.Round(out.Human, 1); in.Years < 1 {
					out.Stage = "young"
				} else if out.Human > 55 {
					out.Stage = "senior"
				}
				return out, nil
			}, `{"species":"dog","age_years":5}`, `{"species":"cat","age_years":0.5}`),
		define.List("search_shelter_pets", "Finds animals in shelters by species, breed, city, age and fee.", world.Pets, "species= breed~ city= status= age_years<= fee_usd<=", "", "arrived+ fee_usd+ age_years+", `{"status":"available"}`, `{"species":"cat","max_age_years":5,"sort":"age_years+"}`),
		define.View("get_shelter_pet", "Gives an animal of a shelter with its breed, its age in human years and the days it has waited.",
			func(w *world.World, in struct {
				ID string `json:"pet_id" doc:"Pet identifier" min:"1" max:"20"`
			}) (out struct {
				Pet     world.Pet   `json:"pet"`
				Breed   world.Breed `json:"breed"`
				Waiting int         `json:"waiting_days"`
				Left    int         `json:"years_expected"`
			}, err error) {
				p, err := define.Row(w, world.Pets, in.ID, "search_shelter_pets shows identifiers")
				if err != nil {
					return out, err
				}
				out.Pet, out.Waiting = p, int(world.Today-p.Arrived)
				out.Breed, _ = breed(w, p.Breed)
				out.Left = max(1, out.Breed.Life-p.Age)
				return out, nil
			}, `{"pet_id":"PT0001"}`, `{"pet_id":"PT0100"}`),
		define.Act("reserve_pet", "Reserves an animal of a shelter for the user; it must be available.",
			func(w *world.World, in struct {
				ID   string `json:"pet_id" doc:"Pet identifier" min:"1" max:"20"`
				Name string `json:"name" doc:"Name of the new owner" min:"1" max:"80"`
			}) (world.Pet, error) {
				p, err := define.Row(w, world.Pets, in.ID, "search_shelter_pets shows identifiers")
				if err != nil {
					return p, err
				}
				if p.Status != "available" {
					return p, define.Fail("not_available", "%s is %s already", p.Name, p.Status)
				}
				p.Status = "reserved"
				world.Pets.Put(w, p)
				return p, nil
			}, `{"pet_id":"PT0001","name":"Ana Vega"}`, `{"pet_id":"PT0002","name":"Jo Lin"}`),
		define.Act("release_pet", "Ends a reservation so that others can have the animal, or completes the adoption.",
			func(w *world.World, in struct {
				ID    string `json:"pet_id" doc:"Pet identifier" min:"1" max:"20"`
				Adopt bool   `json:"adopt" doc:"Whether the animal is taken home" default:"false"`
			}) (out struct {
				Pet world.Pet `json:"pet"`
				Fee float64   `json:"fee_due_usd"`
			}, err error) {
				p, err := define.Row(w, world.Pets, in.ID, "search_shelter_pets shows identifiers")
				if err != nil {
					return out, err
				}
				if p.Status == "adopted" {
					return out, define.Fail("adopted", "%s has a home already", p.Name)
				}
				if p.Status = "available"; in.Adopt {
					p.Status, out.Fee = "adopted", p.Fee
				}
				world.Pets.Put(w, p)
				out.Pet = p
				return out, nil
			}, `{"pet_id":"PT0001"}`, `{"pet_id":"PT0003","adopt":true}`),
		define.View("suggest_breed", "Suggests breeds for a household by a short questionnaire, with the reasons.",
			func(w *world.World, in struct {
				Species string  `json:"species" doc:"Species" enum:"dog,cat" default:"dog"`
				Hours   float64 `json:"hours_active_a_day" doc:"Hours outdoors or at play each day" min:"0" max:"12"`
				Weight  float64 `json:"max_weight_kg" doc:"Greatest weight in kg" min:"1" max:"100" default:"100"`
				Allergy bool    `json:"allergy" doc:"Whether someone reacts to hair" default:"false"`
				First   bool    `json:"first_animal" doc:"Whether it is the first animal" default:"false"`
			}) (out struct {
				Breeds []struct {
					Name    string   `json:"name"`
					Score   float64  `json:"score"`
					Reasons []string `json:"reasons"`
				} `json:"breeds"`
			}, err error) {
				for _, x := range world.Breeds.All(w) {
					if x.Species != in.Species || x.Low > in.Weight || in.Allergy && x.Shedding > 1 || in.First && !x.Beginners {
						continue
					}
					gap := float64(x.Energy) - min(5, 1+2*in.Hours)
					reasons := []string{fmt.Sprintf("energy %d of 5", x.Energy), fmt.Sprintf("lives about %d years", x.Life)}
					if x.Shedding <= 2 {
						reasons = append(reasons, "sheds little")
					}
					out.Breeds = append(out.Breeds, struct {
						Name    string   `json:"name"`
						Score   float64  `json:"score"`
						Reasons []string `json:"reasons"`
					}{x.Name, world.Round(10-gap*gap+float64(x.Life)/10, 2), reasons})
				}
				slices.SortStableFunc(out.Breeds, func(a, b struct {
					Name    string   `json:"name"`
					Score   float64  `json:"score"`
					Reasons []string `json:"reasons"`
				}) int {
					if a.Score > b.Score {
						return -1
					}
					if a.Score < b.Score {
						return 1
					}
					return 0
				})
				out.Breeds = out.Breeds[:min(5, len(out.Breeds))]
				return out, nil
			}, `{"hours_active_a_day":2}`, `{"species":"cat","hours_active_a_day":0.5,"first_animal":true}`),
	}
}
