package world

import (
	"fmt"
	"math"
	"slices"
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

// Breed is a breed of dog or cat; breeds are the same in every seed.
type Breed struct {
	ID        string   `json:"id" doc:"Breed identifier"`
	Name      string   `json:"name" doc:"Breed"`
	Species   string   `json:"species" doc:"Species" enum:"dog,cat"`
	Group     string   `json:"group" doc:"Group of breeds; a sub-breed names its parent breed here"`
	Origin    string   `json:"origin" doc:"Country or region of origin"`
	Low       float64  `json:"weight_low_kg" doc:"Least usual weight in kg"`
	High      float64  `json:"weight_high_kg" doc:"Greatest usual weight in kg"`
	Life      int      `json:"life_years" doc:"Usual age in years"`
	Energy    int      `json:"energy" doc:"Energy from 1 to 5" min:"1" max:"5"`
	Temper    []string `json:"temperament" doc:"Temperament"`
	Shedding  int      `json:"shedding" doc:"Shedding from 1 to 5" min:"1" max:"5"`
	Beginners bool     `json:"for_beginners" doc:"Whether it suits beginners"`
}

// Key is the identifier.
func (x Breed) Key() string { return x.ID }

// Pet is an animal in a shelter.
type Pet struct {
	ID      string  `json:"id" doc:"Pet identifier"`
	Name    string  `json:"name" doc:"Name"`
	Species string  `json:"species" doc:"Species" enum:"dog,cat"`
	Breed   string  `json:"breed" doc:"Breed"`
	Age     int     `json:"age_years" doc:"Age in years"`
	City    string  `json:"city" doc:"City of the shelter"`
	Fee     float64 `json:"fee_usd" doc:"Adoption fee in US dollars"`
	Status  string  `json:"status" doc:"State" enum:"available,reserved,adopted"`
	Arrived Date    `json:"arrived" doc:"Day of arrival"`
}

// Key is the identifier.
func (p Pet) Key() string { return p.ID }

// Tables of animals.
var (
	Breeds = Table[Breed]{"breeds", makeBreeds}
	Pets   = Table[Pet]{"pets", makePets}
)

// name:group:origin:low:high:life:energy:shedding
const dogText = `Labrador Retriever:Retriever:Canada:25:36:12:5:4|Golden Retriever:Retriever:Scotland:25:34:11:4:4|Flat-Coated Retriever:Retriever:England:25:36:9:5:3|German Shepherd:Shepherd:Germany:22:40:11:5:5|Australian Shepherd:Shepherd:United States:16:32:14:5:4|Belgian Shepherd:Shepherd:Belgium:20:30:13:5:4|Border Collie:Collie:Scotland:14:20:13:5:4|Bearded Collie:Collie:Scotland:18:27:13:4:3|Rough Collie:Collie:Scotland:18:30:13:4:5|Yorkshire Terrier:Terrier:England:2:3.2:14:4:1|Fox Terrier:Terrier:England:6.5:8:14:5:2|Bull Terrier:Terrier:England:20:36:12:4:2|Scottish Terrier:Terrier:Scotland:8:10:12:3:1|Airedale Terrier:Terrier:England:18:29:12:5:1|Cocker Spaniel:Spaniel:England:12:16:13:4:3|Springer Spaniel:Spaniel:England:16:25:13:5:3|Cavalier King Charles Spaniel:Spaniel:England:5.5:8:12:3:3|Standard Poodle:Poodle:Germany:18:32:13:4:1|Miniature Poodle:Poodle:Germany:4.5:7:15:4:1|Toy Poodle:Poodle:Germany:2:4:15:4:1|Standard Dachshund:Dachshund:Germany:7:15:13:3:2|Miniature Dachshund:Dachshund:Germany:3:5:14:3:2|Giant Schnauzer:Schnauzer:Germany:25:47:13:5:2|Miniature Schnauzer:Schnauzer:Germany:5:9:13:4:2|Siberian Husky:Spitz:Russia:16:27:13:5:5|Alaskan Malamute:Spitz:United States:34:43:11:5:5|Samoyed:Spitz:Russia:16:30:13:4:5|Pomeranian:Spitz:Germany:1.8:3.5:14:3:4|Akita:Spitz:Japan:32:59:11:3:4|Shiba Inu:Spitz:Japan:8:11:14:3:4|Beagle:Hound:England:9:14:13:5:3|Basset Hound:Hound:France:20:29:12:2:3|Greyhound:Hound:England:27:40:12:3:2|Whippet:Hound:England:7:14:13:3:2|Afghan Hound:Hound:Afghanistan:20:27:12:4:3|Irish Wolfhound:Hound:Ireland:48:69:7:3:3|Rhodesian Ridgeback:Hound:South Africa:29:41:11:4:2|Saluki:Hound:Middle East:16:29:14:4:2|English Bulldog:Mastiff:England:18:25:9:2:3|French Bulldog:Mastiff:France:9:13:11:3:2|Boxer:Mastiff:Germany:25:32:11:5:2|Great Dane:Mastiff:Germany:50:79:9:3:3|Rottweiler:Mastiff:Germany:36:61:10:4:3|Saint Bernard:Mastiff:Switzerland:54:82:9:2:4|Newfoundland:Mastiff:Canada:45:68:9:3:4|Bernese Mountain Dog:Mountain:Switzerland:36:52:8:3:5|Pyrenean Mountain Dog:Mountain:France:36:54:11:3:4|Pug:Toy:China:6:8:13:3:4|Chihuahua:Toy:Mexico:1.4:2.7:15:4:2|Maltese:Toy:Malta:1.4:3.6:14:3:1|Shih Tzu:Toy:Tibet:4:7.2:13:2:1|Pekingese:Toy:China:3.2:6.4:13:2:3|Papillon:Toy:France:2.3:4.5:14:4:3|Dalmatian:Companion:Croatia:20:32:12:5:4|Lhasa Apso:Companion:Tibet:5:8:13:2:1|Chow Chow:Companion:China:20:32:11:2:4|Weimaraner:Pointer:Germany:25:40:12:5:2|English Pointer:Pointer:England:20:34:14:5:2|Hungarian Vizsla:Pointer:Hungary:20:30:13:5:2|Portuguese Water Dog:Water:Portugal:16:27:12:5:1`

const catText = `Abyssinian:Short hair:Ethiopia:3:5:14:5:2|American Shorthair:Short hair:United States:3:6.5:16:3:3|Balinese:Long hair:United States:2.5:5:15:5:2|Bengal:Short hair:United States:3.5:7:14:5:2|Birman:Long hair:Myanmar:3:6:14:3:3|Bombay:Short hair:United States:3:5:14:3:2|British Shorthair:Short hair:England:4:8:14:2:4|Burmese:Short hair:Myanmar:3.5:6:15:4:2|Chartreux:Short hair:France:3:7:13:2:3|Cornish Rex:Short hair:England:2.5:4.5:13:5:1|Devon Rex:Short hair:England:2.5:4.5:13:5:1|Egyptian Mau:Short hair:Egypt:2.7:5:14:5:3|Exotic Shorthair:Short hair:United States:3:6:13:2:3|Himalayan:Long hair:United States:3.5:6:11:1:4|Japanese Bobtail:Short hair:Japan:2.5:4.5:15:5:2|Korat:Short hair:Thailand:2.7:4.5:14:3:2|Maine Coon:Long hair:United States:5:11:13:3:4|Manx:Short hair:Isle of Man:3.5:6:13:3:3|Norwegian Forest Cat:Long hair:Norway:4:9:14:3:4|Ocicat:Short hair:United States:3:6.5:13:5:2|Oriental:Short hair:England:2.5:5:14:5:2|Persian:Long hair:Iran:3.5:6:14:1:5|Ragamuffin:Long hair:United States:4:9:14:3:4|Ragdoll:Long hair:United States:4.5:9:14:3:4|Russian Blue:Short hair:Russia:3:6:15:3:2|Scottish Fold:Short hair:Scotland:2.7:6:13:3:3|Siamese:Short hair:Thailand:2.5:5:15:5:2|Siberian:Long hair:Russia:4:8:14:4:4|Singapura:Short hair:Singapore:2:3.5:14:5:2|Somali:Long hair:United States:2.7:5:13:5:3|Sphynx:Hairless:Canada:3:5:12:4:1|Tonkinese:Short hair:Canada:3:5.5:14:5:2|Turkish Angora:Long hair:Turkey:2.5:5:14:5:3|Turkish Van:Long hair:Turkey:3.5:8:14:5:3`

func makeBreeds(b *Base) []Breed {
	var out []Breed
	for i, text := range []string{dogText, catText} {
		for _, line := range list(text) {
			var f [8]string
			k := 0
			for _, r := range line {
				if r == ':' {
					k++
				} else {
					f[k] += string(r)
				}
			}
			x := Breed{ID: id("BR", len(out)), Name: f[0], Species: words("dog cat")[i], Group: f[1], Origin: f[2]}
			fmt.Sscan(f[3]+" "+f[4]+" "+f[5]+" "+f[6]+" "+f[7], &x.Low, &x.High, &x.Life, &x.Energy, &x.Shedding)
			x.Temper = [][]string{{"calm", "gentle"}, {"calm", "loyal"}, {"friendly", "even"}, {"lively", "curious"}, {"active", "clever", "playful"}}[x.Energy-1]
			x.Beginners = x.Energy < 5 && x.High < 40
			out = append(out, x)
		}
	}
	return out
}

func makePets(b *Base) []Pet {
	g, breeds, cities := b.gen("pets"), Breeds.Base(b), Cities.Base(b)
	out := make([]Pet, 110)
	for i := range out {
		x := pick(g, breeds)
		status := "available"
		if i >= 8 && g.chance(0.2) {
			status = pick(g, words("reserved adopted"))
		}
		out[i] = Pet{id("PT", i), pick(g, words("Luna Milo Bella Oscar Nala Simba Coco Rex Daisy Felix Ruby Max Pepper Olive Ziggy Hazel")), x.Species, x.Name, g.between(0, 13), pick(g, cities).Name, float64(10 * g.between(3, 30)), status, Today - Date(g.between(1, 240))}
	}
	return out
}

// Artwork is a work of art in a museum.
type Artwork struct {
	ID       string `json:"id" doc:"Artwork identifier"`
	Title    string `json:"title" doc:"Title"`
	Artist   string `json:"artist" doc:"Artist"`
	Year     int    `json:"year" doc:"Year"`
	Culture  string `json:"culture" doc:"Culture" enum:"Dutch,French,Italian,Japanese,American,Mexican,Persian,Greek"`
	Class    string `json:"classification" doc:"Kind of work" enum:"painting,print,sculpture,photograph,vessel,textile"`
	Medium   string `json:"medium" doc:"Material"`
	MuseumID string `json:"museum_id" doc:"Place identifier of the museum"`
	Museum   string `json:"museum" doc:"Museum"`
	Gallery  int    `json:"gallery" doc:"Gallery, 0 when in store"`
	Width    int    `json:"width_mm" doc:"Width in mm"`
	Height   int    `json:"height_mm" doc:"Height in mm"`
}

// Key is the identifier.
func (a Artwork) Key() string { return a.ID }

// Artworks are the museums' works.
var Artworks = Table[Artwork]{"artworks", makeArtworks}

func makeArtworks(b *Base) []Artwork {
	g, names, seen := b.gen("artworks"), b.namer("artworks"), map[string]bool{}
	countries := map[string]string{"Dutch": "NL", "French": "FR", "Italian": "IT", "Japanese": "JP", "American": "US", "Mexican": "MX", "Persian": "QA", "Greek": "GR"}
	var museums []Place
	for _, p := range Places.Base(b) {
		if p.Kind == "museum" {
			museums = append(museums, p)
		}
	}
	artists := map[string][]string{}
	out := make([]Artwork, 160)
	for i := range out {
		culture, class := list("Dutch|French|Italian|Japanese|American|Mexican|Persian|Greek")[i%8], words("painting print sculpture photograph vessel textile")[i%6]
		if len(artists[culture]) < 6 {
			artists[culture] = append(artists[culture], names.person(countries[culture], pick(g, genders)))
		}
		medium := map[string]string{"painting": "oil on canvas,tempera on panel,watercolour", "print": "woodcut,etching,lithograph", "sculpture": "bronze,marble,oak", "photograph": "gelatin silver print,albumen print", "vessel": "glazed earthenware,porcelain,glass", "textile": "silk,wool,cotton"}[class]
		year := g.between(1500, 1990)
		if class == "photograph" {
			year = g.between(1850, 2010)
		}
		m := museums[i%min(len(museums), 30)]
		out[i] = Artwork{id("AW", i), g.title(seen), pick(g, artists[culture]), year, culture, class, pick(g, commas(medium)), m.ID, m.Name, g.between(0, 30), g.between(80, 2400), g.between(80, 2400)}
		if i < 2 { // these two are on view in every seed
			out[i].Gallery = i + 3
		}
	}
	return out
}
