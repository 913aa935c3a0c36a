package sealtools

import (
	"context"
	"fmt"
	"testing"

	"deft/internal/shared"
	"deft/retrieve"

	"github.com/google/go-cmp/cmp"
)

// recallOn retrieves for every query of a split from an index over documents made by doc.
func recallOn(t testing.TB, split string, doc func([]string, *document) []string) retrieve.Recall {
	t.Helper()
	d, err := locate(shared.Data(t, "sealtools"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.loadPool(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	b, err := retrieve.NewBuilder(retrieve.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.tools {
		b.Add(doc(nil, &p.tools[i])...)
	}
	x := b.Index()
	var r retrieve.Recall
	err = d.lines(context.Background(), split+splitSuffix, func(line string) error {
		in, err := parseInstance(line)
		if err != nil {
			return err
		}
		var ranked, gold []string
		for _, h := range x.Search(nil, in.query, depth) {
			ranked = append(ranked, p.tools[h.Doc].name)
		}
		for _, c := range in.calls {
			gold = append(gold, c.name)
		}
		retrieve.Add(&r, ranked, gold)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRetrievalFigures keeps the table in docs/sealtools.md true.
func TestRetrievalFigures(t *testing.T) {
	for _, c := range []struct {
		split, name string
		doc         func([]string, *document) []string
		want        string
	}{
		{"dev", "ours", ourDocument, "700 1804 [654 1236 1420 1584 1682] [181 303 413 519 595]"},
		{"dev", "reference", referenceDocument, "700 1804 [611 1155 1339 1530 1649] [164 279 376 493 569]"},
		{"test_in_domain", "ours", ourDocument, "700 1794 [644 1197 1400 1556 1655] [182 295 403 518 583]"},
		{"test_in_domain", "reference", referenceDocument, "700 1794 [624 1159 1333 1517 1643] [177 292 370 490 577]"},
	} {
		r := recallOn(t, c.split, c.doc)
		got := fmt.Sprint(r.Queries, r.Gold, r.Found, r.All)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s, %s document: %s", c.split, c.name, diff)
		}
		line := fmt.Sprintf("| %s | %s |", c.split, c.name)
		for i := range retrieve.Cutoffs {
			recall, all := r.At(i)
			line += fmt.Sprintf(" %.1f / %.1f |", 100*recall, 100*all)
		}
		t.Log(line)
	}
}
