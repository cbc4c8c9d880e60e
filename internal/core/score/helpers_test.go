package score

import (
	"math"
	"runtime"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// table has the rewrites that the tests use.
const table = "spelling\tae\te\nspelling\toe\te\nspelling\tour\tor\n"

// even returns a lexicon in which all words weigh the same, with these synonyms of
// strength 204/255.
func even(t testing.TB, synonyms ...[2]string) *names.Lexicon {
	t.Helper()
	var list []names.Synonym
	for _, s := range synonyms {
		a, b := names.HashWord(s[0]), names.Hash(s[1])
		list = append(list, names.Synonym{A: min(a, b), B: max(a, b), Strength: 204})
	}
	return lexicon(t, []byte{0}, list, 0)
}

// counted returns the lexicon of a list of names.
func counted(t testing.TB, list []string) *names.Lexicon {
	t.Helper()
	words := names.CountWords(func(yield func(int, []byte) bool) {
		for i, name := range list {
			if !yield(i, []byte(name)) {
				return
			}
		}
	}, len(list), nil)
	return lexicon(t, words, nil, len(list))
}

func lexicon(t testing.TB, words []byte, synonyms []names.Synonym, rows int) *names.Lexicon {
	t.Helper()
	l, _, err := names.ParseLexicon(names.Sections{Words: words, Synonyms: names.AppendSynonyms(nil, synonyms), Rewrites: []byte(table)}, rows)
	if err != nil {
		t.Fatal(err)
	}
	return &l
}

// asked returns a mention, read, with rules switched off.
func asked(l *names.Lexicon, mention string, off ...names.Rule) *Query {
	var q Query
	for _, r := range off {
		q.Off = q.Off.With(r)
	}
	q.Read(l, mention, names.AppendForm(nil, mention))
	return &q
}

// named returns a name as features see it.
func named(l *names.Lexicon, name string) *names.Text {
	var t names.Text
	t.Read(name)
	l.Weigh(&t)
	return &t
}

// nameFeatures returns the features of a name for a mention.
func nameFeatures(l *names.Lexicon, mention, name string, off ...names.Rule) (f [NumFeatures]float32) {
	c := Candidate{Stage: StageNormalized}
	r := NameReader{Commonness: func([]byte, int32) float32 { return 0 }}
	r.NameFeatures(asked(l, mention, off...), &c, name)
	return c.Features
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) <= 1e-6 }

func square(x float32) float32 { return x * x }

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
