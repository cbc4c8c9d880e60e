package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// SentenceSet is pairs of sentences with a grade of their similarity, or whether one is a
// Paraphrase.
type SentenceSet struct {
	Name        string
	Train, Test []sentence.Pair
	Paraphrase  bool
}

// sentences are sentence sets as vectors of one pooling, two rows a pair.
type sentences struct {
	sets        []SentenceSet
	fitted      fit.Vectors // of the different training sentences: what heads are fitted to
	train, test []fit.Vectors
}

// similarity returns how similar the vectors of a pair are, given all of them.
type similarity func(v fit.Vectors) func(pair int) float64

// trainSentences returns the different training sentences of all sets.
func trainSentences(sets []SentenceSet) []string {
	var out []string
	seen := map[string]bool{}
	for _, set := range sets {
		for _, s := range sentence.Sentences(set.Train) {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

func newSentences(o Options, p sentence.Pooling) (*sentences, error) {
	train := trainSentences(o.Sentences)
	l, err := sentence.NewPooler(p, o.Words, train)
	if err != nil {
		return nil, err
	}
	s := &sentences{sets: o.Sentences, fitted: l.Vectors(train)}
	for _, set := range o.Sentences {
		s.train = append(s.train, l.Vectors(sentence.Sentences(set.Train)))
		s.test = append(s.test, l.Vectors(sentence.Sentences(set.Test)))
	}
	return s, nil
}

func cosines(v fit.Vectors) func(pair int) float64 {
	return func(pair int) float64 { return float64(f32.Dot(v.Row(2*pair), v.Row(2*pair+1))) }
}

// hammings returns the share of equal bits.
func hammings(h *binarize.Head) similarity {
	return func(v fit.Vectors) func(pair int) float64 {
		codes, w := h.EncodeAll(nil, v.Data), h.Words()
		return func(pair int) float64 {
			at := 2 * pair * w
			return 1 - float64(bitvec.Distance(codes[at:at+w], codes[at+w:at+2*w]))/float64(h.Bits)
		}
	}
}

// angles returns the cosine of the angle that a share of different bits stands for, pi times
// that share.
func angles(h *binarize.Head) similarity {
	return func(v fit.Vectors) func(pair int) float64 {
		share := hammings(h)(v)
		return func(pair int) float64 { return math.Cos(math.Pi * (1 - share(pair))) }
	}
}

// agreement with people on each set: Pearson's and Spearman's correlation, or accuracy and F1.
type agreement [][2]float64

// mean returns the average over sets of the first figure.
func (a agreement) mean() float64 {
	var sum float64
	for _, figures := range a {
		sum += figures[0] / float64(len(a))
	}
	return sum
}

// cells returns what tables show, in the order of agreementColumns.
func (a agreement) cells() []any {
	var out []any
	for _, figures := range a {
		out = append(out, figures[0], figures[1])
	}
	return append(out, a.mean())
}

func (s *sentences) columns() []string {
	var out []string
	for _, set := range s.sets {
		if set.Paraphrase {
			out = append(out, set.Name+" accuracy", set.Name+" F1")
		} else {
			out = append(out, set.Name+" Pearson", set.Name+" Spearman")
		}
	}
	return append(out, "mean of the first of each")
}

// agree measures a similarity on the test pairs.
func (s *sentences) agree(sim similarity) agreement {
	var out agreement
	for i, set := range s.sets {
		test := evaluate(set.Test, sim(s.test[i]))
		if set.Paraphrase {
			out = append(out, paraphrases(set.Test, test, stat.Mean(evaluate(set.Train, sim(s.train[i])), nil)))
			continue
		}
		gold := make([]float64, len(set.Test))
		for j, p := range set.Test {
			gold[j] = p.Score
		}
		out = append(out, [2]float64{stat.Correlation(gold, test, nil), stat.Correlation(ranked(gold), ranked(test), nil)})
	}
	return out
}

func evaluate(pairs []sentence.Pair, sim func(pair int) float64) []float64 {
	out := make([]float64, len(pairs))
	for i := range out {
		out[i] = sim(i)
	}
	return out
}

// paraphrases returns accuracy and F1 of calling pairs above a threshold paraphrases.
func paraphrases(pairs []sentence.Pair, sim []float64, threshold float64) [2]float64 {
	var right, hits, said, are float64
	for i, p := range pairs {
		is, say := p.Score > 0, sim[i] > threshold
		for _, c := range []struct {
			n  *float64
			on bool
		}{{&right, is == say}, {&hits, is && say}, {&said, say}, {&are, is}} {
			if c.on {
				*c.n++
			}
		}
	}
	return [2]float64{right / float64(len(pairs)), 2 * hits / max(1, said+are)}
}

// ranked returns the ranks of values, equal ones having their mean rank.
func ranked(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return out
}

// fit returns a head and its agreement, fitted to the training sentences.
func (s *sentences) fit(ctx context.Context, method string, c fit.Config) (*binarize.Head, agreement, error) {
	h, err := head(ctx, method, s.fitted, c)
	if err != nil {
		return nil, nil, err
	}
	return h, s.agree(hammings(h)), nil
}

func (s *sentences) String() string {
	text := fmt.Sprintf("%d different training sentences", s.fitted.Len())
	for _, set := range s.sets {
		text += fmt.Sprintf("; %s: %d training pairs, %d test pairs", set.Name, len(set.Train), len(set.Test))
	}
	return text
}
