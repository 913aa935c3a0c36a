package pyvalue

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// numberAtom reads a number as Python's tokenizer does.
func (p *parser) numberAtom() int32 {
	w := p.src[p.tok.start:p.tok.end]
	n := node{kind: nodeConst}
	if !readNumber(&n, w) {
		p.fail(p.tok.start, "invalid number "+w[:min(len(w), 40)])
		return 0
	}
	p.next()
	return p.finish(n, 0)
}

func readNumber(n *node, w string) bool {
	plain := len(w) <= 15
	for i := 0; plain && i < len(w); i++ {
		plain = digit(w[i])
	}
	if plain && (w[0] != '0' || len(w) == 1) {
		v := int64(0)
		for i := 0; i < len(w); i++ {
			v = v*10 + int64(w[i]-'0')
		}
		n.value, n.num, n.text = Int, float64(v), w
		return true
	}
	if len(w) > 1 && w[0] == '0' && strings.IndexByte("xXoObB", w[1]) >= 0 {
		return readBased(n, w)
	}
	return readDecimal(n, w)
}

// decimalEnd gives the length of the decimal number at the start of w; 0 when it is none.
func decimalEnd(w string) int {
	i := digitRun(w, 0)
	if i < 0 {
		return 0
	}
	if i < len(w) && w[i] == '.' {
		i++
		if i < len(w) && digit(w[i]) {
			if i = digitRun(w, i); i < 0 {
				return 0
			}
		}
	}
	if i < len(w) && w[i]|32 == 'e' {
		k := i + 1
		if k < len(w) && (w[k] == '+' || w[k] == '-') {
			k++
		}
		if k < len(w) && digit(w[k]) {
			if i = digitRun(w, k); i < 0 {
				return 0
			}
		}
	}
	if i < len(w) && w[i]|32 == 'j' {
		i++
	}
	return i
}

// digitRun passes digits with single underscores between them; -1 for a misplaced underscore.
func digitRun(w string, i int) int {
	for i < len(w) && (digit(w[i]) || w[i] == '_') {
		if w[i] == '_' && (i == 0 || !digit(w[i-1]) || i+1 >= len(w) || !digit(w[i+1])) {
			return -1
		}
		i++
	}
	return i
}

func readDecimal(n *node, w string) bool {
	w = strings.ReplaceAll(w, "_", "")
	if w == "" {
		return false
	}
	imaginary := w[len(w)-1]|32 == 'j'
	if imaginary {
		w = w[:len(w)-1]
	}
	if !imaginary && !strings.ContainsAny(w, ".eE") {
		if w[0] == '0' && strings.Trim(w, "0") != "" || len(w) > maxDigits {
			return false // 007 is no number in Python
		}
		v := intText(w)
		n.value, n.num, n.text = Int, v.Num, v.Text
		return true
	}
	f, err := strconv.ParseFloat(w, 64)
	if err != nil && f == 0 {
		return false
	}
	n.value, n.num, n.text = Float, f, w
	if imaginary {
		n.value, n.text = Complex, ""
	}
	return true
}

// maxBased bounds numbers in base 2, 8 and 16, whose conversion to decimal is not linear.
const maxBased = 4096

func readBased(n *node, w string) bool {
	if len(w) > maxBased || strings.Contains(w, "__") || strings.HasSuffix(w, "_") {
		return false
	}
	i, ok := new(big.Int).SetString(w, 0)
	if !ok {
		return false
	}
	v := intText(i.String())
	n.value, n.num, n.text = Int, v.Num, v.Text
	return true
}

// stringAtom reads a string and all strings directly behind it, which Python joins.
func (p *parser) stringAtom() int32 {
	first := p.tok
	n := node{kind: nodeConst, value: String, flag: p.src[first.start] == 'u'}
	if first.prefix&prefixBytes != 0 {
		n.value = Bytes
	}
	if p.content(first, &n, nil); p.failure != nil {
		return 0
	}
	p.next()
	if p.tok.kind != tokString {
		return p.finish(n, 0)
	}
	return p.joinedStrings(first, n)
}

// joinedStrings goes on behind the first of several strings.
func (p *parser) joinedStrings(first token, n node) int32 {
	tokens := []token{first}
	joined := []byte(n.text)
	for p.tok.kind == tokString && p.failure == nil {
		if (p.tok.prefix&prefixBytes != 0) != (n.value == Bytes) {
			p.fail(p.tok.start, "bytes and text cannot be joined")
			return 0
		}
		var part node
		p.content(p.tok, &part, nil)
		if part.kind == nodeFormat {
			n.kind = nodeFormat
		}
		joined = append(joined, part.text...)
		tokens = append(tokens, p.tok)
		p.next()
	}
	n.text = string(joined)
	if n.kind == nodeFormat && p.failure == nil {
		n.text = p.formatText(tokens)
	}
	return p.finish(n, 0)
}

// formatText writes an f-string on one line, with single quotes where it can.
func (p *parser) formatText(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		raw := p.src[t.content : t.end-int(t.quote)]
		if t.prefix&prefixFormat == 0 {
			raw = strings.NewReplacer("{", "{{", "}", "}}").Replace(raw)
		}
		b.WriteString(strings.ReplaceAll(newlines(raw), "\n", `\n`))
	}
	text := b.String()
	if strings.IndexByte(text, '\'') < 0 {
		return "f'" + text + "'"
	}
	if strings.IndexByte(text, '"') < 0 {
		return `f"` + text + `"`
	}
	return `f'''` + text + `'''`
}

// content puts what the string token holds into n.
func (p *parser) content(t token, n *node, out []byte) {
	raw := p.src[t.content : t.end-int(t.quote)]
	if t.prefix&prefixFormat != 0 {
		n.kind, n.text = nodeFormat, p.formatText([]token{t})
		return
	}
	isBytes := t.prefix&prefixBytes != 0
	if isBytes {
		for i := 0; i < len(raw); i++ {
			if raw[i] >= utf8.RuneSelf {
				p.fail(t.start, "bytes can only hold ASCII characters")
				return
			}
		}
	}
	if !t.escapes {
		n.text = raw
		return
	}
	raw = newlines(raw)
	if t.prefix&prefixRaw != 0 || strings.IndexByte(raw, '\\') < 0 {
		n.text = raw
		return
	}
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' || i+1 == len(raw) {
			out = append(out, c)
			i++
			continue
		}
		used, ok := 0, false
		if out, used, ok = unescape(out, raw[i+1:], isBytes); !ok {
			p.fail(t.content+min(i, len(raw)), "invalid escape in a string")
			return
		}
		i += 1 + used
	}
	n.text = string(out)
}

// newlines is how Python reads source text: \r\n and \r are \n.
func newlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// unescape reads one escape from behind its backslash and says how many bytes it took.
func unescape(out []byte, s string, isBytes bool) (_ []byte, used int, ok bool) {
	c := s[0]
	if i := strings.IndexByte("\n\\'\"abfnrtv", c); i >= 0 {
		if c == '\n' {
			return out, 1, true
		}
		return append(out, "\n\\'\"\a\b\f\n\r\t\v"[i]), 1, true
	}
	switch {
	case c >= '0' && c <= '7':
		n := rune(0)
		for used < 3 && used < len(s) && s[used] >= '0' && s[used] <= '7' {
			n = n<<3 | rune(s[used]-'0')
			used++
		}
		if isBytes {
			return append(out, byte(n)), used, true
		}
		return utf8.AppendRune(out, n), used, true
	case c == 'x' || !isBytes && (c == 'u' || c == 'U'):
		return unescapeHex(out, s, isBytes)
	case c == 'N' && !isBytes:
		return out, 0, false // names of characters are not known here
	}
	return append(out, '\\'), 0, true // an unknown escape stays as it is
}

func unescapeHex(out []byte, s string, isBytes bool) (_ []byte, used int, ok bool) {
	width := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if len(s) < 1+width {
		return out, 0, false
	}
	n := 0
	for i := 1; i <= width; i++ {
		d, ok := hexDigit(s[i])
		if !ok {
			return out, 0, false
		}
		n = n<<4 | d
	}
	switch {
	case n > utf8.MaxRune:
		return out, 0, false
	case isBytes:
		return append(out, byte(n)), 1 + width, true
	case n >= 0xd800 && n < 0xe000:
		return appendSurrogate(out, rune(n)), 1 + width, true
	}
	return utf8.AppendRune(out, rune(n)), 1 + width, true
}
