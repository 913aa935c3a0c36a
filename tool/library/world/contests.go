package world

import (
	"fmt"
	"math"
	"slices"
)

// Contest is a programming contest.
type Contest struct {
	ID      int    `json:"id" doc:"Contest number" min:"1"`
	Name    string `json:"name" doc:"Contest"`
	Site    string `json:"site" doc:"Site that holds it" enum:"CodeArena,AlgoCup,BitBattle,HackMarch"`
	Day     Date   `json:"day" doc:"Day"`
	Minutes int    `json:"minutes" doc:"Duration in minutes"`
	Phase   string `json:"phase" doc:"State" enum:"before,finished"`
}

// Key is the number.
func (c Contest) Key() string { return itoa(c.ID) }

// Problem is a task of a contest.
type Problem struct {
	ID      string   `json:"id" doc:"Problem identifier: contest number and letter"`
	Contest int      `json:"contest_id" doc:"Contest number"`
	Name    string   `json:"name" doc:"Problem"`
	Rating  int      `json:"rating" doc:"Difficulty"`
	Tags    []string `json:"tags" doc:"Topics" enum:"dp,greedy,graphs,math,strings,geometry,search,trees"`
}

// Key is the identifier.
func (p Problem) Key() string { return p.ID }

// Coder is someone who takes part in programming contests.
type Coder struct {
	Handle  string   `json:"handle" doc:"Handle"`
	Name    string   `json:"name" doc:"Name"`
	Country string   `json:"country" doc:"Two-letter country code"`
	Joined  Date     `json:"joined" doc:"Day of registration"`
	Friends []string `json:"friends" doc:"Handles of friends"`
	skill   float64
}

// Key is the handle.
func (c Coder) Key() string { return c.Handle }

// Submission is a solution that was handed in.
type Submission struct {
	ID       string `json:"id" doc:"Submission identifier"`
	Contest  int    `json:"contest_id" doc:"Contest number"`
	Problem  string `json:"problem_id" doc:"Problem identifier"`
	Handle   string `json:"handle" doc:"Handle"`
	Verdict  string `json:"verdict" doc:"Verdict" enum:"accepted,wrong answer,time limit,runtime error"`
	Language string `json:"language" doc:"Language" enum:"C++,Python,Java,Go,Rust"`
	Minute   int    `json:"minute" doc:"Minute of the contest"`
}

// Key is the identifier.
func (s Submission) Key() string { return s.ID }

// BlogEntry is an entry of a coder's blog.
type BlogEntry struct {
	ID     string `json:"id" doc:"Entry identifier"`
	Handle string `json:"handle" doc:"Author's handle"`
	Title  string `json:"title" doc:"Title"`
	Text   string `json:"text" doc:"Text"`
	Day    Date   `json:"day" doc:"Day"`
	Rating int    `json:"rating" doc:"Votes up minus votes down"`
}

// Key is the identifier.
func (e BlogEntry) Key() string { return e.ID }

// Comment is a remark on a blog entry.
type Comment struct {
	ID     string `json:"id" doc:"Comment identifier"`
	Entry  string `json:"entry_id" doc:"Entry it is about"`
	Handle string `json:"handle" doc:"Author's handle"`
	Text   string `json:"text" doc:"Text"`
	Day    Date   `json:"day" doc:"Day"`
}

// Key is the identifier.
func (c Comment) Key() string { return c.ID }

func makeContests(b *Base) []Contest {
	g := b.gen("contests")
	out := make([]Contest, 80)
	for i := range out {
		site := list("CodeArena|AlgoCup|BitBattle|HackMarch")[i%4]
		out[i] = Contest{i + 1, fmt.Sprintf("%s Round %d", site, i/4+1), site, Today + Date((i-70)*7+g.IntN(6)), 30 * g.between(3, 10), "finished"}
		if out[i].Day >= Today {
			out[i].Phase = "before"
		}
	}
	return out
}

func makeProblems(b *Base) []Problem {
	g, seen := b.gen("problems"), map[string]bool{}
	var out []Problem
	for _, c := range Contests.Base(b) {
		for k := range 5 {
			name := unique(seen, func() string {
				return pick(g, list("Two|Lost|Even|Lazy|Secret|Colored|Circular|Greedy|Broken|Nested")) + " " + pick(g, list("Permutations|Paths|Trees|Buckets|Queries|Intervals|Lanterns|Digits|Tiles|Rivers")) + pick(g, list("| II| Again| of Ada"))
			})
			out = append(out, Problem{fmt.Sprintf("%d%c", c.ID, 'A'+k), c.ID, name, 800 + 400*k + 100*g.IntN(4), some(g, words("dp greedy graphs math strings geometry search trees"), g.between(1, 3))})
		}
	}
	return out
}

func makeCoders(b *Base) []Coder {
	g, people := b.gen("coders"), People.Base(b)
	out := make([]Coder, 60)
	for i := range out {
		p := people[i*2]
		out[i] = Coder{label("coder%02d", i+1), p.Name, p.Nationality, Today - Date(g.between(700, 3000)), []string{}, 800 + 2400*g.Float64()}
	}
	for i := range out {
		for _, f := range some(g, out, g.between(0, 5)) {
			if f.Handle != out[i].Handle {
				out[i].Friends = append(out[i].Friends, f.Handle)
			}
		}
	}
	return out
}

func label(format string, n int) string { return fmt.Sprintf(format, n) }

func makeSubmissions(b *Base) []Submission {
	g, coders, problems := b.gen("submissions"), Coders.Base(b), Problems.Base(b)
	var out []Submission
	for _, c := range Contests.Base(b) {
		if c.Phase != "finished" || c.ID < 40 {
			continue // older contests are archived without their submissions
		}
		for _, who := range some(g, coders, 8) {
			minute := 0
			for k := range 5 {
				p := problems[(c.ID-1)*5+k]
				minute += g.between(4, 25)
				chance := 1 / (1 + math.Exp((float64(p.Rating)-who.skill)/250))
				if minute > c.Minutes || !g.chance(chance+0.3) {
					continue
				}
				verdict := "accepted"
				if !g.chance(chance) {
					verdict = pick(g, list("wrong answer|wrong answer|time limit|runtime error"))
				}
				out = append(out, Submission{id("SB", len(out)), c.ID, p.ID, who.Handle, verdict, pick(g, words("C++ C++ Python Java Go Rust")), minute})
			}
		}
	}
	return out
}

// ContestRow is a coder's place in a contest.
type ContestRow struct {
	Place   int    `json:"place"`
	Handle  string `json:"handle"`
	Solved  int    `json:"solved"`
	Penalty int    `json:"penalty" doc:"Minutes of the accepted solutions and 20 for each wrong one"`
	Before  int    `json:"rating_before"`
	After   int    `json:"rating_after"`
}

// ContestTable ranks those who handed in something: more solved, then less penalty. Ratings move by
// the Elo rule with a factor of 40, divided among the others.
func ContestTable(w *World, contest int) []ContestRow {
	at := map[string]*ContestRow{}
	var out []*ContestRow
	for _, s := range Submissions.Where(w, func(s *Submission) bool { return s.Contest == contest }) {
		r, ok := at[s.Handle]
		if !ok {
			c, _ := Coders.Get(w, s.Handle)
			r = &ContestRow{Handle: s.Handle, Before: w.base.ratingBefore(c, contest)}
			at[s.Handle] = r
			out = append(out, r)
		}
		if s.Verdict == "accepted" {
			r.Solved++
			r.Penalty += s.Minute
		} else {
			r.Penalty += 20
		}
	}
	slices.SortStableFunc(out, func(a, b *ContestRow) int {
		if a.Solved != b.Solved {
			return b.Solved - a.Solved
		}
		return a.Penalty - b.Penalty
	})
	table := make([]ContestRow, len(out))
	for i, r := range out {
		expected := 0.0
		for j, o := range out {
			if j != i {
				expected += 1 / (1 + math.Pow(10, float64(o.Before-r.Before)/400))
			}
		}
		won := float64(len(out) - 1 - i)
		r.Place, r.After = i+1, r.Before+int(math.Round(40*(won-expected)/math.Max(1, float64(len(out)-1))))
		table[i] = *r
	}
	return table
}

func (b *Base) ratingBefore(c Coder, contest int) int {
	return int(c.skill + 120*b.Noise("rating/"+c.Handle, float64(contest)/6))
}

// RatingOf is a coder's rating before a contest with that number, or now.
func (b *Base) RatingOf(c Coder, contest int) int { return b.ratingBefore(c, contest) }

// RankName is the title that goes with a rating.
func RankName(rating int) string {
	names := list("newcomer|apprentice|specialist|expert|master|grandmaster")
	return names[min(max((rating-800)/400, 0), len(names)-1)]
}

func makeBlog(b *Base) []BlogEntry {
	g, coders := b.gen("blog_entries"), Coders.Base(b)
	out := make([]BlogEntry, 60)
	for i := range out {
		topic := pick(g, list("segment trees|binary search|debugging|upsolving|fast input|hashing|flows"))
		out[i] = BlogEntry{id("BE", i), pick(g, coders).Handle, fmt.Sprintf(pick(g, list("Notes on %s|What I learned about %s|A gentle start to %s|Stop fearing %s")), topic), "Here is how I practise " + topic + ": one small problem a day, and a page of notes each week.", Today - Date(g.between(1, 500)), g.between(-20, 320)}
	}
	return out
}

func makeComments(b *Base) []Comment {
	g, coders, entries := b.gen("comments"), Coders.Base(b), BlogEntries.Base(b)
	out := make([]Comment, 150)
	for i := range out {
		e := pick(g, entries)
		out[i] = Comment{id("CM", i), e.ID, pick(g, coders).Handle, pick(g, list("Very clear, thank you.|The second example has a typo.|I use it with a sentinel.|Could you add a harder problem?")), min(e.Day+Date(g.between(0, 9)), Today)}
	}
	return out
}
