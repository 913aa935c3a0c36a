package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"deft/eval"
	"deft/store"
)

// panel are the judges of a command, in the order in which they were named.
type panel []*remote

// models gives the judges as benchmarks take them.
func (p panel) models() []eval.Judge {
	var out []eval.Judge
	for _, r := range p {
		out = append(out, eval.Judge{Name: r.spec, Model: r.model})
	}
	return out
}

// Judging is what one judge is expected to take. Answers kept from before are counted as if they
// had to be asked for.
type Judging struct {
	Judge        string   `json:"judge"`
	Requests     int      `json:"requests"`
	InputTokens  int      `json:"estimated_input_tokens"`
	OutputTokens int      `json:"estimated_output_tokens"`
	CostUSD      *float64 `json:"estimated_cost_usd"` // nil: no price is known
}

// estimate says what each judge takes, given what one takes; empty when nothing is judged.
func (p panel) estimate(e eval.Estimate) []Judging {
	if e.Requests == 0 {
		return nil
	}
	out := make([]Judging, len(p))
	for i, r := range p {
		out[i] = Judging{r.spec, e.Requests, e.InputTokens, e.OutputTokens, r.cost(e.InputTokens, e.OutputTokens)}
	}
	return out
}

// judging is what one judge is asked about one attempt at a sample.
func (o *opened) judging(s eval.Sample) (eval.Estimate, error) {
	if o.task.Scoring.Judging == nil || len(o.judges) == 0 {
		return eval.Estimate{}, nil
	}
	e, err := o.task.Scoring.Judging(s, o.task.Limits.Turns)
	if err != nil {
		return e, fmt.Errorf("sample %s: estimate what judging takes: %w", s.ID, err)
	}
	return e, nil
}

// Above these a person is asked before judging starts; the second holds where no price is known.
const (
	askAboveUSD      = 1.0
	askAboveRequests = 1000
)

// announceJudging tells what judging the runs takes, and asks a person whether to go on when that
// is much. Without judges it does nothing.
func (a *App) announceJudging(ctx context.Context, all []Settings, x Execution) error {
	if x.Replay != "" {
		return nil
	}
	var total eval.Estimate
	var judges panel
	known := map[string]eval.Estimate{} // by everything but the model, which changes nothing
	for _, s := range all {
		if len(s.Judges) == 0 {
			return nil
		}
		key := s
		key.Model, key.User = "", ""
		e, ok := known[string(key.encode())]
		if !ok {
			o, err := a.open(ctx, s, x)
			if err != nil {
				return err
			}
			judges = o.judges
			if o.task.Scoring.Judging == nil {
				fmt.Fprintf(a.Notice, "deft: nothing in %s is judged; --judge is not used there\n", o.task.Name)
			}
			if e, err = o.judgingAll(); err != nil {
				return err
			}
			known[string(key.encode())] = e
		}
		total = total.Add(e.Times(max(s.Trials, 1)))
	}
	return a.agreeToJudge(ctx, judges.estimate(total), x.Yes)
}

func (o *opened) judgingAll() (sum eval.Estimate, err error) {
	if o.task.Scoring.Judging == nil {
		return sum, nil
	}
	for s, err := range o.task.Samples() {
		if err != nil {
			return sum, err
		}
		e, err := o.judging(s)
		if err != nil {
			return sum, err
		}
		sum = sum.Add(e)
	}
	return sum, nil
}

// announceRejudging does the same for the stored samples of a run.
func (a *App) announceRejudging(ctx context.Context, st store.Store, run store.Run, r rescoring, x Execution) error {
	if r.scoring.Judging == nil || x.Replay != "" {
		return nil
	}
	const page = 512
	var sum eval.Estimate
	for after := int64(-1); ; {
		items, err := st.ListSamples(ctx, run.ID, after, page)
		if err != nil {
			return fmt.Errorf("read the samples of run %s: %w", run.ID, err)
		}
		for _, item := range items {
			e, err := r.scoring.Judging(item.Sample, r.settings.Turns)
			if err != nil {
				return fmt.Errorf("sample %s: estimate what judging takes: %w", item.Sample.ID, err)
			}
			sum, after = sum.Add(e), item.Index
		}
		if len(items) < page {
			return a.agreeToJudge(ctx, r.judges.estimate(sum.Times(max(run.Trials, 1))), x.Yes)
		}
	}
}

// agreeToJudge shows what judging takes, and asks where that is much and a person is there.
func (a *App) agreeToJudge(ctx context.Context, all []Judging, yes bool) error {
	var cost float64
	var requests int // of judges without a price
	for _, j := range all {
		fmt.Fprintf(a.Notice, "deft: judging takes %s\n", j)
		if j.CostUSD == nil {
			requests += j.Requests
		} else {
			cost += *j.CostUSD
		}
	}
	if cost <= askAboveUSD && requests <= askAboveRequests || yes || !a.Env.StdinTerminal || !a.Env.StderrTerminal {
		return nil
	}
	fmt.Fprint(a.Notice, "Go on? [y/N] ")
	answer, err := a.readLine(ctx)
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was asked; --limit takes fewer samples, --yes goes on without this question")
}

// String is such as "about 120 requests to openai/x: 40,000 tokens in, 18,000 out, about $0.12".
func (j Judging) String() string {
	cost := "no price is known (--prices gives one)"
	if j.CostUSD != nil {
		cost = fmt.Sprintf("about $%.2f", *j.CostUSD)
	}
	return fmt.Sprintf("about %d requests to %s: %d tokens in, %d out, %s", j.Requests, j.Judge, j.InputTokens, j.OutputTokens, cost)
}

// readLine reads what a person types, or ends with ctx. A terminal cannot be told to stop waiting,
// so the reading is left behind then: the process ends.
func (a *App) readLine(ctx context.Context) (string, error) {
	type typed struct {
		text string
		err  error
	}
	line := make(chan typed, 1)
	go func() {
		text, err := bufio.NewReader(a.Env.Stdin).ReadString('\n')
		line <- typed{text, err}
	}()
	select {
	case t := <-line:
		return t.text, nil // the end of the input is no answer, which means no
	case <-ctx.Done():
		return "", &InterruptedError{}
	}
}
