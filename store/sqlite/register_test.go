package sqlite

import (
	"context"
	"path/filepath"
	"testing"

	"deft/store"
	"deft/store/storetest"
	"deft/store/wire"
)

// Samples whose hashes are the same are kept apart: here the first two numbers that a sample would be
// looked for under are taken by others.
func TestSameHash(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "deft.db")
	sample := storetest.NewSample(1)
	bare := sample
	bare.Tools = nil
	body, err := wire.AppendSample([]byte("[1,2]"), &bare)
	if err != nil {
		t.Fatal(err)
	}
	st, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	short := int64(sum64(body))
	for i := range int64(2) {
		if _, err := st.writer.exec("INSERT INTO samples (id, short, tools, body) VALUES (?,?,?,?)", i+1, short+i, "[]", "{}"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.writer.exec("UPDATE counters SET last_sample = 2"); err != nil {
		t.Fatal(err)
	}
	for _, run := range []string{"a", "b"} {
		if err := st.CreateRun(ctx, storetest.NewRun(run)); err != nil {
			t.Fatal(err)
		}
		if err := st.AddSamples(ctx, run, []store.Item{{Index: 0, Sample: sample}, {Index: 1, Sample: storetest.NewSample(2)}}); err != nil {
			t.Fatal(err)
		}
		if got, err := st.Sample(ctx, run, sample.ID); err != nil || got.ID != sample.ID || len(got.Messages) != 2 {
			t.Errorf("run %s: sample %+v, error %v", run, got, err)
		}
		// The next round knows nothing.
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		if st, err = Open(ctx, path); err != nil {
			t.Fatal(err)
		}
	}
	defer st.Close()
	n, _, err := st.writer.number("SELECT count(*) FROM samples")
	if err != nil || n != 4 {
		t.Errorf("%d samples are stored, error %v; want the two strangers and two", n, err)
	}
	at, _, err := st.writer.number("SELECT short FROM samples WHERE body LIKE '%s00001%'")
	if err != nil || at != short+2 {
		t.Errorf("the sample is at %d, error %v; want %d", at, err, short+2)
	}
}
