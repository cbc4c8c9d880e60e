package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var geneInfoFormat = &Format{
	Name: "gene_info", Title: "NCBI gene_info", Prefix: "NCBIGene",
	sniff: func(h *head) bool { return h.has("tax_id", "geneid", "symbol") },
	read:  readGeneInfo,
}

func readGeneInfo(in *input) error {
	return in.readTSV(tsv{header: firstLine, need: []string{"tax_id", "geneid", "symbol"}, row: func(c *columns) error {
		symbol := c.get("symbol")
		if in.otherTaxon(c.get("tax_id"), symbol) {
			return nil
		}
		if symbol == "NEWENTRY" {
			in.sink.Skip(in.line, "new records without a name", c.get("geneid"))
			return nil
		}
		in.geneInfoRow(c, symbol)
		return in.emit()
	}})
}

func (in *input) geneInfoRow(c *columns, symbol string) {
	t := &in.term
	t.reset(in.line, c.get("geneid"))
	add := func(text string, kind pack.Kind) {
		if text != "-" { // absent
			t.name(text, kind)
		}
	}
	add(symbol, pack.KindPrimary)
	add(c.get("symbol_from_nomenclature_authority"), pack.KindExact)
	for _, column := range []string{"description", "full_name_from_nomenclature_authority"} { // the authority has the last word
		text := c.get(column)
		if add(text, pack.KindExact); text != "-" && text != "" {
			t.FullName = text
		}
	}
	for _, text := range append(c.list("synonyms", "|"), c.list("other_designations", "|")...) {
		add(text, pack.KindAlias)
	}
	for _, ref := range c.list("dbxrefs", "|") {
		database, local, _ := strings.Cut(ref, ":")
		if prefix := geneInfoDatabases[database]; prefix != "" {
			t.xref(prefix, local)
		}
	}
}

// geneInfoDatabases are the databases whose references are kept, and their usual prefixes.
var geneInfoDatabases = vocabulary("gene_info", func(prefix string) (string, bool) { return prefix, true })
