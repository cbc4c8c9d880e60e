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
	s := cutStrings(r, m, limit, most)
	if err := s.findBlocks(); err != nil {
		r.Failf("%v", err)
	}
	if r.Err() == nil && !c.trusted {
		s.checkStrings(r)
	}
	if r.Err() != nil {
		return &Strings{}
	}
	return s
}

// parseNames is parseStrings of names, whose text may still be missing.
func parseNames(c *Contents, r *wire.Reader, m *Meter) *Strings {
	if c.later == nil {
		return parseStrings(c, r, m, "Rows", m.Rows)
	}
	s := cutStrings(r, m, "Rows", m.Rows)
	c.later.findBlocks = s.findBlocks
	return s
}

// cutStrings returns the parts of a list, except where its blocks begin.
func cutStrings(r *wire.Reader, m *Meter, limit string, most int) *Strings {
	count := r.Count(2) // a string takes two lengths at least
	size := r.Count(1)
	if !m.within(r, limit, count, most) || !m.take(r, 2*count+size, 8*(count/blockLen+1)) {
		return &Strings{}
	}
	s := &Strings{shared: r.Bytes(count), suffix: r.Bytes(count), text: r.Bytes(size)}
	if r.Err() != nil {
		return &Strings{}
	}
	return s
}

// findBlocks fills in where the blocks begin, and checks that the strings have all of
// the text.
func (s *Strings) findBlocks() error {
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
		return fmt.Errorf("text of the strings: %v", err)
	}
	return nil
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

// checkPart checks strings [from, to), from being the first of a block. Blocks of ASCII are valid UTF-8, whatever their
// strings share; others are decoded. Of what a string shares with the one before, which is valid UTF-8, no more than
// the last character is looked at again.
func (s *Strings) checkPart(from, to int) (found checked) {
	var cur []byte
	length, pos, ascii := 0, 0, false // of the string before, of what follows in the text
	for i := from; i < to; i++ {
		if i%blockLen == 0 {
			block := i / blockLen
			pos, length, ascii = s.blocks[block], 0, isASCII(s.text[s.blocks[block]:s.blockEnd(block)])
		}
		share, size := int(s.shared[i]), int(s.suffix[i])
		if share > length {
			found.fault = fmt.Sprintf("string %d shares %d bytes with one of %d", i, share, length)
			break
		}
		if size == longLen {
			size, pos = s.longSuffix(pos)
		}
		if !ascii {
			start := len(names.Cut(names.View(cur[:length]), share))
			cur = append(cur[:share], s.text[pos:pos+size]...)
			if !utf8.Valid(cur[start:]) {
				found.fault = fmt.Sprintf("string %d is not valid UTF-8", i)
				break
			}
		}
		pos, length = pos+size, share+size
		found.note(i+1, length, true)
	}
	return found
}

// blockEnd returns where the text of a block ends.
func (s *Strings) blockEnd(block int) int {
	if block+1 < len(s.blocks) {
		return s.blocks[block+1]
	}
	return len(s.text)
}

func isASCII(b []byte) bool {
	var seen uint64
	for ; len(b) >= 8; b = b[8:] {
		seen |= binary.LittleEndian.Uint64(b)
	}
	for _, c := range b {
		seen |= uint64(c)
	}
	return seen&0x8080808080808080 == 0
}
