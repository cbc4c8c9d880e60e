package sentence

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// Encoder makes vectors of sentences of which nothing but word vectors is trained.
type Encoder struct {
	Name  string
	Pools []Pool // over the words of a sentence, one after the other

	// Random, if not 0, is the number of features that pools see instead of the elements of word
	// vectors: random projections of each word (bag of random embedding projections, Wieting and
	// Kiela, ICLR 2019), uniform in +-1/sqrt(dim).
	Random int
	// Pairs makes the second half of these see a word and the next one, a random convolution, so
	// that the order of words matters.
	Pairs bool
}

// Pool says how numbers of the words of a sentence become one.
type Pool uint8

const (
	PoolMean Pool = iota
	PoolMax
	PoolMin
	PoolSIF // the mean weighed by smooth inverse frequency, see Pooling
)

// Encoders are those that are compared. Random ones have features random features.
func Encoders(features int) []Encoder {
	return []Encoder{
		{Name: "mean", Pools: []Pool{PoolMean}},
		{Name: "SIF", Pools: []Pool{PoolSIF}},
		{Name: "max, min, SIF", Pools: []Pool{PoolMax, PoolMin, PoolSIF}},
		{Name: "mean, max, min, SIF", Pools: []Pool{PoolMean, PoolMax, PoolMin, PoolSIF}},
		{Name: "random projections, max", Pools: []Pool{PoolMax}, Random: features},
		{Name: "random projections of words and pairs, max", Pools: []Pool{PoolMax}, Random: features, Pairs: true},
	}
}

// Model is an Encoder that has learned from unlabelled sentences.
type Model struct {
	Dim int

	pools       []Pool
	word        map[string][]float32 // what pools see of a word alone
	before      map[string][]float32 // and of a word and the next one: the sum of both; nil: nothing
	after       map[string][]float32
	weight      map[string]float32 // by smooth inverse frequency; 1 if missing
	mean, scale []float32          // of each column of the sentences that were learned from
}

// NewModel learns the frequencies of words and, for each column, its mean, which is taken off, and
// its deviation, by which it is divided.
func NewModel(e Encoder, words *Vectors, train []string, seed uint64) *Model {
	m := &Model{pools: e.Pools, word: words.Word, weight: map[string]float32{}}
	features := words.Dim
	if e.Random > 0 {
		features = e.Random
		m.project(e, words, seed)
	}
	m.Dim = len(e.Pools) * features
	count, total := map[string]float64{}, 0.0
	for _, s := range train {
		for _, w := range Words(s) {
			count[w]++
			total++
		}
	}
	for w, n := range count {
		m.weight[w] = float32(sifA / (sifA + n/total))
	}
	m.standardize(train)
	return m
}

// project sets what pools see to random projections of the word vectors.
func (m *Model) project(e Encoder, words *Vectors, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 17))
	alone := e.Random
	if e.Pairs {
		alone -= e.Random / 2
		m.before = projections(words, e.Random/2, rng)
		m.after = projections(words, e.Random/2, rng)
	}
	m.word = projections(words, alone, rng)
}

func projections(words *Vectors, features int, rng *rand.Rand) map[string][]float32 {
	w := make([]float32, features*words.Dim)
	scale := 1 / math.Sqrt(float64(words.Dim))
	for i := range w {
		w[i] = float32(scale * (2*rng.Float64() - 1))
	}
	list := slices.Sorted(maps.Keys(words.Word))
	rows, all := nn.NewMatrix(len(list), words.Dim), nn.NewMatrix(len(list), features)
	for i, word := range list {
		copy(nn.Row(rows, i), words.Word[word])
	}
	nn.Gemm(blas.NoTrans, blas.Trans, 1, rows, nn.Matrix{Rows: features, Cols: words.Dim, Stride: words.Dim, Data: w}, 0, all)
	out := make(map[string][]float32, len(list))
	for i, word := range list {
		out[word] = nn.Row(all, i)
	}
	return out
}

func (m *Model) standardize(train []string) {
	m.mean, m.scale = make([]float32, m.Dim), make([]float32, m.Dim)
	sum, square := make([]float64, m.Dim), make([]float64, m.Dim)
	rows := m.raw(train)
	for i := range train {
		for j, x := range rows.Row(i) {
			sum[j] += float64(x)
			square[j] += float64(x) * float64(x)
		}
	}
	n := float64(max(1, len(train)))
	for j := range sum {
		mean := sum[j] / n
		m.mean[j] = float32(mean)
		if deviation := math.Sqrt(max(0, square[j]/n-mean*mean)); deviation > 1e-6 {
			m.scale[j] = float32(1 / deviation)
		}
	}
}

// Vectors returns a vector of length 1 for each sentence; zeros get a 1 as their first element.
func (m *Model) Vectors(sentences []string) fit.Vectors {
	out := m.raw(sentences)
	parallel.Each(0, len(sentences), func(i int) {
		row := out.Row(i)
		for j := range row {
			row[j] = float32((row[j] - m.mean[j]) * m.scale[j])
		}
		norm := f32.Sqrt(f32.Dot(row, row))
		if norm == 0 {
			row[0], norm = 1, 1
		}
		f32.Scale(1/norm, row)
	})
	return out
}

// raw returns what pools make of sentences.
func (m *Model) raw(sentences []string) fit.Vectors {
	out := fit.Vectors{Dim: m.Dim, Data: make([]float32, len(sentences)*m.Dim)}
	features := m.Dim / len(m.pools)
	parallel.Each(0, len(sentences), func(i int) {
		var known []string
		for _, w := range Words(sentences[i]) {
			if _, ok := m.word[w]; ok {
				known = append(known, w)
			}
		}
		if len(known) == 0 {
			return
		}
		for k, p := range m.pools {
			m.pool(out.Row(i)[k*features:(k+1)*features], p, known)
		}
	})
	return out
}

// pool sets dst to a pool over words, all of which have vectors, and over pairs if there are features of them.
func (m *Model) pool(dst []float32, p Pool, words []string) {
	alone := len(m.word[words[0]])
	pairs := make([]float32, len(dst)-alone)
	for i, w := range words {
		p.add(dst[:alone], m.word[w], i == 0, m.share(p, w, len(words)))
		if len(pairs) == 0 {
			continue
		}
		copy(pairs, m.before[w])
		if i+1 < len(words) {
			f32.Axpy(1, m.after[words[i+1]], pairs)
		}
		p.add(dst[alone:], pairs, i == 0, m.share(p, w, len(words)))
	}
}

// share returns by what a word of so many counts in a mean.
func (m *Model) share(p Pool, word string, words int) float32 {
	if weight, ok := m.weight[word]; ok && p == PoolSIF {
		return weight / float32(words)
	}
	return 1 / float32(words)
}

func (p Pool) add(dst, x []float32, first bool, share float32) {
	switch {
	case p == PoolMean || p == PoolSIF:
		f32.Axpy(share, x, dst)
	case first:
		copy(dst, x)
	case p == PoolMax:
		for j, v := range x {
			if v > dst[j] {
				dst[j] = v
			}
		}
	default:
		for j, v := range x {
			if v < dst[j] {
				dst[j] = v
			}
		}
	}
}
