package translate

import "github.com/normlet/normlet/internal/core/translation"

// Rounds of expectation maximisation: those of IBM's model 1 in both directions (Brown et al. 1993, section 4.2), and those in
// which both have to agree (Liang, Taskar and Klein 2006, section 3).
const (
	aloneRounds = 4
	agreeRounds = 4
	null        = 0.02 // probability that a word stands for none of the other name
	cognates    = 0.5  // count that a pair of words of the same letters has before any name is read
	minAlike    = 0.5  // least similarity of cognates
	minLink     = 0.08 // least product of the probabilities of two words that stand for each other
	leastBack   = 0.3  // that of the other direction counts as so much at least: a compound stands for several words
)

// aligner has the words of all pairs by number, and for each pair of words that some names have the probabilities of both
// directions.
type aligner struct {
	from, to vocabulary
	spelling translation.Spelling
	pairs    []pair
	cells    map[uint64]int32 // by words
	keys     []uint64         // of each cell
	prior    []float64        // of each cell
	forth    []float64        // of the word of to, given that of from
	back     []float64        // the other direction
}

type pair struct {
	from, to []int32
	cells    []int32 // len(from) rows of len(to)
}

type vocabulary struct {
	words  []string
	number map[string]int32
}

func (v *vocabulary) of(word string) int32 {
	n, ok := v.number[word]
	if !ok {
		n = int32(len(v.words))
		v.number[word], v.words = n, append(v.words, word)
	}
	return n
}

func newAligner(s translation.Spelling) *aligner {
	return &aligner{spelling: s, from: vocabulary{number: map[string]int32{}}, to: vocabulary{number: map[string]int32{}}, cells: map[uint64]int32{}}
}

func (a *aligner) add(from, to []string) {
	var p pair
	for _, w := range from {
		p.from = append(p.from, a.from.of(w))
	}
	for _, w := range to {
		p.to = append(p.to, a.to.of(w))
	}
	for _, f := range p.from {
		for _, e := range p.to {
			key := uint64(f)<<32 | uint64(e)
			cell, ok := a.cells[key]
			if !ok {
				cell = int32(len(a.prior))
				a.cells[key], a.keys = cell, append(a.keys, key)
				x := 0.0
				if s := translation.Alike(a.spelling.Skeleton(a.from.words[f]), a.spelling.Skeleton(a.to.words[e])); s >= minAlike {
					x = float64(cognates * float64(s))
				}
				a.prior = append(a.prior, x)
			}
			p.cells = append(p.cells, cell)
		}
	}
	a.pairs = append(a.pairs, p)
}

// run estimates the probabilities.
func (a *aligner) run() {
	n := len(a.prior)
	a.forth, a.back = make([]float64, n), make([]float64, n)
	for i := range n {
		a.forth[i], a.back[i] = .1+a.prior[i], .1+a.prior[i]
	}
	forth, back := make([]float64, n), make([]float64, n)
	for round := range aloneRounds + agreeRounds {
		copy(forth, a.prior)
		copy(back, a.prior)
		for i := range a.pairs {
			p := &a.pairs[i]
			x, y := a.posteriors(p)
			for k, cell := range p.cells {
				if round >= aloneRounds {
					both := float64(x[k] * y[k])
					forth[cell] += both
					back[cell] += both
				} else {
					forth[cell] += x[k]
					back[cell] += y[k]
				}
			}
		}
		a.normalize(forth, back)
	}
}

// normalize makes probabilities of counts.
func (a *aligner) normalize(forth, back []float64) {
	of, to := make([]float64, len(a.from.words)), make([]float64, len(a.to.words))
	for cell, key := range a.keys {
		of[key>>32] += forth[cell]
		to[uint32(key)] += back[cell]
	}
	for cell, key := range a.keys {
		a.forth[cell] = forth[cell] / max(of[key>>32], 1e-9)
		a.back[cell] = back[cell] / max(to[uint32(key)], 1e-9)
	}
}

// posteriors returns for each cell of a pair the probability that its words stand for each other, in both directions.
func (a *aligner) posteriors(p *pair) (forth, back []float64) {
	n, m := len(p.from), len(p.to)
	forth, back = make([]float64, n*m), make([]float64, n*m)
	for j := range m {
		sum := null
		for i := range n {
			sum += a.forth[p.cells[i*m+j]]
		}
		for i := range n {
			forth[i*m+j] = a.forth[p.cells[i*m+j]] / sum
		}
	}
	for i := range n {
		sum := null
		for j := range m {
			sum += a.back[p.cells[i*m+j]]
		}
		for j := range m {
			back[i*m+j] = a.back[p.cells[i*m+j]] / sum
		}
	}
	return forth, back
}

// links returns for each word of p.to the word of p.from that it stands for, or -1.
func (a *aligner) links(p *pair) []int {
	forth, back := a.posteriors(p)
	m := len(p.to)
	links := make([]int, m)
	for j := range m {
		links[j] = -1
		best := minLink
		for i := range p.from {
			if x := float64(forth[i*m+j] * max(back[i*m+j], leastBack)); x > best {
				best, links[j] = x, i
			}
		}
	}
	return links
}
