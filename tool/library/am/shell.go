package am

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// shell runs a pipeline of the text tools below on the workspace. There is no real shell: a
// command knows nothing but the files of w and what the command before it printed.
func shell(w *world.World, line string) (output, wrote string, err error) {
	words, err := splitCommand(line)
	if err != nil {
		return "", "", err
	}
	target, again := "", false
	if i := slices.IndexFunc(words, func(s string) bool { return s == "\x00>" || s == "\x00>>" }); i >= 0 {
		if i != len(words)-2 {
			return "", "", define.Invalid("command", "must end with one file after > or >>")
		}
		target, again, words = words[i+1], words[i] == "\x00>>", words[:i]
	}
	text, first := "", true
	for {
		i := slices.Index(words, "\x00|")
		command := words
		if i >= 0 {
			command = words[:i]
		}
		if len(command) == 0 {
			return "", "", define.Invalid("command", "has an empty command")
		}
		if text, err = filter(w, command, text, first); err != nil {
			return "", "", err
		}
		if len(text) > maxText {
			return "", "", define.Fail("too_large", "%s prints more than %d bytes", command[0], maxText)
		}
		if first = false; i < 0 {
			break
		}
		words = words[i+1:]
	}
	if target == "" {
		return text, "", nil
	}
	p, err := location("command", target)
	if err != nil {
		return "", "", err
	}
	f, exists := world.Files.Get(w, p)
	if exists && f.Kind != "text" {
		return "", "", define.Fail("not_text", "%s is not a text file", p)
	}
	if again {
		text = f.Text + text
	}
	f.Path, f.Kind, f.Text = p, "text", text
	_, err = store(w, f)
	return "", p, err
}

// splitCommand gives the words of a command line; |, > and >> outside quotes get a NUL before them.
func splitCommand(line string) ([]string, error) {
	var out []string
	var word strings.Builder
	quote, inWord := rune(0), false
	end := func() {
		if inWord {
			out = append(out, word.String())
			word.Reset()
			inWord = false
		}
	}
	for _, c := range strings.ReplaceAll(line, "\x00", "") {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t':
			end()
		case c == '>' && !inWord && len(out) > 0 && out[len(out)-1] == "\x00>":
			out[len(out)-1] = "\x00>>"
		case c == '|' || c == '>':
			end()
			out = append(out, "\x00"+string(c))
		case strings.ContainsRune(";&`$\n", c):
			return nil, define.Refused("the character %q is not supported; give one pipeline", c)
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, define.Invalid("command", "has a quote without an end")
	}
	end()
	return out, nil
}

// filter runs one command. Its options are single letters, with a value as the next word where one is needed.
func filter(w *world.World, words []string, input string, first bool) (string, error) {
	name, flags, args := words[0], map[string]string{}, []string{}
	needs := map[string]string{"head": "n", "tail": "n", "cut": "df", "tr": ""}[name]
	for i := 1; i < len(words); i++ {
		a := words[i]
		if len(a) < 2 || a[0] != '-' || name == "echo" {
			args = append(args, a)
			continue
		}
		for k, c := range a[1:] {
			if strings.ContainsRune(needs, c) {
				flags[string(c)] = a[2+k:]
				if flags[string(c)] == "" && i+1 < len(words) {
					i++
					flags[string(c)] = words[i]
				}
				break
			}
			flags[string(c)] = "yes"
		}
	}
	switch name {
	case "echo":
		return strings.Join(args, " ") + "\n", nil
	case "ls":
		return listing(w, args), nil
	case "cp", "mv", "rm":
		return "", move(w, name, args)
	case "grep", "tr":
		if len(args) == 0 || name == "tr" && flags["d"] == "" && len(args) < 2 {
			return "", define.Invalid("command", "%s needs a text", name)
		}
	case "cat", "sort", "uniq", "head", "tail", "wc", "cut":
	default:
		return "", define.Fail("no_such_command", "there is no command %.30q; use cat, ls, echo, grep, sort, uniq, head, tail, wc, cut, tr, cp, mv or rm", name)
	}
	files := args
	switch name {
	case "grep":
		files = args[1:]
	case "tr":
		files = nil
	}
	for i, p := range files {
		f, err := load(w, "command", p)
		if err != nil {
			return "", err
		}
		if f.Kind != "text" {
			return "", define.Fail("not_text", "%s is not a text file", f.Path)
		}
		if i == 0 {
			input = ""
		}
		if input += f.Text; len(input) > maxText {
			return "", define.Fail("too_large", "%s reads more than %d bytes", name, maxText)
		}
	}
	if first && len(files) == 0 {
		return "", define.Invalid("command", "%s needs a file", name)
	}
	if name == "tr" {
		return translate(input, args, flags["d"] != ""), nil
	}
	return lineCommand(name, linesOf(input), input, args, flags)
}

func lineCommand(name string, lines []string, input string, args []string, flags map[string]string) (string, error) {
	lines = slices.Clone(lines)
	switch name {
	case "grep":
		return grep(lines, args[0], flags), nil
	case "sort":
		slices.SortStableFunc(lines, func(a, b string) int {
			if flags["n"] != "" && number(a) != number(b) {
				if number(a) < number(b) {
					return -1
				}
				return 1
			}
			return strings.Compare(a, b)
		})
		if flags["r"] != "" {
			slices.Reverse(lines)
		}
		if flags["u"] != "" {
			lines = slices.Compact(lines)
		}
	case "uniq":
		lines = uniq(lines, flags["c"] != "")
	case "head", "tail":
		n := 10
		if t, ok := flags["n"]; ok {
			k, err := strconv.Atoi(t)
			if err != nil || k < 0 {
				return "", define.Invalid("command", "-n needs a number of lines")
			}
			n = k
		}
		n = min(n, len(lines))
		if name == "tail" {
			lines = lines[len(lines)-n:]
		} else {
			lines = lines[:n]
		}
	case "wc":
		counts := map[string]int{"l": len(lines), "w": len(strings.Fields(input)), "c": len(input)}
		for _, k := range []string{"l", "w", "c"} {
			if flags[k] != "" {
				return fmt.Sprintln(counts[k]), nil
			}
		}
		return fmt.Sprintln(counts["l"], counts["w"], counts["c"]), nil
	case "cut":
		n, err := strconv.Atoi(flags["f"])
		if err != nil || n < 1 {
			return "", define.Invalid("command", "cut needs -f with the number of a field")
		}
		sep := flags["d"]
		if sep == "" {
			sep = "\t"
		}
		for i, l := range lines {
			if parts := strings.Split(l, sep); n <= len(parts) {
				lines[i] = parts[n-1]
			} else {
				lines[i] = ""
			}
		}
	}
	return joined(lines), nil
}

func listing(w *world.World, args []string) string {
	dir := "."
	if len(args) > 0 {
		dir = path.Clean(args[0])
	}
	var out []string
	for _, f := range world.Files.All(w) {
		rest, ok := f.Path, true
		if dir != "." {
			rest, ok = strings.CutPrefix(f.Path, dir+"/")
		}
		if head, _, nested := strings.Cut(rest, "/"); ok && nested {
			out = append(out, head+"/")
		} else if ok {
			out = append(out, rest)
		}
	}
	slices.Sort(out)
	return joined(slices.Compact(out))
}

func move(w *world.World, name string, args []string) error {
	if name == "rm" && len(args) == 1 {
		f, err := load(w, "command", args[0])
		if err != nil {
			return err
		}
		world.Files.Delete(w, f.Path)
		return nil
	}
	if len(args) != 2 || name == "rm" {
		return define.Invalid("command", "%s takes %s", name, map[string]string{"rm": "one file", "cp": "two paths", "mv": "two paths"}[name])
	}
	f, err := load(w, "command", args[0])
	if err != nil {
		return err
	}
	to, err := location("command", args[1])
	if err != nil {
		return err
	}
	from := f.Path
	if to == from {
		return define.Fail("same_file", "%s and %s are the same file", args[0], args[1])
	}
	f.Path = to
	if _, err := store(w, f); err != nil {
		return err
	}
	if name == "mv" {
		world.Files.Delete(w, from)
	}
	return nil
}
