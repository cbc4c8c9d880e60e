package core_test

import (
	"errors"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestErrors: each error for what a pack lacks is one of the kinds that callers tell apart, and says what the pack has.
func TestErrors(t *testing.T) {
	plain, organisms := open(t), ofOrganisms(t)
	c := contents(t)
	c.Fields = []byte("MESH:D006192\tcity=Lyon\n")
	fields := opened(t, c)
	defer fields.Close()
	kinds := []error{core.ErrNamespace, core.ErrOrganism, core.ErrField, core.ErrClosed}
	for _, tt := range []struct {
		n    *core.Normalizer
		o    core.Options
		kind error
		says string
	}{
		{plain, core.Options{Namespaces: []string{"mars"}}, core.ErrNamespace, `namespace "mars": no such namespace in this pack, which has MESH, NCBIGene, X`},
		{plain, core.Options{Prefer: []string{"mars"}}, core.ErrNamespace, `preferred "mars": no such namespace in this pack, which has MESH, NCBIGene, X`},
		{plain, core.Options{Organisms: []string{"mouse"}}, core.ErrOrganism, `organism "mouse": this pack tells no organisms apart`},
		{organisms, core.Options{Organisms: []string{"1234"}}, core.ErrOrganism, `organism "1234": this pack has genes of 9606, 10090, 7955 in the NCBI Taxonomy alone`},
		{plain, core.Options{Fields: "city=Lyon"}, core.ErrField, `field "city": the pack has no fields; normlet build makes them of columns, as in --columns id=1,name=2,brand=3`},
		{fields, core.Options{Fields: "maker=x"}, core.ErrField, `field "maker": the pack has city`},
		{fields, core.Options{Fields: "city"}, core.ErrField, `field "city": want NAME=VALUE, as in brand=Sony`},
		{fields, core.Options{Fields: "city=Lyon\tcity=Paris"}, core.ErrField, `field "city" is there twice`},
	} {
		a, err := tt.n.LookupWith("FOXP2", tt.o)
		if err == nil || err.Error() != tt.says || !a.NIL || a.PNIL != 1 || a.Mention != "FOXP2" {
			t.Errorf("%+v: %+v, %v, want NIL and %s", tt.o, a, err, tt.says)
		}
		for _, kind := range kinds {
			if errors.Is(err, kind) != (kind == tt.kind) {
				t.Errorf("%+v: errors.Is(err, %v) is %t", tt.o, kind, kind != tt.kind)
			}
		}
	}
	if _, err := plain.Organism("mouse"); !errors.Is(err, core.ErrOrganism) {
		t.Errorf("Organism: %v", err)
	}
	if _, err := plain.Suggest("F", core.Options{Namespaces: []string{"mars"}}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("Suggest: %v", err)
	}
}
