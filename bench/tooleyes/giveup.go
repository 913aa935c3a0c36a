package tooleyes

import "strings"

// gaveUp says whether an answer says, in the words that the prompt asks for or near ones, that the
// task cannot be done.
func gaveUp(answer string) bool {
	text := strings.ToLower(strings.ReplaceAll(answer, "’", "'"))
	for _, verb := range []string{"cannot", "can't", "can not", "unable to", "not able to"} {
		for _, object := range []string{"the task", "this task", "the request", "this request", "your request"} {
			for _, do := range []string{"handle", "complete", "fulfil", "fulfill", "do"} {
				if strings.Contains(text, verb+" "+do+" "+object) {
					return true
				}
			}
		}
	}
	return false
}
