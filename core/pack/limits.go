package pack

import (
	"cmp"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Limits bound the work for a pack from a stranger. Zero fields mean the defaults.
type Limits struct {
	// SectionBytes bounds the size of all sections together, uncompressed, and is checked before decompression. Default: 64
	// times the size of the file, and 64 KiB for each section.
	SectionBytes int64
	Rows         int // names, with those of section DELT. Default: 2^31-1
	Entities     int // Default: 2^31-1
	Namespaces   int // Default: 65,536
	SelfChecks   int // pairs of section SELF. Default: 1,024
	// TableBytes bounds the memory of the tables made from the sections, while a pack is opened and afterwards. Default: 4
	// bytes for each byte of the sections, and 16 MiB. A limit above the default has no effect.
	TableBytes int64
	// CheckSteps bounds the multiply-additions of the encoder and the binarizer for the pairs of section SELF and for the rows
	// that are encoded when a pack is opened. Default: 2^30, which takes half a second on a server.
	CheckSteps int64
	// CacheBytes bounds the memory of the answers that a Normalizer and an annotate.Annotator keep from one text to the next.
	// A full cache is emptied. Default: 128 MiB.
	CacheBytes int64
}

func (l Limits) withDefaults() Limits {
	return Limits{
		SectionBytes: cmp.Or(l.SectionBytes, math.MaxInt64),
		Rows:         cmp.Or(l.Rows, math.MaxInt32), Entities: cmp.Or(l.Entities, math.MaxInt32),
		Namespaces: cmp.Or(l.Namespaces, maxNamespaces), SelfChecks: cmp.Or(l.SelfChecks, 1024),
		TableBytes: cmp.Or(l.TableBytes, math.MaxInt64), CheckSteps: cmp.Or(l.CheckSteps, 1<<30), CacheBytes: cmp.Or(l.CacheBytes, 128<<20),
	}
}

// LimitError says that a pack needs more than a reader allows. The file need not be damaged.
type LimitError struct {
	Limit string // field of Limits, or "Steps": more work than any pack of this size needs
	Have  int64  // what the pack needs, or as far as it was counted
	Most  int64  // what is allowed
}

func (e *LimitError) Error() string {
	if e.Limit == limitSteps {
		return fmt.Sprintf("pack: reading the file takes more than %d steps, which no pack of its size needs; use another copy, or build it again", e.Most)
	}
	return fmt.Sprintf("pack: the file needs %s of %d, at most %d allowed; if you trust it, open it with a higher core.Limits.%s, otherwise do not use it",
		e.Limit, e.Have, e.Most, e.Limit)
}

const limitSteps = "Steps"

// Bounds of a pack besides Limits. A step is a byte or an item of a table that is read, written or compared; a byte whose text
// form takes long to compute counts as several steps.
const (
	stepsPerByte  = 64
	fixedSteps    = 1 << 22
	tablesPerByte = 4
	fixedTables   = 16 << 20
)

// Meter adds up the steps of opening a pack and the memory of its tables. It
// refuses what exceeds its limits before the work is done. A nil Meter allows
// everything. It is not safe for concurrent use.
type Meter struct {
	Limits
	sections, steps, tables, most int64
	err                           error // the first refusal
}

// NewMeter returns a Meter with the limits l for sections of a size in bytes, uncompressed.
func NewMeter(l Limits, sections int64) *Meter {
	return &Meter{Limits: l.withDefaults(), sections: sections}
}

// Take counts steps and bytes of tables. It returns a *LimitError if they exceed a limit.
func (m *Meter) Take(steps, bytes int) error {
	if m == nil {
		return nil
	}
	m.steps, m.tables = m.steps+int64(steps), m.tables+int64(bytes)
	m.most = max(m.most, m.tables)
	_ = m.AtMost(limitSteps, m.steps, m.maxSteps()) // kept in m
	return m.AtMost("TableBytes", m.tables, min(m.TableBytes, tablesPerByte*m.sections+fixedTables))
}

// giveBack returns the bytes of tables that are no longer used.
func (m *Meter) giveBack(bytes int) {
	if m != nil {
		m.tables -= int64(bytes)
	}
}

// AtMost returns a *LimitError about the field limit of Limits if have exceeds most.
func (m *Meter) AtMost(limit string, have, most int64) error {
	if m == nil {
		return nil
	}
	if have > most && m.err == nil {
		m.err = &LimitError{limit, have, most}
	}
	return m.err
}

func (m *Meter) maxSteps() int64 { return stepsPerByte*m.sections + fixedSteps }

// Cost is what a Meter has counted.
type Cost struct {
	SectionBytes int64 // size of all sections, uncompressed
	Steps        int64
	TableBytes   int64 // largest memory of tables at any time
}

// Cost returns the count so far.
func (m *Meter) Cost() Cost { return Cost{m.sections, m.steps, m.most} }

// take is Take in the reading of a section. It reports whether to go on.
func (m *Meter) take(r *wire.Reader, steps, bytes int) bool {
	if r.Err() == nil && m.Take(steps, bytes) != nil {
		r.Failf("%v", m.err) // split returns the error itself
	}
	return r.Err() == nil
}

// within is AtMost in the reading of a section. It reports whether to go on.
func (m *Meter) within(r *wire.Reader, limit string, have, most int) bool {
	if r.Err() == nil && m.AtMost(limit, int64(have), int64(most)) != nil {
		r.Failf("%v", m.err)
	}
	return r.Err() == nil
}
