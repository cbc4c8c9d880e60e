package pack

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// accompanied is the sample with all that a pack may say of its entities; entity 2 has no company.
func accompanied() *Contents {
	c := sample()
	c.Company = [][2]uint32{{0, 1}, {0, 4}, {1, 3}, {3, 4}}
	c.Same = []uint32{0, 0, 2, 3, 2}
	c.Parents = []Parent{{0, 2}, {1, 2}, {1, 4}, {3, 1}}
	c.Languages, c.RowLanguages = []string{"es", "es* pt-BR"}, []uint16{0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 2}
	c.Also = []byte(c.IDs.At(1) + "\tX:1 Y:2\n")
	c.Fields = []byte(c.IDs.At(1) + "\tcity=Lyon\n")
	return c
}

func TestCompany(t *testing.T) {
	want := accompanied()
	got, err := Parse(write(t, want, nil))
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(want, got); table != "" {
		t.Errorf("%s is not as written", table)
	}
	want.Company = [][2]uint32{}
	h, err := ReadHeader(write(t, want, nil))
	if err != nil || slices.ContainsFunc(h.Sections, func(s SectionInfo) bool { return s.Tag == tagCompany }) {
		t.Errorf("without company: %v, %v", h.Sections, err)
	}
}

// TestChangedCompany keeps the pairs of the base whose entities are still there, under their new numbers.
func TestChangedCompany(t *testing.T) {
	base := lettered("b0 c0 d0")
	base.Company = [][2]uint32{{0, 1}, {0, 2}, {1, 2}}
	got, err := changed(t, base, &Delta{Removed: []uint32{1}, Before: []uint32{0, 3}, Added: *lettered("a0 d1")})
	if err != nil {
		t.Fatal(err)
	}
	if s := fmt.Sprint(got.Company, base.Company); s != "[[1 2]] [[0 1] [0 2] [1 2]]" {
		t.Errorf("pairs %s", s)
	}
}

func TestCompanyDamaged(t *testing.T) {
	numbers := func(ns ...uint64) (b []byte) {
		for _, n := range ns {
			b = wire.AppendUvarint(b, n)
		}
		return b
	}
	for what, payload := range map[string][]byte{
		"cut off":           numbers(2, 0, 0, columnPlanes, 1, 1),
		"too long":          numbers(1, 0, columnPlanes, 1, 1, 1),
		"of too many pairs": numbers(1<<40, 0, 1),
		"with itself":       numbers(1, 1, columnPlanes, 1, 1),
		"twice":             numbers(2, 0, 0, columnPlanes, 1, 1, 1),
		"first not there":   numbers(1, 5, columnPlanes, 1, 1),
		"second not there":  numbers(1, 0, columnPlanes, 1, 5),
		"second is lower":   numbers(1, 3, columnPlanes, 1, 1),
		"first goes around": numbers(2, 2, 1<<64-1, columnPlanes, 1, 3, 3),
	} {
		data := remake(t, func(h *Header, bodies []body) []body {
			at := slices.IndexFunc(bodies, func(b body) bool { return b.info.Tag == tagSelf })
			return slices.Insert(slices.Clone(bodies), at, stored(tagCompany, payload, false, int64(len(payload))))
		})
		if _, err := Parse(data); !isCorrupt(err, tagCompany) {
			t.Errorf("company %s: %v", what, err)
		}
	}
	for what, pairs := range map[string][][2]uint32{
		"descending": {{1, 3}, {0, 1}}, "twice": {{0, 1}, {0, 1}}, "turned": {{1, 0}}, "of one": {{1, 1}}, "beyond": {{0, 5}},
	} {
		c := accompanied()
		c.Company = pairs
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "section MEET") {
			t.Errorf("company written, %s: %v", what, err)
		}
	}
}

func isCorrupt(err error, tag Tag) bool {
	var corrupt *CorruptError
	return errors.As(err, &corrupt) && corrupt.Section == string(tag)
}
