package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenizer is BERT's: normalise, split at white space and punctuation, and cut each word greedily
// into the longest pieces of the vocabulary. It gives the ids that Hugging Face's fast tokenizers give.
type tokenizer struct {
	vocab    map[string]int32
	longest  int // bytes of the longest piece
	maxRunes int // a word with more characters is unknown
	prefix   string
	unknown  int32
	first    int32 // [CLS] or <s>
	last     int32 // [SEP] or </s>
	norm     normalizer
	added    []addedToken // literal tokens matched before normalising, longest first
	folded   []addedToken // the same, matched in normalised text
}

// addedToken is matched literally; lstrip and rstrip make it swallow white space beside it.
type addedToken struct {
	ID      int32  `json:"id"`
	Content string `json:"content"`
	LStrip  bool   `json:"lstrip"`
	RStrip  bool   `json:"rstrip"`
}

// tokenizerConfig is tokenizer_config.json; a special token is a string or an object with content.
type tokenizerConfig struct {
	Lower   *bool        `json:"do_lower_case"`
	Accents *bool        `json:"strip_accents"`
	Chinese *bool        `json:"tokenize_chinese_chars"`
	CLS     tokenContent `json:"cls_token"`
	SEP     tokenContent `json:"sep_token"`
	UNK     tokenContent `json:"unk_token"`
	PAD     tokenContent `json:"pad_token"`
	MASK    tokenContent `json:"mask_token"`
	BOS     tokenContent `json:"bos_token"`
	EOS     tokenContent `json:"eos_token"`
}

type tokenContent string

// UnmarshalJSON takes "text", {"content": "text", …} and null.
func (t *tokenContent) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*t = tokenContent(s)
		return nil
	}
	var o struct {
		Content string `json:"content"`
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return err
	}
	*t = tokenContent(o.Content)
	return nil
}

// tokenizerFile is tokenizer.json, as far as WordPiece needs it.
type tokenizerFile struct {
	Added []struct {
		addedToken
		Normalized bool `json:"normalized"`
	} `json:"added_tokens"`
	Normalizer *struct {
		Type    string `json:"type"`
		Clean   *bool  `json:"clean_text"`
		Chinese *bool  `json:"handle_chinese_chars"`
		Accents *bool  `json:"strip_accents"`
		Lower   *bool  `json:"lowercase"`
	} `json:"normalizer"`
	Model struct {
		Type     string           `json:"type"`
		Unknown  string           `json:"unk_token"`
		Prefix   *string          `json:"continuing_subword_prefix"`
		MaxRunes int              `json:"max_input_chars_per_word"`
		Vocab    map[string]int32 `json:"vocab"`
	} `json:"model"`
}

// readTokenizer reads tokenizer.json where there is one, else vocab.txt with tokenizer_config.json.
func readTokenizer(dir fs.FS, mpnet bool) (*tokenizer, error) {
	var c tokenizerConfig
	if err := readJSON(dir, "tokenizer_config.json", &c); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	defaults := []struct {
		token       *tokenContent
		bert, mpnet tokenContent
	}{
		{&c.CLS, "[CLS]", "<s>"}, {&c.SEP, "[SEP]", "</s>"}, {&c.UNK, "[UNK]", "[UNK]"},
		{&c.PAD, "[PAD]", "<pad>"}, {&c.MASK, "[MASK]", "<mask>"},
	}
	for _, d := range defaults {
		if *d.token == "" {
			if *d.token = d.bert; mpnet {
				*d.token = d.mpnet
			}
		}
	}
	t := &tokenizer{maxRunes: 100, prefix: "##", norm: normalizer{clean: true, chinese: true, lower: true}}
	set(&t.norm.lower, c.Lower)
	set(&t.norm.chinese, c.Chinese)
	t.norm.accents = t.norm.lower
	set(&t.norm.accents, c.Accents)
	err := t.readFile(dir, &c)
	if errors.Is(err, fs.ErrNotExist) {
		err = t.readVocab(dir, &c, mpnet)
	}
	if err != nil {
		return nil, err
	}
	for piece := range t.vocab {
		t.longest = max(t.longest, len(piece))
	}
	for _, list := range [][]addedToken{t.added, t.folded} {
		sort.SliceStable(list, func(i, j int) bool { return len(list[i].Content) > len(list[j].Content) })
	}
	for _, s := range []struct {
		token tokenContent
		id    *int32
	}{{c.CLS, &t.first}, {c.SEP, &t.last}, {c.UNK, &t.unknown}} {
		id, ok := t.vocab[string(s.token)]
		if !ok {
			return nil, fmt.Errorf("the vocabulary has no %s, which the tokenizer needs", s.token)
		}
		*s.id = id
	}
	return t, nil
}

func set(to *bool, from *bool) {
	if from != nil {
		*to = *from
	}
}

func (t *tokenizer) readFile(dir fs.FS, c *tokenizerConfig) error {
	var f tokenizerFile
	if err := readJSON(dir, "tokenizer.json", &f); err != nil {
		return err
	}
	if f.Model.Type != "WordPiece" && f.Model.Type != "" || len(f.Model.Vocab) == 0 {
		return fmt.Errorf("tokenizer.json: a model of type %q with %d pieces; only WordPiece is supported. Serve this model behind an embeddings endpoint", f.Model.Type, len(f.Model.Vocab))
	}
	t.vocab = f.Model.Vocab
	if f.Model.Unknown != "" {
		c.UNK = tokenContent(f.Model.Unknown)
	}
	if f.Model.MaxRunes > 0 {
		t.maxRunes = f.Model.MaxRunes
	}
	if f.Model.Prefix != nil {
		t.prefix = *f.Model.Prefix
	}
	if n := f.Normalizer; n != nil {
		if n.Type != "BertNormalizer" {
			return fmt.Errorf("tokenizer.json: normalizer %s is not supported (BertNormalizer is)", n.Type)
		}
		set(&t.norm.clean, n.Clean)
		set(&t.norm.chinese, n.Chinese)
		set(&t.norm.lower, n.Lower)
		t.norm.accents = t.norm.lower
		set(&t.norm.accents, n.Accents)
	}
	for _, a := range f.Added {
		if a.Content == "" {
			continue
		}
		t.vocab[a.Content] = a.ID
		if !a.Normalized {
			t.added = append(t.added, a.addedToken)
		} else if a.Content = t.norm.apply(a.Content); a.Content != "" {
			t.folded = append(t.folded, a.addedToken)
		}
	}
	return nil
}

func (t *tokenizer) readVocab(dir fs.FS, c *tokenizerConfig, mpnet bool) error {
	raw, err := fs.ReadFile(dir, "vocab.txt")
	if err != nil {
		return fmt.Errorf("neither tokenizer.json nor vocab.txt: %w", err)
	}
	t.vocab = map[string]int32{}
	for i, line := range strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n") {
		t.vocab[strings.TrimSuffix(line, "\r")] = int32(i)
	}
	taken := map[tokenContent]bool{"": true}
	for _, s := range []tokenContent{c.CLS, c.SEP, c.UNK, c.PAD, c.MASK, c.BOS, c.EOS} {
		if id, ok := t.vocab[string(s)]; ok && !taken[s] {
			// MPNet's mask swallows the white space before it, as RoBERTa's does.
			t.added = append(t.added, addedToken{ID: id, Content: string(s), LStrip: mpnet && s == c.MASK})
			taken[s] = true
		}
	}
	return nil
}

// encode gives the ids of text with its two special tokens, at most limit of them.
func (t *tokenizer) encode(text string, limit int) []int32 {
	ids := append(make([]int32, 0, 32), t.first)
	room := func() int { return limit - 1 - len(ids) }
	literal := literals{added: t.added, next: make([]int, len(t.added))}
	for from := 0; from < len(text) && room() > 0; {
		at, to, token := literal.find(text, from)
		ids = t.words(ids, text[from:at], room())
		if token != nil && room() > 0 {
			ids = append(ids, token.ID)
		}
		from = to
	}
	return append(ids, t.last)
}

// literals finds added tokens in one text from left to right. Where each comes next is kept, so
// that a long text is searched once a token and not once a find.
type literals struct {
	added []addedToken
	next  []int // offset of the next occurrence, len(text) for none; 0: not searched yet
}

// find gives the first literal token at or after from: the text it takes, white space that it
// swallows included. Without one, it gives len(text) twice and nil.
func (l *literals) find(text string, from int) (at, to int, token *addedToken) {
	at = len(text)
	for i := range l.added {
		if l.next[i] < from || l.next[i] == 0 {
			l.next[i] = len(text)
			if j := strings.Index(text[from:], l.added[i].Content); j >= 0 {
				l.next[i] = from + j
			}
		}
		if l.next[i] < at { // at equal places the longer token wins: it comes first
			at, token = l.next[i], &l.added[i]
		}
	}
	if token == nil {
		return at, at, nil
	}
	to = at + len(token.Content)
	if token.LStrip {
		at = from + len(strings.TrimRightFunc(text[from:at], unicode.IsSpace))
	}
	if token.RStrip {
		to = len(text) - len(strings.TrimLeftFunc(text[to:], unicode.IsSpace))
	}
	return at, to, token
}

// words appends the pieces of the words of text, at most room of them.
func (t *tokenizer) words(ids []int32, text string, room int) []int32 {
	end := len(ids) + room
	word := func(word string) bool {
		ids = t.pieces(ids, word)
		return len(ids) < end
	}
	t.norm.each(text, func(part string) bool {
		literal := literals{added: t.folded, next: make([]int, len(t.folded))}
		for from := 0; from < len(part) && len(ids) < end; {
			at, to, token := literal.find(part, from)
			split(part[from:at], word)
			if token != nil && len(ids) < end {
				ids = append(ids, token.ID)
			}
			from = to
		}
		return len(ids) < end
	})
	return ids[:min(len(ids), end)]
}

// pieces appends the pieces of one word, or the unknown token where it cannot be cut up.
func (t *tokenizer) pieces(ids []int32, word string) []int32 {
	if utf8.RuneCountInString(word) > t.maxRunes {
		return append(ids, t.unknown)
	}
	start := len(ids)
	for from := 0; from < len(word); {
		prefix := ""
		if from > 0 {
			prefix = t.prefix
		}
		to := min(len(word), from+t.longest)
		for ; to > from; to-- {
			if to < len(word) && !utf8.RuneStart(word[to]) {
				continue
			}
			if id, ok := t.vocab[prefix+word[from:to]]; ok {
				ids = append(ids, id)
				break
			}
		}
		if to == from {
			return append(ids[:start], t.unknown)
		}
		from = to
	}
	return ids
}
