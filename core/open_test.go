package core_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
)

// replaced returns b with the bytes at offset at exchanged for with.
func replaced(b []byte, at int, with ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[at:], with)
	return b
}

// TestUnfitSections puts sections into a pack that is sound as a file but whose
// parts are damaged or do not belong together.
func TestUnfitSections(t *testing.T) {
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	identity, err := (&binarize.Head{Bits: 64, Dim: 64, T: make([]float32, 64), Method: "ht"}).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := encodertest.Random(1024, 72).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	sameShape := encodertest.Random(1024, 64)
	slices.Reverse(sameShape.Table.Data)
	reversed, err := sameShape.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, section string
		change        func(c *pack.Contents)
	}{
		{"no encoder", "ENCW", func(c *pack.Contents) { c.Encoder = nil }},
		{"encoder cut off", "ENCW", func(c *pack.Contents) { c.Encoder = c.Encoder[:len(c.Encoder)-1] }},
		{"encoder with a flipped bit", "ENCW", func(c *pack.Contents) { c.Encoder = replaced(c.Encoder, 99, c.Encoder[99]^1) }},
		{"no head", "HEAD", func(c *pack.Contents) { c.Head = nil }},
		{"head cut off", "HEAD", func(c *pack.Contents) { c.Head = c.Head[:len(c.Head)-1] }},
		{"head with a flipped bit", "HEAD", func(c *pack.Contents) { c.Head = replaced(c.Head, 99, c.Head[99]^1) }},
		{"head of other codes", "HEAD", func(c *pack.Contents) { c.Head = identity }},
		{"encoder of other vectors", "HEAD", func(c *pack.Contents) { c.Encoder = other }},
		{"encoder of other codes", "SELF", func(c *pack.Contents) { c.Encoder = reversed }},
		{"no calibration", "CALB", func(c *pack.Contents) { c.Calibration = nil }},
		{"calibration cut off", "CALB", func(c *pack.Contents) { c.Calibration = c.Calibration[:9] }},
		{"calibration too long", "CALB", func(c *pack.Contents) { c.Calibration = append(bytes.Clone(c.Calibration), 0) }},
		{"calibration of another version", "", func(c *pack.Contents) { c.Calibration = replaced(c.Calibration, 0, 99) }},
		{"calibration of other features", "", func(c *pack.Contents) { c.Calibration = replaced(c.Calibration, 1, 99) }},
		{"calibration with a NaN", "CALB", func(c *pack.Contents) { c.Calibration = replaced(c.Calibration, 2, nan...) }},
	} {
		contents := contents(t)
		c.change(contents)
		n, err := core.OpenBytes(file(t, contents), nil)
		if c.section == "" && n == nil && isNewer(err) {
			continue
		}
		var corrupt *pack.CorruptError
		if n != nil || !errors.As(err, &corrupt) || !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if corrupt.Section != c.section {
			t.Errorf("%s: blamed on section %s: %v", c.what, corrupt.Section, err)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	sound, garbage := filepath.Join(dir, "sound.normpack"), filepath.Join(dir, "garbage.normpack")
	for path, data := range map[string][]byte{sound: file(t, contents(t)), garbage: []byte("id\tname\n")} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n, err := core.Open(sound, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m := n.Lookup("FOXP2", 1).Matches; len(m) != 1 || m[0].ID != "NCBIGene:93986" {
		t.Errorf("%+v", m)
	}
	if _, err := core.Open(garbage, nil); !errors.Is(err, pack.ErrNotPack) || !strings.Contains(err.Error(), garbage) {
		t.Errorf("another file: %v", err)
	}
	if _, err := core.Open(filepath.Join(dir, "none"), nil); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "none") {
		t.Errorf("no file: %v", err)
	}
}

// TestOpenBytesLeavesData requires the file to stay as it is.
func TestOpenBytesLeavesData(t *testing.T) {
	data := file(t, contents(t))
	before := bytes.Clone(data)
	n, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	n.Lookup("FOX-P2", 5)
	if !bytes.Equal(data, before) {
		t.Error("the bytes of the pack were changed")
	}
}

// isNewer reports whether an error says that a pack needs a newer program, and not that it is damaged.
func isNewer(err error) bool {
	v, ok := errors.AsType[*pack.VersionError](err)
	return ok && v.Want > v.Have && !errors.Is(err, pack.ErrCorrupt) && strings.Contains(err.Error(), "needs a newer normlet")
}
