package world

// Artwork is a work of art in a museum.
type Artwork struct {
	ID       string `json:"id" doc:"Artwork identifier"`
	Title    string `json:"title" doc:"Title"`
	Artist   string `json:"artist" doc:"Artist"`
	Year     int    `json:"year" doc:"Year"`
	Culture  string `json:"culture" doc:"Culture" enum:"Dutch,French,Italian,Japanese,American,Mexican,Persian,Greek"`
	Class    string `json:"classification" doc:"Kind of work" enum:"painting,print,sculpture,photograph,vessel,textile"`
	Medium   string `json:"medium" doc:"Material"`
	MuseumID string `json:"museum_id" doc:"Place identifier of the museum"`
	Museum   string `json:"museum" doc:"Museum"`
	Gallery  int    `json:"gallery" doc:"Gallery, 0 when in store"`
	Width    int    `json:"width_mm" doc:"Width in mm"`
	Height   int    `json:"height_mm" doc:"Height in mm"`
}

// Key is the identifier.
func (a Artwork) Key() string { return a.ID }

// Artworks are the museums' works.
var Artworks = Table[Artwork]{"artworks", makeArtworks}

func makeArtworks(b *Base) []Artwork {
	g, names, seen := b.gen("artworks"), b.namer("artworks"), map[string]bool{}
	countries := map[string]string{"Dutch": "NL", "French": "FR", "Italian": "IT", "Japanese": "JP", "American": "US", "Mexican": "MX", "Persian": "QA", "Greek": "GR"}
	var museums []Place
	for _, p := range Places.Base(b) {
		if p.Kind == "museum" {
			museums = append(museums, p)
		}
	}
	artists := map[string][]string{}
	out := make([]Artwork, 160)
	for i := range out {
		culture, class := list("Dutch|French|Italian|Japanese|American|Mexican|Persian|Greek")[i%8], words("painting print sculpture photograph vessel textile")[i%6]
		if len(artists[culture]) < 6 {
			artists[culture] = append(artists[culture], names.person(countries[culture], pick(g, genders)))
		}
		medium := map[string]string{"painting": "oil on canvas,tempera on panel,watercolour", "print": "woodcut,etching,lithograph", "sculpture": "bronze,marble,oak", "photograph": "gelatin silver print,albumen print", "vessel": "glazed earthenware,porcelain,glass", "textile": "silk,wool,cotton"}[class]
		year := g.between(1500, 1990)
		if class == "photograph" {
			year = g.between(1850, 2010)
		}
		m := museums[i%min(len(museums), 30)]
		out[i] = Artwork{id("AW", i), g.title(seen), pick(g, artists[culture]), year, culture, class, pick(g, commas(medium)), m.ID, m.Name, g.between(0, 30), g.between(80, 2400), g.between(80, 2400)}
		if i < 2 { // these two are on view in every seed
			out[i].Gallery = i + 3
		}
	}
	return out
}
