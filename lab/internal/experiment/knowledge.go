package experiment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// Gain is what a table of a pack's knowledge, or a place of its affixes, gives labelled mentions: what is lost without its
// rows, in points.
type Gain struct {
	Table    string
	Rows     int
	At1      float64 // H@1
	Answered float64 // mentions that are answered right, not NIL
}

// KnowledgeGains measures a corpus without each table of the pack's knowledge in turn, and returns H@1 with all.
func KnowledgeGains(ctx context.Context, c *Labelled, p Progress) (at1 float64, gains []Gain, err error) {
	contents, err := pack.Parse(c.Pack)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	all := contents.Knowledge
	rows := map[string]int{}
	for line := range strings.Lines(string(all)) {
		rows[tableOf(line)]++
	}
	without := func(table string) (figures, error) {
		var kept []byte
		for line := range strings.Lines(string(all)) {
			if tableOf(line) != table {
				kept = append(kept, line...)
			}
		}
		less := *contents
		less.Knowledge = kept
		n, err := core.New(&less)
		if err != nil {
			return figures{}, fmt.Errorf("%s: %w", c.Name, err)
		}
		defer n.Close()
		return lookedUp(n, c)
	}
	with, err := without("")
	for i, table := range slices.Sorted(maps.Keys(rows)) {
		p(c.Name, i, len(rows))
		if err != nil || ctx.Err() != nil {
			break
		}
		var less figures
		less, err = without(table)
		lost := with.less(less)
		gains = append(gains, Gain{table, rows[table], lost.at1, lost.answered})
	}
	if err == nil {
		err = ctx.Err()
	}
	return with.at1, gains, err
}

// tableOf returns the table of a line of section KNOW, with the place of an affix.
func tableOf(line string) string {
	table, columns, _ := strings.Cut(line, "\t")
	if place, _, ok := strings.Cut(columns, "\t"); ok && table == "affix" {
		return table + " " + place
	}
	return table
}
