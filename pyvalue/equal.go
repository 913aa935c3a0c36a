package pyvalue

import "math/big"

// Equal is Python's ==: 1 == 1.0 == True, a list is no tuple, dictionaries and sets have no order.
func Equal(a, b Value) bool {
	switch {
	case a.isNumber():
		return b.isNumber() && equalNumbers(a, b)
	case a.Kind != b.Kind:
		return false
	}
	switch a.Kind {
	case None:
		return true
	case String, Bytes:
		return a.Text == b.Text
	case Complex:
		return a.Num == b.Num
	case Dict:
		return equalUnordered(a, b, 2)
	case Set:
		return equalUnordered(a, b, 1)
	}
	if len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Items {
		if !Equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

func (v Value) isNumber() bool { return v.Kind == Int || v.Kind == Float || v.Kind == Bool }

func equalNumbers(a, b Value) bool {
	if a.Kind == Int && b.Kind == Int {
		return a.Text == b.Text
	}
	if a.Num != b.Num {
		return false
	}
	if a.Kind == Float && b.Kind == Float || a.Kind == Bool || b.Kind == Bool || a.Num < 1<<53 && a.Num > -1<<53 {
		return true
	}
	// An Int beyond 2^53 has Num rounded: compare exactly.
	if b.Kind == Int {
		a, b = b, a
	}
	n, ok := new(big.Int).SetString(a.Text, 10)
	if !ok {
		return false
	}
	f, _ := new(big.Float).SetFloat64(b.Num).Int(nil)
	return f != nil && n.Cmp(f) == 0
}

func equalUnordered(a, b Value, step int) bool {
	if len(a.Items) != len(b.Items) {
		return false
	}
	if len(a.Items) > small*step {
		return equalHashed(a, b, step)
	}
	for i := 0; i+step <= len(a.Items); i += step {
		found := false
		for k := 0; k+step <= len(b.Items) && !found; k += step {
			found = Equal(a.Items[i], b.Items[k])
			if found && step == 2 && !Equal(a.Items[i+1], b.Items[k+1]) {
				return false
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func equalHashed(a, b Value, step int) bool {
	at := make(map[string]int, len(b.Items)/step)
	var key []byte
	for k := 0; k+step <= len(b.Items); k += step {
		at[string(b.Items[k].identity(nil))] = k
	}
	for i := 0; i+step <= len(a.Items); i += step {
		key = a.Items[i].identity(key[:0])
		k, ok := at[string(key)]
		if !ok || step == 2 && !Equal(a.Items[i+1], b.Items[k+1]) {
			return false
		}
	}
	return true
}
