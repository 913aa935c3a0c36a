package protocol

// validJSON says whether text is one JSON value without white space around it. Strings may hold
// bytes that are not UTF-8, as encoding/json has it; nesting deeper than maxDepth is refused.
func validJSON(text string) bool {
	v := validator{src: text}
	return v.value() && v.pos == len(text)
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
	n := numberLength(v.src[v.pos:])
	v.pos += n
	return n > 0
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
					if v.pos+k >= len(v.src) || hexDigit(v.src[v.pos+k]) < 0 {
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

// numberLength gives the length of the JSON number at the start of w, 0 for none.
func numberLength(w string) int {
	i := 0
	if i < len(w) && w[i] == '-' {
		i++
	}
	start := i
	if i < len(w) && w[i] == '0' {
		i++
	} else if i = digits(w, i); i == start {
		return 0
	}
	if i < len(w) && w[i] == '.' {
		point := i + 1
		if i = digits(w, point); i == point {
			return 0
		}
	}
	if i < len(w) && w[i]|32 == 'e' {
		if i++; i < len(w) && (w[i] == '+' || w[i] == '-') {
			i++
		}
		exponent := i
		if i = digits(w, i); i == exponent {
			return 0
		}
	}
	return i
}

// digits gives the offset behind the digits at w[i].
func digits(w string, i int) int {
	for i < len(w) && w[i] >= '0' && w[i] <= '9' {
		i++
	}
	return i
}

func isJSONNumber(w string) bool { return w != "" && numberLength(w) == len(w) }
