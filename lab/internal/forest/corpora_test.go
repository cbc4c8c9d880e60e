package forest_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/encodertest"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
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

// corpusOf has one mention of each entity, every third one of them wrong if asked.
func corpusOf(t *testing.T, name string, wrong bool) forest.Answers {
	c := forest.Corpus{Name: name, Kind: name, Pack: normalizer(t)}
	for i := range entities {
		m := forest.Mention{Text: fmt.Sprintf("GEN-%d", i*7919%1000), Count: 2}
		if !wrong || i%3 > 0 {
			m.Entities = []int32{int32(i)}
		}
		c.Mentions = append(c.Mentions, m)
	}
	return c.Answers()
}

// TestFit requires a corpus in which every third exact name is wrong to lower what is said of
// exact names, and shows what another corpus would have said.
func TestFit(t *testing.T) {
	good, bad := corpusOf(t, "good", false), corpusOf(t, "bad", true)
	sure := func(f score.Forest) float64 {
		x := score.Inputs{score.InputRivals: 9, score.InputNIL: 9, score.InputCosine: 1, score.InputTrigram: 1}
		return 1 / (1 + math.Exp(-f.Logit(&x)))
	}
	fitted, errors := forest.Fit([]forest.Answers{bad})
	if e := errors[0]; e.Corpus != "bad" || e.After.Error > 0.05 || e.Unseen.Error < 0.1 || e.Chance > 0.1 {
		t.Errorf("%+v: want an error that the fit lowers, and nobody else knows of", e)
	}
	if p := sure(fitted); p < 0.6 || p > 0.75 {
		t.Errorf("a sure exact name has %v, want about two thirds", p)
	}
	judge := bad
	judge.Name, judge.Judge = "judge", true
	if got, errors := forest.Fit([]forest.Answers{judge, good}); errors[0].After.Error < 0.25 || sure(got) < 0.95 {
		t.Errorf("%+v, %v: something is fitted on a judge", errors, sure(got))
	}
	other := bad
	other.Name = "other"
	if _, errors = forest.Fit([]forest.Answers{bad, other, good}); errors[0].Unseen.Error < 0.25 {
		t.Errorf("%+v: a corpus of the same kind tells what to expect", errors)
	}
	if _, errors = forest.Fit([]forest.Answers{bad, good}); errors[0].Unseen.Error < 0.25 {
		t.Errorf("%+v: the good corpus alone cannot know of the bad one", errors)
	}
	again, _ := forest.Fit([]forest.Answers{bad})
	if !reflect.DeepEqual(again, fitted) {
		t.Error("a second fit gives another forest")
	}
}

// TestFitUnlinked requires mentions without an entity to lower what is said of answers, and too few of them to teach nothing.
func TestFitUnlinked(t *testing.T) {
	sure := func(of ...forest.Answers) float64 {
		f, _ := forest.Fit(of)
		x := score.Inputs{score.InputRivals: 9, score.InputNIL: 9, score.InputCosine: 1, score.InputTrigram: 1}
		return f.Logit(&x)
	}
	good := corpusOf(t, "good", false)
	unlinked := func(mentions int) forest.Answers {
		c := forest.Corpus{Name: "unlinked", Kind: "good", Unlinked: true, Pack: normalizer(t)}
		var queries []data.Query
		for i := range mentions {
			queries = append(queries, data.Query{Mention: fmt.Sprintf("GEN-%d", i%entities*7919%1000), Gold: []string{"-1"}})
		}
		c.Mentions = forest.Unlinked(queries)
		return c.Answers()
	}
	alone, few, many := sure(good), sure(good, unlinked(99)), sure(good, unlinked(100*entities))
	if few != alone || !(many < alone-0.5) {
		t.Errorf("a sure name has a logit of %v, with few unlinked mentions %v, with many %v", alone, few, many)
	}
	all := unlinked(100 * entities)
	if _, fitted := forest.Fit([]forest.Answers{good, all}); fitted[1].After.Right != 0 || fitted[1].After.Answered < 0.9 || fitted[0].After.Right < 0.9 {
		t.Errorf("%+v: mentions that look like names are answered, and wrong where they mean nothing", fitted)
	}
}
