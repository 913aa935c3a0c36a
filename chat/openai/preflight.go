package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"deft/chat"
)

// preflightTime bounds Preflight, leaving the rest of two seconds to its caller.
const preflightTime = 1800 * time.Millisecond

// Preflight asks for one token, which is the only call that tries key, model and server on every
// kind of endpoint, and lists the models beside it: some lists are public, some want another
// header, and a large model may need longer than this to say its first token, so the list only
// names what there is, and tells a busy server from a dead one.
//
// It returns nil when the model answered, when the server is alive but slow, or when it only asks
// to wait (429); else one *chat.Error with a hint, within two seconds.
func (m *Model) Preflight(ctx context.Context) error {
	asked := ctx
	ctx, cancel := context.WithTimeout(ctx, preflightTime)
	defer cancel()
	listed := make(chan listing, 1)
	go func() { listed <- m.list(ctx) }()
	err := m.tryToken(ctx)
	if err == nil {
		cancel()
		<-listed
		return nil
	}
	if asked.Err() != nil {
		cancel()
		<-listed
		return err
	}
	models := <-listed // ends with ctx at the latest
	return m.verdict(err, models)
}

// verdict decides what a failed try means.
func (m *Model) verdict(err error, models listing) error {
	var e *chat.Error
	if !errors.As(err, &e) { // our own time was up
		if models.answered {
			return nil
		}
		return &chat.Error{
			Class: chat.ErrTimeout, Err: m.says("no answer from %s within 2 s", m.shown),
			Hint: "Is it a model server, and is it running? Check the base URL.",
		}
	}
	switch e.Class {
	case chat.ErrRateLimited:
		return nil
	case chat.ErrBadRequest:
		// Reasoning models may refuse so small a limit, which says that all else is well.
		if text := strings.ToLower(e.Error()); strings.Contains(text, "max_tokens") || strings.Contains(text, "max_completion_tokens") || strings.Contains(text, "output limit") {
			return nil
		}
	case chat.ErrNotFound:
		if hint := models.hint(m.cfg.Model); hint != "" {
			e.Hint = m.clean(hint)
		}
	case chat.ErrMalformed:
		if e.Hint == "" {
			e.Hint = "Check the base URL: it usually ends in /v1."
		}
	case chat.ErrServer:
		if e.Hint == "" {
			e.Hint = "The server fails or is still loading the model: look at its log, or try again in a moment."
		}
	}
	return e
}

// tryToken asks for one token until an answer says something lasting: a server under load may
// fail now and then.
func (m *Model) tryToken(ctx context.Context) error {
	request := chat.Request{
		Key:      chat.Key{Sample: "preflight"},
		Messages: []chat.Message{{Role: chat.User, Content: "Say OK."}},
		Sampling: chat.Sampling{MaxTokens: 1},
	}
	var last error
	for range 4 {
		_, err := m.Generate(ctx, request)
		var e *chat.Error
		if err == nil || !errors.As(err, &e) && last == nil {
			return err
		}
		if e == nil { // time ran out while trying again: the earlier answer says more
			return last
		}
		if !e.Retryable() || e.Class == chat.ErrRateLimited || refused(causeOf(e)) {
			return e
		}
		last = e
		select {
		case <-ctx.Done():
			return last
		case <-time.After(m.pause):
		}
	}
	return last
}

func causeOf(e *chat.Error) error {
	var f *fault
	if errors.As(e.Err, &f) && f.is != nil {
		return f.is
	}
	return e.Err
}

// listing is what GET /models said. answered is true for any HTTP answer.
type listing struct {
	answered bool
	names    []string
}

func (m *Model) list(ctx context.Context) listing {
	status, _, body, err := m.send(ctx, http.MethodGet, "/models", nil)
	if err != nil {
		return listing{}
	}
	out := listing{answered: true}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if status != http.StatusOK || json.Unmarshal(body, &list) != nil {
		return out
	}
	for _, d := range list.Data {
		if d.ID != "" {
			out.names = append(out.names, d.ID)
		}
	}
	return out
}

// hint names the models that look most like the one asked for.
func (l listing) hint(model string) string {
	if len(l.names) == 0 {
		return ""
	}
	names := slices.Clone(l.names)
	slices.SortStableFunc(names, func(a, b string) int { return likeness(b, model) - likeness(a, model) })
	const most = 6
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	return "The server has " + strings.Join(names, ", ") + more + "."
}

// likeness counts the pairs of neighbouring letters two names share.
func likeness(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	pairs := map[string]bool{}
	for i := 0; i+2 <= len(a); i++ {
		pairs[a[i:i+2]] = true
	}
	n := 0
	for i := 0; i+2 <= len(b); i++ {
		if pairs[b[i:i+2]] {
			n++
		}
	}
	return n
}
