package am

import (
	"net/url"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const shortHost = "tiny.example"

func addressTools() []define.Tool {
	return []define.Tool{
		define.Act("shorten_url", "Makes a short address for a long one; the same long address always gets the same short one, unless a code is chosen.",
			func(w *world.World, in struct {
				URL  string `json:"long_url" doc:"Address to shorten, with http or https" format:"uri"`
				Code string `json:"code,omitempty" doc:"Code of one's own, of letters and digits" max:"20"`
			}) (out struct {
				Short   string `json:"short_url" format:"uri"`
				Code    string `json:"code"`
				Created bool   `json:"created" doc:"Whether the short address is new"`
			}, err error) {
				u, err := webAddress("long_url", in.URL)
				if err != nil {
					return out, err
				}
				if u.Host == shortHost {
					return out, define.Refused("an address of %s is short already", shortHost)
				}
				out.Code = in.Code
				if out.Code == "" {
					out.Code = world.LinkCode(in.URL)
				}
				if strings.ContainsFunc(out.Code, func(c rune) bool {
					return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
				}) {
					return out, define.Invalid("code", "must consist of letters and digits")
				}
				old, ok := world.ShortLinks.Get(w, out.Code)
				if ok && old.URL != in.URL {
					return out, define.Fail("code_taken", "the code %s leads elsewhere; choose another", out.Code)
				}
				if !ok {
					out.Created = true
					world.ShortLinks.Put(w, world.ShortLink{Code: out.Code, URL: in.URL, Created: world.Today})
				}
				out.Short = "https://" + shortHost + "/" + out.Code
				return out, nil
			}, `{"long_url":"https://shop.example/a/very/long/path?id=7"}`, `{"long_url":"https://news.example/story","code":"story7"}`),
		define.View("analyze_url", "Takes an address apart, decodes its query, gives its normal and its percent-encoded form, and follows a short address to the long one.",
			func(w *world.World, in struct {
				URL string `json:"url" doc:"Address to analyse" format:"uri"`
			}) (out addressParts, err error) {
				u, err := webAddress("url", in.URL)
				if err != nil {
					return out, err
				}
				if u.Host == shortHost {
					l, ok := world.ShortLinks.Get(w, strings.Trim(u.Path, "/"))
					if !ok {
						return out, define.NotFound("short address", in.URL, "shorten_url makes one")
					}
					out.Expanded, out.Clicks = l.URL, l.Clicks
					if u, err = webAddress("url", l.URL); err != nil {
						return out, err
					}
				}
				return takeApart(w, u, out), nil
			}, `{"url":"https://Shop.example:443/a/../b?q=green+tea&page=2#top"}`, `{"url":"http://www.news.example/2025/06/story"}`),
	}
}

type addressParts struct {
	Scheme   string              `json:"scheme"`
	Host     string              `json:"host"`
	Port     string              `json:"port" doc:"Port; empty when it is the usual one"`
	Path     string              `json:"path"`
	Query    map[string][]string `json:"query" doc:"Values of the query, decoded"`
	Fragment string              `json:"fragment"`
	Normal   string              `json:"normalized" doc:"Address in its normal form"`
	Encoded  string              `json:"encoded" doc:"Address encoded to be used as a value in a query"`
	Expanded string              `json:"leads_to" doc:"Where a short address leads; empty when it is none"`
	Clicks   int                 `json:"clicks" doc:"How often the short address was followed"`
	Known    bool                `json:"known_site" doc:"Whether pages of that host are in the web index"`
}

func takeApart(w *world.World, u *url.URL, out addressParts) addressParts {
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	out.Scheme, out.Host, out.Port, out.Query, out.Fragment = u.Scheme, u.Hostname(), u.Port(), u.Query(), u.Fragment
	if usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]; out.Port == usual {
		out.Port = ""
		u.Host = strings.TrimSuffix(u.Host, ":"+usual)
	}
	plain := u.JoinPath() // removes dot segments
	plain.RawQuery, plain.Fragment = u.Query().Encode(), ""
	if plain.Path == "" {
		plain.Path = "/"
	}
	out.Path, out.Normal, out.Encoded = plain.Path, plain.String(), url.QueryEscape(u.String())
	out.Known = slices.ContainsFunc(world.WebPages.All(w), func(p world.WebPage) bool {
		rest, ok := strings.CutPrefix(p.URL, "https://"+out.Host)
		return ok && (rest == "" || rest[0] == '/')
	})
	return out
}

func webAddress(param, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return nil, define.Invalid(param, "must be an address with http or https and a host")
	}
	return u, nil
}
