package organism

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// spaces are namespaces of genes of man, the mouse, the zebrafish and the rat, and one of no genes.
var spaces = []string{"NCBIGene", "NCBIGene/10090", "NCBIGene/7955", "GO", "NCBIGene/10116"}

// genes is a pack of symbols that are alike. Row 12 is the last that is near row 0, and row 1 the first near row 13.
func genes() *Set {
	names := strings.Fields("BAX Bax bax bax cell_death abc abcd bax other o9 o10 o11 Bax Bax")
	return New(&pack.Contents{
		Namespaces: spaces, Names: pack.NewStrings(names),
		EntityNamespace: []uint16{0, 1, 2, 3, 1, 4, 1},
		PrimaryRow:      []uint32{0, 1, 2, 3, 8, 12, 13},
		RowEntity:       []uint32{0, 1, 2, 3, 0, 0, 0, 4, 4, 4, 4, 4, 5, 6},
	}, known, nil)
}

var nothing = &Said{of: make([]bool, 4)} // is said of any organism

func TestNew(t *testing.T) {
	for namespaces, want := range map[string]string{
		"GO disease": "", "NCBIGene": "", "GO ICD/10": "",
		"NCBIGene NCBIGene/10090 GO": "[9606 10090] [0 1 -1]",
		"GO NCBIGene/10090 NCBIGene": "[9606 10090] [-1 1 0]",
		"NCBIGene/10090":             "[9606 10090] [1]",
		"NCBIGene/9606":              "[9606] [0]",
		"A/10090 B/10090 B C":        "[9606 10090] [1 1 0 -1]",
	} {
		got := ""
		if s := New(&pack.Contents{Namespaces: strings.Fields(namespaces)}, known, nil); s != nil {
			got = fmt.Sprint(s.Taxa, s.of)
		}
		if got = strings.Replace(got, "][", "] [", 1); got != want {
			t.Errorf("%s: %s, want %s", namespaces, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	s := genes()
	for name, want := range map[string]string{"mouse": mouse, "9606": human, "Danio rerio": "7955", "yeast": "", "unicorn": ""} {
		taxon, err := s.Find(name)
		if taxon != want || (err == nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "genes of 9606, 10090, 7955, 10116 ") {
			t.Errorf("%s: %q, %v", name, taxon, err)
		}
	}
	var none *Set
	if _, err := none.Find("mouse"); err == nil || !strings.Contains(err.Error(), "no organisms apart") || none.Taxon(0) != "" {
		t.Errorf("of no organisms: %v", err)
	}
	for entity, want := range []string{human, mouse, "7955", "", mouse} {
		if got := s.Taxon(int32(entity)); got != want {
			t.Errorf("entity %d is of %q, want %q", entity, got, want)
		}
	}
	if got := Split("Mus musculus,9606;|rat/human"); !slices.Equal(got, []string{"Mus musculus", "9606", "rat/human"}) {
		t.Errorf("a list has %q", got)
	}
}

// TestShares has what speaks for each organism, of which the shares are.
func TestShares(t *testing.T) {
	s := &Set{Taxa: []string{human, mouse}, vocabulary: words}
	for _, tt := range []struct {
		name, mention, context string
		stated                 []string
		counts                 []float64
		human, mouse           float64
	}{
		{"nothing is said", "Bax", "", nil, nil, 1, 0.28},
		{"the mention", "mouse Bax", "", nil, nil, 1, 0.28 * math.Exp(ownWorth)},
		{"the text", "BAX", "BAX. A genotype", nil, nil, math.Exp(humanWorth) * math.Pow(2, hintWorth), 0.28},
		{"an organism that the pack lacks", "rat Bax", "", []string{"rat"}, nil, 1, 0.28},
		{"stated", "Bax", "", []string{"mouse"}, nil, 1, 0.28 * math.Exp(statedWorth)},
		{"two are stated", "Bax", "", []string{"mouse", "human"}, nil, math.Exp(statedWorth - nextLess), 0.28 * math.Exp(statedWorth)},
		{"the third", "Bax", "", []string{"rat", "rat", "10090"}, nil, 1, 0.28 * math.Exp(statedWorth-2*nextLess)},
		{"the column", "Bax", "", nil, []float64{2, 5}, 3, 5.28},
	} {
		got := s.Said(new(Text), tt.mention, tt.context, tt.stated, tt.counts).Shares
		for i, x := range []float64{tt.human, tt.mouse} {
			if want := math.Log(x / (tt.human + tt.mouse)); !(math.Abs(got[i]-want) < 1e-9) { // nor NaN
				t.Errorf("%s: %v for %s, want %v", tt.name, got[i], s.Taxa[i], want)
			}
		}
	}
}

// TestCount has columns whose share of each organism can be solved by hand.
func TestCount(t *testing.T) {
	s := &Set{Taxa: []string{human, mouse}, vocabulary: words}
	for _, tt := range []struct {
		likely [][]float64
		want   []float64
	}{
		{nil, []float64{0, 0}},
		{[][]float64{{1, 0}, {1, 0}}, []float64{2, 0}},
		{[][]float64{{0, 1}, {0, 0.1}}, []float64{0, 2}},
		{[][]float64{{0, 0}}, []float64{0, 0}},
		{[][]float64{{1, 0}, {0.5, 0.5}}, []float64{1 + 2/2.28, 1 - 2/2.28}}, // x = (2+x)/3.28
	} {
		got := s.Count(tt.likely)
		for i, want := range tt.want {
			if !(math.Abs(got[i]-want) < 1e-6) {
				t.Errorf("%v: %v, want %v", tt.likely, got, tt.want)
			}
		}
	}
}

// TestLend has which genes of other organisms a name is lent to, as "entity row score".
func TestLend(t *testing.T) {
	c := func(entity, row int32, points float32) score.Candidate {
		return score.Candidate{Entity: entity, Row: row, Score: points}
	}
	process := c(3, 3, 5)
	for _, tt := range []struct {
		name string
		cs   []score.Candidate
		want string // behind cs
	}{
		{"of man", []score.Candidate{c(0, 4, 5)}, "[1 4 4][2 4 4][5 4 4]"},
		{"of the mouse", []score.Candidate{c(6, 4, 5)}, "[1 4 4][2 4 4][5 4 4]"},
		{"of the rat", []score.Candidate{c(5, 4, 5)}, "[0 4 4][1 4 4][2 4 4][6 4 4]"},
		{"of the zebrafish", []score.Candidate{c(2, 4, 5)}, ""},
		{"the best has it", []score.Candidate{c(1, 1, 6), c(0, 4, 5)}, "[2 4 4][5 4 4]"},
		{"of none", []score.Candidate{process}, ""},
		{"three letters", []score.Candidate{c(0, 5, 5)}, ""},
		{"four letters", []score.Candidate{c(0, 6, 5)}, "[1 6 4][2 6 4][5 6 4]"},
		{"just near the best", []score.Candidate{c(3, 3, 5+4), c(0, 4, 5)}, "[1 4 4][2 4 4][5 4 4]"},
		{"far from the best", []score.Candidate{c(3, 3, 5.1+4), c(0, 4, 5)}, ""},
		{"the eighth", append(slices.Repeat([]score.Candidate{process}, 7), c(0, 4, 5)), "[1 4 4][2 4 4][5 4 4]"},
		{"the ninth", append(slices.Repeat([]score.Candidate{process}, 8), c(0, 4, 5)), ""},
	} {
		got := ""
		for _, x := range genes().AddOrthologs(slices.Clone(tt.cs), nil, nothing)[len(tt.cs):] {
			got += fmt.Sprint([]any{x.Entity, x.Row, x.Score})
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	for points, row := range map[float32]int32{3.9: 4, 4: 1, 4.5: 1} { // one that is there keeps the better name
		cs := genes().AddOrthologs([]score.Candidate{c(0, 4, 5), c(1, 1, points)}, nil, nothing)
		if cs[1].Entity != 1 || cs[1].Row != row || cs[1].Score != max(4, points) {
			t.Errorf("beside one of %v: %v", points, cs)
		}
	}
}

// TestPrefer has scores after the shares of organisms: the best gene keeps that of the best.
func TestPrefer(t *testing.T) {
	half, quarter := math.Log(0.5), math.Log(0.25)
	symbol := func(title float32) (c score.Candidate) {
		c = score.Candidate{Entity: 1, Score: 4}
		c.Features[score.Title] = title
		return c
	}
	less, alone := organismScore*(half-quarter), aloneScore*(half-quarter)
	for _, tt := range []struct {
		name  string
		mouse score.Candidate
		alone bool
		order []int32
		want  []float64
	}{
		{"likelier", symbol(1), false, []int32{0, 3, 1}, []float64{4, 3.5, 5 - less}},
		{"its symbol", symbol(1), true, []int32{1, 3, 0}, []float64{4, 3.5, 4 - (6 - alone)}},
		{"half of its symbol", symbol(0.5), true, []int32{0, 3, 1}, []float64{4, 3.5, 5 - alone + 2.5}},
		{"an alias", symbol(-1), true, []int32{0, 3, 1}, []float64{4, 3.5, 5 - alone}},
	} {
		cs := []score.Candidate{{Entity: 0, Score: 3}, tt.mouse, {Entity: 3, Score: 3.5}}
		genes().Prefer(cs, &Said{Shares: []float64{half, quarter, quarter, quarter}}, tt.alone)
		for i, c := range cs {
			if c.Entity != tt.order[i] || !(math.Abs(float64(c.Score)-tt.want[i]) < 1e-5) {
				t.Errorf("%s: entity %d has %v in place %d, want %d of %v", tt.name, c.Entity, c.Score, i, tt.order[i], tt.want[i])
			}
		}
	}
}
