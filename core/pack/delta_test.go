package pack

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// sampleDelta changes the sample: FOXP2 loses its primary name, MTOR becomes an
// alias, RPS6KB1 vanishes and with it nothing else, an entity of a new namespace
// comes, another gets a name and prior.
func sampleDelta() *Delta {
	d := &Delta{
		Removed: []uint32{2, 7, 11},
		Before:  []uint32{0, 3, 7, 9},
		Added: Contents{
			Meta:            []Pair{{"licence", ""}, {"names", "13"}, {"terminology", "changed"}},
			IDs:             NewStrings([]string{"CHEBI:15365", "NCBIGene:2475", "NCBIGene:5336", "NCBIGene:93986"}),
			Namespaces:      []string{"CHEBI", "MESH", "NCBIGene"},
			EntityNamespace: []uint16{0, 2, 2, 2},
			Prior:           []uint8{17, 255, 131, 97},
			Names:           NewStrings([]string{"aspirin", "FOXP two", "MTOR", "phospholipase C gamma II"}),
			RowEntity:       []uint32{0, 3, 1, 2},
			RowKind:         []Kind{KindPrimary, KindAlias, KindAlias, KindPrimary},
			Bits:            128,
		},
	}
	d.Added.Codes = randomCodes(4, 128, 9)
	return d
}

// changedSample is the sample after sampleDelta, put together by hand.
func changedSample() *Contents {
	base, d := sample(), sampleDelta()
	c := *base
	c.Meta = []Pair{{"names", "13"}, base.Meta[1], {"terminology", "changed"}}
	c.IDs = NewStrings([]string{"CHEBI:15365", "MESH:D006192", "NCBIGene:2475", "NCBIGene:5336", "NCBIGene:93986"})
	c.Namespaces = []string{"CHEBI", "MESH", "NCBIGene"}
	c.EntityNamespace = []uint16{0, 1, 2, 2, 2}
	c.Prior = []uint8{17, 40, 255, 131, 97}
	c.Names = NewStrings([]string{"aspirin", "CAGH44", "FOXP-2", "FOXP two", "FRAP1", "Haemophilus influenzae", "H. influenzae",
		"mammalian target of rapamycin", "MTOR", "phospholipase C gamma 2", "phospholipase C gamma II", "PLCG2", "PLCγ2"})
	c.RowEntity = []uint32{0, 4, 4, 4, 2, 1, 1, 2, 2, 3, 3, 3, 3}
	c.RowKind = []Kind{KindPrimary, KindAlias, KindAlias, KindAlias, KindAlias, KindPrimary, KindAlias,
		KindExact, KindAlias, KindExact, KindPrimary, KindPrimary, KindRelated}
	c.PrimaryRow = []uint32{0, 5, 7, 11, 1}
	c.Codes = nil
	for _, from := range []int{^0, 0, 1, ^1, 3, 4, 5, 6, ^2, 8, ^3, 9, 10} {
		if from < 0 {
			c.Codes = append(c.Codes, d.Added.Code(^from)...)
		} else {
			c.Codes = append(c.Codes, base.Code(from)...)
		}
	}
	return &c
}

func withDelta(t testing.TB, data []byte, d *Delta) []byte {
	t.Helper()
	out, err := WithDelta(data, d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDelta(t *testing.T) {
	base := write(t, sample(), nil)
	changed := withDelta(t, base, sampleDelta())
	got, err := Parse(changed)
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(changedSample(), got); table != "" {
		t.Errorf("%s is not as it should be", table)
	}
	if compact := write(t, got, nil); !bytes.Equal(compact, write(t, changedSample(), nil)) {
		t.Error("written again, the pack is not that of the changed tables")
	}
	half, d, err := Split(changed)
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(sample(), half); table != "" {
		t.Errorf("the base has another %s", table)
	}
	if again := withDelta(t, base, d); !bytes.Equal(again, changed) {
		t.Error("the delta read is not the one written")
	}
	if again := withDelta(t, changed, sampleDelta()); !bytes.Equal(again, changed) {
		t.Error("the same delta a second time does not take the first one's place")
	}
	for _, none := range []*Delta{nil, {}} {
		if back := withDelta(t, changed, none); !bytes.Equal(back, base) {
			t.Error("without its delta the pack is not the base")
		}
	}
	if _, d, err := Split(base); d != nil || err != nil {
		t.Errorf("a pack without changes has %v, error %v", d, err)
	}
}

// TestDeltaKeepsBase requires the stored bytes of the base to stay, and a
// signature to go.
func TestDeltaKeepsBase(t *testing.T) {
	base := write(t, large(3000), nil) // compressed
	rows := uint32(large(3000).Names.Len())
	d := &Delta{Removed: []uint32{1, rows - 1}, Added: Contents{Namespaces: []string{"A", "B"}, Bits: 64}}
	changed := withDelta(t, sign(t, base), d)
	before, err := ReadHeader(base)
	if err != nil {
		t.Fatal(err)
	}
	after, err := ReadHeader(changed)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Sections) != len(before.Sections)+1 || after.Sections[len(before.Sections)].Tag != tagDelta || !after.Sections[len(before.Sections)].Critical {
		t.Fatalf("sections %v", after.Sections)
	}
	for i, s := range before.Sections {
		x := after.Sections[i]
		if x.Tag != s.Tag || !bytes.Equal(base[s.Offset:s.Offset+s.Stored], changed[x.Offset:x.Offset+x.Stored]) {
			t.Errorf("section %s was not copied", s.Tag)
		}
	}
	if err := Verify(changed, public(testKey(1))); err != ErrUnsigned {
		t.Errorf("a changed pack: %v", err)
	}
	if err := Verify(sign(t, changed), public(testKey(1))); err != nil {
		t.Errorf("signed again: %v", err)
	}
	c, err := Parse(changed)
	if err != nil || c.Names.Len() != int(rows)-2 {
		t.Errorf("%d of %d names, error %v", c.Names.Len(), rows, err)
	}
}

func TestDeltaGolden(t *testing.T) {
	data := withDelta(t, write(t, sample(), nil), sampleDelta())
	golden(t, "v1-delta.normpack", data)
	var text bytes.Buffer
	if err := Dump(&text, data); err != nil {
		t.Fatal(err)
	}
	golden(t, "v1-delta.txt", text.Bytes())
}

// TestDeltaGoldenReads checks that packs once changed stay readable.
func TestDeltaGoldenReads(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "golden", "v1-delta.normpack"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(changedSample(), c); table != "" {
		t.Errorf("%s is not what was written", table)
	}
}

func TestDeltaEveryBitCounts(t *testing.T) {
	data := withDelta(t, write(t, sample(), nil), sampleDelta())
	for bit := 0; bit < 8*len(data); bit += bitStep() {
		data[bit/8] ^= 1 << (bit % 8)
		if _, err := Parse(data); err == nil {
			t.Errorf("flipping bit %d of byte %#x was not noticed", bit%8, bit/8)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// TestDeltaRefused breaks the delta: its writer has to refuse it, and so has a
// reader who meets it all the same.
func TestDeltaRefused(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		change       func(d *Delta)
	}{
		{"removed row", "is not below 12", func(d *Delta) { d.Removed[2] = 12 }},
		{"removed rows out of order", "is not below 12", func(d *Delta) { d.Removed[0] = 8 }},
		{"place of a row", "is not below 13", func(d *Delta) { d.Before[3] = 13 }},
		{"places out of order", "is not below 13", func(d *Delta) { d.Before[0] = 4 }},
		{"places short", "", func(d *Delta) { d.Before = d.Before[:3] }},
		{"bits", "codes of 64 bits, the base has 128", func(d *Delta) { d.Added.Bits = 64; d.Added.Codes = d.Added.Codes[:4] }},
		{"codes short", "wanted", func(d *Delta) { d.Added.Codes = d.Added.Codes[1:] }},
		{"entity of a row", "is 4, not below 4", func(d *Delta) { d.Added.RowEntity[3] = 4 }},
		{"kind", "is 5, not below 5", func(d *Delta) { d.Added.RowKind[3] = numKinds }},
		{"namespace of an entity", "is 3, not below 3", func(d *Delta) { d.Added.EntityNamespace[0] = 3 }},
		{"namespace missing", `namespace of "MESH:D006192" is missing`, func(d *Delta) { d.Added.Namespaces[1] = "XXXX" }},
		{"namespace twice", "twice", func(d *Delta) { d.Added.Namespaces[0] = "MESH" }},
		{"ids out of order", "does not come after", func(d *Delta) { d.Added.IDs = NewStrings([]string{"b", "a", "c", "d"}) }},
		{"empty name", "row 0 has no name", func(d *Delta) { d.Added.Names = NewStrings([]string{"", "b", "c", "d"}) }},
		{"name not UTF-8", "UTF-8", func(d *Delta) { d.Added.Names = NewStrings([]string{"a", "b", "c", "\xff"}) }},
		{"metadata", "is not made of", func(d *Delta) { d.Added.Meta[0] = Pair{"A", "b"} }},
		{"nothing left", "there is no entity", func(d *Delta) {
			*d = Delta{Added: Contents{Namespaces: []string{"MESH", "NCBIGene"}, Bits: 128}}
			for row := range uint32(12) {
				d.Removed = append(d.Removed, row)
			}
		}},
	} {
		d := sampleDelta()
		tt.change(d)
		out, err := WithDelta(write(t, sample(), nil), d)
		if out != nil || err == nil || !strings.Contains(err.Error(), tt.reason) || errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: written with error %v, want %q", tt.name, err, tt.reason)
		}
		payload := d.payload()
		hostile := remake(t, func(_ *Header, b []body) []body {
			return append(b, stored(tagDelta, payload, false, int64(len(payload))))
		})
		_, err = Parse(hostile)
		var c *CorruptError
		if !errors.As(err, &c) || c.Section != "DELT" || !strings.Contains(c.Reason, tt.reason) {
			t.Errorf("%s: read with error %v, want one about DELT with %q", tt.name, err, tt.reason)
		}
	}
	if _, err := WithDelta([]byte("no pack"), sampleDelta()); err != ErrNotPack {
		t.Errorf("error %v, want ErrNotPack", err)
	}
}

// TestDeltaMemory gives counts that the bytes cannot hold.
func TestDeltaMemory(t *testing.T) {
	many := wire.AppendUvarint(nil, 1<<40)
	for name, payload := range map[string][]byte{
		"removed":    append([]byte{0}, many...),
		"ids":        append([]byte{0, 0}, many...),
		"namespaces": append([]byte{0, 0, 0, 0}, many...),
		"names":      append([]byte{0, 0, 0, 0, 0, columnPlanes, 0, columnPlanes, 0}, many...),
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return append(b, stored(tagDelta, payload, false, int64(len(payload))))
		})
		var err, dumpErr error
		used := allocated(func() { _, err = Parse(data); dumpErr = Dump(&bytes.Buffer{}, data) })
		if !errors.Is(err, ErrCorrupt) || !errors.Is(dumpErr, ErrCorrupt) || used > 32<<20 { // decoders take most of it, under the race detector sometimes two
			t.Errorf("%s: error %v, Dump %v, %d bytes allocated", name, err, dumpErr, used)
		}
	}
}

func TestMapped(t *testing.T) {
	mapped := &ReadOptions{Mapped: true}
	raw := &WriteOptions{RawCodes: true}
	plain := write(t, sample(), raw)
	for _, tt := range []struct {
		name    string
		data    []byte
		want    *Contents
		inPlace bool
	}{
		{"raw codes", plain, sample(), true},
		{"compressed", write(t, large(3000), nil), large(3000), false},
		{"changed", withDelta(t, plain, sampleDelta()), changedSample(), false},
	} {
		data := bytes.Clone(tt.data)
		c, _, err := ParseWith(data, mapped)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		inPlace := c.InPlace(data)
		if inPlace != tt.inPlace {
			t.Fatalf("%s: in place %t", tt.name, inPlace)
		}
		codes := slices.Clone(c.Codes)
		clear(data) // as if it were unmapped
		if inPlace == slices.Equal(c.Codes, codes) {
			t.Errorf("%s: codes in place: %t", tt.name, !inPlace)
		}
		c.Codes = codes
		if table := diff(tt.want, c); table != "" {
			t.Errorf("%s: %s was a part of the mapping", tt.name, table)
		}
	}
	if _, _, err := ParseWith(plain[:len(plain)-1], mapped); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a cut pack: %v", err)
	}
}

// FuzzDelta parses packs whose section DELT is the fuzzer's.
func FuzzDelta(f *testing.F) {
	f.Add(sampleDelta().payload())
	f.Add((&Delta{Removed: []uint32{0}, Added: Contents{Namespaces: []string{"MESH", "NCBIGene"}, Bits: 128}}).payload())
	base := write(f, sample(), nil)
	h, err := ReadHeader(base)
	if err != nil {
		f.Fatal(err)
	}
	bodies := h.bodies(base)
	f.Fuzz(func(t *testing.T, payload []byte) {
		use(t, assemble(h, append(bodies[:len(bodies):len(bodies)], stored(tagDelta, payload, false, int64(len(payload))))))
	})
}

func TestPrefix(t *testing.T) {
	for id, want := range map[string]string{
		"NCBIGene:7157": "NCBIGene", "GO:0006915": "GO", "a:b:c": "a",
		"7157": "", "10:20": "", "http://example.org/x": "", ":x": "", "x:": "", "a b:c": "", "": "",
	} {
		if got := Prefix(id); got != want {
			t.Errorf("Prefix(%q) = %q, want %q", id, got, want)
		}
	}
}
