package du

import (
	"net/mail"
	"strconv"
	"strings"
	"unicode"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func validationTools() []define.Tool {
	return []define.Tool{
		define.Calc("mask_rude_words", "Finds rude words in a text, also when digits stand for letters, and masks them.",
			func(_ *world.World, in struct {
				Text string   `json:"text" doc:"The text" min:"1" max:"20000"`
				Mask string   `json:"mask" doc:"Character put for each letter" min:"1" max:"1" default:"*"`
				Also []string `json:"also,omitempty" doc:"More words to mask" max:"50" each_min:"2" each_max:"40"`
			}) (out struct {
				Clean string   `json:"clean"`
				Found []string `json:"found"`
			}, err error) {
				out.Clean, out.Found = mask(in.Text, in.Mask, in.Also)
				return out, nil
			}, `{"text":"What a st00pid idea, you numbskull!"}`, `{"text":"keep the plum secret","also":["plum"],"mask":"#"}`),
		define.Calc("validate_phone_number", "Checks a telephone number in international form and says which country it belongs to.",
			func(w *world.World, in struct {
				Number  string `json:"number" doc:"Telephone number" min:"3" max:"40"`
				Country string `json:"default_country" doc:"Two-letter code, for numbers without an international prefix" min:"2" max:"2" default:"US"`
			}) (out struct {
				Valid    bool   `json:"valid"`
				E164     string `json:"e164,omitempty" doc:"The number in canonical form"`
				Country  string `json:"country,omitempty"`
				National string `json:"national_number,omitempty"`
				Reason   string `json:"reason,omitempty" doc:"Why it is not valid"`
			}, err error) {
				out.E164, out.Country, out.National, out.Reason = phone(w, in.Number, in.Country)
				out.Valid = out.Reason == ""
				return out, nil
			}, `{"number":"+351 912 345 678"}`, `{"number":"(212) 555-0143","default_country":"US"}`),
		define.Calc("validate_email_address", "Checks the form of an e-mail address and points out likely typing errors in well-known parts.",
			func(_ *world.World, in struct {
				Address string `json:"address" doc:"The address" min:"1" max:"400"`
			}) (out struct {
				Valid      bool   `json:"valid"`
				Local      string `json:"local_part,omitempty"`
				Domain     string `json:"domain,omitempty"`
				Reason     string `json:"reason,omitempty"`
				DidYouMean string `json:"did_you_mean,omitempty"`
			}, err error) {
				a, perr := mail.ParseAddress(in.Address)
				if perr != nil || a.Address != in.Address || len(in.Address) > 254 {
					out.Reason = "it is not of the form name@host"
					return out, nil
				}
				at := strings.LastIndexByte(a.Address, '@')
				out.Local, out.Domain = a.Address[:at], strings.ToLower(a.Address[at+1:])
				if out.Valid = strings.Contains(out.Domain, "."); !out.Valid {
					out.Reason = "the host has no dot"
				}
				for wrong, right := range map[string]string{".con": ".com", ".cmo": ".com", ".ogr": ".org", ".nte": ".net", ".exmaple": ".example"} {
					if s, ok := strings.CutSuffix(out.Domain, wrong); ok {
						out.DidYouMean = out.Local + "@" + s + right
					}
				}
				return out, nil
			}, `{"address":"ana.vega@mailbox.example"}`, `{"address":"joe@shop.con"}`),
		define.Calc("validate_identifier", "Checks the check digits of an IBAN, payment card, ISBN, EAN or Luhn number.",
			func(_ *world.World, in struct {
				Kind  string `json:"kind" doc:"What it should be" enum:"iban,card,isbn10,isbn13,ean13,luhn"`
				Value string `json:"value" doc:"The identifier; blanks and hyphens are skipped" min:"2" max:"60"`
			}) (out struct {
				Valid      bool   `json:"valid"`
				Normalized string `json:"normalized"`
				Reason     string `json:"reason,omitempty"`
			}, err error) {
				out.Normalized = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(in.Value))
				out.Reason = badIdentifier(in.Kind, out.Normalized)
				out.Valid = out.Reason == ""
				return out, nil
			}, `{"kind":"isbn13","value":"978-0-306-40615-7"}`, `{"kind":"luhn","value":"79927398713"}`),
		define.Act("scan_site", "Scans a web site's security settings today and keeps the result.",
			func(w *world.World, in struct {
				Host string `json:"host" doc:"Host name, such as shop.example" min:"4" max:"100"`
			}) (world.SiteScan, error) {
				if !hostName(in.Host) {
					return world.SiteScan{}, define.Invalid("host", "must be a host name such as shop.example")
				}
				s := w.Base().ScanOf(in.Host, world.Today)
				s.ID = w.NextID("SC")
				world.SiteScans.Put(w, s)
				return s, nil
			}, `{"host":"shop.example"}`, `{"host":"www.news.example"}`),
		define.List("list_site_scans", "Lists earlier scans, the newest first.", world.SiteScans, "host~ grade= score>= day>=since", "", "day- score- host+", `{}`, `{"grade":"A","min_score":90}`),
		define.View("site_grade_distribution", "Counts how many sites have each grade, by each site's latest scan.",
			func(w *world.World, in struct {
				Since world.Date `json:"since,omitempty" doc:"Only scans from this day on"`
			}) (out struct {
				Sites  int            `json:"sites"`
				Grades map[string]int `json:"grades"`
				Mean   float64        `json:"mean_score"`
			}, err error) {
				latest := map[string]world.SiteScan{}
				for _, s := range world.SiteScans.All(w) {
					if old, ok := latest[s.Host]; s.Day >= in.Since && (!ok || s.Day >= old.Day) {
						latest[s.Host] = s
					}
				}
				out.Grades = map[string]int{"A": 0, "B": 0, "C": 0, "D": 0, "F": 0}
				sum := 0
				for _, s := range latest {
					out.Grades[s.Grade]++
					sum += s.Score
				}
				if out.Sites = len(latest); out.Sites > 0 {
					out.Mean = float64(sum) / float64(out.Sites)
				}
				return out, nil
			}, `{}`, `{"since":"2025-01-01"}`),
	}
}

const rudeWords = " stupid idiot numbskull moron jerk dimwit twit blockhead scumbag bonehead "

func mask(text, with string, also []string) (string, []string) {
	rude := rudeWords
	for _, a := range also {
		rude += strings.ToLower(a) + " "
	}
	plain := strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "$", "s", "@", "a")
	var b strings.Builder
	var found []string
	flush := func(word string) {
		if p := plain.Replace(strings.ToLower(word)); word != "" && (strings.Contains(rude, " "+p+" ") || strings.Contains(rude, " "+strings.ReplaceAll(p, "oo", "u")+" ")) {
			found = append(found, word)
			word = strings.Repeat(with, len([]rune(word)))
		}
		b.WriteString(word)
	}
	start := 0
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '$' && r != '@' {
			flush(text[start:i])
			b.WriteRune(r)
			start = i + len(string(r))
		}
	}
	flush(text[start:])
	return b.String(), found
}

// phone splits a number into country and national part; reason is empty when it is valid.
func phone(w *world.World, number, home string) (e164, country, national, reason string) {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, number)
	if strings.ContainsFunc(number, unicode.IsLetter) {
		return "", "", "", "it has letters"
	}
	number = strings.TrimSpace(number)
	if !strings.HasPrefix(number, "+") && !strings.HasPrefix(number, "00") {
		c, ok := world.CountryNamed(w, home)
		if !ok {
			return "", "", "", "the default country is unknown"
		}
		country, national = c.Code, strings.TrimPrefix(digits, "0")
		digits = c.CallingCode + national
	} else {
		digits = strings.TrimPrefix(digits, "00")
		best := 0
		for _, c := range world.Countries.All(w) {
			if strings.HasPrefix(digits, c.CallingCode) && len(c.CallingCode) > best {
				best, country = len(c.CallingCode), c.Code
				if c.CallingCode == "1" {
					country = "US"
				}
			}
		}
		if best == 0 {
			return "", "", "", "no country has that prefix"
		}
		national = digits[best:]
	}
	if len(national) < 5 || len(digits) > 15 {
		return "", "", "", "it has the wrong number of digits: " + strconv.Itoa(len(national)) + " after the prefix"
	}
	return "+" + digits, country, national, ""
}

func hostName(h string) bool {
	parts := strings.Split(h, ".")
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if p == "" || strings.Trim(strings.ToLower(p), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return true
}

// badIdentifier names what is wrong with a normalized identifier, or nothing.
func badIdentifier(kind, v string) string {
	want := map[string][2]int{"iban": {15, 34}, "card": {13, 19}, "isbn10": {10, 10}, "isbn13": {13, 13}, "ean13": {13, 13}, "luhn": {2, 60}}[kind]
	if len(v) < want[0] || len(v) > want[1] {
		return "it has " + strconv.Itoa(len(v)) + " characters"
	}
	for i := range len(v) {
		digit := v[i] >= '0' && v[i] <= '9'
		letter := v[i] >= 'A' && v[i] <= 'Z'
		if !digit && (kind != "iban" || !letter) && (kind != "isbn10" || i != 9 || v[i] != 'X') {
			return "it has a character that does not belong there"
		}
	}
	sum := 0
	switch kind {
	case "iban":
		for _, c := range v[4:] + v[:4] {
			if c >= 'A' {
				sum = (sum*100 + int(c-'A') + 10) % 97
			} else {
				sum = (sum*10 + int(c-'0')) % 97
			}
		}
		sum--
	case "isbn10":
		for i := range 10 {
			d := int(v[i] - '0')
			if v[i] == 'X' {
				d = 10
			}
			sum += (10 - i) * d
		}
		sum %= 11
	case "isbn13", "ean13":
		for i := range 13 {
			sum += int(v[i]-'0') * (1 + i%2*2)
		}
		sum %= 10
	default:
		for i := range len(v) {
			d := int(v[len(v)-1-i] - '0')
			if i%2 == 1 {
				if d *= 2; d > 9 {
					d -= 9
				}
			}
			sum += d
		}
		sum %= 10
	}
	if sum != 0 {
		return "its check digits do not fit"
	}
	return ""
}
