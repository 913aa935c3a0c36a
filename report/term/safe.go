package term

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Safe makes text from a model, a sample or a file harmless on a terminal, on one line: control
// characters, line breaks, marks that reverse the direction of writing, invisible characters and
// bytes that are not UTF-8 are shown as escapes such as \x1b, \n and \u202e.
func Safe(s string) string { return escape(s, false) }

// SafeLines is Safe for text of several lines: line breaks stay, tabs become four spaces.
func SafeLines(s string) string { return escape(strings.ReplaceAll(s, "\r\n", "\n"), true) }

func escape(s string, lines bool) string {
	var b strings.Builder
	clean := 0 // s[clean:i] needs no escape and is not yet written
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		with := replacement(r, size, s[i], lines)
		if with != "" {
			b.WriteString(s[clean:i])
			b.WriteString(with)
			clean = i + size
		}
		i += size
	}
	if clean == 0 {
		return s
	}
	b.WriteString(s[clean:])
	return b.String()
}

// replacement is what to show for r, "" for r itself.
func replacement(r rune, size int, first byte, lines bool) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, first)
	case r == '\n':
		if lines {
			return ""
		}
		return `\n`
	case r == '\t':
		if lines {
			return "    "
		}
		return `\t`
	case r == '\r':
		return `\r`
	case r < 0x20 || r == 0x7f:
		return fmt.Sprintf(`\x%02x`, r)
	case r >= 0x80 && r < 0xa0, // C1: some terminals act on them
		r == 0x00ad, r == 0x061c, r == 0xfeff,
		r >= 0x200b && r <= 0x200f && r != 0x200d, // zero width and direction marks; the joiner is part of emoji
		r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r >= 0xfff9 && r <= 0xfffb:
		return fmt.Sprintf(`\u%04x`, r)
	case r >= 0xe0000 && r <= 0xe007f: // tags, invisible
		return fmt.Sprintf(`\U%08x`, r)
	}
	return ""
}
