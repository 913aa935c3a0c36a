package du

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type scored struct {
	Label string  `json:"label"`
	Score float64 `json:"score"`
}

func analysisTools() []define.Tool {
	return []define.Tool{
		define.Calc("analyze_sentiment", "Judges whether a text is positive or negative, with the words it goes by; not and never turn the next words around.",
			func(_ *world.World, in struct {
				Text string `json:"text" doc:"The text" min:"1" max:"20000"`
			}) (out struct {
				Sentiment string   `json:"sentiment" enum:"positive,neutral,negative"`
				Score     float64  `json:"score" doc:"From -1 (negative) to 1 (positive)"`
				Positive  []string `json:"positive_words"`
				Negative  []string `json:"negative_words"`
			}, err error) {
				sum := 0.0
				sum, out.Positive, out.Negative = sentiment(tokens(in.Text))
				out.Score = sum / math.Sqrt(sum*sum+6)
				out.Sentiment = "neutral"
				if out.Score > 0.2 {
					out.Sentiment = "positive"
				} else if out.Score < -0.2 {
					out.Sentiment = "negative"
				}
				return out, nil
			}, `{"text":"The room was lovely and the staff kind, but breakfast was not good."}`, `{"text":"The parcel arrived on Tuesday."}`),
		define.Calc("extract_keywords", "Finds the words and word pairs that matter most in a text by how often they occur, leaving out function words.",
			func(_ *world.World, in struct {
				Text  string `json:"text" doc:"The text" min:"1" max:"20000"`
				Top   int    `json:"top" doc:"How many" min:"1" max:"50" default:"8"`
				Pairs bool   `json:"pairs" doc:"Whether to count pairs of neighbouring words too" default:"true"`
			}) (out struct {
				Keywords []scored `json:"keywords"`
			}, err error) {
				out.Keywords = keywords(in.Text, in.Pairs)
				out.Keywords = out.Keywords[:min(in.Top, len(out.Keywords))]
				return out, nil
			}, `{"text":"Solar power is cheap. Cheap solar power changes the grid, and the grid changes slowly."}`, `{"text":"apples and pears and apples","top":1,"pairs":false}`),
		define.Calc("summarize_text", "Shortens a text to its most important sentences, in their order.",
			func(_ *world.World, in struct {
				Text      string `json:"text" doc:"The text" min:"1" max:"20000"`
				Sentences int    `json:"sentences" doc:"Sentences to keep" min:"1" max:"20" default:"2"`
			}) (out struct {
				Summary string  `json:"summary"`
				Kept    float64 `json:"kept" doc:"Share of the characters that is kept"`
			}, err error) {
				out.Summary = summarize(in.Text, in.Sentences)
				out.Kept = float64(len(out.Summary)) / float64(len(in.Text))
				return out, nil
			}, `{"text":"The bridge is closed. Workers found rust in the bridge's cables. A ferry runs instead. Tickets cost two euros.","sentences":1}`, `{"text":"One. Two. Three.","sentences":2}`),
		define.Calc("analyze_words", "Takes a text apart: each word with its stem, syllables, and part of speech where the dictionary knows it.",
			func(w *world.World, in struct {
				Text string `json:"text" doc:"The text" min:"1" max:"3000"`
			}) (out struct {
				Tokens []analyzed `json:"tokens"`
			}, err error) {
				for _, t := range tokens(in.Text) {
					a := analyzed{Word: t, Stem: stem(t), Syllables: syllables(t), Function: isStop(t), Part: "unknown"}
					if d, ok := world.Words.Get(w, t); ok {
						a.Part = d.Part
					} else if d, ok := world.Words.Get(w, a.Stem); ok {
						a.Part = d.Part
					}
					out.Tokens = append(out.Tokens, a)
				}
				return out, nil
			}, `{"text":"The happy dogs were running quickly."}`, `{"text":"A tall tree"}`),
		define.Calc("classify_topic", "Says which of some topics a text is about, from the words it shares with each topic's vocabulary.",
			func(_ *world.World, in struct {
				Text string `json:"text" doc:"The text" min:"1" max:"20000"`
			}) (out struct {
				Topic  string   `json:"topic" doc:"The best topic; other when none fits"`
				Scores []scored `json:"scores"`
			}, err error) {
				total := 0.0
				have := counts(stems(in.Text))
				for _, t := range topics() {
					n := 0.0
					for _, w := range t.words {
						n += float64(have[w])
					}
					out.Scores = append(out.Scores, scored{t.name, n})
					total += n
				}
				world.TopBy(out.Scores, func(s scored) float64 { return s.Score })
				out.Topic = "other"
				if total > 0 {
					out.Topic = out.Scores[0].Label
					for i := range out.Scores {
						out.Scores[i].Score /= total
					}
				}
				return out, nil
			}, `{"text":"The striker scored twice and the team won the match."}`, `{"text":"Shares fell as the bank raised interest rates."}`),
		define.Calc("cluster_texts", "Groups texts that use similar words, each group with the words that hold it together.",
			func(_ *world.World, in struct {
				Texts     []string `json:"texts" doc:"The texts" min:"2" max:"60" each_max:"1000"`
				Threshold float64  `json:"threshold" doc:"Least similarity (cosine) to join a group" min:"0" max:"1" default:"0.25"`
			}) (out struct {
				Clusters []cluster `json:"clusters"`
			}, err error) {
				out.Clusters = clusters(in.Texts, in.Threshold)
				return out, nil
			}, `{"texts":["red apple pie","apple pie recipe","train to Rome","slow train from Rome"]}`, `{"texts":["one","two"],"threshold":0.9}`),
		define.Calc("text_statistics", "Counts characters, words, sentences and syllables, and computes readability (Flesch, Flesch-Kincaid grade, reading time).",
			func(_ *world.World, in struct {
				Text  string `json:"text" doc:"The text" min:"1" max:"20000"`
				Speed int    `json:"words_per_minute" doc:"Reading speed" min:"50" max:"1000" default:"230"`
			}) (out struct {
				Characters int     `json:"characters"`
				Words      int     `json:"words"`
				Different  int     `json:"different_words"`
				Sentences  int     `json:"sentences"`
				Syllables  int     `json:"syllables"`
				Flesch     float64 `json:"flesch_reading_ease"`
				Grade      float64 `json:"flesch_kincaid_grade"`
				Seconds    float64 `json:"reading_seconds"`
			}, err error) {
				words := tokens(in.Text)
				out.Characters, out.Words, out.Different, out.Sentences = len([]rune(in.Text)), len(words), len(counts(words)), len(sentences(in.Text))
				for _, w := range words {
					out.Syllables += syllables(w)
				}
				if n, s := float64(out.Words), float64(max(out.Sentences, 1)); n > 0 {
					perWord := float64(out.Syllables) / n
					out.Flesch, out.Grade = 206.835-1.015*n/s-84.6*perWord, 0.39*n/s+11.8*perWord-15.59
					out.Seconds = n * 60 / float64(in.Speed)
				}
				return out, nil
			}, `{"text":"The cat sat on the mat. It was warm."}`, `{"text":"Incomprehensibility notwithstanding, deliberations continued.","words_per_minute":180}`),
	}
}

type analyzed struct {
	Word      string `json:"word"`
	Stem      string `json:"stem"`
	Part      string `json:"part_of_speech"`
	Syllables int    `json:"syllables"`
	Function  bool   `json:"function_word"`
}

// tokens gives the words of a text in lower case.
func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}

func counts(words []string) map[string]int {
	out := map[string]int{}
	for _, w := range words {
		out[w]++
	}
	return out
}

func sortedKeys(m map[string]int) []string { return slices.Sorted(maps.Keys(m)) }

func sentences(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := r == '.' || r == '!' || r == '?' || r == '\n'
		if !end || i+1 < len(text) && text[i+1] > ' ' {
			continue
		}
		if s := strings.TrimSpace(text[start : i+1]); len(tokens(s)) > 0 {
			out = append(out, s)
		}
		start = i + 1
	}
	if s := strings.TrimSpace(text[start:]); len(tokens(s)) > 0 {
		out = append(out, s)
	}
	return out
}

// syllables counts groups of vowels; a silent final e does not count.
func syllables(word string) int {
	n, in := 0, false
	for _, r := range word {
		v := strings.ContainsRune("aeiouyáéíóúäöüàèìòù", r)
		if v && !in {
			n++
		}
		in = v
	}
	if strings.HasSuffix(word, "e") && !strings.HasSuffix(word, "le") && n > 1 {
		n--
	}
	return max(n, 1)
}

// stem takes off the commonest English endings.
func stem(w string) string {
	for _, e := range [...]struct{ end, put string }{{"ies", "y"}, {"sses", "ss"}, {"ing", ""}, {"edly", ""}, {"ly", ""}, {"ed", ""}, {"es", "e"}, {"s", ""}} {
		if s, ok := strings.CutSuffix(w, e.end); ok && len(s) > 2 && !strings.HasSuffix(w, "ss") {
			if n := len(s); n > 3 && s[n-1] == s[n-2] && (e.end == "ing" || e.end == "ed") {
				s = s[:n-1]
			}
			return s + e.put
		}
	}
	return w
}

func stems(text string) []string {
	var out []string
	for _, t := range tokens(text) {
		if !isStop(t) {
			out = append(out, stem(t))
		}
	}
	return out
}

func keywords(text string, pairs bool) []scored {
	n := map[string]int{}
	for _, s := range sentences(text) {
		before := ""
		for _, t := range tokens(s) {
			if isStop(t) || len(t) < 2 {
				before = ""
				continue
			}
			n[t]++
			if before != "" && pairs {
				n[before+" "+t]++
			}
			before = t
		}
	}
	var out []scored
	top := 0
	for _, c := range n {
		top = max(top, c)
	}
	for _, k := range sortedKeys(n) {
		if strings.Contains(k, " ") && n[k] < 2 {
			continue
		}
		out = append(out, scored{k, float64(n[k]) / float64(top)})
	}
	return world.TopBy(out, func(s scored) float64 { return s.Score })
}

func summarize(text string, keep int) string {
	all, n := sentences(text), counts(stems(text))
	order := make([]int, len(all))
	weight := make([]float64, len(all))
	for i, s := range all {
		order[i] = i
		words := stems(s)
		for _, w := range words {
			weight[i] += float64(n[w])
		}
		weight[i] /= math.Sqrt(float64(len(words) + 1))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	chosen := slices.Clone(order[:min(keep, len(order))])
	slices.Sort(chosen)
	var out []string
	for _, i := range chosen {
		out = append(out, all[i])
	}
	return strings.Join(out, " ")
}

type cluster struct {
	Members  []int    `json:"members" doc:"Positions of the texts, from 0"`
	Keywords []string `json:"keywords"`
}

// clusters joins each text to the first group whose word counts are close enough.
func clusters(texts []string, threshold float64) []cluster {
	var out []cluster
	var sums []map[string]int
	for i, t := range texts {
		have, best, at := counts(stems(t)), -1.0, -1
		for k, s := range sums {
			if _, c := overlap(have, s); c >= threshold && c > best {
				best, at = c, k
			}
		}
		if at < 0 {
			at = len(out)
			out, sums = append(out, cluster{}), append(sums, map[string]int{})
		}
		out[at].Members = append(out[at].Members, i)
		for w, n := range have {
			sums[at][w] += n
		}
	}
	for k := range out {
		words := sortedKeys(sums[k])
		slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(sums[k][b], sums[k][a]) })
		out[k].Keywords = words[:min(3, len(words))]
	}
	return out
}
