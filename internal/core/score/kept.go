package score

import "math/bits"

// Kept is candidates that are remembered: as Fold returns them, without what Odds fill in. Most features of most of them are
// 0, so that it takes half of their memory. It does not change.
type Kept struct {
	rows   []keptRow
	values []float32 // features that are not 0
}

type keptRow struct {
	row, entity int32
	score       float32
	features    uint32 // bit by bit, those that are not 0
	distance    uint16
	stage       Stage
	how         How
}

// How has Candidate.Read, 1, and Candidate.Translated, 2.
type How uint8

// How returns how the candidate was found beside its Stage.
func (c *Candidate) How() (h How) {
	if c.Read {
		h = 1
	}
	if c.Translated {
		h |= 2
	}
	return h
}

// Read and Translated return the fields of the candidate.
func (h How) Read() bool       { return h&1 != 0 }
func (h How) Translated() bool { return h&2 != 0 }

// Keep returns candidates to be remembered.
func Keep(cs []Candidate) *Kept {
	k := &Kept{rows: make([]keptRow, len(cs))}
	values := 0
	for i := range cs {
		c, r := &cs[i], &k.rows[i]
		*r = keptRow{row: c.Row, entity: c.Entity, score: c.Score, distance: uint16(c.Distance), stage: c.Stage, how: c.How()}
		for f, x := range c.Features {
			if x != 0 {
				r.features |= 1 << f
			}
		}
		values += bits.OnesCount32(r.features)
	}
	k.values = make([]float32, 0, values)
	for i := range cs {
		for set := k.rows[i].features; set != 0; set &= set - 1 {
			k.values = append(k.values, cs[i].Features[bits.TrailingZeros32(set)])
		}
	}
	return k
}

// AppendTo appends the candidates to dst.
func (k *Kept) AppendTo(dst []Candidate) []Candidate {
	values := k.values
	for i := range k.rows {
		r := &k.rows[i]
		dst = append(dst, Candidate{Row: r.row, Entity: r.entity, Score: r.score, Distance: int32(r.distance), Stage: r.stage, Read: r.how.Read(), Translated: r.how.Translated()})
		c := &dst[len(dst)-1]
		for set := r.features; set != 0; set &= set - 1 {
			c.Features[bits.TrailingZeros32(set)], values = values[0], values[1:]
		}
	}
	return dst
}

// Are reports whether candidates are still those that are kept, in their order, with the same scores.
func (k *Kept) Are(cs []Candidate) bool {
	for i := range k.rows {
		if r := &k.rows[i]; i >= len(cs) || cs[i].Row != r.row || cs[i].Entity != r.entity || cs[i].Score != r.score {
			return false
		}
	}
	return len(cs) == len(k.rows)
}

// Bytes returns about how much memory they take.
func (k *Kept) Bytes() int { return 48 + 20*len(k.rows) + 4*len(k.values) }
