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
	a := assembly{terminology: &data.Terminology{Entities: entities}, pack: &pack.Contents{}}
	if err := a.fillTables(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := a.pack
	c.Meta = []pack.Pair{{Key: pack.MetaMaxWeight, Value: top}}
	return c
}

func weigh(e data.Entity, weight float64) data.Entity {
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

func TestWeightsFrom(t *testing.T) {
	known := knownPack(t, "1000",
		weigh(entity("G:1", "ICLN", "CLNS1A", "chloride channel 1A"), 100),
		weigh(entity("G:2", "TP53", "p53", "tumor protein p53"), 1000),
		weigh(entity("G:3", "OPA5", "DRP1", "dynamin 1 like"), 30),
		weigh(entity("G:4", "DAPK2", "DRP-1"), 10),
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
	before := weightsOf(list)
	got, n := weightsFrom(known, list)
	if n != 3 || !reflect.DeepEqual(weightsOf(list), before) {
		t.Fatalf("%d entities are known, want 3; the list now has %v", n, weightsOf(list))
	}
	estimate := func(names float64) float64 { // where the known ones have three names and a median of 100
		return unknownShare * 100 * (math.Sqrt(1+names) - 1) / (math.Sqrt(1+3) - 1)
	}
	for id, want := range map[string]float64{
		"P:channel": 100, "P:p53": 1000, "P:few": 30,
		"P:pseudo": estimate(2), "P:drp": estimate(5), "P:none": estimate(2), "P:new": estimate(1),
	} {
		if w := weightsOf(got)[id]; math.Abs(w/want-1) > 0.03 { // packs keep weights in 255 steps
			t.Errorf("%s has weight %v, want %v", id, w, want)
		}
	}
}

// TestWeightsFromNobody has lists that stay as they are.
func TestWeightsFromNobody(t *testing.T) {
	gene := entity("G:1", "TP53", "p53")
	protein := entity("P:1", "TP53", "p53")
	known := knownPack(t, "1000", weigh(gene, 1000))
	for _, c := range []struct {
		what  string
		known *pack.Contents
		list  []data.Entity
	}{
		{"a list with weights", known, []data.Entity{protein, weigh(entity("P:2", "other"), 1)}},
		{"a list of other things", known, []data.Entity{protein, entity("P:2", "a"), entity("P:3", "b"), entity("P:4", "c"), entity("P:5", "d")}},
		{"a pack without weights", knownPack(t, "0", gene), []data.Entity{protein}},
		{"a pack without a scale of weights", knownPack(t, "", weigh(gene, 1000)), []data.Entity{protein}},
		{"an empty list", known, nil},
	} {
		list := &data.Terminology{Entities: c.list}
		if got, n := weightsFrom(c.known, list); n != 0 || got != list {
			t.Errorf("%s: %d entities are known, and the list is now %+v", c.what, n, got)
		}
	}
	if _, n := weightsFrom(known, &data.Terminology{Entities: []data.Entity{protein, entity("P:2", "other")}}); n != 1 {
		t.Errorf("%d entities are known where one of two is, want 1", n)
	}
}
