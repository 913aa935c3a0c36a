package pyvalue

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Str is Python's str(): a string as it is, everything else as Repr.
func Str(v Value) string {
	if v.Kind == String {
		return v.Text
	}
	return Repr(v)
}

// Repr is Python's repr(). A set keeps its order of insertion, where Python's is arbitrary.
func Repr(v Value) string { return string(AppendRepr(nil, v)) }

// AppendRepr appends Repr(v) to out.
func AppendRepr(out []byte, v Value) []byte {
	switch v.Kind {
	case None:
		return append(out, "None"...)
	case Bool:
		if v.Num != 0 {
			return append(out, "True"...)
		}
		return append(out, "False"...)
	case Int:
		return append(out, v.Text...)
	case Float:
		return appendFloat(out, v.Num)
	case Complex:
		return v.appendComplex(out)
	case String:
		return appendStringRepr(out, v.Text)
	case Bytes:
		return appendBytesRepr(out, v.Text)
	case List:
		return appendItems(out, '[', ']', v.Items)
	case Tuple:
		if len(v.Items) == 1 {
			return append(AppendRepr(append(out, '('), v.Items[0]), ",)"...)
		}
		return appendItems(out, '(', ')', v.Items)
	case Set:
		if len(v.Items) == 0 {
			return append(out, "set()"...)
		}
		return appendItems(out, '{', '}', v.Items)
	}
	out = append(out, '{')
	for i := 0; i+1 < len(v.Items); i += 2 {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(AppendRepr(out, v.Items[i]), ": "...)
		out = AppendRepr(out, v.Items[i+1])
	}
	return append(out, '}')
}

// appendComplex writes an imaginary number. Negating one makes its real part -0, which Python shows.
func (v Value) appendComplex(out []byte) []byte {
	if v.Text == "" {
		return append(trimPointZero(appendFloat(out, v.Num)), 'j')
	}
	out = append(out, "(-0"...)
	if !math.Signbit(v.Num) {
		out = append(out, '+')
	}
	return append(trimPointZero(appendFloat(out, v.Num)), "j)"...)
}

func appendItems(out []byte, open, end byte, items []Value) []byte {
	out = append(out, open)
	for i := range items {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = AppendRepr(out, items[i])
	}
	return append(out, end)
}

// appendFloat writes the shortest digits that read back, with an exponent outside 1e-4…1e16.
func appendFloat(out []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(out, "nan"...)
	case math.IsInf(f, 1):
		return append(out, "inf"...)
	case math.IsInf(f, -1):
		return append(out, "-inf"...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.AppendFloat(out, f, 'e', -1, 64)
	}
	start := len(out)
	out = strconv.AppendFloat(out, f, 'f', -1, 64)
	for _, c := range out[start:] {
		if c == '.' {
			return out
		}
	}
	return append(out, ".0"...)
}

func trimPointZero(out []byte) []byte {
	if n := len(out); n > 2 && out[n-1] == '0' && out[n-2] == '.' {
		return out[:n-2]
	}
	return out
}

func appendStringRepr(out []byte, s string) []byte {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	out = append(out, quote)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			out = appendByteRepr(out, c, quote)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			if sur, ok := surrogateAt(s[i:]); ok {
				out = appendHex(append(out, `\u`...), uint64(sur), 4)
				i += 3
				continue
			}
			out = appendHex(append(out, `\udc`...), uint64(c), 2) // as os.fsdecode has it
			i++
			continue
		}
		switch {
		case unicode.IsPrint(r):
			out = append(out, s[i:i+n]...)
		case r <= 0xff:
			out = appendHex(append(out, `\x`...), uint64(r), 2)
		case r <= 0xffff:
			out = appendHex(append(out, `\u`...), uint64(r), 4)
		default:
			out = appendHex(append(out, `\U`...), uint64(r), 8)
		}
		i += n
	}
	return append(out, quote)
}

func appendByteRepr(out []byte, c, quote byte) []byte {
	switch {
	case c == quote || c == '\\':
		return append(out, '\\', c)
	case c == '\n':
		return append(out, `\n`...)
	case c == '\r':
		return append(out, `\r`...)
	case c == '\t':
		return append(out, `\t`...)
	case c < 0x20 || c >= 0x7f:
		return appendHex(append(out, `\x`...), uint64(c), 2)
	}
	return append(out, c)
}

func appendBytesRepr(out []byte, s string) []byte {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	out = append(out, 'b', quote)
	for i := 0; i < len(s); i++ {
		out = appendByteRepr(out, s[i], quote)
	}
	return append(out, quote)
}

func appendHex(out []byte, n uint64, width int) []byte {
	const digits = "0123456789abcdef"
	for i := width - 1; i >= 0; i-- {
		out = append(out, digits[n>>(4*i)&15])
	}
	return out
}

// surrogateAt reads a lone surrogate, kept as the three bytes UTF-8 would have for it.
func surrogateAt(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2] < 0x80 || s[2] > 0xbf {
		return 0, false
	}
	return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), true
}

// appendSurrogate appends a lone surrogate as three bytes.
func appendSurrogate(out []byte, r rune) []byte {
	return append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
}
