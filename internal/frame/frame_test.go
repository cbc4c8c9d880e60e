package frame_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/frame"
)

// contents are what frames may hold: blocks of one byte, compressed ones, ones that are not, and several of them.
func contents() [][]byte {
	r, noise := rand.New(rand.NewPCG(1, 2)), make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return [][]byte{bytes.Repeat([]byte("a"), 200_000), bytes.Repeat([]byte("names of "), 40), noise, bytes.Repeat(noise[:1000], 400)}
}

func TestCutLast(t *testing.T) {
	var frames []byte
	before := 0
	for i, content := range contents() {
		start := len(frames)
		frames = frame.Append(frames, content)
		first, last, firstSize, lastSize, ok := frame.CutLast(frames)
		if !ok || !bytes.Equal(first, frames[:start]) || !bytes.Equal(last, frames[start:]) || firstSize != before || lastSize != len(content) {
			t.Errorf("frame %d: cut at %d of %d bytes, which hold %d and %d: %t", i, len(first), len(frames), firstSize, lastSize, ok)
		}
		before += len(content)
	}
	if _, _, _, _, ok := frame.CutLast(append(frame.Append(nil, []byte("short frames say no size")), frames...)); ok {
		t.Error("frames were cut although one says no size")
	}
}

// FuzzCutLast cuts anything, and finds no frames in what is cut off or goes on.
func FuzzCutLast(f *testing.F) {
	var frames []byte
	for _, content := range contents() {
		frames = frame.Append(frames, content[:min(len(content), 1000)])
		f.Add(frames)
		f.Add(frames[:len(frames)-1])
		f.Add(append(bytes.Clone(frames), 0))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		first, last, firstSize, lastSize, ok := frame.CutLast(data)
		if ok && (len(first)+len(last) != len(data) || firstSize < 0 || lastSize < 0) {
			t.Errorf("%d and %d bytes of %d, which hold %d and %d", len(first), len(last), len(data), firstSize, lastSize)
		}
		if ok {
			if _, _, _, _, again := frame.CutLast(data[:len(data)-1]); again && len(last) > 0 && len(first) == 0 {
				t.Errorf("one frame of %d bytes is one without its last byte, too", len(data))
			}
		}
	})
}
