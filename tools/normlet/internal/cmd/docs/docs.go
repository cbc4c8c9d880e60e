// Package docs is the command normlet docs.
package docs

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/reference"
)

func New(std *cli.IO) *cobra.Command {
	format, out := "markdown", ""
	cmd := &cobra.Command{
		Use:   "docs --out FOLDER",
		Short: "Write this manual as Markdown or man pages",
		Long: `Write the help of all commands to a folder, as Markdown or as man pages. Files with other
names stay.`,
		Example: `  normlet docs --out reference
  normlet docs --format man --out ~/.local/share/man/man1`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return cli.Usagef(cmd, "--out is missing")
			}
			return docs(std, cmd, format, out)
		},
	}
	cli.WordFlag(cmd, &format, "format", []string{"markdown", "man"}, "markdown or man")
	cmd.Flags().StringVar(&out, "out", "", "`folder` to write to")
	cli.WritesInto(cmd, "out")
	cli.Groups(cmd, "Output: format out force")
	return cmd
}

func docs(std *cli.IO, cmd *cobra.Command, format, out string) error {
	pages := reference.Markdown(cmd.Root(), cli.Grouped)
	if format == "man" {
		pages = reference.Man(cmd.Root(), cli.Grouped)
	}
	if err := output.Folder(out); err != nil {
		return err
	}
	for _, p := range pages {
		if err := std.Save(cmd.Context(), filepath.Join(out, p.Name), manualPage, p.Content); err != nil {
			return err
		}
	}
	fmt.Fprintf(std.Err, "wrote %d pages in %s\n", len(pages), out)
	return nil
}

var manualPage = output.Begins("a page of the manual", "<!-- Written by go generate ./tools/normlet", ".TH \"NORMLET")
