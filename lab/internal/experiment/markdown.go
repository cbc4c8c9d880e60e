package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/markdown"
	"github.com/normlet/normlet/lab/internal/tables"
)

// Read reads a Result that was written as JSON.
func Read(r io.Reader) (*Result, error) {
	d := json.NewDecoder(r)
	d.UseNumber()
	res := new(Result)
	if err := d.Decode(res); err != nil {
		return nil, fmt.Errorf("experiment: not a result: %w", err)
	}
	return res, nil
}

// Markdown returns r as a page, which shows the figures in the files that FigureFile names.
func Markdown(r *Result) string {
	var b strings.Builder
	item := func(text string) { b.WriteString(markdown.Wrap("- "+text, "  ") + "\n") }
	origin := fmt.Sprintf("This page is written by `lab experiment %s`; [%s.json](%s.json) has the same data.", r.Name, r.Name, r.Name)
	fmt.Fprintf(&b, "# %s\n\n%s\n", r.Title, markdown.Wrap(origin, ""))
	if r.Small {
		b.WriteString("It is the small version, with networks of toy size: its figures mean nothing.\n")
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n## Findings\n\n")
	}
	for _, f := range r.Findings {
		item("**" + f.Verdict + "**: " + f.Claim + ". " + f.Evidence)
	}
	b.WriteString("\n## Setting\n\n")
	for _, s := range r.Setting {
		item(s)
	}
	if len(r.Figures) > 0 {
		b.WriteString("\n## Figures\n")
	}
	for _, f := range r.Figures {
		fmt.Fprintf(&b, "\n![%s](%s)\n", f.Title, FigureFile(r, &f))
	}
	for i := range r.Tables {
		fmt.Fprintf(&b, "\n## %s\n\n%s", r.Tables[i].Title, r.Tables[i].markdown())
	}
	if i := r.Run; i != nil {
		fmt.Fprintf(&b, "\n## How it was made\n\n```\n%s\n```\n\n", tables.Command(i.Command))
		item(fmt.Sprintf("commit %s, seed %d", i.Commit, r.Seed))
		made := fmt.Sprintf("%s, %.0f s", i.Machine, i.Seconds)
		if i.Date != "" {
			made += ", " + i.Date
		}
		item(made)
		for _, input := range i.Inputs {
			item(input)
		}
	}
	return b.String()
}

// ErrNoPlot is returned by Draw in a program built without the tag plot. Drawing
// is kept out of other programs because its fonts take 4 MB of their memory.
var ErrNoPlot = errors.New("figures are drawn only by a program built with -tags plot")

// FigureFile names the file of a figure of r.
func FigureFile(r *Result, f *Figure) string { return r.Name + "-" + f.Name + ".svg" }

func (t *Table) markdown() string {
	rows := [][]string{t.Columns}
	numbers := make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = cellText(c)
			_, text := t.Rows[0][i].(string)
			numbers[i] = !text
		}
		rows = append(rows, cells)
	}
	return tables.Table(rows, numbers)
}

// cellText returns a cell for people: numbers with four decimals.
func cellText(c any) string {
	switch c := c.(type) {
	case number:
		return strconv.FormatFloat(float64(c), 'f', 4, 64)
	case json.Number:
		if f, err := c.Float64(); err == nil && strings.ContainsAny(string(c), ".e") {
			return strconv.FormatFloat(f, 'f', 4, 64)
		}
		return string(c)
	}
	return fmt.Sprint(c)
}
