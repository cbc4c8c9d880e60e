package format

import (
	"regexp"
	"slices"
	"strings"
)

// The order matters for files that fit several: the first that fits is taken.
var formats = []*Format{
	meshFormat, scispacyFormat, obographFormat, oboFormat, uniprotFormat,
	rdfxmlFormat, ntriplesFormat, turtleFormat, owlFunctionalFormat,
	mrconsoFormat, mrstyFormat, mrdefFormat, mrrelFormat,
	ctdFormat, geneInfoFormat, hgncFormat, uniprotTSVFormat, gildaFormat, ssslmFormat, sssomFormat,
	snomedFormat, snomedConceptsFormat, snomedRelationsFormat, bioportalFormat, jsonFormat,
	taxdumpFormat, taxNodesFormat, taxMergedFormat, taxDeletedFormat, biosynFormat, tableFormat,
}

// Names returns the names of all formats in alphabetical order.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// Named returns the format of a name, or nil.
func Named(name string) *Format {
	i := slices.IndexFunc(formats, func(f *Format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return formats[i]
}

// HeadSize is how many bytes of a file Detect wants to see.
const HeadSize = 64 << 10

// Detect returns the format of a file that begins with these bytes, or nil.
func Detect(first []byte) *Format {
	h := newHead(first)
	for _, f := range formats {
		if f == jsonFormat && jsonLD.Match(first) {
			return nil
		}
		if f.sniff(h) {
			return f
		}
	}
	return nil
}

// Fits reports whether a file that begins with these bytes may have the format.
func (f *Format) Fits(first []byte) bool { return f.sniff(newHead(first)) }

// foreign are files that people have at hand and that are no terminologies, with what to do
// about them.
var foreign = []struct{ start, advice string }{
	{"PK\x03\x04", "a ZIP archive (or a spreadsheet): unpack it, or save the sheet as CSV"},
	{"\xd0\xcf\x11\xe0", "an old spreadsheet (.xls), or one with a password: save it as .xlsx without one"},
	{"BZh", "compressed with bzip2: bunzip2 unpacks it"},
	{"\xfd7zXZ", "compressed with xz: unxz unpacks it"},
	{"SQLite format 3", "an SQLite database: export a table as CSV"},
	{"%PDF", "a PDF document"},
	{"<!doctype html", "a web page; was the download refused?"},
	{"<html", "a web page; was the download refused?"},
	{"<?xml", "XML, but neither of MeSH nor RDF/XML; OWL/XML becomes OBO with: robot convert --input FILE --output FILE.obo"},
	{"<ontology", "OWL/XML; it becomes OBO with: robot convert --input FILE --output FILE.obo"},
	{"prefix:", "OWL in Manchester syntax; it becomes OBO with: robot convert --input FILE --output FILE.obo"},
	{"ontology:", "OWL in Manchester syntax; it becomes OBO with: robot convert --input FILE --output FILE.obo"},
	{"{", "JSON without a key; a term is an object with an id and a name"},
	{"[", "JSON, but no list of objects with an id and a name"},
	{"id\teffectiveTime\tactive\tmoduleId\trefsetId", "a reference set of SNOMED CT, which has no names; leave it out"},
	{"PAR1", "a Parquet file; make lines of it: normlet-arrow jsonl FILE | normlet build - --out FILE.normpack"},
}

// jsonLD is the beginning of JSON-LD, whose keys mean what its context says: no JSON of terms.
var jsonLD = regexp.MustCompile(`(?s)^\x{FEFF}?\s*[{[].*"@(context|graph|id)"\s*:`)

// Foreign names a file that no reader reads, and the remedy; "" if it is unknown.
func Foreign(first []byte) string {
	if jsonLD.Match(first) {
		return "JSON-LD; it becomes N-Triples with: riot --syntax=jsonld --output=ntriples FILE"
	}
	start := strings.ToLower(string(first[:min(len(first), 64)]))
	for _, f := range foreign {
		if strings.HasPrefix(string(first), f.start) || strings.HasPrefix(start, strings.ToLower(f.start)) {
			return f.advice
		}
	}
	return ""
}

// head is the beginning of a file.
type head struct {
	text  string
	lines []string // the first ones that are whole
}

func newHead(first []byte) *head {
	h := &head{text: strings.TrimPrefix(string(first), "\ufeff")}
	lines := strings.Split(h.text, "\n")
	if len(first) >= HeadSize && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		h.lines = append(h.lines, strings.TrimSuffix(line, "\r"))
	}
	return h
}

func (h *head) first() string { return h.lines[0] }

// statement returns the first line that is neither empty nor a comment after #.
func (h *head) statement() string {
	for _, line := range h.lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// has reports whether the first line has all these cells between TABs.
func (h *head) has(cells ...string) bool {
	row := strings.Split(strings.TrimPrefix(h.first(), "#"), "\t")
	for i := range row {
		row[i] = columnName(row[i])
	}
	return !slices.ContainsFunc(cells, func(c string) bool { return !slices.Contains(row, c) })
}
