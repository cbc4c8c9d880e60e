package pack

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestDumpDamaged checks that Dump shows what can be read of a damaged pack, and
// says that it is damaged.
func TestDumpDamaged(t *testing.T) {
	wrong := remake(t, func(_ *Header, b []body) []body {
		return replace(b, stored(tagNames, []byte{200, 1, 2, 3}, false, 4))
	})
	flipped := write(t, sample(), nil)
	flipped[len(flipped)-1] ^= 1
	for _, tt := range []struct {
		name, shows string
		data        []byte
	}{
		{"a section", "NAME  names", wrong},
		{"a bit", "tag NAME", flipped},
	} {
		var out bytes.Buffer
		err := Dump(&out, tt.data)
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(out.String(), tt.shows) {
			t.Errorf("%s: error %v, %d bytes of output", tt.name, err, out.Len())
		}
	}
	if err := Dump(&bytes.Buffer{}, []byte("no pack")); err != ErrNotPack {
		t.Errorf("error %v, want ErrNotPack", err)
	}
}

type brokenWriter struct{ left int }

var errBroken = errors.New("no space left")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestDumpErrors(t *testing.T) {
	if err := Dump(&brokenWriter{300}, write(t, sample(), nil)); err != errBroken {
		t.Errorf("Dump: error %v, want the writer's", err)
	}
}
