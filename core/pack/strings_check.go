package pack

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"runtime"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/internal/wire"
)

// parseStrings reads parts of c, at most most strings: see Limits. It checks every
// string, so that reading them later cannot fail, and that all are valid UTF-8. The
// result keeps the reader's bytes.
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
		s.checkStrings(r)
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

// checkStrings decodes every string once, on all processors, blocks of strings each.
func (s *Strings) checkStrings(r *wire.Reader) {
	parts := make([]checked, min(runtime.GOMAXPROCS(0), len(s.blocks)/64+1))
	parallel.Parts(len(parts), len(s.blocks), func(part, from, to int) {
		parts[part] = s.checkPart(from*blockLen, min(to*blockLen, s.Len()))
	})
	for _, p := range parts {
		s.bad, s.long = cmp.Or(s.bad, p.bad), cmp.Or(s.long, p.long)
		if p.fault != "" {
			r.Failf("%s", p.fault)
			return
		}
	}
}

// checked is what checkPart finds.
type checked struct {
	fault string
	unfit
}

// checkPart checks strings [from, to), from being the first of a block. Those of plain
// blocks are valid UTF-8, whatever they share.
func (s *Strings) checkPart(from, to int) (found checked) {
	var cur []byte
	for ; from < to; from += blockLen {
		end := min(from+blockLen, to)
		if !s.plainBlock(from / blockLen) {
			cur = s.checkBlock(&found, cur[:0], from, end)
		} else {
			s.checkPlain(&found, from, end)
		}
		if found.fault != "" {
			break
		}
	}
	return found
}

func (s *Strings) checkPlain(found *checked, from, to int) {
	size := 0
	for i := from; i < to; i++ {
		share := int(s.shared[i])
		if share > size {
			found.fault = sharesTooMuch(i, share, size)
			return
		}
		size = share + int(s.suffix[i])
		if size == 0 {
			found.note(i+1, size, true)
		}
	}
}

// checkBlock decodes every string of a block into cur. Of what a string shares with
// the one before, which is valid UTF-8, no more than the last character is looked at
// again.
func (s *Strings) checkBlock(found *checked, cur []byte, from, to int) []byte {
	pos := s.blocks[from/blockLen]
	for i := from; i < to; i++ {
		share, size := int(s.shared[i]), int(s.suffix[i])
		if share > len(cur) {
			found.fault = sharesTooMuch(i, share, len(cur))
			break
		}
		if size == longLen {
			size, pos = s.longSuffix(pos)
		}
		start := len(names.Cut(names.View(cur), share))
		cur = append(cur[:share], s.text[pos:pos+size]...)
		if !utf8.Valid(cur[start:]) {
			found.fault = fmt.Sprintf("string %d is not valid UTF-8", i)
			break
		}
		pos += size
		found.note(i+1, len(cur), true)
	}
	return cur
}

func sharesTooMuch(i, share, size int) string {
	return fmt.Sprintf("string %d shares %d bytes with one of %d", i, share, size)
}

// plainBlock reports whether the strings of a block are printable ASCII, and none of
// their suffixes long.
func (s *Strings) plainBlock(block int) bool {
	first := block * blockLen
	if bytes.IndexByte(s.suffix[first:min(first+blockLen, s.Len())], longLen) >= 0 {
		return false
	}
	end := len(s.text)
	if block+1 < len(s.blocks) {
		end = s.blocks[block+1]
	}
	return isPlain(s.text[s.blocks[block]:end])
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
