package world

import (
	"fmt"
)

// Breed is a breed of dog or cat; breeds are the same in every seed.
type Breed struct {
	ID        string   `json:"id" doc:"Breed identifier"`
	Name      string   `json:"name" doc:"Breed"`
	Species   string   `json:"species" doc:"Species" enum:"dog,cat"`
	Group     string   `json:"group" doc:"Group of breeds; a sub-breed names its parent breed here"`
	Origin    string   `json:"origin" doc:"Country or region of origin"`
	Low       float64  `json:"weight_low_kg" doc:"Least usual weight in kg"`
	High      float64  `json:"weight_high_kg" doc:"Greatest usual weight in kg"`
	Life      int      `json:"life_years" doc:"Usual age in years"`
	Energy    int      `json:"energy" doc:"Energy from 1 to 5" min:"1" max:"5"`
	Temper    []string `json:"temperament" doc:"Temperament"`
	Shedding  int      `json:"shedding" doc:"Shedding from 1 to 5" min:"1" max:"5"`
	Beginners bool     `json:"for_beginners" doc:"Whether it suits beginners"`
}

// Key is the identifier.
func (x Breed) Key() string { return x.ID }

// Pet is an animal in a shelter.
type Pet struct {
	ID      string  `json:"id" doc:"Pet identifier"`
	Name    string  `json:"name" doc:"Name"`
	Species string  `json:"species" doc:"Species" enum:"dog,cat"`
	Breed   string  `json:"breed" doc:"Breed"`
	Age     int     `json:"age_years" doc:"Age in years"`
	City    string  `json:"city" doc:"City of the shelter"`
	Fee     float64 `json:"fee_usd" doc:"Adoption fee in US dollars"`
	Status  string  `json:"status" doc:"State" enum:"available,reserved,adopted"`
	Arrived Date    `json:"arrived" doc:"Day of arrival"`
}

// Key is the identifier.
func (p Pet) Key() string { return p.ID }

// Tables of animals.
var (
	Breeds = Table[Breed]{"breeds", makeBreeds}
	Pets   = Table[Pet]{"pets", makePets}
)

// name:group:origin:low:high:life:energy:shedding
const dogText = `Labrador Retriever:Retriever:Canada:25:36:12:5:4|Golden Retriever:Retriever:Scotland:25:34:11:4:4|Flat-Coated Retriever:Retriever:England:25:36:9:5:3|German Shepherd:Shepherd:Germany:22:40:11:5:5|Australian Shepherd:Shepherd:United States:16:32:14:5:4|Belgian Shepherd:Shepherd:Belgium:20:30:13:5:4|Border Collie:Collie:Scotland:14:20:13:5:4|Bearded Collie:Collie:Scotland:18:27:13:4:3|Rough Collie:Collie:Scotland:18:30:13:4:5|Yorkshire Terrier:Terrier:England:2:3.2:14:4:1|Fox Terrier:Terrier:England:6.5:8:14:5:2|Bull Terrier:Terrier:England:20:36:12:4:2|Scottish Terrier:Terrier:Scotland:8:10:12:3:1|Airedale Terrier:Terrier:England:18:29:12:5:1|Cocker Spaniel:Spaniel:England:12:16:13:4:3|Springer Spaniel:Spaniel:England:16:25:13:5:3|Cavalier King Charles Spaniel:Spaniel:England:5.5:8:12:3:3|Standard Poodle:Poodle:Germany:18:32:13:4:1|Miniature Poodle:Poodle:Germany:4.5:7:15:4:1|Toy Poodle:Poodle:Germany:2:4:15:4:1|Standard Dachshund:Dachshund:Germany:7:15:13:3:2|Miniature Dachshund:Dachshund:Germany:3:5:14:3:2|Giant Schnauzer:Schnauzer:Germany:25:47:13:5:2|Miniature Schnauzer:Schnauzer:Germany:5:9:13:4:2|Siberian Husky:Spitz:Russia:16:27:13:5:5|Alaskan Malamute:Spitz:United States:34:43:11:5:5|Samoyed:Spitz:Russia:16:30:13:4:5|Pomeranian:Spitz:Germany:1.8:3.5:14:3:4|Akita:Spitz:Japan:32:59:11:3:4|Shiba Inu:Spitz:Japan:8:11:14:3:4|Beagle:Hound:England:9:14:13:5:3|Basset Hound:Hound:France:20:29:12:2:3|Greyhound:Hound:England:27:40:12:3:2|Whippet:Hound:England:7:14:13:3:2|Afghan Hound:Hound:Afghanistan:20:27:12:4:3|Irish Wolfhound:Hound:Ireland:48:69:7:3:3|Rhodesian Ridgeback:Hound:South Africa:29:41:11:4:2|Saluki:Hound:Middle East:16:29:14:4:2|English Bulldog:Mastiff:England:18:25:9:2:3|French Bulldog:Mastiff:France:9:13:11:3:2|Boxer:Mastiff:Germany:25:32:11:5:2|Great Dane:Mastiff:Germany:50:79:9:3:3|Rottweiler:Mastiff:Germany:36:61:10:4:3|Saint Bernard:Mastiff:Switzerland:54:82:9:2:4|Newfoundland:Mastiff:Canada:45:68:9:3:4|Bernese Mountain Dog:Mountain:Switzerland:36:52:8:3:5|Pyrenean Mountain Dog:Mountain:France:36:54:11:3:4|Pug:Toy:China:6:8:13:3:4|Chihuahua:Toy:Mexico:1.4:2.7:15:4:2|Maltese:Toy:Malta:1.4:3.6:14:3:1|Shih Tzu:Toy:Tibet:4:7.2:13:2:1|Pekingese:Toy:China:3.2:6.4:13:2:3|Papillon:Toy:France:2.3:4.5:14:4:3|Dalmatian:Companion:Croatia:20:32:12:5:4|Lhasa Apso:Companion:Tibet:5:8:13:2:1|Chow Chow:Companion:China:20:32:11:2:4|Weimaraner:Pointer:Germany:25:40:12:5:2|English Pointer:Pointer:England:20:34:14:5:2|Hungarian Vizsla:Pointer:Hungary:20:30:13:5:2|Portuguese Water Dog:Water:Portugal:16:27:12:5:1`

const catText = `Abyssinian:Short hair:Ethiopia:3:5:14:5:2|American Shorthair:Short hair:United States:3:6.5:16:3:3|Balinese:Long hair:United States:2.5:5:15:5:2|Bengal:Short hair:United States:3.5:7:14:5:2|Birman:Long hair:Myanmar:3:6:14:3:3|Bombay:Short hair:United States:3:5:14:3:2|British Shorthair:Short hair:England:4:8:14:2:4|Burmese:Short hair:Myanmar:3.5:6:15:4:2|Chartreux:Short hair:France:3:7:13:2:3|Cornish Rex:Short hair:England:2.5:4.5:13:5:1|Devon Rex:Short hair:England:2.5:4.5:13:5:1|Egyptian Mau:Short hair:Egypt:2.7:5:14:5:3|Exotic Shorthair:Short hair:United States:3:6:13:2:3|Himalayan:Long hair:United States:3.5:6:11:1:4|Japanese Bobtail:Short hair:Japan:2.5:4.5:15:5:2|Korat:Short hair:Thailand:2.7:4.5:14:3:2|Maine Coon:Long hair:United States:5:11:13:3:4|Manx:Short hair:Isle of Man:3.5:6:13:3:3|Norwegian Forest Cat:Long hair:Norway:4:9:14:3:4|Ocicat:Short hair:United States:3:6.5:13:5:2|Oriental:Short hair:England:2.5:5:14:5:2|Persian:Long hair:Iran:3.5:6:14:1:5|Ragamuffin:Long hair:United States:4:9:14:3:4|Ragdoll:Long hair:United States:4.5:9:14:3:4|Russian Blue:Short hair:Russia:3:6:15:3:2|Scottish Fold:Short hair:Scotland:2.7:6:13:3:3|Siamese:Short hair:Thailand:2.5:5:15:5:2|Siberian:Long hair:Russia:4:8:14:4:4|Singapura:Short hair:Singapore:2:3.5:14:5:2|Somali:Long hair:United States:2.7:5:13:5:3|Sphynx:Hairless:Canada:3:5:12:4:1|Tonkinese:Short hair:Canada:3:5.5:14:5:2|Turkish Angora:Long hair:Turkey:2.5:5:14:5:3|Turkish Van:Long hair:Turkey:3.5:8:14:5:3`

func makeBreeds(b *Base) []Breed {
	var out []Breed
	for i, text := range []string{dogText, catText} {
		for _, line := range list(text) {
			var f [8]string
			k := 0
			for _, r := range line {
				if r == ':' {
					k++
				} else {
					f[k] += string(r)
				}
			}
			x := Breed{ID: id("BR", len(out)), Name: f[0], Species: words("dog cat")[i], Group: f[1], Origin: f[2]}
			fmt.Sscan(f[3]+" "+f[4]+" "+f[5]+" "+f[6]+" "+f[7], &x.Low, &x.High, &x.Life, &x.Energy, &x.Shedding)
			x.Temper = [][]string{{"calm", "gentle"}, {"calm", "loyal"}, {"friendly", "even"}, {"lively", "curious"}, {"active", "clever", "playful"}}[x.Energy-1]
			x.Beginners = x.Energy < 5 && x.High < 40
			out = append(out, x)
		}
	}
	return out
}

func makePets(b *Base) []Pet {
	g, breeds, cities := b.gen("pets"), Breeds.Base(b), Cities.Base(b)
	out := make([]Pet, 110)
	for i := range out {
		x := pick(g, breeds)
		status := "available"
		if i >= 8 && g.chance(0.2) {
			status = pick(g, words("reserved adopted"))
		}
		out[i] = Pet{id("PT", i), pick(g, words("Luna Milo Bella Oscar Nala Simba Coco Rex Daisy Felix Ruby Max Pepper Olive Ziggy Hazel")), x.Species, x.Name, g.between(0, 13), pick(g, cities).Name, float64(10 * g.between(3, 30)), status, Today - Date(g.between(1, 240))}
	}
	return out
}
