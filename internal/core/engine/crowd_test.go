package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// onlyRows returns the filter of some rows.
func onlyRows(t *testing.T, c *pack.Contents, rows ...int) *search.RowFilter {
	t.Helper()
	x, err := search.NewBySize(c.Codes, c.Bits, c.Names.Len(), c.Names.Size)
	if err != nil {
		t.Fatal(err)
	}
	allow := bitset.New(uint(c.Names.Len()))
	for _, row := range rows {
		allow.Set(uint(row))
	}
	return x.NewRowFilter(allow)
}

func hitRows(hits []hit) (rows []int) {
	for _, h := range hits {
		rows = append(rows, int(h.row))
	}
	return rows
}

// TestManyRowsOfOneForm finds a thousand rows of a form, the first ones, and no more
// than are allowed among those.
func TestManyRowsOfOneForm(t *testing.T) {
	c := rowsNamed(append(slices.Repeat([]string{"a-b"}, 3000), "b")...)
	e, w := lookingUp(t, c, "AB")
	e.addForms(w, score.StageNormalized, nil)
	if rows := hitRows(w.hits); len(rows) < 1000 || len(rows) > 1100 || rows[0] != 0 || rows[len(rows)-1] != len(rows)-1 {
		t.Errorf("%d rows of 3000, from %d", len(rows), rows[0])
	}
	w.hits = w.hits[:0]
	e.addForms(w, score.StageNormalized, onlyRows(t, c, 5, 900, 2000))
	if rows := hitRows(w.hits); !slices.Equal(rows, []int{5, 900}) {
		t.Errorf("rows %v of those allowed, want 5 and 900", rows)
	}
}

// TestManyAcronyms finds a few hundred of the rows that a mention abbreviates, those of
// popular entities first, and does not try any number of rows that it does not.
func TestManyAcronyms(t *testing.T) {
	const rows = 1000
	list := make([]string, rows)
	for i := range list {
		list[i] = fmt.Sprintf("atrial fibrillation%c%c", 'a'+i/26%26, 'a'+i%26)
	}
	c := rowsNamed(list...)
	for i := range rows {
		c.Prior[i] = uint8(i / 4)
	}
	e, w := lookingUp(t, c, "AF")
	e.offerInitials(w, nil)
	if len(w.offered) < 200 || len(w.offered) > 300 {
		t.Errorf("%d of %d rows offered", len(w.offered), rows)
	}
	for _, x := range w.offered {
		if x.row < rows-300 || x.order <= 0.5 {
			t.Errorf("row %d offered, with %v, before more popular ones", x.row, x.order)
		}
	}
	w.offered = w.offered[:0]
	e.addAbbreviated(w, nil)
	if rows := hitRows(w.hits); len(rows) != score.FewRows || rows[0] != 996 || rows[1] != 997 {
		t.Errorf("rows %v stay", rows)
	}
}

// TestTriedAcronyms has one row that a mention abbreviates behind many that are not
// allowed, or do not fit: it is tried if there are not too many of those.
func TestTriedAcronyms(t *testing.T) {
	for _, tt := range []struct {
		what, mention string
		before        int
		want          bool
	}{
		{"not allowed", "AF", 20000, true},
		{"not allowed", "AF", 50000, false},
		{"not fitting", "AFX", 20000, true},
		{"not fitting", "AFX", 50000, false},
	} {
		c := rowsNamed(append(slices.Repeat([]string{"atrial fibrillation"}, tt.before), "atrial flux")...)
		e, w := lookingUp(t, c, tt.mention)
		var f *search.RowFilter
		if tt.what == "not allowed" {
			f = onlyRows(t, c, tt.before)
		}
		e.offerInitials(w, f)
		if got := len(w.offered) == 1 && int(w.offered[0].row) == tt.before; got != tt.want {
			t.Errorf("%s: after %d rows %d are offered, want one: %t", tt.what, tt.before, len(w.offered), tt.want)
		}
	}
}

// TestManyRareWords finds rows by the words of a long mention, but not all of any number.
func TestManyRareWords(t *testing.T) {
	list := make([]string, 8000)
	for i := range list {
		list[i] = fmt.Sprintf("wo%c%c%c", 'a'+i/20/26/26, 'a'+i/20/26%26, 'a'+i/20%26) // each word twenty times
	}
	c := rowsNamed(list...)
	words := slices.Compact(slices.Clone(list))
	for _, tt := range []struct{ words, want int }{{1, 20}, {60, 1200}, {300, score.RareHits}} {
		e, w := lookingUp(t, c, strings.Join(words[:tt.words], " "))
		e.addRare(w, nil)
		if len(w.hits) != tt.want || score.RareHits < 1500 || score.RareHits > 4000 {
			t.Errorf("%d words: %d rows, want %d", tt.words, len(w.hits), tt.want)
		}
	}
	e, w := lookingUp(t, c, words[7])
	if e.addRare(w, onlyRows(t, c, 0, 141, 159, 160)); !slices.Equal(hitRows(w.hits), []int{141, 159}) {
		t.Errorf("rows %v of those allowed, want 141 and 159", hitRows(w.hits))
	}
	if e.addRare(w, nil); len(w.hits) != 20 {
		t.Errorf("%d rows, want each of 20 once", len(w.hits))
	}
}

// TestRareNumbers finds rows by the number of a product's code, but by none of two digits.
func TestRareNumbers(t *testing.T) {
	e, w := lookingUp(t, rowsNamed("NX430 Series", "SX 410", "SX-430 Series", "SX43"), "Stylus SX430, 43 pages")
	if e.addRare(w, nil); !slices.Equal(hitRows(w.hits), []int{0, 2}) {
		t.Errorf("rows %v, want 0 and 2", hitRows(w.hits))
	}
}

// TestWithoutAcronyms has a ranker to which abbreviations mean nothing: no rows are
// looked for by them.
func TestWithoutAcronyms(t *testing.T) {
	c := rowsNamed("atrial fibrillation", "aforisma")
	e, w := lookingUp(t, c, "AF")
	for weight, want := range map[float32]int{0: 0, 1: 2, -1: 2} {
		e.Calibration.Ranker.Weights[score.Acronym] = weight
		e.read(w, "AF")
		e.addAbbreviated(w, nil)
		if len(w.hits) != want {
			t.Errorf("weight %v: %d rows, want %d", weight, len(w.hits), want)
		}
	}
}

// TestClippedWord has a name of one word, which a mention clips or not.
func TestClippedWord(t *testing.T) {
	c := rowsNamed("atrial fibrillation", "aforisma")
	e, w := lookingUp(t, c, "")
	for mention, want := range map[string][]int{"A1": nil, "AFORIS": nil, "AF": {0, 1}, "AFO": {0, 1}, "AFOR": {1}, "B": nil, "A": nil, "XF": nil, "AX": nil} {
		e.read(w, mention)
		e.addAbbreviated(w, nil)
		rows := hitRows(w.hits)
		if slices.Sort(rows); !slices.Equal(rows, want) {
			t.Errorf("%s: rows %v, want %v", mention, rows, want)
		}
		for _, h := range w.hits {
			if h.stage != score.StageAbbreviation || h.alignment <= 0 || h.alignment > 1 {
				t.Errorf("%s: %+v", mention, h)
			}
		}
	}
	e.read(w, "AFO")
	if e.offerClipped(w, nil); len(w.offered) != 1 {
		t.Errorf("%d rows offered, want 1", len(w.offered))
	}
	e.read(w, "AF")
	if e.offerClipped(w, onlyRows(t, c, 0)); len(w.offered) != 0 {
		t.Errorf("rows %v are not allowed", w.offered)
	}
}

// TestKeepBest keeps the best rows in their order, each once, and says below which
// others need not be offered once there are enough.
func TestKeepBest(t *testing.T) {
	var w Work
	for row := range int32(score.FewRows - 1) {
		w.offered = append(w.offered, offer{row: row, order: float32(row)}, offer{row: row, order: float32(row)})
	}
	if least := w.keepBest(); least != -1 || len(w.offered) != score.FewRows-1 || w.offered[0].row != score.FewRows-2 {
		t.Errorf("%d rows from %d, %v for others: there is room", len(w.offered), w.offered[0].row, least)
	}
	w.offered = append(w.offered, offer{row: 100, order: 0.5}, offer{row: 99, order: 0.5}, offer{row: 98, order: -1})
	if least := w.keepBest(); least != 0.5 || len(w.offered) != score.FewRows || w.offered[score.FewRows-1].row != 100 || w.offered[score.FewRows-2].row != 99 {
		t.Errorf("%v for others, last %+v", least, w.offered[score.FewRows-2:])
	}
}

// TestNewOffer sets other names than primary ones back.
func TestNewOffer(t *testing.T) {
	c := rowsNamed("atrial fibrillation", "auricular fibrillation")
	c.RowKind[1], c.Prior[1] = pack.KindAlias, 51
	e := &Engine{Pack: c}
	if x := e.newOffer(0, 0.5); x != (offer{0, 0.5, 0.25}) {
		t.Errorf("a primary name: %+v", x)
	}
	if x := e.newOffer(1, 1); x.alignment != 1 || x.order != 0.6-float32(score.LessForOther) {
		t.Errorf("another name: %+v", x)
	}
}
