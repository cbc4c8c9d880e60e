package rank_test

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/train/rank"
)

// TestFitScalings requires a corpus whose mentions are all wrong to lower what is
// said of the stage, and reports what the other corpora would have given.
func TestFitScalings(t *testing.T) {
	n := normalizer(t)
	corpus := func(name string, right bool) rank.Corpus {
		c := rank.Corpus{Name: name, Pack: n}
		for i := range entities {
			m := rank.Mention{Text: fmt.Sprintf("GEN-%d", i*7919%1000), Count: 2}
			if right {
				m.Entities = []int32{int32(i)}
			}
			c.Mentions = append(c.Mentions, m)
		}
		return c
	}
	good, _, err := rank.FitScalings([]rank.Corpus{corpus("good", true)})
	if err != nil {
		t.Fatal(err)
	}
	bad, errors, err := rank.FitScalings([]rank.Corpus{corpus("bad", false), corpus("good", true)})
	if err != nil {
		t.Fatal(err)
	}
	if g, b := good[0].P(3, 3), bad[0].P(3, 3); g < 0.95 || b > 0.75 {
		t.Errorf("an exact name has %v where all are right, %v where half are wrong", g, b)
	}
	if e := errors[0]; e.Corpus != "bad" || e.Before < 0.9 || e.After > 0.8 || e.Unseen < 0.9 {
		t.Errorf("%+v: want a calibration error that the fit lowers, and the other corpus does not", e)
	}
}
