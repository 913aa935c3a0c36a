package rs

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type paperParam struct {
	ID string `json:"paper_id" doc:"Paper identifier" min:"1" max:"20"`
}

type paperLine struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Authors   []string   `json:"authors"`
	Venue     string     `json:"venue"`
	Published world.Date `json:"published"`
}

func lineOf(p world.Paper) paperLine {
	return paperLine{p.ID, p.Title, p.Authors, p.Venue, p.Published}
}

func paper(w *world.World, id string) (world.Paper, error) {
	p, ok := world.Papers.Get(w, id)
	if !ok {
		return p, define.NotFound("paper", id, "search_papers shows identifiers")
	}
	return p, nil
}

func preprintTools() []define.Tool {
	return []define.Tool{
		define.List("search_papers", "Finds papers by words of the title, field, venue and time.", world.Papers, "title~query field= venue~ published>=from published<=until", "id title authors venue published", "published- title+", `{"query":"graph"}`, `{"field":"economics","from":"2018-01-01"}`),
		define.Get("get_paper", "Gives a paper with abstract, keywords and references.", world.Papers, "id=paper_id", "id title authors author_ids field keywords abstract venue doi published references", "search_papers shows identifiers", `{"paper_id":"PP0001"}`, `{"paper_id":"PP0120"}`),
		define.Get("resolve_doi", "Finds the paper that a digital object identifier stands for.", world.Papers, "doi=", "id title authors venue published doi", "a DOI looks like 10.5555/pp0001.2013", `{"doi":"10.5555/pp0001.2013"}`, `{"doi":"10.5555/PP0001.2013"}`),
		define.View("cite_paper", "Writes the reference to a paper in a citation style.",
			func(w *world.World, in struct {
				ID    string `json:"paper_id" doc:"Paper identifier" min:"1" max:"20"`
				Style string `json:"style" doc:"Citation style" enum:"apa,mla,bibtex" default:"apa"`
			}) (out struct {
				Citation string `json:"citation"`
			}, err error) {
				p, err := paper(w, in.ID)
				if err == nil {
					out.Citation = cite(p, in.Style)
				}
				return out, err
			}, `{"paper_id":"PP0002"}`, `{"paper_id":"PP0010","style":"bibtex"}`),
		define.View("latest_papers", "Gives the newest papers of some fields, alternating between the fields.",
			func(w *world.World, in struct {
				Fields []string `json:"fields" doc:"Fields" enum:"computer science,physics,biology,medicine,economics,mathematics" min:"1" max:"6"`
				Count  int      `json:"count" doc:"How many" min:"1" max:"30" default:"6"`
			}) (out struct {
				Papers []paperLine `json:"papers"`
			}, err error) {
				by := make([][]world.Paper, len(in.Fields))
				for i, f := range in.Fields {
					by[i] = world.TopBy(world.Papers.Where(w, func(p *world.Paper) bool { return p.Field == f }), func(p world.Paper) int { return int(p.Published) })
				}
				for k := 0; len(out.Papers) < in.Count && k < 300; k++ {
					if list := by[k%len(by)]; k/len(by) < len(list) {
						out.Papers = append(out.Papers, lineOf(list[k/len(by)]))
					}
				}
				return out, nil
			}, `{"fields":["physics"]}`, `{"fields":["biology","medicine"],"count":4}`),
	}
}

func cite(p world.Paper, style string) string {
	last := func(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
	switch style {
	case "mla":
		who := last(p.Authors[0]) + ", " + strings.TrimSpace(strings.TrimSuffix(p.Authors[0], last(p.Authors[0])))
		switch len(p.Authors) {
		case 1:
		case 2:
			who += ", and " + p.Authors[1]
		default:
			who += ", et al"
		}
		return fmt.Sprintf("%s. “%s.” %s, %d, doi:%s.", who, p.Title, p.Venue, p.Published.Year(), p.DOI)
	case "bibtex":
		key := strings.ToLower(world.Slug(last(p.Authors[0]), "")) + fmt.Sprint(p.Published.Year())
		return fmt.Sprintf("@article{%s,\n  author = {%s},\n  title = {%s},\n  journal = {%s},\n  year = {%d},\n  doi = {%s}\n}", key, strings.Join(p.Authors, " and "), p.Title, p.Venue, p.Published.Year(), p.DOI)
	}
	names := make([]string, len(p.Authors))
	for i, a := range p.Authors {
		first, _ := utf8.DecodeRuneInString(a)
		names[i] = last(a) + ", " + string(first) + "."
		if i > 0 && i == len(names)-1 {
			names[i] = "& " + names[i]
		}
	}
	return fmt.Sprintf("%s (%d). %s. %s. https://doi.org/%s", strings.Join(names, ", "), p.Published.Year(), p.Title, p.Venue, p.DOI)
}

type scholarCount struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	University string `json:"university"`
	Papers     int    `json:"papers"`
	Citations  int    `json:"citations"`
	H          int    `json:"h_index"`
}

func countScholar(w *world.World, s world.Scholar) scholarCount {
	c := scholarCount{ID: s.ID, Name: s.Name, University: s.University}
	var cited []int
	for _, p := range world.Papers.All(w) {
		if slices.Contains(p.AuthorIDs, s.ID) {
			n := len(world.Cited(w, p.ID))
			c.Papers, c.Citations, cited = c.Papers+1, c.Citations+n, append(cited, n)
		}
	}
	slices.SortFunc(cited, func(a, b int) int { return b - a })
	for i, n := range cited {
		if n >= i+1 {
			c.H = i + 1
		}
	}
	return c
}

func citationTools() []define.Tool {
	author := func(w *world.World, id string) (world.Scholar, error) {
		s, ok := world.Scholars.Get(w, id)
		if !ok {
			return s, define.NotFound("author", id, "search_authors shows identifiers")
		}
		return s, nil
	}
	return []define.Tool{
		define.View("paper_citations", "Gives the papers that cite a paper, and how many did so in each year.",
			func(w *world.World, in struct {
				ID string `json:"paper_id" doc:"Paper identifier" min:"1" max:"20"`
				define.Paging
			}) (out struct {
				ByYear map[string]int `json:"by_year"`
				define.Page[paperLine]
			}, err error) {
				if _, err := paper(w, in.ID); err != nil {
					return out, err
				}
				out.ByYear = map[string]int{}
				var all []paperLine
				for _, p := range world.Cited(w, in.ID) {
					out.ByYear[fmt.Sprint(p.Published.Year())]++
					all = append(all, lineOf(p))
				}
				out.Page = define.Cut(all, in.Paging)
				return out, nil
			}, `{"paper_id":"PP0001"}`, `{"paper_id":"PP0020","page_size":2}`),
		define.View("paper_references", "Gives the papers that a paper cites, with how often each of them is cited by all.",
			func(w *world.World, in paperParam) (out struct {
				References []struct {
					paperLine
					Citations int `json:"citations"`
				} `json:"references"`
			}, err error) {
				p, err := paper(w, in.ID)
				for _, r := range p.References {
					if q, ok := world.Papers.Get(w, r); ok {
						out.References = append(out.References, struct {
							paperLine
							Citations int `json:"citations"`
						}{lineOf(q), len(world.Cited(w, r))})
					}
				}
				return out, err
			}, `{"paper_id":"PP0100"}`, `{"paper_id":"PP0240"}`),
		define.List("search_authors", "Finds authors of papers by name, field and university.", world.Scholars, "name~query field= university~", "", "name+", `{"field":"physics"}`, `{"query":"a","university":"university"}`),
		define.View("author_metrics", "Gives an author's number of papers and citations and the h-index, with the most cited papers.",
			func(w *world.World, in struct {
				ID string `json:"author_id" doc:"Author identifier" min:"1" max:"20"`
			}) (out struct {
				scholarCount
				Top []paperLine `json:"most_cited"`
			}, err error) {
				s, err := author(w, in.ID)
				if err != nil {
					return out, err
				}
				out.scholarCount = countScholar(w, s)
				mine := world.TopBy(world.Papers.Where(w, func(p *world.Paper) bool { return slices.Contains(p.AuthorIDs, s.ID) }), func(p world.Paper) int { return len(world.Cited(w, p.ID)) })
				for _, p := range mine[:min(3, len(mine))] {
					out.Top = append(out.Top, lineOf(p))
				}
				return out, nil
			}, `{"author_id":"AU0001"}`, `{"author_id":"AU0013"}`),
		define.View("author_papers", "Lists an author's papers, the newest first, with the place among the authors.",
			func(w *world.World, in struct {
				ID string `json:"author_id" doc:"Author identifier" min:"1" max:"20"`
				define.Paging
			}) (out define.Page[authored], err error) {
				s, err := author(w, in.ID)
				if err != nil {
					return out, err
				}
				var all []authored
				for _, p := range world.Papers.All(w) {
					if k := slices.Index(p.AuthorIDs, s.ID); k >= 0 {
						all = append(all, authored{lineOf(p), k + 1})
					}
				}
				slices.Reverse(all)
				return define.Cut(all, in.Paging), nil
			}, `{"author_id":"AU0002"}`, `{"author_id":"AU0007","page_size":3}`),
		define.View("coauthors", "Lists those with whom an author has written papers, and how many.",
			func(w *world.World, in struct {
				ID string `json:"author_id" doc:"Author identifier" min:"1" max:"20"`
			}) (out struct {
				Coauthors []struct {
					ID     string `json:"id"`
					Name   string `json:"name"`
					Papers int    `json:"papers"`
				} `json:"coauthors"`
			}, err error) {
				if _, err := author(w, in.ID); err != nil {
					return out, err
				}
				n, order := map[string]int{}, []string{}
				for _, p := range world.Papers.All(w) {
					if slices.Contains(p.AuthorIDs, in.ID) {
						for _, a := range p.AuthorIDs {
							if n[a]++; n[a] == 1 && a != in.ID {
								order = append(order, a)
							}
						}
					}
				}
				for _, id := range world.TopBy(order, func(id string) int { return n[id] }) {
					s, _ := world.Scholars.Get(w, id)
					out.Coauthors = append(out.Coauthors, struct {
						ID     string `json:"id"`
						Name   string `json:"name"`
						Papers int    `json:"papers"`
					}{id, s.Name, n[id]})
				}
				return out, nil
			}, `{"author_id":"AU0001"}`, `{"author_id":"AU0008"}`),
		define.View("similar_papers", "Finds papers like one: by shared keywords and references that both cite.",
			func(w *world.World, in struct {
				ID    string `json:"paper_id" doc:"Paper identifier" min:"1" max:"20"`
				Count int    `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Similar []similarPaper `json:"similar"`
			}, err error) {
				p, err := paper(w, in.ID)
				if err != nil {
					return out, err
				}
				for _, q := range world.Papers.All(w) {
					s := similarPaper{paperLine: lineOf(q), Keywords: shared(p.Keywords, q.Keywords), References: len(shared(p.References, q.References))}
					s.Score = float64(2*len(s.Keywords) + s.References)
					if q.ID != p.ID && s.Score > 0 {
						out.Similar = append(out.Similar, s)
					}
				}
				world.TopBy(out.Similar, func(s similarPaper) float64 { return s.Score })
				out.Similar = out.Similar[:min(in.Count, len(out.Similar))]
				return out, nil
			}, `{"paper_id":"PP0060"}`, `{"paper_id":"PP0061","count":2}`),
	}
}

type authored struct {
	paperLine
	Position int `json:"author_position"`
}

type similarPaper struct {
	paperLine
	Keywords   []string `json:"shared_keywords"`
	References int      `json:"shared_references"`
	Score      float64  `json:"score"`
}

func shared(a, b []string) []string {
	var out []string
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

func medicalTools() []define.Tool {
	return []define.Tool{
		define.List("search_clinical_studies", "Finds medical studies by words of the abstract, kind of study and number of patients.", world.Papers, "abstract~query! trial= patients>= published>=from", "id title trial patients venue published", "patients- published-", `{"query":"asthma"}`, `{"query":"we study","trial":"randomized","min_patients":100}`),
		define.View("get_clinical_study", "Gives a medical study with its level of evidence and how far the estimate can be trusted given its size.",
			func(w *world.World, in paperParam) (out struct {
				Study  world.Paper `json:"study"`
				Level  int         `json:"evidence_level" doc:"From 1 (best) to 5"`
				Margin float64     `json:"margin_percent" doc:"Half the width of the 95 percent interval of a proportion of one half"`
			}, err error) {
				p, err := paper(w, in.ID)
				if err != nil {
					return out, err
				}
				if p.Field != "medicine" {
					return out, define.Fail("not_medical", "paper %s is about %s; search_clinical_studies finds medical ones", p.ID, p.Field)
				}
				out.Study, out.Level, out.Margin = p, evidence(p), 98/sqrt(float64(p.Patients))
				return out, nil
			}, `{"paper_id":"PP0004"}`, `{"paper_id":"PP0010"}`),
		define.View("evidence_summary", "Sums up what studies there are on a condition: how many of each kind, patients in all, and the best evidence.",
			func(w *world.World, in struct {
				Condition string `json:"condition" doc:"Condition" enum:"hypertension,asthma,knee surgery,type 2 diabetes,sleep disorders,influenza vaccination"`
			}) (out struct {
				Studies  int            `json:"studies"`
				Patients int            `json:"patients"`
				Kinds    map[string]int `json:"kinds"`
				Methods  map[string]int `json:"treatments"`
				Best     []paperLine    `json:"best_evidence"`
			}, err error) {
				found := world.Papers.Where(w, func(p *world.Paper) bool { return p.Keywords[0] == in.Condition })
				out.Kinds, out.Methods, out.Studies = map[string]int{}, map[string]int{}, len(found)
				for _, p := range found {
					out.Patients += p.Patients
					out.Kinds[p.Trial]++
					out.Methods[p.Keywords[1]]++
				}
				world.SortBy(found, evidence)
				for _, p := range found[:min(3, len(found))] {
					out.Best = append(out.Best, lineOf(p))
				}
				return out, nil
			}, `{"condition":"asthma"}`, `{"condition":"hypertension"}`),
		define.Act("save_paper", "Keeps a paper in the user's reading list, with a note, and gives the list's length.",
			func(w *world.World, in struct {
				ID   string `json:"paper_id" doc:"Paper identifier" min:"1" max:"20"`
				Note string `json:"note" doc:"Remark" max:"300" default:""`
			}) (out struct {
				Saved world.Saved `json:"saved"`
				List  int         `json:"reading_list"`
			}, err error) {
				if _, err := paper(w, in.ID); err != nil {
					return out, err
				}
				out.Saved = world.Save(w, "paper", in.ID, in.Note)
				out.List = len(world.SavedRefs(w, "paper"))
				return out, nil
			}, `{"paper_id":"PP0004"}`, `{"paper_id":"PP0009","note":"for Monday"}`),
	}
}

// evidence is the level of a study: randomized trials and reviews of them first.
func evidence(p world.Paper) int {
	level := map[string]int{"review": 1, "randomized": 2, "cohort": 3, "case report": 5}[p.Trial]
	if level == 2 && p.Patients < 50 {
		level = 3
	}
	return level
}
