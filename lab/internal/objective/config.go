// Package objective trains encoders with losses that only experiments use, by package train.
//
//	ce           softmax cross-entropy, one way: each name finds its partner
//	proxy        the proxy loss of zero-shot entity linking (Wiatrak et al.)
//	contrastive  NSEEN's (Fakhraei, Mathew and Ambite), on the pairs of package pair
//
// Each of them, and infonce, can be learned on adversarial examples, too (FGSM), or with a teacher: an
// encoder as similar as to which names should be. The same Config,
// terminology and number of threads give the same bits.
package objective

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// Losses is what Config.Loss may be.
var Losses = []string{"infonce", "ce", "proxy", "contrastive"}

// Config is train.Config, of which Loss is one of Losses, with the settings of these. Zero values mean
// the defaults in the comments.
type Config struct {
	train.Config
	Settings
}

// Settings are those that package train does not have.
type Settings struct {
	Alpha  float64 `json:"alpha"`  // proxy: steepness: 32
	Margin float64 `json:"margin"` // proxy: 0; contrastive: 1

	Variations int  `json:"variations"`  // contrastive: as in pair.Config; 0: its default, negative: none
	Family     int  `json:"family"`      // contrastive: as in pair.Config; 0: its default, negative: none
	HardLabels bool `json:"hard_labels"` // contrastive: as in pair.Config
	InBatch    bool `json:"in_batch"`    // contrastive: the names of a batch are each other's random pairs, and no others are drawn

	FGSM    bool    `json:"fgsm"`    // add the loss on adversarial positives and negatives
	Epsilon float64 `json:"epsilon"` // FGSM: step in each input embedding: 0.01
	Lambda  float64 `json:"lambda"`  // FGSM: weight of the added loss: 1

	TeacherShare float64 `json:"teacher_share"` // of a Teacher: its share of the loss: 0.5

	Teacher   Teacher         `json:"-"` // a finished encoder to learn from; nil: none
	Relations []data.Relation `json:"-"` // contrastive: families of entities besides those that their symbols show
}

// Defaults returns c with defaults for zero values.
func (c Config) Defaults() Config {
	c.Config = c.Config.Defaults()
	if c.Loss == "contrastive" {
		c.Margin = cmp.Or(c.Margin, 1)
	}
	if c.Teacher != nil {
		c.TeacherShare = cmp.Or(c.TeacherShare, 0.5)
	}
	c.Alpha, c.Epsilon, c.Lambda = cmp.Or(c.Alpha, 32), cmp.Or(c.Epsilon, 0.01), cmp.Or(c.Lambda, 1)
	return c
}

// Training returns c for package train. It reports unknown words and contradictory settings.
func (c Config) Training() (train.Config, error) {
	c = c.Defaults()
	switch {
	case !slices.Contains(Losses, c.Loss):
		return train.Config{}, fmt.Errorf("loss %q is not known; want %s", c.Loss, strings.Join(Losses, ", "))
	case c.Teacher != nil && c.FGSM:
		return train.Config{}, errors.New("a teacher knows nothing of adversarial examples")
	case c.TeacherShare != 0 && c.Teacher == nil:
		return train.Config{}, fmt.Errorf("teacher share %g without a teacher", c.TeacherShare)
	case c.TeacherShare < 0 || c.TeacherShare > 1:
		return train.Config{}, fmt.Errorf("teacher share %g; want 0 to 1 of the loss", c.TeacherShare)
	case len(c.Relations) > 0 && c.Loss != "contrastive":
		return train.Config{}, fmt.Errorf("relations, and loss %s; they are for the contrastive loss", c.Loss)
	case (c.Variations != 0 || c.Family != 0 || c.HardLabels || c.InBatch) && c.Loss != "contrastive":
		return train.Config{}, fmt.Errorf("variations %d, family %d, hard labels %v, in batch %v, and loss %s; they are for the contrastive loss", c.Variations, c.Family, c.HardLabels, c.InBatch, c.Loss)
	}
	t := c.Config
	if c.Loss != "infonce" || c.FGSM || c.Teacher != nil {
		t.Objective, t.Loss = objective{c.Loss, c.Settings}, ""
	}
	return t, t.Check()
}

// Check reports what Training does.
func (c Config) Check() error {
	_, err := c.Training()
	return err
}

// Run trains the encoder of packs on t, as train.Run does.
func Run(ctx context.Context, c Config, t *data.Terminology, progress train.Progress) (*encoder.Weights, *train.Report, error) {
	training, err := c.Training()
	if err != nil {
		return nil, nil, err
	}
	return train.Run(ctx, training, t, progress)
}

// objective is a loss with its settings.
type objective struct {
	loss string
	Settings
}

func (o objective) Name() string {
	relations := ""
	if len(o.Relations) > 0 {
		relations = fmt.Sprintf(" of relations %.8x", sha256.Sum256(fmt.Appendf(nil, "%q", o.Relations)))
		o.Relations = nil
	}
	taught := ""
	if o.Teacher != nil {
		taught = " taught by " + digestOf(o.Teacher)
		o.Teacher = nil
	}
	return fmt.Sprintf("%s%s%s %+v", o.loss, relations, taught, o.Settings)
}
