package format

import (
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// csvHeader returns the cells of the first row of a CSV with commas, nil if there is none.
func csvHeader(text string) []string {
	t, err := sheet.New(strings.NewReader(text), "", sheet.Options{Format: sheet.CSV, Delimiter: ","})
	if err != nil {
		return nil
	}
	defer t.Close()
	return t.Header
}

// readColumns reads rows of cells between commas, after a header that must have some columns. Cells may
// go over several lines.
func (in *input) readColumns(need []string, row func(c *columns) error) error {
	from := &source{r: in.r}
	t, err := sheet.New(from, "", sheet.Options{Format: sheet.CSV, Delimiter: ",", Ragged: true})
	if err != nil {
		return from.problem(err)
	}
	defer t.Close()
	c := newColumns(t.Header)
	if err := c.require(in, need); err != nil {
		return err
	}
	return in.eachRow(t, from, func(fields []string) error {
		c.row = fields
		return row(c)
	})
}
