package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// rewritesFor returns the part of the vocabulary of query rewriting whose results have words that names know, and more lines, in
// order: the payload of a pack's section REWR. Of lines that rewrite the same, the vocabulary's counts, and then the first.
func rewritesFor(f names.Frequencies, more ...string) []byte {
	var lines []string
	taken := map[string]bool{}
	add := func(line string) {
		if key := line[:strings.LastIndexByte(line, '\t')]; !taken[key] {
			taken[key] = true
			lines = append(lines, line)
		}
	}
	for row := range knowledge.Rewrites() {
		if keepsRewrite(f, row[0], row[2]) {
			add(strings.Join(row, "\t") + "\n")
		}
	}
	for _, line := range more {
		add(line)
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
