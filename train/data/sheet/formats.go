package sheet

import (
	"bytes"
	"slices"
	"strings"
)

const zipMagic = "PK\x03\x04"

func isZip(head []byte) bool { return bytes.HasPrefix(head, []byte(zipMagic)) }

// endings are the formats that names of files end with.
var endings = []struct{ end, format string }{
	{".csv", CSV}, {".tsv", TSV}, {".jsonl", JSONL}, {".ndjson", JSONL}, {".json", jsonArray}, {".xlsx", xlsx}, {".xlsm", xlsx}, {".ods", ods},
}

// formatOf guesses a format from a file's content, where that leaves no doubt, or else its name, or else its first
// line.
func formatOf(name string, head []byte, comma byte) string {
	start := bytes.TrimSpace(head[:min(len(head), 64)])
	switch {
	case isZip(head) && isODS(head):
		return ods
	case isZip(head):
		return xlsx
	case comma == '\t':
		return TSV
	case comma != 0:
		return CSV
	}
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".zst")
	for _, e := range endings {
		switch {
		case !strings.HasSuffix(name, e.end):
		case e.format == jsonArray && bytes.HasPrefix(start, []byte("{")):
			return JSONL
		default:
			return e.format
		}
	}
	switch {
	case bytes.HasPrefix(start, []byte("{")):
		return JSONL
	case isArray(start):
		return jsonArray
	case strings.Contains(firstRow(head), "\t"):
		return TSV
	}
	return CSV
}

// isArray reports whether a text begins as an array of objects.
func isArray(start []byte) bool {
	rest, ok := bytes.CutPrefix(start, []byte("["))
	return ok && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{"))
}

// isODS reports whether a ZIP archive says that it is an OpenDocument: its first file is its type.
func isODS(head []byte) bool {
	return bytes.Contains(head[:min(len(head), 128)], []byte("mimetypeapplication/vnd.oasis.opendocument"))
}

// IsWorkbook reports whether a file that begins with head may be a workbook.
func IsWorkbook(head []byte) bool {
	if !isZip(head) || isODS(head) {
		return isZip(head)
	}
	return slices.ContainsFunc([]string{"[Content_Types].xml", "_rels/", "xl/", "docProps/"}, func(part string) bool {
		return len(head) >= 30 && bytes.HasPrefix(head[30:], []byte(part))
	})
}

// others are files that are no tables, or none that is read, with what to do about them.
var others = []struct{ start, advice string }{
	{"\xd0\xcf\x11\xe0", "an old spreadsheet (.xls), or one with a password: save it as .xlsx without one"},
	{zipMagic, "a ZIP archive, as workbooks are: --input-format xlsx or ods reads those"},
	{"PAR1", "Parquet: call the file .parquet, so that normlet map reads it"},
	{"%PDF", "a PDF document"},
	{"SQLite format 3", "an SQLite database: export a table as CSV"},
	{"BZh", "compressed with bzip2: bunzip2 unpacks it"},
	{"\xfd7zXZ", "compressed with xz: unxz unpacks it"},
	{"<!doctype html", "a web page; was the download refused?"},
	{"<html", "a web page; was the download refused?"},
}

// whatElse says what a file is that is no text, after ": it is ".
func whatElse(head []byte) string {
	start := string(head[:min(len(head), 64)])
	if strings.HasPrefix(start, "<") {
		start = strings.ToLower(start)
	}
	for _, o := range others {
		if strings.HasPrefix(start, o.start) {
			return ": it is " + o.advice
		}
	}
	return ""
}
