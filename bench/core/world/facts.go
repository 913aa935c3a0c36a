package world

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deft/tool/builtin"
)

// Tools of scenario IR, information retrieval.

func animalFacts(_ context.Context, _ *World, a struct{ Animal string }) (object, error) {
	return object{
		"diet": choose([]string{"plants", "insects", "fish", "meat", "nearly anything"}, "diet", a.Animal), "habitat": choose([]string{"forest", "grassland", "coast", "mountains", "wetland"}, "home", a.Animal),
		"lifespan_years": 2 + draw(60, "life", a.Animal),
	}, nil
}

func scanURL(_ context.Context, _ *World, a struct{ URL string }) (object, error) {
	bad := draw(3, "scan", a.URL) * draw(9, "scan2", a.URL)
	return object{"verdict": verdict(bad), "detections": bad}, nil
}

func verdict(detections int) string {
	if detections == 0 {
		return "clean"
	}
	return "malicious"
}

func checkHash(_ context.Context, _ *World, a struct{ SHA256 string }) (object, error) {
	bad := draw(2, a.SHA256)
	return object{"verdict": verdict(bad), "first_seen": fmt.Sprintf("20%02d-%02d-01", 15+draw(10, "y", a.SHA256), 1+draw(12, "m", a.SHA256))}, nil
}

func findArtwork(_ context.Context, _ *World, a struct{ Title string }) (object, error) {
	return object{"artwork_id": number("AW", a.Title), "artist": choose(people(), "art", a.Title)}, nil
}

func artworkDetails(_ context.Context, _ *World, a struct {
	ID string `json:"artwork_id"`
}) (object, error) {
	return object{
		"museum": choose([]string{"National Gallery of Arden", "Museum of the Bay", "Kunsthalle Nord"}, a.ID), "year": 1600 + draw(400, a.ID),
		"technique": choose([]string{"oil on canvas", "watercolour", "bronze", "fresco"}, "tech", a.ID),
	}, nil
}

func matchResult(_ context.Context, _ *World, a struct{ Team, Date string }) (object, error) {
	return object{
		"opponent":  choose([]string{"Rovers", "Athletic", "United Harbour", "Sporting Vale"}, a.Team, a.Date),
		"goals_for": draw(5, "for", a.Team, a.Date), "goals_against": draw(4, "against", a.Team, a.Date),
	}, nil
}

func leagueTable(_ context.Context, _ *World, a struct{ League, Season string }) (object, error) {
	clubs := map[string][]string{
		"Premier League": {"Arsenal", "Liverpool", "Chelsea"}, "La Liga": {"Barcelona", "Real Madrid", "Sevilla"}, "Bundesliga": {"Bayern", "Dortmund", "Leipzig"},
		"Serie A": {"Inter", "Napoli", "Roma"}, "Ligue 1": {"Paris", "Lyon", "Lille"},
	}[a.League]
	at := draw(3, a.League, a.Season)
	ranking := append(slices.Clone(clubs[at:]), clubs[:at]...)
	return object{"leader": ranking[0], "ranking": ranking}, nil
}

// lookUpCompany makes the symbol of the name's letters, as exchanges do.
func lookUpCompany(_ context.Context, _ *World, a struct{ Name string }) (object, error) {
	var symbol strings.Builder
	for _, word := range strings.Fields(strings.ToUpper(a.Name)) {
		for i, r := range word {
			if i < 2 && r >= 'A' && r <= 'Z' && symbol.Len() < 4 {
				symbol.WriteRune(r)
			}
		}
	}
	if symbol.Len() == 0 {
		return nil, builtin.Failed("no company is called %q", a.Name)
	}
	return object{
		"symbol": symbol.String(), "headquarters": choose(towns(), "hq", a.Name),
		"industry": choose([]string{"machinery", "software", "food", "textiles", "energy"}, a.Name), "employees": 40 + draw(9000, a.Name),
	}, nil
}

func towns() []string {
	return []string{"Lisbon", "Hamburg", "Osaka", "Toronto", "Leeds", "Nairobi", "Lyon", "Denver", "Warsaw", "Auckland"}
}

func locateIP(_ context.Context, w *World, a struct{ IP string }) (object, error) {
	city := choose(towns(), "ip", a.IP)
	return object{"city": city, "country": w.city(city).Country, "provider": choose([]string{"Tidewater Net", "Ring Telecom", "Oakline"}, a.IP)}, nil
}

func lookUpDomain(_ context.Context, _ *World, a struct{ Domain string }) (object, error) {
	year := 1995 + draw(28, "created", a.Domain)
	return object{
		"registrar": choose([]string{"NameHarbour", "Domainia", "Rootkeep"}, a.Domain), "created": fmt.Sprintf("%d-04-%02d", year, 1+draw(28, a.Domain)),
		"expires": fmt.Sprintf("%d-04-%02d", 2026+draw(4, "exp", a.Domain), 12+draw(17, a.Domain)),
	}, nil
}

func socialProfile(_ context.Context, _ *World, a struct{ Network, Handle string }) (object, error) {
	handle := strings.TrimPrefix(a.Handle, "@")
	return object{
		"user_id": fmt.Sprintf("U-%06d", draw(1_000_000, a.Network, handle)), "followers": draw(400_000, "fol", a.Network, handle),
		"bio": choose([]string{"Pots and glazes.", "Trains, mostly.", "Running up hills.", "One sketch a day."}, handle),
	}, nil
}

func recentPosts(_ context.Context, _ *World, a struct {
	ID    string `json:"user_id"`
	Limit int
}) (object, error) {
	all := []string{"New work is up.", "What a great morning!", "Rain again. Terrible light.", "Thank you for 10k.", "Back on Monday."}
	posts := make([]string, min(a.Limit, len(all)))
	for i := range posts {
		posts[i] = all[(i+draw(len(all), a.ID))%len(all)]
	}
	return object{"posts": posts}, nil
}

// decodeVIN reads the maker's code (first three characters) and the year's (the tenth).
func decodeVIN(_ context.Context, _ *World, a struct{ VIN string }) (object, error) {
	makers := map[string][]string{
		"WVW": {"Volkswagen", "Golf", "Passat"}, "WBA": {"BMW", "320i", "520d"}, "1HG": {"Honda", "Civic", "Accord"}, "JTD": {"Toyota", "Prius", "Yaris"},
		"VF1": {"Renault", "Clio", "Megane"}, "YV1": {"Volvo", "V60", "XC60"},
	}
	maker, ok := makers[a.VIN[:3]]
	if !ok {
		return nil, builtin.Failed("the maker's code %s is not known", a.VIN[:3])
	}
	const codes = "ABCDEFGHJKLMNPRSTVWXY" // 2010 to 2030
	year := strings.IndexByte(codes, a.VIN[9])
	if year < 0 {
		return nil, builtin.Failed("the year's code %c is not known", a.VIN[9])
	}
	return object{"make": maker[0], "model": choose(maker[1:], a.VIN[3:9]), "year": 2010 + year}, nil
}

func vehicleRecalls(_ context.Context, _ *World, a struct {
	Make, Model string
	Year        int
}) (object, error) {
	all := []string{"airbag inflator", "brake hose", "wiring of the tailgate", "software of the instruments"}
	n := draw(3, a.Make, a.Model, fmt.Sprint(a.Year))
	return object{"recalls": append([]string{}, all[:n]...), "count": n}, nil
}

func findBook(_ context.Context, _ *World, a struct{ ISBN string }) (object, error) {
	return object{"title": choose(titles(), a.ISBN), "author": choose(people(), "author", a.ISBN), "year": 1950 + draw(75, a.ISBN)}, nil
}

func titles() []string {
	return []string{"The Salt Road", "Winter Accounts", "A Map of Small Rivers", "The Clockmaker's Garden", "Nine Bridges", "Letters to the Tide"}
}

func booksByAuthor(_ context.Context, _ *World, a struct{ Author string }) (object, error) {
	at := draw(len(titles()), a.Author)
	return object{"titles": []string{titles()[at], titles()[(at+2)%6], titles()[(at+5)%6]}}, nil
}
