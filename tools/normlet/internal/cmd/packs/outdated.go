package packs

import (
	"context"
	"fmt"
	"io"

	"github.com/normlet/normlet/packs"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/train/recipe"
)

// listOutdated writes what is installed, with newer versions, and the sources of recipes that have an address, with
// newer files; with names those of these recipes alone.
func listOutdated(ctx context.Context, std *cli.IO, w io.Writer, store string, names []string) error {
	if len(names) == 0 {
		names = recipe.Names(packs.Files)
		if some, err := describeInstalled(ctx, std, w, store, true); err != nil {
			return err
		} else if some {
			fmt.Fprintln(w)
		}
	}
	var all recipe.Recipe
	for _, name := range names {
		r, err := recipe.Load(packs.Files, name)
		if err != nil {
			return err
		}
		all.Sources = append(all.Sources, r.Sources...)
	}
	files := all.Published(true)
	bar := progress.New(std.Err)
	defer bar.Close()
	table := [][]string{{"SOURCE", "RECIPE OF", "NEWER", "AT"}}
	for i, f := range files {
		bar.Set("ask", i, len(files))
		table = append(table, []string{f.Title, f.Dated(), newer(ctx, std, f), f.Address})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	bar.Close()
	return tabular.Write(w, table)
}

// newer returns the day of a file that is newer than the recipe. Its server is asked once, and sends no bytes of it.
func newer(ctx context.Context, std *cli.IO, f recipe.Published) string {
	o := hook.FetchOptions("")
	o.Attempts = 1
	at := download.Published{Address: f.Address}
	err := at.Look(ctx, o)
	switch date := at.There.Date(); {
	case err != nil:
		fmt.Fprintf(std.Err, "normlet: %s: %s\n", f.Title, cli.Describe(err))
		return "unknown"
	case date == "":
		return "no date"
	case date > f.Dated():
		return date
	}
	return "none"
}
