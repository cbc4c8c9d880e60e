package assemble

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/tag"
)

// knownTables returns how many rows of each table a pack has, and requires that they can be read.
func knownTables(t *testing.T, c *pack.Contents) map[string]int {
	t.Helper()
	if _, _, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Knowledge: c.Knowledge}, 0); err != nil {
		t.Error(err)
	}
	rows := map[string]int{}
	for line := range strings.Lines(string(c.Knowledge)) {
		table, _, _ := strings.Cut(line, "\t")
		rows[table]++
	}
	return rows
}

// TestKnowledgeFor builds lists of several fields, each of these names and of 40 more.
func TestKnowledgeFor(t *testing.T) {
	of, foreign := map[string]int{}, map[string]int{}
	knowledge.Section(func(table string, row []string) bool {
		if of[table]++; table == "foreign" {
			foreign[row[3]]++
		}
		return false
	})
	ofField := func(groups, ions int) map[string]int {
		all := map[string]int{"affix": of["affix"], "trigger": of["trigger"], "ward": of["ward"], "group": groups, "ion": ions}
		maps.DeleteFunc(all, func(_ string, n int) bool { return n == 0 })
		return all
	}
	for what, tt := range map[string]struct {
		names, like string // like: a format for the others
		recipe      Recipe
		want        map[string]int
	}{
		"a shop":                   {"Gold, Silver, MAP2K1, ALK", "Printer X%d00", Recipe{}, nil},
		"two kinases and one more": {"MAP2K1, MAP2K2, MAPK3, gold, Copper", "part %d", Recipe{}, ofField(1, 2)}, // MEK, but no ERK
		"one protein":              {"MAP2K1, TNFRSF1A", "part %d", Recipe{}, nil},
		"as stated":                {"gold, BCR", "part %d", Recipe{Types: tag.Stated{All: "Chemical"}}, ofField(0, 1)},
		"a shop in Spain":          {"Impresora", "Cable de %d metros", Recipe{}, map[string]int{"foreign": foreign["es"]}},
		"a clinic in Germany":      {"Fieber", "Bruch des Wirbels %d", Recipe{}, map[string]int{"foreign": foreign["de"]}},
		"a shop of the lab":        {"gold", "Printer X%d00", Recipe{Types: tag.Stated{All: tag.NoType}}, nil},
	} {
		terms := &data.Terminology{}
		list := strings.Split(tt.names, ", ")
		for i := range 40 {
			list = append(list, fmt.Sprintf(tt.like, i))
		}
		for i, name := range list {
			terms.Entities = append(terms.Entities, data.Entity{ID: fmt.Sprintf("X:%d", i), Namespace: "X", Names: []data.Name{{Text: name}}})
		}
		c, _ := run(t, tt.recipe, terms)
		if got := knownTables(t, c); !maps.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", what, got, tt.want)
		}
	}
}
