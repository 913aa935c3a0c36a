package judge

// Estimate is what judging takes, before anything is asked.
type Estimate struct {
	Requests int
	// Tokens are estimated: input at four characters a token, replies at replyTokens each.
	InputTokens, OutputTokens int
}

const (
	charsPerToken = 4
	replyTokens   = 150 // a reason of a few sentences and the score
)

// Add sums two estimates.
func (e Estimate) Add(f Estimate) Estimate {
	return Estimate{e.Requests + f.Requests, e.InputTokens + f.InputTokens, e.OutputTokens + f.OutputTokens}
}

// Estimate says what one judge of the panel takes to grade data by the rubric, when its first reply
// holds a grade. Each judge of the panel takes the same; prices differ.
func (p *Panel) Estimate(rubric string, data any) (Estimate, error) {
	messages, err := p.messages(rubric, data)
	if err != nil {
		return Estimate{}, err
	}
	chars := 0
	for _, m := range messages {
		chars += len(m.Content)
	}
	return Estimate{1, (chars + charsPerToken - 1) / charsPerToken, replyTokens}, nil
}
