package sqlite

import (
	"fmt"
	"math"
)

// A slot packs owner (of a run or a scoring), index and trial into one integer key: owner << 40 |
// index << 12 | trial. One B-tree then holds a run's rows together and in order.
const (
	trialBits = 12
	indexBits = 28
	maxTrial  = 1<<trialBits - 1
	maxIndex  = 1<<indexBits - 1
	maxOwner  = 1<<(63-indexBits-trialBits) - 1
)

// slot gives the key of a place that was checked by place.
func slot(owner, index int64, trial int) int64 {
	return owner<<(indexBits+trialBits) | index<<trialBits | int64(trial)
}

// indexOf gives the index in a slot.
func indexOf(slot int64) int64 { return slot >> trialBits & maxIndex }

// trialOf gives the trial in a slot.
func trialOf(slot int64) int { return int(slot & maxTrial) }

func checkIndex(index int64) error {
	if index < 0 || index > maxIndex {
		return fmt.Errorf("sample index %d is outside 0 to %d", index, maxIndex)
	}
	return nil
}

func checkTrial(trial int) error {
	if trial < 0 || trial > maxTrial {
		return fmt.Errorf("trial %d is outside 0 to %d", trial, maxTrial)
	}
	return nil
}

// span gives the slots of from <= index < to as a half-open range; any integers may be asked for.
func span(owner, from, to int64) (first, end int64) {
	from, to = min(max(from, 0), maxIndex+1), min(max(to, 0), maxIndex+1)
	base := owner << (indexBits + trialBits)
	first, end = base+from<<trialBits, base+to<<trialBits
	if end < base { // the very last owner
		end = math.MaxInt64
	}
	return first, end
}

// whole gives all slots of an owner as a half-open range.
func whole(owner int64) (first, end int64) { return span(owner, 0, maxIndex+1) }
