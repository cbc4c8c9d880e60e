package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

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
	const rows = 1 << 17
	for what, list := range map[string][]string{
		"many rare words": wordy(rows),
		"one word":        slices.Sorted(slices.Values(oneWord(rows))),
		"one name":        slices.Repeat([]string{"abc def"}, rows),
	} {
		c := rowsNamed(list...)
		c.Words = make([]byte, 1<<14) // says that all words are rare
		w, err := newWords(c)
		if err != nil {
			t.Fatal(err)
		}
		names, _ := c.Names.AppendBinary(nil)
		sections := len(names) + 8*len(c.Codes) + 4*len(c.RowEntity) + len(c.RowKind)
		if bytes := Allocated(func() { newByWord(c, w) }); bytes > 4*sections+4<<20 && !raceEnabled {
			t.Errorf("%s: %d bytes allocated for the tables of sections of %d", what, bytes, sections)
		}
	}
}

// rowsNamed returns a pack of rows of these names, each of an entity of its own, with
// codes of zeros.
func rowsNamed(names ...string) *pack.Contents {
	rows := len(names)
	c := &pack.Contents{
		Names: pack.NewStrings(names), Bits: 64, Codes: make([]uint64, rows), RowKind: make([]pack.Kind, rows),
		RowEntity: make([]uint32, rows), Prior: make([]uint8, rows),
	}
	for row := range rows {
		c.RowEntity[row] = uint32(row)
	}
	return c
}
