package pair

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// terminology returns one entity a line of names, the first of them primary and
// the others aliases. Ids count from E0.
func terminology(entities ...[]string) *data.Terminology {
	t := &data.Terminology{}
	for i, names := range entities {
		e := data.Entity{ID: fmt.Sprint("E", i)}
		for j, text := range names {
			e.Names = append(e.Names, data.Name{Text: text, Kind: data.Kind(min(j, 1)) * pack.KindAlias})
		}
		t.Entities = append(t.Entities, e)
	}
	return t
}

// numbered returns n names with a common beginning.
func numbered(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(prefix, i)
	}
	return names
}

var genes = terminology(
	[]string{"FOXP1", "forkhead box P1", "QRF-1"},
	[]string{"FOXP2", "forkhead box P2", "SPCH1", "CAG-H44"},
	[]string{"TP53", "p53", "tumor protein p53"},
	[]string{"INS", "insulin"},
	[]string{"TP63", "p63", "P-53"}, // ambiguous
)

func sampler(t testing.TB, terms *data.Terminology, cfg Config) *Sampler {
	t.Helper()
	s, err := New(terms, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pairs(e *Epoch) []Pair {
	out := make([]Pair, e.Len())
	for i := range out {
		out[i] = e.Pair(i)
	}
	return out
}

// count returns how many pairs there are of each kind.
func count(ps []Pair) (n [numKinds]int) {
	for _, p := range ps {
		n[p.Kind]++
	}
	return n
}

// TestPairs requires of every pair what its kind promises.
func TestPairs(t *testing.T) {
	owners := map[string][]string{} // by compact form
	compact := func(s string) string { return names.Key(s) }
	for _, e := range genes.Entities {
		for _, n := range e.Names {
			owners[compact(n.Text)] = append(owners[compact(n.Text)], e.ID)
		}
	}
	share := func(p Pair) bool {
		return slices.ContainsFunc(owners[compact(p.A)], func(id string) bool { return slices.Contains(owners[compact(p.B)], id) })
	}
	s := sampler(t, genes, Config{Random: 50, Variations: 9})
	for epoch := range 10 {
		ps := pairs(s.Epoch(epoch))
		for _, p := range ps {
			var ok bool
			switch p.Kind {
			case Same:
				ok = share(p) && p.Y == 1 && p.A != p.B
			case Random:
				ok = !share(p) && p.Y == 0
			case Variation:
				ok = p.A != p.B && len(owners[compact(p.A)]) > 0 && p.Y == similarity(p.A, p.B)
			case Family:
				ok = p.Y == similarity(p.A, p.B) && (strings.HasPrefix(p.A, "FOXP") && strings.HasPrefix(p.B, "FOXP") ||
					strings.HasPrefix(p.A, "TP") && strings.HasPrefix(p.B, "TP"))
			}
			if !ok {
				t.Errorf("epoch %d: %+v", epoch, p)
			}
		}
		// 3+6+3+1+3 pairs; of 15 names, the ambiguous p53 and P-53 have rivals, too; two of a family, twice.
		if n := count(ps); n[Same] != 16 || n[Random] != 750 || n[Family] != 8 || n[Variation] == 0 {
			t.Errorf("epoch %d: %v pairs of each kind", epoch, n)
		}
	}
}

// TestHardLabels requires the same pairs, and labels that tell the same from other things.
func TestHardLabels(t *testing.T) {
	soft, hard := pairs(sampler(t, genes, Config{}).Epoch(0)), pairs(sampler(t, genes, Config{HardLabels: true}).Epoch(0))
	if len(soft) != len(hard) {
		t.Fatalf("%d pairs with hard labels, %d with soft ones", len(hard), len(soft))
	}
	label := map[Kind]float32{Same: 1, Variation: 1, Random: 0, Family: 0}
	for i, p := range hard {
		if p.Y != label[p.Kind] {
			t.Errorf("%+v is labelled %v, want %v", p, p.Y, label[p.Kind])
		}
		if p.Y = soft[i].Y; p != soft[i] {
			t.Errorf("pair %d is %+v, %+v with soft labels", i, p, soft[i])
		}
	}
	if n := count(hard); n[Variation] == 0 || n[Family] == 0 {
		t.Errorf("%v pairs of each kind", n)
	}
}

// TestVariations requires all the ways to write a name that change it.
func TestVariations(t *testing.T) {
	s := sampler(t, terminology([]string{"Foxp-2 A", "12-3"}, []string{"x y"}), Config{Variations: 4})
	got := map[string][]string{}
	for _, p := range pairs(s.Epoch(0)) {
		if p.Kind == Variation {
			got[p.A] = append(got[p.A], p.B)
		}
	}
	for _, b := range got {
		slices.Sort(b)
	}
	want := map[string][]string{
		"Foxp-2 A": {"FOXP-2 A", "Foxp-2A", "Foxp2A", "foxp-2 a"},
		"12-3":     {"123"},
		"x y":      {"X Y", "xy", "xy"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestDeterminism(t *testing.T) {
	draw := func(seed uint64, epoch int) []Pair {
		return pairs(sampler(t, genes, Config{Seed: seed}).Epoch(epoch))
	}
	want := draw(1, 2)
	if got := draw(1, 2); !slices.Equal(got, want) {
		t.Error("equal seeds and epochs give other pairs")
	}
	if slices.Equal(draw(1, 3), want) || slices.Equal(draw(2, 2), want) {
		t.Error("another seed or epoch gives the same pairs")
	}
	s := sampler(t, genes, Config{Seed: 1})
	s.Epoch(7)
	if !slices.Equal(pairs(s.Epoch(2)), want) {
		t.Error("an epoch depends on those drawn before")
	}
}

// TestConfig: negative numbers are none, and one kind does not need another.
func TestConfig(t *testing.T) {
	none := Config{Same: -1, Random: -1, Variations: -1, Family: -1}
	if n := sampler(t, genes, none).Epoch(0).Len(); n != 0 {
		t.Errorf("%d pairs of a config for none", n)
	}
	for _, c := range []struct {
		set  func(*Config)
		kind Kind
		want int
	}{
		{func(c *Config) { c.Same = 2 }, Same, 2 + 2 + 2 + 1 + 2},
		{func(c *Config) { c.Random = 3 }, Random, 45},
		{func(c *Config) { c.Variations = 1 }, Variation, 15},
		{func(c *Config) { c.Family = 5 }, Family, 20},
	} {
		cfg := none
		c.set(&cfg)
		ps := pairs(sampler(t, genes, cfg).Epoch(0))
		if n := count(ps); n[c.kind] != c.want || len(ps) != c.want {
			t.Errorf("%v: %v pairs of each kind, want %d of this one", cfg, n, c.want)
		}
	}
}

// TestOddTerminologies draws from what is hardly a terminology.
func TestOddTerminologies(t *testing.T) {
	alike := make([][]string, 200)
	for i := range alike {
		alike[i] = []string{"p53", "P-53"}
	}
	for _, c := range []struct {
		name  string
		terms *data.Terminology
		want  [numKinds]int
	}{
		{"empty", terminology(), [numKinds]int{}},
		{"an entity without names", terminology(nil, []string{"a1"}, nil), [numKinds]int{Variation: 1}},
		{"one name", terminology([]string{"INS"}), [numKinds]int{Variation: 1}},
		{"one entity", terminology([]string{"a", "b", "c"}), [numKinds]int{Same: 3, Variation: 3}},
		{"no letters", terminology([]string{"+"}, []string{"-"}), [numKinds]int{}},
		{"one name each", terminology([]string{"ins"}, []string{"tnf"}, []string{"alb"}), [numKinds]int{Random: 12, Variation: 3}},
		{"10,000 names of one entity", terminology(numbered("a", 10_000), []string{"b"}), [numKinds]int{Same: 100, Variation: 10_001}},
		{"the same names everywhere", terminology(alike...), [numKinds]int{Same: 200, Variation: 400}},
	} {
		s := sampler(t, c.terms, Config{})
		got := count(pairs(s.Epoch(1)))
		if c.name == "10,000 names of one entity" { // whose only rival is rarely drawn, but the rival draws all
			if got[Random] < 4 {
				t.Errorf("%s: %d random pairs", c.name, got[Random])
			}
			got[Random] = 0
		}
		if got != c.want {
			t.Errorf("%s: %v pairs of each kind, want %v", c.name, got, c.want)
		}
	}
}

// TestSameCap requires different pairs up to the cap, of all names alike.
func TestSameCap(t *testing.T) {
	const names, limit = 60, 1500 // of 1,770 pairs
	s := sampler(t, terminology(numbered("a", names)), Config{Same: limit, Variations: -1})
	seen, uses := map[[2]string]bool{}, map[string]int{}
	for _, p := range pairs(s.Epoch(0)) {
		seen[[2]string{min(p.A, p.B), max(p.A, p.B)}] = true
		uses[p.A]++
		uses[p.B]++
	}
	if len(seen) != limit {
		t.Errorf("%d different pairs, want %d", len(seen), limit)
	}
	for name, n := range uses { // 50 expected, of 59 possible
		if n < 40 {
			t.Errorf("%s is in %d pairs", name, n)
		}
	}
}

func TestUnrank(t *testing.T) {
	i := 0
	for a := range 300 {
		for b := range a {
			if x, y := unrank(i); x != a || y != b {
				t.Fatalf("pair %d is %d, %d, want %d, %d", i, x, y, a, b)
			}
			i++
		}
	}
	if pairsOf(300) != i || pairsOf(0) != 0 || pairsOf(1) != 0 {
		t.Errorf("pairsOf: %d, %d, %d", pairsOf(300), pairsOf(0), pairsOf(1))
	}
	if n := 1 << 30; math.MaxInt > math.MaxInt32 { // as far as 64-bit numbers of pairs go, roots are not exact
		if a, b := unrank(pairsOf(n) - 1); a != n-1 || b != n-2 {
			t.Errorf("the last pair of %d is %d, %d", n, a, b)
		}
	}
}

// BenchmarkEpoch draws and labels the pairs of as many names as human genes have.
func BenchmarkEpoch(b *testing.B) {
	var entities [][]string
	for i := range 20_608 {
		entities = append(entities, []string{fmt.Sprintf("GEN%c%d", 'A'+i%26, i/26), fmt.Sprint("generic protein ", i),
			fmt.Sprint("p", i), fmt.Sprint("made-up name of a gene ", i), fmt.Sprint("MUG-", i)})
	}
	s, n := sampler(b, terminology(entities...), Config{}), 0
	for b.Loop() {
		n += len(pairs(s.Epoch(0)))
	}
	b.ReportMetric(float64(n)/float64(b.N), "pairs/op")
}
