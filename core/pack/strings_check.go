package pack

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"runtime"

	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/internal/wire"
)

// parseStrings reads parts of c, at most most strings: see Limits. It checks their lengths,
// so that reading them later cannot fail. The result keeps the reader's bytes.
func parseStrings(c *Contents, r *wire.Reader, m *Meter, limit string, most int) *Strings {
	count := r.Count(2) // a string takes two lengths at least
	size := r.Count(1)
	if !m.within(r, limit, count, most) || !m.take(r, 2*count+size, 8*(count/blockLen+1)) {
		return &Strings{}
	}
	s := &Strings{shared: r.Bytes(count), suffix: r.Bytes(count), text: r.Bytes(size)}
	if r.Err() != nil {
		return &Strings{}
	}
	s.findBlocks(r)
	if r.Err() == nil && !c.trusted {
		s.checkShared(r)
	}
	if r.Err() != nil {
		return &Strings{}
	}
	return s
}

// findBlocks fills in where the blocks begin, and checks that the strings have all of
// the text.
func (s *Strings) findBlocks(r *wire.Reader) {
	text := wire.NewReader(s.text)
	s.blocks = make([]int, 0, (s.Len()+blockLen-1)/blockLen)
	for from := 0; from < s.Len() && text.Err() == nil; from += blockLen {
		s.blocks = append(s.blocks, text.Offset())
		sizes := s.suffix[from:min(from+blockLen, s.Len())]
		if bytes.IndexByte(sizes, longLen) < 0 {
			text.Bytes(sum(sizes))
			continue
		}
		for _, size := range sizes {
			more := 0
			if size == longLen {
				more = text.Count(1)
			}
			text.Bytes(int(size) + more)
		}
	}
	if err := text.Close(); err != nil {
		r.Failf("text of the strings: %v", err)
	}
}

// checkShared checks that no string shares more with the one before than that has.
func (s *Strings) checkShared(r *wire.Reader) {
	before, pos := 0, 0
	for i, share := range s.shared {
		if int(share) > before || i%blockLen == 0 && share > 0 {
			r.Failf("string %d shares %d bytes with one of %d", i, share, before)
			return
		}
		size := int(s.suffix[i])
		if size == longLen {
			size, pos = s.longSuffix(pos)
		}
		before, pos = int(share)+size, pos+size
	}
}

// inParts calls f for parts of the list, [from, to), at the same time, and returns the error of the first part that has
// one.
func (s *Strings) inParts(f func(from, to int) error) error {
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(s.blocks)/64+1))
	parallel.Parts(len(errs), len(s.blocks), func(part, from, to int) {
		errs[part] = f(from*blockLen, min(to*blockLen, s.Len()))
	})
	return cmp.Or(errs...)
}

// isPlain reports whether b is printable ASCII.
func isPlain(b []byte) bool {
	const (
		ones  = 0x0101010101010101
		blank = ' ' * ones
		high  = 0x80 * ones
	)
	var seen uint64 // high bits of bytes that are below a blank, or DEL and beyond
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		seen |= w | (w - blank) | (w + ones)
	}
	for _, c := range b {
		seen |= uint64(c) | (uint64(c) - ' ') | (uint64(c) + 1)
	}
	return seen&high == 0
}
