package world

import "fmt"

// Saved is something the user keeps for later: a bookmark on any entity of the world.
type Saved struct {
	ID   string `json:"id" doc:"Identifier of the entry"`
	Kind string `json:"kind" doc:"What is kept" enum:"activity,recipe,film,song,hotel,job,paper,artwork,product,place,post"`
	Ref  string `json:"ref" doc:"Identifier of what is kept"`
	Note string `json:"note" doc:"Remark of the user"`
	On   Date   `json:"saved_on" doc:"Day it was saved"`
}

// Key is the identifier.
func (s Saved) Key() string { return s.ID }

// Saves are the user's bookmarks.
var Saves = Table[Saved]{"saved", func(b *Base) []Saved {
	g := b.gen("saved")
	kinds := list("recipe:RC|film:FM|song:SO|hotel:HT|job:JB|paper:PP|artwork:AW|product:PD|place:PL")
	out := make([]Saved, 60)
	for i := range out {
		var kind, prefix string
		for k, r := range kinds[i%len(kinds)] {
			if r == ':' {
				kind, prefix = kinds[i%len(kinds)][:k], kinds[i%len(kinds)][k+1:]
			}
		}
		out[i] = Saved{id("SV", i), kind, id(prefix, g.IntN(50)), pick(g, list("|for later|show to a friend|check the price again|for the weekend")), Today - Date(g.between(1, 200))}
	}
	return out
}}

// Save keeps an entity for the user; saving it again replaces the note.
func Save(w *World, kind, ref, note string) Saved {
	s, ok := Saves.First(w, func(s *Saved) bool { return s.Kind == kind && s.Ref == ref })
	if !ok {
		s = Saved{ID: w.NextID("SV"), Kind: kind, Ref: ref, On: Today}
	}
	s.Note = note
	Saves.Put(w, s)
	return s
}

// SavedRefs gives what the user keeps of one kind, in the order it was saved.
func SavedRefs(w *World, kind string) []Saved {
	return Saves.Where(w, func(s *Saved) bool { return s.Kind == kind })
}

func itoa(n int) string { return fmt.Sprint(n) }
