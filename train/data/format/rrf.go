package format

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// UMLS files in the Rich Release Format have no header. A row ends with a bar.
var (
	mrconsoFormat = &Format{Name: "mrconso", Title: "UMLS MRCONSO.RRF", Prefix: "UMLS", sniff: rrf(18), read: readMRCONSO}
	mrstyFormat   = &Format{Name: "mrsty", Title: "UMLS MRSTY.RRF", Prefix: "UMLS", About: true, sniff: rrf(6), read: readMRSTY}
	mrdefFormat   = &Format{Name: "mrdef", Title: "UMLS MRDEF.RRF", Prefix: "UMLS", About: true, sniff: rrf(8), read: readMRDEF}
	mrrelFormat   = &Format{Name: "mrrel", Title: "UMLS MRREL.RRF", Prefix: "UMLS", About: true, sniff: rrf(16), read: readMRREL}
)

// rrf returns a test for the first line of a file with a number of fields.
func rrf(fields int) func(h *head) bool {
	return func(h *head) bool {
		first := h.first()
		return strings.Count(first, "|") == fields && strings.HasSuffix(first, "|") && isCUI(first[:strings.IndexByte(first, '|')])
	}
}

// isCUI reports whether s is a UMLS concept: C and digits.
func isCUI(s string) bool {
	return len(s) > 1 && s[0] == 'C' && strings.Trim(s[1:], "0123456789") == ""
}

// eachRRF calls f with the fields of every row.
func (in *input) eachRRF(fields int, f func(row []string) error) error {
	row := make([]string, 0, fields+1)
	return in.eachLine(func(line string) error {
		row = slices.AppendSeq(row[:0], strings.SplitSeq(line, "|"))
		if len(row) != fields+1 || row[fields] != "" {
			return in.bad("%d fields, want %d with a bar after each", len(row)-1, fields)
		}
		if !isCUI(row[0]) {
			return in.bad("%.40q is no concept (CUI)", row[0])
		}
		in.term.reset(in.line, row[0])
		return f(row)
	})
}

// readMRCONSO reads CUI|LAT|TS|LUI|STT|SUI|ISPREF|AUI|SAUI|SCUI|SDUI|SAB|TTY|CODE|STR|SRL|SUPPRESS|CVF.
func readMRCONSO(in *input) error {
	languages := in.o.Languages
	if len(languages) == 0 {
		languages = []string{"ENG"}
	}
	return in.eachRRF(18, func(row []string) error {
		if !wanted(languages, row[1]) {
			in.sink.Skip(in.line, "in another language", row[14])
			return nil
		}
		if in.unwanted(row[11], row[16], row[14]) {
			return nil
		}
		in.term.name(row[14], umlsKind(row))
		return in.emit()
	})
}

// unwanted skips the current row if it is of another source or suppressible.
func (in *input) unwanted(source, suppress, example string) bool {
	if !wanted(in.o.Sources, source) {
		in.sink.Skip(in.line, "of another source", example)
		return true
	}
	if suppress == "N" || suppress == "" {
		return false
	}
	in.sink.Skip(in.line, "suppressible", example)
	return true
}

// wanted reports whether a value is in a list; all values are in an empty one.
func wanted(list []string, value string) bool {
	return len(list) == 0 || slices.Contains(list, value) || slices.Contains(list, "all")
}

// shortTypes are the term types of abbreviations, brand names and inverted names.
var shortTypes = []string{"AA", "AB", "ABX", "ACR", "AUN", "BN", "PM", "PEP", "SS", "SBD"}

// umlsKind returns the kind of a row of MRCONSO: the preferred form of the preferred string is
// primary.
func umlsKind(row []string) pack.Kind {
	switch {
	case row[2] == "P" && row[4] == "PF" && row[6] == "Y" && (row[1] == "ENG" || row[1] == ""):
		return pack.KindPrimary
	case slices.Contains(shortTypes, row[12]):
		return pack.KindAlias
	}
	return pack.KindExact
}

// readMRSTY reads CUI|TUI|STN|STY|ATUI|CVF: semantic types.
func readMRSTY(in *input) error {
	return in.eachRRF(6, func(row []string) error {
		in.term.link("semantic_type", "STY:"+row[1])
		return in.emit()
	})
}

// readMRDEF reads CUI|AUI|ATUI|SATUI|SAB|DEF|SUPPRESS|CVF.
func readMRDEF(in *input) error {
	return in.eachRRF(8, func(row []string) error {
		if in.unwanted(row[4], row[6], row[0]) {
			return nil
		}
		in.term.Definition = row[5]
		return in.emit()
	})
}

// readMRREL reads
// CUI1|AUI1|STYPE1|REL|CUI2|AUI2|STYPE2|RELA|RUI|SRUI|SAB|SL|RG|DIR|SUPPRESS|CVF: concept 2 is a
// REL of concept 1. Every relation is there both ways; it takes the way up.
func readMRREL(in *input) error {
	return in.eachRRF(16, func(row []string) error {
		switch {
		case in.unwanted(row[10], row[14], row[0]):
			return nil
		case row[0] == row[4]:
			in.sink.Skip(in.line, "relations of a concept to itself", row[0])
			return nil
		case row[3] == "PAR":
			in.term.link("is_a", row[4])
		case row[3] == "RB":
			in.term.link("broader", row[4])
		case row[3] == "RO" && row[7] != "" && isCUI(row[4]):
			in.term.ID = row[4]
			in.term.link(row[7], row[0])
		default:
			in.sink.Skip(in.line, "relations downward or without a name", row[0])
			return nil
		}
		return in.emit()
	})
}
