package experiment

import (
	"math"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// transferVectors are the vectors that one encoder gives everything.
type transferVectors struct {
	name   string
	fitted fit.Vectors   // what heads learn from
	tasks  []fit.Vectors // of the texts of each task
	graded *sentences    // pairs with grades
}

// newTransferVectors returns the vectors of an encoder that has learned from unlabelled sentences.
func newTransferVectors(o Options, e sentence.Encoder, unlabelled []string, tasks []transferTask) *transferVectors {
	m := sentence.NewModel(e, o.Words, unlabelled, o.Seed)
	v := &transferVectors{name: e.Name, fitted: m.Vectors(unlabelled), graded: &sentences{}}
	for _, t := range tasks {
		v.tasks = append(v.tasks, m.Vectors(t.texts))
	}
	for _, set := range o.Sentences {
		if !set.Paraphrase {
			v.graded.sets = append(v.graded.sets, set)
			v.graded.test = append(v.graded.test, m.Vectors(sentence.Sentences(set.Test)))
		}
	}
	return v
}

// reduced returns the coordinates of the vectors along dims directions, and what share of the
// variance they hold; with no more dimensions than that, the vectors as they are.
func (v *transferVectors) reduced(dims int, seed uint64) (*transferVectors, float64, error) {
	if v.fitted.Dim <= dims {
		return v, 1, nil
	}
	r, err := sentence.NewReduction(v.fitted, dims, seed)
	if err != nil {
		return nil, 0, err
	}
	out := &transferVectors{name: v.name, fitted: r.Apply(v.fitted), graded: &sentences{sets: v.graded.sets}}
	for _, t := range v.tasks {
		out.tasks = append(out.tasks, r.Apply(t))
	}
	for _, t := range v.graded.test {
		out.graded.test = append(out.graded.test, r.Apply(t))
	}
	return out, r.Share, nil
}

// features returns what a classifier sees of examples of a task: the elements of the vectors, times
// the square root of their number, or with a head its bits, 1 and -1. Of a pair it sees |u - v| and
// u v, element by element, of bits whether they differ and whether both are set.
func features(t *transferTask, x fit.Vectors, examples []int, h *binarize.Head) nn.Matrix {
	bits := x.Dim
	if h != nil {
		bits = h.Bits
	}
	each := 1
	if t.pairs {
		each = 2
	}
	out := nn.NewMatrix(len(examples), each*bits)
	parallel.Each(0, len(examples), func(i int) {
		row := nn.Row(out, i)
		for k := range each {
			elements(row[k*bits:(k+1)*bits], x.Row(each*examples[i]+k), h)
		}
		if t.pairs {
			combine(row[:bits], row[bits:], h != nil)
		}
	})
	return out
}

func elements(dst, v []float32, h *binarize.Head) {
	if h == nil {
		scale := float32(math.Sqrt(float64(len(v))))
		for j, x := range v {
			dst[j] = scale * x
		}
		return
	}
	code := h.Encode(make([]uint64, h.Words()), v)
	for j := range dst {
		dst[j] = 2*float32(code[j/64]>>(j%64)&1) - 1
	}
}

// combine replaces the elements of two vectors by what a classifier sees of the pair.
func combine(u, v []float32, bits bool) {
	for j := range u {
		a, b := u[j], v[j]
		u[j], v[j] = max(a-b, b-a), a*b
		if bits {
			u[j], v[j] = max(a-b, b-a)/2, max(0, (a+b)/2)
		}
	}
}
