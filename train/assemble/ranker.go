package assemble

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// fitRanker fits ranker and calibration with a normalizer of the contents so far, to which no word is a slip of another:
// noise makes slips where people rarely do, and their rows would be right more often than they are.
func fitRanker(contents *pack.Contents, r *Recipe, of *list, p *prior, progress Progress) (*rank.Report, error) {
	progress("rank", 0, 1)
	center := score.DefaultRanker()
	if p.estimated {
		center.Weights[score.Prior] = 3 // an estimate tells less than a number of publications
	}
	if of.patients != nil { // a weight estimated from names says nothing: pain begins those of its kinds, which are meant, too
		center.Weights[score.Prior] = 0
		center.Weights[score.MentionIn] *= patientsWords
		center.Weights[score.NameIn] *= patientsWords
	}
	var ridge float64
	if r.outOfDomain {
		ridge = startOtherField(&center, r.Terminology, of.own || r.Encoder != nil, p.estimated)
	}
	l := of.labelled
	c := score.Calibration{Ranker: center, Trust: 0.5, Commonness: commonness(of.defined.senses(), l.senses())}
	cfg := rank.Config{Mentions: r.Samples, Ridge: ridge, Seed: r.Seed, Center: center, Estimated: p.estimated, Noise: train.Mention, HeldOut: train.HeldOut}
	if l != nil {
		cfg.Labelled, cfg.CalibrateOnly, cfg.Learned, cfg.Ridge = l.examples(contents), r.calibrateOnly, of.own && !r.calibrateOnly, 0
		cfg.Unseen, cfg.Without = l.unseen(contents, p)
		if cfg.Learned {
			c.Trust = 0.75 // the mentions have taught the encoder what they abbreviate
		}
	}
	contents.Calibration = c.AppendBinary(nil)
	n, err := core.New(contents)
	if err != nil {
		return nil, err
	}
	engine.Of(n).Off = names.RuleSet(0).With(names.WordSlips)
	fitted, rep, err := rank.Fit(n, cfg, p.weights)
	if err != nil {
		return nil, err
	}
	if l != nil {
		l.Trial = rep.Trial
	}
	fitted.Trust, fitted.Commonness = c.Trust, c.Commonness
	contents.Calibration = fitted.AppendBinary(nil)
	return rep, nil
}

// A list with up to loneNames names an entity has no synonyms to speak of. loneRidge keeps its fit near the start.
const loneNames, loneRidge = 1.1, 30_000

// startOtherField moves where a fit starts to what ranks the mentions of lists of other fields, and returns its ridge, 0
// for the usual one. The default encoder has not read their words: letters, rare ones above all, say more than cosines,
// without synonyms words more than letters. A weight estimated from names says nothing then, or speaks against general
// ones. NIL scores less, as all do. docs/decisions/ranking.md has the figures.
func startOtherField(r *score.Ranker, t *data.Terminology, read, estimated bool) (ridge float64) {
	w := &r.Weights
	prior := float32(0)
	w[score.Trigram], w[score.MentionIn], w[score.NameIn], w[score.Code], r.NIL = 6, 4.7, 2.7, 3.5, 5
	if lone := float64(t.NumNames()) <= loneNames*float64(len(t.Entities)); lone && !read {
		w[score.Cosine], w[score.Trigram], w[score.MentionIn], w[score.NameIn], w[score.Code], w[score.Grams], r.NIL = 1.1, 4, 6, 2.5, 3.3, 2.9, 4.6
		prior, ridge = -1.4, loneRidge
	} else if !read {
		w[score.Cosine], w[score.Trigram], w[score.MentionIn], w[score.Code], w[score.Grams], r.NIL = 3.5, 5.4, 5.1, 3.7, 2.9, 6.2
	}
	if estimated {
		w[score.Prior] = prior
	}
	return ridge
}
