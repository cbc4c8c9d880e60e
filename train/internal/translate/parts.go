package translate

import (
	"maps"
	"slices"
	"strings"
)

// Bytes of a compound that is taken apart, and of its parts.
const (
	minCompound = 8
	minPart     = 4
)

// takeApart counts what the parts of compounds stand for: of a word that stands for several, the part beside one whose meaning
// is known stands for the rest. Hornhauttrübung is a corneal opacity and Trübung an opacity, so that Hornhaut is corneal.
func (n counts) takeApart() {
	found := counts{}
	for _, word := range slices.Sorted(maps.Keys(n)) {
		if strings.Contains(word, " ") || len(word) < minCompound {
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(n[word])) {
			if strings.Contains(to, " ") {
				n.parts(word, strings.Fields(to), found)
			}
		}
	}
	for _, part := range slices.Sorted(maps.Keys(found)) {
		if n[part] == nil {
			n[part] = found[part]
		}
	}
}

// parts adds to found what one part of a compound means, if the other one is a word with one of the meanings.
func (n counts) parts(word string, means []string, found counts) {
	for at := minPart; at <= len(word)-minPart; at++ {
		for _, part := range [...][2]string{{word[:at], word[at:]}, {word[at:], word[:at]}} {
			for i, m := range means {
				if n[part[1]][m] > 0 {
					found.add(part[0], strings.Join(slices.Concat(means[:i], means[i+1:]), " "))
				}
			}
		}
	}
}
