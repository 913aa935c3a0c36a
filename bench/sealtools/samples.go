package sealtools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/retrieve"
	"deft/tool"
)

// Groups of a sample beside its split.
const (
	groupSingle   = "single"
	groupMultiple = "multiple"
	groupNested   = "nested"
)

// depth is how far down the retriever's list a gold tool's rank is noted: the largest cutoff.
var depth = retrieve.Cutoffs[len(retrieve.Cutoffs)-1]

// source makes the samples of one opened data set.
type source struct {
	data    *data
	splits  []string
	pool    *pool // nil without tool.jsonl
	k       int   // candidates for each query; 0: the gold tools only
	prompts *prompt.Set
	system  string
}

// samples iterates over the splits' instances in the order of the files.
func (s *source) samples() iter.Seq2[eval.Sample, error] {
	return func(yield func(eval.Sample, error) bool) {
		var hits []retrieve.Hit
		for _, split := range s.splits {
			err := s.data.lines(context.Background(), split+splitSuffix, func(line string) error {
				in, err := parseInstance(line)
				if err != nil {
					return err
				}
				sample, err := s.sample(split, &in, &hits)
				if err != nil {
					return err
				}
				if !yield(sample, nil) {
					return errStop
				}
				return nil
			})
			if errors.Is(err, errStop) {
				return
			}
			if err != nil {
				yield(eval.Sample{}, err)
				return
			}
		}
	}
}

func (s *source) sample(split string, in *instance, hits *[]retrieve.Hit) (eval.Sample, error) {
	user, err := s.prompts.Execute("user", struct{ Query string }{in.query})
	if err != nil {
		return eval.Sample{}, err
	}
	out := eval.Sample{
		ID: in.id, Groups: []string{split, kindOf(in)}, Gold: json.RawMessage(in.calling),
		Messages: []chat.Message{{Role: chat.User, Content: user}},
	}
	if s.system != "" {
		out.Messages = slices.Insert(out.Messages, 0, chat.Message{Role: chat.System, Content: s.system})
	}
	if in.nested {
		out.Groups = append(out.Groups, groupNested)
	}
	switch {
	case s.pool == nil:
	case s.k == 0:
		out.Tools = s.pool.goldTools(in.calls)
	default:
		*hits = s.pool.bm25.Search((*hits)[:0], in.query, max(s.k, depth))
		for _, h := range (*hits)[:min(s.k, len(*hits))] {
			out.Tools = append(out.Tools, s.pool.spec(h.Doc))
		}
		out.Setup = s.pool.setup(in.calls, *hits)
	}
	return out, nil
}

// kindOf says whether an instance needs one tool or several: its id says so in the published
// data; elsewhere its number of calls does.
func kindOf(in *instance) string {
	switch {
	case strings.Contains(in.id, "easy"):
		return groupSingle
	case strings.Contains(in.id, "difficult"), len(in.calls) > 1:
		return groupMultiple
	}
	return groupSingle
}

// goldTools gives the tools of the calls once each, in the order of the pool, which says nothing
// about the order of the calls.
func (p *pool) goldTools(calls []call) []tool.Spec {
	var at []int
	for _, c := range calls {
		if i, ok := p.byName[c.name]; ok && !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	slices.SortFunc(at, cmp.Compare[int])
	out := make([]tool.Spec, len(at))
	for i, t := range at {
		out[i] = p.spec(t)
	}
	return out
}

// setup is what a sample keeps of its retrieval, so that scoring needs no data: {"ranks": {…}} with
// each gold tool's rank from 1, or 0 when it is not among the first 20.
func (p *pool) setup(calls []call, hits []retrieve.Hit) json.RawMessage {
	b := []byte(`{"ranks":{`)
	for i, c := range calls {
		if slices.ContainsFunc(calls[:i], func(e call) bool { return e.name == c.name }) {
			continue
		}
		rank := 0
		if at, ok := p.byName[c.name]; ok {
			rank = 1 + slices.IndexFunc(hits[:min(depth, len(hits))], func(h retrieve.Hit) bool { return h.Doc == at })
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(appendText(b, c.name), ':'), int64(rank), 10)
	}
	return append(b, "}}"...)
}

// readRanks reads what setup wrote; nothing is no ranks.
func readRanks(text string) (ranks []int, err error) {
	if text == "" {
		return nil, nil
	}
	s := scanner{src: text}
	err = s.object(func(key string) error {
		if key != "ranks" {
			_, err := s.value()
			return err
		}
		return s.object(func(tool string) error {
			number, err := s.value()
			if err != nil {
				return fieldError(tool, err)
			}
			rank, err := strconv.Atoi(number)
			ranks = append(ranks, rank)
			return fieldError(tool, err)
		})
	})
	return ranks, err
}

// errNoTools is what asking a model without tool documents would come to.
func (d *data) errNoTools() error {
	return fmt.Errorf("%s has no %s: a model cannot be asked without tool documents (recorded outputs can be scored without)", d.dir, toolFile)
}
