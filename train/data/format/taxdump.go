package format

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// Files of the NCBI Taxonomy have no header. Each cell ends with a TAB and a bar.
var (
	taxdumpFormat    = &Format{Name: "taxdump", Title: "NCBI Taxonomy names.dmp", Prefix: "NCBITaxon", sniff: dmp(namesRow), read: readTaxdump}
	taxNodesFormat   = &Format{Name: "taxnodes", Title: "NCBI Taxonomy nodes.dmp", Prefix: "NCBITaxon", About: true, sniff: dmp(nodesRow), read: readTaxNodes}
	taxMergedFormat  = &Format{Name: "taxmerged", Title: "NCBI Taxonomy merged.dmp", Prefix: "NCBITaxon", About: true, sniff: dmp(mergedRow), read: readTaxRetired(mergedRow)}
	taxDeletedFormat = &Format{Name: "taxdeleted", Title: "NCBI Taxonomy delnodes.dmp", Prefix: "NCBITaxon", About: true, sniff: dmp(deletedRow), read: readTaxRetired(deletedRow)}
)

// dmpRow tells the rows of a file apart from those of others.
type dmpRow struct {
	name string
	fits func(row []string) bool
}

var (
	namesRow   = dmpRow{"names.dmp, which is id, name, unique name and class", func(row []string) bool { return len(row) == 4 }}
	nodesRow   = dmpRow{"nodes.dmp, which is id, parent, rank and ten or more others", func(row []string) bool { return len(row) >= 13 && isNumber(row[1]) }}
	mergedRow  = dmpRow{"merged.dmp, which is former id and id", func(row []string) bool { return len(row) == 2 && isNumber(row[1]) }}
	deletedRow = dmpRow{"delnodes.dmp, which is an id", func(row []string) bool { return len(row) == 1 }}
)

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// cells returns the cells of a line, if they are a row of this file.
func (d dmpRow) cells(line string) (row []string, ok bool) {
	line, ok = strings.CutSuffix(line, "\t|")
	row = strings.Split(line, "\t|\t")
	return row, ok && isNumber(row[0]) && d.fits(row)
}

// dmp returns a test for the first line of a file.
func dmp(d dmpRow) func(h *head) bool {
	return func(h *head) bool { _, ok := d.cells(h.first()); return ok }
}

// eachDmp calls f with the cells of every row.
func (in *input) eachDmp(d dmpRow, f func(row []string) error) error {
	return in.eachLine(func(line string) error {
		if line == "" {
			return nil
		}
		row, ok := d.cells(line)
		if !ok {
			return in.bad("no row of %s, each with a TAB, a bar and a TAB after it", d.name)
		}
		in.term.reset(in.line, row[0])
		return f(row)
	})
}

// taxonKinds are the classes of names that mean a taxon, with their author, too. Type material is about it.
var taxonKinds = vocabulary("taxon", pack.ParseKind)

func readTaxdump(in *input) error {
	return in.eachDmp(namesRow, func(row []string) error {
		kind, ok := taxonKinds[row[3]]
		if !ok || len(in.o.Kinds) > 0 && !slices.Contains(in.o.Kinds, row[3]) {
			in.sink.Skip(in.line, "names of other classes, as type material", row[3]+": "+row[1])
			return nil
		}
		in.term.name(row[1], kind)
		return in.emit()
	})
}

// readTaxNodes reads which taxon is under which, and their ranks. The root is its own parent.
func readTaxNodes(in *input) error {
	return in.eachDmp(nodesRow, func(row []string) error {
		if row[1] != row[0] {
			in.term.link("is_a", row[1])
		}
		in.term.link("has_rank", "NCBITaxon:"+strings.ReplaceAll(row[2], " ", "_"))
		return in.emit()
	})
}

// readTaxRetired returns the reader of former ids, and of those that stand for nothing any more.
func readTaxRetired(d dmpRow) func(in *input) error {
	return func(in *input) error {
		return in.eachDmp(d, func(row []string) error {
			in.term.Obsolete, in.term.ReplacedBy = true, strings.Join(row[1:], "")
			return in.emit()
		})
	}
}
