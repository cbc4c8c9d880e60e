package assemble

import (
	"context"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/rank"
)

// fitRanker fits ranker and calibration with a normalizer of the contents so far.
func (a *assembly) fitRanker(context.Context) error {
	a.progress("rank", 0, 1)
	center := score.DefaultRanker()
	if a.prior.estimated {
		center.Weights[score.Prior] = 3 // an estimate tells less than a number of publications
	}
	c := score.Calibration{Ranker: center, Trust: 0.5}
	cfg := rank.Config{Mentions: a.Samples, Seed: a.Seed, Center: center, Estimated: a.prior.estimated, Noise: train.Mention, HeldOut: train.HeldOut}
	if l := a.labelled; l != nil {
		c.Commonness = l.commonness()
		cfg.Labelled, cfg.Learned = l.examples(a.pack), a.Train
		cfg.Unseen, cfg.Without = l.unseen(a.pack, a.prior)
		cfg.Foreign = l.others()
		if a.Train {
			c.Trust = 0.75 // the mentions have taught the encoder what they abbreviate
		}
	}
	a.pack.Calibration = c.AppendBinary(nil)
	n, err := core.New(a.pack)
	if err != nil {
		return err
	}
	fitted, rep, err := rank.Fit(n, cfg, a.prior.weights)
	if err != nil {
		return err
	}
	if a.labelled != nil {
		a.labelled.Trial = rep.Trial
	}
	fitted.Trust, fitted.Commonness = c.Trust, c.Commonness
	a.pack.Calibration, a.report.Rank = fitted.AppendBinary(nil), rep
	return nil
}
