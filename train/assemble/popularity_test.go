package assemble

import (
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// entity has the first name as its primary one.
func entity(id string, names ...string) data.Entity {
	e := data.Entity{ID: id}
	for i, name := range names {
		kind := pack.KindPrimary
		if i > 0 {
			kind = pack.KindExact
		}
		e.Names = append(e.Names, data.Name{Text: name, Kind: kind})
	}
	return e
}

func TestNamedAfter(t *testing.T) {
	entities := []data.Entity{
		entity("1", "Kidney Diseases", "Nephropathy"),
		entity("2", "Kidney Diseases, Cystic"),
		entity("3", "Polycystic disease", "Disease, Polycystic Kidney"), // in natural order only
		entity("4", "Nephropathy, IGA"),                                 // after a name that is not the primary one
		entity("5", "Polycystic", "Polycystic kidney disease", "polycystic kidney diseases"),
		entity("6", "alpha-2 chain"),
		entity("7", "alpha-20 chain"), // 20 is not 2
		entity("8", "!"),
	}
	want := []int{3, 0, 0, 0, 1, 0, 0, 0}
	if got := namedAfter(entities); !slices.Equal(got, want) {
		t.Errorf("named after each: %v, want %v", got, want)
	}
	if got, want := Popularity(entities)[0], math.Sqrt(3)*4-1; math.Abs(got-want) > 1e-9 {
		t.Errorf("popularity %v, want %v", got, want)
	}
}

func TestSynonyms(t *testing.T) {
	var entities []data.Entity
	for _, what := range []string{"failure", "stones", "colic", "cyst"} {
		entities = append(entities, entity("r"+what, "renal "+what, "kidney "+what, "Kidneys "+what))
	}
	for _, what := range []string{"amyloidosis", "biliary cirrhosis", "glaucoma", "syphilis"} {
		entities = append(entities, entity("a"+what, "primary "+what), entity("b"+what, "secondary "+what))
	}
	entities = append(entities, // primary and secondary mean the same here, and not in four cases
		entity("c", "primary sterility", "secondary sterility"), entity("d", "primary insomnia", "secondary insomnia"),
		entity("e", "odd word", "odd term"), // shown by one entity alone
		entity("f", "type 1 lesion", "type 2 lesion"), entity("g", "type 1 atrophy", "type 2 atrophy"))
	got := map[wordPair]uint8{}
	words := map[uint32]string{}
	for _, w := range []string{"renal", "kidney", "primary", "secondary", "word", "term"} {
		words[names.HashWord(w)] = w
	}
	for _, s := range synonymsOf(entities, nil) {
		a, b := words[s.A], words[s.B]
		got[wordPair{min(a, b), max(a, b)}] = s.Strength
	}
	// 4 entities agree, none disagrees: 4/(4+2).
	if s := got[wordPair{"kidney", "renal"}]; s != 170 {
		t.Errorf("kidney and renal have strength %d, want 170", s)
	}
	if len(got) != 1 {
		t.Errorf("got %v, want no other synonyms", got)
	}
}
