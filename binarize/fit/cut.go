package fit

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/binarize"
)

// medianSample bounds the projections kept for CutMedian: 4096 rows put half of
// the bits right to within 1 %, and are 64 MiB at the longest code.
const medianSample = 4096

func cut(h *binarize.Head, s *sample, cfg Config) ([]float32, error) {
	switch cfg.Cut {
	case CutMean:
		return cutMean(h, s), nil
	case CutMedian:
		return cutMedian(h, s, cfg), nil
	case CutValue:
		return slices.Repeat([]float32{cfg.Value}, h.Bits), nil
	}
	return nil, fmt.Errorf("unknown cut %d", cfg.Cut)
}

// cutMean projects the mean, which is the mean of the projections.
func cutMean(h *binarize.Head, s *sample) []float32 {
	t := make([]float32, h.Bits)
	for i := range t {
		if h.W == nil {
			t[i] = float32(s.mean[i])
			continue
		}
		var sum float64
		for j, w := range h.W[i*h.Dim : (i+1)*h.Dim] {
			sum += float64(float64(w) * s.mean[j]) // rounded first: fused products differ between platforms
		}
		t[i] = float32(sum)
	}
	return t
}

// cutMedian takes the lower of the two middle projections when their number is
// even: a bit is set above its threshold, so that half of them are.
func cutMedian(h *binarize.Head, s *sample, cfg Config) []float32 {
	raw := *h
	raw.T = make([]float32, h.Bits)
	rows := choose(newRand(cfg.Seed, streamMedian), s.Len(), medianSample)
	columns := make([][]float32, h.Bits)
	var proj []float32
	for _, i := range rows {
		proj = raw.Project(proj, s.Row(i))
		for b, p := range proj {
			columns[b] = append(columns[b], p)
		}
	}
	t := raw.T
	for b, column := range columns {
		slices.Sort(column)
		t[b] = column[(len(column)-1)/2]
	}
	return t
}
