package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
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
	fmt.Fprintf(&b, "# %s\n\nThis page is written by `normlet experiment %s`; the same data are in [%s.json](%s.json).\n", r.Title, r.Name, r.Name, r.Name)
	if r.Small {
		b.WriteString("It is the small version, with networks of toy size: its figures mean nothing.\n")
	}
	if len(r.Findings) > 0 {
		t := Table{Title: "Findings", Columns: []string{"claim", "verdict", "evidence"}}
		for _, f := range r.Findings {
			t.add(f.Claim, "**"+f.Verdict+"**", f.Evidence)
		}
		t.markdown(&b)
	}
	b.WriteString("\n## Setting\n\n")
	for _, s := range r.Setting {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	if len(r.Figures) > 0 {
		b.WriteString("\n## Figures\n")
	}
	for _, f := range r.Figures {
		fmt.Fprintf(&b, "\n![%s](%s)\n", f.Title, FigureFile(r, &f))
	}
	for i := range r.Tables {
		r.Tables[i].markdown(&b)
	}
	r.Run.markdown(&b, r.Seed)
	return b.String()
}

// ErrNoPlot is returned by Draw in a program built without the tag plot. Drawing
// is kept out of other programs because its fonts take 4 MB of their memory.
var ErrNoPlot = errors.New("figures are drawn only by a program built with -tags plot")

// FigureFile names the file of a figure of r.
func FigureFile(r *Result, f *Figure) string { return r.Name + "-" + f.Name + ".svg" }

// markdown writes how a result came about.
func (i *RunInfo) markdown(b *strings.Builder, seed uint64) {
	if i == nil {
		return
	}
	b.WriteString("\n## How it was made\n\n")
	fmt.Fprintf(b, "```\n%s\n```\n\n- commit %s, seed %d\n- %s, %.0f s", i.Command, i.Commit, seed, i.Machine, i.Seconds)
	if i.Date != "" {
		b.WriteString(", " + i.Date)
	}
	b.WriteString("\n")
	for _, input := range i.Inputs {
		fmt.Fprintf(b, "- %s\n", input)
	}
}

func (t *Table) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", t.Title)
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(t.Columns)
	rule := make([]string, len(t.Columns))
	for i := range rule {
		rule[i] = "---"
		if len(t.Rows) > 0 {
			if _, text := t.Rows[0][i].(string); !text {
				rule[i] = "---:"
			}
		}
	}
	line(rule)
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = strings.ReplaceAll(cellText(c), "|", "\\|")
		}
		line(cells)
	}
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
