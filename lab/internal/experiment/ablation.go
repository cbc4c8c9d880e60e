package experiment

import (
	"fmt"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
)

var lambdas = []float64{0, 0.2, 0.5, 0.8, 1}

// both fits ae-sp to the names of the pack and to sentences with the settings that
// edit makes, and returns the retention on names and the mean agreement.
func (c *comparison) both(edit func(*fit.Config)) (ofNames shares, mean float64, a agreement, err error) {
	x := c.corpora[0]
	bits := min(referenceBits, 64*binarize.Words(x.rows.Dim))
	config := c.nameLearning(bits, x.rows.Dim)
	edit(&config)
	h, err := head(c.ctx, fit.AutoencoderSP, x.rows, config)
	if err != nil {
		return ofNames, 0, nil, err
	}
	if ofNames, _, err = x.measure(c.ctx, h); err != nil {
		return ofNames, 0, nil, err
	}
	config = c.learning(referenceBits)
	edit(&config)
	if config.Start != fit.StartAuto { // the others have no more bits than dimensions
		config.Start = fit.StartRandom
	}
	_, a, err = c.sentences.fit(c.ctx, fit.AutoencoderSP, config)
	return ofNames, x.retention(ofNames), a, err
}

// ablate varies the weight of the semantic-preserving loss and how bits are cut while training.
func (c *comparison) ablate() error {
	t := Table{Title: fmt.Sprintf("Ablation: ae-sp of %d bits, lambda and the threshold while training", referenceBits),
		Columns: append([]string{"threshold", "lambda", "names: mean share of float's hits", "Hits@1", "Hits@10", "Hits@64"}, c.sentences.columns()...)}
	ofNames := Figure{Name: "lambda-names", Title: "Names: weight of the semantic-preserving loss", X: "lambda", Y: "share of the hits of floats"}
	ofTexts := Figure{Name: "lambda-sentences", Title: "Sentences: weight of the semantic-preserving loss", X: "lambda", Y: "mean of the first figure of each set"}
	lambdas := lambdas
	if c.Options.Small {
		lambdas = lambdas[:2]
	}
	for i, stochastic := range []bool{false, true} {
		name := []string{"deterministic", "stochastic"}[i]
		left, right := Series{Name: name}, Series{Name: name}
		for j, l := range lambdas {
			c.progress("binarize: ablation", i*len(lambdas)+j, 2*len(lambdas))
			hits, mean, a, err := c.both(func(f *fit.Config) {
				f.Lambda, f.Stochastic = l, stochastic
				if l == 0 {
					f.Lambda = -1 // none, which Config does not write as 0
				}
			})
			if err != nil {
				return err
			}
			left.add(l, mean)
			right.add(l, a.mean())
			t.add(append([]any{name, l, mean, hits[0], hits[1], hits[2]}, a.cells()...)...)
		}
		ofNames.Series, ofTexts.Series = append(ofNames.Series, left), append(ofTexts.Series, right)
	}
	c.Tables, c.Figures = append(c.Tables, t), append(c.Figures, ofNames, ofTexts)
	return nil
}

// try varies what else there is to set.
func (c *comparison) try() error {
	tries := []struct {
		name string
		edit func(*fit.Config)
	}{
		{"as above: near triples; from signs (names) or random directions (sentences)", func(*fit.Config) {}},
		{"random triples, as in the paper", func(f *fit.Config) { f.Triples = fit.TriplesRandom }},
		{"from random directions", func(f *fit.Config) { f.Start = fit.StartRandom }},
		{"from itq (names)", func(f *fit.Config) { f.Start = fit.StartITQ }},
		{"learning rate 2e-3", func(f *fit.Config) { f.Rate = 2e-3 }},
		{"learning rate 1e-4", func(f *fit.Config) { f.Rate = 1e-4 }},
		{"three times the epochs", func(f *fit.Config) { f.Epochs *= 3 }},
		{"batches of 1024", func(f *fit.Config) { f.Batch = 1024 }},
	}
	if c.Options.Small {
		tries = tries[:4]
	}
	t := Table{Title: fmt.Sprintf("Tries: other settings of ae-sp, %d bits", referenceBits),
		Columns: append([]string{"setting", "names: mean share of float's hits", "Hits@1", "Hits@10", "Hits@64"}, c.sentences.columns()...)}
	for i, try := range tries {
		c.progress("binarize: tries", i, len(tries))
		hits, mean, a, err := c.both(try.edit)
		if err != nil {
			return err
		}
		t.add(append([]any{try.name, mean, hits[0], hits[1], hits[2]}, a.cells()...)...)
	}
	c.Tables = append(c.Tables, t)
	return nil
}
