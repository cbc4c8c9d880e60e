package pack

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    *Contents
		o    *WriteOptions
	}{
		{"sample", sample(), nil},
		{"sample, raw codes", sample(), &WriteOptions{RawCodes: true}},
		{"large", large(3000), nil},
		{"sample, plain", sample(), &WriteOptions{Plain: true}},
		{"large, plain", large(3000), &WriteOptions{Plain: true}},
		{"large, raw codes", large(3000), &WriteOptions{RawCodes: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := write(t, tt.c, tt.o)
			before := bytes.Clone(data)
			got, err := Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			if table := diff(tt.c, got); table != "" {
				t.Errorf("%s is not what was written", table)
			}
			if !bytes.Equal(data, before) {
				t.Error("Parse changed its input")
			}
			if again := write(t, got, tt.o); !bytes.Equal(again, data) {
				t.Error("written again, the pack has other bytes")
			}
		})
	}
}

// TestForms makes sure that the round trip above went through every encoding.
func TestForms(t *testing.T) {
	find := func(data []byte, tag Tag) SectionInfo {
		h, err := ReadHeader(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range h.Sections {
			if s.Tag == tag {
				return s
			}
		}
		t.Fatalf("no section %s", tag)
		return SectionInfo{}
	}
	encoding := func(data []byte, tag Tag) byte {
		h, err := ReadHeader(data)
		if err != nil {
			t.Fatal(err)
		}
		payloads, err := readPayloads(data, h)
		if err != nil {
			t.Fatal(err)
		}
		return payloads[tag][0]
	}
	small := write(t, sample(), nil)
	big := write(t, large(3000), nil)
	raw := write(t, large(3000), &WriteOptions{RawCodes: true})
	if s := find(small, tagEncoder); !s.Zstd {
		t.Error("repeated bytes are not compressed")
	}
	if s := find(small, tagCodes); s.Zstd || encoding(small, tagCodes) != codesPlain {
		t.Error("random codes are not stored as they are")
	}
	if s := find(big, tagCodes); !s.Zstd || encoding(big, tagCodes) != codesNear {
		t.Error("codes near others are not stored as differences")
	}
	if s := find(raw, tagCodes); s.Zstd || encoding(raw, tagCodes) != codesPlain {
		t.Error("RawCodes does not store the codes as they are")
	}
	h, err := ReadHeader(write(t, large(3000), &WriteOptions{Plain: true}))
	if err != nil || slices.ContainsFunc(h.Sections, func(s SectionInfo) bool { return s.Zstd }) {
		t.Errorf("Plain compresses: %v", err)
	}
	if encoding(small, tagRowEntity) != columnPacked || encoding(big, tagRowEntity) != columnAgain {
		t.Error("entities that have several names close by are not stored once")
	}
	if s := find(small, tagCodes); s.Offset%align != 0 {
		t.Errorf("section CODE begins at %d", s.Offset)
	}
}

func TestCodesInPlace(t *testing.T) {
	data := write(t, sample(), &WriteOptions{RawCodes: true})
	space := make([]byte, len(data)+8)
	for shift := range 8 { // an odd address has to work as well, by a copy
		moved := append(space[shift:shift], data...)
		c, err := Parse(moved)
		if err != nil {
			t.Fatal(err)
		}
		if table := diff(sample(), c); table != "" {
			t.Errorf("at address + %d: %s is not what was written", shift, table)
		}
	}
	allocs := testing.AllocsPerRun(5, func() { wordsOf(space[:512]) })
	if allocs != 0 {
		t.Errorf("words of aligned memory were copied (%v allocations)", allocs)
	}
}

func TestGolden(t *testing.T) {
	data := write(t, sample(), nil)
	golden(t, "v1.normpack", data)
	var text bytes.Buffer
	if err := Dump(&text, data); err != nil {
		t.Fatal(err)
	}
	golden(t, "v1.txt", text.Bytes())
}

// TestGoldenReads checks that packs once written stay readable, whatever this
// package writes now.
func TestGoldenReads(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "golden", "v1.normpack"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(sample(), c); table != "" {
		t.Errorf("%s is not what was written", table)
	}
	if got := c.MetaValue("terminology") + c.MetaValue("absent"); got != "sample" {
		t.Errorf("MetaValue gives %q", got)
	}
}

func TestAppendKeepsPrefix(t *testing.T) {
	data := write(t, sample(), nil)
	got, err := sample().Append([]byte("abc"), nil)
	if err != nil || string(got) != "abc"+string(data) {
		t.Errorf("Append after a prefix gives another file (error %v)", err)
	}
}

// TestAppendRefuses breaks one table at a time: the writer has to name it.
func TestAppendRefuses(t *testing.T) {
	tests := []struct {
		name, section, reason string
		change                func(c *Contents)
	}{
		{"no entity", "ENTI", "no entity", func(c *Contents) { c.IDs = NewStrings(nil) }},
		{"no ids", "ENTI", "no entity", func(c *Contents) { c.IDs = nil }},
		{"no names", "NAME", "no names", func(c *Contents) { c.Names = nil }},
		{"ids out of order", "ENTI", "does not come after", func(c *Contents) { c.IDs = NewStrings([]string{"a", "b", "c", "e", "d"}) }},
		{"id twice", "ENTI", "does not come after", func(c *Contents) { c.IDs = NewStrings([]string{"a", "b", "c", "d", "d"}) }},
		{"empty id", "ENTI", "entity 0", func(c *Contents) { c.IDs = NewStrings([]string{"", "b", "c", "d", "e"}) }},
		{"name not UTF-8", "NAME", "row 1 ", func(c *Contents) { c.Names = NewStrings(append([]string{"a", "\xff"}, list(c.Names)[2:]...)) }},
		{"empty name", "NAME", "row 0 ", func(c *Contents) { c.Names = NewStrings(append([]string{""}, list(c.Names)[1:]...)) }},
		{"long name", "NAME", "row 11 has a name of more than 65536 bytes", func(c *Contents) {
			c.Names = NewStrings(append(list(c.Names)[:11], "z"+strings.Repeat("z", MaxName)))
		}},
		{"long end of a name", "NAME", "row 11 has a name", func(c *Contents) {
			long := "z" + strings.Repeat("z", MaxName-1)
			c.Names = NewStrings(append(list(c.Names)[:10], long, long+"z"))
		}},
		{"bits", "CODE", "100 bits", func(c *Contents) { c.Bits = 100 }},
		{"too many bits", "CODE", "8192 bits", func(c *Contents) { c.Bits = 8192 }},
		{"codes cut", "CODE", "23 words for 12 names", func(c *Contents) { c.Codes = c.Codes[1:] }},
		{"prior short", "PRIO", "4 items where 5", func(c *Contents) { c.Prior = c.Prior[1:] }},
		{"kinds long", "ROWK", "13 items where 12", func(c *Contents) { c.RowKind = append(c.RowKind, 0) }},
		{"entities short", "ROWE", "11 items", func(c *Contents) { c.RowEntity = c.RowEntity[1:] }},
		{"namespace of entity", "NSPC", "entity 4 has namespace 2 of 2", func(c *Contents) { c.EntityNamespace[4] = 2 }},
		{"namespace twice", "NSPC", "twice", func(c *Contents) { c.Namespaces[1] = "MESH" }},
		{"too many namespaces", "NSPC", "at most", func(c *Contents) { c.Namespaces = make([]string, maxNamespaces+1) }},
		{"entity of row", "ROWE", "item 3 is 5, not below 5", func(c *Contents) { c.RowEntity[3] = 5 }},
		{"kind", "ROWK", "item 3 is 5, not below 5", func(c *Contents) { c.RowKind[3] = numKinds }},
		{"primary row of another", "PROW", "primary row 0 of entity 1", func(c *Contents) { c.PrimaryRow[1] = 0 }},
		{"primary row out of range", "PROW", "of entity 2", func(c *Contents) { c.PrimaryRow[2] = 12 }},
		{"entity without row", "PROW", "of entity 3", func(c *Contents) { c.RowEntity[11] = 2 }},
		{"meta order", "META", "does not come after", func(c *Contents) { c.Meta[0].Key = "z" }},
		{"meta key", "META", "is not made of", func(c *Contents) { c.Meta[0].Key = "a=b" }},
		{"meta value", "META", "not valid UTF-8", func(c *Contents) { c.Meta[0].Value = "\xff" }},
		{"self code", "SELF", "1 words instead of 2", func(c *Contents) { c.Self[0].Code = c.Self[0].Code[:1] }},
		{"rows out of order", "NAME", `row 2, "PLCG2", does not come after row 1, "XYZ"`, func(c *Contents) {
			c.Names = NewStrings(append([]string{"A", "XYZ", "PLCG2"}, list(c.Names)[3:]...))
		}},
		{"row twice", "NAME", `row 2, "FOXP-2", does not come`, func(c *Contents) {
			c.Names = NewStrings(slices.Replace(list(c.Names), 2, 3, "FOXP-2"))
		}},
		{"extra with a known tag", "NAME", "taken", func(c *Contents) { c.Extra[0].Tag = tagNames }},
		{"extra twice", "XTRA", "taken", func(c *Contents) { c.Extra = append(c.Extra, c.Extra[0]) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := sample()
			tt.change(c)
			data, err := c.Append([]byte("x"), nil)
			if err == nil || !strings.Contains(err.Error(), "section "+tt.section) || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("error %v, want one about section %s with %q", err, tt.section, tt.reason)
			}
			if errors.Is(err, ErrCorrupt) {
				t.Error("a mistake of the caller is called a damaged file")
			}
			if string(data) != "x" {
				t.Errorf("%d bytes were appended", len(data)-1)
			}
		})
	}
}

func TestPrimaryRanks(t *testing.T) {
	c := sample()
	c.PrimaryRow = []uint32{5, 3, 10, 11, 0} // others than the strongest first ones
	got, bad := c.primaryRows(c.primaryRanks())
	if bad >= 0 || !slices.Equal(got, c.PrimaryRow) {
		t.Errorf("primary rows %v (bad %d), want %v", got, bad, c.PrimaryRow)
	}
	first, _ := c.primaryRows(make([]uint32, 5))
	if rule := PrimaryRows(5, c.RowEntity, c.RowKind); !slices.Equal(first, rule) || !slices.Equal(rule, []uint32{4, 7, 9, 11, 2}) {
		t.Errorf("primary rows of rank 0: %v, by the rule %v", first, rule)
	}
	ranks := c.primaryRanks()
	wide, rankedWide := firstRowsIn[uint64](ranks, c.RowEntity, c.RowKind)
	if rows, ranked := firstRows(ranks, c.RowEntity, c.RowKind); !slices.Equal(rows, wide) || !slices.Equal(ranked, rankedWide) || len(ranked) == 0 {
		t.Errorf("rows %v, ranked %v, in 64 bits %v and %v", rows, ranked, wide, rankedWide)
	}
	if _, bad := c.primaryRows([]uint32{0, 0, 0, 1, 0}); bad != 3 {
		t.Errorf("bad entity %d, want 3, which has one row", bad)
	}
}

func TestKind(t *testing.T) {
	for k := range numKinds {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("ParseKind(%q) = %v, %t", k, got, ok)
		}
	}
	if _, ok := ParseKind("other"); ok || numKinds.String() != "invalid" {
		t.Error("an unknown kind was accepted")
	}
}
