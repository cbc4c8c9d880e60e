package translate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/translation"
)

// Lend adds to tables what those of a lender know of more words and languages, as far as it leads to words of the list.
func Lend(to, lender *translation.Tables) {
	for _, l := range lender.Languages {
		i := slices.IndexFunc(to.Languages, func(t *translation.Table) bool { return t.Tag == l.Tag })
		if i < 0 {
			i, to.Languages = len(to.Languages), append(to.Languages, &translation.Table{Tag: l.Tag})
		}
		t := to.Languages[i]
		own := map[string]bool{}
		for _, e := range t.Entries {
			own[e.Key] = true
		}
		for _, e := range l.Entries {
			if options := numbered(spelled(e.Options, lender.Words), to.Words); !own[e.Key] && len(options) > 0 {
				t.Entries = append(t.Entries, translation.Entry{Key: e.Key, Options: options})
			}
		}
		slices.SortFunc(t.Entries, func(a, b translation.Entry) int { return cmp.Compare(a.Key, b.Key) })
	}
	slices.SortFunc(to.Languages, func(a, b *translation.Table) int { return cmp.Compare(a.Tag, b.Tag) })
}

// spelled returns options with their words spelled out.
func spelled(options []translation.Option, words []string) (out []option) {
	for _, o := range options {
		var to []string
		for _, w := range o.Words {
			to = append(to, words[w])
		}
		out = append(out, option{o.P, strings.Join(to, " ")})
	}
	return out
}
