package world

import (
	"fmt"
	"math"
)

// Film is a film.
type Film struct {
	ID       string   `json:"id" doc:"Film identifier"`
	Title    string   `json:"title" doc:"Title"`
	Year     int      `json:"year" doc:"Year of release"`
	Genre    string   `json:"genre" doc:"Genre" enum:"drama,comedy,thriller,science fiction,documentary,animation"`
	Director string   `json:"director" doc:"Director"`
	Cast     []string `json:"cast" doc:"Leading actors"`
	Minutes  int      `json:"minutes" doc:"Length in minutes"`
	Rating   float64  `json:"rating" doc:"Rating from 1 to 10"`
	Votes    int      `json:"votes" doc:"Ratings given"`
	Country  string   `json:"country" doc:"Two-letter country code"`
	Plot     string   `json:"plot" doc:"What happens"`
	Gross    float64  `json:"gross_millions_usd" doc:"Box office in millions of US dollars"`
}

// Key is the identifier.
func (f Film) Key() string { return f.ID }

// Artist is a musician or band.
type Artist struct {
	ID        string `json:"id" doc:"Artist identifier"`
	Name      string `json:"name" doc:"Artist"`
	Genre     string `json:"genre" doc:"Genre" enum:"pop,rock,jazz,electronic,folk,classical"`
	Country   string `json:"country" doc:"Two-letter country code"`
	Formed    int    `json:"formed" doc:"Year of the first record"`
	Followers int    `json:"followers" doc:"Followers"`
}

// Key is the identifier.
func (a Artist) Key() string { return a.ID }

// Song is a recording.
type Song struct {
	ID       string `json:"id" doc:"Song identifier"`
	Title    string `json:"title" doc:"Title"`
	ArtistID string `json:"artist_id" doc:"Artist identifier"`
	Artist   string `json:"artist" doc:"Artist"`
	Album    string `json:"album" doc:"Album"`
	Year     int    `json:"year" doc:"Year of release"`
	Genre    string `json:"genre" doc:"Genre" enum:"pop,rock,jazz,electronic,folk,classical"`
	Seconds  int    `json:"seconds" doc:"Length in seconds"`
	BPM      int    `json:"bpm" doc:"Beats in a minute"`
	Plays    int    `json:"plays" doc:"Plays"`
}

// Key is the identifier.
func (s Song) Key() string { return s.ID }

// Playlist is a list of songs.
type Playlist struct {
	ID    string   `json:"id" doc:"Playlist identifier"`
	Name  string   `json:"name" doc:"Name"`
	Owner string   `json:"owner" doc:"Username of its owner; me is the user"`
	Songs []string `json:"songs" doc:"Song identifiers"`
}

// Key is the identifier.
func (p Playlist) Key() string { return p.ID }

// Book is a book.
type Book struct {
	ID        string  `json:"id" doc:"Book identifier"`
	Title     string  `json:"title" doc:"Title"`
	Author    string  `json:"author" doc:"Author"`
	Year      int     `json:"year" doc:"Year of publication"`
	Genre     string  `json:"genre" doc:"Genre" enum:"novel,crime,fantasy,history,science,travel"`
	Language  string  `json:"language" doc:"Language" enum:"en,es,fr,de,it,pt"`
	Pages     int     `json:"pages" doc:"Pages"`
	ISBN      string  `json:"isbn" doc:"ISBN of 13 digits"`
	Rating    float64 `json:"rating" doc:"Rating from 1 to 5"`
	Downloads int     `json:"downloads" doc:"Downloads of the free edition, 0 when there is none"`
}

// Key is the identifier.
func (k Book) Key() string { return k.ID }

// Poem is a short poem.
type Poem struct {
	ID     string   `json:"id" doc:"Poem identifier"`
	Title  string   `json:"title" doc:"Title"`
	Author string   `json:"author" doc:"Poet"`
	Lines  []string `json:"lines" doc:"Lines"`
}

// Key is the identifier.
func (p Poem) Key() string { return p.ID }

// App is an app of the store.
type App struct {
	ID        string  `json:"id" doc:"App identifier"`
	Title     string  `json:"title" doc:"App"`
	Developer string  `json:"developer" doc:"Developer"`
	Category  string  `json:"category" doc:"Kind of app" enum:"game,productivity,education,health,travel,finance"`
	Price     float64 `json:"price_usd" doc:"Price in US dollars, 0 when free"`
	Rating    float64 `json:"rating" doc:"Rating from 1 to 5"`
	Installs  int     `json:"installs" doc:"Installations"`
	SizeMB    int     `json:"size_mb" doc:"Size in MB"`
	Updated   Date    `json:"updated" doc:"Day of the last update"`
	Version   string  `json:"version" doc:"Version"`
}

// Key is the identifier.
func (a App) Key() string { return a.ID }

// Video is a video on the web.
type Video struct {
	ID        string `json:"id" doc:"Video identifier"`
	Title     string `json:"title" doc:"Title"`
	Channel   string `json:"channel" doc:"Channel"`
	Topic     string `json:"topic" doc:"Topic" enum:"cooking,travel,music,science,fitness,news"`
	Ref       string `json:"about" doc:"Identifier of the recipe, place or song it is about; may be empty"`
	Seconds   int    `json:"seconds" doc:"Length in seconds"`
	Views     int    `json:"views" doc:"Views"`
	Published Date   `json:"published" doc:"Day of publication"`
}

// Key is the identifier.
func (v Video) Key() string { return v.ID }

// Tables of media.
var (
	Films     = Table[Film]{"films", makeFilms}
	Artists   = Table[Artist]{"artists", makeArtists}
	Songs     = Table[Song]{"songs", makeSongs}
	Playlists = Table[Playlist]{"playlists", makePlaylists}
	Books     = Table[Book]{"books", makeBooks}
	Poems     = Table[Poem]{"poems", makePoems}
	Apps      = Table[App]{"apps", makeApps}
	Videos    = Table[Video]{"videos", makeVideos}
)

const (
	titleAdjectives = "Silent|Broken|Golden|Distant|Hidden|Last|Paper|Crimson|Second|Northern|Hollow|Bright|Restless|Borrowed|Glass|Slow"
	titleNouns      = "Harbor|Winter|Garden|Signal|Letters|Mountain|Orchard|Mirror|River|Shadow|Carnival|Island|Clock|Bridge|Voices|Horizon|Lantern|Season"
)

func (g gen) title(seen map[string]bool) string {
	return unique(seen, func() string {
		a, n := pick(g, list(titleAdjectives)), pick(g, list(titleNouns))
		switch g.IntN(4) {
		case 0:
			return "The " + a + " " + n
		case 1:
			return n + " of the " + a + " " + pick(g, list(titleNouns))
		case 2:
			return "A " + n + " in " + pick(g, list("May|Lisbon|the Rain|Blue|Exile|Winter"))
		}
		return a + " " + n
	})
}

func makeFilms(b *Base) []Film {
	g, names, seen, countries := b.gen("films"), b.namer("films"), map[string]bool{}, Countries.Base(b)
	var pool []string
	for range 90 {
		pool = append(pool, names.person(pick(g, countries).Code, pick(g, genders)))
	}
	out := make([]Film, 120)
	for i := range out {
		cast := some(g, pool[30:], 3)
		genre := list("drama|comedy|thriller|science fiction|documentary|animation")[i%6]
		out[i] = Film{
			id("FM", i), g.title(seen), g.between(1978, 2025), genre, pick(g, pool[:30]), cast, g.between(78, 178), g.real(4.1, 9.1, 1), g.between(200, 900000), pick(g, countries).Code,
			fmt.Sprintf("%s %s and must %s before %s.", pick(g, list("A retired pilot|A young baker|Two sisters|A careful thief|A lighthouse keeper|An interpreter")), pick(g, list("finds a letter that was never sent|returns to a flooded town|is mistaken for a spy|inherits a failing circus|hears a voice on an old radio")), pick(g, list("choose a side|solve the riddle|cross the border|win back a friend")), pick(g, list("the river freezes|the last train leaves|the festival begins|the truth is sold"))),
			g.real(0.1, 420, 1),
		}
	}
	return out
}

func makeArtists(b *Base) []Artist {
	g, names, seen, countries := b.gen("artists"), b.namer("artists"), map[string]bool{}, Countries.Base(b)
	out := make([]Artist, 80)
	for i := range out {
		c := pick(g, countries)
		name := names.person(c.Code, pick(g, genders))
		if i%2 == 1 {
			name = unique(seen, func() string {
				return "The " + pick(g, list(titleAdjectives)) + " " + pick(g, list("Foxes|Pilots|Choir|Machines|Tides|Neighbours|Quartet|Engines"))
			})
		}
		out[i] = Artist{id("AR", i), name, words("pop rock jazz electronic folk classical")[i%6], c.Code, g.between(1975, 2019), g.between(2, 90000) * 100}
	}
	return out
}

func makeSongs(b *Base) []Song {
	g, seen := b.gen("songs"), map[string]bool{}
	var out []Song
	for _, a := range Artists.Base(b) {
		album := g.title(seen)
		year := g.between(a.Formed, 2025)
		for range 4 {
			out = append(out, Song{id("SO", len(out)), g.title(seen), a.ID, a.Name, album, year, a.Genre, g.between(120, 420), g.between(62, 176), int(float64(a.Followers) * g.real(0.3, 30, 2))})
		}
	}
	return out
}

func makePlaylists(b *Base) []Playlist {
	g, songs, people := b.gen("playlists"), Songs.Base(b), People.Base(b)
	out := make([]Playlist, 54)
	for i := range out {
		p := Playlist{ID: id("PY", i), Name: pick(g, list("Morning|Focus|Road trip|Rainy day|Kitchen|Running|Late night|Party")) + " " + itoa(i+1), Owner: pick(g, people).Username}
		if i < 5 {
			p.Owner = "me"
		}
		for _, s := range some(g, songs, g.between(3, 12)) {
			p.Songs = append(p.Songs, s.ID)
		}
		out[i] = p
	}
	return out
}

func makeBooks(b *Base) []Book {
	g, names, seen, countries := b.gen("books"), b.namer("books"), map[string]bool{}, Countries.Base(b)
	var pool []string
	for range 50 {
		pool = append(pool, names.person(pick(g, countries).Code, pick(g, genders)))
	}
	out := make([]Book, 120)
	for i := range out {
		year, free := g.between(1860, 2025), 0
		if year < 1950 {
			free = g.between(40, 90000)
		}
		body := fmt.Sprintf("978%09d", g.IntN(1e9))
		out[i] = Book{id("BO", i), g.title(seen), pick(g, pool), year, words("novel crime fantasy history science travel")[i%6], pick(g, words("en en en es fr de it pt")), g.between(96, 880), body + isbnDigit(body), g.real(2.8, 4.9, 1), free}
	}
	return out
}

func isbnDigit(body string) string { return checkDigit(body) }

func makePoems(b *Base) []Poem {
	g, seen, books := b.gen("poems"), map[string]bool{}, Books.Base(b)
	out := make([]Poem, 52)
	for i := range out {
		p := Poem{ID: id("PO", i), Title: g.title(seen), Author: books[g.IntN(40)].Author}
		for range g.between(2, 4) * 2 {
			p.Lines = append(p.Lines, pick(g, list("The morning|A stone|My neighbour|The last boat|Nobody|An open door|The snow"))+" "+pick(g, list("remembers|forgives|counts|carries|waits for|sings to"))+" "+pick(g, list("the harbour|the dark|our names|the rain|a small light|the road home")))
		}
		out[i] = p
	}
	return out
}

func makeApps(b *Base) []App {
	g, seen, companies := b.gen("apps"), map[string]bool{}, Companies.Base(b)
	out := make([]App, 120)
	for i := range out {
		kind := words("game productivity education health travel finance")[i%6]
		title := unique(seen, func() string {
			return pick(g, list("Pixel|Tiny|Daily|Smart|Cloud|Super|Happy|Zen|Quick|Magic")) + " " + pick(g, commas(map[string]string{"game": "Quest,Puzzle,Racer,Farm", "productivity": "Notes,Planner,Scanner", "education": "Tutor,Words,Maths", "health": "Steps,Yoga,Sleep", "travel": "Maps,Trips,Packing", "finance": "Wallet,Budget,Ledger"}[kind])) + pick(g, list("| Go| Pro| 2| Plus"))
		})
		price := 0.0
		if g.chance(0.3) {
			price = float64(g.between(1, 12)) - 0.01
		}
		out[i] = App{id("AP", i), title, pick(g, companies).Name, kind, price, g.real(2.2, 4.9, 1), int(math.Pow(10, g.real(3, 8, 2))), g.between(4, 900), Today - Date(g.between(1, 700)), fmt.Sprintf("%d.%d.%d", g.between(1, 9), g.between(0, 20), g.between(0, 9))}
	}
	return out
}

func makeVideos(b *Base) []Video {
	g, recipes, places, songs := b.gen("videos"), Recipes.Base(b), Places.Base(b), Songs.Base(b)
	out := make([]Video, 120)
	for i := range out {
		v := Video{ID: id("VD", i), Topic: words("cooking travel music science fitness news")[i%6], Channel: pick(g, list("Kitchen Window|Lost Suitcase|Tone Lab|Field Notes|Move Daily|City Desk|Two Minute World")), Seconds: g.between(40, 2400), Views: int(math.Pow(10, g.real(2, 7, 2))), Published: Today - Date(g.between(1, 1500))}
		switch v.Topic {
		case "cooking":
			r := recipes[(i/6)%len(recipes)]
			v.Ref, v.Title = r.ID, "How to make "+r.Title
		case "travel":
			p := places[(i*7)%len(places)]
			v.Ref, v.Title = p.ID, "A day at "+p.Name
		case "music":
			s := songs[(i*5)%len(songs)]
			v.Ref, v.Title = s.ID, s.Artist+" - "+s.Title+" (live)"
		case "science":
			v.Title = pick(g, list("Why|How")) + " " + pick(g, list("glaciers move|bees find home|batteries age|bridges sing|tides turn")) + ", part " + itoa(i/6+1)
		case "fitness":
			v.Title = itoa(g.between(5, 40)) + " minutes of " + pick(g, words("stretching core yoga cardio balance")) + " for " + pick(g, words("beginners runners everyone")) + " #" + itoa(i/6+1)
		default:
			v.Title = "The week in " + pick(g, places).City + " #" + itoa(i/6+1)
		}
		out[i] = v
	}
	return out
}
