package link

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// TestSplit: no sentence is in two parts, and the parts have about the sizes that they should.
func TestSplit(t *testing.T) {
	var list []data.Query
	for i := range 3000 {
		list = append(list, data.Query{Mention: fmt.Sprint("m", i%7), Gold: []string{id(int32(i % 5))}, Sentence: fmt.Sprint("sentence ", i%1000)})
	}
	d, err := Split(list, resolve, func(int32) bool { return true })
	check(t, err)
	parts := map[string]int{}
	for i, part := range [][]Example{d.Train, d.Fit, d.Test} {
		if share := float64(len(part)) / float64(d.Report.Examples); share < []float64{0.55, 0.15, 0.15}[i] || share > []float64{0.65, 0.25, 0.25}[i] {
			t.Errorf("part %d has a share of %v", i, share)
		}
		for _, e := range part {
			if before, ok := parts[e.Sentence]; ok && before != i {
				t.Fatalf("%q is in parts %d and %d", e.Sentence, before, i)
			}
			parts[e.Sentence] = i
		}
	}
	if len(parts) != 1000 || d.Report.Sentences != 1000 {
		t.Errorf("%d sentences, %+v", len(parts), d.Report)
	}
}

// TestSplitUnusual: gold ids that are unknown or outside the graph, mentions without sentence or not in it, repetitions.
func TestSplitUnusual(t *testing.T) {
	list := append(queries(20),
		data.Query{Mention: "a", Gold: []string{"other"}, Sentence: "a b"},
		data.Query{Mention: "a", Gold: []string{"G:99"}, Sentence: "a b"},
		data.Query{Mention: "a", Gold: []string{"G:99", "G:1", "G:1"}},
		data.Query{Mention: "a", Gold: []string{"G:1"}, Sentence: "nothing of it"},
		data.Query{Mention: "a", Gold: []string{"G:1"}, Sentence: "nothing of it"})
	d, err := Split(list, resolve, func(e int32) bool { return e < 50 })
	check(t, err)
	r := d.Report
	if r.Queries != 245 || r.Unknown != 1 || r.Outside != 1 || r.Unsaid != 1 || r.Elsewhere != 1 || r.Repeated != 1 || r.Examples != 242 || r.Graph != 21 || r.Parts[0]+r.Parts[1]+r.Parts[2] != r.Examples {
		t.Errorf("%+v", r)
	}
	for _, c := range [][]data.Query{nil, list[240:242], list[:1]} {
		if _, err := Split(c, resolve, func(e int32) bool { return e < 50 }); !errors.Is(err, errEmptySplit) {
			t.Errorf("%d queries: %v", len(c), err)
		}
	}
}

func TestAround(t *testing.T) {
	for _, c := range []struct {
		mention, sentence, left, right string
		found                          bool
	}{
		{"p38", "the p38 kinase", "the ", " kinase", true},
		{"AD", "ADAM and AD", "ADAM and ", "", true},
		{"AD", "in ADAM", "in ", "AM", true},
		{"p38", "p38", "", "", true},
		{"p38", "no such thing", "no such thing", "", false},
		{"p38", "", "", "", false},
		{"", "text", "text", "", false},
	} {
		left, right, found := around(c.mention, c.sentence)
		if left != c.left || right != c.right || found != c.found {
			t.Errorf("%q in %q: %q, %q, %v", c.mention, c.sentence, left, right, found)
		}
	}
}

// TestNewExample: a sentence of megabytes has no more words than others.
func TestNewExample(t *testing.T) {
	long := strings.Repeat("many words ", 100_000)
	e := newExample("x", long+"x "+long)
	if len(e.left) != MaxWords || len(e.right) != MaxWords {
		t.Errorf("%d words left, %d right", len(e.left), len(e.right))
	}
	near := newExample("x", "many words x many words")
	if len(near.left) != 2 || len(near.right) != 2 || near.left[1] != e.left[MaxWords-1] || near.right[0] != e.right[0] {
		t.Errorf("words %v and %v, want those next to %v and %v", near.left, near.right, e.left[MaxWords-1], e.right[0])
	}
	if e := newExample("x", ""); e.left != nil || e.right != nil {
		t.Errorf("words without a sentence: %v", e)
	}
}
