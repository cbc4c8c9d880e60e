package pack

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

const (
	blockLen = 64  // strings between two that share nothing with the one before
	longLen  = 255 // mark of a suffix whose length is spelled out in the text
)

// Strings is a read-only list of strings in front-coded form, in which each string lacks the beginning that it shares with the
// one before it. Reading a string does not decode its whole block, and does not allocate if the caller provides the space. It
// is safe for concurrent use.
type Strings struct {
	shared []uint8 // bytes shared with the string before, 0 at each block's first
	suffix []uint8 // bytes that follow; longLen: longLen + a uvarint at their start
	text   []byte  // the suffixes, one after the other
	blocks []int   // where each block begins in text

	unfit
}

// unfit has 1 plus the number of the first string that is empty or not valid UTF-8, and
// of the first of more than MaxName bytes; 0 if there is none.
type unfit struct{ bad, long int }

// NewStrings returns list in front-coded form. Any order is allowed, but sorted lists are smaller, because neighbours share
// their beginnings.
func NewStrings(list []string) *Strings {
	s := newStrings(len(list))
	var prev, str []byte
	for _, next := range list {
		str = append(str[:0], next...)
		s.add(prev, str)
		prev, str = str, prev
	}
	return s
}

// newStrings returns a list without strings, with room for n.
func newStrings(n int) *Strings {
	return &Strings{shared: make([]uint8, 0, n), suffix: make([]uint8, 0, n)}
}

// add appends str, where prev is the string before it.
func (s *Strings) add(prev, str []byte) {
	n := 0
	if s.Len()%blockLen == 0 {
		s.blocks = append(s.blocks, len(s.text))
	} else {
		n = commonPrefix(prev, str)
	}
	tail := str[n:]
	s.shared, s.suffix = append(s.shared, uint8(n)), append(s.suffix, uint8(min(len(tail), longLen)))
	if len(tail) >= longLen {
		s.text = wire.AppendUvarint(s.text, uint64(len(tail)-longLen))
	}
	s.text = append(s.text, tail...)
	s.note(s.Len(), len(str), utf8.Valid(str))
}

// note remembers what names may not be of string n, counted from 1.
func (u *unfit) note(n, size int, valid bool) {
	if u.bad == 0 && (size == 0 || !valid) {
		u.bad = n
	}
	if u.long == 0 && size > MaxName {
		u.long = n
	}
}

// commonPrefix returns how many bytes a and b begin with alike, at most 255.
func commonPrefix(a, b []byte) int {
	n, most := 0, min(len(a), len(b), 255)
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// Len returns the number of strings.
func (s *Strings) Len() int { return len(s.shared) }

// size returns about how many bytes the list takes in a pack.
func (s *Strings) size() int {
	if s == nil {
		return 0
	}
	return 2*s.Len() + len(s.text)
}

// steps is what reading all strings in order takes, 16 bytes of a string a step.
func (s *Strings) steps() int { return 255/16*s.Len() + len(s.text) }

// Append appends string i to dst. It panics if i is out of range.
func (s *Strings) Append(dst []byte, i int) []byte {
	t, ok := s.tail(i)
	if !ok {
		return s.appendByBlock(dst, i)
	}
	base := len(dst)
	dst = slices.Grow(dst, t.shared+t.size)[:base+t.shared+t.size]
	copy(dst[base+t.shared:], s.text[t.own:t.own+t.size])
	s.head(dst[base:base+t.shared], i, t.pos)
	return dst
}

// Size returns the length of string i in bytes.
func (s *Strings) Size(i int) int {
	if s.suffix[i] == longLen {
		return len(s.At(i))
	}
	return int(s.shared[i]) + int(s.suffix[i])
}

// tail is where a string's own bytes are.
type tail struct {
	pos, own, size int // in the text: where its suffix begins, where the bytes of it do, and their number
	shared         int // bytes before them
}

// tail returns that of string i, or false where long suffixes before it have to
// be read in order.
func (s *Strings) tail(i int) (t tail, ok bool) {
	before := s.suffix[i&^(blockLen-1) : i]
	if bytes.IndexByte(before, longLen) >= 0 {
		return t, false
	}
	t.pos, t.size, t.shared = s.blocks[i/blockLen]+sum(before), int(s.suffix[i]), int(s.shared[i])
	t.own = t.pos
	if t.size == longLen {
		t.size, t.own = s.longSuffix(t.pos)
	}
	return t, true
}

// head fills dst with the bytes that string i, whose suffix begins at pos, shares
// with those above it: they lie in the nearest ones that own them.
func (s *Strings) head(dst []byte, i, pos int) {
	need, suffix := len(dst), s.suffix[:i]
	shared := s.shared[:len(suffix)] // so that no index is checked
	for j := len(suffix) - 1; j >= 0 && need > 0; j-- {
		pos -= int(suffix[j])
		if have := int(shared[j]); have < need {
			copy(dst[have:need], s.text[pos:])
			need = have
		}
	}
}

// appendByBlock is Append among long suffixes, which have to be read in order.
func (s *Strings) appendByBlock(dst []byte, i int) []byte {
	base := len(dst)
	for j, str := range s.Range(i&^(blockLen-1), i+1) {
		if j == i {
			dst = append(dst[:base], str...)
		}
	}
	return dst
}

// sum adds the bytes of b, eight at a time: there are too few for the sums to
// overflow their 16 bits.
func sum(b []uint8) int {
	const low = 0x00ff00ff00ff00ff
	var lanes uint64
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		lanes += w&low + w>>8&low
	}
	total := int(lanes * 0x0001000100010001 >> 48)
	for _, v := range b {
		total += int(v)
	}
	return total
}

// longSuffix returns the length of the long suffix that begins at pos, and where
// its bytes begin.
func (s *Strings) longSuffix(pos int) (size, start int) {
	v, n := binary.Uvarint(s.text[pos:])
	return longLen + int(v), pos + n
}

// At returns string i as a new string.
func (s *Strings) At(i int) string {
	var buf [128]byte
	return string(s.Append(buf[:0], i))
}

// Range yields the strings [from, to) with their numbers. It decodes each string once, and is several times faster than Append.
// The bytes are valid until the next step, and must not be changed.
func (s *Strings) Range(from, to int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		if from >= to {
			return
		}
		cur := make([]byte, 0, 512)
		pos := s.blocks[from/blockLen]
		for i := from &^ (blockLen - 1); i < to; i++ {
			size := int(s.suffix[i])
			if size == longLen {
				size, pos = s.longSuffix(pos)
			}
			cur = append(cur[:s.shared[i]], s.text[pos:pos+size]...)
			pos += size
			if i >= from && !yield(i, cur) {
				return
			}
		}
	}
}

// Find returns the number of the first string that is not below str, and whether it equals str. The strings must be sorted by
// their bytes.
func (s *Strings) Find(str string) (int, bool) {
	var space [128]byte
	buf := space[:0]
	reaches := func(i int) bool {
		buf = s.Append(buf[:0], i)
		return string(buf) >= str
	}
	// First among those that begin blocks, which are the fastest to read.
	block := sort.Search(len(s.blocks), func(b int) bool { return reaches(b * blockLen) })
	from, to := max(block-1, 0)*blockLen, min(block*blockLen, s.Len())
	i := from + sort.Search(to-from, func(k int) bool { return reaches(from + k) })
	return i, i < s.Len() && string(s.Append(buf[:0], i)) == str
}

// AppendBinary appends the binary form of the list, which packs contain. The error is always nil.
func (s *Strings) AppendBinary(dst []byte) ([]byte, error) {
	return slices.Concat(append([][]byte{dst}, s.parts()...)...), nil
}

// parts returns the binary form in pieces that compress best each on its own.
func (s *Strings) parts() [][]byte {
	head := wire.AppendUvarint(nil, uint64(s.Len()))
	head = wire.AppendUvarint(head, uint64(len(s.text)))
	return [][]byte{append(head, s.shared...), s.suffix, s.text}
}
