package mapper

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// commonest is how many mentions without an entity a summary names.
const commonest = 20

// mapReport is the summary of a run in JSON. Nothing in it depends on the number of threads.
type mapReport struct {
	Rows     int             `json:"rows"`
	Answered int             `json:"answered"`
	NIL      int             `json:"nil"`
	Tied     int             `json:"tied"` // of those answered
	Empty    int             `json:"empty"`
	Numbers  int             `json:"numbers"` // and dates in columns of names
	Stages   map[string]int  `json:"stages"`  // of those answered
	Unmapped []unmapped      `json:"unmapped"`
	AtLeast  bool            `json:"unmapped_at_least"` // counts of unmapped may be too low: see mapping.Tally
	Resumed  int             `json:"resumed_after"`     // rows that an earlier run has done, of which Unmapped has none
	Table    *mapping.Choice `json:"table"`             // how it was read
}

type unmapped struct {
	Mention string `json:"mention"`
	Count   int    `json:"count"`
}

// newMapReport returns the summary of a run that went on after some rows.
func newMapReport(s *mapping.Stats, c *mapping.Config, resumed int) *mapReport {
	r := &mapReport{Rows: s.Rows, NIL: s.NIL, Tied: s.Tied, Empty: s.Empty, Numbers: s.Numbers, Stages: map[string]int{}, Unmapped: []unmapped{},
		AtLeast: c.Unmapped.Full(), Resumed: resumed}
	for stage, n := range s.Found {
		if r.Answered += n; n > 0 {
			r.Stages[mapping.StageName(core.Stage(stage))] = n
		}
	}
	for _, m := range c.Unmapped.Top(commonest) {
		r.Unmapped = append(r.Unmapped, unmapped{m.Mention, m.Count})
	}
	return r
}

// summarize says what came of a table, the totals last.
func summarize(std *cli.IO, r *mapReport, s *mapping.Stats) {
	note := ""
	if r.AtLeast {
		note = ", at least so often"
	}
	if r.Resumed > 0 {
		note += fmt.Sprintf(", in the rows after the first %d, which an earlier run has mapped", r.Resumed)
	}
	if len(r.Unmapped) > 0 {
		fmt.Fprintf(std.Err, "the most frequent without an entity%s:\n", note)
	}
	for _, m := range r.Unmapped {
		fmt.Fprintf(std.Err, "%7d  %s\n", m.Count, m.Mention)
	}
	if note = ""; r.Numbers > 0 {
		note = fmt.Sprintf(", %d numbers or dates in columns of names", r.Numbers)
	}
	fmt.Fprintf(std.Err, "%d rows: %d mentions with an entity (%v), %d tied, %d NIL, %d empty%s; %d look-ups\n",
		r.Rows, r.Answered, s.Found, r.Tied, r.NIL, r.Empty, note, s.Lookups)
}

// tellUneven says which rows were read otherwise than they stand.
func tellUneven(std *cli.IO, in *mapping.Input) {
	if short, long := in.Uneven(); short+long > 0 {
		fmt.Fprintf(std.Err, "%s: %d rows lack cells at their end, which count as empty, and %d have more cells than the first, which follow the added columns; --strict stops at such a row\n",
			in.Name, short, long)
	}
}

// summaryFiles are where the summary of a run goes.
type summaryFiles struct {
	report  *output.File // nil without --report
	review  *reviewOutput
	chosen  *mapping.Choice
	resumed int // rows that an earlier run has done
}

// createSummary starts the files, and has c take note of what they need.
func createSummary(std *cli.IO, o *Options, c *mapping.Config, out *mapOutput) (f *summaryFiles, err error) {
	f = &summaryFiles{}
	c.Unmapped = mapping.NewTally()
	if o.Review != "" {
		c.Doubtful = mapping.NewTally()
	}
	tell := c.Chosen
	c.Chosen = func(choice *mapping.Choice) { f.chosen = choice; tell(choice) }
	if f.resumed, err = mapping.DoneRows(out.rows); err != nil {
		return nil, err
	}
	if f.review, err = createReview(std, o.Review); err != nil {
		return nil, err
	}
	if f.report, err = std.Create(o.Report, mapReportFile); err != nil {
		f.review.close()
	}
	return f, err
}

// close discards what was not written.
func (f *summaryFiles) close() {
	f.review.close()
	f.report.Close()
}

// writeSummary says what came of a table, on standard error and in the files.
func writeSummary(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config, s *mapping.Stats, f *summaryFiles) error {
	r := newMapReport(s, c, f.resumed)
	r.Table = f.chosen
	summarize(std, r, s)
	if err := cli.CommitJSON(ctx, f.report, r); err != nil {
		return err
	}
	if c.Decisions != nil && f.resumed == 0 && o.Shard == "" {
		warnUnused(std.Err, o.Decisions, c.Decisions)
	}
	if o.Review == "" {
		return nil
	}
	return writeReview(ctx, std, o, c, f.review)
}

var mapReportFile = cli.JSONFile("the summary of a mapped table", "rows", "answered")
