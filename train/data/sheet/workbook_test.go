package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// workbook returns a small workbook with what spreadsheets have: a hidden sheet and an empty one first, rows without
// text before the header, genes that became dates, numbers by their formats, a formula, merged cells, an error.
func workbook(t *testing.T) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	check(t, f.SetSheetName("Sheet1", "hidden"))
	for _, name := range []string{"empty", "genes", "more"} {
		_, err := f.NewSheet(name)
		check(t, err)
	}
	f.SetActiveSheet(1)
	check(t, f.SetSheetVisible("hidden", false))
	check(t, f.SetSheetRow("hidden", "A1", &[]any{"id", "secret"}))
	check(t, f.SetSheetRow("more", "A1", &[]any{"x", "y"}))
	check(t, f.SetSheetRow("more", "A2", &[]any{1, 2}))
	for i, row := range [][]any{
		{"id", "name", "count"},
		{"G:1", "FOXP2", 100000},
		{nil, "SPCH1", 100000},
		{"G:3", 45171, 0.5},
		{"G:4", 45171, 1e5},
		{"G:5", 45171, 3},
		{"G:6", "two\nlines", true},
		{"G:7", "#N/A"},
		nil,
		{"G:9", "  blanks ", "last"},
	} {
		check(t, f.SetSheetRow("genes", fmt.Sprintf("A%d", i+3), &row))
	}
	check(t, f.MergeCell("genes", "A4", "A5"))
	for cell, format := range map[string]string{"B6": "d-mmm", "B7": "yyyy-mm-dd", "C7": "0.00E+00", "C6": "0%"} {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
		check(t, err)
		check(t, f.SetCellStyle("genes", cell, cell, style))
	}
	style, err := f.NewStyle(&excelize.Style{NumFmt: 14}) // the date of the system
	check(t, err)
	check(t, f.SetCellStyle("genes", "B8", "B8", style))
	check(t, f.SetCellFormula("genes", "C8", "1+2"))
	check(t, f.SetCellValue("genes", "C8", 3)) // the value that was saved
	var b bytes.Buffer
	check(t, f.Write(&b))
	return b.Bytes()
}

// zipped returns an archive of files: name, content, name, content.
func zipped(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		method := zip.Deflate
		if i == 0 {
			method = zip.Store // the type of an OpenDocument can be read without unpacking
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: files[i], Method: method})
		check(t, err)
		_, err = w.Write([]byte(files[i+1]))
		check(t, err)
	}
	check(t, z.Close())
	return b.String()
}

const (
	odsType   = "application/vnd.oasis.opendocument.spreadsheet"
	odsBefore = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
		`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
		`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">` +
		`<office:automatic-styles><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>` +
		`<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>`
	odsAfter = `</office:spreadsheet></office:body></office:document-content>`
)

// openSheets is what workbook has, as LibreOffice writes it.
const openSheets = `<table:table table:name="hidden" table:style-name="ta2"><table:table-row><table:table-cell><text:p>id</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="empty" table:style-name="ta1"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
<table:table table:name="genes" table:style-name="ta1"><table:table-column table:number-columns-repeated="3"/>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"/></table:table-row>
<table:table-header-rows><table:table-row><table:table-cell><text:p>id</text:p></table:table-cell><table:table-cell><text:p>name</text:p></table:table-cell><table:table-cell><text:p>count</text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>G:1</text:p></table:table-cell><table:table-cell><office:annotation><text:p>a note</text:p></office:annotation><text:p>FOX<text:span>P2</text:span></text:p></table:table-cell><table:table-cell office:value-type="float" office:value="100000"><text:p>100000</text:p></table:table-cell></table:table-row>
<table:table-row><table:covered-table-cell/><table:table-cell><text:p>SPCH1</text:p></table:table-cell><table:table-cell><text:p>100000</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>G:3</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2023-09-02"><text:p>2-Sep</text:p></table:table-cell><table:table-cell office:value="0.5"><text:p>50%</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>G:4</text:p></table:table-cell><table:table-cell office:date-value="2023-09-02"><text:p>2023-09-02</text:p></table:table-cell><table:table-cell office:value="100000"><text:p>1.00E+05</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>G:5</text:p></table:table-cell><table:table-cell office:date-value="2023-09-02"><text:p>9/2/2023</text:p></table:table-cell><table:table-cell table:formula="of:=1+2" office:value="3"><text:p>3</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>G:6</text:p></table:table-cell><table:table-cell>
 <text:p>two</text:p>
 <text:p>lines</text:p></table:table-cell><table:table-cell><text:p>TRUE</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>G:7</text:p></table:table-cell><table:table-cell><text:p>#N/A</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row><table:table-cell><text:p>G:9</text:p></table:table-cell><table:table-cell><text:p><text:s text:c="2"/>blanks </text:p></table:table-cell><table:table-cell><text:p>last</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048564"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
<table:table table:name="more" table:style-name="ta1"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell></table:table-row></table:table>`

func openDocument(t *testing.T, tables string) string {
	t.Helper()
	return zipped(t, "mimetype", odsType, "content.xml", odsBefore+tables+odsAfter)
}

// TestWorkbooks reads the same rows of both kinds of workbooks.
func TestWorkbooks(t *testing.T) {
	const rows = "4 G:1|FOXP2|100000; 5 G:1|SPCH1|100000; 6 G:3|2-Sep|50%; 7 G:4|2023-09-02|1.00E+05; 8 G:5|9/2/2023|3; " +
		"9 G:6|two\nlines|TRUE; 10 G:7|#N/A|; 12 G:9|  blanks |last"
	for name, content := range map[string]string{"t.xlsx": string(workbook(t)), "t.ods": openDocument(t, openSheets)} {
		for _, called := range []string{name, "t.csv", "t"} { // the content tells
			table, got, err := all(t, called, content, Options{})
			if err != nil {
				t.Errorf("%s called %s: %v", name, called, err)
				continue
			}
			if got := strings.Join(got, "; "); got != rows {
				t.Errorf("%s called %s: rows\n got %q\nwant %q", name, called, got, rows)
			}
			if got := strings.Join(table.Header, "|"); got != "id|name|count" || table.Sheet != `"genes" (3 of 4)` {
				t.Errorf("%s: header %q of sheet %s", name, got, table.Sheet)
			}
		}
		for asked, want := range map[string]string{"hidden": "", "more": "2 ", "4": "2 ", "3": "4 G:1", "1": ""} {
			_, got, err := all(t, name, content, Options{Sheet: asked})
			if err != nil || !strings.HasPrefix(strings.Join(got, "; "), want) {
				t.Errorf("%s, sheet %s: %v, %q", name, asked, err, got)
			}
		}
		_, _, err := all(t, name, content, Options{Sheet: "5"})
		if want := name + `: no sheet "5"; --sheet may be a number or one of "hidden", "empty", "genes", "more"`; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestBadWorkbooks says of files that are like workbooks what they are.
func TestBadWorkbooks(t *testing.T) {
	book := string(workbook(t))
	bomb := strings.Repeat(" ", 70<<20)
	cell := `<table:table table:name="t"><table:table-row><table:table-cell><text:p>%s</text:p></table:table-cell></table:table-row></table:table>`
	for _, tt := range []struct{ name, content, want string }{
		{"cut", book[:len(book)/2], "t.xlsx: the workbook cannot be unpacked (zip: not a valid zip file); is the file complete?"},
		{"no workbook", zipped(t, "a.txt", "x"), "t.xlsx: a ZIP archive, and no workbook: unpack it"},
		{"a text", zipped(t, "[Content_Types].xml", "x", "word/document.xml", "x"), "t.xlsx: a document, no workbook: save its table as .xlsx or CSV"},
		{"binary", zipped(t, "[Content_Types].xml", "x", "xl/workbook.bin", "x"), "t.xlsx: a binary workbook (.xlsb): save it as .xlsx"},
		{"Numbers", zipped(t, "Index/Document.iwa", "x"), "t.xlsx: a document of Numbers or Pages: export it as .xlsx or CSV"},
		{"no XML", zipped(t, "xl/workbook.xml", "x"), "t.xlsx: no workbook that can be read: "},
		{"bomb", zipped(t, "mimetype", odsType, "content.xml", bomb), "t.xlsx: content.xml: the workbook grows to more than 200 times its size"},
		{"password", zipped(t, "mimetype", odsType, "content.xml", "x", "META-INF/manifest.xml", "<manifest:encryption-data>"), "t.xlsx: a workbook with a password: save it without one"},
		{"no content", zipped(t, "mimetype", odsType), "t.xlsx: an OpenDocument without content.xml; is the file complete?"},
		{"no sheet", openDocument(t, ""), "t.xlsx: an OpenDocument without a sheet: no spreadsheet"},
		{"nothing visible", openDocument(t, `<table:table table:name="a"/>`), `t.xlsx: no visible sheet has any text; there are "a", and --sheet takes a hidden one, too`},
		{"cut XML", zipped(t, "mimetype", odsType, "content.xml", odsBefore+`<table:table table:name="a"><table:table-row>`), "t.xlsx: content.xml"},
		{"long cell", openDocument(t, fmt.Sprintf(cell, strings.Repeat("xyz &amp; ", 1<<18))), "t.xlsx: content.xml: a text longer than 1 MiB"},
		{"wide row", openDocument(t, strings.Replace(fmt.Sprintf(cell, "x"), "<table:table-cell>", `<table:table-cell table:number-columns-repeated="16000"/><table:table-cell table:number-columns-repeated="16000">`, 1)),
			"t.xlsx: sheet \"t\": a row of more than 16384 cells"},
	} {
		_, _, err := all(t, "t.xlsx", tt.content, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestMerges fills merged cells downwards, whatever else their rows have.
func TestMerges(t *testing.T) {
	m := merges{areas: []area{{0, 2, 0}, {1, 2, 2}, {2, 9, 1}}}
	var got []string
	for row, cells := range [][]string{{"a", "b"}, {"", "c", "d"}, {}, {"e"}} {
		got = append(got, strings.Join(m.fill(row, cells), "|"))
	}
	if want := "a|b; a|c|d; a||d; e"; strings.Join(got, "; ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	for ref, want := range map[string]area{"A2:A4": {1, 3, 0}, "AB10:AC11": {9, 10, 27}} {
		if a, ok := parseArea(ref); !ok || a != want {
			t.Errorf("%s: %v, %v; want %v", ref, a, ok, want)
		}
	}
	for _, ref := range []string{"A2", "A2:C2", "2:4", "A:B", "", ":"} {
		if a, ok := parseArea(ref); ok {
			t.Errorf("%s: %v", ref, a)
		}
	}
}

// TestUnsavedFormulas counts the formulas whose cells are empty because nobody has calculated them, in the sheet that is
// read, as Excel, LibreOffice and the libraries that write formulas alone leave them.
func TestUnsavedFormulas(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	check(t, f.SetSheetRow("Sheet1", "A1", &[]string{"id", "name"}))
	for i, formula := range []string{`"G:"&1`, `"G:"&2`} {
		check(t, f.SetCellFormula("Sheet1", fmt.Sprintf("A%d", i+2), formula))
		check(t, f.SetCellStr("Sheet1", fmt.Sprintf("B%d", i+2), "x"))
	}
	var b bytes.Buffer
	check(t, f.Write(&b))
	cell := func(attributes, inside string) string {
		return "<table:table-row><table:table-cell " + attributes + ">" + inside + "</table:table-cell><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>"
	}
	open := openDocument(t, `<table:table table:name="a">`+cell("", "<text:p>id</text:p>")+
		cell(`table:formula="of:=1"`, "")+cell(`table:formula="of:=1" table:number-columns-repeated="2"`, "")+
		cell(`table:formula="of:=1" office:value-type="string"`, "")+cell(`table:formula="of:=1"`, "<text:p>1</text:p>")+`</table:table>`+
		`<table:table table:name="b">`+cell(`table:formula="of:=1"`, "")+`</table:table>`)
	for _, tt := range []struct {
		name, content string
		want          int
	}{{"t.xlsx", b.String(), 2}, {"t.ods", open, 3}, {"saved.xlsx", string(workbook(t)), 0}, {"saved.ods", openDocument(t, openSheets), 0}} {
		table, _, err := all(t, tt.name, tt.content, Options{})
		if err != nil || table.Unsaved != tt.want {
			t.Errorf("%s: %v, %d formulas without a value; want %d", tt.name, err, table.Unsaved, tt.want)
		}
	}
	for xml, want := range map[string]int{
		`<c r="A1"><f>1+2</f><v>3</v></c>`:                             0, // Excel
		`<c r="A1" t="str"><f>""</f><v></v></c>`:                       0, // Excel, the empty text
		`<c r="A1"><f>1+2</f><v/></c><c r="B1"><v>3</v></c>`:           1, // openpyxl
		`<c r="A1"><f>1+2</f><v></v></c>`:                              1,
		`<c r="A1"><f t="shared" si="0"/></c><c r="B1" s="1"/>`:        1,
		`<cols><col min="1"/></cols><c r="A1"/><formula1>1</formula1>`: 0,
	} {
		var f formulas
		for _, tag := range strings.SplitAfter(strings.ReplaceAll(xml, "<", "\x00<"), "\x00") {
			f.see(strings.TrimSuffix(tag, "\x00"))
		}
		if f.empty != want {
			t.Errorf("%s: %d, want %d", xml, f.empty, want)
		}
	}
}
