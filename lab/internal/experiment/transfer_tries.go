package experiment

import (
	"fmt"

	"github.com/normlet/normlet/binarize/fit"
)

// transferTry is a setting of the autoencoder.
type transferTry struct {
	name   string
	method string
	edit   func(f *fit.Config)
}

func transferTries() []transferTry {
	lambda := func(l float64, stochastic bool) transferTry {
		name := fmt.Sprintf("lambda %.1f", l)
		if stochastic {
			name += ", stochastic threshold"
		}
		return transferTry{name, fit.AutoencoderSP, func(f *fit.Config) { f.Lambda, f.Stochastic = perBit(l, f.Bits), stochastic }}
	}
	out := []transferTry{{"ae, stochastic threshold", fit.Autoencoder, func(f *fit.Config) { f.Stochastic = true }}}
	return append(out, // with lambda 0 it is ae
		lambda(0.2, false), lambda(0.8, false), lambda(0.8, true), lambda(1, false),
		transferTry{"lambda 0.8 a bit, not lowered with the length", fit.AutoencoderSP, func(f *fit.Config) { f.Lambda = 0.8 }},
		transferTry{"random triples", fit.AutoencoderSP, func(f *fit.Config) { f.Triples = fit.TriplesRandom }},
		transferTry{"batches of 64", fit.AutoencoderSP, func(f *fit.Config) { f.Batch = 64 }},
		transferTry{"batches of 1024", fit.AutoencoderSP, func(f *fit.Config) { f.Batch = 1024 }},
	)
}

// tryAutoencoders compares settings of the autoencoder with ae as it is, seed by seed.
func (c *transferRun) tryAutoencoders(name string, low *transferVectors, runs transferRuns) error {
	t := Table{Title: fmt.Sprintf("%s: settings of the autoencoder, %d bits, %d seeds, less ae", name, c.tries, c.seeds),
		Columns: []string{"setting", "mean accuracy", "deviation", "less ae", "least", "most", c.graded[0] + " Pearson", "deviation", "less ae", "least", "most"}}
	tries := transferTries()
	if c.Options.Small {
		tries = tries[:4]
	}
	base := runs[fit.Autoencoder][c.tries]
	t.add(c.tryRow("ae", base, base)...)
	for _, try := range tries {
		var list []transferScore
		for seed := range uint64(c.seeds) {
			seed += c.Options.Seed
			f := c.learning(c.tries, seed)
			try.edit(&f)
			c.step(fmt.Sprintf("%s, %s", name, try.name))
			_, s, err := c.fitted(low, try.method, f, seed)
			if err != nil {
				return err
			}
			list = append(list, s)
		}
		t.add(c.tryRow(try.name, list, base)...)
	}
	c.Tables = append(c.Tables, t)
	return nil
}

func (c *transferRun) tryRow(name string, list, base []transferScore) []any {
	row := []any{name}
	for _, f := range c.judgedBy() {
		least, mean, most := ends(differences(list, base, f.of))
		row = append(row, meanOf(list, f.of), deviationOf(list, f.of), mean, least, most)
	}
	return row
}
