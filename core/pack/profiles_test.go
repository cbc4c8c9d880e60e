package pack

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// profiled is the sample with profiles; entity 2 has none.
func profiled() *Contents {
	c := sample()
	c.Context = []byte("context")
	c.ProfileBits, c.Profiles = 128, []uint64{0x0123456789abcdef, 1, 2, 3, 0, 0, 1 << 63, 0, 0, 5}
	c.Same = []uint32{0, 0, 2, 3, 2}
	c.Parents = []Parent{{0, 2}, {1, 2}, {1, 4}, {3, 1}}
	c.Also = []byte(c.IDs.At(1) + "\tX:1 Y:2\n")
	c.Fields = []byte(c.IDs.At(1) + "\tcity=Lyon\n")
	return c
}

func TestProfiles(t *testing.T) {
	want := profiled()
	got, err := Parse(write(t, want, nil))
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(want, got); table != "" {
		t.Errorf("%s is not as written", table)
	}
	for entity, profile := range [][]uint64{{0x0123456789abcdef, 1}, {2, 3}, nil, {1 << 63, 0}, {0, 5}} {
		if p := got.Profile(entity); !slices.Equal(p, profile) {
			t.Errorf("entity %d: %x", entity, p)
		}
	}
	none := sample()
	if p := none.Profile(4); p != nil {
		t.Errorf("a profile in a pack that has none: %x", p)
	}
}

// TestProfilesOfDelta requires entities to keep their profiles when others come
// and go, which changes their numbers.
func TestProfilesOfDelta(t *testing.T) {
	got, err := Parse(withDelta(t, write(t, profiled(), nil), sampleDelta()))
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint64{0, 0, 0x0123456789abcdef, 1, 2, 3, 0, 0, 0, 5}; !slices.Equal(got.Profiles, want) {
		t.Errorf("%x, want %x", got.Profiles, want)
	}
}

func TestProfilesDamaged(t *testing.T) {
	bits := func(n uint32, words ...uint64) []byte { return wire.AppendUint64s(wire.AppendUint32(nil, n), words) }
	for what, payload := range map[string][]byte{
		"empty":                 {},
		"cut off":               bits(64, 1, 2, 3, 4, 5)[:43],
		"of too few entities":   bits(64, 1, 2, 3, 4),
		"of too many entities":  bits(64, 1, 2, 3, 4, 5, 6),
		"of no bits":            bits(0),
		"of a part of a word":   bits(65, 1, 2, 3, 4, 5),
		"longer than any code":  bits(1<<31, 1, 2, 3, 4, 5),
		"said to be 4,096 bits": bits(4096, 1, 2, 3, 4, 5),
	} {
		data := remake(t, func(h *Header, bodies []body) []body {
			return replace(bodies, stored(tagProfiles, payload, false, int64(len(payload))))
		})
		var corrupt *CorruptError
		if _, err := Parse(data); !errors.As(err, &corrupt) || corrupt.Section != string(tagProfiles) {
			t.Errorf("profiles %s: %v", what, err)
		}
	}
	for what, change := range map[string]func(c *Contents){
		"a word is missing": func(c *Contents) { c.Profiles = c.Profiles[1:] },
		"of 100 bits":       func(c *Contents) { c.ProfileBits = 100 },
		"without bits":      func(c *Contents) { c.ProfileBits = 0 },
	} {
		c := profiled()
		change(c)
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "section PROF") {
			t.Errorf("profiles written, %s: %v", what, err)
		}
	}
}
