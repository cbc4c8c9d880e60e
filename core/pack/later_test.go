package pack

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLater reads and writes what was left for later.
func TestLater(t *testing.T) {
	t.Parallel()
	c := large(3000)
	for i := range c.Codes {
		c.Codes[i] = uint64(i / 100) // so that they are compressed
	}
	c.Tagger = bytes.Repeat([]byte("tag"), 100)
	data := write(t, c, nil)
	later, _, err := ParseWith(data, &ReadOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	if !later.CodesLater() || later.Codes != nil || later.Bits != c.Bits {
		t.Fatalf("%d words of %d bits were read", len(later.Codes), later.Bits)
	}
	if later.Tagger != nil || !later.HasTagger() || !bytes.Equal(later.WithTagger().Tagger, c.Tagger) {
		t.Errorf("a tagger of %d bytes was read, or cannot be", len(later.Tagger))
	}
	if again := write(t, later, nil); !bytes.Equal(again, data) {
		t.Error("the pack is another")
	}
	later.RowKind[7] = numKinds
	if _, err := later.Append(nil, nil); err == nil {
		t.Error("what was trusted is written unchecked")
	}
}

// TestLaterPlain reads codes that are compressed as they are, whose payload does not stay.
func TestLaterPlain(t *testing.T) {
	t.Parallel()
	c, rng := large(3000), rand.New(rand.NewPCG(1, 2))
	some := slices.Clone(c.Codes[:32])
	for i := range c.Codes {
		c.Codes[i] = some[rng.IntN(len(some))]
	}
	data := write(t, c, nil)
	h, err := ReadHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	payloads, err := readPayloads(data, h)
	if err != nil || payloads[tagCodes][0] != codesPlain || !h.Sections[slices.IndexFunc(h.Sections, func(s SectionInfo) bool { return s.Tag == tagCodes })].Zstd {
		t.Fatalf("codes in encoding %d, not compressed as they are: %v", payloads[tagCodes][0], err)
	}
	later, _, err := ParseWith(data, &ReadOptions{Trusted: true})
	if err != nil || !slices.Equal(later.LaterCodes(), c.Codes) {
		t.Errorf("other codes: %v", err)
	}
}

// TestLaterSize refuses a section whose size is not that of codes, before anybody reads it.
func TestLaterSize(t *testing.T) {
	t.Parallel()
	c := sample()
	for size, ok := range map[int]bool{16 * c.Names.Len(): true, 16*c.Names.Len() + 8: false, 4 * c.Names.Len(): false, 0: false, -16: false, 1024 * c.Names.Len(): false} {
		c.later = &later{sections: map[Tag]SectionInfo{tagCodes: {Raw: int64(size + codesHead)}}}
		c.Codes = nil
		err := c.expectCodes(nil)
		if err == nil {
			err = c.checkCodes()
		}
		if f := (*fault)(nil); (err == nil) != ok || !ok && !errors.As(err, &f) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
