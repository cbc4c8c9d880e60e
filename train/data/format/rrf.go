package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// rrf describes a UMLS file in the Rich Release Format, which has no header. A row ends with a bar, and its first field
// is a concept.
func rrf(fields string) headless {
	columns := strings.Fields(fields)
	return headless{columns, func(row []string, line string) ([]string, string) {
		cells, ok := strings.CutSuffix(line, "|")
		if n := strings.Count(line, "|"); !ok || n != len(columns) {
			return nil, fmt.Sprintf("%d fields, want %d with a bar after each", n, len(columns))
		}
		if row = slices.AppendSeq(row, strings.SplitSeq(cells, "|")); !isCUI(row[0]) {
			return nil, fmt.Sprintf("%.40q is no concept (CUI)", row[0])
		}
		return row, ""
	}}
}

// isCUI reports whether s is a UMLS concept: C and digits.
func isCUI(s string) bool {
	return len(s) > 1 && s[0] == 'C' && strings.Trim(s[1:], "0123456789") == ""
}

// wanted reports whether a value is in a list; all values are in an empty one.
func wanted(list []string, value string) bool {
	return len(list) == 0 || slices.Contains(list, value) || slices.Contains(list, "all")
}

// shortTypes are the term types of abbreviations, brand names and inverted names.
var shortTypes = []string{"AA", "AB", "ABX", "ACR", "AUN", "BN", "PM", "PEP", "SS", "SBD"}

// beginMRCONSO takes the name of a row: the preferred form of the preferred string of a language is primary.
func beginMRCONSO(in *input, c *columns) (goOn bool, err error) {
	kind := pack.KindExact
	switch {
	case c.get("ts") == "P" && c.get("stt") == "PF" && c.get("ispref") == "Y":
		kind = pack.KindPrimary
	case slices.Contains(shortTypes, c.get("tty")):
		kind = pack.KindAlias
	}
	in.name(c.get("str"), kind, c.get("lat"), "")
	return true, nil
}

// beginMRREL takes a relation: concept 2 is a REL of concept 1. Every one is there both ways; it takes the way up.
func beginMRREL(in *input, c *columns) (goOn bool, err error) {
	t, rel, other, name := &in.term, c.get("rel"), c.get("cui2"), c.get("rela")
	switch {
	case t.ID == other:
		in.sink.Skip(in.line, "relations of a concept to itself", other)
		return false, nil
	case rel == "PAR":
		t.link("is_a", other)
	case rel == "RB":
		t.link("broader", other)
	case rel == "RO" && name != "" && isCUI(other):
		t.link(name, t.ID)
		t.ID = other
	default:
		in.sink.Skip(in.line, "relations downward or without a name", t.ID)
		return false, nil
	}
	return true, nil
}
