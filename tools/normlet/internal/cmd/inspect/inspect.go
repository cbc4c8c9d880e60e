// Package inspect is the command normlet inspect.
package inspect

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/train/recipe"
)

func New(std *cli.IO) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inspect [FILE]",
		Short: "Show what a pack holds",
		Long: `Show header, metadata and sections of a pack, without FILE the embedded one, and how many rows
of which tables of knowledge it has: trigger are the words by which English texts deny and
suppose, "foreign es" those of Spanish ones. Sections have their size stored and
uncompressed, their share of the file, and their bytes per name.`,
		Example: `  normlet inspect genes.normpack`,
		Args:    cli.ArgCount(0, 1, "one pack file"),
		RunE: func(_ *cobra.Command, args []string) error {
			content, name, err := packfile.Read(std, cli.First(args))
			if err != nil {
				return err
			}
			w := bufio.NewWriter(std.Out)
			if err = inspect(w, content, name); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			return errors.Join(err, w.Flush())
		},
	}
	return cli.ReadsArgs(cmd)
}

// inspect describes a pack; of a damaged one whatever is readable, with an error that says what is wrong.
func inspect(w io.Writer, content []byte, name string) error {
	h, err := pack.ReadHeader(content)
	if err != nil {
		return err
	}
	c, damage := pack.Parse(content)
	facts := [][]string{
		{"pack", name},
		{"format", fmt.Sprintf("%d, for readers from %d", h.FormatVersion, h.MinReader)},
		{"bytes", strconv.FormatInt(h.FileSize, 10)},
	}
	names := 0
	if damage == nil {
		names = c.Names.Len()
		facts = append(facts,
			[]string{"entities", strconv.Itoa(c.IDs.Len())},
			[]string{"names", strconv.Itoa(names)},
			[]string{"namespaces", fmt.Sprintf("%q", c.Namespaces)},
			[]string{"annotate", found(c)},
			[]string{"knowledge", known(c)},
			[]string{"bits", strconv.Itoa(c.Bits)})
		for _, of := range []struct {
			label  string
			counts []string
		}{{"languages", languages(c)}, {"translates", translated(c)}} {
			for some := range slices.Chunk(of.counts, 4) { // as many as fit
				facts = append(facts, []string{of.label, strings.Join(some, ", ")})
				of.label = ""
			}
		}
		label := "origin"
		for list := range strings.SplitSeq(c.MetaValue(pack.MetaOrigin), "; ") {
			if list != "" {
				facts = append(facts, []string{label, list})
			}
			label = ""
		}
		if base, d, err := pack.Split(content); err == nil && d != nil {
			facts = append(facts,
				[]string{"built with", fmt.Sprintf("%d names of %d entities", base.Names.Len(), base.IDs.Len())},
				[]string{"changed since", fmt.Sprintf("%d names removed, %d added", len(d.Removed), d.Added.Names.Len())})
		}
	}
	if err := tabular.Write(w, facts); err != nil {
		return err
	}
	if damage == nil {
		fmt.Fprintln(w, "\nmetadata")
		for _, p := range c.Meta { // not a table, which would shorten digests
			fmt.Fprintf(w, "  %s: %q\n", p.Key, p.Value)
		}
		if err := sourceTable(w, c); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	if err := tabular.Write(w, sectionTable(h, names), 1, 2, 3, 4); err != nil {
		return err
	}
	return damage
}

// found says which types of entities texts are searched for, with their namespaces; the names of others alone are found.
func found(c *pack.Contents) string {
	if len(c.Tagger) == 0 {
		return "by names"
	}
	_, models, err := tag.ParseModels(c.Tagger)
	if err != nil {
		return err.Error()
	}
	var types []string
	for _, m := range models {
		types = append(types, fmt.Sprintf("%s %q", m.Type, m.Namespaces))
	}
	return strings.Join(slices.Compact(types), ", ") // a type has a second model for long texts
}

// languages counts the names in each language.
func languages(c *pack.Contents) (counts []string) {
	names := map[string]int{}
	for row := range c.RowLanguages {
		for tag := range strings.FieldsSeq(c.LanguagesOf(row)) {
			names[strings.TrimSuffix(tag, "*")]++
		}
	}
	for _, tag := range slices.Sorted(maps.Keys(names)) {
		counts = append(counts, fmt.Sprintf("%s %d", escape.Text(tag), names[tag]))
	}
	if len(counts) == 0 {
		return []string{"not stated"}
	}
	return counts
}

// translated counts the words and phrases of the tables of each language.
func translated(c *pack.Contents) (counts []string) {
	tables, err := translation.Parse(c.Translations)
	if err != nil {
		return []string{err.Error()}
	}
	for _, t := range tables.Languages {
		counts = append(counts, fmt.Sprintf("%s %d", escape.Text(t.Tag), len(t.Entries)))
	}
	if len(counts) == 0 {
		return []string{"none"}
	}
	return counts
}

// known says of which tables of knowledge the pack has rows, and how many.
func known(c *pack.Contents) string {
	rows := map[string]int{}
	for line := range bytes.Lines(c.Knowledge) {
		f := bytes.Split(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		table := string(f[0])
		if table == "foreign" {
			table += " " + string(f[len(f)-1]) // the language
		}
		rows[table]++
	}
	var tables []string
	for _, table := range slices.Sorted(maps.Keys(rows)) {
		tables = append(tables, fmt.Sprintf("%s %d", table, rows[table]))
	}
	return cmp.Or(strings.Join(tables, ", "), "none")
}

// sourceTable lists the sources of a pack that was built by a recipe.
func sourceTable(w io.Writer, c *pack.Contents) error {
	table := [][]string{{"  SOURCE", "VERSION", "DATE", "LICENCE", "SHA256"}}
	for n := 1; ; n++ {
		fact := func(key string) string { return c.MetaValue(recipe.SourceKey(n, key)) }
		if fact("title") == "" {
			break
		}
		table = append(table, []string{"  " + fact("title"), fact("version"), fact("date"), fact("license"), fact("sha256")[:min(len(fact("sha256")), 12)]})
	}
	if len(table) == 1 {
		return nil
	}
	fmt.Fprintf(w, "\nsources, by the recipe %q\n", c.MetaValue("recipe"))
	return tabular.Write(w, table)
}

// sectionTable lists the sections. If names is 0, their number is unknown.
func sectionTable(h pack.Header, names int) [][]string {
	rows := [][]string{{"SECTION", "STORED", "RAW", "SHARE", "BYTES/NAME", "STORAGE", "HOLDS"}}
	row := func(tag string, stored, raw int64, storage, about string) {
		perName := ""
		if names > 0 {
			perName = fmt.Sprintf("%.2f", float64(stored)/float64(names))
		}
		rows = append(rows, []string{tag, strconv.FormatInt(stored, 10), strconv.FormatInt(raw, 10),
			fmt.Sprintf("%.1f%%", 100*float64(stored)/float64(h.FileSize)), perName, storage, about})
	}
	var stored, raw int64
	for _, s := range h.Sections {
		storage := "plain"
		if s.Zstd {
			storage = "zstd"
		}
		row(string(s.Tag), s.Stored, s.Raw, storage, s.About)
		stored, raw = stored+s.Stored, raw+s.Raw
	}
	row("", h.FileSize-stored, h.FileSize-stored, "", "header, padding")
	row("total", h.FileSize, raw+h.FileSize-stored, "", "")
	return rows
}
