package assemble

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestEveryFieldIsFilled builds with all that a recipe may ask for.
func TestEveryFieldIsFilled(t *testing.T) {
	terminology := genes()
	for i := range 200 {
		e := data.Entity{ID: fmt.Sprintf("X:%d", i), Namespace: "X", Names: []data.Name{{Text: fmt.Sprintf("renal protein %d", i)}, {Text: fmt.Sprintf("kidney protein %d", i), Kind: pack.KindExact, Languages: "en"}, {Text: fmt.Sprintf("proteína renal %d", i), Kind: pack.KindExact, Languages: "es"}}}
		terminology.Entities = append(terminology.Entities, e)
	}
	terminology.XRefs = []data.XRef{{ID: "X:1", Other: "NCBIGene:100"}}
	terminology.Fields = []data.Field{{ID: "X:1", Name: "city", Value: "Lyon"}}
	terminology.Relations = []data.Relation{
		{ID: "X:2", Relation: "is_a", Parent: "X:1"},
		{ID: "X:3", Relation: "paper", Parent: "P:1"}, {ID: "X:4", Relation: "paper", Parent: "P:1"},
	}
	terminology.Joins = []data.Join{{ID: "X:1", Other: "Y:1"}}
	c, _ := run(t, Recipe{Parents: []string{"X"}, Company: []string{AllNamespaces}, Details: &Details{}}, terminology)
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); v.Field(i).IsZero() && f.Name != "Extra" && f.IsExported() { // Extra is sections of others
			t.Errorf("no step of Run fills pack.Contents.%s: fill it in build, and give this Recipe what it is made of", f.Name)
		}
	}
}
