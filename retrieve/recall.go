package retrieve

// Cutoffs are the numbers of candidates k at which retrievers are compared (Seal-Tools, Figure 10).
var Cutoffs = [...]int{1, 3, 5, 10, 20}

// Found counts how many different documents of gold are among the first k of ranked. Neither has
// to be free of repetitions: each gold document counts once.
func Found[T comparable](ranked, gold []T, k int) int {
	ranked = ranked[:min(k, len(ranked))]
	n := 0
	for i, g := range gold {
		if !contains(gold[:i], g) && contains(ranked, g) {
			n++
		}
	}
	return n
}

// Distinct counts the different documents of gold.
func Distinct[T comparable](gold []T) int { return Found(gold, gold, len(gold)) }

func contains[T comparable](in []T, x T) bool {
	for _, y := range in {
		if x == y {
			return true
		}
	}
	return false
}

// Recall sums over queries what a retriever found, by cutoff in the order of Cutoffs.
type Recall struct {
	Queries int               // those with at least one gold document
	Gold    int               // their gold documents, each once a query
	Found   [len(Cutoffs)]int // gold documents among the first k
	All     [len(Cutoffs)]int // queries all of whose gold documents are among the first k
}

// Add counts one query. Queries without gold documents are left out.
func Add[T comparable](r *Recall, ranked, gold []T) {
	total := Distinct(gold)
	if total == 0 {
		return
	}
	r.Queries++
	r.Gold += total
	for i, k := range Cutoffs {
		found := Found(ranked, gold, k)
		r.Found[i] += found
		if found == total {
			r.All[i]++
		}
	}
}

// At gives recall@k, the share of gold documents found, and all-gold@k, the share of queries whose
// gold documents are all found, for the i-th cutoff. Both are 0 when nothing was added.
func (r *Recall) At(i int) (recall, allGold float64) {
	if r.Queries == 0 {
		return 0, 0
	}
	return float64(r.Found[i]) / float64(r.Gold), float64(r.All[i]) / float64(r.Queries)
}
