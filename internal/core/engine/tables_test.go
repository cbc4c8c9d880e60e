package engine

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/testfull"
)

// rowsNamed returns a pack of rows of these names, each of an entity of its own, with
// codes of zeros.
func rowsNamed(list ...string) *pack.Contents {
	rows := len(list)
	c := &pack.Contents{
		Names: pack.NewStrings(list), Bits: 64, Codes: make([]uint64, rows), RowKind: make([]pack.Kind, rows),
		RowEntity: make([]uint32, rows), Prior: make([]uint8, rows), Rewrites: []byte(rewrites),
	}
	for row := range rows {
		c.RowEntity[row] = uint32(row)
	}
	c.Words = names.CountWords(c.Names.Range(0, rows), rows, nil)
	return c
}

// rewrites are those of the packs of these tests.
const rewrites = "ending\tate\tic acid\nhead\tdamage\tdisease\nroot\tencephal\tbrain\nroot\tnephr\tkidney\nspelling\toe\te\ntail\tpathy\tdisease\nword\trenal\tkidney\n"

// lexiconOf reads what a pack knows of words.
func lexiconOf(t *testing.T, c *pack.Contents) *names.Lexicon {
	t.Helper()
	l, section, err := names.ParseLexicon(names.Sections{Words: c.Words, Synonyms: c.Synonyms, Telling: c.Telling, Rewrites: c.Rewrites, Knowledge: c.Knowledge}, c.Names.Len())
	if err != nil {
		t.Fatal(section, err)
	}
	return &l
}

// lookingUp returns a Normalizer of these names, without an encoder, that is able to do
// what a look-up does with tables alone, and its working memory with a mention read.
func lookingUp(t *testing.T, c *pack.Contents, mention string) (*Engine, *Work) {
	t.Helper()
	e := &Engine{Pack: c, rows: index.NewRows(c.Names), lexicon: *lexiconOf(t, c), Calibration: &score.Calibration{}}
	e.Calibration.Ranker.Weights[score.Acronym] = 1
	words := index.NewWords(c, &e.lexicon)
	e.byWord = func() *index.Words { return words }
	w := &Work{scratch: &scratch{}, code: make([]uint64, c.Bits/64)}
	e.read(w, mention)
	return e, w
}

// read reads a mention anew.
func (e *Engine) read(w *Work, mention string) {
	w.hits, w.offered = w.hits[:0], w.offered[:0]
	w.form = names.AppendForm(w.form[:0], mention)
	w.query.Read(&e.lexicon, mention, w.form)
}

func rowsOf(p search.Postings, key uint32) (rows []int32) {
	for _, posting := range p.Of(key) {
		rows = append(rows, int32(posting))
	}
	return rows
}

// TestWordIndex has a word in one name, one in all of 100 names, and initials.
func TestWordIndex(t *testing.T) {
	list := []string{"von hippel lindau disease", "disease, lyme"}
	for i := range 100 {
		list = append(list, fmt.Sprintf("disease number%d", i))
	}
	c := rowsNamed(list...)
	words := index.NewWords(c, lexiconOf(t, c))
	for word, want := range map[string][]int32{"hippel": {0}, "lyme": {1}, "disease": nil, "nothing": nil} {
		if got := rowsOf(words.Rare, names.Hash(word)); !slices.Equal(got, want) {
			t.Errorf("%s: rows %v, want %v", word, got, want)
		}
	}
	for short, want := range map[string]int32{"vhld": 0, "ld": 1} {
		if got := rowsOf(words.Initials, names.ReadAbbreviation(short, []byte(short)).Whole.Hash()); !slices.Contains(got, want) {
			t.Errorf("%s: rows %v, want %d among them", short, got, want)
		}
	}
}

// TestHasWord requires more than two names to have a word, however common it is.
func TestHasWord(t *testing.T) {
	list := append(slices.Repeat([]string{"active"}, score.FewHave+1), "acyclic", "amine", "amine")
	list = append(list, slices.Repeat([]string{"drug"}, 2*score.RareRows)...)
	c := rowsNamed(list...)
	words := index.NewWords(c, lexiconOf(t, c))
	for word, want := range map[string]bool{"active": true, "drug": true, "amine": false, "acyclic": false, "nothing": false, "": false} {
		if got := words.HasWord([]byte(word)); got != want {
			t.Errorf("several names have %q: %v", word, got)
		}
	}
}

// TestManyClipped compares the names that may be clipped, of more than are kept, with
// their definition: the most popular primary names and the most popular others.
func TestManyClipped(t *testing.T) {
	const rows, most = 60000, 8192 // of each kind, as package score has it
	rng := rand.New(rand.NewPCG(5, 6))
	list := make([]string, rows)
	for i := range list {
		list[i] = fmt.Sprintf("%cord%c%c%c", 'a'+rng.IntN(26), 'a'+i/676%26, 'a'+i/26%26, 'a'+i%26)
	}
	list[7], list[8], list[9], list[10] = "words", "two words", strings.Repeat("w", 30), strings.Repeat("w", 31)
	c := rowsNamed(list...)
	for i := range rows {
		c.Prior[i] = uint8(rng.IntN(200))
		if i%3 > 0 {
			c.RowKind[i] = pack.KindAlias
		}
	}
	for _, row := range []int{0, 7, 8, 9, 10} {
		c.Prior[row] = 255
	}
	var lists [2][]int32
	for row := range int32(rows) {
		if row == 7 || row == 8 || row == 10 {
			continue // too short, of two words, too long
		}
		lists[min(1, int(c.RowKind[row]))] = append(lists[min(1, int(c.RowKind[row]))], row)
	}
	var want [2][26][]int32
	for i, rows := range lists {
		slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(int(c.Prior[b])-int(c.Prior[a]), int(a-b)) })
		for _, row := range rows[:most] {
			first := &want[i][list[row][0]-'a']
			*first = append(*first, row)
		}
	}
	clipped := index.NewWords(c, lexiconOf(t, c)).Clipped
	for k := range 52 {
		letter, kept := k%26, clipped[k/26][k%26]
		var got []int32
		for _, x := range kept {
			got = append(got, x.Row)
			if set, _ := names.LetterSet(x.Word); string(x.Word) != list[x.Row] || x.Letters != set {
				t.Fatalf("row %d is %q, not %q", x.Row, list[x.Row], x.Word)
			}
		}
		if !slices.Equal(got, want[k/26][letter]) {
			t.Errorf("%c: %d names, want %d, or others", 'a'+letter, len(got), len(want[k/26][letter]))
		}
	}
}

// wordy returns names in blocks of 64 that differ in their last letters alone and share
// 250 bytes of words, other ones in each block: front-coding makes them small.
func wordy(rows int) []string {
	names := make([]string, rows)
	for i := range names {
		var b strings.Builder
		for k, block := 0, i/64; b.Len() < 250; k++ {
			fmt.Fprintf(&b, "%c%c%c%c ", 'a'+k/26, 'a'+k%26, 'a'+block%26, 'a'+block/26%26)
		}
		names[i] = b.String()[:250]
	}
	return names
}

// oneWord returns names of one word of seven letters each.
func oneWord(rows int) []string {
	names := make([]string, rows)
	for i := range names {
		names[i] = fmt.Sprintf("word%c%c%c", 'a'+i/676%26, 'a'+i/26%26, 'a'+i%26)
	}
	return names
}

// TestTableBytes makes the tables of packs that front-coding keeps small. They must not
// take more than four times the sections that they are made of, beside 4 MiB.
func TestTableBytes(t *testing.T) {
	rows := testfull.Or(1<<16, 1<<17)
	for what, list := range map[string][]string{
		"many rare words": wordy(rows),
		"one word":        slices.Sorted(slices.Values(oneWord(rows))),
		"one name":        slices.Repeat([]string{"abc def"}, rows),
	} {
		c := rowsNamed(list...)
		c.Words = make([]byte, 1<<14) // says that all words are rare
		l := lexiconOf(t, c)
		section, _ := c.Names.AppendBinary(nil)
		sections := len(section) + 8*len(c.Codes) + 4*len(c.RowEntity) + len(c.RowKind)
		if bytes := allocated(func() { index.NewWords(c, l) }); bytes > 4*sections+4<<20 && !raceEnabled {
			t.Errorf("%s: %d bytes allocated for the tables of sections of %d", what, bytes, sections)
		}
	}
}
