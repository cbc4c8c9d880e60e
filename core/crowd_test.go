package core

import (
	"cmp"
	"fmt"
	"math/rand/v2"
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
	n, s := lookingUp(t, c, words[7])
	if n.addRare(s, onlyRows(c, 0, 141, 159, 160)); !slices.Equal(hitRows(s.hits), []int{141, 159}) {
		t.Errorf("rows %v of those allowed, want 141 and 159", hitRows(s.hits))
	}
	if n.addRare(s, nil); len(s.hits) != 20 {
		t.Errorf("%d rows, want each of 20 once", len(s.hits))
	}
	n.words.table = nil // a pack of before
	s.hits = nil
	if n.addRare(s, nil); len(s.hits) != 0 {
		t.Errorf("%d rows without a table of words", len(s.hits))
	}
}

// TestManyClipped compares the names that may be clipped, of more than are kept, with
// their definition: the most popular primary names and the most popular others.
func TestManyClipped(t *testing.T) {
	const rows = 60000
	rng := rand.New(rand.NewPCG(5, 6))
	names := make([]string, rows)
	for i := range names {
		names[i] = fmt.Sprintf("%cord%c%c%c", 'a'+rng.IntN(26), 'a'+i/676%26, 'a'+i/26%26, 'a'+i%26)
	}
	names[7], names[8], names[9], names[10] = "words", "two words", strings.Repeat("w", maxClipped), strings.Repeat("w", maxClipped+1)
	c := rowsNamed(names...)
	for i := range rows {
		c.Prior[i] = uint8(rng.IntN(200))
		if i%3 > 0 {
			c.RowKind[i] = pack.KindAlias
		}
	}
	for _, row := range []int{0, 7, 8, 9, 10} {
		c.Prior[row] = 255
	}
	n, _ := lookingUp(t, c, "x")
	var lists [2][]int32
	for row := range int32(rows) {
		if row == 7 || row == 8 || row == 10 {
			continue // too short, of two words, too long
		}
		lists[min(1, int(c.RowKind[row]))] = append(lists[min(1, int(c.RowKind[row]))], row)
	}
	var want [26][]int32
	for _, list := range lists {
		slices.SortFunc(list, func(a, b int32) int { return cmp.Or(int(c.Prior[b])-int(c.Prior[a]), int(a-b)) })
		for _, row := range list[:clippedNames] {
			first := &want[names[row][0]-'a']
			*first = append(*first, row)
		}
	}
	for letter, list := range n.byWord().clipped {
		var got []int32
		for _, x := range list {
			got = append(got, x.row)
			if x.word != names[x.row] || x.letters != lettersOf(x.word) {
				t.Fatalf("row %d is %q, not %q", x.row, names[x.row], x.word)
			}
		}
		if !slices.Equal(got, want[letter]) {
			t.Errorf("%c: %d names, want %d, or others", 'a'+letter, len(got), len(want[letter]))
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

// TestWithoutAcronyms has a ranker to which abbreviations mean nothing, as that of a pack
// of before: no rows are looked for by them.
func TestWithoutAcronyms(t *testing.T) {
	c := rowsNamed("atrial fibrillation", "aforisma")
	n, s := lookingUp(t, c, "AF")
	for weight, want := range map[float32]int{0: 0, 1: 2, -1: 2} {
		n.ranker.Weights[Acronym], s.shortened = weight, nil
		n.addAcronyms(s, nil)
		n.addClipped(s, nil)
		if len(s.shortened) != want {
			t.Errorf("weight %v: %d rows, want %d", weight, len(s.shortened), want)
		}
	}
	n.ranker.Weights[Acronym] = 1
	for mention, want := range map[string]int{"A1": 0, "AFORIS": 0, "AF": 1, "AFO": 1, "B": 0, "A": 0, "XF": 0, "AX": 0} {
		n.read(s, mention)
		s.shortened = nil
		if n.addClipped(s, nil); len(s.shortened) != want {
			t.Errorf("%s: %d rows that it clips, want %d", mention, len(s.shortened), want)
		}
	}
	n.read(s, "AF")
	s.shortened = nil
	if n.addClipped(s, onlyRows(c, 0)); len(s.shortened) != 0 {
		t.Errorf("rows %v are not allowed", s.shortened)
	}
}

// TestKeepShortened keeps the best rows in their order, each once, and says below which
// others need not be offered once there are enough.
func TestKeepShortened(t *testing.T) {
	var s scratch
	for row := range int32(namedFew - 1) {
		s.shortened = append(s.shortened, shortenedRow{row: row, order: float32(row)}, shortenedRow{row: row, order: float32(row)})
	}
	if least := s.keepShortened(); least != noWay || len(s.shortened) != namedFew-1 || s.shortened[0].row != namedFew-2 {
		t.Errorf("%d rows from %d, %v for others: there is room", len(s.shortened), s.shortened[0].row, least)
	}
	s.shortened = append(s.shortened, shortenedRow{row: 100, order: 0.5}, shortenedRow{row: 99, order: 0.5}, shortenedRow{row: 98, order: -1})
	if least := s.keepShortened(); least != 0.5 || len(s.shortened) != namedFew || s.shortened[namedFew-1].row != 100 || s.shortened[namedFew-2].row != 99 {
		t.Errorf("%v for others, last %+v", least, s.shortened[namedFew-2:])
	}
}

// TestShortened sets other names than primary ones back.
func TestShortened(t *testing.T) {
	c := rowsNamed("atrial fibrillation", "auricular fibrillation")
	c.RowKind[1], c.Prior[1] = pack.KindAlias, 51
	n := &Normalizer{pack: c}
	if x := n.shortened(0, 0.5); x != (shortenedRow{0, 0.25, 0.25}) {
		t.Errorf("a primary name: %+v", x)
	}
	if x := n.shortened(1, 1); x.acronym != 0.6 || x.order != x.acronym-lessForOther {
		t.Errorf("another name: %+v", x)
	}
}

// TestInitialsOfLongName has names of as many words as are looked at, half of which
// acronyms leave out, and of one more.
func TestInitialsOfLongName(t *testing.T) {
	var name text
	name.set(strings.Repeat("word of ", maxInitials))
	if i := name.initials(); i.String() != strings.Repeat("W", maxInitials) {
		t.Errorf("%v", i)
	}
	name.set(strings.Repeat("word of ", maxInitials) + "the")
	if i := name.initials(); i != 0 {
		t.Errorf("of a word more: %v", i)
	}
}
