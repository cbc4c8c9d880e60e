// Package packs is the command normlet packs.
package packs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/packs"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/train/recipe"
)

func New(std *cli.IO) *cobra.Command {
	var from []string
	var store string
	var outdated bool
	cmd := &cobra.Command{
		Use:   "packs [NAME|FILE...]",
		Short: "List the installed packs, and those that build --recipe makes",
		Long: `List the packs that normlet pull has installed, and the recipes of build --recipe. --outdated
asks for newer ones: of installed packs where they came from, of the sources of recipes (all,
or those named) their owners' servers, which say when a file was last modified.

With names, or with --from, show the sources, files and licences of recipes. With --from,
each source has the state of its file there:

  there     as the recipe knows it
  other     another version, or one that the recipe does not know: --any-version reads it
  missing   not there, and needed
  optional  not there, and not needed
  included  part of normlet
  private   may not be passed on: --private reads it

A source has one or more files; the first one that is there is read.`,
		Example: `  normlet packs
  normlet packs --outdated
  normlet packs diseases
  normlet packs diseases --from downloads`,
		Args: cli.ArgCount(0, -1, "recipes"),
		RunE: func(cmd *cobra.Command, names []string) error {
			w := bufio.NewWriter(std.Out)
			switch {
			case outdated && len(from) > 0:
				return cli.Usagef(cmd, "--outdated asks servers, not the folders of --from")
			case outdated:
				return errors.Join(listOutdated(cmd.Context(), std, w, store, names), w.Flush())
			case len(names) == 0 && len(from) == 0:
				return errors.Join(listPacks(cmd.Context(), std, w, store), w.Flush())
			case len(names) == 0:
				names = recipe.Names(packs.Files)
			}
			for i, name := range names {
				if i > 0 {
					fmt.Fprintln(w)
				}
				if err := describeRecipe(w, name, from); err != nil {
					return err
				}
			}
			return w.Flush()
		},
	}
	cli.AddFromFlag(cmd, &from)
	cli.AddStoreFlag(cmd, &store)
	cmd.Flags().BoolVar(&outdated, "outdated", false, "ask for newer versions of installed packs and of the sources of recipes")
	cmd.AddCommand(rollbackCommand(std), removeCommand(std))
	cli.Groups(cmd, "Installed: outdated store", "Input: from")
	return cli.ReadsArgs(cmd)
}

func listPacks(ctx context.Context, std *cli.IO, w io.Writer, store string) error {
	some, err := describeInstalled(ctx, std, w, store, false)
	if err != nil {
		return err
	}
	if some {
		fmt.Fprintln(w)
	}
	table := [][]string{{"RECIPE", "VERSION", "SOURCES", "OF"}}
	for _, name := range recipe.Names(packs.Files) {
		r, err := recipe.Load(packs.Files, name)
		if err != nil {
			return err
		}
		table = append(table, []string{r.Name, r.Version, strconv.Itoa(len(r.Sources)), r.Title})
	}
	return tabular.Write(w, table, 2)
}

func describeRecipe(w io.Writer, name string, from []string) error {
	r, err := recipe.Load(packs.Files, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s %s: %s\n", r.Name, r.Version, r.Title)
	table := [][]string{{"  SOURCE", "VERSION", "LICENCE", "STATE", "FILE"}}
	for i := range r.Sources {
		s := &r.Sources[i]
		state, at, err := s.State(recipe.Options{From: from})
		if err != nil {
			return err
		}
		if s.Own != "" {
			table = append(table, []string{"  " + s.Title, "", s.License, state, s.Own})
		}
		for k, f := range s.Files {
			row := []string{"  " + s.Title, f.Version, s.License, "", f.Path}
			if k > 0 {
				row[0], row[2] = "  or", ""
			}
			if k == at {
				row[3] = state
			}
			table = append(table, row)
		}
	}
	if err := tabular.Write(w, table); err != nil {
		return err
	}
	for i := range r.Sources {
		if s := &r.Sources[i]; s.LeftOut != "" {
			fmt.Fprintf(w, "  %s: left out are %s\n", s.Title, s.LeftOut)
		}
	}
	return nil
}
