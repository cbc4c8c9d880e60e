// Package names is the command normlet names.
package names

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
)

type options struct {
	pack, format string
	keys         []string
	rawCells     bool
}

func New(std *cli.IO) *cobra.Command {
	o := options{format: "table"}
	cmd := &cobra.Command{
		Use:   "names [ID...]",
		Short: "Show what a pack says of entities",
		Long: `Show the names of the entity of each ID, or of each line of standard input, the address of
the entity's page, if known, and from a pack built with --details the full name, the
definition and cross-references.

The prefix of an ID may be in any case, or missing if only one entity has the rest. A
former id leads to the entity that replaced it.

An unknown ID is named on standard error, and the exit status is 1. From standard input it
gives a row with the ID alone.`,
		Example: `  normlet names NCBIGene:7157
  normlet names --format json go:0006915
  cut -f2 mapped.tsv | normlet names --format tsv`,
		RunE: func(cmd *cobra.Command, ids []string) error {
			return run(cmd.Context(), std, o, ids)
		},
	}
	f := cmd.Flags()
	cli.AddPackFlag(cmd, &o.pack)
	cli.AddKeyFlag(cmd, &o.keys)
	cli.WordFlag(cmd, &o.format, "format", []string{"table", "json", "tsv"}, "table, json (one object a line) or tsv")
	f.BoolVar(&o.rawCells, "raw-cells", false, "tsv: do not escape control characters and formulas")
	cli.Groups(cmd, "Pack: pack key", "Output: format raw-cells")
	return cmd
}

func run(ctx context.Context, std *cli.IO, o options, ids []string) error {
	n, err := packfile.Open(std, o.pack, o.keys...)
	if err != nil {
		return err
	}
	entity, w := packfile.Entities(n), bufio.NewWriter(std.Out)
	show := describers[o.format]
	if o.format == "tsv" {
		fmt.Fprintln(w, strings.Join(nameColumns, "\t"))
	}
	if len(ids) == 0 {
		err := cli.EachLine(ctx, std, "an id", func(id string) error {
			e, _ := entity(id)
			return show(w, id, &e, o.rawCells)
		}, w.Flush)
		return cmp.Or(err, w.Flush())
	}
	var unknown []string
	for _, id := range ids {
		e, ok := entity(id)
		if !ok {
			unknown = append(unknown, id)
			continue
		}
		if err := show(w, id, &e, o.rawCells); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil || len(unknown) == 0 {
		return err
	}
	return fmt.Errorf("the pack has no entity %s; normlet inspect shows its namespaces", strings.Join(unknown, ", "))
}

// describers write an entity in each format; one without an id is unknown.
var describers = map[string]func(w io.Writer, query string, e *core.Entity, raw bool) error{
	"json": jsonEntity, "tsv": tsvEntity, "table": tableEntity,
}

func jsonEntity(w io.Writer, query string, e *core.Entity, _ bool) error {
	return escape.WriteJSON(w, answer.NewEntity(query, e))
}

var nameColumns = []string{"query", "id", "name", "full_name", "names", "definition", "xrefs", "url"}

// tsvEntity writes a row. Several names or references in a cell are separated by bars.
func tsvEntity(w io.Writer, query string, e *core.Entity, raw bool) error {
	row := []string{query, e.ID, e.Name, e.FullName, strings.Join(namesOf(e, ""), "|"), e.Definition, strings.Join(e.XRefs, "|"), e.URL}
	_, err := fmt.Fprintln(w, escape.Row(row, raw))
	return err
}

// tableEntity writes a line for each thing that is known, under the id.
func tableEntity(w io.Writer, query string, e *core.Entity, _ bool) error {
	var b strings.Builder
	if e.ID == "" {
		fmt.Fprintf(&b, "%s\n", escape.Text(query))
	} else {
		fmt.Fprintf(&b, "%s  %s\n", escape.Text(e.ID), escape.Text(e.Name))
	}
	line := func(what string, values ...string) {
		values = slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" })
		if len(values) > 0 {
			fmt.Fprintf(&b, "  %-10s  %s\n", what, escape.Text(strings.Join(values, ", ")))
		}
	}
	line("former id", e.Former)
	line("full name", e.FullName)
	for _, kind := range []string{"primary", "exact", "alias", "related"} {
		line(kind, namesOf(e, kind)...)
	}
	line("definition", e.Definition)
	line("same as", e.Same...)
	line("kind of", e.Parents...)
	line("references", e.XRefs...)
	line("page", e.URL)
	_, err := io.WriteString(w, b.String())
	return err
}

// namesOf returns the names of a kind but for the one that is shown, "" for all others.
func namesOf(e *core.Entity, kind string) []string {
	var out []string
	for i, n := range e.Names {
		if i > 0 && (kind == "" || n.Kind == kind) {
			out = append(out, n.Name)
		}
	}
	return out
}
