package pyvalue

// memory holds the values of one text while it is read, and the members of its containers for as
// long as the result is used. Kept from one text to the next it makes reading free of allocations.
type memory struct {
	stack []Value // members of the containers under way
	all   []Value // members of containers that were read, newest chunk only
	free  []Value // the part of all that is unused
	used  int     // members so far, all chunks
}

// reset forgets the text before; what was made of it is overwritten.
func (m *memory) reset() {
	m.stack = m.stack[:0]
	if m.used > len(m.all) {
		m.all = make([]Value, min(m.used, mostKept))
	}
	m.free, m.used = m.all, 0
}

// large says whether it has become too large to be kept for the next text.
func (m *memory) large() bool { return cap(m.stack) > mostKept || len(m.all) > mostKept }

// push puts a value on the stack.
func (m *memory) push(v Value) { m.stack = append(m.stack, v) }

// pop takes what stands on the stack above base, as the members of a container. left is how many
// bytes of the text are still to be read, from which follows how many values may come.
func (m *memory) pop(base, left int) []Value {
	items := m.stack[base:]
	m.stack = m.stack[:base]
	n := len(items)
	if n == 0 {
		return nil
	}
	if n > len(m.free) {
		m.all = make([]Value, max(n, min(n+base+left/6, mostAhead)))
		m.free = m.all
	}
	m.used += n
	out := m.free[:n:n]
	m.free = m.free[n:]
	copy(out, items)
	return out
}

const (
	mostAhead = 1024 // values allocated ahead of their use
	mostKept  = 8192 // values kept for the next text
)
