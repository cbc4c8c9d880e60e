package pack

import "slices"

// Batch reads many strings from all over a list together: each step handles all of them, so that the processor waits for many
// reads of memory at the same time. The zero value is ready for use. Read reuses its memory.
type Batch struct {
	text  []byte
	ends  []int // of each string in text
	tails []tail
	seen  byte // what touch read, so that the compiler keeps the reads
}

// Read reads the strings with the given numbers. It panics if a number is out of range.
func (b *Batch) Read(s *Strings, numbers []int32) {
	b.ends, b.tails = b.ends[:0], b.tails[:0]
	b.touch(s, numbers)
	size := 0
	for _, i := range numbers {
		t, ok := s.tail(int(i))
		if !ok { // rare, and its length is not known before it is read
			b.text, b.ends = b.text[:0], b.ends[:0]
			for _, i := range numbers {
				b.text = s.Append(b.text, int(i))
				b.ends = append(b.ends, len(b.text))
			}
			return
		}
		size += t.shared + t.size
		b.tails, b.ends = append(b.tails, t), append(b.ends, size)
	}
	b.text = slices.Grow(b.text[:0], size)[:size]
	for k := range b.tails {
		if t := &b.tails[k]; t.size > 0 {
			b.seen += s.text[t.own]
		}
	}
	for k, end := range b.ends {
		t := &b.tails[k]
		copy(b.text[end-t.size:end], s.text[t.own:])
	}
	for k, i := range numbers {
		t := &b.tails[k]
		own := b.ends[k] - t.size
		s.head(b.text[own-t.shared:own], int(i), t.pos)
	}
}

// touch reads the places of all strings, so that the processor loads them at the same time. Finding one string takes so many
// instructions that the processor would load only a few ahead.
func (b *Batch) touch(s *Strings, numbers []int32) {
	for _, i := range numbers {
		b.seen += s.suffix[i] + s.shared[i] + byte(s.blocks[i/blockLen])
	}
}

// At returns string k of those that Read read. It is valid until the next Read, and must not be changed.
func (b *Batch) At(k int) []byte {
	start := 0
	if k > 0 {
		start = b.ends[k-1]
	}
	return b.text[start:b.ends[k]]
}
