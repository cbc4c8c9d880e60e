package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// rewritesFor returns the part of the vocabulary of query rewriting whose results have words that names know, and
// more lines, in order: the payload of a pack's section REWR.
func rewritesFor(f names.Frequencies, more []string) []byte {
	lines := slices.Clone(more)
	for row := range knowledge.Rewrites() {
		if keepsRewrite(f, row[0], row[2]) {
			lines = append(lines, strings.Join(row, "\t")+"\n")
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}

// keepsRewrite reports whether names have the words that an entry gives. What "ending"
// gives begins inside of a word.
func keepsRewrite(f names.Frequencies, kind, to string) bool {
	switch kind {
	case "spelling":
		return true
	case "ending":
		_, to, _ = strings.Cut(to, " ")
	}
	return !slices.ContainsFunc(strings.Fields(to), func(word string) bool { return !f.Known(names.HashWord(word)) })
}
