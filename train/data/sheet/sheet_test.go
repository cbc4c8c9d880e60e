package sheet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/limit"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// all returns the rows of a text as people would write them: line, cells between bars, and errors.
func all(t *testing.T, name, content string, o Options) (*Table, []string, error) {
	t.Helper()
	text, _, err := Decode(bufio.NewReaderSize(strings.NewReader(content), HeadSize), "", true)
	check(t, err)
	table, err := New(text, name, o, nil)
	if err != nil {
		return nil, nil, err
	}
	defer table.Close()
	var rows []string
	for {
		r, err := table.Next()
		if err == io.EOF {
			return table, rows, nil
		}
		if _, ok := err.(*RowError); ok {
			rows = append(rows, "error "+err.Error())
			continue
		}
		if err != nil {
			return table, rows, err
		}
		rows = append(rows, fmt.Sprint(r.Line, " ", strings.Join(r.Fields, "|"), string(r.Object)))
	}
}

// TestTexts reads tables of text with the traps that files of people have.
func TestTexts(t *testing.T) {
	for _, tt := range []struct {
		name, file, content string
		o                   Options
		header, rows        string
	}{
		{"commas", "t.csv", "id,name\n1,a\n", Options{}, "id|name", "2 1|a"},
		{"semicolons", "t.csv", "id;name\n1;a,b\n", Options{}, "id|name", "2 1|a,b"},
		{"bars", "t.txt", "id|name\n1|a,b;c\n", Options{}, "id|name", "2 1|a,b;c"},
		{"a CSV of tabs", "t.csv", "id\tname\n1\t\"a\tb\"\n", Options{}, "id|name", "2 1|a\tb"},
		{"quotation marks in TSV", "t.tsv", "# v 3\n\"id\"\t\"name\"\n\"1\"\t\"the \"\"a\"\"\"\n", Options{}, "id|name", "3 1|the \"a\""},
		{"quotation marks of a TSV's own", "t.tsv", "id\tname\n\"5' end\t\"a\" or \"b\"\n\"\tc\"\n", Options{}, "id|name", "2 \"5' end|\"a\" or \"b\"; 3 \"|c\""},
		{"a delimiter that is said", "t.csv", "id,a:name\n1:x,y\n", Options{Delimiter: ":"}, "id,a|name", "2 1|x,y"},
		{"a delimiter as a word", "t.csv", "id,name\ta\n1\tx\n", Options{Delimiter: "tab"}, "id,name|a", "2 1|x"},
		{"CR alone", "t.csv", "id,name\r1,a\r2,\"b\nc\"\r", Options{}, "id|name", "2 1|a; 3 2|b\nc"},
		{"CR alone in TSV", "t.tsv", "id\tname\r1\ta\r", Options{}, "id|name", "2 1|a"},
		{"CR and LF", "t.csv", "id,name\r\n1,\"a\r\nb\"\r\n", Options{}, "id|name", "2 1|a\nb"},
		{"blanks before quotation marks", "t.csv", "id, \"the name\"\n1, \"a, \"\"b\"\"\" \n2 , c \n", Options{}, "id|the name", "2 1|a, \"b\"; 3 2 | c "},
		{"a cell of several lines", "t.csv", "id,\"the\nname\"\n1,\"a\n\nb\"\n2,c\n", Options{}, "id|the\nname", "3 1|a\n\nb; 6 2|c"},
		{"delimiters inside quotation marks", "t.csv", "\"a,b,c\";d\n1;2\n", Options{}, "a,b,c|d", "2 1|2"},
		{"leading rows without text", "t.csv", ",\n , \nid,name\n1,a\n", Options{}, "id|name", "4 1|a"},
		{"no header", "t.csv", "1,a\n2,b\n", Options{NoHeader: true}, "", "1 1|a; 2 2|b"},
		{"rows of other widths", "t.csv", "id,name\n1\n2,b\n", Options{}, "id|name", "error t.csv:2: 1 columns, the first row has 2; 3 2|b"},
		{"a stray quotation mark", "t.csv", "id,name\n1,5\" end\n2,b\n", Options{}, "id|name",
			"error t.csv:2: bare \" in non-quoted-field; such fields have to be quoted, and their quotes doubled; 3 2|b"},
		{"UTF-16", "t.csv", "\xff\xfei\x00,\x00n\x00\n\x00\xe9\x00,\x00a\x00\n\x00", Options{}, "i|n", "2 é|a"},
		{"Latin-1", "t.csv", "i,n\n\xe9,a\n", Options{}, "i|n", "2 é|a"},
		{"an object a line", "t.txt", "{\"a\":1}\n\n{\"a\":2}\n", Options{}, "", "1 {\"a\":1}; 3 {\"a\":2}"},
		{"an array of objects", "t.txt", "[\n {\"a\":1},\n {\"a\":\n 2}]\n", Options{}, "", "2 {\"a\":1}; 3 {\"a\":\n 2}"},
		{"objects a line in a .json", "t.json", "{\"a\":1}\n{\"a\":2}\n", Options{}, "", "1 {\"a\":1}; 2 {\"a\":2}"},
	} {
		table, rows, err := all(t, tt.file, tt.content, tt.o)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.Join(table.Header, "|"); got != tt.header {
			t.Errorf("%s: header %q, want %q", tt.name, got, tt.header)
		}
		if got := strings.Join(rows, "; "); got != tt.rows {
			t.Errorf("%s: rows\n got %q\nwant %q", tt.name, got, tt.rows)
		}
	}
}

// TestNoTables refuses what is no table, or ends too early, and says what to do.
func TestNoTables(t *testing.T) {
	maxRow := limit.Of().Value
	long := strings.Repeat("x", maxRow+1<<20)
	for _, tt := range []struct {
		file, content string
		o             Options
		want          string
	}{
		{"t.csv", "\n\n", Options{}, "t.csv: the table has no rows"},
		{"t.csv", "a,b\n1,2\n", Options{Format: "odt"}, `t.csv: there is no format "odt"; there are csv, tsv, jsonl, json, xlsx, ods`},
		{"t.csv", "a,b\n1,2\n", Options{Delimiter: "::"}, `t.csv: "::" is no delimiter; want a character, such as ; or :, or comma, semicolon, tab or bar`},
		{"t.csv", "a,b\n1,2\n", Options{Sheet: "1"}, `t.csv: there is no sheet "1" in a file of the format csv: sheets are for workbooks, .xlsx and .ods`},
		{"t.xlsx", "a,b\n1,2\n", Options{}, "t.xlsx: not in the format xlsx"},
		{"t.xls", "\xd0\xcf\x11\xe0\xa1\xb1", Options{}, "t.xls: it is an old spreadsheet (.xls), or one with a password"},
		{"t.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1", Options{}, "t.xlsx: not in the format xlsx: it is an old spreadsheet (.xls), or one with a password"},
		{"t.bin", "PAR1xxxx", Options{}, "t.bin: it is Parquet: call the file .parquet"},
		{"t.csv", "<!DOCTYPE html>", Options{}, "t.csv: it is a web page"},
		{"t.json", "[{\"a\":1}", Options{}, "t.json:1: the file ends within the array; is it complete?"},
		{"t.json", "[{\"a\":1}] [", Options{}, "t.json:1: more after the end of the array"},
		{"t.json", "[{\"a\":1},\n{]", Options{}, "t.json:1: no JSON: invalid character ']'"},
		{"t.csv", "\xff\xfea\x00\n\x00\x3d\xd8\x00\xdex\x00\x3d\xd8x\x00\n\x00", Options{}, "t.csv: half of a surrogate pair: this UTF-16 is damaged (byte 14)"},
		{"t.csv", "\xff\xfea\x00\n\x00\x00\xdex\x00\n\x00", Options{}, "t.csv: half of a surrogate pair: this UTF-16 is damaged (byte 6)"},
		{"t.csv", "\xfe\xff\x00a\x00\n\x00b\xd8\x3d", Options{}, "t.csv: the UTF-16 ends within a character; is the file complete? (byte 10)"},
		{"t.csv", "\xff\xfea\x00\n\x00b\x00" + strings.Repeat("b\x00\n\x00", HeadSize) + "\x00\xdc", Options{}, fmt.Sprintf("t.csv:%d: half of a surrogate pair", HeadSize+2)},
		{"t.json", "[{\"a\":\"" + long + "\"}]", Options{}, "t.json:1: the object is longer than 16 MiB"},
		{"t.csv", "a\n\"" + long, Options{}, "t.csv:2: the row is longer than 16 MiB; is a quote not closed?"},
		{"t.csv", "a\nb," + strings.Repeat(" ", maxRow+1<<20), Options{}, "t.csv:2: the row is longer than 16 MiB"},
		{"t.jsonl", "{}\n" + long, Options{}, "t.jsonl:2: the line is longer than 16 MiB"},
	} {
		_, rows, err := all(t, tt.file, tt.content, tt.o)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.40q: %.200v, want %s (%q)", tt.content, err, tt.want, rows)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"T.CSV", "a\tb", CSV},
		{"t.tsv.gz", "a,b", TSV},
		{"t.jsonl.zst", "a,b", JSONL},
		{"t.ndjson", "a,b", JSONL},
		{"t.json", "[", jsonArray},
		{"t.json", "{", JSONL},
		{"t.txt", " {\"a\": 1}", JSONL},
		{"t.txt", "[ {\"a\": 1}", jsonArray},
		{"t.txt", "[a], b", CSV},
		{"t.txt", "a\tb", TSV},
		{"t.txt", "\ta,b", TSV},
		{"t.txt", "a,b{", CSV},
		{"t.gz", "", CSV},
		{"t.csv", "PK\x03\x04" + strings.Repeat("x", 26) + "xl/workbook.xml", xlsx},
		{"t.csv", "PK\x03\x04" + strings.Repeat("x", 26) + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", ods},
	} {
		if got := formatOf(tt.name, []byte(tt.line), 0); got != tt.want {
			t.Errorf("%s with %q: %s, want %s", tt.name, tt.line, got, tt.want)
		}
	}
}

// TestFind prefers a name to a number, and asks which of two columns of one name is meant.
func TestFind(t *testing.T) {
	s := Shape{Name: "t.csv", Header: []string{"3", "m", "1", "m"}, Width: 4}
	for name, want := range map[string]int{"3": 0, "1": 2, "2": 1, "4": 3} {
		if got, err := s.Find(name); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"m":  `t.csv: 2 columns are called "m": say its number, which is 2 or 4`,
		"M":  `t.csv: 2 columns are called "M": say its number, which is 2 or 4`,
		"mm": `t.csv: no column "mm"; there are "3", "m", "1", "m"; did you mean "m"?`,
		"0":  `t.csv: no column "0"`, "5": `t.csv: no column "5"`,
	} {
		if _, err := s.Find(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// TestPeek shows rows that Next yields all the same, bad ones included.
func TestPeek(t *testing.T) {
	table, err := New(strings.NewReader("a,b\n1,2\n3\n4,5\n6,7\n"), "t.csv", Options{}, nil)
	check(t, err)
	for _, n := range []int{2, 1, 9} {
		var got []string
		for _, r := range table.Peek(n) {
			got = append(got, r.Fields[0])
		}
		if want := []string{"1", "4", "6"}[:min(n, 3)]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d rows: %v, want %v", n, got, want)
		}
	}
	var got []string
	for {
		r, err := table.Next()
		if err == io.EOF {
			break
		}
		got = append(got, fmt.Sprint(r.Line, err != nil))
	}
	if want := "[2 false 3 true 4 false 5 false]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestQuoted(t *testing.T) {
	names := make([]string, 52)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for n, want := range map[int]string{1: `"0"`, 2: `"0", "1"`, 50: `"49"`, 51: `"49", and 1 more`, 52: `"49", and 2 more`} {
		if got := Quoted(names[:n]); !strings.HasSuffix(got, want) || strings.Count(got, `"`) != 2*min(n, 50) {
			t.Errorf("%d names: %s", n, got)
		}
	}
}

// oneByte hands out a byte at a time.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// TestBlanks takes nothing away but quotation marks and the blanks around them, whatever the sizes of reads.
func TestBlanks(t *testing.T) {
	for in, want := range map[string]string{
		`a, "b" ,c`:         `a|b|c`,
		` "a" `:             `a`,
		` a , b `:           ` a | b `,
		`"a"" , ""b", "c"`:  `a" , "b|c`,
		`a "b" , c`:         errBareQuote.Error(),
		`"a" b`:             ErrQuote.Error(),
		"\"a\" \n \"b\"\n":  "a",
		`, , "`:             ErrQuote.Error(),
		`a,  `:              `a|  `,
		"\"a\r\n\n,\",\"\"": "a\n\n,|",
	} {
		for _, r := range []io.Reader{strings.NewReader(in), oneByte{strings.NewReader(in)}} {
			row, err := (&csvReader{lines: lines{r: bufio.NewReader(r)}, comma: ','}).next()
			got := strings.Join(row.Fields, "|")
			if err != nil {
				got = errors.Unwrap(err).Error()
			} else if first, _, _ := strings.Cut(in, " \n"); row.Text != strings.TrimSuffix(first, " \n") && !strings.HasPrefix(in, row.Text+row.End) {
				t.Errorf("%q: as it stands %q", in, row.Text)
			}
			if got != want {
				t.Errorf("%q: %q, want %q", in, got, want)
			}
		}
	}
}

// TestBefore finds the header below titles and comments, by its columns or by its look.
func TestBefore(t *testing.T) {
	for _, tt := range []struct {
		file, content, columns string
		o                      Options
		header, before, rows   string
	}{
		{"t.tsv", "#version 2.4\n#center x\nHugo\tChrom\nTP53\t17\n", "Hugo", Options{}, "Hugo|Chrom", "#version 2.4\n#center x\n", "4 TP53|17"},
		{"t.tsv", "#version 2.4\nHugo\tChrom\nTP53\t17\n", "1", Options{}, "Hugo|Chrom", "#version 2.4\n", "3 TP53|17"},
		{"t.tsv", "##fileformat=x\n##a,b\n#CHROM\tPOS\tID\n1\t2\tx\n", "3", Options{}, "#CHROM|POS|ID", "##fileformat=x\n##a,b\n", "4 1|2|x"},
		{"t.csv", "Table 1. Genes, drugs; doses\r\n\r\ngene,drug\r\na,b\r\n", "drug:GO", Options{}, "gene|drug", "Table 1. Genes, drugs; doses\r\n\r\n", "4 a|b"},
		{"t.csv", "Table of genes,,\n,,\nname,n19,n20\na,1,2\n", "1", Options{}, "name|n19|n20", "Table of genes,,\n,,\n", "4 a|1|2"},
		{"t.csv", "Plate,7\nDate,2024-05-01\nwell;x,gene,drug,dose\nA1,a,b,1\nA2,c,d,2\nA3,e,f,3\n", "drug", Options{}, "well;x|gene|drug|dose", "Plate,7\nDate,2024-05-01\n", "4 A1|a|b|1; 5 A2|c|d|2; 6 A3|e|f|3"},
		{"t.csv", "made by 5\" wide \"me\nGene;n\na;1\n", "GENE", Options{}, "Gene|n", "made by 5\" wide \"me\n", "3 a|1"},
		{"t.csv", "sep=;\nid;name\n1;a,b\n", "", Options{}, "id|name", "sep=;\n", "3 1|a,b"},
		{"t.csv", "\"sep=|\"\n# x\nid|name\n1|a\n2|\"b\"c\n", "name", Options{}, "id|name", "\"sep=|\"\n# x\n", "4 1|a; error t.csv:5: " + ErrQuote.Error()},
		{"t.csv", "a,b,c\nd,e,f\n1,2,3\n", "c", Options{HeaderRow: 2}, "d|e|f", "a,b,c\n", "3 1|2|3"},
		{"t.csv", "Screen, March\nby,Anna\nsample,gene,note,who\ns1,g1,x,y\ns2,g2,x,y\ns3,g3,x,y\ns4,g4,x,y\ns5,g5,x,y\ns6,g6,x,y\ns7,g7,x,y\n", "", Options{Uneven: true}, "sample|gene|note|who", "Screen, March\nby,Anna\n", "4 s1|g1|x|y; 5 s2|g2|x|y; 6 s3|g3|x|y; 7 s4|g4|x|y; 8 s5|g5|x|y; 9 s6|g6|x|y; 10 s7|g7|x|y"},
		// Headers.
		{"t.csv", "id,names\n1,a,b,c,d\n2,a,b\n3,a,b,c\n4,a,b,c,d\n", "", Options{Uneven: true}, "id|names", "", "2 1|a|b|c|d; 3 2|a|b; 4 3|a|b|c; 5 4|a|b|c|d"},
		{"t.csv", "gene name,,\na,1,2\nb,3,4\n", "gene name", Options{}, "gene name||", "", "2 a|1|2; 3 b|3|4"},
		{"t.csv", "gene,,\na,x,y\nb,x,y\n", "1", Options{}, "gene||", "", "2 a|x|y; 3 b|x|y"},
		{"t.csv", "gene list,n\na,x;y;z\nb,x;y\n", "2", Options{}, "gene list|n", "", "2 a|x;y;z; 3 b|x;y"},
		{"t.csv", "gene\na\nb\n", "1", Options{}, "gene", "", "2 a; 3 b"},
		{"t.csv", "a title\n1,2\n3,4\n", "", Options{Uneven: true}, "a title", "", "2 1|2; 3 3|4"},
		{"t.csv", "# a\n1,2\n", "1", Options{NoHeader: true, Uneven: true}, "", "", "1 # a; 2 1|2"},
	} {
		table, err := New(strings.NewReader(tt.content), tt.file, tt.o, Naming(strings.FieldsFunc(tt.columns, func(r rune) bool { return r == '|' })...))
		check(t, err)
		var rows []string
		for {
			r, err := table.Next()
			if err == io.EOF {
				break
			}
			if rows = append(rows, fmt.Sprint(r.Line, " ", strings.Join(r.Fields, "|"))); err != nil {
				rows[len(rows)-1] = "error " + err.Error()
			}
		}
		if got := strings.Join(rows, "; "); strings.Join(table.Header, "|") != tt.header || table.Before.Text != tt.before || got != tt.rows {
			t.Errorf("%q: header %q after %q, rows %q", tt.content, table.Header, table.Before.Text, got)
		}
	}
	if _, err := New(strings.NewReader("a,b\n"), "t.csv", Options{HeaderRow: 3}, nil); err == nil || err.Error() != "t.csv: there is no row 3 for a header" {
		t.Error(err)
	}
}

// TestUneven fills short rows, keeps long ones, and counts both.
func TestUneven(t *testing.T) {
	table, rows, err := all(t, "t.csv", "a;\"b\"\r\n1\r\n2;3;4\n\"5\";6;\n7; 8 ", Options{Uneven: true})
	check(t, err)
	if short, long := table.Uneven(); short != 1 || long != 2 || fmt.Sprint(rows) != "[2 1| 3 2|3|4 4 5|6| 5 7| 8 ]" {
		t.Errorf("%d short, %d long, %q", short, long, rows)
	}
	table, err = New(strings.NewReader("a;\"b\"\r\n1\r\n7; 8 "), "t.csv", Options{Uneven: true}, nil)
	check(t, err)
	var got []string
	for _, r := range table.Peek(9) {
		got = append(got, r.Text+r.End)
	}
	if fmt.Sprintf("%q", got) != `["1;\r\n" "7; 8 "]` || table.Top.Text+table.Top.End != "a;\"b\"\r\n" {
		t.Errorf("%q after %q", got, table.Top.Text)
	}
}
