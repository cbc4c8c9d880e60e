package core_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

func TestStages(t *testing.T) {
	n := open(t)
	for _, c := range []struct {
		mention, id, matched, kind string
		stage                      core.Stage
	}{
		{"FOXP2", "NCBIGene:93986", "FOXP2", "primary", core.StageExact},
		{"CAGH44", "NCBIGene:93986", "CAGH44", "alias", core.StageExact},
		{"FOX-P2", "NCBIGene:93986", "FOXP2", "primary", core.StageNormalized},
		{" foxp2 ", "NCBIGene:93986", "FOXP2", "primary", core.StageNormalized},
		{"PLCγ2", "NCBIGene:5336", "PLCG2", "primary", core.StageNormalized},
		{"forkhead-box-P2", "NCBIGene:93986", "forkhead box P2", "exact", core.StageNormalized},
		{"haemophilus influenzea", "MESH:D006192", "Haemophilus influenzae", "primary", core.StageRewritten},
		{"forkhed box P2", "NCBIGene:93986", "forkhead box P2", "exact", core.StageWord},
		{"forkhaed boxx P2", "NCBIGene:93986", "forkhead box P2", "exact", core.StageHamming},
		{"hemophilus influenzaes", "MESH:D006192", "Haemophilus influenzae", "primary", core.StageWord}, // the same but for spelling and number
		{"胰岛素", "X:1", "胰岛素", "primary", core.StageExact},
		{"אינסולין", "X:1", "אינסולין", "alias", core.StageExact},
		{"\u202eאינסולין\u202c", "X:1", "אינסולין", "alias", core.StageNormalized},
		{"🧬", "X:1", "🧬", "alias", core.StageExact},
	} {
		a := n.Lookup(c.mention, 3)
		if len(a.Matches) == 0 {
			t.Errorf("%q: no match", c.mention)
			continue
		}
		m := a.Matches[0]
		if m.ID != c.id || m.Matched != c.matched || m.Kind != c.kind || m.Stage != c.stage {
			t.Errorf("%q: %+v, want %+v", c.mention, m, c)
		}
		if m.Stage.IsName() != (m.Score == 1) || m.Score > 1 {
			t.Errorf("%q: stage %v with score %v", c.mention, m.Stage, m.Score)
		}
		if m.Stage == core.StageExact && m.Distance != 0 {
			t.Errorf("%q: distance %d from itself", c.mention, m.Distance)
		}
	}
}

// checkAnswer checks what every answer promises.
func checkAnswer(t *testing.T, mention string, k int, a core.Answer) {
	t.Helper()
	if a.Mention != mention {
		t.Errorf("%.40q: answer to %.40q", mention, a.Mention)
	}
	if len(a.Matches) > max(0, k) {
		t.Errorf("%.40q: %d matches, %d wanted", mention, len(a.Matches), k)
	}
	sum, seen := a.PNIL, map[string]bool{}
	for i, m := range a.Matches {
		sum += m.P
		if !(m.P >= 0 && m.P <= 1) || !(m.Margin >= 0 && m.Margin <= m.P) || !(m.Score >= 0 && m.Score <= 1.0001) || m.Distance < 0 || m.Distance > 128 {
			t.Errorf("%.40q: match %d out of range: %+v", mention, i, m)
		}
		if i > 0 && m.P > a.Matches[i-1].P {
			t.Errorf("%.40q: match %d is likelier than the one before", mention, i)
		}
		if seen[m.ID] || m.ID == "" || m.Name == "" || m.Matched == "" || m.Namespace == "" {
			t.Errorf("%.40q: match %d is %+v", mention, i, m)
		}
		seen[m.ID] = true
	}
	if !(a.PNIL >= 0 && sum <= 1+1e-9) {
		t.Errorf("%.40q: probabilities come to %v, NIL has %v", mention, sum, a.PNIL)
	}
	// What is tied with the best, which a NIL answer does not say, is between the best alone and all.
	if len(a.Matches) > 0 && (a.NIL && !score.IsNIL(a.PNIL, a.Matches[0].P, true) || !a.NIL && score.IsNIL(a.PNIL, 1-a.PNIL, true)) {
		t.Errorf("%.40q: NIL is %v with %v against %v", mention, a.NIL, a.PNIL, a.Matches[0].P)
	}
}

// TestDefinedAnswers: there is no text that Lookup cannot answer.
func TestDefinedAnswers(t *testing.T) {
	n := open(t)
	for _, c := range []struct {
		what, mention string
		empty         bool // NIL without a match
	}{
		{"empty", "", true},
		{"blanks", " \t\n\u3000", true},
		{"NUL", "\x00\x00", true},
		{"invalid UTF-8", "\xff\xfe\x80", true},
		{"accents only", "\u0301\u0302", true},
		{"zero width", "\u200b\u200d", true},
		{"error of a sheet", " #NAME? ", true},
		{"nearly one", "#NAME", false},
		{"punctuation", "--- ...", false},
		{"NUL inside", "FOX\x00P2", false},
		{"invalid UTF-8 inside", "FOX\xffP2", false},
		{"emoji", "👩‍🔬🧪", false},
		{"right to left", "שלום", false},
		{"1 MB of letters", strings.Repeat("FOXP2 ", 1<<20/6), false},
		{"1 MB of emoji", strings.Repeat("🧬", 1<<18), false},
		{"1 MB of Greek", strings.Repeat("γ", 1<<19), false},
		{"1 MB of blanks", strings.Repeat(" ", 1<<20), true},
	} {
		a := n.Lookup(c.mention, 5)
		checkAnswer(t, c.mention, 5, a)
		if c.empty && (!a.NIL || a.PNIL != 1 || len(a.Matches) != 0) {
			t.Errorf("%s: %+v", c.what, a)
		}
		if !c.empty && len(a.Matches) == 0 {
			t.Errorf("%s: no match", c.what)
		}
	}
	if a := n.Lookup("a name of nothing here, qwxyz jklm", 1); !a.NIL {
		t.Errorf("nonsense is taken for %+v", a.Matches)
	}
}

func TestNumberOfMatches(t *testing.T) {
	n := open(t)
	near := func(mention string, k int) core.Answer {
		a, err := n.LookupWith(mention, core.Options{K: k, Near: true})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, c := range []struct{ k, want int }{
		{math.MinInt, 0}, {-1, 0}, {0, core.DefaultK}, {1, 1}, {7, 7}, {entities, entities}, {entities + 1, entities}, {math.MaxInt, entities},
	} {
		a := near("zinc finger protein 300", c.k)
		if len(a.Matches) != c.want {
			t.Errorf("k = %d: %d matches, want %d", c.k, len(a.Matches), c.want)
		}
		checkAnswer(t, a.Mention, c.want, a)
	}
	five, all := near("ZNF307", 5), near("ZNF307", entities)
	if !reflect.DeepEqual(five.Matches, all.Matches[:5]) {
		t.Errorf("the best five are not the first of all: %+v, %+v", five.Matches, all.Matches[:5])
	}
	sum := all.PNIL
	for i, m := range all.Matches {
		sum += m.P
		next := 0.0
		if i+1 < len(all.Matches) {
			next = all.Matches[i+1].P
		}
		if m.Margin != m.P-next {
			t.Errorf("match %d of %v has the margin %v, the next %v", i, m.P, m.Margin, next)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("NIL and all entities together have the probability %v", sum)
	}
}

// TestSharedName requires both entities of a shared name, the more prominent first.
func TestSharedName(t *testing.T) {
	m := open(t).Lookup("FAKE1", 2).Matches
	if len(m) != 2 || m[0].ID != "NCBIGene:6198" || m[1].ID != "NCBIGene:5336" || m[1].Stage != core.StageExact {
		t.Errorf("%+v", m)
	}
}

func TestNamespaces(t *testing.T) {
	n := open(t)
	for _, c := range []struct {
		namespaces []string
		want       []string // namespaces of the answer, in order
		matches    int
	}{
		{nil, []string{"MESH", "NCBIGene", "X"}, 45},
		{[]string{}, []string{"MESH", "NCBIGene", "X"}, 45},
		{[]string{"MESH"}, []string{"MESH"}, 1},
		{[]string{"X", "MESH"}, []string{"MESH", "X"}, 2},
		{[]string{"MESH", "MESH"}, []string{"MESH"}, 1},
		{[]string{"NCBIGene"}, []string{"NCBIGene"}, 43},
	} {
		for _, mention := range []string{"FOXP2", "Haemophilus influenzae", "unheard of"} {
			a, err := n.LookupWith(mention, core.Options{K: 100, Near: true, Namespaces: c.namespaces})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range a.Matches {
				got = append(got, m.Namespace)
			}
			slices.Sort(got)
			if len(got) != c.matches || !slices.Equal(slices.Compact(got), c.want) {
				t.Errorf("%q in %q: %d matches in %q", mention, c.namespaces, len(a.Matches), slices.Compact(got))
			}
			checkAnswer(t, mention, 100, a)
		}
	}
	for _, unknown := range [][]string{{"UniProt"}, {""}, {"MESH", "Mars"}} {
		a, err := n.LookupWith("FOXP2", core.Options{Namespaces: unknown})
		if !errors.Is(err, core.ErrNamespace) || len(a.Matches) != 0 || !strings.Contains(err.Error(), "MESH") {
			t.Errorf("%q: %v", unknown, err)
		}
	}
}

// TestConcurrentLookups is for the race detector, too.
func TestConcurrentLookups(t *testing.T) {
	n := open(t)
	mentions := []string{"FOXP2", "FOX-P2", "PLCγ2", "", "haemophilus influenza", "胰岛素", strings.Repeat("zinc ", 300), "znf 314"}
	var want []core.Answer
	for _, m := range mentions {
		want = append(want, n.Lookup(m, 10))
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for round := range 40 {
				i := (g + round) % len(mentions)
				if got := n.Lookup(mentions[i], 10); !reflect.DeepEqual(got, want[i]) {
					t.Errorf("%.20q: %+v beside other calls, %+v alone", mentions[i], got, want[i])
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestNearest(t *testing.T) {
	n := open(t)
	c := engine.Of(n).Contents()
	for _, row := range []int{0, 17, c.Names.Len() - 1} {
		hits := engine.Of(n).Nearest(nil, c.Names.At(row), c.Names.Len()+5)
		if len(hits) != c.Names.Len() || hits[0].Distance != 0 {
			t.Errorf("%q: %d rows, the nearest at %d", c.Names.At(row), len(hits), hits[0].Distance)
		}
	}
	if hits := engine.Of(n).Nearest(nil, "FOXP2", 0); len(hits) != 0 {
		t.Errorf("%d rows for k = 0", len(hits))
	}
}

func FuzzLookup(f *testing.F) {
	n := open(f)
	for _, s := range []string{"", "FOXP2", "PLCγ2", " \x00\xff", "Haemophilus"} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, mention string, k int) {
		want := k
		if k == 0 {
			want = core.DefaultK
		}
		a := n.Lookup(mention, k)
		checkAnswer(t, mention, want, a)
		if again := n.Lookup(mention, k); !reflect.DeepEqual(a, again) {
			t.Errorf("%q: %+v, then %+v", mention, a, again)
		}
		found, err := n.Suggest(mention, core.Options{K: k})
		if err != nil || len(found) > max(want, 0) {
			t.Errorf("%q: %d suggestions for %d, %v", mention, len(found), k, err)
		}
		for _, f := range found {
			if typed, key := names.Key(mention), names.Key(f.Matched); typed == "" || !strings.HasPrefix(key, typed) || f.Whole != (key == typed) {
				t.Errorf("%q: suggestion %+v", mention, f)
			}
		}
	})
}

// TestLookupByWord finds a name far from the mention by a word that no other has,
// and by its initials, in its namespace only.
func TestLookupByWord(t *testing.T) {
	n := open(t)
	for _, c := range []struct {
		mention, namespace string
		want               bool
	}{
		{"a very long mention of something that has to do with influenzae among much else", "", true},
		{"a very long mention of something that has to do with influenzae among much else", "X", false},
		{"HI", "", true},
		{"HI", "X", false},
	} {
		var o core.Options
		o.K = 45
		if c.namespace != "" {
			o.Namespaces = []string{c.namespace}
		}
		a, err := n.LookupWith(c.mention, o)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(a.Matches, func(m core.Match) bool { return m.ID == "MESH:D006192" })
		if got != c.want {
			t.Errorf("%q in %q: found %v, want %v", c.mention, c.namespace, got, c.want)
		}
	}
	if a := n.Lookup("HI", 1); len(a.Matches) == 0 || a.Matches[0].ID != "MESH:D006192" {
		t.Errorf("HI: %+v", a)
	}
}

// TestLookupMany compares the answers for many mentions, searched for in batches
// of 16, with those for one.
func TestLookupMany(t *testing.T) {
	n := open(t)
	var queries []core.Query
	for i := range 35 {
		queries = append(queries, core.Query{Mention: []string{"FOX-P2", "", "TP53", "p 53", "?!", "interleukin six", "S6K"}[i%7]})
	}
	for _, o := range []core.Options{{}, {K: 1, MinP: 0.9}} {
		for _, size := range []int{0, 1, 2, 5, 16, 17, len(queries)} {
			got, err := n.LookupMany(queries[:size], o)
			if err != nil || len(got) != size {
				t.Fatalf("%d mentions: %d answers, %v", size, len(got), err)
			}
			for i, q := range queries[:size] {
				if want, _ := n.LookupWith(q.Mention, o); !reflect.DeepEqual(got[i], want) {
					t.Fatalf("%d mentions, %q:\n got %+v\nwant %+v", size, q.Mention, got[i], want)
				}
			}
		}
	}
	if _, err := n.LookupMany(queries, core.Options{Namespaces: []string{"none"}}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("unknown namespace: %v", err)
	}
}
