package zeroshot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/nn/gradtest"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made returns entities "what of where", whose definitions say so in words that are other ones, but always the same.
func made() []Entity {
	whats := [][2]string{{"inheritance", "passing on"}, {"repair", "mending"}, {"transport", "carrying"}, {"assembly", "putting together"}, {"decay", "falling apart"}, {"growth", "becoming larger"}}
	wheres := [][2]string{{"mitochondrion", "power plant"}, {"chromosome", "thread of genes"}, {"membrane", "thin wall"}, {"nucleus", "kernel"}, {"ribosome", "protein factory"}, {"vacuole", "bubble"}, {"spindle", "fibre"}, {"cilium", "eyelash"}}
	var out []Entity
	for i, what := range whats {
		for j, where := range wheres {
			out = append(out, Entity{ID: fmt.Sprintf("T:%d", i*len(wheres)+j), Name: where[0] + " " + what[0], Synonyms: []string{what[0] + " of the " + where[0]},
				Types: []string{"process"}, Definition: "The " + what[1] + " of the " + where[1] + "."})
		}
	}
	return out
}

func toy(c Config) Config {
	c.Rows, c.Dim, c.Batch, c.Rate = 2048, 32, 16, 0.01
	if c.Epochs == 0 {
		c.Epochs = 30
	}
	return c
}

// TestZeroShot: an entity that training has not seen is found by its definition, the words of which it has seen; 3-grams
// find it only by its name.
func TestZeroShot(t *testing.T) {
	all := made()
	train, held, err := Split(all, 5)
	check(t, err)
	if len(train)+len(held) != len(all) || len(held) < 4 || len(held) > 20 {
		t.Fatalf("%d and %d entities", len(train), len(held))
	}
	place := map[string]int{}
	for i, e := range all {
		place[e.ID] = i
	}
	var mentions []Mention
	for _, m := range Mentions(held, true, 100) {
		mentions = append(mentions, Mention{m.Text, place[held[m.Entity].ID]})
	}
	one := func(r []Recall, err error) Recall { check(t, err); return r[0] }
	plain := one(MeasureTFIDF(t.Context(), all, false, mentions))
	named := one(MeasureTFIDF(t.Context(), all, true, mentions))
	if plain.At1 > 0.3 || named.At1 < 0.9 {
		t.Errorf("3-grams: %+v, with names %+v", plain, named)
	}
	for _, loss := range []string{InfoNCE, Proxy} {
		e, err := Train(t.Context(), train, toy(Config{Loss: loss}))
		check(t, err)
		r := one(e.Measure(t.Context(), all, false, mentions))
		if r.At1 < plain.At1+0.3 || r.At64 != 1 || !(e.Loss[29] < e.Loss[0]) {
			t.Errorf("%s: %+v, 3-grams %+v, loss %v", loss, r, plain, e.Loss)
		}
	}
}

func TestSameSeed(t *testing.T) {
	vectors := func(seed uint64) []float32 {
		e, err := Train(t.Context(), made(), toy(Config{Epochs: 2, Seed: seed}))
		check(t, err)
		v, err := e.vectors(t.Context(), []string{"repair of the nucleus", ""})
		check(t, err)
		return v.Data
	}
	if !slices.Equal(vectors(1), vectors(1)) {
		t.Error("the same seed gives other bits")
	}
	if slices.Equal(vectors(1), vectors(2)) {
		t.Error("another seed gives the same bits")
	}
}

func TestGradient(t *testing.T) {
	for _, loss := range []string{InfoNCE, Proxy} {
		cfg := Config{Loss: loss, Rows: 12, Dim: 4, Temperature: 0.5}.withDefaults()
		tr := &trainer{Encoder: newEncoder(cfg), grad: newEncoder(cfg), touched: make([]bool, cfg.Rows)}
		tr.initialize(slices.Repeat([]float32{20}, cfg.Rows))
		texts := [][]uint32{{1, 2}, {3}, {4, 5, 5}, {6}, {7, 1}, {8, 9}}
		value := func() float64 {
			clear(tr.grad.bag.Table)
			clear(tr.grad.out.W)
			clear(tr.grad.out.B)
			return tr.gradient(texts)
		}
		by := gradtest.Tolerance{Step: 2e-3, Absolute: 2e-2, Relative: 3e-2}
		for i, p := range append(tr.out.Params(), tr.bag.Table) {
			value()
			grad := append(tr.grad.out.Params(), tr.grad.bag.Table)[i]
			gradtest.Check(t, fmt.Sprint(loss, " parameter ", i), value, p, slices.Clone(grad), by)
		}
	}
}

func TestDescribe(t *testing.T) {
	e := Entity{Name: "n", Types: []string{"a", "b"}, Definition: "d"}
	if got := e.Describe(true); got != "n ; a ; b ; d" {
		t.Errorf("with the name: %q", got)
	}
	if got := e.Describe(false); got != "d" {
		t.Errorf("without: %q", got)
	}
}

func TestMentions(t *testing.T) {
	list := []Entity{{Name: "a", Definition: "d", Synonyms: []string{"x", "y"}}, {Name: "b"}, {Name: "c", Definition: "d", Synonyms: []string{"z"}}}
	if got := Mentions(list, true, 9); !reflect.DeepEqual(got, []Mention{{"x", 0}, {"y", 0}, {"z", 2}}) {
		t.Errorf("synonyms: %v", got)
	}
	if got := Mentions(list, false, 9); !reflect.DeepEqual(got, []Mention{{"a", 0}, {"c", 2}}) {
		t.Errorf("names: %v", got)
	}
	if got := Mentions(list, true, 2); !reflect.DeepEqual(got, []Mention{{"x", 0}, {"y", 0}}) {
		t.Errorf("two: %v", got)
	}
}

// TestFeatures: a text of megabytes has no more words than others.
func TestFeatures(t *testing.T) {
	if got, want := len(features("ab cd1", 64)), (1+2)+(1+2)+1; got != want {
		t.Errorf("%d features, want %d", got, want)
	}
	long := strings.Repeat("ab ", 1_000_000)
	if got, want := len(features(long, 64)), maxWords*3; got != want {
		t.Errorf("%d features of a long text, want %d", got, want)
	}
	if got := features(" .", 64); got != nil {
		t.Errorf("features %v of no words", got)
	}
}

// TestSplit: ids in a row are held out in the share that was asked for.
func TestSplit(t *testing.T) {
	var list []Entity
	for i := range 40_000 {
		list = append(list, Entity{ID: fmt.Sprintf("GO:%07d", i)})
	}
	train, held, err := Split(list, 8)
	check(t, err)
	if n := len(held); n < 4800 || n > 5200 || len(train) != len(list)-n {
		t.Errorf("%d of %d held out", n, len(list))
	}
}

func TestRank(t *testing.T) {
	scores := []float32{0.5, 0.9, 0.5, 0.1}
	for own, want := range []int{1, 0, 2, 3} {
		if got := rank(scores, own); got != want {
			t.Errorf("rank of %d: %d, want %d", own, got, want)
		}
	}
	if got := rank(scores, -1); got < deepest {
		t.Errorf("rank of none: %d", got)
	}
}

func TestBad(t *testing.T) {
	if _, _, err := Split(made()[:1], 8); !errors.Is(err, errEmptySplit) {
		t.Errorf("one entity: %v", err)
	}
	if _, err := Train(t.Context(), []Entity{{ID: "a", Name: "b"}}, Config{}); !errors.Is(err, errEmptySplit) {
		t.Errorf("no definition: %v", err)
	}
	if _, err := Train(t.Context(), made(), toy(Config{Temperature: math.SmallestNonzeroFloat32})); err == nil || !strings.Contains(err.Error(), "not a finite number") {
		t.Errorf("temperature: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, made(), toy(Config{})); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
