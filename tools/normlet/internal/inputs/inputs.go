// Package inputs reads the terminologies that users give to commands, and says how it read each file.
package inputs

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/meant"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// maxBadShown bounds the bad rows listed one by one.
const maxBadShown = 20

// AddFlags adds the flags of commands that read terminologies.
func AddFlags(cmd *cobra.Command, o *data.ReadOptions) {
	f := cmd.Flags()
	f.BoolVar(&o.SkipBad, "skip-bad", false, "list and skip bad rows instead of stopping")
	cli.WordFlag(cmd, &o.Format, "input-format", FormatNames(), "`format` of the terminology files (default: by content): "+strings.Join(FormatNames(), ", "))
	f.StringVar(&o.Prefix, "prefix", "", "put `PREFIX` and a colon before ids that have no prefix; auto: the usual one of each format")
	f.StringSliceVar(&o.Filter.Languages, "language", nil, "`languages` to read, such as es,fr, the preferred one first; all for all (default en of UMLS, RDF, OWL and SNOMED, all of others)")
	f.StringSliceVar(&o.Filter.Sources, "sources", nil, "`sources` to read of UMLS (such as MSH,SNOMEDCT_US) and Gilda files (default all)")
	f.StringSliceVar(&o.Filter.Taxa, "taxon", nil, "NCBI taxonomy `ids` to read of gene_info, UniProt, Gilda and SSSLM files, such as 9606 (default all)")
	f.Var(columnsFlag{&o.Filter}, "columns", "`ROLE=COLUMN,...` of tables, by name or number; roles: "+strings.Join(format.Roles(), ", ")+", where synonyms may have several columns; any other word, such as brand, is a field that tells entities of one name apart")
	f.BoolVar(&o.Filter.Table.NoHeader, "no-header", false, "the first row of tables is data, not a header (default: found out)")
	cli.AddHeaderRowFlag(cmd, &o.Filter.Table.HeaderRow)
	cli.AddSheetFlags(cmd, &o.Encoding, &o.Filter.Table.Delimiter, &o.Filter.Table.Sheet)
	f.StringVar(&o.Filter.Separator, "synonym-separator", "", "`text` between the synonyms of a cell, such as ; or none for cells of one (default: found out, or a bar)")
	f.BoolVar(&o.TrustColumns, "no-column-check", false, "read a list whose names look like ids, or whose ids look like names")
}

// FormatNames returns what formats of terminologies are called.
func FormatNames() []string { return append(format.Names(), data.TSV) }

// columnsFlag maps roles to columns, that of synonyms to one or more.
type columnsFlag struct{ to *format.Options }

func (f columnsFlag) Type() string { return "columns" }

func (f columnsFlag) String() string { return "" }

func (f columnsFlag) Set(s string) error {
	for pair := range strings.SplitSeq(s, ",") {
		role, column, ok := strings.Cut(pair, "=")
		if !ok || column == "" || role == "" || strings.ContainsFunc(role, unicode.IsSpace) {
			return fmt.Errorf("%q: want ROLE=COLUMN with one of the roles %s, or FIELD=COLUMN with another word, such as brand", pair, strings.Join(format.Roles(), ", "))
		}
		near := slices.DeleteFunc(format.Roles(), func(r string) bool { return r[0] != role[0] }) // height is no weight
		if hint := meant.Hint(role, near); hint != "" && !slices.Contains(near, role) {
			return fmt.Errorf("%q is no role%s A field needs a name that is less like it", role, hint)
		}
		switch {
		case f.to.Columns[role] != "" && role == "synonyms":
			f.to.Synonyms = append(f.to.Synonyms, column)
			continue
		case f.to.Columns[role] != "":
			return fmt.Errorf("%q: %s is there twice; only synonyms may have several columns", pair, role)
		case f.to.Columns == nil:
			f.to.Columns = map[string]string{}
		}
		f.to.Columns[role] = column
	}
	return nil
}

// Read reads terminology files and reports to standard error.
func Read(std *cli.IO, files []string, o data.ReadOptions) (*data.Terminology, *data.Report, error) {
	sources := make([]data.Source, len(files))
	for i, arg := range files {
		sources[i] = cli.Source(arg)
	}
	t, rep, err := data.ReadSources(sources, o)
	if err != nil {
		return nil, nil, err
	}
	Tell(std, rep)
	return t, rep, nil
}

// Tell says what was read, and what was left out.
func Tell(std *cli.IO, rep *data.Report) {
	for i := range rep.Bad[:min(maxBadShown, len(rep.Bad))] {
		fmt.Fprintf(std.Err, "left out: %v\n", &rep.Bad[i])
	}
	if more := len(rep.Bad) - maxBadShown; more > 0 {
		fmt.Fprintf(std.Err, "left out: %d more\n", more)
	}
	for i := range rep.Sources {
		tellSource(std, &rep.Sources[i])
	}
	for _, note := range rep.Notes {
		fmt.Fprintln(std.Err, note)
	}
	fmt.Fprintf(std.Err, "read %v\n", rep)
	for _, s := range rep.Skipped {
		fmt.Fprintf(std.Err, "left out on purpose: %d %s, such as %s\n", s.Count, s.Reason, escape.Text(s.Examples[0]))
	}
	if len(rep.Secondary) > 0 {
		fmt.Fprintf(std.Err, "ids: %d retired or alternative ones of entities read\n", len(rep.Secondary))
	}
	if rep.Promoted > 0 || rep.Demoted > 0 {
		fmt.Fprintf(std.Err, "primary names: chosen for %d entities that mark none; %d further ones made exact\n", rep.Promoted, rep.Demoted)
	}
}
