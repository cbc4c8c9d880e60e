package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// commonest is how many mentions without an entity a summary names.
const commonest = 20

// mapReport is the summary of a run in JSON. Nothing in it depends on the number of threads.
type mapReport struct {
	Rows     int            `json:"rows"`
	Answered int            `json:"answered"`
	NIL      int            `json:"nil"`
	Tied     int            `json:"tied"` // of those answered
	Empty    int            `json:"empty"`
	Stages   map[string]int `json:"stages"` // of those answered
	Unmapped []unmapped     `json:"unmapped"`
	AtLeast  bool           `json:"unmapped_at_least"` // counts of unmapped may be too low: see mapping.Tally
	Resumed  int            `json:"resumed_after"`     // rows that an earlier run has done, of which Unmapped has none
}

type unmapped struct {
	Mention string `json:"mention"`
	Count   int    `json:"count"`
}

// newMapReport returns the summary of a run that went on after some rows.
func newMapReport(s *mapping.Stats, c *mapping.Config, resumed int) *mapReport {
	r := &mapReport{Rows: s.Rows, NIL: s.NIL, Tied: s.Tied, Empty: s.Empty, Stages: map[string]int{}, Unmapped: []unmapped{},
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
func (a *app) summarize(r *mapReport, s *mapping.Stats) {
	note := ""
	if r.AtLeast {
		note = ", at least so often"
	}
	if r.Resumed > 0 {
		note += fmt.Sprintf(", in the rows after the first %d, which an earlier run has mapped", r.Resumed)
	}
	if len(r.Unmapped) > 0 {
		fmt.Fprintf(a.stderr, "the most frequent without an entity%s:\n", note)
	}
	for _, m := range r.Unmapped {
		fmt.Fprintf(a.stderr, "%7d  %s\n", m.Count, m.Mention)
	}
	fmt.Fprintf(a.stderr, "%d rows: %d mentions with an entity (%v), %d tied, %d NIL, %d empty; %d look-ups\n",
		r.Rows, r.Answered, s.Found, r.Tied, r.NIL, r.Empty, s.Lookups)
}

// createMapReport starts the file of --report, nil without.
func (a *app) createMapReport(path string) (*output.File, error) {
	if path == "" {
		return nil, nil
	}
	return a.files.Create(path, mapReportFile)
}

func writeMapReport(ctx context.Context, out *output.File, r *mapReport) error {
	if out == nil {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return commit(ctx, out, append(text, '\n'))
}
