package chat

import (
	"context"
	"fmt"
	"sync"
)

// Script is a Model that gives the replies in order, one a request, whatever is asked. Asked once
// more than it has replies, it fails. The oracle of a task is a Script made from the gold answer.
func Script(replies ...Message) Model { return &script{replies: replies} }

type script struct {
	mu      sync.Mutex
	next    int
	replies []Message
}

func (s *script) Generate(_ context.Context, r Request) (Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next >= len(s.replies) {
		return Response{}, fmt.Errorf("the script has %d replies and was asked for one more (sample %s)", len(s.replies), r.Key.Sample)
	}
	m := s.replies[s.next]
	s.next++
	m.Role = Assistant
	finish := FinishStop
	if len(m.ToolCalls) > 0 {
		finish = FinishToolCalls
	}
	return Response{Message: m, Finish: finish}, nil
}
