package judge

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"deft/protocol"
)

// maxReason bounds the reason kept with a grade, in bytes.
const maxReason = 4000

// parse reads a judge's reply: a JSON object with score and reason, or text with a line such as
// "Score: 8/10". problem says what is wrong when there is no score in [1,10].
func parse(reply string) (score float64, reason, problem string) {
	if at := strings.LastIndex(reply, "</think>"); at >= 0 {
		reply = reply[at+len("</think>"):]
	}
	if strings.TrimSpace(reply) == "" {
		return 0, "", "the reply is empty"
	}
	x := protocol.Extract(reply)
	if score, reason, ok := fromObject(x.Value); ok {
		if problem := outside(score); problem != "" {
			return 0, "", problem
		}
		if reason == "" {
			reason = strings.TrimSpace(x.Before + "\n" + x.After)
		}
		return score, shorten(reason), ""
	}
	if score, ok := fromLines(reply); ok {
		if problem := outside(score); problem != "" {
			return 0, "", problem
		}
		return score, shorten(strings.TrimSpace(reply)), ""
	}
	return 0, "", "the reply holds no score"
}

func outside(score float64) string {
	if score >= 1 && score <= 10 {
		return ""
	}
	return "the score " + strconv.FormatFloat(score, 'g', 6, 64) + " is not between 1 and 10"
}

// fromObject reads {"reason": …, "score": …}, by any of their usual names.
func fromObject(value json.RawMessage) (score float64, reason string, ok bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(value, &fields) != nil {
		return 0, "", false
	}
	lower := make(map[string]json.RawMessage, len(fields))
	for k, v := range fields {
		lower[strings.ToLower(k)] = v
	}
	for _, name := range scoreWords() {
		var text string
		switch v := lower[name]; {
		case v == nil || string(v) == "null":
			continue
		case json.Unmarshal(v, &score) == nil:
			ok = true
		case json.Unmarshal(v, &text) == nil:
			score, ok = number(text)
		}
		if ok {
			break
		}
	}
	for _, name := range []string{"reason", "reasoning", "explanation", "analysis", "justification"} {
		if json.Unmarshal(lower[name], &reason) == nil && reason != "" {
			break
		}
	}
	return score, reason, ok
}

func scoreWords() []string { return []string{"score", "rating", "grade", "points"} }

// fromLines takes the last line that says a score, such as "**Score:** 8/10" or "Rating = 7".
func fromLines(text string) (score float64, ok bool) {
	for line := range strings.Lines(text) {
		if len(line) > 4000 {
			line = line[len(line)-4000:]
		}
		line = strings.ToLower(line)
		for _, word := range scoreWords() {
			at := strings.LastIndex(line, word)
			if at < 0 || at > 0 && letter(line[at-1]) {
				continue
			}
			rest := strings.TrimLeft(line[at+len(word):], " *_`\"'")
			for _, link := range []string{":", "=", "is", "of"} {
				if after, cut := strings.CutPrefix(rest, link); cut {
					if v, good := number(after); good {
						score, ok = v, true
					}
					break
				}
			}
		}
	}
	return score, ok
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' }

// number reads "8", "8.5", "8/10" or "8 out of 10", with marks around it.
func number(text string) (float64, bool) {
	text = strings.Trim(strings.TrimSpace(text), "*_`\"'[]() \t\n\r.")
	end := 0
	for end < len(text) && end < 20 && (text[end] >= '0' && text[end] <= '9' || text[end] == '.') {
		end++
	}
	v, err := strconv.ParseFloat(strings.TrimRight(text[:end], "."), 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, false
	}
	rest := strings.TrimLeft(text[end:], "*_`\"' ")
	for _, over := range []string{"/", "out of"} {
		if of, ok := strings.CutPrefix(rest, over); ok {
			of = strings.TrimLeft(of, " *_")
			return v, strings.HasPrefix(of, "10") && (len(of) == 2 || of[2] < '0' || of[2] > '9')
		}
	}
	return v, rest == "" || !strings.HasPrefix(rest, "%") && !letter(rest[0])
}

func shorten(text string) string {
	if len(text) <= maxReason {
		return text
	}
	return strings.ToValidUTF8(text[:maxReason], "") + "…"
}
