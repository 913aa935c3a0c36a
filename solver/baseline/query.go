package baseline

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuery bounds what is read of a request, in bytes: a person's question is far shorter, and
// time stays bounded whatever arrives.
const maxQuery = 6000

// token is a word of the request with its trailing punctuation apart.
type token struct {
	text  string // as written, without punctuation around it
	lower string
	stem  string
	after string // punctuation behind it
	open  bool   // an opening bracket or quotation mark stands before it
	span  int    // the span it belongs to, -1 for none
	start bool   // of a sentence
}

type spanKind uint8

const (
	spanQuoted spanKind = iota
	spanURL
	spanEmail
	spanIP
	spanPath
	spanDate
	spanTime
	spanNumber
	spanCode // letters and digits mixed, or capitals only
	spanName // words with capital letters
)

// span is a value that stands in the request.
type span struct {
	kind     spanKind
	from, to int // tokens
	text     string
	iso      string // of a date or time
	number   float64
}

type query struct {
	tokens []token
	spans  []span
	today  date
}

func readQuery(text, system string) *query {
	if len(text) > maxQuery {
		text = strings.ToValidUTF8(text[:maxQuery], "")
	}
	q := &query{today: findToday(system)}
	q.tokenize(text)
	q.findSpans()
	return q
}

// tokenize splits at white space. A quoted passage is one token, whatever is in it.
func (q *query) tokenize(text string) {
	start := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		if end, next := quotedEnd(text, i, r, size); end > 0 {
			after, n := punctuation(text[next:])
			q.tokens = append(q.tokens, token{text: text[i+size : end], after: after, span: len(q.spans)})
			q.spans = append(q.spans, span{kind: spanQuoted, from: len(q.tokens) - 1, to: len(q.tokens), text: text[i+size : end]})
			i = next + n
			start = strings.ContainsAny(after, ".!?")
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if unicode.IsSpace(r) {
				break
			}
			end += size
		}
		q.word(text[i:end], &start)
		i = end
	}
}

// quotedEnd finds where a quotation that opens at i ends: its last byte and the byte behind the
// closing mark; 0 when none opens here.
func quotedEnd(text string, i int, r rune, size int) (end, next int) {
	closing := map[rune]string{'\'': "'", '"': `"`, '“': "”", '‘': "’", '«': "»", '`': "`"}[r]
	if closing == "" {
		return 0, 0
	}
	for at := i + size; at < len(text); {
		n := strings.Index(text[at:], closing)
		if n < 0 {
			return 0, 0
		}
		at += n
		behind, _ := utf8.DecodeRuneInString(text[at+len(closing):])
		// An apostrophe inside a word closes nothing.
		if at > i+size && (at+len(closing) == len(text) || !unicode.IsLetter(behind) && !unicode.IsDigit(behind)) {
			return at, at + len(closing)
		}
		at += len(closing)
	}
	return 0, 0
}

func punctuation(text string) (string, int) {
	n := 0
	for n < len(text) && strings.IndexByte(".,;:!?)", text[n]) >= 0 {
		n++
	}
	return text[:n], n
}

func (q *query) word(w string, start *bool) {
	bare := strings.TrimRight(w, ".,;:!?)]}'\"”’")
	after := w[len(bare):]
	trimmed := strings.TrimLeft(bare, "([{'\"“‘")
	if trimmed == "" || trimmed == "-" || trimmed == "–" || trimmed == "—" {
		if n := len(q.tokens); n > 0 {
			q.tokens[n-1].after += w
		}
		return
	}
	lower := strings.ToLower(trimmed)
	q.tokens = append(q.tokens, token{
		text: trimmed, lower: lower, stem: stem(strings.TrimSuffix(strings.TrimSuffix(lower, "'s"), "’s")), after: after,
		open: len(trimmed) < len(bare), span: -1, start: *start,
	})
	*start = strings.ContainsAny(after, ".!?:")
}

// findSpans marks the values, the most telling kinds first; a token belongs to one span only.
func (q *query) findSpans() {
	for i := range q.tokens {
		if t := &q.tokens[i]; t.span < 0 {
			if s, ok := special(t.text); ok {
				q.mark(s, i, i+1)
			}
		}
	}
	q.findDates()
	for i := range q.tokens {
		if t := &q.tokens[i]; t.span < 0 {
			if s, ok := numeric(t.text, t.lower); ok {
				q.mark(s, i, i+1)
			} else if isCode(t.text) {
				q.mark(span{kind: spanCode, text: t.text}, i, i+1)
			}
		}
	}
	q.joinGroups()
	q.findNames()
}

func (q *query) mark(s span, from, to int) {
	s.from, s.to = from, to
	for i := from; i < to; i++ {
		q.tokens[i].span = len(q.spans)
	}
	q.spans = append(q.spans, s)
}

// special recognises what shows itself by its form.
func special(w string) (span, bool) {
	switch {
	case strings.HasPrefix(w, "http://") || strings.HasPrefix(w, "https://"):
		if _, err := url.Parse(w); err == nil {
			return span{kind: spanURL, text: w}, true
		}
	case strings.Count(w, "@") == 1 && strings.IndexByte(w, '@') > 0:
		return span{kind: spanEmail, text: w}, true
	case len(w) > 1 && (w[0] == '/' || w[0] == '~' && w[1] == '/') || len(w) > 2 && w[1] == ':' && w[2] == '\\':
		return span{kind: spanPath, text: w}, true
	}
	if a, err := netip.ParseAddr(w); err == nil && a.Is4() {
		return span{kind: spanIP, text: w}, true
	}
	return span{}, false
}

// numeric reads 1499, 210,000, 98.6, 10%, $20, €15, 250g, and number words.
func numeric(w, lower string) (span, bool) {
	if n, ok := smallNumber(lower); ok {
		return span{kind: spanNumber, text: w, number: float64(n)}, true
	}
	body := strings.TrimLeft(w, "$€£¥#~")
	digits := 0
	for digits < len(body) && (body[digits] >= '0' && body[digits] <= '9' || digits > 0 && (body[digits] == '.' || body[digits] == ',')) || digits == 0 && len(body) > 1 && body[0] == '-' && body[1] >= '0' && body[1] <= '9' {
		digits++
	}
	for digits > 0 && (body[digits-1] == '.' || body[digits-1] == ',') {
		digits--
	}
	if digits == 0 {
		return span{}, false
	}
	rest := strings.ToLower(body[digits:])
	if rest != "" && rest != "%" && unitName(rest) == rest {
		return span{}, false
	}
	text := strings.ReplaceAll(body[:digits], ",", "")
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return span{}, false
	}
	return span{kind: spanNumber, text: text, number: v}, true
}

// isCode says whether a word looks like an identifier: digits among letters, an underscore, or
// capitals only.
func isCode(w string) bool {
	letters, digits, upper := 0, 0, 0
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			letters++
		}
	}
	dot := strings.IndexByte(w, '.')
	return letters > 0 && digits > 0 || strings.Contains(w, "_") || upper == letters && upper > 1 || dot > 0 && dot < len(w)-1 && letters > 3
}

// joinGroups makes one code of groups such as GB82 WEST 1234, which people write with spaces.
func (q *query) joinGroups() {
	for i := 0; i < len(q.tokens); i++ {
		j := i
		for j < len(q.tokens) && q.groupLike(j) && (j == i || q.tokens[j-1].after == "") {
			j++
		}
		if j-i < 3 {
			continue
		}
		parts := make([]string, 0, j-i)
		for k := i; k < j; k++ {
			parts = append(parts, q.tokens[k].text)
		}
		q.mark(span{kind: spanCode, text: strings.Join(parts, " ")}, i, j)
		i = j
	}
}

func (q *query) groupLike(i int) bool {
	t := q.tokens[i]
	if t.span < 0 || q.spans[t.span].kind != spanCode && q.spans[t.span].kind != spanNumber || len(t.text) > 4 || len(t.text) < 2 {
		return false
	}
	for _, r := range t.text {
		if !unicode.IsDigit(r) && !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// findNames marks runs of words with capital letters. The first word of a sentence counts when
// the run goes on behind it, or when nothing says that it is an ordinary word.
func (q *query) findNames() {
	for i := 0; i < len(q.tokens); i++ {
		j := i
		for j < len(q.tokens) && q.capital(j) && (j == i || q.tokens[j-1].after == "") {
			j++
		}
		// "of", "de" and the like may join two parts of a name: University of Oslo.
		if j > i && j+1 < len(q.tokens) && q.tokens[j-1].after == "" && isParticle(q.tokens[j].lower) && q.tokens[j].after == "" && q.capital(j+1) {
			j += 2
		}
		if j == i {
			continue
		}
		from := i
		if q.tokens[i].start && (isFunctionWord(q.tokens[i].lower) || j == i+1) {
			from++
		}
		if from < j {
			parts := make([]string, 0, j-from)
			for k := from; k < j; k++ {
				parts = append(parts, strings.TrimSuffix(strings.TrimSuffix(q.tokens[k].text, "'s"), "’s"))
			}
			q.mark(span{kind: spanName, text: strings.Join(parts, " ")}, from, j)
		}
		i = j - 1
	}
}

func isParticle(w string) bool {
	switch w {
	case "of", "de", "da", "del", "di", "van", "von", "la", "le":
		return true
	}
	return false
}

func (q *query) capital(i int) bool {
	t := q.tokens[i]
	if t.span >= 0 && (q.spans[t.span].kind != spanCode || q.spans[t.span].to > q.spans[t.span].from+1) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t.text)
	return unicode.IsUpper(r) && t.lower != "i" && !strings.HasPrefix(t.lower, "i'") && (t.span < 0 || len(t.text) > 0 && !strings.ContainsAny(t.text, "0123456789_"))
}
