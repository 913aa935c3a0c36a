package world

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// WebPage is a page of the world's web: every notable entity has one.
type WebPage struct {
	URL     string `json:"url" doc:"Address" format:"uri"`
	Title   string `json:"title" doc:"Title"`
	Snippet string `json:"snippet" doc:"First words of the page"`
	Kind    string `json:"kind" doc:"What the page is about" enum:"city,company,film,book,paper,hotel,recipe,article,place,artist,university,breed,person"`
	Ref     string `json:"ref" doc:"Identifier of what the page is about"`
}

// Key is the address.
func (p WebPage) Key() string { return p.URL }

// WebPages is the web.
var WebPages = Table[WebPage]{"web_pages", makeWebPages}

func makeWebPages(b *Base) []WebPage {
	var out []WebPage
	add := func(kind, ref, title, snippet string) {
		out = append(out, WebPage{"https://www." + plural(kind) + ".example/" + Slug(title, "-") + "-" + strings.ToLower(ref), title, snippet, kind, ref})
	}
	names := map[string]string{}
	for _, c := range Countries.Base(b) {
		names[c.Code] = c.Name
	}
	for _, c := range Cities.Base(b) {
		add("city", c.ID, c.Name, fmt.Sprintf("%s is a city in %s, %s, with %d inhabitants. Its airport is %s.", c.Name, c.Region, names[c.Country], c.Population, c.Airport))
	}
	for _, c := range Companies.Base(b) {
		add("company", c.ID, c.Name, fmt.Sprintf("%s Founded in %d, it has %d employees and is led by %s.", c.About, c.Founded, c.Employees, c.CEO))
	}
	for _, f := range Films.Base(b) {
		add("film", f.ID, f.Title, fmt.Sprintf("%s (%d) is %s film by %s. %s", f.Title, f.Year, Indefinite(f.Genre), f.Director, f.Plot))
	}
	for _, k := range Books.Base(b) {
		add("book", k.ID, k.Title, fmt.Sprintf("%s is %s book by %s, published in %d.", k.Title, Indefinite(k.Genre), k.Author, k.Year))
	}
	for _, p := range Papers.Base(b) {
		add("paper", p.ID, p.Title, p.Abstract)
	}
	for _, h := range Hotels.Base(b) {
		add("hotel", h.ID, h.Name, fmt.Sprintf("%s is %s with %d stars in %s. Rooms from %.0f US dollars.", h.Name, Indefinite(h.Type), h.Stars, h.City, h.Price))
	}
	for _, r := range Recipes.Base(b) {
		add("recipe", r.ID, r.Title, fmt.Sprintf("Makes %s %s for %d, ready in %d minutes. %s", Indefinite(r.Cuisine), r.Type, r.Servings, r.Minutes, r.Steps[0]))
	}
	for _, a := range Articles.Base(b) {
		out = append(out, WebPage{a.URL, a.Title, a.Summary, "article", a.ID})
	}
	for _, p := range Places.Base(b) {
		add("place", p.ID, p.Name, fmt.Sprintf("%s is %s in %s, open from %s to %s.", p.Name, Indefinite(p.Kind), p.City, p.Opens, p.Closes))
	}
	for _, a := range Artists.Base(b) {
		add("artist", a.ID, a.Name, fmt.Sprintf("%s plays %s and has %d followers.", a.Name, a.Genre, a.Followers))
	}
	for _, u := range Universities.Base(b) {
		add("university", u.ID, u.Name, fmt.Sprintf("%s in %s was founded in %d and has %d students.", u.Name, u.City, u.Founded, u.Students))
	}
	for _, x := range Breeds.Base(b) {
		add("breed", x.ID, x.Name, fmt.Sprintf("The %s is a %s breed from %s that lives about %d years.", x.Name, x.Species, x.Origin, x.Life))
	}
	return out
}

// Index finds documents by words, ranked by BM25 (k1 1.2, b 0.75). Build it once per table.
type Index struct {
	terms map[string]int32 // word to number
	from  []int32          // postings of term t are post[from[t]:from[t+1]]
	post  []posting
	size  []int
	mean  float64
}

type posting struct{ doc, count int32 }

// Terms are the words of a text as the index sees them: lower case, no one-letter words.
func Terms(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool {
		switch w {
		case "the", "of", "and", "in", "for", "is", "an", "to", "with", "it", "on", "by", "at", "from":
			return true
		}
		return len(w) < 2
	})
}

// NewIndex indexes texts by their position. It numbers the words first and then lays all postings
// in one array, because thousands of small lists would cost more than the search saves.
func NewIndex(texts []string) *Index {
	x := &Index{terms: make(map[string]int32, 4*len(texts)), size: make([]int, len(texts))}
	words := make([]int32, 0, 16*len(texts))
	var counts []int32
	for i, t := range texts {
		for _, w := range Terms(t) {
			n, ok := x.terms[w]
			if !ok {
				n = int32(len(counts))
				x.terms[w] = n
				counts = append(counts, 0)
			}
			counts[n]++
			words = append(words, n)
			x.size[i]++
		}
	}
	x.from = make([]int32, len(counts)+1)
	for n, c := range counts {
		x.from[n+1] = x.from[n] + c
	}
	x.post = make([]posting, len(words))
	end := slices.Clone(x.from)
	at := 0
	for i, size := range x.size {
		for _, n := range words[at : at+size] {
			if k := end[n]; k > x.from[n] && x.post[k-1].doc == int32(i) {
				x.post[k-1].count++
				continue
			}
			x.post[end[n]] = posting{int32(i), 1}
			end[n]++
		}
		at += size
	}
	x.mean = float64(len(words)) / math.Max(1, float64(len(texts)))
	return x
}

// postings gives the documents that hold a word; where a document holds it twice, its list is
// shorter than the place kept for it, and the rest has count 0.
func (x *Index) postings(word string) []posting {
	n, ok := x.terms[word]
	if !ok {
		return nil
	}
	p := x.post[x.from[n]:x.from[n+1]]
	for len(p) > 0 && p[len(p)-1].count == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// Hit is a found document and how well it fits.
type Hit struct {
	Doc   int
	Score float64
}

// Find gives the documents that hold any of the query's words, the best first.
func (x *Index) Find(query string) []Hit {
	score := map[int]float64{}
	for i, w := range Terms(query) {
		if i == 32 {
			break
		}
		p := x.postings(w)
		idf := math.Log(1 + (float64(len(x.size))-float64(len(p))+0.5)/(float64(len(p))+0.5))
		for _, at := range p {
			tf := float64(at.count)
			score[int(at.doc)] += idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(x.size[at.doc])/x.mean))
		}
	}
	out := make([]Hit, 0, len(score))
	for d, s := range score {
		out = append(out, Hit{d, s})
	}
	slices.SortFunc(out, func(a, b Hit) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return a.Doc - b.Doc
	})
	return out
}

// indexRow lets an index live beside the tables: made once for a seed, shared.
type indexRow struct{ *Index }

// Key is constant: there is one index.
func (indexRow) Key() string { return "index" }

var webIndex = Table[indexRow]{"web index", func(b *Base) []indexRow {
	pages := WebPages.Base(b)
	texts := make([]string, len(pages))
	for i, p := range pages {
		texts[i] = p.Title + " " + p.Title + " " + p.Snippet
	}
	return []indexRow{{NewIndex(texts)}}
}}

// SearchWeb finds pages by words, the best first; kinds limits what they are about.
func SearchWeb(w *World, query string, kinds ...string) []WebPage {
	pages := WebPages.Base(w.base)
	var out []WebPage
	for _, h := range webIndex.Base(w.base)[0].Find(query) {
		if p := pages[h.Doc]; len(kinds) == 0 || slices.Contains(kinds, p.Kind) {
			out = append(out, p)
		}
	}
	return out
}
