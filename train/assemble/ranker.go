package assemble

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train"
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
	if r.Base != nil && !knows(r.Base, r.Terminology) {
		startOtherField(&center, of.own || r.Encoder != nil, p.estimated)
	}
	l := of.labelled
	c := score.Calibration{Ranker: center, Trust: 0.5, Commonness: commonness(of.defined.senses(), l.senses())}
	cfg := rank.Config{Mentions: r.Samples, Seed: r.Seed, Center: center, Estimated: p.estimated, Noise: train.Mention, HeldOut: train.HeldOut}
	if l != nil {
		cfg.Labelled, cfg.Judging, cfg.Learned = l.examples(contents), r.judging, of.own && !r.judging
		cfg.Unseen, cfg.Without = l.unseen(contents, p)
		if cfg.Learned {
			c.Trust = 0.75 // the mentions have taught the encoder what they abbreviate
		}
	}
	contents.Calibration = c.AppendBinary(nil)
	n, err := core.NewWith(contents, core.OpenOptions{Without: names.RuleSet(0).With(names.WordSlips)})
	if err != nil {
		return nil, err
	}
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

// startOtherField moves where a fit starts to what ranks the mentions of lists of other fields: the default encoder has
// not read their words, so letters say more than cosines, and an estimated weight says nothing.
// docs/decisions/ranking.md has the figures. As scores are lower by a few points, so is that of NIL.
func startOtherField(r *score.Ranker, read, estimated bool) {
	if r.Weights[score.Trigram] = 6; !read {
		r.Weights[score.Cosine] = 4
	}
	r.Weights[score.MentionIn], r.Weights[score.NameIn], r.Weights[score.Code] = 4.7, 2.7, 3.5
	if r.NIL = 5; estimated {
		r.Weights[score.Prior] = 0
	}
}
