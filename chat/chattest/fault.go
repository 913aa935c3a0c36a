package chattest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"deft/chat"
)

// Fault is a way in which a server fails.
type Fault string

// Faults. The last three are odd but complete replies that a client must be able to take or name.
const (
	NoFault         Fault = ""
	Busy            Fault = "429"
	BusyRetryAfter  Fault = "429 with Retry-After"
	ServerError     Fault = "500"
	Reset           Fault = "reset"
	Hang            Fault = "hang" // until the client leaves
	Truncated       Fault = "truncated body"
	InvalidJSON     Fault = "invalid JSON"
	EmptyChoices    Fault = "empty choices"
	InvalidUTF8     Fault = "invalid UTF-8"
	Large           Fault = "10 MB reply"
	TerminalEscapes Fault = "terminal escapes"
)

// Faults lists all of them but NoFault.
var Faults = []Fault{
	Busy, BusyRetryAfter, ServerError, Reset, Hang, Truncated, InvalidJSON, EmptyChoices, InvalidUTF8, Large, TerminalEscapes,
}

// Answers says whether the fault is an odd answer that is to be taken as it is, not tried again.
func (f Fault) Answers() bool { return f == NoFault || f == Large || f == TerminalEscapes }

// LargeContent is the size of the content of a Large reply, in bytes.
const LargeContent = 10 << 20

// EscapesContent is the content of a TerminalEscapes reply.
const EscapesContent = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m\u202e\u0000 done"

// First makes a fault of the first n tries of every prompt.
func First(n int, f Fault) func(Request) Fault {
	return func(r Request) Fault {
		if r.Try <= n {
			return f
		}
		return NoFault
	}
}

// inject fails the request; false means that it is to be answered after all.
func (s *Server) inject(w http.ResponseWriter, h *http.Request, f Fault) bool {
	whole := completion("fake", chat.Response{Message: chat.Message{Content: "never to be scored"}})
	switch f {
	case Busy:
		fail(w, http.StatusTooManyRequests, "rate_limit_exceeded", "too many requests")
	case BusyRetryAfter:
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusTooManyRequests, "rate_limit_exceeded", "too many requests")
	case ServerError:
		fail(w, http.StatusInternalServerError, "", "the server had an error")
	case Reset:
		reset(w)
	case Hang:
		select {
		case <-h.Context().Done():
		case <-s.stopped:
		}
		reset(w)
	case Truncated:
		c := hijack(w)
		_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(whole), whole[:len(whole)/2])
		_ = c.Close()
	case InvalidJSON:
		reply(w, whole[:len(whole)-3])
	case EmptyChoices:
		reply(w, []byte(`{"id":"x","object":"chat.completion","model":"fake","choices":[]}`))
	case InvalidUTF8:
		reply(w, bytes.Replace(whole, []byte("scored"), []byte("sc\xffred"), 1))
	case Large:
		reply(w, completion("fake", chat.Response{Message: chat.Message{Content: strings.Repeat("0123456789abcdef", LargeContent/16)}}))
	case TerminalEscapes:
		reply(w, completion("fake", chat.Response{Message: chat.Message{Content: EscapesContent}}))
	default:
		return false
	}
	return true
}
