package world

import (
	"fmt"
)

// Collective is a group that collects money in the open.
type Collective struct {
	Slug     string  `json:"slug" doc:"Short name"`
	Name     string  `json:"name" doc:"Collective"`
	About    string  `json:"about" doc:"What it does"`
	Currency string  `json:"currency" doc:"Currency code"`
	Founded  Date    `json:"founded" doc:"Day of foundation"`
	Goal     float64 `json:"yearly_goal" doc:"Money it wants to raise in a year"`
	City     string  `json:"city" doc:"City"`
}

// Key is the short name.
func (c Collective) Key() string { return c.Slug }

// Member is a person's part in a collective.
type Member struct {
	ID         string  `json:"id" doc:"Member identifier"`
	Collective string  `json:"collective" doc:"Short name of the collective"`
	Person     string  `json:"person" doc:"Name"`
	Role       string  `json:"role" doc:"Role" enum:"admin,backer,contributor"`
	Tier       string  `json:"tier" doc:"Tier of a backer" enum:"supporter,sponsor,patron,none"`
	Since      Date    `json:"since" doc:"Day of joining"`
	Monthly    float64 `json:"monthly" doc:"Money given each month"`
}

// Key is the identifier.
func (m Member) Key() string { return m.ID }

// Entry is a line of a collective's accounts.
type Entry struct {
	ID         string  `json:"id" doc:"Entry identifier"`
	Collective string  `json:"collective" doc:"Short name of the collective"`
	Kind       string  `json:"kind" doc:"Kind" enum:"credit,debit"`
	Amount     float64 `json:"amount" doc:"Amount, always positive"`
	About      string  `json:"about" doc:"What for"`
	Day        Date    `json:"day" doc:"Day"`
}

// Key is the identifier.
func (e Entry) Key() string { return e.ID }

// Board is a part of the forum.
type Board struct {
	Code  string `json:"code" doc:"Short name"`
	Title string `json:"title" doc:"Board"`
	Topic string `json:"topic" doc:"Group of boards" enum:"hobby,science,arts,places,help"`
	Pages int    `json:"pages" doc:"Pages of threads kept"`
}

// Key is the short name.
func (b Board) Key() string { return b.Code }

// Thread is a discussion on a board.
type Thread struct {
	ID       string `json:"id" doc:"Thread identifier"`
	Board    string `json:"board" doc:"Short name of the board"`
	Subject  string `json:"subject" doc:"Subject"`
	Author   string `json:"author" doc:"Username of who began it"`
	Day      Date   `json:"day" doc:"Day it began"`
	Sticky   bool   `json:"sticky" doc:"Whether it stays on top"`
	Archived bool   `json:"archived" doc:"Whether it is closed"`
}

// Key is the identifier.
func (t Thread) Key() string { return t.ID }

// Post is a message of a thread.
type Post struct {
	ID      string `json:"id" doc:"Post identifier"`
	Thread  string `json:"thread_id" doc:"Thread identifier"`
	Author  string `json:"author" doc:"Username"`
	Text    string `json:"text" doc:"Text"`
	Day     Date   `json:"day" doc:"Day"`
	ReplyTo string `json:"reply_to" doc:"Post it answers; empty when none"`
	Likes   int    `json:"likes" doc:"Likes"`
}

// Key is the identifier.
func (p Post) Key() string { return p.ID }

// Tables of communities.
var (
	Collectives = Table[Collective]{"collectives", makeCollectives}
	Members     = Table[Member]{"members", makeMembers}
	Entries     = Table[Entry]{"entries", makeEntries}
	Boards      = Table[Board]{"boards", makeBoards}
	Threads     = Table[Thread]{"threads", makeThreads}
	Posts       = Table[Post]{"posts", makePosts}
	Contests    = Table[Contest]{"contests", makeContests}
	Problems    = Table[Problem]{"problems", makeProblems}
	Coders      = Table[Coder]{"coders", makeCoders}
	Submissions = Table[Submission]{"submissions", makeSubmissions}
	BlogEntries = Table[BlogEntry]{"blog_entries", makeBlog}
	Comments    = Table[Comment]{"comments", makeComments}
)

func makeCollectives(b *Base) []Collective {
	g, seen, cities := b.gen("collectives"), map[string]bool{}, Cities.Base(b)
	out := make([]Collective, 56)
	for i := range out {
		c := pick(g, cities)
		name := c.Name + " " + pick(g, list("Repair Cafe|Bike Kitchen|Open Maps|Seed Library|Code Club|Radio|Tool Share|Night School"))
		if i < 8 { // a few names are the same in every seed
			name = list("Open Maps|Seed Library|Code Club|Repair Cafe|Tool Share|Bike Kitchen|Community Radio|Night School")[i]
		}
		name = unique(seen, func() string { return name })
		out[i] = Collective{Slug(name, "-"), name, "A group of neighbours in " + c.Name + " that " + pick(g, list("mends what others throw away|maps what is missing|teaches for free|shares tools and time")) + ".", pick(g, words("USD EUR GBP")), Today - Date(g.between(200, 3600)), float64(500 * g.between(2, 60)), c.Name}
	}
	return out
}

func makeMembers(b *Base) []Member {
	g, people := b.gen("members"), People.Base(b)
	var out []Member
	for _, c := range Collectives.Base(b) {
		for k, p := range some(g, people, g.between(4, 9)) {
			m := Member{id("MB", len(out)), c.Slug, p.Name, "contributor", "none", c.Founded + Date(g.between(0, 190)), 0}
			if k == 0 {
				m.Role = "admin"
			} else if g.chance(0.6) {
				m.Role, m.Tier = "backer", pick(g, words("supporter supporter sponsor patron"))
				m.Monthly = map[string]float64{"supporter": 5, "sponsor": 25, "patron": 100}[m.Tier]
			}
			out = append(out, m)
		}
	}
	return out
}

func makeEntries(b *Base) []Entry {
	g := b.gen("entries")
	var out []Entry
	for _, c := range Collectives.Base(b) {
		n := 3 + 2*g.between(1, 3)
		income := make([]float64, n+1)
		for k := range income {
			income[k] = g.real(40, 900, 2)
		}
		// The newest first. What is spent came in just before, so that no balance is below zero.
		for k := range n {
			e := Entry{id("EN", len(out)), c.Slug, "credit", income[k], "Contributions", Today - Date(20*k+g.IntN(20))}
			if k%2 == 1 {
				e.Kind, e.About, e.Amount = "debit", pick(g, list("Rent|Printing|Server|Tools|Tea and biscuits")), Round(income[k+1]*g.real(0.1, 0.9, 2), 2)
			}
			out = append(out, e)
		}
	}
	return out
}

const boardText = `hobby|bikes,knitting,chess,cooking,gardens,trains,radio,coins,hiking,cameras,boats,kites
science|space,weather,birds,rocks,chem,math,robots,oceans,stats,light
arts|film,prose,poetry,sketch,jazz,synth,dance,stage,clay,comics
places|tokyo,paris,cairo,lima,oslo,nairobi,sydney,boston,rome,seoul
help|repairs,moving,jobs,advice,pets,taxes,study,health`

func makeBoards(b *Base) []Board {
	g := b.gen("boards")
	var out []Board
	for _, f := range lines(boardText) {
		for _, n := range commas(f[1]) {
			out = append(out, Board{n, titleCase(n), f[0], g.between(3, 12)})
		}
	}
	return out
}

func makeThreads(b *Base) []Thread {
	g, people := b.gen("threads"), People.Base(b)
	var out []Thread
	for _, d := range Boards.Base(b) {
		for k := range 3 {
			subject := fmt.Sprintf(pick(g, list("What is your first memory of %s?|Best place for %s on a small budget|I was wrong about %s|%s for complete beginners|Show your %s of the month|Is %s getting worse?")), d.Code)
			out = append(out, Thread{id("TH", len(out)), d.Code, subject, pick(g, people).Username, Today - Date(g.between(1, 90)), k == 0 && g.chance(0.3), k == 2 && g.chance(0.5)})
		}
	}
	return out
}

func makePosts(b *Base) []Post {
	g, people := b.gen("posts"), People.Base(b)
	var out []Post
	for _, t := range Threads.Base(b) {
		first := len(out)
		for k := range g.between(2, 6) {
			p := Post{ID: id("PS", len(out)), Thread: t.ID, Author: pick(g, people).Username, Day: min(t.Day+Date(k), Today), Likes: g.IntN(60)}
			p.Text = pick(g, list("I tried that last year and it worked.|Has anyone a picture of it?|Not where I live, sadly.|Start small and keep notes.|Thank you, that helps a lot.|I would ask at the library first."))
			if k == 0 {
				p.Author, p.Text = t.Author, t.Subject+" I look forward to your answers."
			} else if g.chance(0.5) {
				p.ReplyTo = out[first+g.IntN(k)].ID
			}
			out = append(out, p)
		}
	}
	return out
}
