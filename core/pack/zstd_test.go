package pack

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/frame"
)

// TestPieces compresses bytes whose frequencies change from piece to piece in pieces, and text that repeats as a whole.
func TestPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := make([]byte, 4*pieceSize)
	for i := range numbers {
		numbers[i] = byte(i/pieceSize*16 + rng.IntN(16))
	}
	text := make([]byte, pieceSize-100)
	for i := range text {
		text[i] = byte(rng.IntN(200))
	}
	dec, err := frame.NewDecoder(false)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	for name, p := range map[string]struct {
		data   []byte
		pieces bool
	}{"numbers": {numbers, true}, "text": {bytes.Repeat(text, 5), false}} {
		stored := compress([][]byte{p.data}, len(p.data))
		if whole := frame.Append(nil, p.data); (len(stored) < len(whole)) != p.pieces || len(stored) > len(whole) {
			t.Errorf("%s: %d bytes, as a whole %d", name, len(stored), len(whole))
		}
		if got, err := dec.DecodeAll(stored, make([]byte, 0, len(p.data))); err != nil || !bytes.Equal(got, p.data) {
			t.Errorf("%s: %v, %d bytes", name, err, len(got))
		}
	}
}
