package edit_test

import (
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/organismtest"
)

// TestTwins changes a pack with twins: they stay those of their genes, get names as other genes do, and go.
func TestTwins(t *testing.T) {
	c, err := organismtest.Twins(true)
	if err != nil {
		t.Fatal(err)
	}
	base := file(t, c)
	for _, tt := range []struct {
		change edit.Change
		asked  core.Query
		want   string // id, "" for NIL
	}{
		{edit.Change{ID: "A:1", Name: "a gene before all others", Namespace: "Drug"}, core.Query{Mention: "Foxp2", Organisms: "mouse"}, "NCBIGene:114142"},
		{edit.Change{ID: "NCBIGene:93986", Name: "SPCH1", Kind: pack.KindAlias}, core.Query{Mention: "SPCH1", Organisms: "mouse"}, "NCBIGene:114142"},
		{edit.Change{ID: "NCBIGene:114142", Name: "D0Kist7", Kind: pack.KindAlias}, core.Query{Mention: "D0Kist7"}, "NCBIGene:114142"},
		{edit.Change{ID: "NCBIGene:114142", Remove: true}, core.Query{Mention: "Foxp2", Organisms: "mouse"}, ""},
	} {
		data, err := edit.Apply(base, []edit.Change{tt.change})
		if err != nil {
			t.Errorf("%+v: %v", tt.change, err)
			continue
		}
		n, err := core.OpenBytes(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := n.LookupMany([]core.Query{tt.asked}, core.Options{})
		got := ""
		if err == nil && !answers[0].NIL {
			got = answers[0].Matches[0].ID
		}
		if err != nil || got != tt.want {
			t.Errorf("%+v: %+v, %v; want %q", tt.change, answers, err, tt.want)
		}
	}
	data, err := edit.Apply(base, []edit.Change{{ID: "NCBIGene:1", Name: "A1BG", Namespace: "NCBIGene"}, {ID: "NCBIGene:1", Remove: true}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := pack.Parse(data)
	if err != nil || !reflect.DeepEqual(again.RowKind, c.RowKind) || again.Twins() != 3 {
		t.Errorf("after a gene that came and went: kinds %v, want %v, %v", again.RowKind, c.RowKind, err)
	}
}
