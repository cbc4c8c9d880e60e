package assemble

import (
	"fmt"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// reversed is a terminology whose second names are the first with the letters of each word reversed, which only an encoder
// of its own can know.
func reversed(adjectives, nouns []string) *data.Terminology {
	turn := func(s string) string {
		b := []byte(s)
		slices.Reverse(b)
		return string(b)
	}
	t := &data.Terminology{}
	for i, a := range adjectives {
		for k, n := range nouns {
			t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("X:%d", i*len(nouns)+k), Namespace: "X", Names: []data.Name{
				{Text: a + " " + n, Kind: pack.KindPrimary}, {Text: turn(a) + " " + turn(n), Kind: pack.KindAlias}}})
		}
	}
	return t
}

// TestBetter keeps an encoder of the list where it finds names that the one at hand does not, and trains none where that
// cannot be told or the pack at hand has the list.
func TestBetter(t *testing.T) {
	adjectives := []string{"amber", "brisk", "copper", "dusty", "early", "frozen", "golden", "hollow", "indigo", "jagged", "kindly", "lunar", "mellow", "narrow", "oblong", "purple", "quiet", "rustic", "silver", "tender",
		"upright", "velvet", "wooden", "yellow", "zesty", "brittle", "crimson", "drowsy", "elastic", "fragile", "granite", "humble"}
	nouns := []string{"anchor", "bucket", "candle", "drawer", "engine", "funnel", "garnet", "hammer", "island", "jacket", "kettle", "ladder", "mirror", "needle", "orchard", "pillow", "quarry", "ribbon", "saddle", "turbine",
		"urn", "violin", "wagon", "yarn", "zipper", "barrel", "chisel", "dagger", "emblem", "fossil", "goblet", "helmet"}
	long := reversed(adjectives, nouns)
	_, rep := run(t, Recipe{Train: Better}, long)
	if e := rep.Encoders; !e.Kept() || e.Names < heldOutLeast || e.Own < 0.5 || e.Base > 0.2 {
		t.Errorf("%+v", e)
	}
	_, rep = run(t, Recipe{Train: Better}, reversed(adjectives[:4], nouns))
	if e := rep.Encoders; e.Kept() || e.Names != 0 {
		t.Errorf("few names: %+v", e)
	}
	c, _ := run(t, Recipe{}, long)
	if !knows(c, long) || knows(c, genes()) {
		t.Error("a pack does not know its own list, or knows another")
	}
}
