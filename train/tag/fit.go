package tag

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/internal/f64"
)

// Document is a text with the entities of one type that somebody marked in it.
type Document struct {
	Text  string
	Marks []Mark
}

// Mark is a marked part of a text, in bytes.
type Mark struct{ Start, End int }

// Config says how a model is fitted.
type Config struct {
	Bits   int     // of the hash of a feature
	Epochs int     // times that all sentences are seen
	Drop   float64 // share of the features of a token that a step leaves out, by chance
	Seed   uint64
}

// Defaults is the Config of the shipped tagger.
var Defaults = Config{Bits: 16, Epochs: 12, Drop: 0.2, Seed: 1}

// sentence is a sequence of tokens with their features and labels.
type sentence struct {
	features [][]uint32
	labels   []uint8
}

func sentences(docs []Document, l *tag.Lexicon, group uint8, bits int) (out []sentence, lost int) {
	var work tag.Work
	for i := range docs {
		d := &docs[i]
		work.Find(nil, d.Text, l, nil)
		labels, missed := labelled(work.Tokens, d.Marks)
		lost += missed
		flags := work.Flags(group)
		features := make([][]uint32, len(work.Tokens))
		for t := range features {
			fs := work.Features(nil, flags, t, l, group)
			for k := range fs {
				fs[k] >>= 32 - bits
			}
			features[t] = fs
		}
		start := 0
		for t := range work.Tokens {
			if t+1 == len(labels) || work.EndsSentence(t) && labels[t+1] != tag.Inside {
				out = append(out, sentence{features[start : t+1], labels[start : t+1]})
				start = t + 1
			}
		}
	}
	return out, lost
}

// labelled returns the labels of tokens for the marks, the longest first, and how many do not begin and end with tokens
// or overlap others.
func labelled(tokens []tag.Token, marks []Mark) (labels []uint8, lost int) {
	labels = make([]uint8, len(tokens))
	marks = slices.Clone(marks)
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	for _, m := range marks {
		from, ok := slices.BinarySearchFunc(tokens, m.Start, func(t tag.Token, at int) int { return cmp.Compare(t.Start, at) })
		to, ends := slices.BinarySearchFunc(tokens, m.End, func(t tag.Token, at int) int { return cmp.Compare(t.End, at) })
		if !ok || !ends || to < from || slices.ContainsFunc(labels[from:to+1], func(l uint8) bool { return l != tag.Outside }) {
			lost++
			continue
		}
		labels[from] = tag.Begin
		for i := from + 1; i <= to; i++ {
			labels[i] = tag.Inside
		}
	}
	return labels, lost
}

// perceptron is an averaged structured perceptron (Collins 2002) in whole numbers, so that its bits are the same
// everywhere. weights are of begin and inside by feature; late sums what an average takes off.
type perceptron struct {
	weights, late []int64
	step, stepped [tag.Labels][tag.Labels]int64
	count         int64
	scores        []int32
	path          tag.Path
}

func (p *perceptron) update(s *sentence, labels []uint8, by int64) {
	before := tag.Outside
	for i, l := range labels {
		if l != tag.Outside {
			for _, f := range s.features[i] {
				k := 2*int(f) + int(l) - tag.Begin
				p.weights[k] += by
				p.late[k] += by * p.count
			}
		}
		p.step[before][l] += by
		p.stepped[before][l] += by * p.count
		before = int(l)
	}
}

func (p *perceptron) best(s *sentence) []uint8 {
	p.scores = append(p.scores[:0], make([]int32, 2*len(s.labels))...)
	for i, fs := range s.features {
		var b, in int64
		for _, f := range fs {
			b += p.weights[2*f]
			in += p.weights[2*f+1]
		}
		p.scores[2*i], p.scores[2*i+1] = int32(b), int32(in)
	}
	var step [tag.Labels][tag.Labels]int32
	for a := range step {
		for b := range step {
			step[a][b] = int32(p.step[a][b])
		}
	}
	return p.path.Best(p.scores, 2, len(s.labels), &step)
}

func drop(s *sentence, share float64, rng *rand.Rand) *sentence {
	out := &sentence{labels: s.labels, features: make([][]uint32, len(s.features))}
	for i, fs := range s.features {
		kept := make([]uint32, 0, len(fs))
		for _, f := range fs {
			if rng.Float64() >= share {
				kept = append(kept, f)
			}
		}
		out.features[i] = kept
	}
	return out
}

// learn goes through the sentences a number of times.
func (p *perceptron) learn(ctx context.Context, list []sentence, c Config) error {
	rng := rand.New(rand.NewPCG(c.Seed, 1))
	order := rng.Perm(len(list))
	for range c.Epochs {
		if err := ctx.Err(); err != nil {
			return err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			s := drop(&list[i], c.Drop, rng)
			p.count++
			if labels := p.best(s); !slices.Equal(labels, s.labels) {
				p.update(s, s.labels, 1)
				p.update(s, labels, -1)
			}
		}
	}
	return nil
}

// Fit fits the model of one type on documents; group is its number in the lexicon.
func Fit(ctx context.Context, docs []Document, l *tag.Lexicon, group uint8, c Config) (tag.Model, error) {
	list, _ := sentences(docs, l, group, c.Bits)
	m, err := learn(ctx, list, c)
	if err != nil {
		return m, err
	}
	var found []outcome
	for half := range 2 {
		var seen, unseen []sentence
		for i := range list {
			if i*2/len(list) == half {
				seen = append(seen, list[i])
			} else {
				unseen = append(unseen, list[i])
			}
		}
		other, err := learn(ctx, seen, c)
		if err != nil {
			return m, err
		}
		found = append(found, outcomes(&other, unseen)...)
	}
	m.Offset, m.Slope = calibrate(found)
	return m, nil
}

// learn learns a model, without its calibration.
func learn(ctx context.Context, list []sentence, c Config) (tag.Model, error) {
	p := &perceptron{weights: make([]int64, 2<<c.Bits), late: make([]int64, 2<<c.Bits)}
	err := p.learn(ctx, list, c)
	return p.model(), err
}

// outcome is a span that a model found in a sentence that it has not seen.
type outcome struct {
	margin int32
	right  bool
}

func outcomes(m *tag.Model, list []sentence) (out []outcome) {
	var path tag.Path
	for i := range list {
		s := &list[i]
		scores := make([]int32, 2*len(s.labels))
		for t, fs := range s.features {
			for _, f := range fs {
				scores[2*t] += int32(m.Weights[2*f])
				scores[2*t+1] += int32(m.Weights[2*f+1])
			}
		}
		labels := path.Best(scores, 2, len(s.labels), &m.Step)
		for from, to := range tag.Runs(labels) {
			right := slices.Equal(labels[from:to], s.labels[from:to]) && (to == len(labels) || s.labels[to] != tag.Inside)
			out = append(out, outcome{tag.Margin(scores, 2, from, to, &m.Step), right})
		}
	}
	return out
}

// calibrate fits the logarithm of the odds that a span is right as a line of its margin, by Newton's method.
func calibrate(found []outcome) (offset, slope float32) {
	a, b := 0.0, 0.0
	const scale = 1.0 / 256 // of margins, so that both derivatives are about as large
	for range 30 {
		ga, gb, haa, hab, hbb := 0.0, 0.0, 1e-3, 0.0, 1e-3
		for _, x := range found {
			v := float64(x.margin) * scale
			p := 1 / (1 + f64.Exp(-a-float64(b*v)))
			y := 0.0
			if x.right {
				y = 1
			}
			ga += y - p
			gb += float64((y - p) * v)
			w := float64(p * (1 - p))
			haa += w
			hab += float64(w * v)
			hbb += float64(float64(w*v) * v)
		}
		det := float64(haa*hbb) - float64(hab*hab)
		a += (float64(hbb*ga) - float64(hab*gb)) / det
		b += (float64(haa*gb) - float64(hab*ga)) / det
	}
	return float32(a), float32(float64(b * scale))
}

// unit is what one step of learning is in the weights of a model, grain what these are multiples of, and prune the least.
// Few different weights pack well, and nothing is lost.
const (
	unit  = 8
	grain = 4
	prune = 6
)

// model returns the average of all weights that there were, as whole numbers.
func (p *perceptron) model() tag.Model {
	average := func(w, late int64) float64 { return unit * (float64(w) - float64(late)/float64(p.count)) }
	m := tag.Model{Weights: make([]int8, len(p.weights))}
	for k, w := range p.weights {
		if v := average(w, p.late[k]); math.Abs(v) >= prune {
			m.Weights[k] = int8(min(max(grain*math.Round(v/grain), -124), 124))
		}
	}
	for a := range m.Step {
		for b := range m.Step {
			m.Step[a][b] = int32(math.Round(average(p.step[a][b], p.stepped[a][b])))
		}
	}
	return m
}
