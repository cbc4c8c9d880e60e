package annotate_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/knowledge"
)

// today is the default pack with today's triggers and affixes.
var today = sync.OnceValue(func() *core.Normalizer {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		panic(err)
	}
	lines := slices.Collect(strings.Lines(string(c.Knowledge)))
	lines = slices.DeleteFunc(lines, func(l string) bool {
		return strings.HasPrefix(l, "trigger\t") || strings.HasPrefix(l, "ward\t") || strings.HasPrefix(l, "affix\t")
	})
	rows := string(knowledge.Section(func(table string, _ []string) bool { return table == "trigger" || table == "affix" || table == "ward" }))
	lines = slices.Sorted(slices.Values(slices.AppendSeq(lines, strings.Lines(rows))))
	c.Knowledge = []byte(strings.Join(lines, ""))
	n, err := core.New(c)
	if err != nil {
		panic(err)
	}
	return n
})

var withTables = sync.OnceValue(func() *annotate.Annotator {
	a, err := annotate.New(today())
	if err != nil {
		panic(err)
	}
	return a
})

// unmended are lines of notes, by their beginnings, that fail: models find no drug behind "start".
var unmended = []string{"A/P: pneumonia, start"}

// TestNotes annotates lines of notes.
func TestNotes(t *testing.T) {
	table, err := os.ReadFile("testdata/notes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for row := range knowledge.Rows(string(table)) {
		text := strings.ReplaceAll(row[1], `\n`, "\n")
		got := strings.Split(strings.ReplaceAll(saying(t, withTables(), text), "\n", `\n`), ", ")
		has := func(s string) bool {
			none := strings.HasPrefix(s, "!")
			s = strings.TrimPrefix(s, "!")
			return none == !slices.ContainsFunc(got, func(g string) bool { return g == s || none && strings.TrimLeft(g, "-?<@") == s })
		}
		right := true
		for want := range strings.SplitSeq(row[2], ", ") {
			right = right && slices.ContainsFunc(strings.Split(want, "|"), has)
		}
		if fails := slices.ContainsFunc(unmended, func(u string) bool { return strings.HasPrefix(row[1], u) }); right == fails {
			t.Errorf("%s %q:\n%q, want\n%q", row[0], row[1], strings.Join(got, ", "), row[2])
		}
	}
}

// saying returns the spans of a text, with what is said of them.
func saying(t *testing.T, a *annotate.Annotator, text string) string {
	var out []string
	for s := range strings.SplitSeq(shown(t, a, text, annotate.Options{}), "|") {
		if i := strings.LastIndex(s, " "); i > 0 {
			s = s[:i]
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// TestStrengths takes strengths off names of drugs alone.
func TestStrengths(t *testing.T) {
	for mention, want := range map[string]bool{"Augmentin 875": true, "losartan 50 daily": true, "Augmentin 874": false, "asthma 10": false, "mouse 40": false} {
		if a := today().Lookup(mention, 1); a.NIL == want {
			t.Errorf("%q: %+v", mention, a)
		}
	}
}

// TestSays tells of mentions what Annotate would.
func TestSays(t *testing.T) {
	says := annotate.Says(today())
	for mention, want := range map[string]annotate.Assertion{
		"no fever":                           {Negated: true},
		"Fever: none":                        {Negated: true},
		"r/o stroke":                         {Hypothetical: true},
		"stroke not excluded":                {Hypothetical: true},
		"FH: gout":                           {OfOther: true},
		"h/o gout":                           {Past: true},
		"no family history of breast cancer": {Negated: true, OfOther: true},
		"gout, no fever":                     {},
		"small fever":                        {},
		"no":                                 {},
		"":                                   {},
	} {
		if got := says(mention); got != want {
			t.Errorf("%q: %+v", mention, got)
		}
	}
}
