package core_test

import (
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestFields asks one pack without and with fields: where they say nothing, answers are the same to the bit, near names
// included, and the pack without fields seeks no more than before.
func TestFields(t *testing.T) {
	plain := open(t)
	c := contents(t)
	const mention, id = "Haemophilus influenzae", "MESH:D006192" // which a name decides
	c.Fields = []byte(id + "\tcity=Lyon\nNCBIGene:100\tcity=Paris\nNCBIGene:101\tcity=Paris\n")
	fields := opened(t, c)
	defer fields.Close()
	ask := func(n *core.Normalizer, of string, o core.Options) core.Answer {
		t.Helper()
		many, err := n.LookupMany([]core.Query{{Mention: mention, Fields: of}}, o)
		if err != nil {
			t.Fatal(err)
		}
		return many[0]
	}
	for _, o := range []core.Options{{K: 1}, {K: 5}, {Near: true}} {
		want := ask(plain, "", o)
		if got := ask(plain, "city=Lyon\tmaker=x", o); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: a pack without fields answers %+v, without fields asked %+v", o, got, want)
		}
		if got := ask(fields, "", o); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: no field asked: %+v, want %+v", o, got, want)
		}
		full := ask(plain, "", core.Options{K: core.MaxK})
		for of, sign := range map[string]float64{"city=": 0, "city=Nowhere": 0, "maker=x": 0, "city=Lyon": 1} {
			o.Fields = of
			if of == "maker=x" {
				o.Fields = "" // which is an error there
			}
			got := ask(fields, of, o)
			if got.NIL || got.Matches[0].ID != id || (got.Matches[0].P > full.Matches[0].P) != (sign > 0) {
				t.Errorf("%q: %+v, want %s with p of %v or more", of, got, id, full.Matches[0].P)
			}
		}
	}
	for of, n := range map[string]*core.Normalizer{"city=Lyon": plain, "maker=x": fields, "city": fields} {
		if _, err := n.LookupWith(mention, core.Options{Fields: of}); err == nil {
			t.Errorf("%q is no error", of)
		}
	}
}
