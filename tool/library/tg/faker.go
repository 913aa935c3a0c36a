package tg

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const fakeKinds = "name,email,phone,city,country,birth_date,username,company,iban,credit_card,ipv4,color,job,sentence,integer,boolean"

func fakerTools() []define.Tool {
	return []define.Tool{
		define.Calc("fake_records", "Makes consistent records of people who do not exist: the e-mail fits the name, the telephone the country.",
			func(w *world.World, in struct {
				Fields []string `json:"fields" doc:"Fields of a record" enum:"name,email,phone,city,country,birth_date,username,company,iban,credit_card,ipv4,color,job,sentence,integer,boolean" min:"1" max:"16"`
				Count  int      `json:"count" doc:"Records" min:"1" max:"100" default:"1"`
			}) (out struct {
				Records []map[string]string `json:"records"`
			}, err error) {
				r := w.Rand()
				for range in.Count {
					f := newFake(w, r)
					rec := map[string]string{}
					for _, k := range in.Fields {
						rec[k] = f.value(k)
					}
					out.Records = append(out.Records, rec)
				}
				return out, nil
			}, `{"fields":["name","email","city"]}`, `{"fields":["name","phone","iban","credit_card"],"count":3}`),
		define.Calc("fake_from_template", "Fills a text template with made-up values: {name}, {city}, {integer:1-99} and so on. Each copy is filled anew.",
			func(w *world.World, in struct {
				Template string `json:"template" doc:"Text with placeholders in braces; doubled braces are literal" min:"1" max:"2000"`
				Copies   int    `json:"copies" doc:"How many filled copies" min:"1" max:"20" default:"1"`
			}) (out struct {
				Texts []string `json:"texts"`
			}, err error) {
				r := w.Rand()
				for range in.Copies {
					t, err := newFake(w, r).fill(in.Template)
					if err != nil {
						return out, err
					}
					out.Texts = append(out.Texts, t)
				}
				return out, nil
			}, `{"template":"{name} lives in {city}."}`, `{"template":"{username},{integer:18-80},{boolean}","copies":4}`),
	}
}

// fake is one made-up person from which all fields of a record are read.
type fake struct {
	r      *rand.Rand
	person world.Person
	cc     world.Country
	other  world.Person
}

func newFake(w *world.World, r *rand.Rand) fake {
	people := world.People.All(w)
	f := fake{r: r, person: people[r.IntN(len(people))], other: people[r.IntN(len(people))]}
	f.cc, _ = world.Countries.Get(w, f.person.Nationality)
	// A first name of one and a family name of another person: nobody who lives in the world.
	first, _, _ := strings.Cut(f.person.Name, " ")
	_, last, _ := strings.Cut(f.other.Name, " ")
	f.person.Name = first + " " + last
	return f
}

func (f fake) value(kind string) string {
	user := world.Slug(f.person.Name, ".")
	switch kind {
	case "name":
		return f.person.Name
	case "email":
		return user + "@sample.example"
	case "username":
		return user + fmt.Sprint(f.r.IntN(90)+10)
	case "phone":
		return fmt.Sprintf("+%s %03d %06d", f.cc.CallingCode, f.r.IntN(1000), f.r.IntN(1000000))
	case "city":
		return f.person.City
	case "country":
		return f.cc.Name
	case "birth_date":
		return f.person.Born.String()
	case "company":
		_, last, _ := strings.Cut(f.other.Name, " ")
		return last + " " + []string{"Works", "Trading", "Labs", "Partners"}[f.r.IntN(4)]
	case "iban":
		return fakeIBAN(f.r, f.cc.Code)
	case "credit_card":
		return fakeCard(f.r)
	case "ipv4": // the three ranges that are reserved for documentation
		return []string{"192.0.2.", "198.51.100.", "203.0.113."}[f.r.IntN(3)] + fmt.Sprint(1+f.r.IntN(254))
	case "color":
		return fmt.Sprintf("#%06x", f.r.IntN(1<<24))
	case "job":
		return f.person.Occupation
	case "sentence":
		return placeholder(f.r, "sentences", 1, false)
	case "boolean":
		return fmt.Sprint(f.r.IntN(2) == 1)
	}
	return fmt.Sprint(f.r.IntN(1000))
}

// fakeIBAN gives 16 random digits the check digits of ISO 7064 (modulus 97).
func fakeIBAN(r *rand.Rand, country string) string {
	body := draw(r, []rune("0123456789"), 16)
	rest := 0
	for _, c := range body + country + "00" {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return fmt.Sprintf("%s%02d%s", country, 98-rest, body)
}

// fakeCard makes a number whose Luhn digit is right, in a range no bank issues.
func fakeCard(r *rand.Rand) string {
	body := "999" + draw(r, []rune("0123456789"), 12)
	sum := 0
	for i, c := range body {
		d := int(c - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return body + fmt.Sprint((10-sum%10)%10)
}

func (f fake) fill(template string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		c := template[i]
		if (c == '{' || c == '}') && i+1 < len(template) && template[i+1] == c {
			b.WriteByte(c)
			i++
			continue
		}
		if c != '{' {
			b.WriteByte(c)
			continue
		}
		end := strings.IndexByte(template[i:], '}')
		if end < 0 {
			return "", define.Invalid("template", "has an opening brace at byte %d without a closing one", i)
		}
		kind, span, ranged := strings.Cut(template[i+1:i+end], ":")
		lo, hi := 0, 0
		switch {
		case ranged:
			if n, _ := fmt.Sscanf(span, "%d-%d", &lo, &hi); kind != "integer" || n != 2 || hi < lo || hi > 1e9 {
				return "", define.Invalid("template", "has the placeholder %q; a range is written {integer:1-99}", template[i:i+end+1])
			}
			b.WriteString(fmt.Sprint(lo + f.r.IntN(hi-lo+1)))
		case kind != "" && strings.Contains(","+fakeKinds+",", ","+kind+","):
			b.WriteString(f.value(kind))
		default:
			return "", define.Invalid("template", "has the unknown placeholder %q; known are %s", kind, fakeKinds)
		}
		i += end
	}
	return b.String(), nil
}
