package du

import (
	"math"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type oneWord struct {
	Word string `json:"word" doc:"The word" min:"1" max:"40"`
}

func wordTools() []define.Tool {
	const hint = "search_words shows what the dictionary holds"
	entry := func(w *world.World, word string) (world.Word, error) {
		e, ok := world.Words.Get(w, strings.ToLower(word))
		if !ok {
			return e, define.NotFound("entry for the word", word, hint)
		}
		return e, nil
	}
	return []define.Tool{
		define.Get("define_word", "Gives the meaning of a word, with part of speech and an example.", world.Words, "word=", "word part_of_speech definition example", hint, `{"word":"river"}`, `{"word":"brave"}`),
		define.View("related_words", "Gives a word's synonyms and antonyms, and further ones two steps away: synonyms of synonyms.",
			func(w *world.World, in oneWord) (out struct {
				Synonyms []string `json:"synonyms"`
				Antonyms []string `json:"antonyms"`
				Further  []string `json:"further" doc:"Synonyms of synonyms"`
			}, err error) {
				e, err := entry(w, in.Word)
				if err != nil {
					return out, err
				}
				out.Synonyms, out.Antonyms = e.Synonyms, e.Antonyms
				for _, s := range e.Synonyms {
					if x, ok := world.Words.Get(w, s); ok {
						for _, y := range x.Synonyms {
							if y != e.Word && !slices.Contains(e.Synonyms, y) && !slices.Contains(out.Further, y) {
								out.Further = append(out.Further, y)
							}
						}
					}
				}
				return out, nil
			}, `{"word":"happy"}`, `{"word":"quick"}`),
		define.View("find_rhymes", "Finds words that rhyme: the same sounds from the last stressed vowel on.",
			func(w *world.World, in oneWord) (out struct {
				Sounds string   `json:"rhyming_sounds"`
				Rhymes []string `json:"rhymes"`
			}, err error) {
				e, err := entry(w, in.Word)
				if err != nil {
					return out, err
				}
				out.Sounds = rhymePart(e.Pronunciation)
				for _, x := range world.Words.All(w) {
					if x.Word != e.Word && rhymePart(x.Pronunciation) == out.Sounds {
						out.Rhymes = append(out.Rhymes, x.Word)
					}
				}
				return out, nil
			}, `{"word":"light"}`, `{"word":"snow"}`),
		define.View("pronounce_word", "Gives the sounds of a word with its syllables and where the stress lies.",
			func(w *world.World, in oneWord) (out struct {
				Phonemes  []string `json:"phonemes"`
				Syllables int      `json:"syllables"`
				Stressed  int      `json:"stressed_syllable" doc:"From 1"`
			}, err error) {
				e, err := entry(w, in.Word)
				if err != nil {
					return out, err
				}
				for _, p := range strings.Fields(e.Pronunciation) {
					out.Phonemes = append(out.Phonemes, strings.TrimRight(p, "012"))
					if last := p[len(p)-1]; last >= '0' && last <= '2' {
						out.Syllables++
						if last == '1' {
							out.Stressed = out.Syllables
						}
					}
				}
				return out, nil
			}, `{"word":"beautiful"}`, `{"word":"create"}`),
		define.View("word_frequency", "Says how common a word is: uses in a million words, on the Zipf scale, and its rank in the dictionary.",
			func(w *world.World, in oneWord) (out struct {
				PerMillion float64 `json:"per_million"`
				Zipf       float64 `json:"zipf" doc:"log10 of uses in a thousand million words"`
				Rank       int     `json:"rank"`
			}, err error) {
				e, err := entry(w, in.Word)
				if err != nil {
					return out, err
				}
				out.PerMillion, out.Zipf, out.Rank = e.Frequency, math.Log10(e.Frequency)+3, 1
				for _, x := range world.Words.All(w) {
					if x.Frequency > e.Frequency {
						out.Rank++
					}
				}
				return out, nil
			}, `{"word":"house"}`, `{"word":"late"}`),
		define.List("search_words", "Finds dictionary words by a part of the word, of the meaning, or by part of speech.", world.Words, "word~contains definition~meaning part_of_speech= frequency>=", "word part_of_speech definition", "word+ frequency-", `{"contains":"igh"}`, `{"meaning":"water","part_of_speech":"noun"}`),
		define.View("find_anagrams", "Finds dictionary words that can be laid with the letters of a word, all letters or only some.",
			func(w *world.World, in struct {
				Letters string `json:"letters" doc:"The letters" min:"2" max:"20"`
				Partial bool   `json:"partial" doc:"Whether letters may be left over" default:"false"`
			}) (out struct {
				Words []string `json:"words" doc:"Longest first"`
			}, err error) {
				have := counts(strings.Split(strings.ToLower(in.Letters), ""))
				for _, x := range world.Words.All(w) {
					if x.Word == strings.ToLower(in.Letters) || len(x.Word) > len(in.Letters) || !in.Partial && len(x.Word) != len(in.Letters) {
						continue
					}
					need, fits := counts(strings.Split(x.Word, "")), true
					for l, n := range need {
						fits = fits && have[l] >= n
					}
					if fits {
						out.Words = append(out.Words, x.Word)
					}
				}
				world.TopBy(out.Words, func(s string) int { return len(s) })
				return out, nil
			}, `{"letters":"lamsl"}`, `{"letters":"stranger","partial":true}`),
		define.View("word_ladder", "Finds the shortest way from one dictionary word to another, changing one letter at a time.",
			func(w *world.World, in struct {
				From string `json:"from" doc:"First word" min:"2" max:"20"`
				To   string `json:"to" doc:"Last word, of the same length" min:"2" max:"20"`
			}) (out struct {
				Possible bool     `json:"possible"`
				Ladder   []string `json:"ladder"`
			}, err error) {
				from, to := strings.ToLower(in.From), strings.ToLower(in.To)
				if len(from) != len(to) {
					return out, define.Invalid("to", "must have as many letters as from")
				}
				for _, x := range []string{from, to} {
					if _, err := entry(w, x); err != nil {
						return out, err
					}
				}
				out.Ladder = ladder(w, from, to)
				out.Possible = len(out.Ladder) > 0
				return out, nil
			}, `{"from":"sad","to":"bad"}`, `{"from":"cold","to":"hard"}`),
	}
}

// rhymePart is a pronunciation from its last stressed vowel on.
func rhymePart(p string) string {
	sounds := strings.Fields(p)
	for i := len(sounds) - 1; i >= 0; i-- {
		if strings.HasSuffix(sounds[i], "1") {
			return strings.Join(sounds[i:], " ")
		}
	}
	return p
}

// ladder searches breadth first over words that differ in one letter.
func ladder(w *world.World, from, to string) []string {
	before := map[string]string{from: ""}
	queue := []string{from}
	for len(queue) > 0 && before[to] == "" && from != to {
		at := queue[0]
		queue = queue[1:]
		for _, x := range world.Words.All(w) {
			if _, seen := before[x.Word]; !seen && len(x.Word) == len(at) && differ(x.Word, at) == 1 {
				before[x.Word] = at
				queue = append(queue, x.Word)
			}
		}
	}
	if _, ok := before[to]; !ok {
		return nil
	}
	var out []string
	for at := to; at != ""; at = before[at] {
		out = append(out, at)
	}
	slices.Reverse(out)
	return out
}

func differ(a, b string) int {
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
