package pack

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// TestVerifyReadsAll changes bytes that no signature covers.
func TestVerifyReadsAll(t *testing.T) {
	signed := sign(t, write(t, sample(), nil))
	h, err := ReadHeader(signed)
	if err != nil {
		t.Fatal(err)
	}
	end := headerSize + entrySize*len(h.Sections)
	damaged := bytes.Clone(signed)
	damaged[end-8] ^= 1 // checksum of section SIGN, which depends on the signature
	copy(damaged[end:], wire.AppendUint32(nil, wire.Checksum(damaged[:end])))
	for name, data := range map[string][]byte{"checksum": damaged, "cut off": signed[:len(signed)-1], "too long": append(bytes.Clone(signed), 0)} {
		if err := Verify(data, public(testKey(1))); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongSuffix writes names whose suffix is as long as a length of one byte can
// say, and one more and less.
func TestLongSuffix(t *testing.T) {
	for size := longLen - 2; size <= longLen+2; size++ {
		want := []string{"a" + strings.Repeat("x", size), "b" + strings.Repeat("y", size-1), "c"}
		got, err := parsedStrings(stringsForm(NewStrings(want)))
		if err != nil {
			t.Errorf("%d bytes: %v", size, err)
			continue
		}
		for i := range want {
			if got.At(i) != want[i] || got.Size(i) != len(want[i]) {
				t.Errorf("%d bytes: string %d comes back as %d bytes", size, i, len(got.At(i)))
			}
		}
	}
}

// TestMetaLimit gives more pairs than a pack may have, in the base and in a change.
func TestMetaLimit(t *testing.T) {
	lines := func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			b.WriteString("k" + string(rune('a'+i/676%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26)) + "=\n")
		}
		return b.Bytes()
	}
	for n, fits := range map[int]bool{maxMeta: true, maxMeta + 1: false} {
		payload := lines(n)
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagMeta, payload, false, int64(len(payload))))
		})
		if _, err := Parse(data); (err == nil) != fits {
			t.Errorf("%d pairs: %v", n, err)
		}
	}
}

// TestMergeMeta compares the merging of two lists with pairs put in one by one.
func TestMergeMeta(t *testing.T) {
	pairs := func(s string) (list []Pair) {
		for _, f := range strings.Fields(s) {
			key, value, _ := strings.Cut(f, "=")
			list = append(list, Pair{key, value})
		}
		return list
	}
	for _, tt := range []struct{ base, added, want string }{
		{"", "", ""}, {"a=1", "", "a=1"}, {"", "a=1", "a=1"}, {"a=1", "a=2", "a=2"}, {"a=1", "a=", ""},
		{"", "a=", ""}, {"b=1 d=2", "a=0 c=1 e=3", "a=0 b=1 c=1 d=2 e=3"}, {"a=1 b=2 c=3", "a= c=", "b=2"},
	} {
		m := merger{base: &Contents{Meta: pairs(tt.base)}, added: &Contents{Meta: pairs(tt.added)}, out: &Contents{}}
		m.mergeMeta()
		var got []string
		for _, p := range m.out.Meta {
			got = append(got, p.Key+"="+p.Value)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q with %q: %q, want %q", tt.base, tt.added, got, tt.want)
		}
	}
}
