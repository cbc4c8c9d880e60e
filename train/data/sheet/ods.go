package sheet

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

// The largest sheet of LibreOffice.
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
)

// openBook is a workbook in the OpenDocument format: an archive with all sheets in content.xml, one after the other.
type openBook struct {
	content *zip.File
	budget  *budget
	unsaved []int // formulas without a value, of each sheet
}

func openODS(z *zip.Reader, cells *budget) (*book, error) {
	b := &openBook{budget: cells}
	for _, f := range z.File {
		switch f.Name {
		case "content.xml":
			b.content = f
		case "META-INF/manifest.xml":
			if err := checkEncrypted(f); err != nil {
				return nil, err
			}
		}
	}
	if b.content == nil {
		return nil, errors.New("an OpenDocument without content.xml; is the file complete?")
	}
	tabs, err := b.list()
	return &book{tabs, b.rows, func() error { return nil }}, err
}

// checkEncrypted refuses workbooks with a password.
func checkEncrypted(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err == nil && strings.Contains(string(text), "encryption-data") {
		err = errors.New("a workbook with a password: save it without one")
	}
	return err
}

// list finds the sheets, and their formulas without a value. A sheet is hidden by its style.
func (b *openBook) list() (tabs []tab, err error) {
	x, err := b.open()
	if err != nil {
		return nil, err
	}
	defer x.file.Close()
	hidden := map[string]bool{}
	style := ""
	for start := x.start(); start != nil; start = x.start() {
		switch {
		case start.Name.Local == "style":
			style = attributeOf(start, "name")
		case start.Name.Local == "table-properties":
			hidden[style] = attributeOf(start, "display") == "false"
		case isTable(start):
			tabs = append(tabs, tab{attributeOf(start, "name"), hidden[attributeOf(start, "style-name")]})
			b.unsaved = append(b.unsaved, x.countUnsaved())
		}
	}
	switch {
	case x.err != io.EOF:
		return nil, x.err
	case len(tabs) == 0:
		return nil, errors.New("an OpenDocument without a sheet: no spreadsheet")
	}
	return tabs, nil
}

func (b *openBook) rows(i int) (*tabRows, error) {
	x, err := b.open()
	if err != nil {
		return nil, err
	}
	n := 0
	for start := x.start(); start != nil; start = x.start() {
		if !isTable(start) {
			continue
		}
		if n == i {
			return &tabRows{&openRows{contentXML: x, budget: b.budget}, 0, b.unsaved[i], x.file.Close}, nil
		}
		x.skip(nil)
		n++
	}
	return nil, errors.Join(x.err, x.file.Close())
}

// contentXML reads content.xml up to its end or an error, which err keeps.
type contentXML struct {
	*xml.Decoder
	allowance *limit.Reader
	depth     int
	file      io.Closer
	err       error
}

func (b *openBook) open() (*contentXML, error) {
	f, err := b.content.Open()
	if err != nil {
		return nil, err
	}
	g := &limit.Reader{R: f, Left: limit.Of().Line, Err: errTooLong}
	return &contentXML{Decoder: xml.NewDecoder(g), allowance: g, file: f}, nil
}

// token returns the next token, nil if there is none.
func (x *contentXML) token() xml.Token {
	if x.err != nil {
		return nil
	}
	most := limit.Of()
	x.allowance.Left = most.Line
	token, err := x.Token()
	switch token.(type) {
	case xml.StartElement:
		x.depth++
	case xml.EndElement:
		x.depth--
	}
	switch {
	case errors.Is(err, errTooLong):
		err = limit.Exceeded("content.xml: a text longer than %s", limit.Bytes(most.Line))
	case x.depth > most.Depth:
		err = limit.Exceeded("content.xml: elements nested too deep: more than %d", most.Depth)
	case err != nil && err != io.EOF:
		err = fmt.Errorf("content.xml: %w", err)
	}
	if x.err = err; err != nil {
		return nil
	}
	return token
}

// inside is token within a sheet, where the file cannot end.
func (x *contentXML) inside() xml.Token {
	token := x.token()
	if x.err == io.EOF {
		x.err = errors.New("content.xml ends within a sheet; is the file complete?")
	}
	return token
}

// start returns the next element that begins, nil if there is none.
func (x *contentXML) start() *xml.StartElement {
	for token := x.token(); token != nil; token = x.token() {
		if start, ok := token.(xml.StartElement); ok {
			return &start
		}
	}
	return nil
}

// skip goes to the end of the element that has begun, and shows the elements in it.
func (x *contentXML) skip(show func(*xml.StartElement)) {
	for outside := x.depth - 1; x.depth > outside && x.err == nil; {
		if e, ok := x.inside().(xml.StartElement); ok && show != nil {
			show(&e)
		}
	}
}

// countUnsaved goes to the end of a sheet and returns how many of its formulas have no saved value: neither a type of
// one nor a text.
func (x *contentXML) countUnsaved() (n int) {
	rows, last := 1, 0 // last: cells of the current element that were counted
	x.skip(func(e *xml.StartElement) {
		switch e.Name.Local {
		case "table-row":
			rows = count(e, "number-rows-repeated", maxRows)
		case "table-cell":
			last = 0
			if attributeOf(e, "formula") != "" && attributeOf(e, "value-type") == "" {
				last = rows * count(e, "number-columns-repeated", maxColumns)
			}
			n += last
		case "p":
			n, last = n-last, 0
		}
	})
	return n
}

func isTable(e *xml.StartElement) bool {
	return e.Name.Local == "table" && strings.HasSuffix(e.Name.Space, ":table:1.0")
}

// attributeOf returns what an element has by a name without its prefix, "" for nothing.
func attributeOf(e *xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

// count returns an attribute that is a number of 1 or more, and at most most.
func count(e *xml.StartElement, name string, most int) int {
	n, err := strconv.Atoi(attributeOf(e, name))
	if err != nil {
		return 1
	}
	return min(max(n, 1), most)
}

// openRows reads the rows of a sheet.
type openRows struct {
	*contentXML
	budget  *budget
	row     int      // of the last one that was read, from 1
	again   int      // times that it comes once more
	cells   []string // of it
	spanned []area
	merged  merges
}

func (r *openRows) next() (Row, error) {
	for r.again == 0 {
		if !r.read() {
			return Row{Line: r.row}, cmp.Or(r.err, io.EOF)
		}
	}
	r.again--
	r.row++
	r.merged.areas = r.spanned
	row := Row{Line: r.row, Fields: r.merged.fill(r.row-1, slices.Clone(r.cells))}
	r.spanned = nil
	err := r.budget.row(row.Fields)
	row.Fields = trimEmpty(row.Fields)
	return row, err
}

// read reads a row, if there is one more.
func (r *openRows) read() bool {
	for token := r.inside(); token != nil; token = r.inside() {
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "table" {
				return false
			}
		case xml.StartElement:
			if e.Name.Local != "table-row" {
				continue // groups of rows, among others
			}
			r.again = min(count(&e, "number-rows-repeated", maxRows), maxRows-r.row)
			if r.again <= 0 {
				return false
			}
			r.cells, r.spanned = r.cells[:0], nil
			r.readCells()
			return r.err == nil
		}
	}
	return false
}

// readCells reads the cells of a row up to its end.
func (r *openRows) readCells() {
	empty, size := 0, 0 // cells without text are added only before one that has some
	for token := r.inside(); token != nil; token = r.inside() {
		switch e := token.(type) {
		case xml.EndElement:
			return // of the row: readCell reads those of cells
		case xml.StartElement:
			n := count(&e, "number-columns-repeated", maxColumns)
			text := r.readCell()
			switch {
			case text == "":
				empty += n
				continue
			case r.err != nil:
				return
			case len(r.cells)+empty+n > maxColumns:
				r.err = fmt.Errorf("a row of more than %d cells", maxColumns)
				return
			}
			if size += n * len(text); size > limit.Of().Value {
				r.err = tooLong("the row is")
				return
			}
			r.cells = append(r.cells, make([]string, empty)...)
			empty = 0
			if rows := count(&e, "number-rows-spanned", maxRows); rows > 1 {
				r.spanned = append(r.spanned, area{r.row, r.row + rows - 1, len(r.cells)})
			}
			for range n {
				r.cells = append(r.cells, text)
			}
		}
	}
}

// readCell returns the text that a cell shows, up to the end of its element.
func (r *openRows) readCell() string {
	var text strings.Builder
	paragraphs, inside := 0, 0 // inside: the depth around the paragraph, 0 between them
	for outside := r.depth - 1; r.depth > outside && r.err == nil; {
		switch e := r.inside().(type) {
		case xml.EndElement:
			if r.depth == inside {
				inside = 0
			}
		case xml.StartElement:
			switch e.Name.Local {
			case "annotation", "shapes", "frame", "table":
				r.skip(nil)
			case "p":
				if inside = r.depth - 1; paragraphs > 0 {
					text.WriteByte('\n')
				}
				paragraphs++
			case "s":
				text.WriteString(strings.Repeat(" ", count(&e, "c", 1<<10)))
			case "tab":
				text.WriteByte('\t')
			case "line-break":
				text.WriteByte('\n')
			}
		case xml.CharData:
			if inside > 0 {
				text.Write(e)
			}
		}
		if text.Len() > limit.Of().Value {
			r.err = tooLong("a cell")
		}
	}
	return text.String()
}
