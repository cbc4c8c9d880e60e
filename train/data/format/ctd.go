package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// ctdFormat is that of the vocabularies of the Comparative Toxicogenomics Database.
var ctdFormat = &Format{
	Name: "ctd", Title: "CTD vocabulary TSV",
	sniff: func(h *head) bool {
		for _, line := range h.lines {
			if _, ok := ctdHeader(line); ok {
				return true
			}
			if !strings.HasPrefix(line, "#") {
				return false
			}
		}
		return false
	},
	read: readCTD,
}

// ctdKinds are the kinds of entity, as the columns name them.
var ctdKinds = []string{"disease", "chemical", "gene"}

// ctdHeader takes the comment line that names the columns.
func ctdHeader(line string) ([]string, bool) {
	cells := strings.Split(strings.TrimSpace(strings.TrimPrefix(line, "#")), "\t")
	c := newColumns(cells)
	for _, kind := range ctdKinds {
		if len(c.missing(kind+"name", kind+"id")) == 0 {
			return cells, true
		}
	}
	return nil, false
}

func readCTD(in *input) error {
	return in.readTSV(tsv{header: ctdHeader, notes: true, row: func(c *columns) error {
		for _, kind := range ctdKinds {
			if len(c.missing(kind+"id")) == 0 {
				return in.ctdRow(c, kind)
			}
		}
		return nil
	}})
}

func (in *input) ctdRow(c *columns, kind string) error {
	t := &in.term
	t.reset(in.line, c.get(kind+"id"))
	t.name(c.get(kind+"symbol"), pack.KindPrimary) // of genes only
	nameKind := pack.KindPrimary
	if len(t.Names) > 0 {
		nameKind = pack.KindExact
	}
	t.name(c.get(kind+"name"), nameKind)
	t.names(c.list("synonyms", "|"), pack.KindAlias)
	t.names(c.list("meshsynonyms", "|"), pack.KindAlias)
	t.names(c.list("ctdcuratedsynonyms", "|"), pack.KindAlias)
	t.Definition = c.get("definition")
	for _, alt := range c.list("alt"+kind+"ids", "|") {
		t.AltIDs = append(t.AltIDs, strings.TrimPrefix(alt, "DO:")) // DO:DOID:10652
	}
	for _, parent := range c.list("parentids", "|") {
		t.link("is_a", parent)
	}
	return in.emit()
}
