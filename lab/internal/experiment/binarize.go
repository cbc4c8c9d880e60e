package experiment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// The verdicts on an aim.
const (
	reached    = "reached"
	notReached = "not reached"
)

// mainPooling is the pooling of sentences that everything is measured with.
const mainPooling = "SIF, centred"

// tolerance is by how much a correlation may be lower and still count as equal.
const tolerance = 0.005

type comparison struct {
	Options
	*Result
	ctx      context.Context
	progress Progress

	corpora   []*nameVectors
	sentences *sentences
	textHead  *binarize.Head // ae-sp for sentences: the shortest one as good as the cosine, or the best
	ofNames   grid           // mean over corpora of the retention by Hamming distance
	ofTexts   grid           // mean agreement
	stsb      grid           // Pearson's correlation on the first set of sentences
}

type grid map[string]map[int]float64

func (g grid) set(method string, bits int, v float64) {
	if g[method] == nil {
		g[method] = map[int]float64{}
	}
	g[method][bits] += v
}

// table lists methods by lengths.
func (g grid) table(title string, list []int) Table {
	t := Table{Title: title, Columns: []string{"method"}}
	for _, bits := range list {
		t.Columns = append(t.Columns, fmt.Sprintf("%d bits", bits))
	}
	for _, method := range fit.Methods() {
		row := []any{method}
		for _, bits := range list {
			if v, ok := g[method][bits]; ok {
				row = append(row, rounded(v))
			} else {
				row = append(row, "–")
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// figure draws methods over lengths, with a level of the floats.
func (g grid) figure(f Figure, list []int, level string, float float64) Figure {
	f.X, f.LogX = "bits", true
	line := Series{Name: level}
	for _, bits := range list {
		line.add(float64(bits), float)
	}
	f.Series = append(f.Series, line)
	for _, method := range fit.Methods() {
		s := Series{Name: method}
		for _, bits := range list {
			if v, ok := g[method][bits]; ok {
				s.add(float64(bits), v)
			}
		}
		if len(s.X) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f
}

// beats judges whether ae-sp is at least as good as every other method, at every
// length from 128 bits on.
func (g grid) beats(what string) Finding {
	f := Finding{Claim: "ae-sp is no worse than any other method " + what + ", at 128 bits and above", Verdict: reached}
	var held, failed []string
	own := g[fit.AutoencoderSP]
	for _, bits := range slices.Sorted(maps.Keys(own)) {
		if bits < referenceBits {
			continue
		}
		best, of := 0.0, ""
		for _, method := range fit.Methods() {
			if v, ok := g[method][bits]; ok && method != fit.AutoencoderSP && v > best {
				best, of = v, method
			}
		}
		text := fmt.Sprintf("%d bits: %.4f, %s %.4f", bits, own[bits], of, best)
		if own[bits] >= best {
			held = append(held, text)
		} else {
			failed = append(failed, text)
		}
	}
	var told []string
	if len(failed) > 0 {
		f.Verdict = notReached
		told = append(told, "worse at "+strings.Join(failed, "; "))
	}
	if len(held) > 0 {
		told = append(told, "no worse at "+strings.Join(held, "; "))
	}
	f.Evidence = strings.Join(told, ". ")
	return f
}

// binarizers compares the methods that make codes of vectors.
func binarizers(ctx context.Context, o Options, r *Result, p Progress) error {
	c := &comparison{Options: o, Result: r, ctx: ctx, progress: p, ofNames: grid{}, ofTexts: grid{}, stsb: grid{}}
	for _, part := range []func() error{c.compareNames, c.compareScores, c.compareSentences, c.comparePoolings, c.ablate, c.try, c.cost, c.cases} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// compareNames measures what of the hits by float vectors is left to codes.
func (c *comparison) compareNames() error {
	own := Corpus{"genes", packTerminology(c.Pack), c.Queries}
	list := c.sized(nameBits)
	for _, corpus := range append([]Corpus{own}, c.Corpora...) {
		c.progress("binarize: "+corpus.Name+", vectors", 0, 1)
		x, err := newNames(c.ctx, c.Pack, corpus)
		if err != nil {
			return err
		}
		c.corpora = append(c.corpora, x)
		c.Setting = append(c.Setting, x.String()+".")
	}
	c.Setting = append(c.Setting,
		"Names: the vectors are those of the pack's encoder, cosine being the measure that it was trained for; heads are fitted to the names of each terminology. An entity ranks as its best name; names at the same distance keep the order of packs. "+
			fmt.Sprintf("Asymmetric: the %d nearest codes, ordered by a float query.", shortlist),
		learningNote)
	for _, x := range c.corpora {
		t := Table{Title: "Names: " + x.corpus, Columns: []string{"method", "bits", "Hits@1", "Hits@10", "Hits@64",
			"of float @1", "@10", "@64", "asymmetric of float @1", "@10", "@64"}}
		t.add("float", 32*x.rows.Dim, x.float[0], x.float[1], x.float[2], 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
		for _, method := range fit.Methods() {
			for _, bits := range bitsOf(method, list, x.rows.Dim) {
				c.progress(fmt.Sprintf("binarize: %s, %s", x.corpus, method), slices.Index(list, bits), len(list))
				h, err := head(c.ctx, method, x.rows, c.nameLearning(bits, x.rows.Dim))
				if err != nil {
					return err
				}
				hamming, asymmetric, err := x.measure(c.ctx, h)
				if err != nil {
					return err
				}
				c.ofNames.set(method, bits, x.retention(hamming)/float64(len(c.corpora)))
				t.add(append([]any{method, bits}, x.cells(hamming, asymmetric)...)...)
			}
		}
		c.Tables = append(c.Tables, t)
	}
	c.Tables = append(c.Tables, c.ofNames.table("Names: hits by Hamming distance as a share of those by float vectors, mean over Hits@1, @10, @64 and terminologies", list))
	c.Figures = append(c.Figures, c.ofNames.figure(Figure{Name: "names", Title: "Names: hits kept by codes", Y: "share of the hits of floats"}, list, "float", 1))
	c.Findings = append(c.Findings, c.ofNames.beats("on names"))
	return nil
}

// compareSentences measures how well codes of sentences agree with people.
func (c *comparison) compareSentences() error {
	pooling := sentence.Poolings()[slices.IndexFunc(sentence.Poolings(), func(p sentence.Pooling) bool { return p.Name == mainPooling })]
	s, err := newSentences(c.Options, pooling)
	if err != nil {
		return err
	}
	c.sentences = s
	list := c.sized(sentenceBits)
	c.Setting = append(c.Setting, fmt.Sprintf("Sentences: %s. Vectors of %d dimensions, %s, of length 1; everything is learned from training sentences only. A pair counts as paraphrase when it is more similar than training pairs are on average.", s, s.fitted.Dim, mainPooling))
	t := Table{Title: "Sentences: agreement of Hamming distance with people", Columns: append([]string{"method", "bits", "constant bits"}, s.columns()...)}
	float := s.agree(cosines)
	t.add(append([]any{"float, cosine", 32 * s.fitted.Dim, 0}, float.cells()...)...)
	for _, method := range fit.Methods() {
		for _, bits := range bitsOf(method, list, s.fitted.Dim) {
			c.progress("binarize: sentences, "+method, slices.Index(list, bits), len(list))
			h, a, err := s.fit(c.ctx, method, c.learning(bits))
			if err != nil {
				return err
			}
			c.ofTexts.set(method, bits, a.mean())
			c.stsb.set(method, bits, a[0][0])
			if method == fit.AutoencoderSP && c.better(h, a, float) {
				c.textHead = h
			}
			unused := 0
			if method == fit.HardThreshold {
				unused = bits - s.fitted.Dim
			}
			t.add(append([]any{method, bits, unused}, a.cells()...)...)
		}
	}
	c.Tables = append(c.Tables, t, c.ofTexts.table("Sentences: mean of the first figure of each set", list))
	first := s.sets[0].Name
	c.Figures = append(c.Figures, c.stsb.figure(Figure{Name: "sentences", Title: first + ": agreement of codes with people", Y: "Pearson's correlation"}, list, "cosine of floats", float[0][0]),
		c.ofTexts.figure(Figure{Name: "sentences-mean", Title: "Sentences: mean over the sets", Y: "mean of the first figure of each set"}, list, "cosine of floats", float.mean()))
	c.Findings = append(c.Findings, c.ofTexts.beats("on sentences"), c.equalled(first, float[0][0]))
	return nil
}

// better reports whether a head for sentences is to be preferred to c.textHead: one
// that is not as good as the cosine yet is, if it is better.
func (c *comparison) better(h *binarize.Head, a, cosine agreement) bool {
	if c.textHead == nil {
		return true
	}
	have := c.stsb[fit.AutoencoderSP][c.textHead.Bits]
	return have < cosine[0][0]-tolerance && a[0][0] > have
}

// equalled judges whether ae-sp comes within half a point of the cosine.
func (c *comparison) equalled(set string, cosine float64) Finding {
	f := Finding{Claim: set + ": Hamming distance of ae-sp, at most 2048 bits, comes within 0.005 of the cosine or is better", Verdict: notReached}
	own := c.stsb[fit.AutoencoderSP]
	best, least := 0, 0
	for _, bits := range slices.Sorted(maps.Keys(own)) {
		if bits > 2048 {
			continue
		}
		if best == 0 || own[bits] > own[best] {
			best = bits
		}
		if least == 0 && own[bits] >= cosine-tolerance {
			least, f.Verdict = bits, reached
		}
	}
	f.Evidence = fmt.Sprintf("cosine %.4f, best %.4f at %d bits", cosine, own[best], best)
	if least > 0 {
		f.Evidence += fmt.Sprintf("; from %d bits on, %.4f", least, own[least])
	}
	return f
}

// comparePoolings measures other vectors of the same sentences.
func (c *comparison) comparePoolings() error {
	bits := c.sized([]int{1024})[0]
	t := Table{Title: fmt.Sprintf("Sentences: other poolings; codes have %d bits, “angle” is cos(π · share of different bits)", bits), Columns: append([]string{"pooling", "similarity"}, c.sentences.columns()...)}
	list := sentence.Poolings()
	for i, p := range list {
		c.progress("binarize: poolings", i, len(list))
		s, err := newSentences(c.Options, p)
		if err != nil {
			return err
		}
		t.add(append([]any{p.Name, "cosine"}, s.agree(cosines).cells()...)...)
		for _, method := range []string{fit.RandomProjection, fit.Autoencoder, fit.AutoencoderSP} {
			h, a, err := s.fit(c.ctx, method, c.learning(bits))
			if err != nil {
				return err
			}
			t.add(append([]any{p.Name, method + ", Hamming"}, a.cells()...)...)
			t.add(append([]any{p.Name, method + ", angle"}, s.agree(angles(h)).cells()...)...)
		}
	}
	c.Tables = append(c.Tables, t)
	return nil
}
