package patch

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/testfull"
)

// TestDelta makes deltas and applies them, up to the window, and none beyond it.
func TestDelta(t *testing.T) {
	random := make([]byte, 3<<20)
	rand.NewChaCha8([32]byte{}).Read(random)
	changed := bytes.Clone(random)
	for i := 0; i < len(changed); i += 1 << 16 {
		changed[i] ^= 1
	}
	for name, c := range map[string]struct {
		base, target []byte
		most         int // bytes of the delta
	}{
		"the same":        {random, random, 400},
		"changed a bit":   {random, changed, 2000},
		"the middle":      {random, random[1<<20 : 2<<20], 400},
		"more":            {random[:1<<20], random, 2<<20 + 1000},
		"nothing in base": {nil, []byte("target"), 100},
		"nothing":         {random, nil, 100},
	} {
		diff, err := Diff(c.base, c.target)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(c.base, diff, int64(len(c.target)))
		if err != nil || !bytes.Equal(got, c.target) || len(diff) > c.most {
			t.Errorf("%s: a delta of %d bytes, %v", name, len(diff), err)
		}
	}
	if !testfull.On() { // it takes 256 MB
		return
	}
	if diff, err := Diff(random, make([]byte, maxWindow-len(random)+1)); diff != nil || err != nil {
		t.Errorf("beyond the window: %d bytes, %v", len(diff), err)
	}
}

// TestPatchIsBounded applies a delta that makes more than it says.
func TestPatchIsBounded(t *testing.T) {
	diff, err := Diff([]byte("base"), make([]byte, 10<<20))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Apply([]byte("base"), diff, 1000); !errors.Is(err, zstd.ErrDecoderSizeExceeded) && !errors.Is(err, zstd.ErrWindowSizeExceeded) {
		t.Errorf("a kilobyte of ten megabytes: %v", err)
	}
	if _, err := Apply([]byte("base"), diff, maxWindow); err == nil {
		t.Error("more than the window was taken")
	}
}
