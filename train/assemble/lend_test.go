package assemble

import (
	"context"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/encodertest"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

func TestLent(t *testing.T) {
	l := lexicon.Lexicon{
		{"myalgia", "muscle pain", "muscle soreness"},
		{"pain", "ache"},
		{"thogotovirus", "influenza d virus"},
		{"flu", "influenza"}, // three letters show nothing
		{"rest", "bed rest"}, // and no capitals
	}
	got, n := lend([]data.Entity{
		entity("1", "Muscle pain"), entity("0", "Other", "muscle soreness"),
		entity("2", "Pain"), entity("3", "pain"), // two claim the names of pain
		entity("4", "Thogotovirus", "T. virus"), // has names of its own
		entity("5", "Flu"), entity("6", "REST"),
	}, l)
	want := map[string][]data.Name{"1": {{Text: "myalgia", Kind: pack.KindAlias}}}
	if !reflect.DeepEqual(got, want) || n != 1 {
		t.Errorf("lent %v, want %v", got, want)
	}
}

// TestLentNames requires lent names to be rows, and to say nothing of popularity.
func TestLentNames(t *testing.T) {
	terminology := &data.Terminology{Entities: []data.Entity{
		entity("T:1", "Myalgia"), entity("T:2", "Fever"), entity("T:3", "Headache"),
	}}
	recipe := Recipe{Terminology: terminology, Lexicon: lexicon.Lexicon{}, Encoder: encodertest.Random(1024, 64), Bits: 64, Samples: 64}
	without, _, err := Run(context.Background(), recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	recipe.Lexicon = lexicon.Lexicon{{"myalgia", "muscle pain"}}
	with, report, err := Run(context.Background(), recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	if report.Lent != 1 || with.Names.Len() != without.Names.Len()+1 || len(terminology.Entities[0].Names) != 1 {
		t.Errorf("%d names lent, %d of %d rows more, the list has %v", report.Lent, with.Names.Len(), without.Names.Len(), terminology.Entities[0].Names)
	}
	if !reflect.DeepEqual(with.Prior, without.Prior) {
		t.Errorf("popularity is %v, without lent names %v", with.Prior, without.Prior)
	}
	if with.MetaValue("lent") == "" || without.MetaValue("lent") != "" {
		t.Errorf("the pack says %q of its lent names", with.MetaValue("lent"))
	}
	recipe.Verbatim = true
	if _, report, err = Run(context.Background(), recipe, nil); err != nil || report.Lent != 0 {
		t.Errorf("verbatim: %d names lent (%v)", report.Lent, err)
	}
}
