package du

import "strings"

// stopWords are English function words, which carry no topic.
const stopWords = " a an the and or but if of to in on at by for from with as is are was were be been it its this that these those he she they we you i his her their our your my not no do does did has have had will would can could so than then there here which who what when where how all very "

func isStop(word string) bool { return strings.Contains(stopWords, " "+word+" ") }

const (
	positiveWords = " good great lovely kind happy excellent clean friendly helpful fast beautiful best better love loved like enjoy enjoyed wonderful perfect pleasant delicious comfortable quiet fresh glad bright fair cheap recommend superb charming won success "
	negativeWords = " bad poor dirty rude slow ugly worst worse hate hated awful terrible broken cold noisy sad angry late expensive disappointing disappointed boring stale rusty lost fail failed failure wrong problem problems pain horrible "
	negations     = " not no never hardly without don't didn't isn't wasn't "
)

// sentiment sums word values; a negation turns the next three words around at half strength.
func sentiment(words []string) (sum float64, positive, negative []string) {
	turned := 0
	for _, w := range words {
		if strings.Contains(negations, " "+w+" ") {
			turned = 3
			continue
		}
		value := 0.0
		switch {
		case strings.Contains(positiveWords, " "+w+" "):
			value = 1
		case strings.Contains(negativeWords, " "+w+" "):
			value = -1
		}
		if turned > 0 {
			value *= -0.5
			turned--
		}
		sum += value
		if value > 0 {
			positive = append(positive, w)
		} else if value < 0 {
			negative = append(negative, w)
		}
	}
	return sum, positive, negative
}

type topic struct {
	name  string
	words []string
}

// topics gives each topic's vocabulary as stems.
func topics() []topic {
	var out []topic
	for line := range strings.SplitSeq(`sports:team match goal score striker coach league win won race player season cup stadium
finance:bank share stock market interest rate profit invest price bond fund currency inflation
technology:software computer phone chip data robot network app internet device code cloud
health:doctor hospital patient medicine vaccine disease diet nurse health therapy symptom
travel:hotel flight train airport ticket trip beach museum passport tour luggage
food:recipe restaurant cook dish bread soup wine cheese breakfast taste meal
weather:rain snow storm wind cloud temperature forecast sun flood heat
politics:minister election parliament law vote government party president treaty policy
science:planet cell energy experiment research theory species telescope climate study`, "\n") {
		name, words, _ := strings.Cut(line, ":")
		t := topic{name: name}
		for w := range strings.FieldsSeq(words) {
			t.words = append(t.words, stem(w))
		}
		out = append(out, t)
	}
	return out
}
