package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// lookingUp returns a Normalizer of these names, without an encoder, that is able to do
// what a look-up does with tables alone, and its working memory with a mention read.
func lookingUp(t *testing.T, c *pack.Contents, mention string) (*Normalizer, *scratch) {
	t.Helper()
	n := &Normalizer{pack: c}
	var err error
	if n.words, err = newWords(c); err != nil {
		t.Fatal(err)
	}
	n.ranker.Weights[Acronym] = 1
	tables := newByWord(c, n.words)
	n.byWord = func() *byWord { return tables }
	s := &scratch{code: make([]uint64, c.Bits/64)}
	n.read(s, mention)
	return n, s
}

// onlyRows returns the filter of some rows.
func onlyRows(c *pack.Contents, rows ...int) *rowFilter {
	f := &rowFilter{allow: make([]uint64, (c.Names.Len()+63)/64)}
	for _, row := range rows {
		f.allow[row/64] |= 1 << (row % 64)
	}
	return f
}

func hitRows(hits []search.Hit) (rows []int) {
	for _, h := range hits {
		rows = append(rows, int(h.Row))
	}
	return rows
}

// TestManyRowsOfOneForm finds a thousand rows of a form, the first ones, and no more
// than are allowed among those.
func TestManyRowsOfOneForm(t *testing.T) {
	c := rowsNamed(append(slices.Repeat([]string{"a-b"}, 3000), "b")...)
	n, s := lookingUp(t, c, "AB")
	n.addSame(s, nil)
	if rows := hitRows(s.hits); len(rows) < 1000 || len(rows) > 1100 || rows[0] != 0 || rows[len(rows)-1] != len(rows)-1 {
		t.Errorf("%d rows of 3000, from %d", len(rows), rows[0])
	}
	s.hits = s.hits[:0]
	n.addSame(s, onlyRows(c, 5, 900, 2000))
	if rows := hitRows(s.hits); !slices.Equal(rows, []int{5, 900}) {
		t.Errorf("rows %v of those allowed, want 5 and 900", rows)
	}
}

// TestManyAcronyms finds a few hundred of the rows that a mention abbreviates, those of
// popular entities first, and does not try any number of rows that it does not.
func TestManyAcronyms(t *testing.T) {
	const rows = 1000
	names := make([]string, rows)
	for i := range names {
		names[i] = fmt.Sprintf("atrial fibrillation%c%c", 'a'+i/26%26, 'a'+i%26)
	}
	c := rowsNamed(names...)
	for i := range rows {
		c.Prior[i] = uint8(i / 4)
	}
	n, s := lookingUp(t, c, "AF")
	n.addAcronyms(s, nil)
	if len(s.shortened) < 200 || len(s.shortened) > 300 {
		t.Errorf("%d of %d rows offered", len(s.shortened), rows)
	}
	for _, x := range s.shortened {
		if x.row < rows-300 || x.acronym <= 0.5 {
			t.Errorf("row %d offered, with %v, before more popular ones", x.row, x.acronym)
		}
	}
	n.addShortened(s)
	if rows := hitRows(s.hits); len(rows) != namedFew || rows[0] != 996 || rows[1] != 997 {
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
		n, s := lookingUp(t, c, tt.mention)
		var f *rowFilter
		if tt.what == "not allowed" {
			f = onlyRows(c, tt.before)
		}
		n.addAcronyms(s, f)
		if got := len(s.shortened) == 1 && int(s.shortened[0].row) == tt.before; got != tt.want {
			t.Errorf("%s: after %d rows %d are offered, want one: %t", tt.what, tt.before, len(s.shortened), tt.want)
		}
	}
}

// TestManyRareWords finds rows by the words of a long mention, but not all of any number.
func TestManyRareWords(t *testing.T) {
	names := make([]string, 8000)
	for i := range names {
		names[i] = fmt.Sprintf("wo%c%c%c", 'a'+i/20/26/26, 'a'+i/20/26%26, 'a'+i/20%26) // each word twenty times
	}
	c := rowsNamed(names...)
	c.Words = CountWords(c, nil)
	words := slices.Compact(slices.Clone(names))
	for _, tt := range []struct{ words, want int }{{1, 20}, {60, 1200}, {300, maxFound}} {
		n, s := lookingUp(t, c, strings.Join(words[:tt.words], " "))
		n.addRare(s, nil)
		if len(s.hits) != tt.want || maxFound < 1500 || maxFound > 4000 {
			t.Errorf("%d words: %d rows, want %d", tt.words, len(s.hits), tt.want)
		}
	}
}

func TestAcronymOf(t *testing.T) {
	of := func(s string) (i initials) {
		for _, c := range []byte(s) {
			i, _ = i.add(c)
		}
		return i
	}
	for _, c := range []struct{ form, whole, singular string }{
		{"", "", ""},
		{"a", "", ""},
		{"ab", "ab", ""},
		{"as", "as", ""}, // two letters are no plural of one
		{"abs", "abs", "ab"},
		{"asb", "asb", ""},
		{"abcdef", "abcdef", ""},
		{"abcdes", "abcdes", "abcde"},
		{"abcdefg", "", ""},
		{"1ab", "", ""},
		{"a1", "a1", ""},
		{"a-b", "", ""},
		{"zz9", "zz9", ""},
	} {
		if whole, singular := acronym([]byte(c.form)); whole != of(c.whole) || singular != of(c.singular) {
			t.Errorf("%q: %v and %v, want %q and %q", c.form, whole, singular, c.whole, c.singular)
		}
	}
	eight := of("abcdefgh")
	if _, ok := eight.add('i'); ok || eight == 0 || eight.String() != "ABCDEFGH" {
		t.Errorf("%v is full", eight)
	}
}

// TestPartsOfWords has words of four letters and more that several names have.
func TestPartsOfWords(t *testing.T) {
	var names []string
	for _, word := range []string{"two", "four", "fives", "sixers", "xfour"} {
		names = append(names, slices.Repeat([]string{word}, fewHave+1)...)
	}
	c := rowsNamed(names...)
	c.Words = CountWords(c, nil)
	n, _ := lookingUp(t, c, "x")
	short := shorten([]byte("xx"), 1, n.byWord())
	for _, tt := range []struct {
		word string
		at   int
		want bool
	}{
		{"xxfour", 2, true},      // four letters at the end
		{"xfour", 1, false},      // one letter is left
		{"xxxtwo", 3, false},     // three letters at the end
		{"fivesxxxxx", 5, true},  // five at the beginning, and after them
		{"fivesxxxx", 5, false},  // four after them
		{"fourxxxxxx", 4, false}, // four at the beginning
		{"sixersxxxxx", 6, true},
		{"xxxxxsixers", 5, true},
		{"xxfive", 2, false},
	} {
		if got := short.parts([]byte(tt.word), tt.at); got != tt.want {
			t.Errorf("%s at %d: %t", tt.word, tt.at, got)
		}
	}
}
