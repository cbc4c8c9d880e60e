package assemble

import (
	"context"
	"errors"
	"fmt"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train"
)

// An encoder for a small terminology trains longer than the default one and forgets more: unique
// mentions of NCBI Disease have H@1 0.727 with 20 epochs and dropout 0.4, 0.713 with 10 and 0.3. 40
// epochs instead of 20 add 0.5 to 1 points of H@10 for diseases, nothing for 133,000 chemicals.
const (
	smallNames   = 150_000
	smallEpochs  = 40
	smallPasses  = 3_200_000 // of a name, about two minutes on two cores
	smallDropout = 0.4
)

// An encoder that a build tries unasked is trained in less time, with larger steps: 10,690 names of occupations have H@1
// 0.574 with the default encoder, 0.627 with this one, 0.631 with one that is asked for.
const (
	triedEpochs  = 20
	triedPasses  = 1_000_000 // of a name, about a minute on two cores
	triedRate    = 4e-3
	triedThreads = 2 // so that all machines make the same encoder

	triedNames   = triedPasses / 10 // the most names: 10 epochs
	heldOutLeast = 50               // unseen names that tell which encoder is better
	heldOutMost  = 1000
	gainLeast    = 0.05 // of the unseen names: 2 to 3 points more of them are none of what people write
)

// trainConfig returns the configuration for training an encoder on a number of names.
func trainConfig(seed uint64, names int) train.Config {
	c := train.Config{Seed: seed}
	if names <= smallNames {
		c.Epochs, c.Dropout = min(smallEpochs, smallPasses/max(names, 1)), smallDropout
	}
	return c
}

// chooseEncoder returns the weights of the encoder, or trains them. The encoder of a base pack has learned the names of lists
// whose entities the pack knows.
func chooseEncoder(ctx context.Context, r *Recipe, l *list, progress Progress) (err error) {
	trained := func(c train.Config) (*encoder.Weights, error) {
		w, _, err := train.Run(ctx, c, l.Terminology, func(done, total int, _ float64) { progress("train", done, total) })
		return w, err
	}
	switch {
	case r.Train == Always:
		l.own = true
		l.encoder, err = trained(trainConfig(r.Seed, l.NumNames()))
		return err
	case r.Encoder != nil:
		l.encoder = r.Encoder
	case r.Base == nil:
		return errors.New("build: no encoder: the recipe has neither an encoder nor a base pack, and is not to train one")
	default:
		if l.encoder, err = encoder.ParseWeights(r.Base.Encoder); err != nil {
			return fmt.Errorf("default pack: %w", err)
		}
	}
	if r.Train != Better || r.Base != nil && !r.outOfDomain {
		return nil
	}
	l.encoders = &Encoders{}
	unseen := unseenNames(l.Terminology)
	if len(unseen) < heldOutLeast || l.NumNames() > triedNames {
		return nil
	}
	n := l.NumNames()
	own, err := trained(train.Config{Seed: r.Seed, Epochs: min(triedEpochs, triedPasses/n), Dropout: smallDropout,
		Rate: triedRate / 2, TableRate: triedRate, Threads: triedThreads})
	if err != nil {
		return err
	}
	if *l.encoders, err = compareEncoders(own, l.encoder, l.Terminology, unseen); l.encoders.Kept() {
		l.encoder, l.own = own, true
	}
	return err
}
