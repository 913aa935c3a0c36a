package eval

import (
	"context"
	"io/fs"
	"iter"

	"deft/chat"
	"deft/retrieve/embed"
	"deft/tool"
)

// Compat chooses among definitions of the same score.
type Compat string

// Modes of scoring.
const (
	CompatDefault   Compat = "default"   // ours: the paper's, with stated fixes
	CompatPaper     Compat = "paper"     // the paper's definition
	CompatReference Compat = "reference" // what the authors' released code computes, quirks included
)

// Options say how to open a benchmark. The zero value gives its defaults.
type Options struct {
	Data   string // the user's folder or file; empty: the data embedded in the binary, if any
	Split  string // a split's name; empty: the benchmark's default
	Compat Compat // empty: CompatDefault
	// Protocol names how tools are shown and calls read; empty: the benchmark's own choice.
	Protocol string
	// Retrieve is how many candidate tools a retriever gives; 0 the gold tools only; negative: default.
	Retrieve int
	// Decoding says how recorded text is to be read, where a benchmark's outputs come with such a note.
	Decoding string
	// Prompts replaces templates by files OWNER/NAME.tmpl; nil: the embedded ones.
	Prompts fs.FS
	// Shots is how many demonstrations an agent is shown, at most the benchmark's; 0: none.
	Shots int
	// Player plays tools of which there is nothing but a document; nil: such tools cannot be called.
	Player chat.Model
	// Judges score what rules cannot; empty: such metrics are missing.
	Judges []Judge
	// Encoder measures likeness of texts where a score needs it; nil: embed.Lexical.
	Encoder embed.Encoder
	// Toolbox has tools that run for tasks that bring none of their own; nil: there are none.
	Toolbox Toolbox
	Seed    uint64
}

// Toolbox is where a task finds tools that run and are not its own: those of the built-in library,
// those that the user imported, a folder for files, a sandbox for code.
type Toolbox interface {
	// Find gives the documents that a selector stands for: a tool, or a whole set of them. Their IDs
	// say where they come from. An unknown selector is an error that says how to find the known ones.
	Find(selector string) ([]tool.Spec, error)
	// Runs says whether a tool can be called: one that Find gave, or any other where a model plays
	// the tools that have nothing behind them.
	Runs(t tool.Spec) bool
	// Open gives the world of one attempt in which these tools run. What is behind them may be shared
	// by all attempts of a run, such as a server that the user imported.
	Open(ctx context.Context, tools []tool.Spec, seed uint64) (Environment, error)
}

// Judge is a model with the name under which its verdicts are reported.
type Judge struct {
	Name  string
	Model chat.Model
}

// Estimate is what asking a model is expected to take, before anything is asked.
type Estimate struct {
	Requests                  int
	InputTokens, OutputTokens int
}

// Add sums two estimates.
func (e Estimate) Add(f Estimate) Estimate {
	return Estimate{e.Requests + f.Requests, e.InputTokens + f.InputTokens, e.OutputTokens + f.OutputTokens}
}

// Times is the estimate of doing the same n times.
func (e Estimate) Times(n int) Estimate {
	return Estimate{e.Requests * n, e.InputTokens * n, e.OutputTokens * n}
}

// Benchmark is a line of the table of built-in tasks.
type Benchmark struct {
	Name      string
	Version   string
	Summary   string // one line for `deft tasks`
	Samples   int    // in the embedded data or, where there is none, the published set
	Abilities []string
	Source    string // where its data comes from
	// Shots is how many demonstrations it can show an agent; 0: none.
	Shots int
	// Protocols it can be run with, the default first.
	Protocols []string
	// Open loads the data. Errors name file, line and field, and say what was looked for.
	Open func(ctx context.Context, o Options) (*Task, error)
	// Scoring needs no data: stored transcripts come with their samples.
	Scoring func(o Options) (Scoring, error)
	// Analyze looks further at one or several runs, side by side. Nil: there is nothing to add.
	Analyze func(runs []Scored) []Analysis
	// Outputs recognises recorded outputs in the benchmark's own layout at path (a file or folder),
	// one Recording a model. ok is false when the layout is not its own. Nil: only the general layout.
	Outputs func(path string) (rs []Recording, ok bool, err error)
}

// Recording is one model's recorded outputs.
type Recording struct {
	Model    string
	Decoding string // for Options.Decoding
	// Replies iterates over the recorded replies. An error names file and line.
	Replies func() iter.Seq2[Recorded, error]
}

// Recorded is one recorded reply: the sample's id, and what the model said. Where names file and line.
type Recorded struct {
	Sample string
	Reply  chat.Message
	// Events are a recorded attempt of several turns; they take the place of Reply.
	Events []Event
	Usage  chat.Usage
	Millis float64
	Where  string
}

// Transcript makes the transcript of a recorded reply.
func (r Recorded) Transcript() Transcript {
	if len(r.Events) > 0 {
		return Transcript{Key: chat.Key{Sample: r.Sample}, Events: r.Events, Stop: StopRecorded, Usage: r.Usage, Millis: r.Millis}
	}
	reply := r.Reply
	reply.Role = chat.Assistant
	return Transcript{
		Key:    chat.Key{Sample: r.Sample},
		Events: []Event{{Kind: EventReply, Message: &reply, Usage: usage(r.Usage), Millis: r.Millis}},
		Stop:   StopRecorded, Usage: r.Usage, Millis: r.Millis,
	}
}
