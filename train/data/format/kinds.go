package format

import (
	"slices"

	"github.com/normlet/normlet/core/pack"
)

// sourceKinds maps the words of source databases to our kinds. If several names of an entity are
// primary, the first wins.
var sourceKinds = vocabulary("kind", pack.ParseKind)

// ParseKind returns the kind of a kind column; an absent one is an alias.
func ParseKind(s string) (pack.Kind, bool) {
	if len(s) == 0 {
		return pack.KindAlias, true
	}
	if k, ok := sourceKinds[s]; ok {
		return k, true
	}
	return pack.ParseKind(s)
}

// IsFullName reports whether a word of a kind column marks the full name of a symbol.
func IsFullName(s string) bool { return slices.Contains(fullNames, s) }

var fullNames = []string{FullName, "description", "gene_info_description", "gene_info_full_name", "hgnc_name"}

// FullName is the word of our own files for it.
const FullName = "full_name"
