package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deft/internal/env"
)

// TestHelp: every command says what it does, every flag what it means, and no flag asks for a key.
func TestHelp(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the short help is %q; it is a phrase without a full stop", c.CommandPath(), c.Short)
		}
		if n := len("  compare        ") + len(c.Short); n > 80 {
			t.Errorf("%s: its line in the list of commands has %d columns", c.CommandPath(), n)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if strings.Contains(f.Usage, "(default:") && !zeroDefault(f) {
				t.Errorf("deft %s --%s: help gives two defaults", c.CommandPath(), f.Name)
			}
			if f.Usage == "" {
				t.Errorf("%s --%s has no help", c.CommandPath(), f.Name)
			}
			for _, secret := range []string{"key", "token", "password", "secret"} {
				if f.Name == secret || strings.HasSuffix(f.Name, "-"+secret) {
					t.Errorf("%s --%s: keys come from the environment, never from a flag", c.CommandPath(), f.Name)
				}
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(env.OS()))
}

// zeroDefault says whether help adds no default of its own.
func zeroDefault(f *pflag.Flag) bool {
	var fl pflag.FlagSet
	fl.AddFlag(f)
	return !strings.Contains(fl.FlagUsages(), "(default ")
}

// TestHelpFits: no line of any command's help is wider than a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	var out strings.Builder
	s := *env.OS()
	s.Width = 80
	root := newRoot(&s)
	root.SetOut(&out)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		out.Reset()
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("deft %s: %d columns: %s", c.CommandPath(), n, line)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}
