package pack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// refused requires that data is damaged in a section, for a reason.
func refused(t *testing.T, name string, data []byte, section, reason string) {
	t.Helper()
	_, err := Parse(data)
	var c *CorruptError
	if !errors.As(err, &c) || c.Section != section || !strings.Contains(c.Reason, reason) {
		t.Errorf("%s: %v, want damage of %s with %q", name, err, section, reason)
	}
}

// TestHostileDelta gives deltas that no writer makes.
func TestHostileDelta(t *testing.T) {
	payload := sampleDelta().payload()
	meta := wire.AppendLenBytes(nil, sampleDelta().Added.metaText())
	rest := payload[len(meta):]
	for _, tt := range []struct {
		name, reason string
		payload      []byte
	}{
		{"metadata", "metadata: ", append(wire.AppendLenBytes(nil, "no pair\n"), rest...)},
		{"one byte more", "follow", append(bytes.Clone(payload), 0)},
		{"one byte less", "wanted", payload[:len(payload)-1]},
		{"removed more than is left", "announced", append(bytes.Clone(meta), 0xff, 0xff, 0x7f)},
		{"none", "", nil},
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return append(b, stored(tagDelta, tt.payload, false, int64(len(tt.payload))))
		})
		refused(t, tt.name, data, "DELT", tt.reason)
	}
}

// TestMissingSections names the section that a pack lacks, and takes packs without those that may be left out.
func TestMissingSections(t *testing.T) {
	required := []Tag{tagMeta, tagIDs, tagNamespaces, tagPrior, tagNames, tagRowEntity, tagRowKind, tagPrimaryRow, tagCodes}
	without := func(tag Tag) []byte {
		return remake(t, func(_ *Header, b []body) []body {
			return slices.DeleteFunc(b, func(b body) bool { return b.info.Tag == tag })
		})
	}
	for _, tag := range required {
		refused(t, string(tag), without(tag), string(tag), "the section is missing")
	}
	for _, tag := range []Tag{tagEncoder, tagHead, tagCalib, tagSelf} {
		if _, err := Parse(without(tag)); err != nil {
			t.Errorf("without %s: %v", tag, err)
		}
	}
}

// TestCritical marks the sections that a reader has to know, not those that make answers better or check them.
func TestCritical(t *testing.T) {
	c := sample()
	c.Words, c.Synonyms, c.Company = []byte("words"), []byte("synonyms"), [][2]uint32{{0, 1}}
	c.Same, c.Also, c.Details = []uint32{0, 0, 2, 3, 4}, []byte("G:1\tX:1\n"), []byte("details")
	c.Parents = []Parent{{0, 1}}
	c.Languages, c.RowLanguages = []string{"es"}, make([]uint16, c.Names.Len())
	c.Fields = []byte("G:1\tcity=Lyon\n")
	data := sign(t, withDelta(t, write(t, c, nil), &Delta{Removed: []uint32{0}, Added: Contents{Namespaces: c.Namespaces, Bits: c.Bits}}))
	h, err := ReadHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	var critical, others []string
	for _, s := range h.Sections {
		if s.Critical {
			critical = append(critical, string(s.Tag))
		} else {
			others = append(others, string(s.Tag))
		}
	}
	if got, want := strings.Join(critical, " "), "META ENTI NSPC PRIO NAME ROWE ROWK PROW CODE ENCW HEAD CALB DELT"; got != want {
		t.Errorf("critical: %s, want %s", got, want)
	}
	if got, want := strings.Join(others, " "), "WORD SYNO MEET SAME PRNT LANG ALSO FLDS DETL SELF XTRA SIGN"; got != want {
		t.Errorf("others: %s, want %s", got, want)
	}
}

// TestRising spells out ascending numbers, each as what it exceeds its least possible value by.
func TestRising(t *testing.T) {
	for _, tt := range []struct {
		v    []uint32
		step uint32
		want []byte
	}{
		{nil, 1, nil},
		{[]uint32{0, 1, 2, 200}, 1, []byte{0, 0, 0, 0xc5, 1}},
		{[]uint32{0, 0, 2, 2}, 0, []byte{0, 0, 2, 0}},
		{[]uint32{5}, 1, []byte{5}},
	} {
		if data := wire.AppendRising(nil, tt.v, tt.step); !bytes.Equal(data, tt.want) {
			t.Errorf("%v: % x, want % x", tt.v, data, tt.want)
		}
	}
}

// TestWidths writes and reads codes of the narrowest and the widest kind, and refuses others.
func TestWidths(t *testing.T) {
	for _, bits := range []int{64, 4096} {
		c := sample()
		c.Bits, c.Codes, c.Self = bits, randomCodes(c.Names.Len(), bits, 3), nil
		got, err := Parse(write(t, c, nil))
		if err != nil {
			t.Fatal(err)
		}
		if table := diff(c, got); table != "" {
			t.Errorf("%d bits: %s is not what was written", bits, table)
		}
	}
	for _, bits := range []int{-64, 0, 32, 4096 + 64} {
		c := sample()
		c.Bits, c.Codes, c.Self = bits, randomCodes(c.Names.Len(), max(bits, 0), 3), nil
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("codes of %d bits", bits)) {
			t.Errorf("codes of %d bits: %v", bits, err)
		}
		if bits < 0 {
			continue
		}
		codes := append(codeHead(codesPlain, uint32(bits), 12), make([]byte, 12*bits/8)...)
		refused(t, "codes", remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagCodes, codes, false, int64(len(codes))))
		}), "CODE", fmt.Sprintf("codes of %d bits", bits))
	}
}

// TestMostNamespaces writes as many namespaces as 16 bits tell apart.
func TestMostNamespaces(t *testing.T) {
	c := sample()
	c.Namespaces = nil
	for i := range 1 << 16 {
		c.Namespaces = append(c.Namespaces, fmt.Sprint("N", i))
	}
	c.EntityNamespace = []uint16{0, 1, 2, 3, 1<<16 - 1}
	got, err := Parse(write(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(c, got); table != "" {
		t.Errorf("%s is not what was written", table)
	}
	c.Namespaces = append(c.Namespaces, "one more")
	if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "65537 namespaces; at most 65536 allowed") {
		t.Errorf("65537 namespaces: %v", err)
	}
}

// TestMetaKeys allows the characters that the comment of Pair lists.
func TestMetaKeys(t *testing.T) {
	for b := range 256 {
		want := strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789.-_", byte(b)) >= 0
		if got := metaKey("a" + string(rune(b))); got != want {
			t.Errorf("%q: %t", rune(b), got)
		}
	}
	if metaKey("") {
		t.Error("an empty key is taken")
	}
}

// failing fails to write after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestWriteFails returns the error of the writer, wherever it comes.
func TestWriteFails(t *testing.T) {
	data := write(t, sample(), nil)
	var whole bytes.Buffer
	if err := Dump(&whole, data); err != nil {
		t.Fatal(err)
	}
	for left := 0; left < whole.Len(); left += 97 {
		if err := Dump(&failing{left}, data); err != io.ErrShortWrite {
			t.Errorf("Dump, after %d bytes: %v", left, err)
		}
	}
	if err := Dump(&failing{whole.Len()}, data); err != nil {
		t.Errorf("Dump: %v", err)
	}
}

// TestDumpDamage dumps what can be read and returns what Parse says.
func TestDumpDamage(t *testing.T) {
	data := write(t, sample(), nil)
	var whole bytes.Buffer
	if err := Dump(&whole, data); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"cut off": data[:len(data)-1],
		"a byte":  flipped(data, int64(len(data)-1)),
		"sizes": remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagPrior, []byte{columnPlanes, 1, 1, 2, 3, 4}, false, 6))
		}),
	} {
		var text bytes.Buffer
		_, want := Parse(bad)
		if err := Dump(&text, bad); err == nil || err.Error() != want.Error() || text.Len() == 0 {
			t.Errorf("%s: %v after %d bytes, want %v", name, err, text.Len(), want)
		}
	}
	if err := Dump(&whole, data[:20]); err == nil {
		t.Error("the beginning of a header was dumped")
	}
	wide := sample()
	wide.Bits, wide.Codes, wide.Self = 576, randomCodes(wide.Names.Len(), 576, 3), nil
	whole.Reset()
	if err := Dump(&whole, write(t, wide, nil)); err != nil || !strings.Contains(whole.String(), "bits 576\n") {
		t.Errorf("codes of 576 bits: %v, dumped as\n%s", err, &whole)
	}
}
