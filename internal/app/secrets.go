package app

import (
	"net/url"
	"slices"
	"strings"
)

// secretNames are parts of the names of parameters that hold secrets.
func secretNames() []string { return []string{"key", "token", "secret", "password", "passwd", "auth"} }

// longValue is the length from which a value without spaces may well be a secret.
const longValue = 16

// secretInQuery gives the name of the first parameter of a URL's query that looks like a secret:
// by its name, or because it is long and has no spaces. A query that cannot be read counts as one.
func secretInQuery(location string) (name string, found bool) {
	u, err := url.Parse(location)
	if err != nil {
		return "", false // that it is no URL is said elsewhere
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "?", true
	}
	names := make([]string, 0, len(values))
	for n := range values {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		low := strings.ToLower(n)
		named := slices.ContainsFunc(secretNames(), func(part string) bool { return strings.Contains(low, part) })
		long := slices.ContainsFunc(append(values[n], n), func(v string) bool { return len(v) >= longValue && !strings.ContainsAny(v, " \t") })
		if named || long {
			return hidden(n), true
		}
	}
	return "", false
}

// hidden is a name for a message; one that is long may be a secret where a name belongs, so only
// its beginning is said.
func hidden(name string) string {
	if len(name) < longValue {
		return name
	}
	return strings.ToValidUTF8(name[:4], "") + "…"
}

// isVariable says whether text can be the name of an environment variable.
func isVariable(text string) bool {
	for i, r := range text {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return text != ""
}

// checkVariable refuses what stands where the name of a variable belongs and is none, or none that
// is set: it would be stored, and it may be the secret itself.
func (a *App) checkVariable(flag, name string) error {
	if !isVariable(name) {
		return Usagef("%s takes the name of an environment variable, not a value: what it names is read at each call and never stored", flag)
	}
	if a.Env.Getenv(name) == "" {
		if strings.ToUpper(name) != name { // a token may also have letters and digits only
			name = hidden(name)
		}
		return Usagef("%s names the environment variable %s, which is not set", flag, name)
	}
	return nil
}
