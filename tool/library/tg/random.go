package tg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"unicode"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func randomTools() []define.Tool {
	return []define.Tool{
		define.Calc("random_numbers", "Draws random numbers from a uniform, normal or exponential distribution.",
			func(w *world.World, in struct {
				Distribution string  `json:"distribution" doc:"Distribution" enum:"uniform,normal,exponential,integer" default:"integer"`
				Low          float64 `json:"low" doc:"Smallest value (uniform, integer)" min:"-1000000000" max:"1000000000" default:"1"`
				High         float64 `json:"high" doc:"Greatest value (uniform, integer)" min:"-1000000000" max:"1000000000" default:"100"`
				Mean         float64 `json:"mean" doc:"Mean (normal, exponential)" min:"-1000000" max:"1000000" default:"1"`
				Deviation    float64 `json:"deviation" doc:"Standard deviation (normal)" min:"0" max:"1000000" default:"1"`
				Count        int     `json:"count" doc:"How many" min:"1" max:"1000" default:"1"`
				Distinct     bool    `json:"distinct" doc:"Whether all must differ (integer)" default:"false"`
			}) (out struct {
				Numbers []float64 `json:"numbers"`
			}, err error) {
				if in.Low > in.High {
					return out, define.Invalid("low", "must not be above high")
				}
				r := w.Rand()
				lo, span := math.Ceil(in.Low), int64(math.Floor(in.High)-math.Ceil(in.Low))+1
				if in.Distribution == "integer" && (span < 1 || in.Distinct && span < int64(in.Count)) {
					return out, define.Invalid("count", "is more than there are integers from low to high")
				}
				moved := map[int64]int64{}
				for len(out.Numbers) < in.Count {
					switch in.Distribution {
					case "uniform":
						out.Numbers = append(out.Numbers, in.Low+(in.High-in.Low)*r.Float64())
					case "normal":
						out.Numbers = append(out.Numbers, in.Mean+in.Deviation*r.NormFloat64())
					case "exponential":
						out.Numbers = append(out.Numbers, in.Mean*r.ExpFloat64())
					default:
						var n int64
						if in.Distinct {
							n = dealt(r, moved, int64(len(out.Numbers)), span)
						} else {
							n = r.Int64N(span)
						}
						out.Numbers = append(out.Numbers, lo+float64(n))
					}
				}
				return out, nil
			}, `{"low":1,"high":6,"count":2}`, `{"distribution":"normal","mean":170,"deviation":9,"count":5}`),
		define.Calc("random_uuid", "Makes random UUIDs of version 4, or time-ordered ones of version 7.",
			func(w *world.World, in struct {
				Version int `json:"version" doc:"UUID version" min:"4" max:"7" default:"4"`
				Count   int `json:"count" doc:"How many" min:"1" max:"100" default:"1"`
			}) (out struct {
				UUIDs []string `json:"uuids"`
			}, err error) {
				if in.Version != 4 && in.Version != 7 {
					return out, define.Invalid("version", "must be 4 or 7")
				}
				r := w.Rand()
				for i := range in.Count {
					out.UUIDs = append(out.UUIDs, uuid(r, in.Version, world.Now().UnixMilli()+int64(i)))
				}
				return out, nil
			}, `{}`, `{"version":7,"count":3}`),
		define.Calc("random_string", "Makes random strings from chosen kinds of characters or from an alphabet of the caller's.",
			func(w *world.World, in struct {
				Length   int    `json:"length" doc:"Characters in each" min:"1" max:"1000" default:"16"`
				Kind     string `json:"kind" doc:"Characters to use" enum:"letters,lowercase,uppercase,digits,alphanumeric,hex" default:"alphanumeric"`
				Alphabet string `json:"alphabet,omitempty" doc:"Own characters, instead of kind" max:"200"`
				Count    int    `json:"count" doc:"How many" min:"1" max:"50" default:"1"`
			}) (out struct {
				Strings []string `json:"strings"`
				Bits    float64  `json:"entropy_bits" doc:"Entropy of each string"`
			}, err error) {
				const low, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
				up := strings.ToUpper(low)
				alphabet := []rune(map[string]string{"letters": low + up, "lowercase": low, "uppercase": up, "digits": digits, "alphanumeric": low + up + digits, "hex": digits + "abcdef"}[in.Kind])
				if in.Alphabet != "" {
					alphabet = []rune(in.Alphabet)
				}
				r, different := w.Rand(), map[rune]bool{}
				for _, c := range alphabet {
					different[c] = true
				}
				for range in.Count {
					out.Strings = append(out.Strings, draw(r, alphabet, in.Length))
				}
				out.Bits = float64(in.Length) * math.Log2(float64(len(different)))
				return out, nil
			}, `{"length":8}`, `{"alphabet":"ACGT","length":30,"count":2}`),
		define.Calc("random_password", "Makes a password that holds every required kind of character, and rates it.",
			func(w *world.World, in struct {
				Length  int  `json:"length" doc:"Characters" min:"8" max:"128" default:"16"`
				Symbols bool `json:"symbols" doc:"Whether to use punctuation" default:"true"`
				Similar bool `json:"allow_similar" doc:"Whether characters that look alike (l, 1, O, 0) may occur" default:"false"`
			}) (out struct {
				Password string  `json:"password"`
				Bits     float64 `json:"entropy_bits"`
				Rating   string  `json:"rating" enum:"fair,strong,very strong"`
			}, err error) {
				sets := []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"}
				if in.Symbols {
					sets = append(sets, "!#$%&*+-=?@^_")
				}
				if !in.Similar {
					for i, s := range sets {
						sets[i] = strings.Map(func(c rune) rune {
							if strings.ContainsRune("l1IO0o", c) {
								return -1
							}
							return c
						}, s)
					}
				}
				r := w.Rand()
				var chars []rune
				for _, s := range sets {
					chars = append(chars, []rune(draw(r, []rune(s), 1))...)
				}
				all := []rune(strings.Join(sets, ""))
				chars = append(chars, []rune(draw(r, all, in.Length-len(chars)))...)
				r.Shuffle(len(chars), func(i, j int) { chars[i], chars[j] = chars[j], chars[i] })
				out.Password, out.Bits = string(chars), float64(in.Length)*math.Log2(float64(len(all)))
				out.Rating = "fair"
				if out.Bits > 70 {
					out.Rating = "strong"
				}
				if out.Bits > 100 {
					out.Rating = "very strong"
				}
				return out, nil
			}, `{}`, `{"length":24,"symbols":false}`),
		define.Calc("placeholder_text", "Makes placeholder text of a number of paragraphs, sentences or words for a layout.",
			func(w *world.World, in struct {
				Unit  string `json:"unit" doc:"What to count" enum:"paragraphs,sentences,words" default:"paragraphs"`
				Count int    `json:"count" doc:"How many" min:"1" max:"200" default:"1"`
				Start bool   `json:"classic_start" doc:"Whether to begin with lorem ipsum" default:"true"`
				HTML  bool   `json:"html" doc:"Whether to wrap paragraphs in p elements" default:"false"`
			}) (out struct {
				Text  string `json:"text"`
				Words int    `json:"words"`
			}, err error) {
				if in.Unit == "paragraphs" && in.Count > 40 {
					return out, define.Invalid("count", "must be at most 40 for paragraphs")
				}
				out.Text = placeholder(w.Rand(), in.Unit, in.Count, in.Start)
				out.Words = len(strings.Fields(out.Text))
				if in.HTML {
					out.Text = "<p>" + strings.ReplaceAll(out.Text, "\n\n", "</p>\n<p>") + "</p>"
				}
				return out, nil
			}, `{"unit":"words","count":8}`, `{"unit":"paragraphs","count":2,"html":true}`),
	}
}

// dealt gives the k-th card (from 0) of a fair shuffle of 0…n-1; moved remembers the cards that
// changed their places, so that a large range costs no more than what is drawn.
func dealt(r *rand.Rand, moved map[int64]int64, k, n int64) int64 {
	at := func(i int64) int64 {
		if c, ok := moved[i]; ok {
			return c
		}
		return i
	}
	j := k + r.Int64N(n-k)
	card := at(j)
	moved[j] = at(k)
	return card
}

func draw(r *rand.Rand, alphabet []rune, n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(out)
}

func uuid(r *rand.Rand, version int, milli int64) string {
	hi, lo := r.Uint64(), r.Uint64()
	if version == 7 {
		hi = uint64(milli)<<16 | hi&0xffff
	}
	hi = hi&^0xf000 | uint64(version)<<12
	lo = lo&^(3<<62) | 1<<63
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", hi>>32, hi>>16&0xffff, hi&0xffff, lo>>48, lo&0xffffffffffff)
}

// placeholderWords are Latin function words and nouns, mixed without meaning.
const placeholderWords = "lorem ipsum aqua arbor bonus campus civis corpus debet dies domus ergo et facit finis flumen genus habet hora iter lapis locus lux manus mare mensa mons nomen non nox opus pars pons populus quid ratio rex sed semper sol tempus terra tum urbs ventus verbum via vita vox"

func placeholder(r *rand.Rand, unit string, n int, classic bool) string {
	vocabulary := strings.Fields(placeholderWords)
	some := func(k int) []string {
		out := make([]string, k)
		for i := range out {
			out[i] = vocabulary[r.IntN(len(vocabulary))]
		}
		return out
	}
	begin := func(words []string) []string {
		if classic && len(words) > 1 {
			words[0], words[1] = "lorem", "ipsum"
		}
		classic = false
		return words
	}
	sentence := func() string {
		s := []rune(strings.Join(begin(some(6+r.IntN(9))), " "))
		s[0] = unicode.ToUpper(s[0])
		return string(s) + "."
	}
	sentences := func(k int) string {
		out := make([]string, k)
		for i := range out {
			out[i] = sentence()
		}
		return strings.Join(out, " ")
	}
	switch unit {
	case "words":
		return strings.Join(begin(some(n)), " ")
	case "sentences":
		return sentences(n)
	}
	out := make([]string, n)
	for i := range out {
		out[i] = sentences(3 + r.IntN(4))
	}
	return strings.Join(out, "\n\n")
}
