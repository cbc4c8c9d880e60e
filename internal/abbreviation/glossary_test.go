package abbreviation

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGlossary compares expansions with those of the function expand, for mentions and
// definitions put together at random from few letters, so that short forms repeat, hold
// each other, and stand beside letters, plurals and marks.
func TestGlossary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"A", "B", "AT", "s", "-", " ", "é", "\xff", "1", "(", "AB", "x", ""}
	random := func(most int) string {
		var b strings.Builder
		for range rng.IntN(most) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		return b.String()
	}
	expanded := 0
	for range 20000 {
		var definitions []Definition
		for range rng.IntN(8) {
			long := random(5)
			if rng.IntN(4) == 0 {
				long = strings.Repeat("l", maxExpanded-6+rng.IntN(8)) // may leave no room
			}
			definitions = append(definitions, Definition{Short: cmp.Or(random(4), "A"), Long: long})
		}
		mention, others := random(8), definitions[rng.IntN(len(definitions)+1):]
		g := NewGlossary(definitions[:len(definitions)-len(others)])
		want, wantOK := expand(mention, definitions)
		if got, ok := g.Expand(mention, others...); got != want || ok != wantOK {
			t.Fatalf("%q with %d of %+v in the glossary: %q, %v; want %q, %v", mention, len(g.definitions), definitions, got, ok, want, wantOK)
		}
		if wantOK {
			expanded++
		}
	}
	if expanded < 1000 {
		t.Errorf("only %d mentions expanded: the test says little", expanded)
	}
	if got, ok := NewGlossary(nil).Expand("AT"); got != "AT" || ok {
		t.Errorf("without definitions %q, %v", got, ok)
	}
}

// TestGlossaryOfOneShortForm keeps of definitions of a short form those that can count.
func TestGlossaryOfOneShortForm(t *testing.T) {
	var definitions []Definition
	for i := range 1000 {
		definitions = append(definitions, Definition{Short: "AT", Long: fmt.Sprintf("ataxia number %d", i)})
	}
	g := NewGlossary(append(definitions, Definition{Short: "AT", Long: "ataxia"}))
	if len(g.definitions) != 2 || len(g.in("AT and ATs")) != 2 {
		t.Errorf("%+v of 1001 definitions are kept, %+v found", g.definitions, g.in("AT and ATs"))
	}
}
