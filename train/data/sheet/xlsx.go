package sheet

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/limit"
)

// Parts of a workbook above inMemory are kept in a temporary file; maxUnzipped bounds all of them.
const (
	inMemory    = 16 << 20
	maxUnzipped = 4 << 30
)

// excelOptions show dates as Excel does in English: day and month as they are in a format, the year in four digits.
var excelOptions = excelize.Options{UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: inMemory, ShortDatePattern: "m/d/yyyy"}

// excelBook is a workbook in the format of Excel.
type excelBook struct {
	*excelize.File
	zip    *zip.Reader
	budget *budget
}

// aboutAll are the parts that excelize keeps as structures, of which a few bytes may ask for many.
var aboutAll = pattern.Of(`(?i)^(xl/(workbook|styles|metadata)\.xml|xl/theme/.*|\[content_types\]\.xml|.*\.rels)$`)

func openXLSX(content []byte, z *zip.Reader, cells *budget) (*book, error) {
	for _, f := range z.File {
		switch {
		case strings.HasSuffix(f.Name, "workbook.bin"):
			return nil, errors.New("a binary workbook (.xlsb): save it as .xlsx")
		case strings.HasPrefix(f.Name, "word/"), strings.HasPrefix(f.Name, "ppt/"):
			return nil, errors.New("a document, no workbook: save its table as .xlsx or CSV")
		case strings.HasPrefix(f.Name, "Index/"):
			return nil, errors.New("a document of Numbers or Pages: export it as .xlsx or CSV")
		case aboutAll().MatchString(f.Name) && f.UncompressedSize64 > uint64(limit.Of().Settings):
			return nil, limit.Exceeded("%s in the workbook is larger than %s", f.Name, limit.Bytes(limit.Of().Settings))
		}
	}
	if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "xl/workbook.xml" }) {
		return nil, errors.New("a ZIP archive, and no workbook: unpack it")
	}
	f, err := excelize.OpenReader(bytes.NewReader(content), excelOptions)
	if err != nil {
		return nil, fmt.Errorf("no workbook that can be read: %w", err)
	}
	x := &excelBook{File: f, zip: z, budget: cells}
	b := &book{rows: x.rows, close: f.Close}
	for _, name := range f.GetSheetList() {
		visible, err := f.GetSheetVisible(name)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		b.tabs = append(b.tabs, tab{name, !visible})
	}
	return b, nil
}

func (b *excelBook) rows(i int) (*tabRows, error) {
	name := b.GetSheetList()[i]
	rows, err := b.Rows(name)
	if err != nil {
		return nil, err
	}
	out := &excelRows{Rows: rows, budget: b.budget}
	if err := b.scan(name, out); err != nil {
		return nil, errors.Join(err, rows.Close())
	}
	return &tabRows{out, out.last, out.empty, rows.Close}, nil
}

// excelRows reads the rows of a sheet.
type excelRows struct {
	*excelize.Rows
	budget *budget
	row    int
	last   int // row with cells, as the sheet says
	merged merges
	formulas
}

func (r *excelRows) next() (Row, error) {
	if !r.Next() {
		if err := r.Error(); err != nil {
			return Row{Line: r.row + 1}, err
		}
		return Row{Line: r.row}, io.EOF
	}
	r.row++
	cells, err := r.Columns()
	if err != nil {
		return Row{Line: r.row}, err
	}
	row := Row{Line: r.row, Fields: r.merged.fill(r.row-1, cells)}
	err = r.budget.row(row.Fields)
	row.Fields = trimEmpty(row.Fields)
	return row, err
}

// trimEmpty leaves out the cells after the last that has text.
func trimEmpty(cells []string) []string {
	n := len(cells)
	for n > 0 && cells[n-1] == "" {
		n--
	}
	return cells[:n]
}

// scan finds in the XML of a sheet its size, its formulas without a value, and its merged cells, which come after the
// rows. Excelize either does not tell these or keeps the whole sheet in memory for them.
func (b *excelBook) scan(name string, out *excelRows) error {
	part, err := b.partOf(name)
	if err != nil || part == nil {
		return err
	}
	f, err := part.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(make([]byte, 0, 64<<10), limit.Of().Value)
	sc.Split(untilTag)
	for sc.Scan() {
		tag := sc.Text()
		out.see(tag)
		if ref, ok := attribute(tag, "<dimension ", "ref"); ok {
			if _, last, ok := strings.Cut(ref, ":"); ok { // else of a program that did not know it
				if _, row, err := excelize.CellNameToCoordinates(last); err == nil {
					out.last = row
				}
			}
		}
		if ref, ok := attribute(tag, "<mergeCell ", "ref"); ok {
			if a, ok := parseArea(ref); ok {
				out.merged.areas = append(out.merged.areas, a)
			}
		}
	}
	slices.SortFunc(out.merged.areas, func(a, b area) int { return cmp.Or(a.top-b.top, a.column-b.column) })
	return sc.Err()
}

// formulas counts the cells of a sheet that have a formula and no saved value. A value that is a text may be empty.
type formulas struct {
	empty                int
	text, formula, saved bool // of the current cell
}

// see takes a tag of the sheet, with the text behind it.
func (f *formulas) see(tag string) {
	switch {
	case isElement(tag, "c"):
		*f = formulas{empty: f.empty, text: strings.Contains(tag, ` t="str"`)}
	case isElement(tag, "f"):
		f.formula = true
	case isElement(tag, "v"):
		_, value, _ := strings.Cut(tag, ">")
		f.saved = f.text || value != ""
	case strings.HasPrefix(tag, "</c>") && f.formula && !f.saved:
		f.empty++
	}
}

func isElement(tag, name string) bool {
	rest, ok := strings.CutPrefix(tag, "<"+name)
	return ok && rest != "" && strings.ContainsRune(" />\t\r\n", rune(rest[0]))
}

func untilTag(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data[min(1, len(data)):], '<'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// attribute returns an attribute of a tag that begins with start.
func attribute(tag, start, name string) (string, bool) {
	if !strings.HasPrefix(tag, start) {
		return "", false
	}
	_, rest, ok := strings.Cut(tag, name+`="`)
	value, _, closed := strings.Cut(rest, `"`)
	return value, ok && closed
}

// partOf returns the file of a sheet in the archive, nil if it is not where the workbook says.
func (b *excelBook) partOf(sheet string) (*zip.File, error) {
	var relations struct {
		Relations []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	part := b.part("xl/_rels/workbook.xml.rels")
	if part == nil {
		return nil, nil
	}
	f, err := part.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := xml.NewDecoder(io.LimitReader(f, inMemory)).Decode(&relations); err != nil {
		return nil, err
	}
	for _, s := range b.WorkBook.Sheets.Sheet {
		for _, r := range relations.Relations {
			if s.Name != sheet || s.ID != r.ID {
				continue
			}
			target := strings.TrimPrefix(r.Target, "/")
			if !strings.HasPrefix(r.Target, "/") {
				target = path.Join("xl", r.Target)
			}
			return b.part(target), nil
		}
	}
	return nil, nil
}

func (b *excelBook) part(name string) *zip.File {
	for _, f := range b.zip.File {
		if f.Name == name {
			return f
		}
	}
	return nil
}
