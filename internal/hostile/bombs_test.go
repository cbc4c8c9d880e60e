package hostile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

// bomb is a file of a few bytes that asks its readers for many, or for many steps. n is how much of it there is.
type bomb struct {
	name  string
	make  func(n int) []byte
	n     int    // in the full test
	short int    // in the short test; 0: a hundredth
	want  string // of the error of reading it as a terminology, in the full test; "" if it is read
}

// bombs are of every kind that package limit has a limit for, and of shapes that took more than linear time.
var bombs = []bomb{
	{"entities.owl.gz", entities, 50_000_000, 0, "entities make more than 16 MiB"},
	{"synonyms.owl.gz", axioms, 100_000, 0, "more than 16384 names"},
	{"chain.obo.gz", replaced, 100_000, 0, ""},
	{"elements.xml.gz", func(n int) []byte {
		return packed("<DescriptorRecordSet>" + strings.Repeat("<a>", n) + "</DescriptorRecordSet>")
	}, 5_000_000, 0, "XML elements nested too deep"},
	{"attributes.xml.gz", func(n int) []byte { return packed("<DescriptorRecordSet><a" + strings.Repeat(` a=""`, n)) }, 5_000_000, 0, "longer than 1 MiB"},
	{"arrays.json.gz", func(n int) []byte { return packed(`[{"id":"X:1","name":"x","a":[` + strings.Repeat("[],", n)) }, 5_000_000, 0, "longer than 16 MiB"},
	{"commas.csv.gz", func(n int) []byte { return packed("id,name\nX:1,x" + strings.Repeat(",", n)) }, 16_000_000, 0, "a row of more than 1048576 cells"},
	{"bad.csv.gz", func(n int) []byte { return packed("id,name\nX:1,x\n" + strings.Repeat("X:2,a,b\n", n)) }, 1_000_000, 0, "more than 100000 bad rows"},
	{"wide.xlsx", func(n int) []byte { return excel(n, "XFD", "") }, 200_000, 200, "the workbook grows to more than 200 times its size"},
	{"merged.xlsx", func(n int) []byte {
		return excel(n, "B", "<mergeCells>"+strings.Repeat(`<mergeCell ref="B3:B1048576"/>`, n)+"</mergeCells>")
	}, 60_000, 0, "are the columns swapped?"},
	{"parts.xlsx", parts, 200, 1, "the workbook grows to more than 200 times its size"},
	{"styles.xlsx", func(n int) []byte {
		return archive("xl/workbook.xml", "", "xl/styles.xml", "<styleSheet>"+strings.Repeat("<xf/>", n))
	}, 10_000_000, 0, "xl/styles.xml in the workbook is larger than 4 MiB"},
	{"repeated.ods", repeated, 1 << 20, 0, "the workbook grows to more than 200 times its size"},
	{"spanned.ods", spanned, 60_000, 0, "are the columns swapped?"},
	{"nested.ods", func(n int) []byte { return sheets(strings.Repeat("<text:p>", n)) }, 5_000_000, 0, "elements nested too deep"},
}

func packed(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text) // to memory
	_ = w.Close()
	return b.Bytes()
}

// archive returns a ZIP archive of names and contents by turns.
func archive(files ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		method := zip.Deflate
		if files[i] == "mimetype" { // which OpenDocument wants as it is
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: files[i], Method: method})
		if err != nil {
			panic(err) // to memory
		}
		_, _ = io.WriteString(w, files[i+1])
	}
	_ = z.Close()
	return b.Bytes()
}

const rdf = `<?xml version="1.0"?>
<!DOCTYPE r [<!ENTITY a "%s">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:o="http://www.geneontology.org/formats/oboInOwl#">
`

// entities is classes with labels of declared entities.
func entities(n int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, rdf, strings.Repeat("a", 250))
	for i := range n / 12_000 {
		fmt.Fprintf(&b, "<owl:Class rdf:about=\"http://x.org/X_%d\"><rdfs:label>%s</rdfs:label></owl:Class>\n", i, strings.Repeat("&a;", 4000))
	}
	return packed(b.String() + "</rdf:RDF>")
}

// axioms is a class with many synonyms, and an axiom about each.
func axioms(n int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, rdf, "a")
	for i := range n {
		fmt.Fprintf(&b, `<owl:Class rdf:about="http://x.org/X_1"><rdfs:label>x</rdfs:label><o:hasExactSynonym>s%d</o:hasExactSynonym></owl:Class>
<owl:Axiom><owl:annotatedSource rdf:resource="http://x.org/X_1"/><owl:annotatedProperty rdf:resource="http://www.geneontology.org/formats/oboInOwl#hasExactSynonym"/><owl:annotatedTarget>s%[1]d</owl:annotatedTarget><o:hasSynonymType rdf:resource="http://x.org/abbreviation"/></owl:Axiom>
`, i)
	}
	return packed(b.String() + "</rdf:RDF>")
}

// replaced is obsolete terms, each replaced by the next.
func replaced(n int) []byte {
	var b strings.Builder
	b.WriteString("format-version: 1.2\n\n")
	for i := range n {
		fmt.Fprintf(&b, "[Term]\nid: X:%d\nname: n%[1]d\nis_obsolete: true\nreplaced_by: X:%d\n\n", i, i+1)
	}
	fmt.Fprintf(&b, "[Term]\nid: X:%d\nname: last\n", n)
	return packed(b.String())
}

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// book returns the parts of a workbook of Excel with one sheet.
func book(rows string) []string {
	return []string{
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relationships + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relationships + `"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relationships + `/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + rows + `</worksheet>`,
	}
}

// excel is a workbook with a text in a column of each of many rows.
func excel(n int, column, after string) []byte {
	var b strings.Builder
	cell := func(at string, text any) string {
		return fmt.Sprintf(`<c r="%s" t="inlineStr"><is><t>%v</t></is></c>`, at, text)
	}
	b.WriteString(`<sheetData><row r="1">` + cell("A1", "id") + cell("B1", "name") + "</row>")
	for i := 2; i < n; i++ {
		fmt.Fprintf(&b, `<row r="%d">%s%s</row>`, i, cell(fmt.Sprint("A", i), fmt.Sprint("X:", i)), cell(fmt.Sprint(column, i), "x"))
	}
	return archive(book(b.String() + "</sheetData>" + after)...)
}

// parts is a workbook of many parts, none of them too large.
func parts(n int) []byte {
	files := book("<sheetData></sheetData>")
	blank := strings.Repeat(" ", 15<<20)
	for i := range n {
		files = append(files, fmt.Sprintf("xl/worksheets/sheet%d.xml", i+2), blank)
	}
	return archive(files...)
}

func sheets(rows string) []byte {
	const ns = "urn:oasis:names:tc:opendocument:xmlns:"
	return archive("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content xmlns:office="`+ns+`office:1.0" xmlns:table="`+ns+`table:1.0" xmlns:text="`+ns+`text:1.0"><office:body><office:spreadsheet><table:table table:name="S">`+
			rows+`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

func openCell(text, more string) string {
	return "<table:table-cell " + more + "><text:p>" + text + "</text:p></table:table-cell>"
}

// repeated is a row of many cells, many times.
func repeated(n int) []byte {
	wide := openCell(strings.Repeat("c", 900), `table:number-columns-repeated="16000"`)
	return sheets("<table:table-row>" + openCell("id", "") + openCell("name", "") + wide + "</table:table-row>" +
		fmt.Sprintf(`<table:table-row table:number-rows-repeated="%d">`, n) + openCell("X:1", "") + openCell("one", "") + wide + "</table:table-row>")
}

// spanned is cells each of which is merged with all below.
func spanned(n int) []byte {
	var b strings.Builder
	b.WriteString("<table:table-row>" + openCell("id", "") + openCell("name", "") + "</table:table-row>")
	for i := range n {
		b.WriteString("<table:table-row>" + openCell(fmt.Sprint("X:", i), "") + openCell(fmt.Sprint("n", i), `table:number-rows-spanned="1048576"`) + "</table:table-row>")
	}
	return sheets(b.String())
}
