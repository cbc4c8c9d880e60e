package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/reference"
)

//go:generate go run . docs --out ../../docs/reference

// allProcessors is shown where a default is the number of processors.
const allProcessors = "all processors"

func (a *app) docsCommand() *cobra.Command {
	format, out := "markdown", ""
	cmd := &cobra.Command{
		Use:   "docs --out FOLDER",
		Short: "Write this manual as Markdown or man pages",
		Long: `Write what --help says of all commands to a folder, as Markdown or as man pages. Files of
other names stay.`,
		Example: `  normlet docs --out reference
  normlet docs --format man --out ~/.local/share/man/man1`,
		Args: argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef(cmd, "--out is missing")
			}
			return a.docs(cmd, format, out)
		},
	}
	wordFlag(cmd, &format, "format", []string{"markdown", "man"}, "markdown or man")
	cmd.Flags().StringVar(&out, "out", "", "`folder` to write to")
	writesInto(cmd, "out")
	groups(cmd, "Output: format out force")
	return cmd
}

func (a *app) docs(cmd *cobra.Command, format, out string) error {
	pages := reference.Markdown(cmd.Root(), grouped)
	if format == "man" {
		pages = reference.Man(cmd.Root(), grouped)
	}
	if err := output.Folder(out); err != nil {
		return err
	}
	for _, p := range pages {
		if err := a.save(cmd.Context(), filepath.Join(out, p.Name), manualPage, p.Content); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.stderr, "wrote %d pages in %s\n", len(pages), out)
	return nil
}
