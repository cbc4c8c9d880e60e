package format

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// readColumns reads rows of cells between commas, after a header that must have some columns. Cells may
// go over several lines.
func (in *input) readColumns(need []string, row func(c *columns) error) error {
	r := newCSV(&quoteGuard{r: in.r, line: 1, start: 1}, ',')
	var c *columns
	for {
		cells, err := r.Read()
		if err == io.EOF {
			break
		}
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if errors.Is(err, csv.ErrQuote) {
				return &Error{parse.StartLine, "a quotation mark that is not closed, or not alone; inside quoted cells write two"}
			}
			return &Error{parse.Line, "a quotation mark inside a cell that does not begin with one; quote the cell and write two"}
		}
		if err != nil {
			return err
		}
		in.line, _ = r.FieldPos(0)
		switch {
		case c == nil:
			c = newColumns(cells)
			if missing := c.missing(need...); len(missing) > 0 {
				return &Error{in.line, "not " + in.title + ": the header has no column " + strings.Join(missing, ", ")}
			}
		case len(cells) > c.width:
			err = in.bad("%d columns, the header has %d", len(cells), c.width)
		default:
			if bad := slices.IndexFunc(cells, func(cell string) bool { return CheckText([]byte(cell)) != nil }); bad >= 0 {
				err = in.bad("%v", CheckText([]byte(cells[bad])))
				break
			}
			c.row = cells
			err = row(c)
		}
		if err != nil {
			return err
		}
	}
	if c == nil {
		return &Error{0, fmt.Sprintf("not %s: no line names the columns", in.title)}
	}
	return nil
}
