// Package world is where the tools of suite core act: a small invented world with an address
// book, a mailbox, a calendar, files and bank accounts that can change, and facts that are
// computed or drawn from tables. It is closed: no network, no clock, no files of the machine.
// The same calls on worlds of the same seed give the same results.
package world

import (
	"embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"deft/tool"
	"deft/tool/builtin"
)

//go:embed data/*.json
var files embed.FS

// Today is the day on which everything in the world happens, a Wednesday.
const Today = "2026-03-11"

// Toolbox is the tools of the suite with their functions, and the state from which worlds start.
type Toolbox struct {
	*builtin.Set[*World]
	start start
}

type start struct {
	Contacts []contact            `json:"contacts"`
	Inbox    []email              `json:"inbox"`
	Events   []event              `json:"events"`
	Files    map[string]string    `json:"files"`
	Accounts map[string]account   `json:"accounts"`
	Cities   map[string]place     `json:"cities"`
	Phrases  map[string][]string  `json:"phrases"`
	Words    map[string][]string  `json:"words"`
	Lexicon  map[string]wordEntry `json:"lexicon"`
}

type contact struct{ Name, Email, Phone, Birthday string }

type email struct {
	ID       string `json:"id"`
	Sender   string `json:"sender"`
	Subject  string `json:"subject"`
	Body     string `json:"body"`
	Received string `json:"received"`
}

type event struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Date     string `json:"date"`
	Start    string `json:"start_time"`
	Duration int    `json:"duration_minutes"`
}

type account struct {
	Balance  float64 `json:"balance"`
	Currency string  `json:"currency"`
}

// Load reads the embedded documents and tables.
func Load() (*Toolbox, error) {
	body, err := files.ReadFile("data/tools.json")
	if err != nil {
		return nil, fmt.Errorf("tools of suite core: %w", err)
	}
	var specs []tool.Spec
	if err := json.Unmarshal(body, &specs); err != nil {
		return nil, fmt.Errorf("data/tools.json: %w", err)
	}
	set, err := builtin.New(specs, table(), builtin.Options{})
	if err != nil {
		return nil, fmt.Errorf("tools of suite core: %w", err)
	}
	box := &Toolbox{Set: set}
	if body, err = files.ReadFile("data/world.json"); err != nil {
		return nil, fmt.Errorf("world of suite core: %w", err)
	}
	if err := json.Unmarshal(body, &box.start); err != nil {
		return nil, fmt.Errorf("data/world.json: %w", err)
	}
	return box, nil
}

// World is the state of one attempt. It is not safe for concurrent use.
type World struct {
	*start // shared and never changed; what can change is copied below
	random *rand.Rand
	state  State
	made   int // numbers given out so far
}

// State is what tools can change, as scoring and reports see it.
type State struct {
	Inbox    []email            `json:"inbox"`
	Events   []event            `json:"events"`
	Files    map[string]string  `json:"files"`
	Accounts map[string]account `json:"accounts"`
	// Done lists every action with an effect outside the tables above: mail sent, tables booked.
	Done []string `json:"done,omitempty"`
}

// New makes a fresh world; seed decides what its random tools draw.
func (b *Toolbox) New(seed uint64) *World {
	w := &World{start: &b.start, random: rand.New(rand.NewPCG(seed, 0x5eed))}
	w.state.Inbox = slices.Clone(b.start.Inbox)
	w.state.Events = slices.Clone(b.start.Events)
	w.state.Files = make(map[string]string, len(b.start.Files))
	for k, v := range b.start.Files {
		w.state.Files[k] = v
	}
	w.state.Accounts = make(map[string]account, len(b.start.Accounts))
	for k, v := range b.start.Accounts {
		w.state.Accounts[k] = v
	}
	return w
}

// Snapshot is the changeable state as JSON.
func (w *World) Snapshot() (json.RawMessage, error) { return json.Marshal(w.state) }

// did notes an action and gives the number under which it is confirmed.
func (w *World) did(prefix, what string, a ...any) string {
	w.made++
	w.state.Done = append(w.state.Done, fmt.Sprintf(what, a...))
	return fmt.Sprintf("%s-%04d", prefix, w.made)
}

// hash is a stable number for a key, the source of every invented fact. Case and spaces at the
// ends do not matter, as they would not to a person.
func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(strings.ToLower(strings.TrimSpace(p))))
		h.Write([]byte{0})
	}
	// FNV's low bits differ little between similar keys; the last step of splitmix64 mixes them.
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// draw gives a number in [0,n) for a key.
func draw(n int, parts ...string) int { return int(hash(parts...) % uint64(n)) }

func choose[T any](list []T, parts ...string) T { return list[draw(len(list), parts...)] }

// number gives an identifier such as RS-0412 for a key.
func number(prefix string, parts ...string) string {
	return fmt.Sprintf("%s-%04d", prefix, draw(10000, append([]string{prefix}, parts...)...))
}

func day(s string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return t, builtin.Failed("%q is not a date as YYYY-MM-DD", s)
	}
	return t, nil
}

func today() time.Time {
	t, err := time.Parse(time.DateOnly, Today)
	if err != nil {
		panic("the constant Today is not a date") // unreachable: tested
	}
	return t
}

type object = map[string]any
