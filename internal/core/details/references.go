package details

import (
	"bytes"
	"iter"
	"slices"
	"strings"
)

// What the index of references may read and hold: a list with more has none. A reference takes eight bytes.
const (
	maxIndexed    = 256 << 20 // bytes of lines
	maxReferences = 8 << 20
)

// Referring yields the ids that have a reference whose part behind the prefix is local, in any case, each with the reference.
// The first call reads all blocks.
func (d *List) Referring(local string) iter.Seq2[string, string] {
	return func(yield func(id, reference string) bool) {
		key := hash([]byte(local)) << 32
		index := d.references()
		at, _ := slices.BinarySearch(index, key)
		for ; at < len(index) && index[at]>>32 == key>>32; at++ {
			text, err := d.text(int(uint32(index[at])))
			if err != nil {
				continue
			}
			for line, reference := range references(text) {
				if _, part := CutReference(string(reference)); !strings.EqualFold(part, local) {
					continue
				}
				if id, _, _ := bytes.Cut(line, []byte{'\t'}); !yield(string(id), string(reference)) {
					return
				}
			}
		}
	}
}

// CutReference returns the prefix of a reference and what is behind its last colon: HGNC and 5 of HGNC:HGNC:5.
func CutReference(reference string) (prefix, local string) {
	prefix, _, _ = strings.Cut(reference, ":")
	return prefix, reference[strings.LastIndexByte(reference, ':')+1:]
}

// indexReferences returns the hash of what is behind the prefix of each reference, with the number of its block, ascending.
func (d *List) indexReferences() (index []uint64) {
	read := 0
	for i := range d.blocks {
		if read += int(d.blocks[i].raw); read > maxIndexed || len(index) > maxReferences {
			return nil
		}
		text, err := d.text(i)
		if err != nil {
			continue
		}
		for _, reference := range references(text) {
			_, local := CutReference(string(reference))
			index = append(index, hash([]byte(local))<<32|uint64(i))
		}
	}
	slices.Sort(index)
	return slices.Clip(slices.Compact(index))
}

// references yields the lines of a block, each with each of its references.
func references(text []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(line, reference []byte) bool) {
		for line := range bytes.Lines(text) {
			for reference := range bytes.FieldsSeq(line[bytes.LastIndexByte(line, '\t')+1:]) {
				if !yield(line, reference) {
					return
				}
			}
		}
	}
}

// hash is FNV-1a of a text, of 32 bits, whatever the case of its letters of ASCII.
func hash(text []byte) (h uint64) {
	h = 2166136261
	for _, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		h = (h ^ uint64(c)) * 16777619 & (1<<32 - 1)
	}
	return h
}
