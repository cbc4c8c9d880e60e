package mapping

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// Stage says how the entity of a mention was found: a core.Stage, or StageDecision.
type Stage uint8

// StageDecision is that of an entity that a person has chosen.
const StageDecision = Stage(score.NumStages)

// String returns the word for a stage that outputs have.
func (s Stage) String() string {
	if s == StageDecision {
		return "decision"
	}
	return core.Stage(s).String()
}

// Decisions are the entities that people have chosen for mentions. They hold in every row with the mention, whatever is
// around it.
type Decisions struct{ by map[string]*decision }

type decision struct {
	mention string
	line    int // in the file that it is from
	answers []core.Answer
	used    atomic.Bool
}

// keyOf returns the form in which a mention is compared with those of a sheet: without characters that a sheet does not
// show, and with single blanks.
func keyOf(mention string) string { return strings.Join(strings.Fields(escape.Text(mention)), " ") }

// Add records that a mention means these entities, or none. line is that of the decision in its file.
func (d *Decisions) Add(mention string, line int, entities []core.Entity) {
	if d.by == nil {
		d.by = map[string]*decision{}
	}
	made := &decision{mention: mention, line: line}
	for i := range entities {
		e := &entities[i]
		made.answers = append(made.answers, core.Answer{Mention: mention,
			Matches: []core.Match{{ID: e.ID, Namespace: e.Namespace, Name: e.Name, Score: 1, P: 1, Margin: 1}}})
	}
	if len(entities) == 0 {
		made.answers = []core.Answer{{Mention: mention, NIL: true, PNIL: 1}}
	}
	d.by[keyOf(mention)] = made
}

// Unused yields the lines and mentions of decisions that no row has used, by line.
func (d *Decisions) Unused() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		byLine := func(a, b *decision) int { return cmp.Compare(a.line, b.line) }
		for _, made := range slices.SortedFunc(maps.Values(d.by), byLine) {
			if !made.used.Load() && !yield(made.line, made.mention) {
				return
			}
		}
	}
}

// of returns the decision about a mention, nil if there is none.
func (d *Decisions) of(mention string) *decision {
	if d == nil || len(d.by) == 0 {
		return nil
	}
	return d.by[keyOf(mention)]
}

// stage returns how the entity of a match for a mention was found.
func (d *Decisions) stage(mention string, m *core.Match) Stage {
	if d.of(mention) != nil {
		return StageDecision
	}
	return Stage(m.Stage)
}

// apply replaces the answers for the mentions that are decided.
func (d *Decisions) apply(results []document.Result) {
	for i := range results {
		if made := d.of(results[i].Mention); made != nil && len(results[i].Answers) > 0 {
			made.used.Store(true)
			results[i].Answers = made.answers
		}
	}
}
