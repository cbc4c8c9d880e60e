package fit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/f32"
)

// Sizes of the measurements: a second or so at 128 dimensions, and shares known
// to about one in a hundred.
const (
	measureRows    = 5000
	measureQueries = 250
	neighbours     = 10
)

// Report says how good a head is on the vectors it was fitted to; all but the last three fields
// are measured on up to 5000 of them, drawn by the seed.
type Report struct {
	Method  string `json:"method"`
	Bits    int    `json:"bits"`
	Dim     int    `json:"dim"`
	Vectors int    `json:"vectors"`

	// Retention is the share of the ten nearest vectors by cosine that are also
	// among the ten nearest codes by Hamming distance, ties by row.
	Retention float64 `json:"retention_at_10"`
	// Asymmetric is the same share for the float query against the codes.
	Asymmetric float64 `json:"asymmetric_retention_at_10"`

	// Variance is the share of the variance the components hold (pca, itq).
	Variance float64 `json:"variance,omitempty"`
	// Loss is, for itq, the mean squared distance of a rotated coordinate to its sign before
	// each step; for ae and ae-sp, the held-out loss before training and after each epoch.
	Loss []float64 `json:"loss,omitempty"`
	// Epochs is the number of passes after which that loss was smallest, and the
	// head taken (ae, ae-sp).
	Epochs int `json:"epochs,omitempty"`
}

// Measure reports on any head for vectors like x, such as one read from a file.
func Measure(h *binarize.Head, x Vectors, seed uint64) (*Report, error) {
	if err := x.validate(); err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	if x.Dim != h.Dim {
		return nil, fmt.Errorf("fit: vectors of %d elements for a head that takes %d: it was fitted to other embeddings", x.Dim, h.Dim)
	}
	r := new(Report)
	r.measure(h, x, seed)
	return r, nil
}

func (r *Report) measure(h *binarize.Head, x Vectors, seed uint64) {
	r.Method, r.Bits, r.Dim, r.Vectors = h.Method, h.Bits, h.Dim, x.Len()
	rng := newRand(seed, streamMeasure)
	rows := Vectors{Dim: x.Dim}
	for _, i := range choose(rng, x.Len(), measureRows) {
		rows.Data = append(rows.Data, x.Row(i)...)
	}
	codes := h.EncodeAll(nil, rows.Data)
	r.measureRetention(h, rows, codes, choose(rng, rows.Len(), measureQueries))
}

// measureRetention compares the neighbours of the query rows among all rows.
func (r *Report) measureRetention(h *binarize.Head, rows Vectors, codes []uint64, queries []int) {
	unit := normalized(rows)
	words := h.Words()
	k := min(neighbours, rows.Len()-1)
	code := func(j int) []uint64 { return codes[j*words : (j+1)*words] }
	var query binarize.Query
	var proj []float32
	var hamming, asymmetric int
	for _, i := range queries {
		proj = h.Project(proj, rows.Row(i))
		query.Reset(proj)
		want := nearest(rows.Len(), i, k, func(j int) float32 { return -f32.Dot(unit.Row(i), unit.Row(j)) })
		hamming += shared(want, nearest(rows.Len(), i, k, func(j int) float32 { return float32(bitvec.Distance(code(i), code(j))) }))
		asymmetric += shared(want, nearest(rows.Len(), i, k, func(j int) float32 { return -query.Score(code(j)) }))
	}
	r.Retention = float64(hamming) / float64(k*len(queries))
	r.Asymmetric = float64(asymmetric) / float64(k*len(queries))
}

func normalized(x Vectors) Vectors {
	u := Vectors{Data: slices.Clone(x.Data), Dim: x.Dim}
	for i := range u.Len() {
		if square := f32.Dot(u.Row(i), u.Row(i)); square > 0 { // centring can leave nothing
			f32.Scale(1/f32.Sqrt(square), u.Row(i))
		}
	}
	return u
}

// nearest returns the k rows at the smallest distance, ties by row, of n rows
// without the query itself.
func nearest(n, query, k int, distance func(row int) float32) []int {
	type hit struct {
		row  int
		dist float32
	}
	var best []hit // ascending
	for j := range n {
		d := distance(j)
		if j == query || len(best) == k && d >= best[k-1].dist {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, d, func(h hit, d float32) int {
			if h.dist <= d {
				return -1
			}
			return 1
		})
		best = slices.Insert(best, at, hit{j, d})
		best = best[:min(k, len(best))]
	}
	found := make([]int, len(best))
	for i, h := range best {
		found[i] = h.row
	}
	slices.SortFunc(found, cmp.Compare)
	return found
}

func shared(a, b []int) int {
	n := 0
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			n++
		}
	}
	return n
}
