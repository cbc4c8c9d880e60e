package forest_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
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
				{Text: symbol(i), Kind: pack.KindPrimary},
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

func symbol(i int) string { return fmt.Sprintf("GEN-%d", i*7919%1000) }

// world has two mentions of each entity, every third one of them wrong if asked.
func world(t *testing.T, name string, mass float64, wrong bool) forest.World {
	w := forest.World{Name: name, Kind: name, Mass: mass, Pack: normalizer(t)}
	for i := range entities {
		m := forest.Mention{Text: symbol(i), Count: 2}
		if !wrong || i%3 > 0 {
			m.Entities = []int32{int32(i)}
		}
		w.Mentions = append(w.Mentions, m)
	}
	return w
}

// mean returns the mean p of answers.
func mean(ps []eval.Prediction) (p float64) {
	for _, x := range ps {
		p += x.P / float64(len(ps))
	}
	return p
}

// TestFit requires a world in which every third exact name is wrong to lower what is said of exact names, and shows what
// another world would have said.
func TestFit(t *testing.T) {
	good, bad := world(t, "good", 1000, false), world(t, "bad", 1000, true)
	of := func(worlds ...forest.World) (answers []forest.Answers) {
		for i := range worlds {
			answers = append(answers, worlds[i].Answers())
		}
		return answers
	}
	fitted, judged := forest.Fit(of(bad))
	if j := judged[0]; j.World != "bad" || math.Abs(mean(j.Mention)-2./3) > 0.1 || len(j.Now) != entities {
		t.Errorf("mentions left out have p %.3f, want about two thirds", mean(j.Mention))
	}
	judge := bad
	judge.Mass = 0
	if _, judged := forest.Fit(of(judge, good)); mean(judged[0].Mention) < 0.9 {
		t.Errorf("p is %.3f: something is fitted on what only judges", mean(judged[0].Mention))
	}
	if _, judged := forest.Fit(of(bad, good)); mean(judged[0].Kind) < 0.9 || mean(judged[1].Kind) > 0.75 {
		t.Errorf("p is %.3f and %.3f: the other world alone tells what to expect", mean(judged[0].Kind), mean(judged[1].Kind))
	}
	if again, _ := forest.Fit(of(bad)); !reflect.DeepEqual(again, fitted) {
		t.Error("a second fit gives another forest")
	}
	absent := good
	absent.Name, absent.Absent = "absent", true
	if _, judged := forest.Fit(of(good, absent)); mean(judged[1].Mention) > 0.5 || mean(judged[0].Mention) < 0.6 {
		t.Errorf("p is %.3f of what a list lacks, %.3f of what it has", mean(judged[1].Mention), mean(judged[0].Mention))
	}
	for _, x := range judged[0].Now {
		if x.Count != 2 {
			t.Fatalf("a mention of two counts %d", x.Count)
		}
	}
}

// TestNear requires a world of near words to leave out names as they stand.
func TestNear(t *testing.T) {
	w := world(t, "near", 1000, false)
	w.Near = true
	w.Mentions = append(w.Mentions, forest.Mention{Text: "grwth factor 0 receptor A", Count: 7})
	_, judged := forest.Fit([]forest.Answers{w.Answers()})
	if now := judged[0].Now; len(now) != 1 || now[0].Count != 7 {
		t.Errorf("%+v, want the one mention with a letter less", now)
	}
}

// TestShared requires the share of a world to be estimated: nearly all of one that has all.
func TestShared(t *testing.T) {
	good, bad := world(t, "good", 1000, false), world(t, "bad", 1000, true)
	for i := range bad.Mentions {
		bad.Mentions[i].Entities = nil
	}
	_, judged := forest.Fit([]forest.Answers{good.Answers(), bad.Answers()})
	if alone := mean(judged[0].Mention); math.Abs(alone-0.5) > 0.1 {
		t.Errorf("p is %.3f where half of the same answers are right", alone)
	}
	for _, j := range judged { // nothing tells the two apart, and so what is expected holds
		if p := mean(j.Shared); math.Abs(p-0.7) > 0.1 {
			t.Errorf("%s: p is %.3f with the share estimated", j.World, p)
		}
	}
}

// TestMentions requires repeated queries to be one mention, with the entities of its ids, and none without ids.
func TestMentions(t *testing.T) {
	got := forest.Mentions(normalizer(t), []data.Query{{Mention: "b", Gold: []string{"T:01"}}, {Mention: "a"}, {Mention: "b", Gold: []string{"T:01"}}, {Mention: "b", Gold: []string{"X:1"}}})
	want := []forest.Mention{{Text: "a", Count: 1}, {Text: "b", Count: 1}, {Text: "b", Entities: []int32{1}, Count: 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
