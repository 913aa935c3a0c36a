package world

import (
	"context"
	"strings"

	"deft/tool/builtin"
)

// Tools of scenario TG, text generation.

func tellJoke(_ context.Context, _ *World, a struct{ Topic string }) (object, error) {
	jokes := map[string]string{
		"programming": "A programmer went shopping: \"A litre of milk, and if they have eggs, get six.\" He came home with six litres of milk.",
		"animals":     "What does a snail say on the back of a tortoise? Whee!",
		"office":      "My boss asked me to have a good day, so I went home.",
		"food":        "I told the lettuce to cheer up. It said it had a lot on its leaf.",
		"school":      "Why was the maths book worried? It had too many problems.",
	}
	return object{"joke": jokes[a.Topic]}, nil
}

func getQuote(_ context.Context, _ *World, a struct{ Theme string }) (object, error) {
	quotes := map[string][2]string{
		"courage":    {"Fortune favours the bold.", "Virgil"},
		"friendship": {"A friend is a second self.", "Cicero"},
		"success":    {"Fall seven times, stand up eight.", "Japanese proverb"},
		"time":       {"Time flies.", "Virgil"},
		"learning":   {"We learn not for school but for life.", "Seneca, turned round"},
	}
	q := quotes[a.Theme]
	return object{"text": q[0], "author": q[1]}, nil
}

func languages() []string {
	return []string{"Spanish", "French", "German", "Italian", "Portuguese", "Dutch"}
}

// translateText knows a few phrases; of other texts it translates the words it knows and leaves
// the rest, as a phrase book would.
func translateText(_ context.Context, w *World, a struct {
	Text   string
	Target string `json:"target_language"`
}) (object, error) {
	column := 0
	for i, l := range languages() {
		if l == a.Target {
			column = i
		}
	}
	key := strings.ToLower(strings.Trim(a.Text, " .!?"))
	if known, ok := w.Phrases[key]; ok {
		return object{"translation": known[column], "target_language": a.Target}, nil
	}
	fields := strings.Fields(a.Text)
	for i, f := range fields {
		bare := strings.Trim(strings.ToLower(f), ".,!?")
		if known, ok := w.Words[bare]; ok {
			fields[i] = strings.Replace(strings.ToLower(f), bare, known[column], 1)
		}
	}
	return object{"translation": strings.Join(fields, " "), "target_language": a.Target}, nil
}

// detectLanguage counts frequent small words of each language.
func detectLanguage(_ context.Context, _ *World, a struct{ Text string }) (object, error) {
	small := map[string]string{
		"English": "the and is of to in you for with that", "Spanish": "el la de que los por gracias es una buenos dónde",
		"French": "le la les et est vous je une des merci où", "German": "der die das und ist nicht ein am vielen wo",
		"Italian": "il che di per non grazie è una della dove", "Portuguese": "o não uma os para obrigado em você onde",
		"Dutch": "de het een en van ik niet dank u waar",
	}
	words := wordsOf(a.Text)
	best, most, total := "unknown", 0, 0
	for _, name := range append([]string{"English"}, languages()...) {
		n := 0
		for _, known := range strings.Fields(small[name]) {
			for _, word := range words {
				if word == known {
					n++
				}
			}
		}
		total += n
		if n > most {
			best, most = name, n
		}
	}
	confidence := 0.0
	if total > 0 {
		confidence = round(float64(most)/float64(total), 2)
	}
	return object{"language": best, "confidence": confidence}, nil
}

func generatePassword(_ context.Context, w *World, a struct {
	Length  int
	Symbols bool
}) (object, error) {
	letters := "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	if a.Symbols {
		letters += "!#%+-=?@"
	}
	out := make([]byte, a.Length)
	for i := range out {
		out[i] = letters[w.random.IntN(len(letters))]
	}
	return object{"password": string(out)}, nil
}

func rollDice(_ context.Context, w *World, a struct{ Count, Sides int }) (object, error) {
	rolls, total := make([]int, a.Count), 0
	for i := range rolls {
		rolls[i] = 1 + w.random.IntN(a.Sides)
		total += rolls[i]
	}
	return object{"rolls": rolls, "total": total}, nil
}

func randomInteger(_ context.Context, w *World, a struct{ Low, High int64 }) (object, error) {
	if a.High < a.Low || a.High-a.Low < 0 || a.High-a.Low == 1<<63-1 {
		return nil, builtin.Failed("low %d and high %d span no usable range", a.Low, a.High)
	}
	return object{"value": a.Low + w.random.Int64N(a.High-a.Low+1)}, nil
}

func pickFromList(_ context.Context, w *World, a struct{ Items []string }) (object, error) {
	return object{"choice": a.Items[w.random.IntN(len(a.Items))]}, nil
}

func createFakeProfile(_ context.Context, w *World, a struct{ Country, Gender string }) (object, error) {
	first := map[string][]string{"female": {"Ada", "Clara", "Nora", "Ines"}, "male": {"Hugo", "Felix", "Ivan", "Otto"}}
	if a.Gender == "" {
		a.Gender = []string{"female", "male"}[w.random.IntN(2)]
	}
	family := map[string]string{"United States": "Miller", "United Kingdom": "Clarke", "Germany": "Schuster", "France": "Marchand", "Spain": "Castillo"}
	cities := map[string]string{"United States": "Denver", "United Kingdom": "Leeds", "Germany": "Hamburg", "France": "Lyon", "Spain": "Seville"}
	name := first[a.Gender][w.random.IntN(4)]
	return object{
		"name": name + " " + family[a.Country], "email": strings.ToLower(name+"."+family[a.Country]) + "@test.example",
		"phone": "+00000" + strings.Repeat("5", 3+w.random.IntN(5)), "city": cities[a.Country],
	}, nil
}

func placeholderText(_ context.Context, _ *World, a struct{ Paragraphs int }) (object, error) {
	const latin = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore."
	return object{"text": strings.TrimSpace(strings.Repeat(latin+"\n\n", a.Paragraphs))}, nil
}

func suggestActivity(_ context.Context, w *World, a struct {
	Participants int
	Place        string
}) (object, error) {
	ideas := map[string][]string{
		"indoors":  {"bake bread", "build a card house", "learn three chords on a ukulele", "play charades"},
		"outdoors": {"look for constellations", "have a picnic", "collect and press leaves", "play boules"},
	}[a.Place]
	return object{"activity": ideas[w.random.IntN(len(ideas))]}, nil
}
