package zeroshot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/nn/gradtest"
)

// labelled returns descriptions of made-up entities and a synonym of each as a mention.
func labelled() (texts []string, mentions []Mention) {
	entities := made()
	for i := range entities {
		texts = append(texts, entities[i].Describe(false))
	}
	return texts, Mentions(entities, true, len(entities))
}

func toyProxies(c ProxyConfig) ProxyConfig {
	c.Rows, c.Dim, c.Batch, c.Rate = 2048, 32, 8, 0.01
	if c.Steps == 0 {
		c.Steps = 120
	}
	return c
}

// proxyKinds are the ways of training.
var proxyKinds = []ProxyConfig{
	{},
	{Proxies: 20},
	{Proxies: 1000},
	{Proxies: 20, Margin: 0.1},
	{Negatives: 4},
	{Negatives: 4, Hard: 0.5},
	{Loss: CrossEntropy, Proxies: 20},
	{Loss: CrossEntropy, Negatives: 4, Hard: 0.5},
	{Loss: CrossEntropy, Proxies: 20, Dot: true},
}

// TestTrainProxies: after training, mentions are nearer to their entities than to others, whatever the negatives; the
// same seed gives the same bits.
func TestTrainProxies(t *testing.T) {
	texts, mentions := labelled()
	right := func(e *Encoder) float64 {
		names, hits := []string{}, make([]float64, len(mentions))
		for _, m := range mentions {
			names = append(names, m.Text)
		}
		check(t, e.Search(t.Context(), texts, names, func(i int, s []float32) {
			if int(nearest(s, 1, -1)[0]) == mentions[i].Entity {
				hits[i] = 1
			}
		}))
		sum := 0.0
		for _, h := range hits {
			sum += h / float64(len(hits))
		}
		return sum
	}
	for _, c := range proxyKinds {
		before, err := TrainProxies(t.Context(), texts, mentions, toyProxies(ProxyConfig{Steps: -1, Dot: c.Dot}))
		check(t, err)
		e, err := TrainProxies(t.Context(), texts, mentions, toyProxies(c))
		check(t, err)
		if was, is := right(before), right(e); is < was+0.3 || len(e.Loss) != 3 || !(e.Loss[2] < e.Loss[0]) {
			t.Errorf("%+v: %v right, before %v; loss %v", c, is, was, e.Loss)
		}
		again, err := TrainProxies(t.Context(), texts, mentions, toyProxies(c))
		check(t, err)
		if !slices.Equal(e.bag.Table, again.bag.Table) || !slices.Equal(e.out.W, again.out.W) {
			t.Errorf("%+v: the same seed gives other bits", c)
		}
		c.Seed = 1
		if other, err := TrainProxies(t.Context(), texts, mentions, toyProxies(c)); err != nil || slices.Equal(e.bag.Table, other.bag.Table) {
			t.Errorf("%+v: another seed gives the same bits (%v)", c, err)
		}
	}
}

// TestProxyGradient checks the whole gradient of every way of training.
func TestProxyGradient(t *testing.T) {
	texts, mentions := labelled()
	for _, c := range proxyKinds {
		c.Rows, c.Dim, c.Batch, c.Steps, c.Temperature, c.Alpha = 12, 4, 3, 3, 0.5, 4
		tr, err := newProxyTrainer(t.Context(), texts[:8], mentions[:6], c.Defaults())
		check(t, err)
		tr.initialize(slices.Repeat([]float32{20}, c.Rows))
		if c.Hard > 0 {
			check(t, tr.mine(t.Context(), []int32{1, 3, 5}))
		}
		batch, proxies := tr.draw([]int32{1, 3, 5}, rand.New(rand.NewPCG(1, 2)))
		value := func() float64 {
			clear(tr.grad.bag.Table)
			clear(tr.grad.out.W)
			clear(tr.grad.out.B)
			return tr.gradient(batch, proxies)
		}
		by := gradtest.Tolerance{Step: 2e-3, Absolute: 2e-2, Relative: 3e-2}
		for i, p := range append(tr.out.Params(), tr.bag.Table) {
			value()
			grad := append(tr.grad.out.Params(), tr.grad.bag.Table)[i]
			if slices.Max(grad) == 0 {
				t.Errorf("%+v: parameter %d has no gradient", c, i)
			}
			gradtest.Check(t, fmt.Sprintf("%+v parameter %d", c, i), value, p, slices.Clone(grad), by)
		}
	}
}

// TestDraw: a step has the entities of its mentions and as many others as it is to have, each once; a mention's own
// negatives are not its entity, and a share of them is the nearest.
func TestDraw(t *testing.T) {
	texts, mentions := labelled()
	for proxies, want := range map[int]int{0: 4, 4: 4, 9: 9, 47: 47, 48: 48, 1000: 48} {
		tr, err := newProxyTrainer(t.Context(), texts, mentions, ProxyConfig{Rows: 64, Dim: 4, Batch: 4, Proxies: proxies}.Defaults())
		check(t, err)
		_, got := tr.draw([]int32{7, 3, 5, 9}, rand.New(rand.NewPCG(1, 2)))
		if len(got) != want || got[0] != tr.gold[7] || got[3] != tr.gold[9] || len(slices.Compact(slices.Sorted(slices.Values(got)))) != want {
			t.Errorf("%d proxies: %v", proxies, got)
		}
	}
	tr, err := newProxyTrainer(t.Context(), texts, mentions, ProxyConfig{Rows: 64, Dim: 4, Batch: 2, Negatives: 6, Hard: 0.5}.Defaults())
	check(t, err)
	check(t, tr.mine(t.Context(), []int32{7, 3}))
	_, got := tr.draw([]int32{7, 3}, rand.New(rand.NewPCG(1, 2)))
	if len(got) != 14 || got[0] != tr.gold[7] || got[7] != tr.gold[3] || slices.Contains(got[1:7], got[0]) || slices.Contains(got[8:], got[7]) ||
		len(tr.hard[7]) != 3 || !slices.Equal(got[1:4], tr.hard[7]) || tr.hard[0] != nil {
		t.Errorf("own negatives: %v, hard %v", got, tr.hard[7])
	}
}

func TestNearest(t *testing.T) {
	similarity := []float32{0.1, 0.9, 0.5, 0.9, 0.7}
	for _, tt := range []struct {
		k       int
		without int32
		want    []int32
	}{{2, -1, []int32{1, 3}}, {3, 1, []int32{3, 4, 2}}, {0, -1, nil}, {9, 0, []int32{1, 3, 4, 2}}} {
		if got := nearest(similarity, tt.k, tt.without); !slices.Equal(got, tt.want) {
			t.Errorf("%d without %d: %v, want %v", tt.k, tt.without, got, tt.want)
		}
	}
}

func TestBadProxies(t *testing.T) {
	texts, mentions := labelled()
	if _, err := TrainProxies(t.Context(), texts, nil, ProxyConfig{}); !errors.Is(err, errEmptySplit) {
		t.Errorf("no mentions: %v", err)
	}
	if _, err := TrainProxies(t.Context(), texts[:1], mentions, ProxyConfig{}); !errors.Is(err, errEmptySplit) {
		t.Errorf("one entity: %v", err)
	}
	wild := toyProxies(ProxyConfig{Loss: CrossEntropy, Temperature: math.SmallestNonzeroFloat32})
	if _, err := TrainProxies(t.Context(), texts, mentions, wild); err == nil || !strings.Contains(err.Error(), "not a finite number") {
		t.Errorf("temperature: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []ProxyConfig{{}, {Negatives: 4, Hard: 1}, {Dot: true}} {
		if _, err := TrainProxies(ctx, texts, mentions, toyProxies(c)); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, cancelled: %v", c, err)
		}
	}
}
