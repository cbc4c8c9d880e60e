package mapper

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/column"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// detects reports whether the columns of IN are only to be shown.
func (o *Options) detects() bool {
	return o.Out+o.Review+o.Decisions+o.Report+o.Shard+o.Auto == "" && len(o.Table.Columns) == 0 && !o.Resume && !o.inDocuments()
}

// detect says what the columns of IN hold, and what to run.
func detect(ctx context.Context, std *cli.IO, n *core.Normalizer, o *Options, c *mapping.Config) error {
	in, err := openInput(ctx, std, o, c)
	if err != nil {
		return err
	}
	defer in.Close()
	if format := in.DocumentFormat(); format != "" {
		return fmt.Errorf("%s: it looks like documents in the format %s: say --format %s", o.In, format, format)
	}
	f, err := mapping.Detect(ctx, n, in, c)
	if err != nil {
		return err
	}
	c.Chosen(f.Choice)
	var rows [][]string
	for i := range f.Columns {
		rows = append(rows, describe(&f.Columns[i], i+1))
	}
	if err := tabular.Write(std.Out, rows, 0, 3); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "\nBy up to %d different cells of each column in the first %d rows.\n", column.MaxCells, f.Rows)
	if f.NoHeader {
		fmt.Fprintln(std.Out, "The first row looks like the others: --no-header takes it for one.")
	}
	mapped := f.Choose(c, n, in)
	if mapped {
		fmt.Fprintf(std.Out, "\nTo map them, or the same with --columns auto:\n  %s\n", command("map", o.In, append(o.asked, chosen(f, c, o)...)))
	}
	for i := range f.Columns {
		if t := &f.Columns[i]; t.Kind == column.Text {
			fmt.Fprintf(std.Out, "\nTo find entities in the text:\n  %s\n", command("annotate", o.In, []string{"--column", t.Name, "--format", "jsonl"}))
		}
	}
	if !mapped {
		fmt.Fprintln(std.Out, "\nNo column looks like names or ids of this pack; --pack opens another, --column maps one nevertheless.")
	}
	return nil
}

// chooseColumns sets the columns that look like entities, and says which.
func chooseColumns(ctx context.Context, std *cli.IO, n *core.Normalizer, in *mapping.Input, c *mapping.Config) error {
	f, err := mapping.Detect(ctx, n, in, c)
	if err == nil && !f.Choose(c, n, in) {
		err = fmt.Errorf("%s: no column looks like names or ids of this pack; normlet map %s says what each holds, --column maps one nevertheless", in.Name, quote(in.Name))
	}
	if err != nil {
		return err
	}
	said := "columns " + strings.Join(c.Columns, ", ")
	if c.Organism != "" {
		said += "; organisms " + c.Organism
	}
	if len(c.Context) > 0 {
		said += "; context " + strings.Join(c.Context, ", ")
	}
	fmt.Fprintf(std.Err, "%s: %s\n", in.Name, said)
	return nil
}

// describe returns the row about a column: its number, its title, what it holds, how many of its cells are that, examples.
func describe(c *mapping.FoundColumn, number int) []string {
	what := map[column.Kind]string{column.Names: "names: " + c.Of, column.IDs: "ids: " + c.Of, column.Other: "nothing to map"}[c.Kind]
	said, shares := "", []string{percent(c.Share)}
	for _, in := range c.In[min(1, len(c.In)):] {
		if in.Share >= leastShown {
			what, shares = what+", "+in.Namespace, append(shares, percent(in.Share))
		}
	}
	switch {
	case c.Kind == column.IDs:
		said = percent(c.Known) + " found"
	case c.Share > 0 && c.Kind != column.Other:
		said = strings.Join(shares, ", ")
	}
	var examples []string
	for _, e := range c.Examples {
		text := tabular.Cell(e.Cell)
		if e.Name != "" && e.Name != e.Cell {
			text += " → " + e.Name
		}
		examples = append(examples, text)
	}
	return []string{strconv.Itoa(number), c.Title, cmp.Or(what, string(c.Kind)), said, strings.Join(examples, "; ")}
}

// leastShown is the least share of a further namespace that is worth a word.
const leastShown = 0.05

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// chosen returns the flags that map what was found.
func chosen(f *mapping.Found, c *mapping.Config, o *Options) (args []string) {
	if f.NoHeader && !o.Table.NoHeader {
		args = append(args, "--no-header")
	}
	for _, name := range c.Columns {
		args = append(args, "--column", name)
	}
	if c.Organism != "" && o.Table.Organism == "" {
		args = append(args, "--organism-column", c.Organism)
	}
	if len(o.Table.Context) == 0 {
		for _, name := range c.Context {
			args = append(args, "--context-column", name)
		}
	}
	base := filepath.Base(o.In)
	for _, end := range []string{".zst", ".gz"} {
		base = strings.TrimSuffix(base, end)
	}
	end := filepath.Ext(base)
	if format := FormatOfName(base); o.In == "-" || format == "" {
		end = ".csv"
	}
	return append(args, "--out", cmp.Or(strings.TrimPrefix(strings.TrimSuffix(base, filepath.Ext(base))+"-mapped", "--"), "mapped")+end)
}

// keepAsked notes the flags of a call, which another one is to have, too.
func (o *Options) keepAsked(cmd *cobra.Command) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			if f.Value.Type() == "bool" {
				o.asked = append(o.asked, "--"+f.Name+"="+value)
			} else {
				o.asked = append(o.asked, "--"+f.Name, value)
			}
		}
	})
}

// command returns a call as a shell takes it.
func command(name, file string, args []string) string {
	words := []string{"normlet", name, quote(file)}
	for _, arg := range args {
		words = append(words, quote(strings.TrimSuffix(arg, "=true")))
	}
	return strings.Join(words, " ")
}

// quote returns a word as a shell takes it.
func quote(word string) string {
	plain := func(r rune) bool {
		return r > 0x7f || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./:=,+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
