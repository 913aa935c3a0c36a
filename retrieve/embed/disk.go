package embed

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"sort"
	"sync"
)

// Disk keeps the vectors of an encoder in a folder, by (encoder name, text), so that scoring again
// costs nothing. Safe for concurrent use, also by several processes: each writes a file of its own
// (segment) and reads all of them when it starts. A segment cut short by a crash loses its last
// record, no more; a file that is not a segment of this encoder is passed over.
type Disk struct {
	inner Encoder
	dir   string

	mu    sync.Mutex
	index map[[16]byte]place
	out   *os.File // our segment, made at the first new vector
	size  int64
	dim   int
}

// place says where a vector lies. Files are opened when read: there may be more of them than a
// process may hold open.
type place struct {
	path string
	at   int64
}

// magic opens a segment; it is followed by the length of the vectors, the length of the encoder's
// name (both uint32, little endian) and the name. A record is 16 bytes of the text's SHA-256, the
// vector as float32, and the CRC-32 of both.
const magic = "deftvec1"

// NewDisk wraps inner with the cache in dir, which is made if it is not there.
func NewDisk(inner Encoder, dir string) (*Disk, error) {
	sum := sha256.Sum256([]byte(inner.Name()))
	d := &Disk{inner: inner, dir: filepath.Join(dir, hex.EncodeToString(sum[:8])), index: map[[16]byte]place{}}
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of cached vectors: %w", err)
	}
	segments, err := filepath.Glob(filepath.Join(d.dir, "*.vec"))
	if err != nil {
		return nil, fmt.Errorf("list cached vectors in %s: %w", d.dir, err)
	}
	sort.Strings(segments)
	for _, s := range segments {
		if err := d.load(s); err != nil {
			return nil, fmt.Errorf("read cached vectors in %s (the file may be deleted): %w", s, err)
		}
	}
	return d, nil
}

// Name is that of the encoder inside: a cache changes no vector.
func (d *Disk) Name() string { return d.inner.Name() }

// Close lets go of the segment being written. The cache must not be used afterwards.
func (d *Disk) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out == nil {
		return nil
	}
	return d.out.Close()
}

// Encode takes what is known from the cache and asks the encoder inside for the rest, each text once.
func (d *Disk) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	missing := map[string][]int{}
	var ask []string
	for i, t := range texts {
		if out[i] = d.get(t); out[i] != nil {
			continue
		}
		if missing[t] == nil {
			ask = append(ask, t)
		}
		missing[t] = append(missing[t], i)
	}
	if len(ask) == 0 {
		return out, nil
	}
	vectors, err := d.inner.Encode(ctx, ask)
	if err != nil {
		return nil, err
	}
	if err := Check(vectors, len(ask)); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", d.inner.Name(), err)
	}
	for i, t := range ask {
		for _, at := range missing[t] {
			out[at] = vectors[i]
		}
	}
	return out, d.put(ask, vectors)
}

func textKey(text string) (k [16]byte) {
	sum := sha256.Sum256([]byte(text))
	copy(k[:], sum[:])
	return k
}

// get gives a text's vector, or nil: not there, or its file has been deleted since.
func (d *Disk) get(text string) []float32 {
	d.mu.Lock()
	p, ok := d.index[textKey(text)]
	dim := d.dim
	d.mu.Unlock()
	if !ok {
		return nil
	}
	f, err := os.Open(p.path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw := make([]byte, 4*dim)
	if _, err := f.ReadAt(raw, p.at); err != nil {
		return nil
	}
	v := make([]float32, dim)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return v
}

func (d *Disk) put(texts []string, vectors [][]float32) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	dim := len(vectors[0])
	if d.dim == 0 {
		d.dim = dim
	}
	if d.dim != dim {
		return fmt.Errorf("encoder %s gave vectors of %d values where the cache %s holds %d: delete that folder", d.inner.Name(), dim, d.dir, d.dim)
	}
	var b bytes.Buffer
	if d.out == nil {
		f, err := os.CreateTemp(d.dir, "*.vec")
		if err != nil {
			return fmt.Errorf("make a file for cached vectors: %w", err)
		}
		d.out = f
		b.WriteString(magic)
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(dim)))
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(d.inner.Name()))))
		b.WriteString(d.inner.Name())
	}
	places := make([]place, len(texts))
	for i, v := range vectors {
		key := textKey(texts[i])
		record := append(make([]byte, 0, 20+4*dim), key[:]...)
		for _, x := range v {
			record = binary.LittleEndian.AppendUint32(record, math.Float32bits(x))
		}
		record = binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(record))
		places[i] = place{d.out.Name(), d.size + int64(b.Len()) + 16}
		b.Write(record)
	}
	n, err := d.out.WriteAt(b.Bytes(), d.size)
	if err != nil {
		return fmt.Errorf("write cached vectors to %s: %w", d.out.Name(), err)
	}
	d.size += int64(n)
	for i, t := range texts {
		d.index[textKey(t)] = places[i]
	}
	return nil
}

// load reads the index of one segment. Only errors of the file system are errors.
func (d *Disk) load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	head := make([]byte, len(magic)+8)
	name := d.inner.Name()
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(magic)]) != magic {
		return nil
	}
	dim := int(binary.LittleEndian.Uint32(head[len(magic):]))
	if n := binary.LittleEndian.Uint32(head[len(magic)+4:]); int(n) != len(name) || dim == 0 || dim > 1<<16 || d.dim != 0 && dim != d.dim {
		return nil
	}
	stored := make([]byte, len(name))
	if _, err := io.ReadFull(r, stored); err != nil || string(stored) != name {
		return nil
	}
	at := int64(len(head) + len(name))
	record := make([]byte, 20+4*dim)
	for {
		if _, err := io.ReadFull(r, record); err != nil {
			return nil // the end, or a record cut short
		}
		body := record[:len(record)-4]
		if crc32.ChecksumIEEE(body) == binary.LittleEndian.Uint32(record[len(body):]) {
			d.index[[16]byte(record)] = place{path, at + 16}
			d.dim = dim
		}
		at += int64(len(record))
	}
}
