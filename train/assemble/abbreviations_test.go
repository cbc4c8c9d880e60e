package assemble

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// abbreviated is a list with an obscure namesake of what texts abbreviate.
func abbreviated() *data.Terminology {
	return &data.Terminology{Entities: []data.Entity{
		entity("T:1", "blue ocean trout", "BOT"),
		entity("T:2", "blue ocean trout receptor", "blue ocean trout"),
		entity("T:3", "Bottle", "BOT"),
		entity("T:4", "Grey Seas"),
	}}
}

// TestAbbreviations requires the short form of a name to become one, and its senses to be counted, once a text.
func TestAbbreviations(t *testing.T) {
	texts := chained([]iter.Seq2[string, error]{
		written(nil, "A blue ocean trout (BOT) is a blue ocean trout (BOT).", "Blue ocean trouts (BOT) and a body of tests (BOT)."),
		written(nil, "The grey sea (GS), a gross salary (GS). An odd thing (OT).", "An odd thing (OT). Green sea (gs). A big one (BO)."),
	})
	in := abbreviated()
	got, d, err := withAbbreviations(t.Context(), in, texts, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if d.Texts != 4 || d.Abbreviations != 2 || d.Added != 1 {
		t.Errorf("%+v: want 4 texts, 2 abbreviations, one added", d)
	}
	want := senses{"bot": {"T:1": 2, "": 1}, "gs": {"T:4": 1, "": 1}, "ot": {"": 2}}
	if !maps.EqualFunc(d.senses(), want, maps.Equal[map[string]int]) {
		t.Errorf("senses %v, want %v", d.senses(), want)
	}
	if names := got.Entities[3].Names; len(names) != 2 || names[1] != (data.Name{Text: "GS", Kind: pack.KindAlias}) {
		t.Errorf("names %v", names)
	}
	if len(in.Entities[3].Names) != 1 || !slices.Equal(got.Entities[1].Names, in.Entities[1].Names) {
		t.Error("the list given, or another entity, has changed")
	}
	broken := errors.New("broken")
	if _, _, err := withAbbreviations(t.Context(), in, written(broken, "text"), func(string, int, int) {}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestAbbreviationDecides requires what texts mean to come before a namesake that people write more about.
func TestAbbreviationDecides(t *testing.T) {
	first := func(defining ...iter.Seq2[string, error]) string {
		list := abbreviated()
		list.Entities[0].Weight, list.Entities[2].Weight = 1, 2
		c, _ := run(t, Recipe{Defining: defining}, list)
		n, _ := open(t, c)
		return n.Lookup("BOT", 1).Matches[0].ID
	}
	if id := first(); id != "T:3" {
		t.Errorf("without texts BOT is %s", id)
	}
	all := slices.Repeat([]string{"The blue ocean trout (BOT) swims."}, 20)
	if id := first(written(nil, all...)); id != "T:1" {
		t.Errorf("with texts BOT is %s", id)
	}
}

// TestCommonness lets labelled mentions say what a name means where texts say something else.
func TestCommonness(t *testing.T) {
	texts, labels := senses{"a": {"T:1": 3}, "b": {"T:1": 1}}, senses{"a": {"T:2": 3}}
	both, want := commonness(texts, labels), commonness(senses{}, senses{"a": {"T:2": 3}, "b": {"T:1": 1}})
	if !slices.Equal(both, want) || len(both) != 2 {
		t.Errorf("%v, want %v", both, want)
	}
}
