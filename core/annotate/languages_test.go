package annotate_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/knowledge"
)

// spoken returns an Annotator of the names of the default pack, with the triggers of all languages, or of English alone.
func spoken(t *testing.T, tables ...string) *annotate.Annotator {
	t.Helper()
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	c.Tagger, c.Knowledge = nil, knowledge.Section(func(table string, _ []string) bool { return slices.Contains(tables, table) })
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	a, err := annotate.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestLanguages: the words of a text tell in which language it denies and supposes.
func TestLanguages(t *testing.T) {
	table, err := os.ReadFile("testdata/languages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all, english := spoken(t, "trigger", "foreign"), spoken(t, "trigger")
	for row := range knowledge.Rows(string(table)) {
		text := strings.ReplaceAll(row[0], `\n`, "\n")
		got, want := strings.Split(saying(t, all, text), ", "), strings.Split(row[1], ", ")
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q, want %q", text, got, w)
			}
		}
		for s := range strings.SplitSeq(saying(t, english, text), ", ") {
			if strings.ContainsAny(s, "-?<@") && !slices.Contains(want, s) {
				t.Errorf("%q by triggers of English: %q", text, s)
			}
		}
	}
}
