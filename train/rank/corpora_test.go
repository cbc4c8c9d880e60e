package rank_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// corpusOf has one mention of each entity, every third one of them wrong if asked.
func corpusOf(t *testing.T, name string, wrong bool) rank.Answers {
	c := rank.Corpus{Name: name, Kind: name, Pack: normalizer(t)}
	for i := range entities {
		m := rank.Mention{Text: fmt.Sprintf("GEN-%d", i*7919%1000), Count: 2}
		if !wrong || i%3 > 0 {
			m.Entities = []int32{int32(i)}
		}
		c.Mentions = append(c.Mentions, m)
	}
	return c.Answers()
}

// TestFitForest requires a corpus in which every third exact name is wrong to lower what is said of
// exact names, and shows what another corpus would have said.
func TestFitForest(t *testing.T) {
	good, bad := corpusOf(t, "good", false), corpusOf(t, "bad", true)
	sure := func(f score.Forest) float64 {
		x := score.Inputs{score.InputRivals: 9, score.InputNIL: 9, score.InputCosine: 1, score.InputTrigram: 1}
		return 1 / (1 + math.Exp(-f.Logit(&x)))
	}
	fitted, errors := rank.FitForest([]rank.Answers{bad})
	if e := errors[0]; e.Corpus != "bad" || e.After.Error > 0.05 || e.Unseen.Error < 0.1 || e.Chance > 0.1 {
		t.Errorf("%+v: want an error that the fit lowers, and nobody else knows of", e)
	}
	if p := sure(fitted); p < 0.6 || p > 0.75 {
		t.Errorf("a sure exact name has %v, want about two thirds", p)
	}
	judge := bad
	judge.Name, judge.Judge = "judge", true
	if got, errors := rank.FitForest([]rank.Answers{judge, good}); errors[0].After.Error < 0.25 || sure(got) < 0.95 {
		t.Errorf("%+v, %v: something is fitted on a judge", errors, sure(got))
	}
	other := bad
	other.Name = "other"
	if _, errors = rank.FitForest([]rank.Answers{bad, other, good}); errors[0].Unseen.Error < 0.25 {
		t.Errorf("%+v: a corpus of the same kind tells what to expect", errors)
	}
	if _, errors = rank.FitForest([]rank.Answers{bad, good}); errors[0].Unseen.Error < 0.25 {
		t.Errorf("%+v: the good corpus alone cannot know of the bad one", errors)
	}
	again, _ := rank.FitForest([]rank.Answers{bad})
	if !reflect.DeepEqual(again, fitted) {
		t.Error("a second fit gives another forest")
	}
}

// TestFitUnlinked requires mentions without an entity to lower what is said of answers, and too few of them to teach nothing.
func TestFitUnlinked(t *testing.T) {
	sure := func(of ...rank.Answers) float64 {
		f, _ := rank.FitForest(of)
		x := score.Inputs{score.InputRivals: 9, score.InputNIL: 9, score.InputCosine: 1, score.InputTrigram: 1}
		return f.Logit(&x)
	}
	good := corpusOf(t, "good", false)
	unlinked := func(mentions int) rank.Answers {
		c := rank.Corpus{Name: "unlinked", Kind: "good", Unlinked: true, Pack: normalizer(t)}
		var queries []data.Query
		for i := range mentions {
			queries = append(queries, data.Query{Mention: fmt.Sprintf("GEN-%d", i%entities*7919%1000), Gold: []string{"-1"}})
		}
		c.Mentions = rank.Unlinked(queries)
		return c.Answers()
	}
	alone, few, many := sure(good), sure(good, unlinked(99)), sure(good, unlinked(100*entities))
	if few != alone || !(many < alone-0.5) {
		t.Errorf("a sure name has a logit of %v, with few unlinked mentions %v, with many %v", alone, few, many)
	}
	all := unlinked(100 * entities)
	if _, fitted := rank.FitForest([]rank.Answers{good, all}); fitted[1].After.Right != 0 || fitted[1].After.Answered < 0.9 || fitted[0].After.Right < 0.9 {
		t.Errorf("%+v: mentions that look like names are answered, and wrong where they mean nothing", fitted)
	}
}
