package core_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
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

var built = sync.OnceValues(func() (*pack.Contents, error) { return build(terminology()) })

func build(t *data.Terminology) (*pack.Contents, error) {
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 500}, nil)
	return c, err
}

// compressed returns a pack of enough names that their codes are compressed.
func compressed(t testing.TB) []byte {
	t.Helper()
	list := terminology()
	for i := range 400 {
		id := fmt.Sprintf("Y:%d", i)
		list.Entities = append(list.Entities, data.Entity{ID: id, Namespace: "Y", Names: []data.Name{{Text: fmt.Sprintf("ring finger protein %d", i)}}})
	}
	c, err := build(list)
	if err != nil {
		t.Fatal(err)
	}
	return file(t, c)
}

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

func open(t testing.TB) *core.Normalizer {
	t.Helper()
	return opened(t, contents(t))
}

// opened returns the normalizer of a pack of c.
func opened(t testing.TB, c *pack.Contents) *core.Normalizer {
	t.Helper()
	n, err := core.OpenBytes(file(t, c), nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
