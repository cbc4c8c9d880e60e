package details

import (
	"bytes"
	"slices"
	"strings"
)

// What the index of references may read and hold: a list with more has none. A reference takes eight bytes.
const (
	maxIndexed    = 256 << 20 // bytes of lines
	maxReferences = 8 << 20
)

// Reference is an id elsewhere that an entity has.
type Reference struct{ ID, Reference string }

// Referring returns the references whose part behind the prefix is local, in any case. The first call reads all blocks.
func (d *List) Referring(local string) (found []Reference) {
	key, index := hash(local)<<32, d.references()
	for at, _ := slices.BinarySearch(index, key); at < len(index) && index[at]>>32 == key>>32; at++ {
		d.eachReference(int(uint32(index[at])), func(line, reference []byte) {
			if _, part := CutReference(string(reference)); strings.EqualFold(part, local) {
				id, _, _ := bytes.Cut(line, []byte{'\t'})
				found = append(found, Reference{string(id), string(reference)})
			}
		})
	}
	return found
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
		d.eachReference(i, func(_, reference []byte) {
			_, local := CutReference(string(reference))
			index = append(index, hash(local)<<32|uint64(i))
		})
	}
	slices.Sort(index)
	return index
}

// eachReference gives f the lines of a block, each with each of its references.
func (d *List) eachReference(block int, f func(line, reference []byte)) {
	text, _ := d.text(block) // none of a damaged block
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		for _, reference := range bytes.Fields(line[bytes.LastIndexByte(line, '\t')+1:]) {
			f(line, reference)
		}
		text = rest
	}
}

// hash is FNV-1a of a text, of 32 bits, whatever the case of its letters of ASCII.
func hash(text string) (h uint64) {
	h = 2166136261
	for i := range len(text) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		h = (h ^ uint64(c)) * 16777619 & (1<<32 - 1)
	}
	return h
}
