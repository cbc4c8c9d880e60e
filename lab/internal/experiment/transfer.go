package experiment

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// transferSizes are what the experiment runs on: of full size, or of toy size.
type transferSizes struct {
	unlabelled int // sentences that encoders and heads learn from
	most       int // examples of a task
	quick      transferSize
	full       transferSize
	features   int   // of random encoders
	dims       int   // that heads see
	seeds      int   // runs of everything but the full judgement
	bits       []int // lengths of codes
	longest    int   // length from which on there are no autoencoders
	middle     int   // length that is judged in full
	tries      int   // length at which settings of the autoencoder are compared
	compared   []int // lengths at which ae-sp is compared with ae
}

func newTransferSizes(o Options) transferSizes {
	if o.Small {
		return transferSizes{unlabelled: 300, most: 120, quick: transferSize{60, 2}, full: transferSize{120, 3}, features: 128, dims: 64,
			seeds: 2, bits: []int{64, 128}, longest: 256, middle: 64, tries: 64, compared: []int{64, 128}}
	}
	return transferSizes{unlabelled: 5000, most: 3000, quick: transferSize{1500, 3}, full: transferSize{3000, 10}, features: 4096, dims: 400,
		seeds: 3, bits: []int{64, 128, 256, 512, 1024, 2048, 4096}, longest: 4096, middle: 1024, tries: 512, compared: []int{512, 1024, 2048}}
}

// transferRun is the state of the experiment.
type transferRun struct {
	Options
	*Result
	transferSizes
	ctx      context.Context
	progress Progress

	tasks      []transferTask
	unlabelled []string
	graded     []string                    // names of sets
	vectors    map[string]*transferVectors // of transferEncoders
	heads      map[headKey]*binarize.Head
	done       int
}

// transferEncoders are the encoders whose codes are compared, of sentence.Encoders.
var transferEncoders = []string{"mean, max, min, SIF", "random projections, max"}

// transferRuns are the scores of one encoder's vectors: by method, with "float" for the vectors
// themselves, and by bits, one a seed.
type transferRuns map[string]map[int][]transferScore

func (r transferRuns) add(method string, bits int, s transferScore) {
	if r[method] == nil {
		r[method] = map[int][]transferScore{}
	}
	r[method][bits] = append(r[method][bits], s)
}

// What is judged besides codes: the vectors, and the coordinates of theirs that heads see.
const (
	floats      = "float"
	coordinates = "float, coordinates"
)

// transfer judges codes of sentences as Shen et al. (ACL 2019) do, Tables 1 and 2 and Figures 2 and
// 3: by linear classifiers on top of them, and by their agreement with graded pairs.
func transfer(ctx context.Context, o Options, r *Result, p Progress) error {
	c := &transferRun{Options: o, Result: r, transferSizes: newTransferSizes(o), ctx: ctx, progress: p, vectors: map[string]*transferVectors{}, heads: map[headKey]*binarize.Head{}}
	c.prepare()
	if err := c.compareEncoders(); err != nil {
		return err
	}
	for i, name := range transferEncoders {
		if err := c.compareCodes(name, i == 0); err != nil {
			return err
		}
	}
	return nil
}

// prepare takes tasks and unlabelled sentences, of which none is judged.
func (c *transferRun) prepare() {
	var rest []string
	c.tasks, rest = newTransferTasks(c.Options, c.most)
	judged := judgedTexts(c.tasks)
	for _, set := range c.Sentences {
		for _, s := range sentence.Sentences(set.Test) {
			judged[s] = true
		}
		if !set.Paraphrase {
			c.graded = append(c.graded, set.Name)
		}
	}
	seen := map[string]bool{}
	for _, s := range append(trainSentences(c.Sentences), rest...) {
		if !judged[s] && !seen[s] {
			seen[s] = true
			c.unlabelled = append(c.unlabelled, s)
		}
	}
	all := len(c.unlabelled)
	rand.New(rand.NewPCG(c.Options.Seed, 37)).Shuffle(all, func(i, j int) {
		c.unlabelled[i], c.unlabelled[j] = c.unlabelled[j], c.unlabelled[i]
	})
	c.unlabelled = c.unlabelled[:min(all, c.transferSizes.unlabelled)]
	c.describe(all)
}

func (c *transferRun) describe(all int) {
	text := "Tasks:"
	for i, t := range c.tasks {
		sep := ";"
		if i == 0 {
			sep = ""
		}
		if t.train > 0 {
			text += fmt.Sprintf("%s %s %d to learn from and %d to judge", sep, t.name, t.train, len(t.labels)-t.train)
		} else {
			text += fmt.Sprintf("%s %s %d by cross-validation", sep, t.name, len(t.labels))
		}
	}
	c.Setting = append(c.Setting, text+". These are drawn from the sets at random. Test sets of the tasks are not used: what is judged are development sets, or training sets by cross-validation (MR, CR, SUBJ, MPQA, as in SentEval, and TREC).",
		fmt.Sprintf("Encoders and heads learn from %d of %d unlabelled sentences: of the training pairs of all graded sets and of what the draw left over. None of the sentences that are judged is among them, and no label is looked at.", len(c.unlabelled), all),
		fmt.Sprintf("A judgement is a logistic regression a task (package logistic), its penalty chosen on a fifth of the training examples of each split. Quick: %d examples, %d folds, drawn anew with each of %d seeds, which are also those of the heads. Full: %d examples, %d folds, one seed.", c.quick.examples, c.quick.folds, c.seeds, c.full.examples, c.full.folds),
		"A pair is shown to the classifier as |u - v| and u v, of bits as exclusive or and as and. Pearson's correlation is that of the cosine of floats, and of the Hamming distance of codes, with the grades of the development sets, without learning.",
		fmt.Sprintf("Autoencoders see the %d vectors 5 times (up to 512 bits), 4 times (1024) or 3 times (2048), itq rotates at most 10 times. Lambda is 0.8 up to 128 bits and falls in proportion to the bits above, since distances in bits grow with them.", len(c.unlabelled)),
		"Every column of the vectors is centred and scaled to variance 1, and every vector to length 1. The encoders are not trained: they have word vectors of "+fmt.Sprint(c.Words.Dim)+" dimensions.")
}

// step tells the progress, of which the total is not known.
func (c *transferRun) step(what string) {
	c.done++
	c.progress("sentences: "+what, c.done, c.done+1)
}

// compareEncoders judges the float vectors of every encoder.
func (c *transferRun) compareEncoders() error {
	t := Table{Title: "Float vectors, quick judgement, one seed", Columns: append([]string{"encoder", "dimensions"}, c.columns()...)}
	for _, e := range sentence.Encoders(c.features) {
		c.step(e.Name)
		v := newTransferVectors(c.Options, e, c.unlabelled, c.tasks)
		s, err := c.score(v, nil, c.quick, c.Options.Seed)
		if err != nil {
			return err
		}
		if slices.Contains(transferEncoders, e.Name) {
			c.vectors[e.Name] = v
		}
		t.add(append([]any{e.Name, v.fitted.Dim}, transferCells([]transferScore{s})...)...)
	}
	c.Tables = append(c.Tables, t)
	return nil
}

// compareCodes judges codes of one encoder's vectors; first says that settings are tried on them.
func (c *transferRun) compareCodes(name string, first bool) error {
	v := c.vectors[name]
	low, share, err := v.reduced(c.dims, c.Options.Seed)
	if err != nil {
		return err
	}
	c.Setting = append(c.Setting, fmt.Sprintf("%s: %d dimensions, of which float and ht see all, the other methods the coordinates along %d directions, which hold %.1f %% of the variance.", name, v.fitted.Dim, low.fitted.Dim, 100*share))
	runs, err := c.runs(v, low)
	if err != nil {
		return err
	}
	c.report(name, v.fitted.Dim, runs)
	if err := c.inFull(name, v, low, runs); err != nil || !first {
		return err
	}
	return c.tryAutoencoders(name, low, runs)
}

// runs judges every method and length with every seed.
func (c *transferRun) runs(v, low *transferVectors) (transferRuns, error) {
	out := transferRuns{}
	for seed := range uint64(c.seeds) {
		seed += c.Options.Seed
		s, err := c.score(v, nil, c.quick, seed)
		if err != nil {
			return nil, err
		}
		out.add(floats, 32*v.fitted.Dim, s)
		if low != v {
			if s, err = c.score(low, nil, c.quick, seed); err != nil {
				return nil, err
			}
			out.add(coordinates, 32*low.fitted.Dim, s)
		}
		for _, method := range fit.Methods() {
			for _, bits := range c.lengths(method, v, low) {
				if bits >= c.longest && learned(method) {
					continue
				}
				c.step(fmt.Sprintf("%s, %s, %d bits", v.name, method, bits))
				h, s, err := c.fitted(input(method, v, low), method, c.learning(bits, seed), seed)
				if err != nil {
					return nil, err
				}
				if seed == c.Options.Seed {
					c.heads[headKey{v.name, method, bits}] = h
				}
				out.add(method, bits, s)
			}
		}
	}
	return out, nil
}

func learned(method string) bool { return method == fit.Autoencoder || method == fit.AutoencoderSP }

// lengths returns the lengths of codes of a method.
func (c *transferRun) lengths(method string, v, low *transferVectors) []int {
	if method == fit.HardThreshold {
		return []int{64 * binarize.Words(v.fitted.Dim)}
	}
	return bitsOf(method, c.bits, low.fitted.Dim)
}

// learning returns how a head is fitted. Longer autoencoders see the vectors less often.
func (c *transferRun) learning(bits int, seed uint64) fit.Config {
	f := fit.Config{Bits: bits, Seed: seed, Orthogonal: true, Patience: 3, Sample: len(c.unlabelled), Epochs: 5, Iterations: 10, Lambda: perBit(lambda, bits)}
	switch {
	case c.Options.Small:
		f.Epochs, f.Iterations = 2, 3
	case bits > 1024:
		f.Epochs = 3
	case bits > 512:
		f.Epochs = 4
	}
	return f
}

// perBit lowers lambda in proportion to the bits above referenceBits, see Options.learning.
func perBit(lambda float64, bits int) float64 {
	if lambda == 0 {
		return -1 // none, which fit.Config does not write as 0
	}
	return lambda * min(1, referenceBits/float64(bits))
}

// input returns which vectors heads of a method see: ht all dimensions, the others coordinates.
func input(method string, v, low *transferVectors) *transferVectors {
	if method == fit.HardThreshold {
		return v
	}
	return low
}

// fitted fits a head and judges its codes quickly.
func (c *transferRun) fitted(x *transferVectors, method string, f fit.Config, seed uint64) (*binarize.Head, transferScore, error) {
	h, err := fit.Head(c.ctx, method, x.fitted, f)
	if err != nil {
		return nil, transferScore{}, fmt.Errorf("%s, %d bits: %w", x.name, f.Bits, err)
	}
	s, err := c.score(x, h, c.quick, seed)
	return h, s, err
}

// headKey names a head of the first seed.
type headKey struct {
	encoder, method string
	bits            int
}

// inFull judges floats and codes of the middle length on more examples, in more folds.
func (c *transferRun) inFull(name string, v, low *transferVectors, runs transferRuns) error {
	t := Table{Title: fmt.Sprintf("%s: full judgement, codes of %d bits", name, c.middle), Columns: append([]string{"method", "bits", "of float"}, c.columns()...)}
	float, err := c.score(v, nil, c.full, c.Options.Seed)
	if err != nil {
		return err
	}
	t.add(append([]any{floats, 32 * v.fitted.Dim, 1.0}, transferCells([]transferScore{float})...)...)
	for _, method := range fit.Methods() {
		list := slices.Sorted(maps.Keys(runs[method]))
		bits := list[len(list)-1] // of pca, itq and ht what there is
		if slices.Contains(list, c.middle) {
			bits = c.middle
		}
		c.step(fmt.Sprintf("%s, %s in full", name, method))
		s, err := c.score(input(method, v, low), c.heads[headKey{name, method, bits}], c.full, c.Options.Seed)
		if err != nil {
			return err
		}
		t.add(append([]any{method, bits, s.mean() / float.mean()}, transferCells([]transferScore{s})...)...)
	}
	c.Tables = append(c.Tables, t)
	return nil
}
