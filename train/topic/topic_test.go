package topic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/topic"
	"github.com/normlet/normlet/train/data"
)

// topics is how many groups of genes there are, each with words of its own.
const topics = 10

// genes returns a pack of 200 entities and what is known of them: gene G17 is of
// topic 7, its definition says so in words such as "topic7word3", and it shares
// papers with others of its topic.
func genes() (*pack.Contents, *Source) {
	const n = 200
	rng := rand.New(rand.NewPCG(1, 1))
	src := &Source{Definitions: map[string]string{}}
	c := &pack.Contents{Namespaces: []string{"G", "H"}, Bits: 64}
	var ids, names []string
	for i := range n {
		id := fmt.Sprintf("G:%03d", i)
		ids, names = append(ids, id), append(names, fmt.Sprintf("gene%d", i))
		c.EntityNamespace, c.Prior = append(c.EntityNamespace, uint16(i/(n-20))), append(c.Prior, uint8(i))
		c.PrimaryRow, c.RowEntity, c.RowKind = append(c.PrimaryRow, uint32(i)), append(c.RowEntity, uint32(i)), append(c.RowKind, 0)
		for range 12 {
			src.Definitions[id] += fmt.Sprintf(" topic%dword%d", i%topics, rng.IntN(30))
		}
		for range 5 {
			src.Relations = append(src.Relations, data.Relation{ID: id, Relation: "published_in", Parent: fmt.Sprintf("PMID:%d", i%topics+topics*rng.IntN(20))})
		}
	}
	c.IDs, c.Names = pack.NewStrings(ids), pack.NewStrings(names)
	return c, src
}

// add returns the table and the profiles that Add gives.
func add(t *testing.T, c *pack.Contents, src *Source, cfg Config) *topic.Table {
	t.Helper()
	if err := Add(context.Background(), c, src, cfg); err != nil {
		t.Fatal(err)
	}
	table, err := topic.Read(c.Context, c.ProfileBits, c.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	return table.Table
}

// TestTopics requires words of a topic to speak for its genes: of most topics, since 64 bits of a small list leave some to
// chance.
func TestTopics(t *testing.T) {
	c, src := genes()
	right := 0
	for seed := range uint64(2) {
		table := add(t, c, src, Config{Bits: 64, Seed: seed})
		for of := range topics {
			v, ok := table.AppendVector(nil, fmt.Sprintf("of topic%dword1, topic%dword2 and topic%dword3", of, of, of), "x")
			if !ok {
				t.Fatalf("topic %d: no word is known", of)
			}
			var mean [topics]float64
			for e := range c.IDs.Len() {
				mean[e%topics] += float64(topic.Score(v, c.Profile(e)))
			}
			if slices.Max(mean[:]) == mean[of] {
				right++
			}
		}
	}
	if right < 16 {
		t.Errorf("of %d topics with two seeds, the words of %d are nearest to their genes", topics, right)
	}
}

// TestSame requires the same bits from any number of threads and any order of
// the definitions' map.
func TestSame(t *testing.T) {
	c, src := genes()
	add(t, c, src, Config{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again, src := genes()
	add(t, again, src, Config{})
	if !bytes.Equal(c.Context, again.Context) || !slices.Equal(c.Profiles, again.Profiles) {
		t.Error("another result with one thread")
	}
}

func TestNamespaces(t *testing.T) {
	c, src := genes()
	table := add(t, c, src, Config{Namespaces: []string{"G"}, Words: 50, Weight: 3})
	for e := range c.IDs.Len() {
		if known := c.Profile(e) != nil; known != (c.EntityNamespace[e] == 0) {
			t.Errorf("%s has a profile: %v", c.IDs.At(e), known)
		}
	}
	if len(table.Words) != 50 || table.Weight != 3 || !slices.IsSorted(table.Words) {
		t.Errorf("%d words, weight %v", len(table.Words), table.Weight)
	}
}

// TestNoise has relations that say nothing, which change nothing.
func TestNoise(t *testing.T) {
	c, src := genes()
	add(t, c, src, Config{})
	noisy, more := genes()
	for i := range 60 {
		id := fmt.Sprintf("G:%03d", i)
		more.Relations = append(more.Relations,
			data.Relation{ID: "G:unknown", Relation: "published_in", Parent: "PMID:1"},
			data.Relation{ID: id, Relation: "published_in", Parent: "PMID:of too many"},
			data.Relation{ID: id, Relation: "published_in", Parent: fmt.Sprintf("PMID:of %d alone", i)},
			more.Relations[i], // twice
		)
	}
	add(t, noisy, more, Config{})
	if !bytes.Equal(c.Context, noisy.Context) || !slices.Equal(c.Profiles, noisy.Profiles) {
		t.Error("another result")
	}
	more.Relations = append(more.Relations, data.Relation{ID: "G:001", Relation: "like", Parent: "G:002"})
	add(t, noisy, more, Config{})
	if slices.Equal(c.Profiles, noisy.Profiles) {
		t.Error("a relation between genes changes nothing")
	}
}

func TestTooLittle(t *testing.T) {
	c, src := genes()
	if err := Add(context.Background(), c, src, Config{Bits: 128}); !errors.Is(err, errFew) {
		t.Errorf("200 entities for 128 bits: %v", err)
	}
	if err := Add(context.Background(), c, src, Config{Namespaces: []string{"none"}}); !errors.Is(err, errFew) {
		t.Errorf("a namespace without entities: %v", err)
	}
	if err := Add(context.Background(), c, &Source{}, Config{}); err != nil {
		t.Errorf("names alone: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Add(ctx, c, src, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestDecompose compares with the decomposition of a library: rows of U S^½ have
// the same inner products, whatever the signs of the columns.
func TestDecompose(t *testing.T) {
	const rows, columns, rank = 60, 45, 8
	rng := rand.New(rand.NewPCG(2, 2))
	m, full := newSparse(columns), mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			if rng.IntN(4) == 0 {
				v := rng.NormFloat64() * math.Pow(0.7, float64(j))
				m.add(j, v)
				full.Set(i, j, v)
			}
		}
		m.start = append(m.start, len(m.element)) // endRow would scale the row
	}
	got, err := decompose(context.Background(), m, rank, 1)
	if err != nil {
		t.Fatal(err)
	}
	var svd mat.SVD
	var u mat.Dense
	if !svd.Factorize(full, mat.SVDThin) {
		t.Fatal("the library fails")
	}
	svd.UTo(&u)
	values := svd.Values(nil)
	for i := range rows {
		for j := range rows {
			want, is := 0.0, 0.0
			for k := range rank {
				want += u.At(i, k) * u.At(j, k) * values[k]
				is += got.row(i)[k] * got.row(j)[k]
			}
			if math.Abs(want-is) > 1e-6*values[0] {
				t.Fatalf("rows %d and %d: %v, want %v", i, j, is, want)
			}
		}
	}
}
