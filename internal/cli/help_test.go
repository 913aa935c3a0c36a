package cli

import (
	"strings"
	"testing"

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
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
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
