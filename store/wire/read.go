package wire

import (
	"deft/chat"
	"deft/eval"
	"deft/tool"
)

func (r *reader) sample() (s eval.Sample) {
	r.fields(func(name string) {
		switch name {
		case "id":
			s.ID = r.str()
		case "groups":
			s.Groups = r.strs()
		case "messages":
			s.Messages = list(r, (*reader).message)
		case "tools":
			s.Tools = list(r, (*reader).spec)
		case "gold":
			s.Gold = r.raw()
		case "setup":
			s.Setup = r.raw()
		default:
			r.failed = true
		}
	})
	return s
}

func (r *reader) transcript() (t eval.Transcript) {
	r.fields(func(name string) {
		switch name {
		case "key":
			t.Key = r.key()
		case "seed":
			t.Seed = r.uint()
		case "events":
			t.Events = list(r, (*reader).event)
		case "state":
			t.State = r.raw()
		case "stop":
			t.Stop = eval.Stop(r.str())
		case "error":
			t.Error = r.str()
		case "usage":
			t.Usage = r.usage()
		case "ms":
			t.Millis = r.float()
		default:
			r.failed = true
		}
	})
	return t
}

func (r *reader) score() (s eval.Score) {
	r.fields(func(name string) {
		switch name {
		case "key":
			s.Key = r.key()
		case "scorer":
			s.Scorer = r.str()
		case "groups":
			s.Groups = r.strs()
		case "counts":
			s.Counts = table(r, (*reader).float)
		case "missing":
			s.Missing = table(r, (*reader).str)
		case "valid":
			s.Valid = r.bool()
		case "error_type":
			s.ErrorType = r.str()
		case "classes":
			s.Classes = r.strs()
		case "evidence":
			s.Evidence = r.raw()
		default:
			r.failed = true
		}
	})
	return s
}

func (r *reader) spec() (s tool.Spec) {
	r.fields(func(name string) {
		switch name {
		case "id":
			s.ID = r.str()
		case "name":
			s.Name = r.str()
		case "description":
			s.Description = r.str()
		case "parameters":
			s.Parameters = r.raw()
		case "result":
			s.Result = r.raw()
		case "tags":
			s.Tags = table(r, (*reader).str)
		default:
			r.failed = true
		}
	})
	return s
}

func (r *reader) key() (k chat.Key) {
	r.fields(func(name string) {
		switch name {
		case "run":
			k.Run = r.str()
		case "sample":
			k.Sample = r.str()
		case "trial":
			k.Trial = r.int()
		case "turn":
			k.Turn = r.int()
		case "role":
			k.Role = r.str()
		default:
			r.failed = true
		}
	})
	return k
}

func (r *reader) usage() (u chat.Usage) {
	r.fields(func(name string) {
		switch name {
		case "input_tokens":
			u.InputTokens = r.int()
		case "output_tokens":
			u.OutputTokens = r.int()
		case "cost_usd":
			c := r.float()
			u.CostUSD = &c
		default:
			r.failed = true
		}
	})
	return u
}

func (r *reader) event() (e eval.Event) {
	r.fields(func(name string) {
		switch name {
		case "kind":
			e.Kind = eval.EventKind(r.str())
		case "role":
			e.Role = r.str()
		case "turn":
			e.Turn = r.int()
		case "keep":
			e.Keep = r.int()
		case "messages":
			e.Messages = list(r, (*reader).message)
		case "tools":
			e.Tools = r.strs()
		case "message":
			m := r.message()
			e.Message = &m
		case "finish":
			e.Finish = chat.Finish(r.str())
		case "usage":
			u := r.usage()
			e.Usage = &u
		case "model":
			e.Model = r.str()
		case "call":
			c := r.call()
			e.Call = &c
		case "result":
			v := r.result()
			e.Result = &v
		case "note":
			e.Note = r.str()
		case "ms":
			e.Millis = r.float()
		default:
			r.failed = true
		}
	})
	return e
}

func (r *reader) message() (m chat.Message) {
	r.fields(func(name string) {
		switch name {
		case "role":
			m.Role = r.str()
		case "content":
			m.Content = r.str()
		case "reasoning":
			m.Reasoning = r.str()
		case "tool_calls":
			m.ToolCalls = list(r, (*reader).call)
		case "tool_call_id":
			m.ToolCallID = r.str()
		case "name":
			m.Name = r.str()
		default:
			r.failed = true
		}
	})
	return m
}

func (r *reader) call() (c tool.Call) {
	r.fields(func(name string) {
		switch name {
		case "id":
			c.ID = r.str()
		case "name":
			c.Name = r.str()
		case "arguments":
			c.Arguments = r.raw()
		case "malformed":
			c.Malformed = r.str()
		default:
			r.failed = true
		}
	})
	return c
}

func (r *reader) result() (v tool.Result) {
	r.fields(func(name string) {
		switch name {
		case "call_id":
			v.CallID = r.str()
		case "content":
			v.Content = r.raw()
		case "fault":
			v.Fault = r.str()
		case "truncated":
			v.Truncated = r.bool()
		default:
			r.failed = true
		}
	})
	return v
}
