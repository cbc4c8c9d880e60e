package main

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

func TestEntities(t *testing.T) {
	var hits []hit
	for _, h := range []struct {
		score  float64
		entity int32
		weight uint8
	}{{1, 7, 0}, {3, 5, 1}, {3, 6, 2}, {3, 4, 2}, {2, 6, 9}} {
		hits = append(hits, hit{h.score, ref{h.entity, h.weight}})
	}
	if got := entities(hits); !slices.Equal(got, []int32{6, 4, 5, 7}) {
		t.Errorf("%v", got)
	}
	hits = nil
	for e := range int32(topK + 5) {
		hits = append(hits, hit{float64(-e), ref{entity: e}})
	}
	if got := entities(hits); len(got) != topK || got[topK-1] != topK-1 {
		t.Errorf("%v", got)
	}
}

// TestList writes and reads what peers get.
func TestList(t *testing.T) {
	dir := t.TempDir()
	rows := []row{{"a b\tc", ref{70_000, 255}, true}, {"PLCγ2", ref{0, 0}, false}}
	if err := writeList(dir, rows); err != nil {
		t.Fatal(err)
	}
	if err := writeRefs(dir, rows); err != nil {
		t.Fatal(err)
	}
	got, err := readList(dir)
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%v, %v", got, err)
	}
	r, err := readRefs(dir)
	if err != nil || !reflect.DeepEqual(r, refs{rows[0].ref, rows[1].ref}) {
		t.Errorf("%v, %v", r, err)
	}
	if size, err := bytesIn(filepath.Dir(filepath.Join(dir, refsFile))); err != nil || size != 2*refsBytes+int64(len("70000\t255\ttrue\ta b\tc\n0\t0\tfalse\tPLCγ2\n")) {
		t.Errorf("%d bytes, %v", size, err)
	}
}

// TestWeights: weights are those that the pack was given or has borrowed, not estimates.
func TestWeights(t *testing.T) {
	terms := &data.Terminology{Entities: []data.Entity{
		{ID: "b", Names: []data.Name{{Text: "B", Kind: pack.KindPrimary}, {Text: "bb", Kind: pack.KindAlias}}}, {ID: "gone", Names: []data.Name{{Text: "x"}}}, {ID: "a", Names: []data.Name{{Text: "A", Kind: pack.KindAlias}}},
	}}
	c := &pack.Contents{IDs: pack.NewStrings([]string{"a", "b"}), Prior: []uint8{3, 4}}
	for _, top := range []string{"", "0", "12"} {
		c.Meta = []pack.Pair{{Key: pack.MetaMaxWeight, Value: top}}
		weight := func(w uint8) uint8 {
			if top == "12" {
				return w
			}
			return 0
		}
		want := []row{{"B", ref{1, weight(4)}, true}, {"bb", ref{1, weight(4)}, false}, {"A", ref{0, weight(3)}, false}}
		if got := rowsOf(terms, c); !reflect.DeepEqual(got, want) {
			t.Errorf("largest weight %q: %v, want %v", top, got, want)
		}
	}
}

// TestSample draws the same mentions for the same seed, and counts those that the list has not.
func TestSample(t *testing.T) {
	_, file := tinyFiles(t)
	c := &pack.Contents{IDs: pack.NewStrings([]string{"D1", "D2", "D3", "D4"})}
	draw := func(size int, seed uint64) (mentions []string, right int) {
		qs, n, err := sampled(file, c, size, seed)
		if err != nil || n != min(size, 5) {
			t.Fatalf("%d occurrences, %v", n, err)
		}
		for _, q := range qs {
			mentions = append(mentions, q.mention)
			for _, gold := range q.gold {
				right += len(gold)
			}
		}
		return mentions, right
	}
	all, right := draw(10, 1)
	if len(all) != 5 || right != 4 {
		t.Errorf("%q, %d with an entity", all, right)
	}
	some, _ := draw(3, 1)
	if again, _ := draw(3, 1); !slices.Equal(some, again) || !slices.Equal(some, all[:3]) {
		t.Errorf("%q and %q of %q", some, again, all)
	}
	if other, _ := draw(10, 2); slices.Equal(all, other) {
		t.Errorf("%q with another seed, too", other)
	}
}

// TestLacked leaves out words that are names in other letters.
func TestLacked(t *testing.T) {
	_, file := tinyFiles(t)
	rows := []row{{name: "Aspirin"}, {name: "war-farin"}}
	got, err := lacked(file, rows, 10, 1)
	slices.Sort(got)
	if want := []string{"ACETAMINOPHEN", "ibuprofen", "zzzzzzzz"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if got, _ := lacked(file, rows, 2, 1); len(got) != 2 {
		t.Errorf("%q, want two", got)
	}
}

// picky finds something for each mention, and declines one.
type picky struct{}

func (picky) search(string) ([]int32, error) { return []int32{1}, nil }
func (picky) declines(mention string) bool   { return mention == "no" }

func TestDeclined(t *testing.T) {
	for _, c := range []struct {
		index index
		want  []bool
	}{{picky{}, []bool{true, false}}, {nothing{}, []bool{true, true}}} {
		if a, err := ask(c.index, []string{"no", "yes"}); err != nil || !slices.Equal(a.Declined, c.want) {
			t.Errorf("%T: %v, %v; want %v", c.index, a.Declined, err, c.want)
		}
	}
}

// TestJudge counts occurrences, and takes the median of each mention's times.
func TestJudge(t *testing.T) {
	m := &measurement{questions: []question{
		{"a", [][]int32{{1}, {2, 9}, {3}}}, // right at once, as the second, never
		{"b", [][]int32{nil}},
	}, occurrences: 4}
	e := &entrant{ns: [][]int64{{9000, 1000, 2000}, {5000}}, found: [][]int32{{1, 9}, nil}}
	m.judge(e)
	if want := (figures{H1: 0.25, H10: 0.5, P50: 2, P99: 5}); e.figures != want {
		t.Errorf("%+v, want %+v", e.figures, want)
	}
}

func TestSummary(t *testing.T) {
	rep := &report{Lists: []list{{Peers: []figures{{Peer: "a", H1: 0.5, H10: 0.5, False: 1, P50: 1, Ratio: 1, Bytes: 100}}}, {Peers: []figures{{Peer: "a", H1: 1, H10: 0.75, P50: 4, Ratio: 4, Bytes: 10_000}}}}}
	rep.summarize()
	got := rep.Overall[0]
	if got.Peer != "a" || got.H1 != 0.75 || got.H10 != 0.625 || got.False != 0.5 || math.Abs(got.P50-2) > 1e-9 || math.Abs(got.Ratio-2) > 1e-9 || got.Bytes/10 != 100 {
		t.Errorf("%+v", got)
	}
}

// TestPage puts tables of a run into the page, and says which one a page lacks.
func TestPage(t *testing.T) {
	old, err := os.ReadFile("../../docs/peers.md")
	if err != nil {
		t.Fatal(err)
	}
	rep := &report{Lists: []list{{Title: "genes", Names: 12_345, Peers: []figures{{Peer: "a", H1: 0.5, H10: 0.75, P50: 7}}}}}
	rep.summarize()
	got, err := rep.page(string(old))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"disk | resident, MB |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n| a | 0.500 | 0.750 | 0.00 | 7 | 0 | 0.0 | 0 | 0 | 0 |\n\n",
		"| | genes |\n|---|---:|\n| names | 12,345 |\n| a | 0.500 / 0.750 |\n\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if again, err := rep.page(got); err != nil || again != got {
		t.Errorf("%v: not the same page again:\n%s", err, again)
	}
	if _, err := rep.page("## All six lists\n\n| |\n\n"); err == nil || !strings.Contains(err.Error(), "List by list") {
		t.Error(err)
	}
}

// TestGildaSpelling has scores of Gilda's own tests, 0.9845 for kras and 0.9936 for k-ras with a status of 4.
func TestGildaSpelling(t *testing.T) {
	for _, c := range []struct {
		mention, name string
		want          float64
	}{
		{"KRAS", "KRAS", 1}, {"kras", "KRAS", 464.0 / 539}, {"k-ras", "Kras", 508.0 / 539}, {"k‐ras", "Kras", 508.0 / 539},
		{"abc", "ABC", 194.0 / 539}, {"a bc", "abc", 464.0 / 539},
	} {
		if got := spelling(c.mention, c.name); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q and %q: %g/539, want %g", c.mention, c.name, got*539, c.want*539)
		}
	}
	if with := (8 + spelling("kras", "KRAS")) / 9; math.Abs(with-0.9845) > 5e-5 {
		t.Errorf("kras: %g", with)
	}
	if with := (8 + spelling("k-ras", "Kras")) / 9; math.Abs(with-0.9936) > 5e-5 {
		t.Errorf("k-ras: %g", with)
	}
}

func TestGildaKeys(t *testing.T) {
	for _, c := range []struct {
		mention string
		want    []string
	}{
		{"FOX-P2", []string{"foxp2", "fox p2"}},
		{"IFN-γ", []string{"ifnγ", "ifn γ", "ifngamma"}},
		{"p38 alpha", []string{"p38 alpha", "p38 α", "p38 a"}},
		{"theta chain", []string{"theta chain", "θ chain"}},
		{"caspase  III", []string{"caspase iii", "caspase 3"}},
		{"type-2", []string{"type2", "type 2", "typeii"}},
		{"Sjögren bodies", []string{"sjogren bodies", "sjogren body"}},
		{"viruses", []string{"viruses", "virus"}},
		{"apoptosis", []string{"apoptosis"}},
	} {
		if got := gildaKeys(c.mention); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.mention, got, c.want)
		}
	}
}

func TestTrigrams(t *testing.T) {
	for mention, want := range map[string]any{"": nil, "AB": nil, "ABC": `"abc"`, "aaaa": `"aaa"`, `γ"x1`: `"γ""x" OR """x1"`} {
		if got := anyTrigram(mention); got != want {
			t.Errorf("%q: %v, want %v", mention, got, want)
		}
	}
}

// TestWRatio has scores of RapidFuzz's documentation, and others by its definition; a floor below the score changes nothing.
func TestWRatio(t *testing.T) {
	for _, c := range []struct {
		mention, name string
		want          float64
	}{
		{"new york jets", "New York Jets", 1},
		{"new york jets", "New York Giants", 11.0 / 14},
		{"cowboys", "Dallas Cowboys", 0.9},
		{"this is a test", "this is a test!", 1},
		{"fuzzy wuzzy was a bear", "wuzzy fuzzy was a bear", 0.95},
		{"fuzzy was a bear", "fuzzy fuzzy was a bear", 0.95},
		{"disease of Alzheimer", "Alzheimer, type disease", 0.95 * 34 / 37},
		{"cancers", "cancer of the lung", 0.9 * 12 / 13},
		{"ab", strings.Repeat("x", 16) + "ab", 0.6},
		{strings.Repeat("ab", 40), strings.Repeat("ab", 40) + "c", 160.0 / 161},
		{"xyz", "abc", 0}, {"!", "a", 0}, {"", "", 0},
	} {
		w, name := newWRatio(c.mention), newPhrase(fuzzText(c.name))
		for _, floor := range []float64{-1, c.want - 0.01} {
			if got := w.of(name, floor); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%q and %q, floor %g: %g, want %g", c.mention, c.name, floor, got, c.want)
			}
		}
	}
}

// TestNearest has more names than are kept at a time, and finds the same ones whatever is left out early.
func TestNearest(t *testing.T) {
	var names []string
	for i := range 5 * shortlist {
		names = append(names, "name "+decimal(i))
	}
	names = append(names, strings.Repeat("long ", 9), "nome", "name", "nam", "")
	var lengths []int
	for _, name := range names {
		lengths = append(lengths, len(name))
	}
	for _, mention := range []string{"name", "long long long long", "name 77", "é"} {
		var all []float32
		for _, name := range names {
			all = append(all, alike(levenshtein.ComputeDistance(mention, name), max(len([]rune(mention)), len(name), 1)))
		}
		slices.SortFunc(all, func(a, b float32) int { return cmp.Compare(b, a) })
		got := nearest(names, lengths, mention)
		if len(got) != shortlist {
			t.Fatalf("%q: %d names", mention, len(got))
		}
		for i, h := range got {
			if h.Score != all[i] {
				t.Errorf("%q: name %d is %g alike, want %g", mention, i, h.Score, all[i])
			}
		}
	}
	if got := nearest(names, lengths, "name"); names[got[0].Row] != "name" {
		t.Errorf("%q", names[got[0].Row])
	}
}
