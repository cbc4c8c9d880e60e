package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// tableRows is a table with what the tables of people have: a name with a comma, one of two lines, Greek letters, a
// quotation mark, an empty cell.
var tableRows = [][]string{
	{"code", "label", "note"},
	{"B:1", "stag beetle", ""}, {"B:2", "rove beetle", "fast"}, {"B:3", "ladybird, two-spotted", "x"}, {"B:4", "goliath beetle", ""},
	{"B:5", "γ-spotted weevil", ""}, {"B:6", "click\nbeetle", "two lines"}, {"B:7", "5\" longhorn", ""}, {"B:8", "firefly", "#N/A"},
	{"B:9", "dung beetle", ""}, {"B:10", "bark beetle", ""}, {"B:11", "water scavenger", ""}, {"B:12", "bombardier", "last"},
}

// workbookOf returns tableRows as .xlsx: below an empty row, after an empty sheet and a hidden one.
func workbookOf(t *testing.T, rows [][]string) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	err := f.SetSheetRow("Sheet1", "A1", &[]string{"id", "name"})
	for _, name := range []string{"empty", "beetles"} {
		if err == nil {
			_, err = f.NewSheet(name)
		}
	}
	f.SetActiveSheet(1)
	if err == nil {
		err = f.SetSheetVisible("Sheet1", false)
	}
	for i := range rows {
		if err == nil {
			err = f.SetSheetRow("beetles", fmt.Sprintf("A%d", i+2), &rows[i])
		}
	}
	var b bytes.Buffer
	if err == nil {
		err = f.Write(&b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// openDocumentOf returns rows as .ods.
func openDocumentOf(t *testing.T, rows [][]string) string {
	t.Helper()
	var b, out bytes.Buffer
	b.WriteString(`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ` +
		`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="beetles">`)
	for _, row := range rows {
		b.WriteString("<table:table-row>")
		for _, cell := range row {
			cell = strings.NewReplacer("&", "&amp;", "<", "&lt;", "\n", "</text:p><text:p>").Replace(cell)
			b.WriteString("<table:table-cell><text:p>" + cell + "</text:p></table:table-cell>")
		}
		b.WriteString("</table:table-row>")
	}
	b.WriteString("</table:table></office:spreadsheet></office:body></office:document-content>")
	z := zip.NewWriter(&out)
	for _, file := range [][2]string{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, {"content.xml", b.String()}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: file[0]})
		if err == nil {
			_, err = w.Write([]byte(file[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// csvOf returns rows as CSV, every cell quoted.
func csvOf(rows [][]string, delimiter, end string) string {
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteString(delimiter)
			}
			b.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"`)
		}
		b.WriteString(end)
	}
	return b.String()
}

func utf16le(s string) string {
	out := []byte{0xff, 0xfe}
	for _, r := range s {
		out = append(out, byte(r), byte(r>>8))
	}
	return string(out)
}

// TestTables reads one table in every shape, by build and by map: the same names, and the same answers.
func TestTables(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	swapped := make([][]string, len(tableRows))
	for i, row := range tableRows {
		swapped[i] = []string{row[1], row[0]}
	}
	var tsv strings.Builder
	for _, row := range tableRows {
		tsv.WriteString(strings.ReplaceAll(strings.Join(row, "\t"), "\n", " ") + "\n")
	}
	byName, bare := "--columns id=code,name=label", "--no-header"
	for _, c := range []struct{ name, content, build, column, mapped, chosen string }{
		{"commas.csv", csvOf(tableRows, ",", "\n"), byName, "label", "", "csv, UTF-8, delimiter comma, header"},
		{"semicolons.csv", csvOf(tableRows, ";", "\r\n"), byName, "label", "", "csv, UTF-8, delimiter semicolon, header"},
		{"bars.txt", csvOf(tableRows, "|", "\n"), byName, "2", "", "csv, UTF-8, delimiter bar, header"},
		{"blanks.csv", csvOf(tableRows, ", ", "\n"), byName, "label", "", "csv, UTF-8, delimiter comma, header"},
		{"mac.csv", csvOf(tableRows, ",", "\r"), byName, "label", "", "csv, UTF-8, delimiter comma, header"},
		{"utf16.csv", utf16le(csvOf(tableRows, ",", "\n")), byName, "label", "", "csv, UTF-16LE, delimiter comma, header"},
		{"hashes.csv", csvOf(tableRows, "#", "\n"), byName + " --delimiter #", "label", "--delimiter #", "csv, UTF-8, delimiter #, header"},
		{"table.tsv", tsv.String(), byName, "label", "", "tsv, UTF-8, header"},
		{"book.xlsx", workbookOf(t, tableRows), byName, "label", "", `xlsx, sheet "beetles" (3 of 3), header`},
		{"book.ods", openDocumentOf(t, tableRows), byName, "label", "", `ods, sheet "beetles", header`},
		{"bare.csv", csvOf(swapped[1:], ",", "\n"), "", "1", bare, "csv, UTF-8, delimiter comma, no header"},
		{"bare.tsv", strings.ReplaceAll(csvOf(swapped[1:7], "\t", "\n"), "\"click\nbeetle\"", "click beetle"), "--columns id=2,name=1", "1", bare, "tsv, UTF-8, no header"},
		{"bare.xlsx", workbookOf(t, swapped[1:]), "--columns id=2,name=1 --sheet beetles", "1", bare + " --sheet 3", `xlsx, sheet "beetles" (3 of 3), no header`},
	} {
		f.write(c.name, c.content)
		build := "build --encoder DIR/t.normenc --weights-from DIR/t.normpack --force --report DIR/x.json --out DIR/x.normpack DIR/" + c.name + " " + c.build
		code, _, stderr := f.run(nil, strings.Fields(build)...)
		if want := "DIR/" + c.name + ": table, " + c.chosen + "; id: column "; code != exitDone || !strings.Contains(stderr, want) ||
			!strings.Contains(stderr, "  B:1  stag beetle") {
			t.Errorf("%s: build: status %d, %s; want %s", c.name, code, stderr, want)
			continue
		}
		if report := f.read("x.json"); !strings.Contains(report, `"first": [`) || !strings.Contains(report, `"role": "name"`) {
			t.Errorf("%s: the report does not say how it was read: %s", c.name, report)
		}
		mapping := "map DIR/" + c.name + " --pack DIR/x.normpack --out - --format tsv --column " + c.column + " " + c.mapped
		code, stdout, stderr := f.run(nil, strings.Fields(mapping)...)
		if !strings.Contains(stderr, c.chosen+"; mentions: column ") {
			t.Errorf("%s: map: %s; want %s", c.name, stderr, c.chosen)
		}
		for _, want := range []string{"\tB:1\t", "\tB:5\t", "\tB:6\t"} {
			if code != exitDone || !strings.Contains(stdout, want) {
				t.Errorf("%s: map: status %d, %s%s; want %q", c.name, code, stdout, stderr, want)
			}
		}
	}
}

// publishedRows are a few rows in the shapes in which BioPortal and SNOMED CT publish theirs.
const (
	bioPortal = "Class ID,Preferred Label,Synonyms,Definitions,Obsolete,CUI,Semantic Types,Parents"
	rf2Header = "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId"
)

func bioPortalRow(i int, id, label string) string {
	return fmt.Sprintf("%s,%s,other %d,,false,C%07d,,http://x.org/b/B_1\n", id, label, i, i)
}

func releaseRow(i int, concept, term string) string {
	return fmt.Sprintf("%d\t20260101\t1\t900000000000207008\t%s\ten\t900000000000013009\t%s\t900000000000448009\n", 5001+i, concept, term)
}

// TestSwappedColumns stops at columns that are swapped or missing, in the shapes that people download, with the flag
// that mends it; never a pack that answers with names as ids.
func TestSwappedColumns(t *testing.T) {
	f := newFixture(t)
	rows := func(header string, row func(i int) string) string {
		out := header + "\n"
		for i := range 12 {
			out += row(i)
		}
		return out
	}
	iri := func(i int) string { return fmt.Sprintf("http://purl.bioontology.org/ontology/BEETLE/B%d", i) }
	term := func(i int) string { return fmt.Sprintf("stag beetle no. %d", i) }
	sctid := func(i int) string { return fmt.Sprint(10001005 + i) }
	for _, c := range []struct{ name, content, flags, want string }{
		{"BioPortal, swapped", rows(bioPortal, func(i int) string { return bioPortalRow(i, term(i), iri(i)) }), "", "--input-format table --columns id="},
		{"BioPortal, without ids", rows(strings.NewReplacer("Class ID", "Class", "CUI", "UMLS").Replace(bioPortal), func(i int) string { return bioPortalRow(i, iri(i), term(i)) }), "", "--columns id="},
		{"BioPortal, without labels", rows(strings.Replace(bioPortal, "Preferred Label", "PL", 1), func(i int) string { return bioPortalRow(i, iri(i), term(i)) }), "", "--columns id="},
		{"RF2, swapped", rows(rf2Header, func(i int) string { return releaseRow(i, term(i), sctid(i)) }), "", "--input-format table --columns id="},
		{"RF2 as a table, swapped", rows(rf2Header, func(i int) string { return releaseRow(i, term(i), sctid(i)) }), "--input-format table --columns id=conceptId,name=term", "--no-column-check"},
		{"RF2, without concepts", rows(strings.Replace(rf2Header, "conceptId", "concept", 1), func(i int) string { return releaseRow(i, sctid(i), term(i)) }), "", "--columns id="},
		{"RF2, without terms", rows(strings.Replace(rf2Header, "term", "word", 1), func(i int) string { return releaseRow(i, sctid(i), term(i)) }), "", "--columns id="},
		{"two names", "id,name,name\n1,a,b\n", "", `the columns 2 and 3 are all called "name": say which is the name with --columns name=2`},
		{"a column that is not there", "id,name\n1,a\n", "--columns name=title", `no column "title", which is to be the name; the header has "id", "name": --columns takes names and numbers`},
		{"a number too large", "1,a\n2,b\n", "--columns id=1,name=3 --no-header", `no column "3", which is to be the name: without a header there are the numbers 1 to 2`},
		{"unknown columns", "a,b,c\n1,x,y\n", "", `no column for the id; the header has "a", "b", "c": name it with --columns id=COLUMN`},
		{"unknown columns, delimiter said", "a;b,c\n1,x;y\n", "--delimiter semicolon", `no column for the id; the header has "a", "b,c": name it with --columns id=COLUMN`},
		{"no header, and no columns", "1\tx\ty\n", "--no-header", "without a header nothing says which column is the id: name it by its number, as in --columns id=1,name=2"},
	} {
		f.write("t.txt", c.content)
		code, _, stderr := f.run(nil, strings.Fields("build DIR/t.txt --encoder DIR/t.normenc --out DIR/x.normpack "+c.flags)...)
		if code != exitFailed || !strings.Contains(stderr, c.want) || !strings.HasPrefix(lastLine(stderr), "normlet: DIR/t.txt") {
			t.Errorf("%s: status %d, %s; want 1 and %s", c.name, code, stderr, c.want)
		}
		f.only("t.txt")
	}
	f.write("t.txt", rows("id\tname", func(i int) string { return term(i) + "\t" + sctid(i) + "\n" }))
	if code, _, stderr := f.run(nil, strings.Fields("build DIR/t.txt --encoder DIR/t.normenc --out DIR/x.normpack --no-column-check")...); code != exitDone {
		t.Errorf("trusted: status %d, %s", code, stderr)
	}
}

// TestTwoColumnsOfAName asks map which one is meant.
func TestTwoColumnsOfAName(t *testing.T) {
	f := newFixture(t)
	f.write("t.csv", "gene,gene\nTP53,FOXP2\n")
	code, _, stderr := f.run(nil, strings.Fields("map DIR/t.csv --column gene --out -")...)
	if want := `t.csv: 2 columns are called "gene": say its number, which is 1 or 2`; code != exitFailed || !strings.Contains(stderr, want) {
		t.Errorf("status %d, %s; want %s", code, stderr, want)
	}
}

// withFormula makes the cell FORMULA of a workbook one of a formula that nobody has calculated.
func withFormula(t *testing.T, book string) string {
	t.Helper()
	in, err := zip.NewReader(strings.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"mimetype", "content.xml"} {
		content, err := fs.ReadFile(in, name)
		if err != nil {
			t.Fatal(err)
		}
		cell := "<table:table-cell><text:p>FORMULA</text:p>"
		w, err := z.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = w.Write(bytes.ReplaceAll(content, []byte(cell), []byte(`<table:table-cell table:formula="of:=1">`)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
