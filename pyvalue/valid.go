package pyvalue

// ValidJSON says whether text is one JSON value, with or without white space around it. It is
// json.Valid at several times its speed: strings may hold bytes that are not UTF-8, NaN is no number,
// and there are no limits but one, that nesting deeper than 900 levels is refused.
func ValidJSON(text string) bool {
	v := validator{src: text}
	v.space()
	if !v.value() {
		return false
	}
	v.space()
	return v.pos == len(text)
}

type validator struct {
	src   string
	pos   int
	depth int
}

func (v *validator) space() {
	for v.pos < len(v.src) && (v.src[v.pos] == ' ' || v.src[v.pos] == '\n' || v.src[v.pos] == '\t' || v.src[v.pos] == '\r') {
		v.pos++
	}
}

// at passes c if it comes now.
func (v *validator) at(c byte) bool {
	if v.pos < len(v.src) && v.src[v.pos] == c {
		v.pos++
		return true
	}
	return false
}

func (v *validator) value() bool {
	if v.pos == len(v.src) {
		return false
	}
	switch c := v.src[v.pos]; c {
	case '"':
		return v.text()
	case '{', '[':
		return v.container(c)
	case 't':
		return v.word("true")
	case 'f':
		return v.word("false")
	case 'n':
		return v.word("null")
	}
	return v.number()
}

func (v *validator) word(w string) bool {
	if len(v.src)-v.pos < len(w) || v.src[v.pos:v.pos+len(w)] != w {
		return false
	}
	v.pos += len(w)
	return true
}

func (v *validator) text() bool {
	for v.pos++; v.pos < len(v.src); v.pos++ {
		switch c := v.src[v.pos]; {
		case wordTable[c] || c == ' ':
		case c == '"':
			v.pos++
			return true
		case c < 0x20:
			return false
		case c == '\\':
			if v.pos++; v.pos == len(v.src) {
				return false
			}
			switch v.src[v.pos] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for k := 1; k <= 4; k++ {
					if v.pos+k >= len(v.src) || !isHex(v.src[v.pos+k]) {
						return false
					}
				}
				v.pos += 4
			default:
				return false
			}
		}
	}
	return false
}

func (v *validator) container(open byte) bool {
	if v.depth++; v.depth > maxDepth {
		return false
	}
	end := open + 2 // ']' and '}'
	v.pos++
	v.space()
	if v.at(end) {
		v.depth--
		return true
	}
	for {
		if open == '{' {
			if v.pos == len(v.src) || v.src[v.pos] != '"' || !v.text() {
				return false
			}
			if v.space(); !v.at(':') {
				return false
			}
			v.space()
		}
		if !v.value() {
			return false
		}
		v.space()
		if v.at(end) {
			v.depth--
			return true
		}
		if !v.at(',') {
			return false
		}
		v.space()
	}
}

func (v *validator) number() bool {
	v.at('-')
	if !v.at('0') && !v.digits() || v.at('.') && !v.digits() {
		return false
	}
	if v.at('e') || v.at('E') {
		if !v.at('+') {
			v.at('-')
		}
		return v.digits()
	}
	return true
}

func (v *validator) digits() bool {
	start := v.pos
	for v.pos < len(v.src) && digit(v.src[v.pos]) {
		v.pos++
	}
	return v.pos > start
}

func isHex(c byte) bool { return digit(c) || c|32 >= 'a' && c|32 <= 'f' }
