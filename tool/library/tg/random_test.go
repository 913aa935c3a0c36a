package tg

import (
	"math/rand/v2"
	"testing"
)

// TestDealt checks that all orders of three cards come up about equally often.
func TestDealt(t *testing.T) {
	const rounds = 6000
	r, orders := rand.New(rand.NewPCG(1, 2)), map[[3]int64]int{}
	for range rounds {
		var order [3]int64
		moved := map[int64]int64{}
		for k := range order {
			order[k] = dealt(r, moved, int64(k), 3)
		}
		orders[order]++
	}
	if len(orders) != 6 {
		t.Fatalf("%d orders of three cards: %v", len(orders), orders)
	}
	for o, n := range orders { // five standard deviations
		if n < rounds/6-145 || n > rounds/6+145 {
			t.Errorf("the order %v came up %d times in %d", o, n, rounds)
		}
	}
}
