package assemble

import (
	"math"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// knownPack has entities with weights, of up to top.
func knownPack(t *testing.T, top string, entities ...data.Entity) *pack.Contents {
	t.Helper()
	c, _ := tables(&list{Terminology: &data.Terminology{Entities: entities}}, false)
	c.Meta = []pack.Pair{{Key: pack.MetaMaxWeight, Value: top}}
	return c
}

func withWeight(e data.Entity, weight float64) data.Entity {
	e.Weight = weight
	return e
}

func weightsOf(t *data.Terminology) map[string]float64 {
	out := map[string]float64{}
	for _, e := range t.Entities {
		out[e.ID] = e.Weight
	}
	return out
}

// TestWeigh borrows, estimates where nothing can be borrowed, and leaves weights alone.
func TestWeigh(t *testing.T) {
	list := func() *data.Terminology {
		return &data.Terminology{Entities: []data.Entity{entity("P:1", "TP53", "p53"), entity("P:2", "ICLN", "CLNS1A", "chloride channel 1A"), entity("P:3", "unheard of")}}
	}
	known := knownPack(t, "1000", withWeight(entity("G:2", "TP53", "p53"), 1000), withWeight(entity("G:1", "ICLN", "CLNS1A"), 100))
	borrowed, alone, own := list(), list(), list()
	own.Entities[2].Weight = 7
	if n := Weigh(borrowed, known); n != 2 || borrowed.Entities[0].Weight < 2*borrowed.Entities[1].Weight {
		t.Errorf("%d entities are known, weights %v", n, weightsOf(borrowed))
	}
	for _, lender := range []*pack.Contents{nil, knownPack(t, "10", withWeight(entity("X:1", "other"), 5))} {
		if n := Weigh(alone, lender); n != 0 || !(alone.Entities[1].Weight > alone.Entities[0].Weight && alone.Entities[2].Weight > 0) {
			t.Errorf("%d entities are known, weights %v; want estimates by the number of names", n, weightsOf(alone))
		}
		alone = list()
	}
	if n := Weigh(own, known); n != 0 || !reflect.DeepEqual(weightsOf(own), map[string]float64{"P:1": 0, "P:2": 0, "P:3": 7}) {
		t.Errorf("%d entities are known, weights %v; want those that the list has", n, weightsOf(own))
	}
}

func TestBorrow(t *testing.T) {
	known := knownPack(t, "1000",
		withWeight(entity("G:1", "ICLN", "CLNS1A", "chloride channel 1A"), 100),
		withWeight(entity("G:2", "TP53", "p53", "tumor protein p53"), 1000),
		withWeight(entity("G:3", "OPA5", "DRP1", "dynamin 1 like"), 30),
		withWeight(entity("G:4", "DAPK2", "DRP-1"), 10),
		entity("G:5", "nobody", "writes about it"))
	list := &data.Terminology{Entities: []data.Entity{
		entity("P:channel", "CLNS-1A", "Icln", "methylosome subunit pICln", "chloride channel-1A"),
		entity("P:pseudo", "CLNS1AP1", "ICln"), // one name of the channel's
		entity("P:p53", "Cellular tumor antigen p53", "TP53", "P53"),
		entity("P:drp", "DRP1", "DRP 1", "a", "b", "c"), // half of two known ones
		entity("P:few", "OPA5", "x", "y"),               // one name in three
		entity("P:none", "nobody", "writes about it"),
		entity("P:new", "unheard of"),
	}}
	estimates := []float64{4, 1, 4, 2, 4, 8, 1}
	if n := borrow(known, list, estimates); n != 3 {
		t.Fatalf("%d entities are known, want 3", n)
	}
	estimate := func(e float64) float64 { return unknownShare * 100 * e / 4 } // the known ones have a median of 100 and of 4
	for id, want := range map[string]float64{
		"P:channel": 100, "P:p53": 1000, "P:few": 30,
		"P:pseudo": estimate(1), "P:drp": estimate(2), "P:none": estimate(8), "P:new": estimate(1),
	} {
		if w := weightsOf(list)[id]; math.Abs(w/want-1) > 0.03 { // packs keep weights in 255 steps
			t.Errorf("%s has weight %v, want %v", id, w, want)
		}
	}
}

// TestBorrowNothing has lists that stay as they are.
func TestBorrowNothing(t *testing.T) {
	gene := entity("G:1", "TP53", "p53")
	protein := entity("P:1", "TP53", "p53")
	known := knownPack(t, "1000", withWeight(gene, 1000))
	for _, c := range []struct {
		what  string
		known *pack.Contents
		list  []data.Entity
	}{
		{"a list of other things", known, []data.Entity{protein, entity("P:2", "a"), entity("P:3", "b"), entity("P:4", "c"), entity("P:5", "d")}},
		{"a pack without weights", knownPack(t, "0", gene), []data.Entity{protein}},
		{"a pack without a scale of weights", knownPack(t, "", withWeight(gene, 1000)), []data.Entity{protein}},
		{"an empty list", known, nil},
	} {
		list := &data.Terminology{Entities: c.list}
		before := weightsOf(list)
		if n := borrow(c.known, list, make([]float64, len(c.list))); n != 0 || !reflect.DeepEqual(weightsOf(list), before) {
			t.Errorf("%s: %d entities are known, and the list is now %+v", c.what, n, list)
		}
	}
	half := &data.Terminology{Entities: []data.Entity{protein, entity("P:2", "other")}}
	if n := borrow(known, half, make([]float64, 2)); n != 1 {
		t.Errorf("%d entities are known where one of two is, want 1", n)
	}
}

// TestFillWeights completes weights namespace by namespace.
func TestFillWeights(t *testing.T) {
	in := func(namespace string, e data.Entity) data.Entity {
		e.Namespace = namespace
		return e
	}
	known := knownPack(t, "1000", withWeight(entity("G:1", "TP53", "p53"), 1000))
	for _, c := range []struct {
		what   string
		lender *pack.Contents
		list   []data.Entity
		want   []float64
	}{
		{"none has one", known, []data.Entity{entity("P:1", "TP53", "p53")}, []float64{0}},
		{"all have one", nil, []data.Entity{withWeight(entity("A:1", "a"), 3)}, []float64{3}},
		{"some of a namespace", nil, []data.Entity{withWeight(entity("A:1", "a"), 3), entity("A:2", "b")}, []float64{3, unknownShare * 3 * (math.Sqrt2 - 1)}},
		{"another namespace, borrowed", known, []data.Entity{in("a", withWeight(entity("A:1", "a"), 3)), in("p", entity("P:1", "TP53", "p53"))}, []float64{3, 1000}},
		{"another namespace, estimated", known, []data.Entity{in("a", withWeight(entity("A:1", "a"), 3)), in("p", entity("P:1", "x", "y", "z"))}, []float64{3, 1}},
	} {
		list := &data.Terminology{Entities: c.list}
		FillWeights(list, c.lender)
		for i, e := range list.Entities {
			if math.Abs(e.Weight-c.want[i]) > 0.01*c.want[i] {
				t.Errorf("%s: weights %v, want %v", c.what, weightsOf(list), c.want)
				break
			}
		}
	}
}
