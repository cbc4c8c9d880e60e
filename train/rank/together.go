package rank

import (
	"math"

	"github.com/normlet/normlet/core"
)

// Corpus is a pack, built from its terminology alone, with labelled mentions.
type Corpus struct {
	Name     string
	Pack     *core.Normalizer
	Examples []Example // Entity -1: NIL
}

// Standing says how often the most likely outcome is right in a corpus.
type Standing struct {
	Corpus string
	Before float64 // with the ranker that the fit starts from
	Fitted float64 // with that of all corpora
	Unseen float64 // with that of the corpora of other packs
}

// Together fits one ranker and one set of scalings to the mentions of several
// corpora, each of which counts as much as any other, and in it every spelling as
// the square root of how often it occurs. It is where Default and DefaultScalings
// come from. cfg's Center, Ridge and Rounds apply; ridge is in mentions of a
// thousand a corpus.
func Together(corpora []Corpus, cfg Config) (core.Ranker, core.Scalings, []Standing, error) {
	if cfg.Rounds == 0 {
		cfg.Rounds = 4
	}
	if cfg.Center == (core.Ranker{}) {
		cfg.Center = Default()
	}
	cfg.Ridge = max(cfg.Ridge, 1)
	each := make([][]outcome, len(corpora))
	for i := range corpora {
		each[i] = corpora[i].outcomes()
	}
	except := func(unwanted string) (all []outcome) {
		for i := range corpora {
			if corpora[i].Name != unwanted {
				all = append(all, each[i]...)
			}
		}
		return all
	}
	r, err := refit(except(""), cfg)
	if err != nil {
		return r, core.Scalings{}, nil, err
	}
	var standings []Standing
	for i := range corpora {
		s := Standing{Corpus: corpora[i].Name, Before: accuracyOf(each[i], &cfg.Center), Fitted: accuracyOf(each[i], &r)}
		if rest := except(corpora[i].Name); len(rest) > 0 {
			without, err := refit(rest, cfg)
			if err != nil {
				return r, core.Scalings{}, nil, err
			}
			s.Unseen = accuracyOf(each[i], &without)
		}
		standings = append(standings, s)
	}
	scalings, err := scalingsOf(foldAll(except(""), &r), &r)
	return r, scalings, standings, err
}

func accuracyOf(outcomes []outcome, r *core.Ranker) float64 { return accuracy(foldAll(outcomes, r), r) }

// outcomes looks the mentions up.
func (c *Corpus) outcomes() []outcome {
	s := &sampler{n: c.Pack, cfg: Config{Labelled: c.Examples}}
	out := s.labelled()
	sum := 0.0
	for i := range out {
		out[i].weight = math.Sqrt(out[i].weight)
		sum += out[i].weight
	}
	for i := range out {
		out[i].weight *= 1000 / sum
	}
	return out
}

// refit alternates between choosing the best row of each entity and fitting.
func refit(outcomes []outcome, cfg Config) (r core.Ranker, err error) {
	r = cfg.Center
	for range cfg.Rounds {
		if r, _, err = fit(foldAll(outcomes, &r), r, cfg); err != nil {
			return r, err
		}
	}
	return r, nil
}

// scalingsOf fits the scalings of all stages on folded outcomes.
func scalingsOf(outcomes []outcome, r *core.Ranker) (core.Scalings, error) {
	var of [len(core.Scalings{})][]answered
	for i := range outcomes {
		if o := &outcomes[i]; len(o.rows) > 0 {
			of[o.rows[0].Stage] = append(of[o.rows[0].Stage], o.answered(r))
		}
	}
	return fitStages(&of, DefaultScalings())
}
