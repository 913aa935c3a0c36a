package openapi

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// variables names the environment variables of a scheme: one for a token or key, two for a user
// and a password. They begin with DEFT_TOOLS_ and the source's name, so that no document can ask
// for a variable that was set for something else.
func variables(source, scheme, kind string) []string {
	base := "DEFT_TOOLS_" + upper(source) + "_" + upper(scheme)
	if kind == "basic" {
		return []string{base + "_USER", base + "_PASSWORD"}
	}
	return []string{base}
}

func upper(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, s)
}

// Variables are the names of all environment variables that calls may need, sorted.
func (d *Document) Variables(source string) []string {
	var out []string
	for _, o := range d.Operations {
		for _, alternative := range o.Security {
			for _, name := range alternative {
				out = append(out, variables(source, name, d.Schemes[name].Kind)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// credentials are what one request carries.
type credentials struct {
	names   []string // variables they come from
	secrets []string
	headers []string // names of the headers that hold them
}

// authenticate adds the first alternative whose variables are all set. The error names the
// variables that are missing.
func (d *Document) authenticate(o *Operation, r *http.Request, source string, getenv func(string) string) (credentials, error) {
	var c credentials
	if len(o.Security) == 0 {
		return c, nil
	}
	var missing []string
	open := false
	for _, alternative := range o.Security {
		if len(alternative) == 0 {
			open = true
			continue
		}
		var absent []string
		for _, name := range alternative {
			for _, v := range variables(source, name, d.Schemes[name].Kind) {
				if getenv(v) == "" {
					absent = append(absent, v)
				}
			}
		}
		if len(absent) == 0 {
			for _, name := range alternative {
				c.add(r, d.Schemes[name], variables(source, name, d.Schemes[name].Kind), getenv)
			}
			return c, nil
		}
		missing = append(missing, strings.Join(absent, " and "))
	}
	if open {
		return c, nil
	}
	return c, fmt.Errorf("%s needs credentials: set %s", o.Spec.Name, strings.Join(missing, ", or "))
}

func (c *credentials) add(r *http.Request, s Scheme, names []string, getenv func(string) string) {
	secret := strings.TrimSpace(getenv(names[0]))
	c.names = append(c.names, names...)
	c.secrets = append(c.secrets, secret)
	switch {
	case s.Kind == "basic":
		password := getenv(names[1])
		c.secrets = append(c.secrets, password, base64.StdEncoding.EncodeToString([]byte(secret+":"+password)))
		r.SetBasicAuth(secret, password)
	case s.Kind == "bearer":
		r.Header.Set("Authorization", "Bearer "+secret)
	case s.In == "header":
		r.Header.Set(s.Name, secret)
		c.headers = append(c.headers, s.Name)
	case s.In == "cookie":
		cookie := s.Name + "=" + escape(secret)
		if old := r.Header.Get("Cookie"); old != "" {
			cookie = old + "; " + cookie
		}
		r.Header.Set("Cookie", cookie)
	default:
		pairs := strings.Split(r.URL.RawQuery, "&")
		own := escape(s.Name) + "="
		pairs = slices.DeleteFunc(pairs, func(p string) bool { return p == "" || strings.HasPrefix(p, own) })
		r.URL.RawQuery = strings.Join(append(pairs, own+escape(secret)), "&")
	}
}

// redact removes secrets from what a server sent back.
func (c *credentials) redact(text string) string {
	for _, s := range c.secrets {
		if len(s) >= 4 {
			text = strings.ReplaceAll(text, s, "[secret]")
		}
	}
	return text
}
