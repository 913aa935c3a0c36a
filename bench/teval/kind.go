package teval

import "strings"

// Abilities, in the order in which they are reported.
const (
	instruct   = "instruct"
	plan       = "plan"
	reason     = "reason"
	retrieve   = "retrieve"
	understand = "understand"
	review     = "review"
)

func abilities() []string { return []string{instruct, plan, reason, retrieve, understand, review} }

// Formats of a reply.
const (
	formatJSON   = "json"
	formatString = "string"
)

// kind is one of the eight files: which abilities its cases measure, in which format unless a
// case says otherwise.
type kind struct {
	name      string // how the file's name begins
	abilities []string
	format    string
}

// kinds lists the files in the order in which their cases are run.
func kinds() []kind {
	return []kind{
		{"instruct", []string{instruct}, formatJSON},
		{"plan_json", []string{plan}, formatJSON},
		{"plan_str", []string{plan}, formatString},
		{"reason_str", []string{reason}, formatString},
		{"retrieve_str", []string{retrieve}, formatString},
		{"understand_str", []string{understand}, formatString},
		{"reason_retrieve_understand_json", []string{reason, retrieve, understand}, formatJSON},
		{"review_str", []string{review}, formatString},
	}
}

// kindOf recognises a file by its name: KIND.json with any of the suffixes _v1, _v2, _subset, _zh.
// With loose, anything may follow KIND and an underscore: recorded outputs carry the model's name.
func kindOf(file string, loose bool) (k kind, chinese bool, ok bool) {
	stem, isJSON := strings.CutSuffix(file, ".json")
	if !isJSON {
		return kind{}, false, false
	}
	for _, k := range kinds() {
		rest, has := strings.CutPrefix(stem, k.name)
		if !has || rest != "" && rest[0] != '_' {
			continue
		}
		known := true
		for _, part := range strings.Split(rest, "_") {
			switch {
			case part == "zh":
				chinese = true
			case part == "" || part == "subset" || part == "v1" || part == "v2":
			default:
				known = false
			}
		}
		if known || loose {
			return k, chinese, true
		}
	}
	return kind{}, false, false
}

// modelOf gives what a recorded file's name says of its model: all that follows the kind and is
// no suffix of the data. It may be empty.
func modelOf(file string, k kind) string {
	var left []string
	for _, part := range strings.Split(strings.TrimSuffix(file, ".json")[len(k.name):], "_") {
		switch part {
		case "", "zh", "subset", "v1", "v2":
		default:
			left = append(left, part)
		}
	}
	return strings.Join(left, "_")
}
