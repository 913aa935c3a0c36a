package world

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// GivenName is a first name and the people who bear it.
type GivenName struct {
	Name    string `json:"name" doc:"First name"`
	Gender  string `json:"gender" doc:"Gender of most bearers" enum:"female,male"`
	Culture string `json:"culture" doc:"Language area the name comes from"`
	Count   int    `json:"count" doc:"Known bearers"`
	Born    int    `json:"median_birth_year" doc:"Median year of birth of bearers"`
}

// Key is the name.
func (n GivenName) Key() string { return n.Name }

// Person is someone who lives in the world.
type Person struct {
	ID          string `json:"id" doc:"Person identifier"`
	Name        string `json:"name" doc:"Full name"`
	Gender      string `json:"gender" enum:"female,male"`
	Born        Date   `json:"birth_date" doc:"Date of birth"`
	Nationality string `json:"nationality" doc:"Two-letter country code"`
	City        string `json:"city" doc:"City of residence"`
	Email       string `json:"email" format:"email"`
	Phone       string `json:"phone"`
	Username    string `json:"username"`
	Occupation  string `json:"occupation"`
}

// Key is the identifier.
func (p Person) Key() string { return p.ID }

// GivenNames and People are who bears which name.
var (
	GivenNames = Table[GivenName]{"given_names", makeGivenNames}
	People     = Table[Person]{"people", makePeople}
)

const givenText = `english|Alice Emma Olivia Grace Hannah Charlotte Lucy Ruth Megan Abigail|James Oliver Jack Thomas Henry Samuel Edward Arthur Luke Nathan
spanish|Lucia Carmen Sofia Elena Marta Pilar Valentina Camila Ines Rosa|Diego Carlos Javier Mateo Pablo Sergio Andres Rafael Miguel Hugo
french|Camille Chloe Manon Juliette Margaux Amelie Elise Claire|Louis Antoine Julien Gabriel Mathieu Etienne Baptiste Olivier
german|Anna Lena Greta Johanna Katharina Frieda Heike Ingrid|Lukas Felix Jonas Stefan Klaus Matthias Jürgen Moritz
italian|Giulia Chiara Francesca Martina Bianca Alessia|Marco Luca Matteo Lorenzo Giovanni Paolo
portuguese|Beatriz Mariana Leonor Joana Fernanda Larissa|Joao Tiago Pedro Rui Gustavo Thiago
polish|Zofia Agnieszka Katarzyna Magdalena|Piotr Jakub Tomasz Wojciech
nordic|Astrid Freja Linnea Sigrid Maja|Erik Lars Nils Magnus Olav
turkish|Elif Zeynep Ayse Defne|Emre Mehmet Kerem Baris
arabic|Fatima Layla Amina Yasmin Noor|Omar Ahmed Youssef Khalid Hassan
indian|Priya Ananya Kavya Meera Lakshmi|Arjun Rohan Vikram Sanjay Aditya
chinese|Mei Xia Lan Ying Jing|Wei Jun Ming Hao Lei
japanese|Yuki Sakura Haruka Aoi Naomi|Kenji Haruto Takashi Ren Daichi
korean|Jiwoo Seoyeon Minji Hana|Minjun Jihoon Seojun Taeyang
african|Amara Zola Nia Abena Wanjiru|Kwame Tendai Chidi Kofi Jabari`

const familyText = `english|Carter Whitfield Barlow Hughes Bennett Marsh Thornton Ellis Fletcher Osborne Hayes Wood
spanish|Ortega Navarro Castillo Vega Molina Fuentes Ibarra Salazar Rojas Medina
french|Moreau Lefevre Girard Fontaine Mercier Rousseau Chevalier Perrin
german|Brandt Keller Vogel Hartmann Lorenz Winkler Ziegler Krause
italian|Ferri Moretti Gallo Conti Rinaldi Bruno Esposito
portuguese|Almeida Carvalho Teixeira Barbosa Cardoso Nogueira
polish|Nowak Zielinski Kaminski Lewandowski Wrobel
nordic|Lindqvist Halvorsen Nyberg Dahl Jensen Virtanen
turkish|Yilmaz Demir Aydin Kaya Sahin
arabic|Haddad Mansour Rahman Saleh Nasser
indian|Sharma Iyer Patel Reddy Kapoor Bose
chinese|Zhang Liu Chen Huang Zhou Lin
japanese|Tanaka Sato Mori Fujita Nakamura Ito
korean|Kim Park Choi Jung Yoon
african|Okafor Mensah Abebe Mwangi Dlamini Diop`

const cultureCountries = `english|GB US CA AU NZ IE
spanish|ES MX AR CO CL PE UY EC CR PA
french|FR BE LU SN
german|DE AT CH
italian|IT
portuguese|PT BR
polish|PL CZ SK SI HR RS BG RO HU LV LT EE
nordic|SE NO DK FI IS NL
turkish|TR
arabic|EG MA TN AE QA SA
indian|IN BD PK
chinese|CN SG MY
japanese|JP
korean|KR
african|NG KE GH ET ZA`

func makeGivenNames(b *Base) []GivenName {
	g := b.gen("given_names")
	var out []GivenName
	for _, f := range lines(givenText) {
		for i, gender := range []string{"female", "male"} {
			for _, n := range words(f[1+i]) {
				out = append(out, GivenName{n, gender, f[0], g.between(900, 60000), g.between(1952, 2008)})
			}
		}
	}
	return out
}

// Cultures gives, for each language area, the countries that belong to it.
func Cultures() map[string][]string {
	out := map[string][]string{}
	for _, f := range lines(cultureCountries) {
		out[f[0]] = words(f[1])
	}
	return out
}

// namer draws names of people that fit a country.
type namer struct {
	g             gen
	given, family map[string][]string
	culture       map[string]string
	seen          map[string]bool
}

func (b *Base) namer(table string) *namer {
	n := &namer{g: b.gen(table + "/names"), given: map[string][]string{}, family: map[string][]string{}, culture: map[string]string{}, seen: map[string]bool{}}
	for _, f := range lines(cultureCountries) {
		for _, c := range words(f[1]) {
			n.culture[c] = f[0]
		}
	}
	for _, f := range lines(givenText) {
		n.given[f[0]+"female"], n.given[f[0]+"male"] = words(f[1]), words(f[2])
	}
	for _, f := range lines(familyText) {
		n.family[f[0]] = words(f[1])
	}
	return n
}

func (n *namer) person(country, gender string) string {
	culture, ok := n.culture[country]
	if !ok {
		culture = "english"
	}
	return unique(n.seen, func() string {
		return pick(n.g, n.given[culture+gender]) + " " + pick(n.g, n.family[culture])
	})
}

var genders = []string{"female", "male"}

const occupations = "nurse|teacher|software engineer|chef|architect|journalist|electrician|biologist|translator|accountant|photographer|pharmacist|carpenter|lawyer|train driver|librarian|musician|civil engineer|designer|veterinarian|student|bus driver|economist|gardener"

func makePeople(b *Base) []Person {
	g, names, cities := b.gen("people"), b.namer("people"), Cities.Base(b)
	out := make([]Person, 240)
	for i := range out {
		c, gender := pick(g, cities), pick(g, genders)
		name := names.person(c.Country, gender)
		user := Slug(name, "_")
		country := Countries.Base(b)[slices.IndexFunc(Countries.Base(b), func(x Country) bool { return x.Code == c.Country })]
		out[i] = Person{
			ID: id("PE", i), Name: name, Gender: gender, Born: Day(g.between(1950, 2005), time.Month(g.between(1, 12)), g.between(1, 28)),
			Nationality: c.Country, City: c.Name, Email: strings.ReplaceAll(user, "_", ".") + "@" + pick(g, words("mailbox.example post.example inbox.example")),
			Phone: fmt.Sprintf("+%s %d %06d", country.CallingCode, g.between(100, 999), g.between(0, 999999)), Username: user, Occupation: pick(g, list(occupations)),
		}
	}
	return out
}

// Slug writes a name in lower-case ASCII letters and digits, other characters as sep.
func Slug(name, sep string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case strings.ContainsRune("àáâãäå", r):
			b.WriteByte('a')
		case strings.ContainsRune("èéêë", r):
			b.WriteByte('e')
		case strings.ContainsRune("ìíîï", r):
			b.WriteByte('i')
		case strings.ContainsRune("òóôõöø", r):
			b.WriteByte('o')
		case strings.ContainsRune("ùúûü", r):
			b.WriteByte('u')
		case r == 'ñ':
			b.WriteByte('n')
		case r == 'ç':
			b.WriteByte('c')
		case b.Len() > 0 && !strings.HasSuffix(b.String(), sep):
			b.WriteString(sep)
		}
	}
	return strings.TrimSuffix(b.String(), sep)
}
