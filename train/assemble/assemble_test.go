package assemble

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// genes is a terminology in no order, with a name of two entities (FAKE1), a
// primary name that is another entity's alias (MTOR), and two namespaces.
func genes() *data.Terminology {
	const primary, exact, alias = pack.KindPrimary, pack.KindExact, pack.KindAlias
	t := &data.Terminology{Entities: []data.Entity{
		{ID: "NCBIGene:93986", Namespace: "NCBIGene", Weight: 300, Names: []data.Name{{Text: "FOXP2", Kind: primary}, {Text: "forkhead box P2", Kind: exact}, {Text: "CAGH44", Kind: alias}, {Text: "FOXP-2", Kind: alias}}},
		{ID: "MESH:D006192", Namespace: "MESH", Weight: 40, Names: []data.Name{{Text: "Haemophilus influenzae", Kind: primary}, {Text: "H. influenzae", Kind: alias}}},
		{ID: "NCBIGene:5336", Namespace: "NCBIGene", Names: []data.Name{{Text: "PLCG2", Kind: primary}, {Text: "PLCγ2", Kind: alias}, {Text: "FAKE1", Kind: alias}}},
		{ID: "NCBIGene:2475", Namespace: "NCBIGene", Weight: 9000, Names: []data.Name{{Text: "MTOR", Kind: primary}, {Text: "FRAP1", Kind: alias}, {Text: "mammalian target of rapamycin", Kind: exact}}},
		{ID: "NCBIGene:6198", Namespace: "NCBIGene", Weight: 500, Names: []data.Name{{Text: "RPS6KB1", Kind: primary}, {Text: "S6K", Kind: alias}, {Text: "MTOR", Kind: alias}, {Text: "FAKE1", Kind: alias}}},
	}}
	for i := range 30 {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("NCBIGene:%d", 100+i), Namespace: "NCBIGene", Weight: float64(i), Names: []data.Name{
			{Text: fmt.Sprintf("ZNF%d", 300+7*i), Kind: primary}, {Text: fmt.Sprintf("zinc finger protein %d", 300+7*i), Kind: exact},
		}})
	}
	return t
}

func run(t *testing.T, r Recipe, terminology *data.Terminology) (*pack.Contents, *Report) {
	t.Helper()
	r.Samples = 200 // enough to see that the ranker is fitted
	r.Terminology, r.Encoder = terminology, encodertest.Random(1024, 64)
	c, rep, err := Run(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, rep
}

// open writes the contents as a pack and opens it.
func open(t *testing.T, c *pack.Contents) (*core.Normalizer, []byte) {
	t.Helper()
	file, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.OpenBytes(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n, file
}

func TestRun(t *testing.T) {
	terminology := genes()
	c, rep := run(t, Recipe{Seed: 3}, terminology)
	if rep.Entities != 35 || rep.Names != terminology.NumNames() || rep.Rank.Mentions != 200 {
		t.Errorf("report %+v", rep)
	}
	checkTables(t, c, terminology)
	checkMeta(t, c)

	n, file := open(t, c)
	for _, tt := range []struct {
		mention, id, name, matched string
		stage                      core.Stage
	}{
		{"FOXP2", "NCBIGene:93986", "FOXP2", "FOXP2", core.StageExact},
		{"CAGH44", "NCBIGene:93986", "FOXP2", "CAGH44", core.StageExact},
		{"foxp 2", "NCBIGene:93986", "FOXP2", "FOXP2", core.StageNormalized},
		{"h influenzae", "MESH:D006192", "Haemophilus influenzae", "H. influenzae", core.StageNormalized},
		{"PLC-gamma 2", "NCBIGene:5336", "PLCG2", "", core.StageNormalized},
		{"Hemophilus influenzae", "MESH:D006192", "Haemophilus influenzae", "Haemophilus influenzae", core.StageRewritten},
		{"target of rapamycin", "NCBIGene:2475", "MTOR", "mammalian target of rapamycin", core.StageWord},
		{"MTOR", "NCBIGene:2475", "MTOR", "MTOR", core.StageExact},
	} {
		a := n.Lookup(tt.mention, 1)
		if len(a.Matches) != 1 {
			t.Errorf("%s: %d matches", tt.mention, len(a.Matches))
			continue
		}
		m := a.Matches[0]
		if m.ID != tt.id || m.Name != tt.name || m.Stage != tt.stage || tt.matched != "" && m.Matched != tt.matched {
			t.Errorf("%s: %+v, want %+v", tt.mention, m, tt)
		}
	}

	again, _ := run(t, Recipe{Seed: 3}, terminology)
	if _, second := open(t, again); !bytes.Equal(file, second) {
		t.Error("the same input gives another file")
	}
	if appended, err := c.Append([]byte("x"), nil); err != nil || !bytes.Equal(appended[1:], file) {
		t.Errorf("written a second time, the contents differ: %v", err)
	}
}

// checkTables checks the order of rows and entities, and that nothing is lost.
func checkTables(t *testing.T, c *pack.Contents, terminology *data.Terminology) {
	t.Helper()
	byID := map[string]data.Entity{}
	for _, e := range terminology.Entities {
		byID[e.ID] = e
	}
	for e := range c.IDs.Len() {
		entity := byID[c.IDs.At(e)]
		if e > 0 && c.IDs.At(e) <= c.IDs.At(e-1) {
			t.Errorf("entity %s follows %s", c.IDs.At(e), c.IDs.At(e-1))
		}
		row := c.PrimaryRow[e]
		if got, want := c.Names.At(int(row)), entity.Names[0].Text; got != want || c.RowEntity[row] != uint32(e) {
			t.Errorf("the primary row of %s is %q of entity %d, want %q", entity.ID, got, c.RowEntity[row], want)
		}
		if got := c.Namespaces[c.EntityNamespace[e]]; got != entity.Namespace {
			t.Errorf("%s is in %s, want %s", entity.ID, got, entity.Namespace)
		}
		if (entity.Weight == 0) != (c.Prior[e] == 0) || (entity.Weight == 9000) != (c.Prior[e] == 255) {
			t.Errorf("%s of weight %v has the prior %d", entity.ID, entity.Weight, c.Prior[e])
		}
	}
	if !slices.IsSorted(c.Namespaces) {
		t.Errorf("namespaces %v", c.Namespaces)
	}
	previous := ""
	for row := range c.Names.Len() {
		compact := names.Key(c.Names.At(row))
		if compact < previous {
			t.Errorf("row %d, %q, follows %q", row, compact, previous)
		}
		previous = compact
		name := data.Name{Text: c.Names.At(row), Kind: c.RowKind[row]}
		if entity := byID[c.IDs.At(int(c.RowEntity[row]))]; !slices.Contains(entity.Names, name) {
			t.Errorf("row %d: %v is no name of %s", row, name, entity.ID)
		}
	}
	if c.Names.Len() != terminology.NumNames() {
		t.Errorf("%d rows of %d names", c.Names.Len(), terminology.NumNames())
	}
}

// checkMeta checks the facts that a build adds, which are sorted and true.
func checkMeta(t *testing.T, c *pack.Contents) {
	t.Helper()
	head, err := binarize.ParseHead(c.Head)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"bits": "128", "entities": "35", "names": strconv.Itoa(c.Names.Len()), "method": head.Method} {
		if got := c.MetaValue(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for _, key := range []string{"config.sha256", "terminology.sha256", "encoder.sha256", "head.sha256"} {
		if len(c.MetaValue(key)) != 64 {
			t.Errorf("%s is %q", key, c.MetaValue(key))
		}
	}
	if !slices.IsSortedFunc(c.Meta, func(a, b pack.Pair) int { return strings.Compare(a.Key, b.Key) }) {
		t.Errorf("facts out of order: %v", c.Meta)
	}
}

// TestRecipe requires what is asked for to arrive in the pack.
func TestRecipe(t *testing.T) {
	facts := []pack.Pair{{Key: "version", Value: "2"}, {Key: "licence", Value: "CC0"}}
	c, _ := run(t, Recipe{Method: fit.RandomProjection, Bits: 192, Meta: facts}, genes())
	if c.Bits != 192 || len(c.Codes) != 3*c.Names.Len() || c.MetaValue("method") != "rp" || c.MetaValue("version") != "2" || c.MetaValue("licence") != "CC0" {
		t.Errorf("%d bits, %d words, facts %v", c.Bits, len(c.Codes), c.Meta)
	}
	if len(c.Self) != selfChecks {
		t.Errorf("%d self-checks", len(c.Self))
	}
	open(t, c)
	if facts[0].Key != "version" || len(facts) != 2 {
		t.Errorf("the caller's facts were changed: %v", facts)
	}
}

// TestHead builds with the head of another pack, and refuses one that does not
// go with the encoder.
func TestHead(t *testing.T) {
	first, _ := run(t, Recipe{Method: fit.RandomProjection, Bits: 192, Seed: 7}, genes())
	head, err := binarize.ParseHead(first.Head)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := run(t, Recipe{Head: head, Seed: 8}, genes())
	if !bytes.Equal(first.Head, second.Head) || !slices.Equal(first.Codes, second.Codes) || second.Bits != 192 {
		t.Errorf("codes of %d bits; want head and codes of the first pack", second.Bits)
	}
	if second.MetaValue("method") != fit.RandomProjection {
		t.Errorf("method %q", second.MetaValue("method"))
	}
	_, _, err = Run(t.Context(), Recipe{Terminology: genes(), Encoder: encodertest.Random(1024, 128), Head: head}, nil)
	if err == nil || !strings.Contains(err.Error(), "vectors of 64 elements, and an encoder that makes 128") {
		t.Errorf("a head of other vectors: %v", err)
	}
}

// TestMethods builds with every binarizer and the number of bits it suits.
func TestMethods(t *testing.T) {
	for _, c := range []struct {
		bits, dim, names int
		want             string
	}{{64, 64, 1000, fit.HardThreshold}, {64, 64, 1001, fit.Autoencoder}, {64, 128, 5000, fit.ITQ},
		{128, 64, 5000, fit.Autoencoder}, {128, 64, 1000, fit.RandomProjection}} {
		if got := method(c.bits, c.dim, c.names); got != c.want {
			t.Errorf("%d bits of %d dimensions, %d names: by %q, want %q", c.bits, c.dim, c.names, got, c.want)
		}
	}
	for _, c := range []struct {
		names  int
		method string
		other  bool
		want   int
	}{{1000, "", false, 128}, {1001, "", false, 256}, {20_000, "", false, 256}, {20_001, "", false, 128}, {5000, fit.PCA, false, 128},
		{1000, "", true, 128}, {1001, "", true, 512}, {20_001, "", true, 128}, {5000, fit.PCA, true, 128}} {
		if got := bitsFor(c.names, c.method, c.other); got != c.want {
			t.Errorf("%+v: %d bits", c, got)
		}
	}
	for _, m := range fit.Methods() {
		c, _ := run(t, Recipe{Method: m, Bits: 64}, genes()) // 75 names are too few for what looks at data
		n, _ := open(t, c)
		if got := n.Lookup("CAGH44", 1).Matches; len(got) != 1 || got[0].ID != "NCBIGene:93986" {
			t.Errorf("%s: %+v", m, got)
		}
	}
}

func TestSmallTerminologies(t *testing.T) {
	one := data.Entity{ID: "X:1", Namespace: "X", Names: []data.Name{{Text: "insulin"}}}
	nonsense := data.Entity{ID: "X:2", Namespace: "X", Names: []data.Name{{Text: "-"}, {Text: "🧬", Kind: pack.KindAlias}}}
	same := []data.Name{{Text: "the same"}}
	for _, entities := range [][]data.Entity{{one}, {nonsense}, {nonsense, one}, {{ID: "A", Names: same}, {ID: "B", Names: same}}} {
		terminology := &data.Terminology{Entities: entities}
		c, _ := run(t, Recipe{}, terminology)
		n, _ := open(t, c)
		for _, e := range terminology.Entities {
			for _, name := range e.Names {
				if got := n.Lookup(name.Text, 3).Matches; len(got) == 0 || got[0].ID != e.ID && got[0].P != got[1].P || got[0].Stage != core.StageExact {
					t.Errorf("%q of %d entities: %+v", name.Text, len(terminology.Entities), got)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	x := data.Entity{ID: "X:1", Names: []data.Name{{Text: "insulin"}}}
	broken := encodertest.Random(1024, 64)
	broken.Gain = nil
	for _, c := range []struct {
		what     string
		recipe   Recipe
		entities []data.Entity
		w        *encoder.Weights
		want     string
	}{
		{"no entities", Recipe{}, nil, encodertest.Random(1024, 64), "the terminology has no names"},
		{"an entity without names", Recipe{}, []data.Entity{x, {ID: "X:2"}}, encodertest.Random(1024, 64), "entity X:2 has no name"},
		{"only entities without names", Recipe{}, []data.Entity{{ID: "X:2"}}, encodertest.Random(1024, 64), "the terminology has no names"},
		{"unknown method", Recipe{Method: "magic"}, []data.Entity{x}, encodertest.Random(1024, 64), `unknown method "magic"`},
		{"odd bits", Recipe{Bits: 100}, []data.Entity{x}, encodertest.Random(1024, 64), "100 bits"},
		{"bits that ht cannot give", Recipe{Method: fit.HardThreshold, Bits: 128}, []data.Entity{x}, encodertest.Random(1024, 64), "ht"},
		{"no encoder", Recipe{}, []data.Entity{x}, nil, "no encoder"},
		{"company of a namespace that is not there", Recipe{Company: []string{"Y"}}, []data.Entity{x}, encodertest.Random(1024, 64), `no namespace "Y"`},
		{"broken encoder", Recipe{}, []data.Entity{x}, broken, "gain has 0 values"},
	} {
		c.recipe.Terminology, c.recipe.Encoder = &data.Terminology{Entities: c.entities}, c.w
		contents, _, err := Run(t.Context(), c.recipe, nil)
		if err == nil || contents != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, stage := range []string{"embed", "rank"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, _, err := Run(ctx, Recipe{Terminology: genes(), Encoder: encodertest.Random(1024, 64), Samples: 50}, func(s string, _, _ int) {
			if s == stage {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %s: %v", stage, err)
		}
	}
}

func TestProgress(t *testing.T) {
	var stages []string
	_, _, err := Run(t.Context(), Recipe{Terminology: genes(), Encoder: encodertest.Random(1024, 64), Samples: 50}, func(stage string, done, total int) {
		if done < 0 || done > total || total < 1 {
			t.Errorf("%s: %d of %d", stage, done, total)
		}
		stages = append(stages, stage)
	})
	if err != nil || !slices.Equal(slices.Compact(stages), []string{"embed", "binarize", "rank"}) {
		t.Errorf("stages %v, %v", stages, err)
	}
}

// TestEstimate has numbers of names stand in for weights, and only then. MTOR is
// the most popular: it has three names, and another entity has its name.
func TestEstimate(t *testing.T) {
	weighted, _ := run(t, Recipe{}, genes())
	plain := genes()
	for i := range plain.Entities {
		plain.Entities[i].Weight = 0
	}
	counted, _ := run(t, Recipe{}, plain)
	for _, c := range []struct {
		what string
		c    *pack.Contents
		id   string
		want uint8
		max  string
	}{
		{"weights", weighted, "NCBIGene:2475", 255, "9000"},
		{"weights", weighted, "NCBIGene:5336", 0, "9000"},
		{"names", counted, "NCBIGene:93986", pack.PriorOf(math.Sqrt(5)-1, 3), "0"}, // four names
		{"names", counted, "MESH:D006192", pack.PriorOf(math.Sqrt(3)-1, 3), "0"},
	} {
		i, ok := c.c.IDs.Find(c.id)
		if !ok || c.c.Prior[i] != c.want || c.c.MetaValue(pack.MetaMaxWeight) != c.max {
			t.Errorf("%s: prior of %s is %d, want %d; %s is %q, want %q", c.what, c.id, c.c.Prior[i], c.want, pack.MetaMaxWeight, c.c.MetaValue(pack.MetaMaxWeight), c.max)
		}
	}
	if plain.Entities[0].Weight != 0 {
		t.Error("the caller's terminology was changed")
	}
}
