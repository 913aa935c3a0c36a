package judge

import "deft/eval"

// Estimate is what judging takes, before anything is asked. Tokens are estimated: input at four
// characters a token, replies at replyTokens each.
type Estimate = eval.Estimate

const (
	charsPerToken = 4
	replyTokens   = 150 // a reason of a few sentences and the score
)

// Estimate says what one judge of the panel takes to grade data by the rubric, when its first reply
// holds a grade: the piece of which an eval.Scoring's Judging is made. Each judge of the panel takes
// the same; prices differ. Data may be made up before there is a transcript: only sizes count.
func (p *Panel) Estimate(rubric string, data any) (Estimate, error) {
	messages, err := p.messages(rubric, data)
	if err != nil {
		return Estimate{}, err
	}
	chars := 0
	for _, m := range messages {
		chars += len(m.Content)
	}
	return Estimate{Requests: 1, InputTokens: (chars + charsPerToken - 1) / charsPerToken, OutputTokens: replyTokens}, nil
}
