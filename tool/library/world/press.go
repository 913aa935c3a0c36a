package world

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Article is a news article.
type Article struct {
	ID        string `json:"id" doc:"Article identifier"`
	Title     string `json:"title" doc:"Headline"`
	Source    string `json:"source" doc:"Newspaper" enum:"The Daily Ledger,Harbor Post,Metro Courier,World Observer,Tech Tribune,Orbit Weekly"`
	Category  string `json:"category" doc:"Section" enum:"business,politics,sports,technology,culture,weather,space"`
	Country   string `json:"country" doc:"Two-letter country code"`
	City      string `json:"city" doc:"City"`
	About     string `json:"about" doc:"Identifier of the company, team, film or launch it is about"`
	Author    string `json:"author" doc:"Author"`
	Published Date   `json:"published" doc:"Day of publication"`
	Summary   string `json:"summary" doc:"Summary"`
	Tone      string `json:"tone" doc:"Tone" enum:"positive,neutral,negative"`
	URL       string `json:"url" doc:"Address" format:"uri"`
}

// Key is the identifier.
func (a Article) Key() string { return a.ID }

// Launch is a flight to space.
type Launch struct {
	ID      string  `json:"id" doc:"Launch identifier"`
	Mission string  `json:"mission" doc:"Mission"`
	Rocket  string  `json:"rocket" doc:"Rocket"`
	Agency  string  `json:"agency" doc:"Who launches" enum:"Northern Space Agency,Pacific Launch,Heliotrope,Orbital Freight"`
	Site    string  `json:"site" doc:"City of the launch site"`
	Orbit   string  `json:"orbit" doc:"Target" enum:"LEO,GTO,SSO,Moon,Mars"`
	Payload float64 `json:"payload_t" doc:"Payload in tonnes"`
	Day     Date    `json:"day" doc:"Day of the launch"`
	Status  string  `json:"status" doc:"State" enum:"planned,success,failure"`
}

// Key is the identifier.
func (l Launch) Key() string { return l.ID }

// University is a university.
type University struct {
	ID       string `json:"id" doc:"University identifier"`
	Name     string `json:"name" doc:"University"`
	City     string `json:"city" doc:"City"`
	Country  string `json:"country" doc:"Two-letter country code"`
	Founded  int    `json:"founded" doc:"Year of foundation"`
	Students int    `json:"students" doc:"Students"`
	Website  string `json:"website" doc:"Host name of the web site"`
}

// Key is the identifier.
func (u University) Key() string { return u.ID }

// Scholar is an author of papers.
type Scholar struct {
	ID         string `json:"id" doc:"Author identifier"`
	Name       string `json:"name" doc:"Author"`
	University string `json:"university" doc:"University"`
	Field      string `json:"field" doc:"Field" enum:"computer science,physics,biology,medicine,economics,mathematics"`
}

// Key is the identifier.
func (s Scholar) Key() string { return s.ID }

// Paper is a scientific paper.
type Paper struct {
	ID         string   `json:"id" doc:"Paper identifier"`
	Title      string   `json:"title" doc:"Title"`
	Authors    []string `json:"authors" doc:"Authors"`
	AuthorIDs  []string `json:"author_ids" doc:"Author identifiers"`
	Field      string   `json:"field" doc:"Field" enum:"computer science,physics,biology,medicine,economics,mathematics"`
	Keywords   []string `json:"keywords" doc:"Keywords"`
	Abstract   string   `json:"abstract" doc:"Abstract"`
	Venue      string   `json:"venue" doc:"Journal or conference"`
	DOI        string   `json:"doi" doc:"Digital object identifier"`
	Published  Date     `json:"published" doc:"Day of publication"`
	References []string `json:"references" doc:"Identifiers of the papers it cites"`
	Trial      string   `json:"trial" doc:"Kind of study, in medicine" enum:",randomized,cohort,case report,review"`
	Patients   int      `json:"patients" doc:"Patients in the study, in medicine"`
}

// Key is the identifier.
func (p Paper) Key() string { return p.ID }

// Tables of press and science.
var (
	Articles     = Table[Article]{"articles", makeArticles}
	Launches     = Table[Launch]{"launches", makeLaunches}
	Universities = Table[University]{"universities", makeUniversities}
	Scholars     = Table[Scholar]{"scholars", makeScholars}
	Papers       = Table[Paper]{"papers", makePapers}
)

const articleText = `business|%s raises its forecast after a strong quarter;%s to close a plant;%s buys a smaller rival;Workers at %s agree on pay|positive,negative,neutral,positive
politics|%s votes on a new transport plan;Council of %s argues over rents;Mayor of %s presents budget|neutral,negative,neutral
sports|%s win late in front of full stands;%s lose again at home;%s sign a young defender|positive,negative,neutral
technology|%s shows a chip that runs cooler;Data leak at %s worries customers;%s opens a research lab|positive,negative,positive
culture|Critics divided over %s;%s draws record crowds;Why %s is worth a second look|neutral,positive,positive
weather|Heavy rain floods streets in %s;%s expects a mild week;Storm warning for %s|negative,positive,negative
space|%s: countdown goes smoothly;%s slips by a week;What %s will carry|positive,negative,neutral`

func makeArticles(b *Base) []Article {
	g, names, kinds := b.gen("articles"), b.namer("articles"), lines(articleText)
	companies, cities, films, teams, launches := Companies.Base(b), Cities.Base(b), Films.Base(b), Teams.Base(b), Launches.Base(b)
	var pool []string
	for range 24 {
		pool = append(pool, names.person(pick(g, words("GB US FR DE ES IN")), pick(g, genders)))
	}
	out := make([]Article, 320)
	for i := range out {
		f, city := kinds[i%len(kinds)], pick(g, cities)
		a := Article{ID: id("NW", i), Category: f[0], Author: pick(g, pool), Published: Today - Date(g.IntN(120)), Source: pick(g, list("The Daily Ledger|Harbor Post|Metro Courier|World Observer"))}
		subject := city.Name
		switch f[0] {
		case "business", "technology":
			c := pick(g, companies)
			subject, a.About, city = c.Name, c.ID, mustCity(cities, c.City)
			if f[0] == "technology" {
				a.Source = "Tech Tribune"
			}
		case "sports":
			t := pick(g, teams)
			subject, a.About, city = t.Name, t.ID, mustCity(cities, t.City)
		case "culture":
			m := pick(g, films)
			subject, a.About = m.Title, m.ID
		case "space":
			l := pick(g, launches)
			subject, a.About, a.Source, city = l.Mission, l.ID, "Orbit Weekly", mustCity(cities, l.Site)
			a.Published = max(min(l.Day-Date(g.between(1, 12)), Today), Today-400)
		}
		k := g.IntN(len(split(f[1])))
		a.Title, a.Tone, a.City, a.Country = fmt.Sprintf(split(f[1])[k], subject), commas(f[2])[k], city.Name, city.Country
		a.Summary = fmt.Sprintf("%s. %s reports from %s that %s.", a.Title, a.Author, city.Name, pick(g, list("many had expected it|nobody had expected it|details will follow this week|talks go on behind closed doors|the figures speak for themselves")))
		a.URL = "https://" + Slug(a.Source, "") + ".example/" + a.Published.String() + "/" + strings.ToLower(a.ID)
		out[i] = a
	}
	return out
}

func makeLaunches(b *Base) []Launch {
	g := b.gen("launches")
	out := make([]Launch, 80)
	for i := range out {
		day := Today + Date(i-60)*9 + Date(g.IntN(6))
		status := "planned"
		if day < Today {
			status = "success"
			if g.chance(0.1) {
				status = "failure"
			}
		}
		name := pick(g, list("Heron|Lyra|Sentinel|Pathfinder|Calypso|Meridian|Petrel|Daystar")) + " " + itoa(i+1)
		out[i] = Launch{id("LN", i), name, pick(g, list("Kestrel 3|Atlas Minor|Boreas Heavy|Kite 2")), pick(g, list("Northern Space Agency|Pacific Launch|Heliotrope|Orbital Freight")), pick(g, list("Miami|Perth|Quito|Stockholm|Chennai")), pick(g, words("LEO LEO GTO SSO Moon Mars")), g.real(0.2, 22, 1), day, status}
	}
	return out
}

func makeUniversities(b *Base) []University {
	g, cities := b.gen("universities"), Cities.Base(b)
	var out []University
	for i := 0; i < len(cities); i += 2 {
		c := cities[i]
		name := pick(g, list("University of %s|%s Institute of Technology|%s State University|Technical University of %s"))
		name = fmt.Sprintf(name, c.Name)
		out = append(out, University{id("UN", len(out)), name, c.Name, c.Country, g.between(1350, 1990), g.between(20, 700) * 100, Slug(name, "-") + ".edu.example"})
	}
	return out
}

func makeScholars(b *Base) []Scholar {
	g, names, unis := b.gen("scholars"), b.namer("scholars"), Universities.Base(b)
	out := make([]Scholar, 120)
	for i := range out {
		u := pick(g, unis)
		out[i] = Scholar{id("AU", i), names.person(u.Country, pick(g, genders)), u.Name, list("computer science|physics|biology|medicine|economics|mathematics")[i%6]}
	}
	return out
}

const paperText = `computer science|graph neural networks,program repair,speech translation,query planning,robot grasping,tool use|sparse attention,contrastive learning,tree search,type inference|Transactions on Systems,Conf. on Learning Machines
physics|superconducting wires,dark matter haloes,ultracold atoms,photonic crystals|neutron scattering,lattice simulation,interferometry|Physics Frontiers,Journal of Matter
biology|bird migration,soil microbes,coral growth,protein folding|field tracking,gene sequencing,imaging|Life Reports,Journal of Ecology Today
medicine|hypertension,asthma,knee surgery,type 2 diabetes,sleep disorders,influenza vaccination|a low-salt diet,early exercise,telemonitoring,a new dosing scheme|Clinical Letters,Annals of Care
economics|housing markets,minimum wages,carbon pricing,school choice|panel data,field experiments,auction models|Economic Notes,Journal of Markets
mathematics|random matrices,graph colouring,elliptic curves,optimal transport|spectral methods,sieve methods,convex duality|Annals of Proof,Discrete Letters`

func makePapers(b *Base) []Paper {
	g, seen, kinds, all := b.gen("papers"), map[string]bool{}, lines(paperText), Scholars.Base(b)
	var byField [6][]Scholar
	for i, s := range all {
		byField[i%6] = append(byField[i%6], s)
	}
	out := make([]Paper, 240)
	for i := range out {
		f := kinds[i%len(kinds)]
		topic, method := pick(g, commas(f[1])), pick(g, commas(f[2]))
		p := Paper{ID: id("PP", i), Field: f[0], Keywords: []string{topic, method}, Venue: pick(g, commas(f[3])), Published: Day(2013, 1, 1) + Date(i*18+g.IntN(18)), References: []string{}}
		p.Title = unique(seen, func() string {
			return fmt.Sprintf(pick(g, list("%[2]s for %[1]s|A study of %[1]s with %[2]s|On %[1]s: the limits of %[2]s|%[1]s revisited through %[2]s|Scaling %[2]s to %[1]s")), topic, method) + pick(g, list("|| in practice|: evidence from ten years| at scale| under uncertainty"))
		})
		p.Title = strings.ToUpper(p.Title[:1]) + p.Title[1:]
		for _, s := range some(g, byField[i%6], g.between(1, 4)) {
			p.Authors, p.AuthorIDs = append(p.Authors, s.Name), append(p.AuthorIDs, s.ID)
		}
		p.DOI = fmt.Sprintf("10.5555/%s.%d", strings.ToLower(p.ID), p.Published.Year())
		p.Abstract = fmt.Sprintf("We study %s by means of %s. %s %s", topic, method, pick(g, list("Results on three data sets agree.|The effect is small but robust.|The gain grows with size.|Earlier findings do not replicate.")), pick(g, list("Limits are discussed.|Code and data are available.|Implications for practice follow.")))
		for j := i - 6; j >= 0 && len(p.References) < 8; j -= 6 * g.between(1, 3) {
			p.References = append(p.References, out[j].ID)
		}
		if f[0] == "medicine" {
			p.Trial, p.Patients = pick(g, list("randomized|cohort|case report|review")), g.between(12, 6000)
			if p.Trial == "case report" {
				p.Patients = 1
			}
		}
		out[i] = p
	}
	return out
}

// Cited gives the papers that cite the paper with that identifier, oldest first.
func Cited(w *World, id string) []Paper {
	return Papers.Where(w, func(p *Paper) bool { return slices.Contains(p.References, id) })
}

// Interest is how much people look for a term in a week, from 0 to 100; the same term gives the
// same curve everywhere.
func (b *Base) Interest(term, country string, week int) int {
	term = strings.ToLower(strings.TrimSpace(term))
	level := 25 + 45*b.Unit("trend/"+term, 0)
	x := level + 22*b.Noise("trend/"+term, float64(week)/4) + 10*b.Noise("trend/"+term+country, float64(week)) + 14*math.Sin(float64(week)/52*2*math.Pi+6*b.Unit("season/"+term, 0))
	return int(math.Max(0, math.Min(100, x)))
}
