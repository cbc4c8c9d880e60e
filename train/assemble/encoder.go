package assemble

import (
	"context"
	"errors"
	"fmt"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
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

// trainConfig returns how an encoder of its own is trained on a number of names.
func trainConfig(seed uint64, names int) train.Config {
	c := train.Config{Seed: seed}
	if names <= smallNames {
		c.Epochs, c.Dropout = min(smallEpochs, smallPasses/max(names, 1)), smallDropout
	}
	return c
}

// chooseEncoder finds the weights of the encoder, or trains them.
func chooseEncoder(ctx context.Context, r *Recipe, t *data.Terminology, progress Progress) (*encoder.Weights, error) {
	switch {
	case r.Train:
		w, _, err := train.Run(ctx, trainConfig(r.Seed, t.NumNames()), t,
			func(done, total int, _ float64) { progress("train", done, total) })
		return w, err
	case r.Encoder != nil:
		return r.Encoder, nil
	case r.Base != nil:
		w, err := encoder.ParseWeights(r.Base.Encoder)
		if err != nil {
			err = fmt.Errorf("default pack: %w", err)
		}
		return w, err
	}
	return nil, errors.New("build: no encoder: the recipe has neither an encoder nor a base pack, and is not to train one")
}
