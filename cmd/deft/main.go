// Command deft measures, teaches and serves the tool use of language models.
package main

import (
	"os"

	"deft/internal/cli"
)

func main() { os.Exit(cli.Main()) }
