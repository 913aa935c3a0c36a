package protocol

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"deft/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// owner is the folder in which a user's own templates stand: protocol/json.tmpl.
const owner = "protocol"

// table lists the protocols, the ones that need nothing special of a model first.
func table() []entry {
	return []entry{
		{"native", func(*prompt.Set) Protocol { return native{} }},
		{"json", newJSON},
		{"react", newReAct},
		{"python", newPython},
		{"hermes", newHermes},
		{"xml", newXML},
		{"sealtools", newSealTools},
	}
}

type entry struct {
	name string
	make func(*prompt.Set) Protocol
}

// Names lists the protocols that New knows.
func Names() []string {
	var names []string
	for _, e := range table() {
		names = append(names, e.name)
	}
	return names
}

// New gives the protocol of that name. Its instructions to the model are the embedded templates,
// each replaced by the file protocol/NAME.tmpl of prompts where prompts is not nil and has one.
// An unknown name is an error that lists the known ones.
func New(name string, prompts fs.FS) (Protocol, error) {
	for _, e := range table() {
		if e.name != name {
			continue
		}
		if name == "native" { // shows no text of its own
			return e.make(nil), nil
		}
		set, err := prompt.Load(promptFiles, "prompts", owner, prompts)
		if err != nil {
			return nil, err
		}
		if err := tryPrompts(set, name); err != nil {
			return nil, err
		}
		return e.make(set), nil
	}
	return nil, fmt.Errorf("unknown protocol %q: known are %s", name, strings.Join(Names(), ", "))
}

// Prompted is a Protocol that shows text of its own to the model.
type Prompted interface {
	Protocol
	// Prompts identifies the templates the text is made from: "sha256:" and 64 hex digits.
	Prompts() string
}

// PromptHash identifies the templates of p; "" when it has none.
func PromptHash(p Protocol) string {
	if t, ok := p.(Prompted); ok {
		return t.Prompts()
	}
	return ""
}
