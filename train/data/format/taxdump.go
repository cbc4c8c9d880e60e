package format

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// dmp describes a file of the NCBI Taxonomy, which has no header. Each cell ends with a TAB and a bar, and the first ones
// are numbers. A row may have cells beyond ten without a name.
func dmp(name string, numbers int, fields string) headless {
	columns := strings.Fields(fields)
	return headless{columns, func(row []string, line string) ([]string, string) {
		if line == "" {
			return nil, ""
		}
		cells, ok := strings.CutSuffix(line, "\t|")
		row = slices.AppendSeq(row, strings.SplitSeq(cells, "\t|\t"))
		ok = ok && (len(row) == len(columns) || len(row) > len(columns) && len(columns) > 10)
		if !ok || slices.ContainsFunc(row[:numbers], func(cell string) bool { return !isNumber(cell) }) {
			return nil, "no row of " + name + ", each with a TAB, a bar and a TAB after it"
		}
		return row, ""
	}}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// taxonKinds are the classes of names that mean a taxon, with their author, too. Type material is about it.
var taxonKinds = vocabulary("taxon", pack.ParseKind)

func beginTaxdump(in *input, c *columns) (goOn bool, err error) {
	class, name := c.get("class"), c.get("name")
	kind, ok := taxonKinds[class]
	if !ok || len(in.o.Kinds) > 0 && !slices.Contains(in.o.Kinds, class) {
		in.sink.Skip(in.line, "names of other classes, as type material", class+": "+name)
		return false, nil
	}
	in.term.name(name, kind)
	return true, nil
}

// beginTaxNodes takes under which taxon one is, and its rank. The root is its own parent.
func beginTaxNodes(in *input, c *columns) (goOn bool, err error) {
	if parent := c.get("parent"); parent != in.term.ID {
		in.term.link("is_a", parent)
	}
	in.term.link("has_rank", "NCBITaxon:"+strings.ReplaceAll(c.get("rank"), " ", "_"))
	return true, nil
}

// beginTaxRetired takes a former id, which may stand for nothing any more.
func beginTaxRetired(in *input, c *columns) (goOn bool, err error) {
	in.term.Obsolete, in.term.ReplacedBy = true, c.get("by")
	return true, nil
}
