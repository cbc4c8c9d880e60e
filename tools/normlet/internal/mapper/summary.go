package mapper

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// commonest is how many mentions without an entity a summary lists.
const commonest = 20

// mapReport is the summary of a run in JSON. Nothing in it depends on the number of threads.
type mapReport struct {
	Rows     int             `json:"rows"`
	Answered int             `json:"answered"`
	NIL      int             `json:"nil"`
	Tied     int             `json:"tied"`            // of those answered
	Taken    int             `json:"taken,omitempty"` // with --one-to-one: mentions whose likeliest entity went to another row
	Empty    int             `json:"empty"`
	Numbers  int             `json:"numbers"` // and dates in columns of names
	Stages   map[string]int  `json:"stages"`  // of those answered
	Verdicts map[string]int  `json:"verdicts"`
	Below    int             `json:"below_min_p"`       // NIL mentions whose entity is less likely than the cut-off
	Right    float64         `json:"below_min_p_right"` // the share of these that is expected to be right
	Alone    *alone          `json:"in_list_alone"`     // what the estimated share changes; null if none was estimated
	Unmapped []unmapped      `json:"unmapped"`
	AtLeast  bool            `json:"unmapped_at_least"` // counts of unmapped may be too low: see mapping.Tally
	Resumed  int             `json:"resumed_after"`     // rows that an earlier run did; Unmapped leaves them out
	Table    *mapping.Choice `json:"table"`             // how it was read
}

type unmapped struct {
	Mention string `json:"mention"`
	Count   int    `json:"count"`
}

// alone counts the mentions without an entity that would have one with --coverage alone.
type alone struct {
	Mentions int  `json:"mentions"` // different ones
	Count    int  `json:"count"`    // rows with them
	AtLeast  bool `json:"at_least"` // only the most frequent mentions were looked up
}

// maxAlone is how many mentions countAlone looks up, the most frequent ones.
const maxAlone = 500

// countAlone looks mentions without an entity up by themselves, where a share was estimated.
func countAlone(c *mapping.Config) (*alone, error) {
	if c.Options.Lookup.Coverage == nil || c.Estimate == nil {
		return nil, nil
	}
	top := c.Unmapped.Top(maxAlone)
	results, err := askAgain(top, c, func(o *core.Options) { o.K, o.Coverage = 1, nil })
	found := &alone{AtLeast: c.Unmapped.Len() > maxAlone}
	for i := range results {
		if c.HasID(&results[i]) {
			found.Mentions++
			found.Count += top[i].Count
		}
	}
	return found, err
}

// newMapReport returns the summary of a run; resumed is how many rows an earlier run did.
func newMapReport(s *mapping.Stats, c *mapping.Config, resumed int) *mapReport {
	r := &mapReport{Rows: s.Rows, NIL: s.NIL, Tied: s.Tied, Taken: s.Taken, Empty: s.Empty, Numbers: s.Numbers, Stages: map[string]int{}, Unmapped: []unmapped{},
		Verdicts: s.Verdicts(), Below: s.Below, AtLeast: c.Unmapped.Full(), Resumed: resumed}
	if s.Below > 0 {
		r.Right = answer.Round(s.BelowP / float64(s.Below))
	}
	for stage, n := range s.Found {
		if r.Answered += n; n > 0 {
			r.Stages[mapping.Stage(stage).String()] = n
		}
	}
	for _, m := range c.Unmapped.Top(commonest) {
		r.Unmapped = append(r.Unmapped, unmapped{m.Mention, m.Count})
	}
	return r
}

// summarize says what came of a table, the totals last.
func summarize(std *cli.IO, r *mapReport, s *mapping.Stats, columns int) {
	note := ""
	if r.AtLeast {
		note = ", at least so often"
	}
	part := ""
	if r.Resumed > 0 {
		part = fmt.Sprintf(", in the last %d rows alone: an earlier run has mapped the first %d", r.Rows-r.Resumed, r.Resumed)
		note += part
	}
	tellUnmapped(std, r.Unmapped, note)
	if r.Rows > 0 && r.Rows*columns == r.Empty {
		fmt.Fprintf(std.Err, "none of the columns to map has text; --column names others\n")
	}
	fmt.Fprintf(std.Err, "verdicts: accept %d, review %d, none %d\n", r.Verdicts[mapping.VerdictAccept], r.Verdicts[mapping.VerdictReview], r.Verdicts[mapping.VerdictNone])
	if r.Below > 0 {
		fmt.Fprintf(std.Err, "%d of those NIL have an entity that --min-p 0 would write, of which %.0f %% are expected to be right\n", r.Below, 100*r.Right)
	}
	if a := r.Alone; a != nil && a.Mentions > 0 {
		fmt.Fprintf(std.Err, "%s%d different names, %d of those NIL, would have an entity with --coverage alone%s\n", map[bool]string{true: "at least "}[a.AtLeast], a.Mentions, a.Count, part)
	}
	if note = ""; r.Numbers > 0 {
		note = fmt.Sprintf(", %d numbers or dates in columns of names", r.Numbers)
	}
	if r.Taken > 0 {
		fmt.Fprintf(std.Err, "%s: another row has the likeliest entity\n", cli.Count(r.Taken, "rows"))
	}
	stages := ""
	if r.Answered > 0 {
		stages = fmt.Sprintf(" (%v)", s.Found)
	}
	fmt.Fprintf(std.Err, "%s: %s with an entity%s, %d tied, %d NIL, %d empty%s; %s\n",
		cli.Count(r.Rows, "rows"), cli.Count(r.Answered, "mentions"), stages, r.Tied, r.NIL, r.Empty, note, cli.Count(s.Lookups, "look-ups"))
}

// tellUnmapped lists the most frequent mentions without an entity, or a few where none is frequent.
func tellUnmapped(std *cli.IO, list []unmapped, note string) {
	switch {
	case len(list) == 0:
		return
	case len(list) == commonest && list[0].Count == 1:
		list = list[:3]
		fmt.Fprintf(std.Err, "without an entity, none of them frequent%s:\n", note)
	default:
		fmt.Fprintf(std.Err, "the most frequent without an entity%s:\n", note)
	}
	for _, m := range list {
		fmt.Fprintf(std.Err, "%7d  %s\n", m.Count, m.Mention)
	}
}

// tellUneven says how many rows lacked cells or had too many.
func tellUneven(std *cli.IO, in *mapping.Input) {
	if short, long := in.Uneven(); short+long > 0 {
		fmt.Fprintf(std.Err, "%s: %d rows lack cells at their end, which count as empty, and %d have more cells than the first, which follow the added columns; --strict stops at such a row\n",
			in.Name, short, long)
	}
}

// summaryFiles are where the summary of a run goes.
type summaryFiles struct {
	report  *output.File // nil without --report
	review  *output.File // nil without --review
	chosen  *mapping.Choice
	resumed int // rows that an earlier run has done
}

// createSummary starts the files, and has c collect what they need.
func createSummary(std *cli.IO, o *Options, c *mapping.Config, out mapping.Output) (f *summaryFiles, err error) {
	f = &summaryFiles{}
	c.Unmapped = mapping.NewTally()
	if o.Review != "" {
		c.Doubtful = mapping.NewTally()
	}
	tell := c.Chosen
	c.Chosen = func(choice *mapping.Choice) { f.chosen = choice; tell(choice) }
	if f.resumed, err = mapping.DoneRows(out); err != nil {
		return nil, err
	}
	if f.review, err = std.Create(o.Review, unknownFile); err != nil {
		return nil, err
	}
	if f.report, err = std.Create(o.Report, mapReportFile); err != nil {
		f.review.Close()
	}
	return f, err
}

// close discards what was not written.
func (f *summaryFiles) close() {
	f.review.Close()
	f.report.Close()
}

// writeSummary says what came of a table, on standard error and in the files.
func writeSummary(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config, s *mapping.Stats, f *summaryFiles) error {
	r := newMapReport(s, c, f.resumed)
	r.Table = f.chosen
	var err error
	if r.Alone, err = countAlone(c); err != nil {
		return err
	}
	summarize(std, r, s, len(c.Columns))
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
