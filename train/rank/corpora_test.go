package rank_test

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/train/rank"
)

// corpusOf has one mention of each entity, every third one of them wrong if asked.
func corpusOf(t *testing.T, name string, wrong bool) rank.Corpus {
	c := rank.Corpus{Name: name, Kind: name, Pack: normalizer(t)}
	for i := range entities {
		m := rank.Mention{Text: fmt.Sprintf("GEN-%d", i*7919%1000), Count: 2}
		if !wrong || i%3 > 0 {
			m.Entities = []int32{int32(i)}
		}
		c.Mentions = append(c.Mentions, m)
	}
	return c
}

// TestFitScalings requires a corpus in which every third exact name is wrong to
// lower what is said of exact names, and shows what another corpus would have said.
func TestFitScalings(t *testing.T) {
	good, bad := corpusOf(t, "good", false), corpusOf(t, "bad", true)
	before := rank.DefaultScalings(false)
	fitted, errors, err := rank.FitScalings([]rank.Corpus{bad}, before, 50)
	if err != nil {
		t.Fatal(err)
	}
	if e := errors[0]; e.Corpus != "bad" || e.Before < 0.25 || e.After > 0.1 || e.Unseen < 0.25 {
		t.Errorf("%+v: want an error that the fit lowers, and nobody else knows of", e)
	}
	if p := rank.P(&fitted[score.ExactPrimary], 9, 9); p < 0.5 || p > 0.8 {
		t.Errorf("a sure exact name has %v, want about two thirds", p)
	}
	judge := bad
	judge.Name, judge.Judge = "judge", true
	if got, errors, err := rank.FitScalings([]rank.Corpus{judge, good}, before, 50); err != nil || errors[0].After < 0.25 || rank.P(&got[score.ExactPrimary], 9, 9) < 0.9 {
		t.Errorf("%+v, %v: something is fitted on a judge", errors, err)
	}
	other := bad
	other.Name = "other"
	if _, errors, err = rank.FitScalings([]rank.Corpus{bad, other, good}, before, 50); err != nil || errors[0].Unseen < 0.25 {
		t.Errorf("%+v, %v: a corpus of the same kind tells what to expect", errors, err)
	}
	if _, errors, err = rank.FitScalings([]rank.Corpus{bad, good}, before, 50); err != nil {
		t.Fatal(err)
	}
	if e := errors[0]; e.Unseen < 0.25 {
		t.Errorf("%+v: the good corpus alone cannot know of the bad one", e)
	}
}
