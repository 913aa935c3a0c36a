package ir

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type slugParam struct {
	Slug string `json:"collective" doc:"Short name of the collective" min:"1" max:"80"`
}

func collectiveOf(w *world.World, slug string) (world.Collective, error) {
	return define.Row(w, world.Collectives, strings.ToLower(slug), "search_collectives shows short names")
}

// ledger gives a collective's entries, oldest first, and the balance.
func ledger(w *world.World, slug string) (entries []world.Entry, balance float64) {
	entries = world.SortBy(world.Entries.Where(w, func(e *world.Entry) bool { return e.Collective == slug }), func(e world.Entry) int { return int(e.Day) })
	for _, e := range entries {
		if e.Kind == "credit" {
			balance += e.Amount
		} else {
			balance -= e.Amount
		}
	}
	return entries, world.Round(balance, 2)
}

func collectiveTools() []define.Tool {
	return []define.Tool{
		define.List("search_collectives", "Finds collectives by name, city and what they do.", world.Collectives, "name~query about~ city= currency= founded>=since", "", "name+ founded+ yearly_goal-", `{"query":"open"}`, `{"currency":"EUR","sort":"yearly_goal-"}`),
		define.View("get_collective", "Gives a collective with balance, members and how far it is towards its goal of the year.",
			func(w *world.World, in slugParam) (out struct {
				Collective world.Collective `json:"collective"`
				Balance    float64          `json:"balance"`
				Members    int              `json:"members"`
				Backers    int              `json:"backers"`
				Year       float64          `json:"raised_in_a_year"`
				Progress   float64          `json:"progress" doc:"Share of the goal"`
			}, err error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return out, err
				}
				entries, balance := ledger(w, c.Slug)
				out.Collective, out.Balance = c, balance
				for _, e := range entries {
					if e.Kind == "credit" && e.Day > world.Today-365 {
						out.Year += e.Amount
					}
				}
				for _, m := range world.Members.Where(w, func(m *world.Member) bool { return m.Collective == c.Slug }) {
					if out.Members++; m.Role == "backer" {
						out.Backers++
					}
				}
				out.Year, out.Progress = world.Round(out.Year, 2), world.Round(out.Year/c.Goal, 3)
				return out, nil
			}, `{"collective":"open-maps"}`, `{"collective":"seed-library"}`),
		define.List("list_members", "Lists the members of a collective by role and tier.", world.Members, "collective=! role= tier= since>=", "", "since+ monthly- person+", `{"collective":"open-maps"}`, `{"collective":"code-club","role":"backer"}`),
		define.View("collective_transactions", "Gives a collective's entries with the balance after each, newest first.",
			func(w *world.World, in struct {
				slugParam
				Kind string `json:"kind,omitempty" doc:"Only these" enum:"credit,debit"`
				define.Paging
			}) (out define.Page[bookedEntry], err error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return out, err
				}
				entries, _ := ledger(w, c.Slug)
				var all []bookedEntry
				balance := 0.0
				for _, e := range entries {
					sign := 1.0
					if e.Kind == "debit" {
						sign = -1
					}
					balance = world.Round(balance+sign*e.Amount, 2)
					if in.Kind == "" || in.Kind == e.Kind {
						all = append(all, bookedEntry{e.ID, e.Day, e.Kind, e.Amount, e.About, balance})
					}
				}
				slices.Reverse(all)
				return define.Cut(all, in.Paging), nil
			}, `{"collective":"open-maps"}`, `{"collective":"repair-cafe","kind":"debit"}`),
		define.Act("contribute", "Gives money to a collective once; the entry appears in its accounts.",
			func(w *world.World, in struct {
				slugParam
				Amount float64 `json:"amount" doc:"Amount in the collective's currency" min:"1" max:"100000"`
				Note   string  `json:"note" doc:"What for" max:"200" default:"Contribution"`
			}) (out struct {
				Entry   world.Entry `json:"entry"`
				Balance float64     `json:"balance"`
			}, err error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return out, err
				}
				out.Entry = world.Entry{ID: w.NextID("EN"), Collective: c.Slug, Kind: "credit", Amount: world.Round(in.Amount, 2), About: in.Note, Day: world.Today}
				world.Entries.Put(w, out.Entry)
				_, out.Balance = ledger(w, c.Slug)
				return out, nil
			}, `{"collective":"open-maps","amount":25}`, `{"collective":"tool-share","amount":9.99,"note":"New saw"}`),
		define.Act("submit_expense", "Asks a collective for money that was spent; it is paid when the balance allows.",
			func(w *world.World, in struct {
				slugParam
				Amount float64 `json:"amount" doc:"Amount in the collective's currency" min:"0.01" max:"100000"`
				Reason string  `json:"reason" doc:"What for" min:"2" max:"200"`
			}) (out struct {
				Entry   world.Entry `json:"entry"`
				Balance float64     `json:"balance"`
			}, err error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return out, err
				}
				if _, balance := ledger(w, c.Slug); balance < in.Amount {
					return out, define.Fail("too_little_money", "%s has %.2f %s", c.Name, balance, c.Currency)
				}
				out.Entry = world.Entry{ID: w.NextID("EN"), Collective: c.Slug, Kind: "debit", Amount: world.Round(in.Amount, 2), About: in.Reason, Day: world.Today}
				world.Entries.Put(w, out.Entry)
				_, out.Balance = ledger(w, c.Slug)
				return out, nil
			}, `{"collective":"open-maps","amount":1.5,"reason":"Stamps"}`, `{"collective":"seed-library","amount":2,"reason":"Labels"}`),
		define.Act("join_collective", "Makes the user a member of a collective, as a contributor or as a backer of a tier; joining again changes the tier.",
			func(w *world.World, in struct {
				slugParam
				Name string `json:"name" doc:"Name of the member" min:"1" max:"80"`
				Tier string `json:"tier" doc:"Tier" enum:"none,supporter,sponsor,patron" default:"none"`
			}) (world.Member, error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return world.Member{}, err
				}
				m, ok := world.Members.First(w, func(m *world.Member) bool { return m.Collective == c.Slug && strings.EqualFold(m.Person, in.Name) })
				if !ok {
					m = world.Member{ID: w.NextID("MB"), Collective: c.Slug, Person: in.Name, Since: world.Today}
				}
				m.Tier, m.Monthly = in.Tier, map[string]float64{"supporter": 5, "sponsor": 25, "patron": 100}[in.Tier]
				if m.Role != "admin" {
					m.Role = map[bool]string{true: "contributor", false: "backer"}[in.Tier == "none"]
				}
				world.Members.Put(w, m)
				return m, nil
			}, `{"collective":"code-club","name":"Ana Vega"}`, `{"collective":"code-club","name":"Jo Lin","tier":"sponsor"}`),
		define.View("tier_overview", "Gives the tiers of a collective: backers, monthly income of each, and what that makes in a year against its expenses.",
			func(w *world.World, in slugParam) (out struct {
				Tiers    []tierLine `json:"tiers"`
				Yearly   float64    `json:"yearly_income"`
				Expenses float64    `json:"yearly_expenses"`
				Covered  bool       `json:"covered"`
			}, err error) {
				c, err := collectiveOf(w, in.Slug)
				if err != nil {
					return out, err
				}
				for _, t := range []string{"supporter", "sponsor", "patron"} {
					l := tierLine{Tier: t}
					for _, m := range world.Members.Where(w, func(m *world.Member) bool { return m.Collective == c.Slug && m.Tier == t }) {
						l.Backers, l.Monthly = l.Backers+1, l.Monthly+m.Monthly
					}
					out.Tiers, out.Yearly = append(out.Tiers, l), out.Yearly+12*l.Monthly
				}
				entries, _ := ledger(w, c.Slug)
				for _, e := range entries {
					if e.Kind == "debit" && e.Day > world.Today-365 {
						out.Expenses = world.Round(out.Expenses+e.Amount, 2)
					}
				}
				out.Covered = out.Yearly >= out.Expenses
				return out, nil
			}, `{"collective":"open-maps"}`, `{"collective":"night-school"}`),
	}
}

type bookedEntry struct {
	ID      string     `json:"entry_id"`
	Day     world.Date `json:"day"`
	Kind    string     `json:"kind"`
	Amount  float64    `json:"amount"`
	About   string     `json:"about"`
	Balance float64    `json:"balance_after"`
}

type tierLine struct {
	Tier    string  `json:"tier"`
	Backers int     `json:"backers"`
	Monthly float64 `json:"monthly"`
}

type threadParam struct {
	Thread string `json:"thread_id" doc:"Thread identifier" min:"1" max:"20"`
}

func forumTools() []define.Tool {
	thread := func(w *world.World, id string) (world.Thread, error) {
		return define.Row(w, world.Threads, id, "board_catalog shows identifiers")
	}
	posts := func(w *world.World, id string) []world.Post {
		return world.Posts.Where(w, func(p *world.Post) bool { return p.Thread == id })
	}
	return []define.Tool{
		define.List("list_boards", "Lists the boards of the forum.", world.Boards, "title~query topic= pages>=", "", "code+ pages-", `{}`, `{"topic":"science"}`),
		define.View("board_catalog", "Gives the threads of a board, the sticky ones first, then by last post, with replies and a preview.",
			func(w *world.World, in struct {
				Board    string `json:"board" doc:"Short name of the board" min:"1" max:"20"`
				Archived bool   `json:"archived" doc:"Whether to give the closed threads instead" default:"false"`
				define.Paging
			}) (out define.Page[threadLine], err error) {
				b, err := define.Row(w, world.Boards, strings.ToLower(in.Board), "list_boards shows short names")
				if err != nil {
					return out, err
				}
				var all []threadLine
				for _, t := range world.Threads.Where(w, func(t *world.Thread) bool { return t.Board == b.Code && t.Archived == in.Archived }) {
					l := threadLine{t.ID, t.Subject, t.Author, t.Sticky, -1, t.Day, ""}
					for _, p := range posts(w, t.ID) {
						l.Replies++
						l.Last, l.Preview = p.Day, p.Text
					}
					all = append(all, l)
				}
				return define.Cut(world.TopBy(all, func(t threadLine) int {
					if t.Sticky {
						return 1 << 30
					}
					return int(t.Last)
				}), in.Paging), nil
			}, `{"board":"bikes"}`, `{"board":"space","archived":true}`),
		define.View("get_thread", "Gives a thread with its posts, nested by what they answer.",
			func(w *world.World, in threadParam) (out struct {
				Thread world.Thread `json:"thread"`
				Posts  []nestedPost `json:"posts"`
			}, err error) {
				t, err := thread(w, in.Thread)
				if err != nil {
					return out, err
				}
				depth := map[string]int{}
				for _, p := range posts(w, t.ID) {
					if p.ReplyTo != "" {
						depth[p.ID] = depth[p.ReplyTo] + 1
					}
					out.Posts = append(out.Posts, nestedPost{p, depth[p.ID]})
				}
				out.Thread = t
				return out, nil
			}, `{"thread_id":"TH0001"}`, `{"thread_id":"TH0150"}`),
		define.List("search_posts", "Finds posts of all boards by words, author and likes.", world.Posts, "text~query author= day>=since likes>=", "", "day- likes-", `{"query":"library"}`, `{"query":"notes","sort":"likes-"}`),
		define.Act("create_thread", "Begins a thread on a board with a first post.",
			func(w *world.World, in struct {
				Board   string `json:"board" doc:"Short name of the board" min:"1" max:"20"`
				Subject string `json:"subject" doc:"Subject" min:"3" max:"150"`
				Text    string `json:"text" doc:"First post" min:"1" max:"5000"`
			}) (out struct {
				Thread world.Thread `json:"thread"`
				Post   world.Post   `json:"post"`
			}, err error) {
				b, err := define.Row(w, world.Boards, strings.ToLower(in.Board), "list_boards shows short names")
				if err != nil {
					return out, err
				}
				out.Thread = world.Thread{ID: w.NextID("TH"), Board: b.Code, Subject: in.Subject, Author: "me", Day: world.Today}
				out.Post = world.Post{ID: w.NextID("PS"), Thread: out.Thread.ID, Author: "me", Text: in.Text, Day: world.Today}
				world.Threads.Put(w, out.Thread)
				world.Posts.Put(w, out.Post)
				return out, nil
			}, `{"board":"bikes","subject":"Quiet routes","text":"Which do you like?"}`, `{"board":"pets","subject":"Lost cat","text":"Grey, answers to Milo."}`),
		define.Act("reply_to_thread", "Writes a post in a thread that is not closed, as an answer to another post if wanted.",
			func(w *world.World, in struct {
				threadParam
				Text string `json:"text" doc:"Text" min:"1" max:"5000"`
				To   string `json:"reply_to,omitempty" doc:"Post that is answered" max:"20"`
			}) (world.Post, error) {
				t, err := thread(w, in.Thread)
				if err != nil {
					return world.Post{}, err
				}
				if t.Archived {
					return world.Post{}, define.Fail("closed", "thread %s is closed", t.ID)
				}
				if in.To != "" {
					p, err := define.Row(w, world.Posts, in.To, "get_thread shows posts")
					if err != nil || p.Thread != t.ID {
						return world.Post{}, define.Invalid("reply_to", "must be a post of thread %s", t.ID)
					}
				}
				p := world.Post{ID: w.NextID("PS"), Thread: t.ID, Author: "me", Text: in.Text, Day: world.Today, ReplyTo: in.To}
				world.Posts.Put(w, p)
				return p, nil
			}, `{"thread_id":"TH0001","text":"I agree."}`, `{"thread_id":"TH0004","text":"Me too."}`),
		define.Act("like_post", "Likes a post, or takes the like back; gives the new number.",
			func(w *world.World, in struct {
				Post string `json:"post_id" doc:"Post identifier" min:"1" max:"20"`
				Undo bool   `json:"undo" doc:"Whether to take the like back" default:"false"`
			}) (world.Post, error) {
				p, err := define.Row(w, world.Posts, in.Post, "get_thread shows posts")
				if err != nil {
					return p, err
				}
				ref := "like:" + p.ID
				_, liked := world.Saves.Get(w, ref)
				if liked != in.Undo {
					return p, define.Fail("no_change", "post %s is liked: %v", p.ID, liked)
				}
				if in.Undo {
					p.Likes--
					world.Saves.Delete(w, ref)
				} else {
					p.Likes++
					world.Saves.Put(w, world.Saved{ID: ref, Kind: "post", Ref: p.ID, On: world.Today})
				}
				world.Posts.Put(w, p)
				return p, nil
			}, `{"post_id":"PS0001"}`, `{"post_id":"PS0100"}`),
		define.View("forum_activity", "Counts posts by board, author or day, to see where most is written.",
			func(w *world.World, in struct {
				By  string `json:"by" doc:"How to group" enum:"board,author,day" default:"board"`
				Top int    `json:"top" doc:"Groups to give" min:"1" max:"60" default:"10"`
			}) (out struct {
				Groups []named `json:"groups"`
			}, err error) {
				board, n := map[string]string{}, map[string]float64{}
				for _, t := range world.Threads.All(w) {
					board[t.ID] = t.Board
				}
				for _, p := range world.Posts.All(w) {
					n[map[string]string{"board": board[p.Thread], "author": p.Author, "day": p.Day.String()}[in.By]]++
				}
				for name, v := range n {
					out.Groups = append(out.Groups, named{name, v})
				}
				world.SortBy(out.Groups, func(g named) string { return g.Name })
				world.TopBy(out.Groups, func(g named) float64 { return g.Value })
				out.Groups = out.Groups[:min(in.Top, len(out.Groups))]
				return out, nil
			}, `{}`, `{"by":"author","top":3}`),
	}
}

type threadLine struct {
	ID      string     `json:"thread_id"`
	Subject string     `json:"subject"`
	Author  string     `json:"author"`
	Sticky  bool       `json:"sticky"`
	Replies int        `json:"replies"`
	Last    world.Date `json:"last_post"`
	Preview string     `json:"preview"`
}

type nestedPost struct {
	world.Post
	Depth int `json:"depth"`
}
