package assets

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/normlet/normlet/internal/memory"
)

// TestRelease gives memory back, and the pack is the same afterwards.
func TestRelease(t *testing.T) {
	want := sha256.Sum256(Default())
	held := memory.Of("self", memory.Resident)
	Release()
	if rest := memory.Of("self", memory.Resident); rest > held-int64(len(Default()))/2 {
		t.Errorf("%d bytes resident, before %d", rest, held)
	}
	if sha256.Sum256(Default()) != want {
		t.Error("the pack is another")
	}
}

// TestReleaseHeap leaves memory alone that no file is behind.
func TestReleaseHeap(t *testing.T) {
	for _, size := range []int{0, 100, 5000, 100_000} {
		b := bytes.Repeat([]byte{7}, size)
		release(b)
		if bytes.Count(b, []byte{7}) != size {
			t.Errorf("%d bytes were lost", size)
		}
	}
}
