package teval

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"unicode"

	"deft/chat"
	"deft/eval"
)

// outputs recognises predictions as the reference stores them: the data files again, named
// KIND_MODEL.json or as the data, each case with a prediction. path is such a file, a folder of
// them, or a folder of such folders, one a model.
func outputs(path string) ([]eval.Recording, bool, error) {
	one, err := recordingsIn(path)
	if err != nil || len(one) > 0 {
		return one, len(one) > 0, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, false, nil // a file of another layout
	}
	var out []eval.Recording
	for _, e := range entries {
		if e.IsDir() {
			rs, err := recordingsIn(filepath.Join(path, e.Name()))
			if err != nil {
				return nil, false, err
			}
			out = append(out, rs...)
		}
	}
	return out, len(out) > 0, nil
}

// recordingsIn gives the recordings whose files lie in one folder, by the models their names carry.
func recordingsIn(path string) ([]eval.Recording, error) {
	files, err := find(path, true)
	if err != nil {
		return nil, fmt.Errorf("look for T-Eval predictions: %w", err)
	}
	var models []string
	byModel := map[string][]file{}
	for _, f := range files {
		first, ok := firstEntry(f.path)
		if !ok || len(first.Prediction) == 0 {
			continue
		}
		f.chinese = f.chinese || mostlyChinese(first)
		m := modelOf(filepath.Base(f.path), f.kind)
		if byModel[m] == nil {
			models = append(models, m)
		}
		byModel[m] = append(byModel[m], f)
	}
	var out []eval.Recording
	for _, m := range models {
		name := m
		if name == "" {
			full, err := filepath.Abs(path)
			if err != nil {
				full = path
			}
			if info, err := os.Stat(full); err == nil && !info.IsDir() {
				full = filepath.Dir(full)
			}
			name = filepath.Base(full)
		}
		out = append(out, eval.Recording{Model: name, Replies: replies(byModel[m])})
	}
	return out, nil
}

// firstEntry reads a file's first case, to see what the file is. Errors are left to those who read it.
func firstEntry(path string) (entry, bool) {
	for e, err := range entries(path) {
		return e, err == nil
	}
	return entry{}, false
}

// mostlyChinese: recorded files of the Chinese data do not say so in their names.
func mostlyChinese(e entry) bool {
	messages, err := readPrompt(e.Prompt)
	if err != nil {
		return false
	}
	han, letters := 0, 0
	for _, m := range messages {
		if m.Role == chat.User || len(messages) == 1 {
			for _, r := range m.Content {
				if unicode.Is(unicode.Han, r) {
					han++
				} else if unicode.IsLetter(r) {
					letters++
				}
			}
		}
	}
	return 3*han > letters
}

func replies(files []file) func() iter.Seq2[eval.Recorded, error] {
	return func() iter.Seq2[eval.Recorded, error] {
		return func(yield func(eval.Recorded, error) bool) {
			for _, f := range files {
				for e, err := range entries(f.path) {
					if err == nil && (len(e.Prediction) == 0 || string(e.Prediction) == "null") {
						continue // not predicted: a missing reply
					}
					r := eval.Recorded{
						Sample: f.kind.group(f.chinese) + "/" + e.id,
						Reply:  chat.Message{Role: chat.Assistant, Content: textOf(e.Prediction)},
						Where:  f.path + ": case " + e.id,
					}
					if !yield(r, err) || err != nil {
						return
					}
				}
			}
		}
	}
}
