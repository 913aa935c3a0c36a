package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unsafe"

	modernc "modernc.org/sqlite"
)

// value is int64, float64, string, []byte or nil.
type value = driver.Value

// conn is one connection with its prepared statements. It uses the driver without database/sql: that
// saves a third of the time of a small insert, and a store needs none of what the package adds.
// A conn is used by one goroutine at a time.
type conn struct {
	c     driver.Conn
	stmts map[string]*stmt
	args  []driver.NamedValue

	inserters map[string]*inserter // by what stands before the values
}

type stmt struct {
	s   driver.Stmt
	row []value
}

// pageSize is that of new databases. Transcripts of 2 KB fill pages of 4 KB by half; pages of 16 KB
// halve the time of a commit and the size of the file, larger ones gain nothing more.
const pageSize = "16384"

// patience is how long processes that share a file wait for each other.
const patience = 30 * time.Second

// settings are made on each connection. WAL lets readers and the writer work at once;
// synchronous=NORMAL survives any death of the process (a power cut may lose the last commits, but
// never damages the file). The WAL file is cut back to 32 MB when it has been written back.
var settings = []string{
	"PRAGMA busy_timeout = " + strconv.FormatInt(patience.Milliseconds(), 10),
	"PRAGMA page_size = " + pageSize,
	"PRAGMA journal_mode = WAL",
	"PRAGMA cache_size = -8192",
	"PRAGMA wal_autocheckpoint = 1024",
	"PRAGMA journal_size_limit = 33554432",
	"PRAGMA temp_store = MEMORY",
}

// An empty file is made into a database without waiting for the disk, which would cost more than all
// the rest of a short command: a power cut just then loses nothing but the empty database.
const (
	unsynced = "PRAGMA synchronous = OFF"
	synced   = "PRAGMA synchronous = NORMAL"
)

// dial opens a connection to the file at path, an absolute path, synced or unsynced.
func dial(path, sync string) (*conn, error) {
	// A URI, so that no character of the path is taken for a parameter. On Windows it is file:///C:/….
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	c, err := new(modernc.Driver).Open((&url.URL{Scheme: "file", Path: path}).String())
	if err != nil {
		return nil, err
	}
	k := &conn{c: c, stmts: map[string]*stmt{}, inserters: map[string]*inserter{}}
	for _, s := range append([]string{sync}, settings...) {
		if err := k.script(s); err != nil {
			return nil, errors.Join(err, k.close())
		}
	}
	return k, nil
}

func (k *conn) close() error {
	var errs []error
	for _, s := range k.stmts {
		errs = append(errs, s.s.Close())
	}
	return errors.Join(append(errs, k.c.Close())...)
}

// script executes one or more statements that are used once.
func (k *conn) script(sql string) error {
	_, err := k.c.(driver.ExecerContext).ExecContext(context.Background(), sql, nil)
	return err
}

func (k *conn) prepare(sql string) (*stmt, error) {
	if s, ok := k.stmts[sql]; ok {
		return s, nil
	}
	p, err := k.c.(driver.ConnPrepareContext).PrepareContext(context.Background(), sql)
	if err != nil {
		return nil, err
	}
	s := &stmt{s: p}
	k.stmts[sql] = s
	return s, nil
}

func (k *conn) named(args []value) []driver.NamedValue {
	k.args = k.args[:0]
	for i, a := range args {
		k.args = append(k.args, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	return k.args
}

// exec runs one statement to its end. The statement stays prepared.
func (k *conn) exec(sql string, args ...value) (driver.Result, error) {
	s, err := k.prepare(sql)
	if err != nil {
		return nil, err
	}
	r, err := s.s.(driver.StmtExecContext).ExecContext(context.Background(), k.named(args))
	clear(k.args) // they may be large
	return r, err
}

// insert runs an INSERT and gives the new row's id.
func (k *conn) insert(sql string, args ...value) (int64, error) {
	r, err := k.exec(sql, args...)
	if err != nil {
		return 0, err
	}
	return r.LastInsertId()
}

// changed runs a statement and gives the number of rows it changed.
func (k *conn) changed(sql string, args ...value) (int64, error) {
	r, err := k.exec(sql, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// query calls use with each row; the slice is used again for the next. ctx is looked at between rows:
// a context given to the driver would cost a goroutine for each statement.
func (k *conn) query(ctx context.Context, sql string, args []value, use func(row []value) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := k.prepare(sql)
	if err != nil {
		return err
	}
	rows, err := s.s.(driver.StmtQueryContext).QueryContext(context.Background(), k.named(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if s.row == nil {
		s.row = make([]value, len(rows.Columns()))
	}
	for n := 1; ; n++ {
		if err := rows.Next(s.row); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := use(s.row); err != nil {
			return err
		}
	}
}

// number gives the first column of the only row; ok is false when there is none or it is NULL.
func (k *conn) number(sql string, args ...value) (n int64, ok bool, err error) {
	err = k.query(context.Background(), sql, args, func(row []value) error {
		n, ok = row[0].(int64)
		return nil
	})
	return n, ok, err
}

// transact runs do within one write transaction, and rolls back when it fails.
func (k *conn) transact(do func() error) (err error) {
	if _, err := k.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			_ = k.script("ROLLBACK")
			panic(p)
		}
		if err == nil {
			_, err = k.exec("COMMIT")
		}
		if err != nil {
			// SQLite has rolled back by itself after some errors; then this one has nothing to do.
			_ = k.script("ROLLBACK")
		}
	}()
	return do()
}

// text gives a column that was declared TEXT NOT NULL.
func text(v value) string {
	s, _ := v.(string)
	return s
}

// integer gives a column that was declared INTEGER NOT NULL.
func integer(v value) int64 {
	n, _ := v.(int64)
	return n
}

// real gives a column that was declared REAL; NULL is 0.
func real(v value) float64 {
	switch x := v.(type) {
	case float64:
		return x
	case int64:
		return float64(x)
	}
	return 0
}

// view is b as a string that shares its memory, for arguments of statements: the driver copies them.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// many is how many rows one INSERT takes: beyond it nothing is gained.
const many = 32

// inserter collects rows for an INSERT and sends many of them at a time; the last few go one by one.
type inserter struct {
	k        *conn
	one, all string
	width    int
	args     []value
	changed  int64 // rows inserted so far
}

// inserter makes one from what stands before the values and the number of columns. The INSERT must say
// OR FAIL, IGNORE or REPLACE: a failure rolls back the whole transaction anyway, and without it SQLite
// copies each page that it changes, to be able to take back one statement.
func (k *conn) inserter(before string, width int) *inserter {
	in := k.inserters[before]
	if in == nil {
		tuple := "(?" + strings.Repeat(",?", width-1) + ")"
		in = &inserter{k: k, width: width, one: before + tuple, all: before + tuple + strings.Repeat(","+tuple, many-1)}
		k.inserters[before] = in
	}
	in.args, in.changed = in.args[:0], 0 // of a transaction that failed
	return in
}

// add takes a row. Strings must stay as they are until it is sent: when waiting is 0.
func (in *inserter) add(row ...value) error {
	in.args = append(in.args, row...)
	if in.waiting() < many {
		return nil
	}
	n, err := in.k.changed(in.all, in.args...)
	clear(in.args)
	in.args, in.changed = in.args[:0], in.changed+n
	return err
}

// waiting is the number of rows not yet sent.
func (in *inserter) waiting() int { return len(in.args) / in.width }

// flush sends the rows that are waiting.
func (in *inserter) flush() error {
	for i := 0; i < len(in.args); i += in.width {
		n, err := in.k.changed(in.one, in.args[i:i+in.width]...)
		if err != nil {
			return err
		}
		in.changed += n
	}
	clear(in.args)
	in.args = in.args[:0]
	return nil
}
