package sqlite

import (
	"sync"

	"deft/tool"
)

// cache remembers row ids and documents. Rows can go when any process deletes a run or replaces a
// sample; then the generation in the database rises, and sync forgets everything.
// It is bounded: a map that is full is emptied, which costs a few look-ups.
type cache struct {
	mu         sync.Mutex
	generation int64
	tools      map[string]int64     // tool hash → tools.id
	samples    map[digest]int64     // sample hash → samples.id
	places     map[place]int64      // run and sample id → slot
	specs      map[int64]*tool.Spec // tools.id → document; ids are never used again
	specBytes  int
}

type place struct {
	run    int64
	sample string
}

// Bounds of the cache; together they stay within some 25 MB.
const (
	maxCachedIDs   = 1 << 15
	maxCachedBytes = 8 << 20
)

// fresh empties what no longer holds; it is called within each write transaction.
func (c *cache) fresh(k *conn) error {
	g, _, err := k.number("SELECT n FROM generation")
	if err != nil {
		return err
	}
	c.mu.Lock()
	was := c.generation
	c.mu.Unlock()
	if was != g {
		c.forget()
		c.mu.Lock()
		c.generation = g
		c.mu.Unlock()
	}
	return nil
}

// forget empties everything that a rollback or another process may have made wrong.
func (c *cache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tools, c.samples, c.places = map[string]int64{}, map[digest]int64{}, map[place]int64{}
	c.generation = 0
}

func get[K comparable](c *cache, m *map[K]int64, key K) (int64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id, ok := (*m)[key]
	return id, ok
}

func put[K comparable](c *cache, m *map[K]int64, key K, id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *m == nil || len(*m) >= maxCachedIDs {
		*m = map[K]int64{}
	}
	(*m)[key] = id
}

func (c *cache) spec(id int64) *tool.Spec {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.specs[id]
}

func (c *cache) putSpec(id int64, s *tool.Spec, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.specs == nil || c.specBytes > maxCachedBytes {
		c.specs, c.specBytes = map[int64]*tool.Spec{}, 0
	}
	c.specs[id] = s
	c.specBytes += size + 200
}

// hash is t.Hash().
func (c *cache) hash(t *tool.Spec) string { return t.Hash() }
