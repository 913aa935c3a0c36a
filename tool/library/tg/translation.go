package tg

import (
	"strings"
	"unicode"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func translationTools() []define.Tool {
	return []define.Tool{
		define.View("translate_text", "Translates a short text with the phrase book, longest known phrase first. Words it does not know stay as they are and are named.",
			func(w *world.World, in struct {
				Text   string `json:"text" doc:"Text to translate" min:"1" max:"2000"`
				Source string `json:"source" doc:"Language of the text" enum:"en,es,fr,de,it,pt" default:"en"`
				Target string `json:"target" doc:"Language wanted" enum:"en,es,fr,de,it,pt"`
			}) (out struct {
				Translation string   `json:"translation"`
				Unknown     []string `json:"unknown_words"`
				Coverage    float64  `json:"coverage" doc:"Share of the words that were translated"`
			}, err error) {
				book, longest := map[string]string{}, 1
				for _, p := range world.Phrases.All(w) {
					key := strings.ToLower(p.In(in.Source))
					if _, ok := book[key]; !ok {
						book[key] = p.In(in.Target)
					}
					longest = max(longest, len(strings.Fields(key)))
				}
				out.Translation, out.Unknown, out.Coverage = translate(in.Text, book, longest)
				return out, nil
			}, `{"text":"Good morning, where is the station?","target":"es"}`, `{"text":"el tren y el mar","source":"es","target":"de"}`),
		define.Act("add_phrase", "Adds a word or phrase to the phrase book, or replaces it; translate_text uses it from then on.",
			func(w *world.World, in struct {
				English    string `json:"english" doc:"The phrase in English" min:"1" max:"100"`
				Spanish    string `json:"es" doc:"In Spanish" min:"1" max:"100"`
				French     string `json:"fr" doc:"In French" min:"1" max:"100"`
				German     string `json:"de" doc:"In German" min:"1" max:"100"`
				Italian    string `json:"it" doc:"In Italian" min:"1" max:"100"`
				Portuguese string `json:"pt" doc:"In Portuguese" min:"1" max:"100"`
			}) (out struct {
				Replaced bool `json:"replaced" doc:"Whether the phrase was known before"`
				Phrases  int  `json:"phrases" doc:"Phrases in the book now"`
			}, err error) {
				p := world.Phrase{English: strings.ToLower(strings.TrimSpace(in.English)), Spanish: in.Spanish, French: in.French, German: in.German, Italian: in.Italian, Portuguese: in.Portuguese}
				if p.English == "" {
					return out, define.Invalid("english", "is blank")
				}
				_, out.Replaced = world.Phrases.Get(w, p.English)
				world.Phrases.Put(w, p)
				out.Phrases = len(world.Phrases.All(w))
				return out, nil
			}, `{"english":"bicycle","es":"bicicleta","fr":"vélo","de":"Fahrrad","it":"bicicletta","pt":"bicicleta"}`, `{"english":"spoon","es":"cuchara","fr":"cuillère","de":"Löffel","it":"cucchiaio","pt":"colher"}`),
	}
}

// translate replaces the longest known run of words at each place and keeps what lies between.
func translate(text string, book map[string]string, longest int) (string, []string, float64) {
	type token struct{ text, after string }
	var tokens []token
	lead, rest := "", text
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-' }
	for rest != "" {
		end := strings.IndexFunc(rest, func(r rune) bool { return !isWord(r) })
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		rest = rest[end:]
		gap := strings.IndexFunc(rest, isWord)
		if gap < 0 {
			gap = len(rest)
		}
		if word == "" {
			lead = rest[:gap]
		} else {
			tokens = append(tokens, token{word, rest[:gap]})
		}
		rest = rest[gap:]
	}
	var b strings.Builder
	b.WriteString(lead)
	unknown, known := []string{}, 0
	for i := 0; i < len(tokens); {
		n, found := min(longest, len(tokens)-i), ""
		for ; n > 0; n-- {
			parts := make([]string, n)
			for k := range parts {
				parts[k] = strings.ToLower(tokens[i+k].text)
			}
			if t, ok := book[strings.Join(parts, " ")]; ok {
				found = t
				break
			}
		}
		if n == 0 {
			n = 1
			unknown = append(unknown, tokens[i].text)
			b.WriteString(tokens[i].text)
		} else {
			known += n
			if r := []rune(tokens[i].text); unicode.IsUpper(r[0]) {
				f := []rune(found)
				f[0] = unicode.ToUpper(f[0])
				found = string(f)
			}
			b.WriteString(found)
		}
		b.WriteString(tokens[i+n-1].after)
		i += n
	}
	if len(tokens) == 0 {
		return b.String(), unknown, 0
	}
	return b.String(), unknown, float64(known) / float64(len(tokens))
}
