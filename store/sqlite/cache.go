package sqlite

import (
	"bytes"
	"context"
	"hash/maphash"
	"maps"
	"reflect"
	"sync"

	"deft/tool"
)

// cache remembers row ids and documents. Rows can go when any process deletes a run or replaces a
// sample; then the generation in the database rises, and fresh forgets them. A rollback makes write
// forget them too.
//
// It is bounded: a map that is full is emptied, which costs a few look-ups.
type cache struct {
	// Of the writer alone.
	generation int64
	epoch      int64 // rises with each forget
	lastTool   int64 // of the counters
	lastSample int64
	samples    map[digest]int64 // sample hash → samples.id
	places     map[place]int64  // run and sample id → slot
	seed       maphash.Seed
	tools      map[uint64]*known // by fingerprint
	toolBytes  int

	// Of the readers.
	mu        sync.Mutex
	specs     map[int64]*tool.Spec // tools.id → document; ids are never used again
	specBytes int
}

type place struct {
	run    int64
	sample string
}

// Bounds of the cache; together they stay within some 25 MB.
const (
	maxCachedIDs   = 1 << 14
	maxCachedBytes = 8 << 20
)

// fresh forgets what no longer holds, and reads the last ids. Each write transaction that deals with
// samples begins with it.
func (c *cache) fresh(k *conn) error {
	return k.query(context.Background(), "SELECT generation, last_tool, last_sample FROM counters", nil, func(r []value) error {
		if g := integer(r[0]); g != c.generation {
			c.forget()
			c.generation = g
		}
		c.lastTool, c.lastSample = integer(r[1]), integer(r[2])
		return nil
	})
}

// save writes the last ids.
func (c *cache) save(k *conn) error {
	_, err := k.exec("UPDATE counters SET last_tool = ?, last_sample = ?", c.lastTool, c.lastSample)
	return err
}

// forget forgets every row.
func (c *cache) forget() {
	clear(c.samples)
	clear(c.places)
	c.generation = -1
	c.epoch++
}

func put[K comparable](m *map[K]int64, key K, id int64) {
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

// known is a document with its hash and, as long as the epoch lasts, its row.
type known struct {
	spec  tool.Spec
	hash  string
	id    int64
	epoch int64
}

// tool gives what is remembered of a document, or remembers it with its hash: hashing costs several
// µs, and the same documents come in many samples. It is called by the writer alone.
func (c *cache) tool(t *tool.Spec) *known {
	key := c.fingerprint(t)
	if e := c.tools[key]; e != nil && sameSpec(&e.spec, t) {
		return e
	}
	e := &known{spec: *t, hash: t.Hash(), epoch: -1}
	if c.tools == nil || c.toolBytes > maxCachedBytes {
		c.tools, c.toolBytes = map[uint64]*known{}, 0
	}
	c.tools[key] = e
	c.toolBytes += len(t.Parameters) + len(t.Description) + len(t.Result) + 400
	return e
}

// fingerprint is nearly always another one for another document.
func (c *cache) fingerprint(t *tool.Spec) uint64 {
	return maphash.String(c.seed, t.Name) + 3*maphash.Bytes(c.seed, t.Parameters) + 5*maphash.String(c.seed, t.Description) + 7*maphash.String(c.seed, t.ID)
}

func sameSpec(a, b *tool.Spec) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Description == b.Description &&
		bytes.Equal(a.Parameters, b.Parameters) && bytes.Equal(a.Result, b.Result) &&
		(reflect.ValueOf(a.Tags).UnsafePointer() == reflect.ValueOf(b.Tags).UnsafePointer() || maps.Equal(a.Tags, b.Tags))
}
