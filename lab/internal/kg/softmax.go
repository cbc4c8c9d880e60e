package kg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/vec"
)

// The size of a block of candidates: large enough for fast products, small enough to share among threads.
const (
	leastBlock  = 32
	mostBlock   = 1024
	shareBlocks = 8 // as many blocks as this, if they are not too small
)

// softmax is the cross-entropy of queries among candidates, with its working memory. It is used for one batch at a time.
type softmax struct {
	threads int
	blocks  []block
}

type block struct {
	lo, hi  int
	scores  nn.Matrix // a row for each query, a column for each candidate of the block; then their exponentials, and gradients
	dq      nn.Matrix // its share of the gradient of the queries
	most    []float32 // the largest score of each query
	sum     []float32 // of exp(score - most)
	answers []answer
	right   float64 // sum of the answers' scores
}

// answer says that a candidate is right for a query, both by their rows.
type answer struct{ query, candidate int }

// loss returns the sum of the answers' cross-entropies, and sets dq and dc to scale times its
// gradients in q, a row a query, and c. count is the number of answers of each query.
func (s *softmax) loss(dq, dc, q, c nn.Matrix, answers []answer, count []int, scale float64) float64 {
	s.cut(q, c, answers)
	parallel.Each(s.threads, len(s.blocks), func(i int) { s.blocks[i].score(q, c) })
	normalizer := s.normalizers(q.Rows)
	total := 0.0
	for i, n := range count {
		total += float64(n) * normalizer[i]
	}
	parallel.Each(s.threads, len(s.blocks), func(i int) { s.blocks[i].backward(dc, q, c, count, normalizer, scale) })
	for i := range s.blocks {
		total -= s.blocks[i].right
	}
	parallel.Each(s.threads, q.Rows, func(i int) {
		row := nn.Row(dq, i)
		copy(row, nn.Row(s.blocks[0].dq, i))
		for _, b := range s.blocks[1:] {
			for j, v := range nn.Row(b.dq, i) {
				row[j] += v
			}
		}
	})
	return total
}

func (s *softmax) cut(q, c nn.Matrix, answers []answer) {
	size := max(leastBlock, min(mostBlock, (c.Rows+shareBlocks-1)/shareBlocks))
	size = (size + 7) &^ 7 // products over lengths that eight does not divide take several times as long, see f32.MatVec
	n := (c.Rows + size - 1) / size
	for len(s.blocks) < n {
		s.blocks = append(s.blocks, block{})
	}
	s.blocks = s.blocks[:n]
	for i := range s.blocks {
		b := &s.blocks[i]
		b.lo, b.hi = i*size, min((i+1)*size, c.Rows)
		nn.Resize(&b.scores, q.Rows, b.hi-b.lo)
		nn.Resize(&b.dq, q.Rows, q.Cols)
		b.most, b.sum = slices.Grow(b.most[:0], q.Rows)[:q.Rows], slices.Grow(b.sum[:0], q.Rows)[:q.Rows]
		b.answers = b.answers[:0]
	}
	for _, a := range answers {
		b := &s.blocks[a.candidate/size]
		b.answers = append(b.answers, answer{a.query, a.candidate - b.lo})
	}
}

// score sets the exponentials of the block's scores, and what is needed to normalize them.
func (b *block) score(q, c nn.Matrix) {
	nn.Gemm(blas.NoTrans, blas.Trans, 1, q, nn.Rows(c, b.lo, b.hi), 0, b.scores)
	b.right = 0
	for _, a := range b.answers {
		b.right += float64(nn.Row(b.scores, a.query)[a.candidate])
	}
	for i := range b.most {
		b.most[i], b.sum[i] = vec.ExpBelow(nn.Row(b.scores, i))
	}
}

// normalizers returns the logarithm of the sum of exp(score) of each query.
func (s *softmax) normalizers(queries int) []float64 {
	out := make([]float64, queries)
	for i := range out {
		most := math.Inf(-1)
		for _, b := range s.blocks {
			most = max(most, float64(b.most[i]))
		}
		sum := 0.0
		for _, b := range s.blocks {
			sum += float64(b.sum[i]) * math.Exp(float64(b.most[i])-most)
		}
		out[i] = most + math.Log(sum)
	}
	return out
}

// backward turns the exponentials into gradients of the scores, and these into those of the block's candidates and of
// the queries.
func (b *block) backward(dc, q, c nn.Matrix, count []int, normalizer []float64, scale float64) {
	for i, n := range count {
		f32.Scale(float32(scale*float64(n)*math.Exp(float64(b.most[i])-normalizer[i])), nn.Row(b.scores, i))
	}
	for _, a := range b.answers {
		nn.Row(b.scores, a.query)[a.candidate] -= float32(scale)
	}
	nn.Gemm(blas.Trans, blas.NoTrans, 1, b.scores, q, 0, nn.Rows(dc, b.lo, b.hi))
	nn.Gemm(blas.NoTrans, blas.NoTrans, 1, b.scores, nn.Rows(c, b.lo, b.hi), 0, b.dq)
}
