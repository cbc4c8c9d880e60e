package rank

import (
	"math/bits"

	"github.com/normlet/normlet/internal/core/score"
)

// rows has the candidates of a mention without the features that are zero, which most are: a build keeps a million candidates,
// and the fit reads them hundreds of times.
type rows struct {
	heads  []head
	values []float32 // of all heads, feature by feature
}

// head is a candidate without its features.
type head struct {
	row, entity int32
	score       float32
	distance    int16
	has         uint32 // bit i: feature i is not zero
	stage       score.Stage
}

// head.has has a bit for each feature.
var _ [32 - score.NumFeatures]struct{}

func packed(candidates []score.Candidate) rows {
	n := 0
	for i := range candidates {
		n += bits.OnesCount32(present(&candidates[i].Features))
	}
	r := rows{make([]head, len(candidates)), make([]float32, 0, n)}
	for i := range candidates {
		c := &candidates[i]
		h := head{c.Row, c.Entity, c.Score, int16(c.Distance), present(&c.Features), c.Stage}
		for set := h.has; set != 0; set &= set - 1 {
			r.values = append(r.values, c.Features[bits.TrailingZeros32(set)])
		}
		r.heads[i] = h
	}
	return r
}

// present has a bit for each feature that the fit sees. That is not Elsewhere: names that a view lacks have counted in it.
func present(features *[score.NumFeatures]float32) (has uint32) {
	for i, f := range features {
		if f != 0 && score.Feature(i) != score.Elsewhere {
			has |= 1 << i
		}
	}
	return has
}

func (r *rows) appendTo(dst []score.Candidate) []score.Candidate {
	values := r.values
	for i := range r.heads {
		h := &r.heads[i]
		c := score.Candidate{Row: h.row, Entity: h.entity, Distance: int32(h.distance), Stage: h.stage, Score: h.score}
		for set := h.has; set != 0; set &= set - 1 {
			c.Features[bits.TrailingZeros32(set)] = values[0]
			values = values[1:]
		}
		dst = append(dst, c)
	}
	return dst
}
