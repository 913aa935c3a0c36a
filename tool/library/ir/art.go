package ir

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func artwork(w *world.World, id string) (world.Artwork, error) {
	return define.Row(w, world.Artworks, id, "search_artworks shows identifiers")
}

func artTools() []define.Tool {
	return []define.Tool{
		define.List("search_artworks", "Finds works of art by title, artist, culture, kind, material, museum and time.", world.Artworks, "title~query artist~ culture= classification= medium~ museum_id= year>=from_year year<=until_year", "id title artist year culture classification museum", "year+ title+ year-", `{"culture":"Dutch"}`, `{"query":"the","classification":"painting","from_year":1600}`),
		define.Get("get_artwork", "Gives a work of art by its identifier.", world.Artworks, "id=artwork_id", "", "search_artworks shows identifiers", `{"artwork_id":"AW0001"}`, `{"artwork_id":"AW0160"}`),
		define.View("artwork_image", "Gives the address of a picture of a work of art by the rules of the international image framework, in a size of choice.",
			func(w *world.World, in struct {
				ID       string `json:"artwork_id" doc:"Artwork identifier" min:"1" max:"20"`
				Width    int    `json:"width" doc:"Greatest width in pixels" min:"32" max:"4000" default:"800"`
				Rotation int    `json:"rotation" doc:"Rotation in degrees" min:"0" max:"359" default:"0"`
				Format   string `json:"format" doc:"Format" enum:"jpg,png,webp" default:"jpg"`
				Grey     bool   `json:"grey" doc:"Whether in shades of grey" default:"false"`
			}) (out struct {
				URL    string `json:"url" format:"uri"`
				Width  int    `json:"width"`
				Height int    `json:"height"`
			}, err error) {
				a, err := artwork(w, in.ID)
				if err != nil {
					return out, err
				}
				quality := "default"
				if in.Grey {
					quality = "gray"
				}
				out.Width = min(in.Width, 2*a.Width)
				out.Height = max(1, out.Width*a.Height/a.Width)
				out.URL = fmt.Sprintf("https://iiif.example/image/%s/full/%d,/%d/%s.%s", a.ID, out.Width, in.Rotation, quality, in.Format)
				return out, nil
			}, `{"artwork_id":"AW0002"}`, `{"artwork_id":"AW0003","width":200,"format":"png","grey":true}`),
		define.View("museum_collection", "Sums up what a museum holds: works by kind and culture, how many are on view, oldest and newest.",
			func(w *world.World, in struct {
				Museum string `json:"museum" doc:"Name or place identifier of the museum, or an artwork identifier whose museum is meant" min:"2" max:"100"`
			}) (out struct {
				Museum   string         `json:"museum"`
				City     string         `json:"city"`
				Works    int            `json:"works"`
				OnView   int            `json:"on_view"`
				Kinds    map[string]int `json:"by_kind"`
				Cultures map[string]int `json:"by_culture"`
				From     int            `json:"oldest"`
				Until    int            `json:"newest"`
			}, err error) {
				out.Kinds, out.Cultures, out.From = map[string]int{}, map[string]int{}, 9999
				if a, ok := world.Artworks.Get(w, in.Museum); ok {
					in.Museum = a.MuseumID
				}
				for _, a := range world.Artworks.All(w) {
					if a.MuseumID != in.Museum && !strings.EqualFold(a.Museum, in.Museum) {
						continue
					}
					p, _ := world.Places.Get(w, a.MuseumID)
					out.Museum, out.City, out.Works = a.Museum, p.City, out.Works+1
					if a.Gallery > 0 {
						out.OnView++
					}
					out.Kinds[a.Class]++
					out.Cultures[a.Culture]++
					out.From, out.Until = min(out.From, a.Year), max(out.Until, a.Year)
				}
				if out.Works == 0 {
					return out, define.NotFound("museum with works", in.Museum, "get_artwork names museums")
				}
				return out, nil
			}, `{"museum":"AW0001"}`, `{"museum":"AW0002"}`),
		define.View("artist_works", "Gives all works of an artist, with the years of activity and where they hang.",
			func(w *world.World, in struct {
				Artist string `json:"artist" doc:"Artist, or an artwork identifier whose artist is meant" min:"2" max:"80"`
			}) (out struct {
				Artist  string          `json:"artist"`
				First   int             `json:"first_year"`
				Last    int             `json:"last_year"`
				Museums []string        `json:"museums"`
				Works   []world.Artwork `json:"works"`
			}, err error) {
				out.Artist = in.Artist
				if a, ok := world.Artworks.Get(w, in.Artist); ok {
					out.Artist = a.Artist
				}
				for _, a := range world.SortBy(world.Artworks.Where(w, func(a *world.Artwork) bool { return strings.EqualFold(a.Artist, out.Artist) }), func(a world.Artwork) int { return a.Year }) {
					if out.Works = append(out.Works, a); len(out.Works) == 1 {
						out.First = a.Year
					}
					out.Last = a.Year
					if !slices.Contains(out.Museums, a.Museum) {
						out.Museums = append(out.Museums, a.Museum)
					}
				}
				if len(out.Works) == 0 {
					return out, define.NotFound("artist", in.Artist, "search_artworks shows artists")
				}
				return out, nil
			}, `{"artist":"AW0001"}`, `{"artist":"AW0010"}`),
		define.View("similar_artworks", "Finds works like one: of the same culture, kind and material, near in time.",
			func(w *world.World, in struct {
				ID    string `json:"artwork_id" doc:"Artwork identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Works []struct {
					Work  world.Artwork `json:"work"`
					Score float64       `json:"score"`
				} `json:"works"`
			}, err error) {
				a, err := artwork(w, in.ID)
				if err != nil {
					return out, err
				}
				score := func(o world.Artwork) float64 {
					s := 3 - min(3, abs(float64(a.Year-o.Year))/60)
					for _, same := range []bool{a.Culture == o.Culture, a.Class == o.Class, a.Medium == o.Medium} {
						if same {
							s += 2
						}
					}
					return s
				}
				all := world.TopBy(world.Artworks.Where(w, func(o *world.Artwork) bool { return o.ID != a.ID }), score)
				for _, o := range all[:in.Count] {
					out.Works = append(out.Works, struct {
						Work  world.Artwork `json:"work"`
						Score float64       `json:"score"`
					}{o, world.Round(score(o), 2)})
				}
				return out, nil
			}, `{"artwork_id":"AW0005"}`, `{"artwork_id":"AW0050","count":2}`),
		define.View("plan_gallery_tour", "Plans a tour through a museum: the works on view in the order of the galleries, as many as the time allows.",
			func(w *world.World, in struct {
				ID      string `json:"artwork_id" doc:"A work that must be seen; its museum is visited" min:"1" max:"20"`
				Minutes int    `json:"minutes" doc:"Time" min:"10" max:"480" default:"60"`
			}) (out struct {
				Museum string   `json:"museum"`
				Opens  string   `json:"opens"`
				Fee    float64  `json:"fee_usd"`
				Stops  []string `json:"stops"`
				Unseen int      `json:"unseen" doc:"Works on view that time does not allow"`
			}, err error) {
				a, err := artwork(w, in.ID)
				if err != nil {
					return out, err
				}
				p, _ := world.Places.Get(w, a.MuseumID)
				out.Museum, out.Opens, out.Fee = p.Name, p.Opens, p.Fee
				if a.Gallery == 0 {
					return out, define.Fail("in_store", "%s is in store; similar_artworks may find one on view", a.Title)
				}
				all := world.SortBy(world.Artworks.Where(w, func(o *world.Artwork) bool { return o.MuseumID == a.MuseumID && o.Gallery > 0 }), func(o world.Artwork) int { return o.Gallery })
				left := in.Minutes - 8
				for _, o := range all {
					if o.ID == a.ID || left >= 8 {
						out.Stops = append(out.Stops, fmt.Sprintf("gallery %d: %s by %s", o.Gallery, o.Title, o.Artist))
						if o.ID != a.ID {
							left -= 8
						}
					} else {
						out.Unseen++
					}
				}
				return out, nil
			}, `{"artwork_id":"AW0001"}`, `{"artwork_id":"AW0002","minutes":30}`),
		define.Act("save_artwork", "Keeps a work of art in the user's collection, and gives the collection by culture.",
			func(w *world.World, in struct {
				ID   string `json:"artwork_id" doc:"Artwork identifier" min:"1" max:"20"`
				Note string `json:"note" doc:"Remark" max:"300" default:""`
			}) (out struct {
				Saved    world.Saved    `json:"saved"`
				Cultures map[string]int `json:"by_culture"`
			}, err error) {
				if _, err := artwork(w, in.ID); err != nil {
					return out, err
				}
				out.Saved, out.Cultures = world.Save(w, "artwork", in.ID, in.Note), map[string]int{}
				for _, s := range world.SavedRefs(w, "artwork") {
					if a, ok := world.Artworks.Get(w, s.Ref); ok {
						out.Cultures[a.Culture]++
					}
				}
				return out, nil
			}, `{"artwork_id":"AW0007"}`, `{"artwork_id":"AW0008","note":"for the talk"}`),
	}
}

func abs(x float64) float64 { return max(x, -x) }
