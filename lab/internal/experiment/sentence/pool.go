package sentence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/binarize/fit"
)

// Pooling says how the vectors of words become one of a sentence.
type Pooling struct {
	Name string

	// SIF weighs a word of probability p by a/(a+p), a = 0.001: smooth inverse frequency (Arora
	// et al., ICLR 2017).
	SIF bool
	// Centred takes the mean of the training sentences off.
	Centred bool
	// Whitening divides principal components by their variance to this power; 1/2 makes all
	// equally strong.
	Whitening float64
}

// Poolings are those that are compared, the simplest first.
func Poolings() []Pooling {
	return []Pooling{
		{Name: "mean"},
		{Name: "mean, centred", Centred: true},
		{Name: "SIF, centred", SIF: true, Centred: true},
		{Name: "SIF, centred, half whitened", SIF: true, Centred: true, Whitening: 0.25},
	}
}

const sifA = 1e-3

// Pooler turns sentences into vectors.
type Pooler struct {
	words *Vectors
	count map[string]float64 // of words in the training sentences; nil: not weighted
	total float64
	mean  []float64
	white *mat.Dense // dim x dim; nil: none
}

// NewPooler learns from the training sentences what p needs.
func NewPooler(p Pooling, words *Vectors, train []string) (*Pooler, error) {
	l := &Pooler{words: words, mean: make([]float64, words.Dim)}
	if p.SIF {
		l.count = map[string]float64{}
		for _, s := range train {
			for _, w := range Words(s) {
				l.count[w]++
				l.total++
			}
		}
	}
	rows := mat.NewDense(max(1, len(train)), words.Dim, nil)
	for i, s := range train {
		rows.SetRow(i, l.pool(s))
	}
	for j := range l.mean {
		if p.Centred {
			l.mean[j] = stat.Mean(mat.Col(nil, j, rows), nil)
		}
	}
	if p.Whitening != 0 {
		return l, l.whiten(rows, p.Whitening)
	}
	return l, nil
}

// whiten sets the matrix that weighs the principal components of rows.
func (l *Pooler) whiten(rows *mat.Dense, power float64) error {
	n, dim := rows.Dims()
	var pc stat.PC
	if n <= dim || !pc.PrincipalComponents(rows, nil) {
		return fmt.Errorf("%d training sentences: too few for the principal components of %d dimensions", n, dim)
	}
	var axes, weighed mat.Dense
	pc.VectorsTo(&axes)
	variance := pc.VarsTo(nil)
	least := 1e-9 * variance[0] // what is less is noise
	weighed.Apply(func(_, j int, v float64) float64 { return v * math.Pow(max(variance[j], least), -power) }, &axes)
	l.white = new(mat.Dense)
	l.white.Mul(&weighed, axes.T())
	return nil
}

// pool returns the weighted mean of the words that have vectors, or zeros.
func (l *Pooler) pool(s string) []float64 {
	sum, n := make([]float64, l.words.Dim), 0.0
	for _, w := range Words(s) {
		v, ok := l.words.Word[w]
		if !ok {
			continue
		}
		weight := 1.0
		if l.count != nil {
			weight = sifA / (sifA + l.count[w]/l.total)
		}
		for j, x := range v {
			sum[j] += float64(weight * float64(x))
		}
		n++
	}
	for j := range sum {
		sum[j] /= max(n, 1)
	}
	return sum
}

// Vectors returns a vector of length 1 for each sentence; zeros get a 1 as their first element.
func (l *Pooler) Vectors(sentences []string) fit.Vectors {
	out := fit.Vectors{Dim: l.words.Dim}
	for _, s := range sentences {
		v := l.pool(s)
		for j := range v {
			v[j] -= l.mean[j]
		}
		if l.white != nil {
			var y mat.VecDense
			y.MulVec(l.white, mat.NewVecDense(len(v), v))
			copy(v, y.RawVector().Data)
		}
		norm := floats.Norm(v, 2)
		if norm == 0 {
			v[0], norm = 1, 1
		}
		for _, x := range v {
			out.Data = append(out.Data, float32(x/norm))
		}
	}
	return out
}
