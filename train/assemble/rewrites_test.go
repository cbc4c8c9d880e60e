package assemble

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// entries returns the lines of the table of one kind, from and to.
func entries(t *testing.T, kind string) map[string]string {
	t.Helper()
	m := map[string]string{}
	for f := range knowledge.Rewrites() {
		if f[0] == kind {
			m[f[1]] = f[2]
		}
	}
	if len(m) == 0 {
		t.Fatalf("the table has no %s", kind)
	}
	return m
}

// TestRewriteTables requires a line of every kind, and each to be readable.
func TestRewriteTables(t *testing.T) {
	allRewrites(t)
	for _, kind := range []string{"ending", "head", "root", "spelling", "tail", "word"} {
		entries(t, kind)
	}
}

// allRewrites returns those of the whole tables.
func allRewrites(t *testing.T) *names.Rewrites {
	t.Helper()
	return parsed(t, []byte(strings.Join(rewriteLines(), "")))
}

// rewriteLines returns the lines of all tables, in order.
func rewriteLines() (lines []string) {
	for f := range knowledge.Rewrites() {
		lines = append(lines, strings.Join(f, "\t")+"\n")
	}
	slices.Sort(lines)
	return lines
}

// parsed returns the rewrites of a payload of section REWR.
func parsed(t *testing.T, payload []byte) *names.Rewrites {
	t.Helper()
	l, section, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Rewrites: payload}, 0)
	if err != nil {
		t.Fatal(section, err)
	}
	return l.Rewrites
}

// TestWordLists requires of each word that it is looked up as it is written there.
func TestWordLists(t *testing.T) {
	r := allRewrites(t)
	approximate := func(mention string) []string {
		var x names.Text
		x.Read(mention)
		return r.Approximate(&x)
	}
	for adjective, noun := range entries(t, "word") {
		if got := approximate(adjective + " pain"); !slices.Contains(got, noun+" pain") {
			t.Errorf("%s: %q, want %s", adjective, got, noun)
		}
	}
	heads := entries(t, "head")
	for word, general := range heads {
		if got := approximate("kidney " + word); !slices.Contains(got, "kidney "+general) {
			t.Errorf("kidney %s: %q, want kidney %s", word, got, general)
		}
		_, plural := heads[word+"s"]
		_, plural2 := heads[strings.TrimSuffix(word, "y")+"ies"]
		if word[len(word)-1] != 's' && !plural && !plural2 {
			t.Errorf("%s without its plural", word)
		}
	}
	for from, to := range entries(t, "ending") {
		if got := approximate("glutam" + from); !slices.Equal(got, []string{"glutam" + to}) {
			t.Errorf("glutam%s: %q, want glutam%s", from, got, to)
		}
	}
}

// TestWordParts requires every root and tail to be found again in a word of both.
func TestWordParts(t *testing.T) {
	r := allRewrites(t)
	equivalent := func(mention string) string {
		var x names.Text
		x.Read(mention)
		s, _ := r.Equivalent(&x, func(uint32) bool { return false })
		return s
	}
	for root, english := range entries(t, "root") {
		if got := equivalent(root + "opathy"); got != english+" disease" {
			t.Errorf("%sopathy: %q, want %s disease", root, got, english)
		}
	}
	for tail, english := range entries(t, "tail") {
		if got := equivalent("nephro" + tail); got != "kidney "+english {
			t.Errorf("nephro%s: %q, want kidney %s", tail, got, english)
		}
	}
}

// TestSpellings requires each spelling to be that of the other.
func TestSpellings(t *testing.T) {
	r := allRewrites(t)
	for british, american := range entries(t, "spelling") {
		a, b := r.AppendLoose(nil, []byte("x"+british+"x"), 0), r.AppendLoose(nil, []byte("x"+american+"x"), 0)
		if string(a) != string(b) {
			t.Errorf("%s and %s are %s and %s", british, american, a, b)
		}
	}
}

// TestRewritesFor keeps what leads to words that names have.
func TestRewritesFor(t *testing.T) {
	list := []string{"kidney disease", "drug toxicity", "citric acid", "bone and marrow"}
	words := names.CountWords(func(yield func(int, []byte) bool) {
		for i, name := range list {
			if !yield(i, []byte(name)) {
				return
			}
		}
	}, len(list), nil)
	f, err := names.ParseFrequencies(words, len(list))
	if err != nil {
		t.Fatal(err)
	}
	kept := string(rewritesFor(f))
	parsed(t, []byte(kept))
	for line, want := range map[string]bool{
		"root\tnephr\tkidney\n": true, "root\tcardi\theart\n": false, "tail\ttoxic\ttoxicity\n": true, "tail\talgia\tpain\n": false,
		"root\tmyel\tbone marrow\n": true, "root\tthromb\tblood clot\n": false, "word\trenal\tkidney\n": true, "word\thepatic\tliver\n": false,
		"head\tdamage\tdisease\n": true, "ending\tate\tic acid\n": true, "spelling\tae\te\n": true,
	} {
		if !slices.Contains(rewriteLines(), line) {
			t.Errorf("%q is not in the tables", line)
		}
		if got := strings.Contains(kept, line); got != want {
			t.Errorf("%q is kept: %t, want %t", line, got, want)
		}
	}
}
