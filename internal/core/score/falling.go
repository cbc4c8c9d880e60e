package score

import "sort"

// SortByP sorts candidates by their probabilities, the likeliest first.
func SortByP(cs []Candidate, p []float64) { sort.Stable(falling{cs, p}) }

type falling struct {
	cs []Candidate
	p  []float64
}

func (f falling) Len() int           { return len(f.p) }
func (f falling) Less(i, j int) bool { return f.p[i] > f.p[j] }
func (f falling) Swap(i, j int)      { f.cs[i], f.cs[j], f.p[i], f.p[j] = f.cs[j], f.cs[i], f.p[j], f.p[i] }
