package edit_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// terminology has 45 entities in three namespaces, a name that two entities
// share (FAKE1), and names in several scripts.
func terminology() *data.Terminology {
	const alias = pack.KindAlias
	t := &data.Terminology{Entities: []data.Entity{
		{ID: "NCBIGene:93986", Namespace: "NCBIGene", Weight: 300, Names: []data.Name{{Text: "FOXP2"}, {Text: "forkhead box P2", Kind: pack.KindExact}, {Text: "CAGH44", Kind: alias}}},
		{ID: "NCBIGene:5336", Namespace: "NCBIGene", Weight: 200, Names: []data.Name{{Text: "PLCG2"}, {Text: "FAKE1", Kind: alias}}},
		{ID: "NCBIGene:6198", Namespace: "NCBIGene", Weight: 900, Names: []data.Name{{Text: "RPS6KB1"}, {Text: "S6K", Kind: alias}, {Text: "FAKE1", Kind: alias}}},
		{ID: "MESH:D006192", Namespace: "MESH", Weight: 40, Names: []data.Name{{Text: "Haemophilus influenzae"}, {Text: "H. influenzae", Kind: alias}}},
		{ID: "X:1", Namespace: "X", Names: []data.Name{{Text: "胰岛素"}, {Text: "אינסולין", Kind: alias}, {Text: "🧬", Kind: alias}}},
	}}
	for i := range 40 {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("NCBIGene:%d", 100+i), Namespace: "NCBIGene", Weight: float64(i), Names: []data.Name{
			{Text: fmt.Sprintf("ZNF%d", 300+7*i)}, {Text: fmt.Sprintf("zinc finger protein %d", 300+7*i), Kind: pack.KindExact},
		}})
	}
	return t
}

const entities = 45

// kinds make each zinc finger a kind of one before it.
func kinds() (out []data.Relation) {
	for i := 1; i < 40; i++ {
		out = append(out, data.Relation{ID: fmt.Sprintf("NCBIGene:%d", 100+i), Relation: "is_a", Parent: fmt.Sprintf("NCBIGene:%d", 100+i/2)})
	}
	return out
}

var built = sync.OnceValues(func() (*pack.Contents, error) {
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terminology(), Relations: kinds(), Parents: []string{assemble.AllNamespaces}, Verbatim: true, Encoder: encodertest.Random(1024, 64), Samples: 500}, nil)
	return c, err
})

// mentions are looked up to compare two packs.
var mentions = []string{"FOX-P2", "forkhed box", "PLCγ2", "FAKE1", "H influenza", "zinc finger 307", "胰岛素", "no such thing", ""}

// contents returns a copy of the tables of the test pack. Sections may be
// replaced in it; what they hold must not be changed.
func contents(t testing.TB) *pack.Contents {
	t.Helper()
	c, err := built()
	if err != nil {
		t.Fatal(err)
	}
	shallow := *c
	return &shallow
}

// file returns the pack of c.
func file(t testing.TB, c *pack.Contents) []byte {
	t.Helper()
	data, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
