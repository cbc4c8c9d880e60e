package sheet

import (
	"bufio"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText reads anything as a table of text: no panic, no cell that is no text, no row of another width.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"id, \"a\"\"b\" \n1,2\n", "a\tb\r1\t2\r", "[{\"a\":1},\n{}]", "{}\n{", "\xff\xfea\x00", "a;b\n\"x", "\xff\xfea\x00\n\x00\x3d\xd8x\x00", "a,b\n1\n2,3,4\n5,6\n", "PK\x03\x04"} {
		for format := range len(Formats()) + 1 {
			f.Add(seed, format, false)
		}
	}
	f.Fuzz(func(t *testing.T, content string, format int, none bool) {
		o := Options{NoHeader: none}
		if all := Formats(); format >= 0 && format < len(all) {
			o.Format = all[format]
		}
		text, _, err := Decode(bufio.NewReaderSize(strings.NewReader(content), HeadSize), "", true)
		check(t, err)
		table, err := New(text, "t", o, nil)
		if err != nil {
			return
		}
		defer table.Close()
		for _, r := range table.Peek(1 << 20) {
			if len(r.Fields) != table.Width || !utf8.Valid(r.Object) {
				t.Fatalf("%d cells of %d, %q", len(r.Fields), table.Width, r.Object)
			}
			for _, cell := range r.Fields {
				if !utf8.ValidString(cell) {
					t.Fatalf("%q is no text", cell)
				}
			}
		}
	})
}

// FuzzODS reads anything as the content of an OpenDocument.
func FuzzODS(f *testing.F) {
	f.Add(openSheets)
	f.Add(`<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`)
	f.Add(`<table:table table:name="a"><table:table-row table:number-rows-repeated="9"><table:table-cell table:number-rows-spanned="3"><text:p>x</text:p>`)
	f.Fuzz(func(t *testing.T, tables string) {
		table, err := New(strings.NewReader(zipped(t, "mimetype", odsType, "content.xml", odsBefore+tables+odsAfter)), "t", Options{}, nil)
		if err != nil {
			return
		}
		defer table.Close()
		for _, r := range table.Peek(1000) {
			if len(r.Fields) != table.Width {
				t.Fatalf("%d cells of %d", len(r.Fields), table.Width)
			}
		}
	})
}
