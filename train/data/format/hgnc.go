package format

import (
	"cmp"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var hgncFormat = &Format{
	Name: "hgnc", Title: "HGNC complete set TSV", Prefix: "HGNC",
	sniff: func(h *head) bool {
		return h.has("hgnc_id", "symbol", "name") || h.has("hgnc_id", "approved_symbol")
	},
	read: readHGNC,
}

// readHGNC reads the complete set and custom downloads, whose columns and lists look different.
func readHGNC(in *input) error {
	id := cmp.Or(columnName(in.o.Columns["id"]), "hgnc_id") // entrez_id has NCBI's
	return in.readTSV(tsv{header: firstLine, need: []string{id}, row: func(c *columns) error {
		t := &in.term
		t.reset(in.line, c.get(id))
		if t.ID == "" && id != "hgnc_id" {
			in.sink.Skip(in.line, "without an id in the column "+id, c.get("symbol"))
			return nil
		}
		t.Obsolete = strings.Contains(strings.ToLower(c.get("status")), "withdrawn")
		t.name(c.get("symbol"), pack.KindPrimary)
		t.fullName(c.get("name"))
		t.names(c.list("prev_name", "|"), pack.KindExact)
		t.names(c.list("alias_symbol", "|"), pack.KindAlias)
		t.names(c.list("alias_name", "|"), pack.KindAlias)
		t.names(c.list("prev_symbol", "|"), pack.KindExact)
		t.xref("NCBIGene", c.get("entrez_id"))
		t.xref("ENSEMBL", c.get("ensembl_gene_id"))
		for _, ac := range c.list("uniprot_ids", "|") {
			t.xref("UniProt", ac)
		}
		for _, number := range c.list("omim_id", "|") {
			t.xref("OMIM", number)
		}
		t.name(c.get("approved_symbol"), pack.KindPrimary) // of custom downloads, as the others below
		t.fullName(c.get("approved_name"))
		t.names(c.list("previous_symbols", ", "), pack.KindExact)
		t.names(c.list("alias_symbols", ", "), pack.KindAlias)
		return in.emit()
	}})
}
