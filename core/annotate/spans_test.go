package annotate

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// words has a word of sentences that a list has as a symbol, and a plural.
var words = func() *names.Lexicon {
	l, _, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Rewrites: []byte("word\tfeet\tfoot\n"),
		Knowledge: []byte("affix\tnothing\twas\tword of sentences\n")}, 0)
	if err != nil {
		panic(err)
	}
	return &l
}()

// TestCover keeps the likeliest, then the longest, then the first of spans that overlap.
func TestCover(t *testing.T) {
	span := func(start, end int, p float64) Span { return Span{Start: start, End: end, P: p} }
	for _, tt := range []struct {
		name        string
		spans, want []Span
	}{
		{"likelier", []Span{span(2, 9, 0.5), span(0, 4, 0.6)}, []Span{span(0, 4, 0.6)}},
		{"longer", []Span{span(4, 8, 0.5), span(0, 5, 0.5)}, []Span{span(0, 5, 0.5)}},
		{"first", []Span{span(2, 6, 0.5), span(0, 4, 0.5)}, []Span{span(0, 4, 0.5)}},
		{"by a byte", []Span{span(0, 4, 0.6), span(3, 5, 0.5)}, []Span{span(0, 4, 0.6)}},
		{"within", []Span{span(0, 9, 0.6), span(8, 9, 0.5)}, []Span{span(0, 9, 0.6)}},
		{"yields", []Span{{Start: 0, End: 4, P: 0.9, Type: "yields"}, span(3, 5, 0.5)}, []Span{span(3, 5, 0.5)}},
		{"side by side", []Span{span(0, 4, 0.6), span(4, 9, 0.5)}, []Span{span(0, 4, 0.6), span(4, 9, 0.5)}},
	} {
		for range 2 { // whatever their order was
			got := cover(slices.Clone(tt.spans), 9, func(kind string) bool { return kind == "yields" })
			if !slices.EqualFunc(got, tt.want, func(a, b Span) bool { return a.Start == b.Start && a.End == b.End }) {
				t.Errorf("%s: %+v", tt.name, got)
			}
			slices.Reverse(tt.spans)
		}
	}
}

// TestSpanAt finds the span that holds a byte.
func TestSpanAt(t *testing.T) {
	spans := []Span{{Start: 2, End: 4}, {Start: 4, End: 6}, {Start: 8, End: 9}}
	for at, want := range []int{-1, -1, 0, 0, 1, 1, -1, -1, 2, -1} {
		if got := spanAt(spans, at); got != want {
			t.Errorf("byte %d: %d, want %d", at, got, want)
		}
	}
}

// TestSeveral has a span that names several entities, some of which the pack lacks.
func TestSeveral(t *testing.T) {
	s := Span{Type: "Chemical", Answers: []core.Answer{
		{NIL: true, Matches: []core.Match{{ID: "N:1", Name: "none", Namespace: "n", P: 0.3}}},
		{Matches: []core.Match{{ID: "A:2", Name: "two", Namespace: "a", P: 0.6}, {ID: "A:3", Name: "three", Namespace: "b", P: 0.2}}},
		{},
		{Matches: []core.Match{{ID: "A:2", Name: "two", Namespace: "a", P: 0.9}}},
		{Matches: []core.Match{{ID: "A:4", Name: "four", Namespace: "c", P: 0.1}}},
	}}
	if ids, names := s.IDs(), s.Names(); !slices.Equal(ids, []string{"A:2", "A:4"}) || !slices.Equal(names, []string{"two", "four"}) {
		t.Errorf("%q, %q", ids, names)
	}
	var order []float64
	for _, m := range s.Matches() {
		order = append(order, m.P)
	}
	if !slices.Equal(order, []float64{0.9, 0.6, 0.3, 0.2, 0.1}) {
		t.Errorf("matches of p %v", order)
	}
	for _, tt := range []struct {
		types []string
		want  bool
	}{
		{nil, true}, {[]string{"Chemical"}, true}, {[]string{"a"}, true}, {[]string{"x", "c"}, true},
		{[]string{"b"}, false}, {[]string{"n"}, false}, {[]string{"Gene"}, false},
	} {
		if got := new(Annotator).wanted(&s, tt.types); got != tt.want {
			t.Errorf("%q: wanted %v", tt.types, got)
		}
	}
}

// TestNamespacesOfOrganisms: genes of one organism, beside those of man, are rivals under the name of both.
func TestNamespacesOfOrganisms(t *testing.T) {
	g := group{rivals: []string{"NCBIGene/7227"}}
	if !g.isRival("NCBIGene") || g.isRival("NCBIGene/7227") || g.isRival("GO") {
		t.Error("rivals are others")
	}
	for ns, want := range map[string]bool{"NCBIGene/7227": true, "NCBIGene": false, "GO/7227": false, "GO": false} {
		if got := ofOrganism(ns, []string{"NCBIGene", "NCBIGene/7227"}); got != want {
			t.Errorf("%s: of an organism %v", ns, got)
		}
	}
	if of := []string{"a", "b", "c"}; !slices.Equal(within(of, nil), of) || !slices.Equal(within(of, []string{"c", "a", "x"}), []string{"a", "c"}) || len(within(of, []string{"x"})) != 0 {
		t.Error("other namespaces are wanted")
	}
}

func TestSpelled(t *testing.T) {
	for _, tt := range []struct {
		word, name string
		want       bool
	}{
		{"april", "april", true}, {"April", "april", true}, {"april", "April", true}, {"Aprils", "april", true}, {"april", "Aprils", true},
		{"April", "APRIL", false}, {"aprilss", "april", false}, {"may", "april", false}, {"", "", true}, {"épi", "Épi", true},
	} {
		if got := spelled(tt.word, tt.name); got != tt.want {
			t.Errorf("%q for %q: %v", tt.word, tt.name, got)
		}
	}
}

// TestDecide doubts ordinary words: what their match is called decides, and whether the words are as many.
func TestDecide(t *testing.T) {
	g := group{rivals: []string{"NCBIGene/7227"}}
	for _, tt := range []struct {
		text, matched, ns string
		stage             core.Stage
		found, misspelled bool
	}{
		{"cirrhotic", "cirrhotic", "GO", core.StageExact, true, false},
		{"cirrhotic", "CIRRHOTIC", "GO", core.StageExact, true, false}, // no ordinary word
		{"cirrhotic", "cirrhotic", "NCBIGene", core.StageExact, false, false},
		{"fever", "Fever", "GO", core.StageExact, true, false},
		{"fever", "FEVER", "GO", core.StageExact, false, true},
		{"fever", "Feverfew", "GO", core.StageExact, false, false},
		{"fever", "FEVER", "GO", core.StageNeighbour, false, false},
		{"feet", "Foot", "GO", core.StageRewritten, true, false},
		{"feet", "Footballer's foot", "GO", core.StageRewritten, false, false},
		{"was", "was", "GO", core.StageExact, false, false}, // a word of sentences
		{"c in", "CIN", "GO", core.StageExact, false, false},
		{"c in", "C in", "GO", core.StageExact, true, false},
		{"XQ Tpx", "XQTPX", "GO", core.StageExact, true, false},
	} {
		w := reading(tt.text)
		c := &candidate{from: 0, to: len(w.Tokens)}
		s := Span{Answers: []core.Answer{{PNIL: 0.25, Matches: []core.Match{{Namespace: tt.ns, Matched: tt.matched, Stage: tt.stage}}}}}
		want := 0.0
		if tt.found {
			want = tag.NameP(w.Traits(0, c.to, 0.75))
		}
		if p := w.decide(c, &s, &g, words); p != want || (s.Type == tt.ns) != tt.found {
			t.Errorf("%q for %s: p %v of type %q, want %v", tt.text, tt.matched, p, s.Type, want)
		}
		if got := w.misspelled(c, &s); got != tt.misspelled {
			t.Errorf("%q for %s: misspelled %v", tt.text, tt.matched, got)
		}
		for _, none := range [][]core.Answer{nil, {{NIL: true, Matches: s.Answers[0].Matches}}} {
			if p := w.decide(c, &Span{Answers: none}, &g, words); p != 0 {
				t.Errorf("%q without an answer: %v", tt.text, p)
			}
		}
		for _, none := range [][]core.Answer{nil, {{NIL: true}}} {
			if w.misspelled(c, &Span{Answers: none}) {
				t.Errorf("%q without a match is misspelled", tt.text)
			}
		}
	}
}
