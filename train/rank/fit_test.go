package rank_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

const entities = 50

// normalizer has 50 entities with three names each, and an encoder of random
// rows, which brings texts together that share n-grams. It is built once.
func normalizer(t *testing.T) *core.Normalizer {
	t.Helper()
	n, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var built = sync.OnceValues(func() (*core.Normalizer, error) {
	terminology := &data.Terminology{}
	for i := range entities {
		terminology.Entities = append(terminology.Entities, data.Entity{
			ID: fmt.Sprintf("T:%02d", i), Namespace: "T", Weight: float64(i),
			Names: []data.Name{
				{Text: fmt.Sprintf("GEN-%d", i*7919%1000), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("growth factor %d receptor %c", i*31, 'A'+i%26), Kind: pack.KindExact},
				{Text: fmt.Sprintf("gen %d%c", i*7919%1000, 'a'+i%5), Kind: pack.KindAlias},
			},
		})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terminology, Encoder: encodertest.Random(1024, 64), Bits: 64, Samples: 10}, nil)
	if err != nil {
		return nil, err
	}
	return core.New(c)
})

func TestFit(t *testing.T) {
	n := normalizer(t)
	for _, weight := range [][]float64{nil, make([]float64, entities)} {
		for i := range weight {
			weight[i] = float64(i)
		}
		cfg := rank.Config{Mentions: 400, Ridge: 20, Seed: 5, Noise: train.Noise}
		c, rep, err := rank.Fit(n, cfg, weight)
		if err != nil {
			t.Fatal(err)
		}
		r := c.Ranker
		for i, w := range append(r.Weights[:], r.NIL) {
			if w-w != 0 {
				t.Errorf("weight %d is %v", i, w)
			}
		}
		if e, m := r.Weights[score.Elsewhere], r.Weights[score.MentionIn]; e != m {
			t.Errorf("a word of another name weighs %v, of the name %v", e, m)
		}
		before, after := rank.Loss(n, cfg, weight, score.DefaultRanker()), rank.Loss(n, cfg, weight, r)
		if !(after < before) {
			t.Errorf("the fit takes the loss from %v to %v", before, after)
		}
		if rep.Mentions != 400 || !(rep.Accuracy > 0.7 && rep.Accuracy <= 1) || math.IsNaN(rep.Loss) || rep.Loss < after {
			t.Errorf("report %+v, loss without ridge %v", *rep, after)
		}
		again, _, err := rank.Fit(n, cfg, weight)
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("a second fit gives %+v, the first %+v (%v)", again, c, err)
		}
	}
}

// TestFitCalibrateOnly requires mentions that are not to teach the ranker to move p alone, and those whose entity the list
// lacks to lower it.
func TestFitCalibrateOnly(t *testing.T) {
	n := normalizer(t)
	plain, _, err := rank.Fit(n, rank.Config{Mentions: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var labelled []rank.Example
	for e := range int32(entities) {
		labelled = append(labelled, rank.Example{Mention: fmt.Sprintf("GEN-%d", e*7919%1000), Entity: e})
	}
	shares := []float32{plain.Share}
	for range 2 {
		c, rep, err := rank.Fit(n, rank.Config{Mentions: 100, Labelled: labelled, CalibrateOnly: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Ranker != plain.Ranker || c.Scalings == plain.Scalings || rep.Trial.Mentions != entities {
			t.Errorf("the ranker is %+v without and %+v with mentions, of which %v were tried", plain.Ranker, c.Ranker, rep.Trial.Mentions)
		}
		shares = append(shares, c.Share)
		for i := range labelled[:entities] {
			labelled = append(labelled, rank.Example{Mention: labelled[i].Mention + "x", Entity: rank.Missing})
		}
	}
	if !(shares[0] == 0 && shares[1] > 0.8 && shares[2] > 0.3 && shares[2] < 0.6) {
		t.Errorf("shares of right answers without mentions, with those the list has, and with as many that it lacks: %v", shares)
	}
}

// TestFitLearned requires mentions that the encoder learned to leave the scaling of
// near names alone, and others to move it.
func TestFitLearned(t *testing.T) {
	n := normalizer(t)
	var labelled []rank.Example
	for e := range int32(entities) { // wrong ones throughout
		labelled = append(labelled, rank.Example{Mention: fmt.Sprintf("growth factr %d receptr", e*31), Entity: (e + 1) % entities})
		labelled = append(labelled, rank.Example{Mention: fmt.Sprintf("GEN-%d", e*7919%1000), Entity: (e + 1) % entities})
	}
	start := rank.Unscaled()
	for _, learned := range []bool{false, true} {
		c, _, err := rank.Fit(n, rank.Config{Mentions: 100, Labelled: labelled, Learned: learned}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if same := c.Scalings[score.Near] == start[score.Near]; same != learned {
			t.Errorf("learned %v: the scaling of near names is %+v", learned, c.Scalings[score.Near])
		}
		if c.Scalings[score.ExactPrimary] == start[score.ExactPrimary] {
			t.Errorf("learned %v: the scaling of exact names is the one of before", learned)
		}
	}
}

// TestFitLearnedStages requires mentions that the encoder learned to be left out by
// whatever stage but those of names it found them.
func TestFitLearnedStages(t *testing.T) {
	n := normalizer(t)
	for stage, normalized := range map[score.Stage]float32{
		score.StageExact: 1, score.StageNormalized: 1, score.StageRewritten: 0.6, score.StageAbbreviation: 0,
		score.StagePart: 0, score.StageWord: 0, score.StageHamming: 0,
	} {
		row := score.Candidate{Stage: stage, Score: 20}
		row.Features[score.Normalized] = normalized
		for _, learned := range []bool{false, true} {
			c := &score.Calibration{Scalings: rank.Unscaled()}
			rank.FitScalingsOf(c, n, slices.Repeat([]score.Candidate{row}, 100), learned)
			moved, want := c.Scalings != rank.Unscaled(), !learned || stage.IsName()
			if moved != want {
				t.Errorf("%v, learned %t: the scalings moved: %t, want %t", stage, learned, moved, want)
			}
		}
	}
}

// TestFitWithoutNoise is the plain case: every mention is a name.
func TestFitWithoutNoise(t *testing.T) {
	n := normalizer(t)
	c, rep, err := rank.Fit(n, rank.Config{Mentions: 300}, nil)
	if err != nil || rep.Accuracy < 0.8 {
		t.Fatalf("report %+v, %v", rep, err)
	}
	if c.Ranker == score.DefaultRanker() {
		t.Error("nothing was fitted")
	}
}

// TestFitOfNonsense requires a ranker even when every mention is empty.
func TestFitOfNonsense(t *testing.T) {
	nonsense := func(string, *rand.Rand) string { return " \x00" }
	c, rep, err := rank.Fit(normalizer(t), rank.Config{Mentions: 50, Noise: nonsense}, nil)
	if err != nil || c.Ranker != score.DefaultRanker() || rep.Accuracy != 1 {
		t.Errorf("%+v, %+v, %v", c, rep, err)
	}
}

// TestSample checks the three conditions by what they leave among the candidates.
func TestSample(t *testing.T) {
	n := normalizer(t)
	all := func(string, string, pack.Kind) bool { return true }
	const mentions = 2000
	gold, rows := rank.Sample(n, rank.Config{Mentions: mentions, HeldOut: all}, nil)
	var absent, unknown float64
	for i, g := range gold {
		kept, exact := 0, false
		for _, c := range rows[i] {
			if c.Entity == g {
				kept++
				exact = exact || c.Features[score.Exact] == 1
			}
		}
		switch {
		case g < 0:
			absent++
		case kept == 0:
			t.Fatalf("mention %d: the right entity %d is not among the candidates", i, g)
		case !exact: // the mention is a name, so that it was taken out
			unknown++
		}
	}
	if share := absent / mentions; share < 0.02 || share > 0.06 { // 0.03, and entities not found without their name
		t.Errorf("a share of %v is NIL", share)
	}
	if share := unknown / mentions; share < 0.03 || share > 0.075 { // 0.05
		t.Errorf("a share of %v are unknown names", share)
	}
}

// TestSampleHeldOut requires unknown names to be held-out ones, and none without.
func TestSampleHeldOut(t *testing.T) {
	n := normalizer(t)
	none := func(string, string, pack.Kind) bool { return false }
	gold, rows := rank.Sample(n, rank.Config{Mentions: 500, HeldOut: none}, nil)
	for i, g := range gold {
		exact := g < 0
		for _, c := range rows[i] {
			exact = exact || c.Entity == g && c.Features[score.Exact] == 1
		}
		if !exact {
			t.Fatalf("mention %d was taken out of the index", i)
		}
	}
}
