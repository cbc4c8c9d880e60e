package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var taxdumpFormat = &Format{
	Name: "taxdump", Title: "NCBI Taxonomy names.dmp", Prefix: "NCBITaxon",
	sniff: func(h *head) bool { _, ok := taxdumpRow(h.first()); return ok },
	read:  readTaxdump,
}

// taxonKinds are the classes of names that mean a taxon. Authorities and type material are about it.
var taxonKinds = map[string]pack.Kind{
	"scientific name":     pack.KindPrimary,
	"synonym":             pack.KindExact,
	"equivalent name":     pack.KindExact,
	"genbank common name": pack.KindExact,
	"common name":         pack.KindExact,
	"acronym":             pack.KindAlias,
	"genbank acronym":     pack.KindAlias,
	"in-part":             pack.KindRelated,
	"includes":            pack.KindRelated,
	"blast name":          pack.KindRelated,
}

// readTaxdump reads id, name, unique name and class of name, each with a TAB and a bar after it.
func readTaxdump(in *input) error {
	return in.eachLine(func(line string) error {
		if line == "" {
			return nil
		}
		row, ok := taxdumpRow(line)
		if !ok {
			return in.bad("no row of names.dmp, which is id, name, unique name and class, each with a TAB, a bar and a TAB after it")
		}
		kind, ok := taxonKinds[row[3]]
		if !ok {
			in.sink.Skip(in.line, "names of other classes, as authorities", row[3]+": "+row[1])
			return nil
		}
		in.term.reset(in.line, row[0])
		in.term.name(row[1], kind)
		return in.emit()
	})
}

// taxdumpRow returns the four cells of a line, if it has them and the first is a number.
func taxdumpRow(line string) (row []string, ok bool) {
	line, ok = strings.CutSuffix(line, "\t|")
	row = strings.Split(line, "\t|\t")
	return row, ok && len(row) == 4 && row[0] != "" && strings.Trim(row[0], "0123456789") == ""
}
