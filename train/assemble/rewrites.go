package assemble

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// rewriteTable is the vocabulary of query rewriting, all there is of it: lines of kind,
// from and to, as package names reads them.
//
//	spelling  letters that British and American English write differently
//	ending    what words end with, and the ending of what they are a form of
//	root      beginning of a Greek or Latin compound, less a vowel between its parts
//	tail      its end
//	word      an adjective, and the noun that names have
//	head      last word of a mention that means no more than the other
//
//go:embed rewrites.tsv
var rewriteTable string

// rewritesFor returns the part of the table whose results have words that names know, and
// more lines, in order: the payload of a pack's section REWR.
func rewritesFor(f names.Frequencies, more []string) []byte {
	lines := slices.Clone(more)
	for line := range strings.Lines(rewriteTable) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if keepsRewrite(f, fields[0], fields[2]) {
			lines = append(lines, line)
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
