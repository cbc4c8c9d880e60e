package core_test

import (
	"context"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// TestAgrees asks for mentions that give a name and, in brackets or behind a slash or a comma, something else: another name
// of the same entity, an abbreviation, or what is no name. A name of another entity says that the mention means two.
func TestAgrees(t *testing.T) {
	c := builtPlaces(t, [][]string{
		{"wild marjoram", "oregano"}, {"sweet marjoram", "marjoram"}, {"pot marjoram", "marjoram"}, {"water mint", "Mentha"}, {"winter melon", "WM"},
		{"blue lotus"}, {"lotus"}, {"black locust"}, {"sea buckthorn"}, {"lemon balm"}, {"Silene stenophylla", "S. stenophylla"}, {"barley malts"},
	})
	c.Knowledge = []byte("affix\tunit\tmg\tdose\n")
	n := opened(t, c)
	for _, tt := range []struct{ mention, want string }{ // "" if no reading counts
		{"wild marjoram (oregano)", "wild marjoram"},
		{"oregano/wild marjoram", "wild marjoram"},
		{"marjoram (sweet marjoram)", "sweet marjoram"},
		{"wild marjoram (WM)", "wild marjoram"}, // which names the melon, too
		{"lemon balm (bought in May)", "lemon balm"},
		{"marjoram (pot)", "pot marjoram"},
		{"S. stenophylla B73", "Silene stenophylla"},
		{"malt (barley)", "barley malts"},
		{"barley malt 5 mg", "barley malts"},
		{"oregano, wild marjoram", "wild marjoram"},
		{"wild marjoram, oregano, wild marjoram", "wild marjoram"},
		{"lemon balm [Zitronenmelisse]", "lemon balm"},
		{"potted wild marjoram (WM)", "wild marjoram"},
		{"dark blue lotus (DBL)", ""},
		{"lotus (the blue)", ""}, // blue lotus
		{"wild marjoram (water mint)", ""},
		{"wild marjoram [water mint]", ""},
		{"oregano, water mint", ""},
		{"lemon balm, unknown", ""},
		{"lemon balm/unknown", ""},
		{"lemon balm (2)", ""},
	} {
		a := n.Lookup(tt.mention, core.MaxK)
		var got []string
		for _, m := range a.Matches {
			if m.Stage == core.StageRewritten {
				got = append(got, m.ID)
			}
		}
		if want := []string{"P:" + tt.want}; tt.want == "" && got != nil || tt.want != "" && !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", tt.mention, got, tt.want)
		}
	}
}

// TestDropTargets asks for antibodies, in a list that names an antibody and in one that does not.
func TestDropTargets(t *testing.T) {
	for _, drug := range []string{"anti-IL-5 monoclonal antibody", "siltuximab"} {
		c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: &data.Terminology{Entities: []data.Entity{
			{ID: "D:1", Namespace: "drug", Names: []data.Name{{Text: drug}}},
			{ID: "D:2", Namespace: "drug", Names: []data.Name{{Text: "IL-6"}}},
			{ID: "G:1", Namespace: "gene", Names: []data.Name{{Text: "IL-6"}, {Text: "IL-6 antibody reactive", Kind: pack.KindExact}}},
		}}, Encoder: encodertest.Random(1024, 64), Samples: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Knowledge = []byte("affix\tafter\tantibody\tantibody\naffix\tbefore\tanti\tantibody\naffix\tbinds\tanti\tantibody\naffix\tbinds\tantibody\tantibody\n")
		want := []string{"G:1"}
		if drug == "siltuximab" {
			want = []string{"D:2", "G:1"}
		}
		var got []string
		for _, m := range opened(t, c).Lookup("anti-IL-6 antibody", core.MaxK).Matches {
			if m.Stage == core.StageRewritten {
				got = append(got, m.ID)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("beside %s, anti-IL-6 antibody is read as %q, want %q", drug, got, want)
		}
	}
}

// TestDropNamesakes asks for words that name nothing by themselves, in a pack of two kinds of entities and in one of genes
// alone.
func TestDropNamesakes(t *testing.T) {
	for _, other := range []string{"gene", "other"} {
		c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: &data.Terminology{Entities: []data.Entity{
			{ID: "G:1", Namespace: "gene", Names: []data.Name{{Text: "CTRL"}, {Text: "chymotrypsin like", Kind: pack.KindExact}}},
			{ID: "G:2", Namespace: "gene", Names: []data.Name{{Text: "NOP7"}, {Text: "Why", Kind: pack.KindAlias}}},
			{ID: "O:1", Namespace: other, Names: []data.Name{{Text: "group"}}},
		}}, Encoder: encodertest.Random(1024, 64), Samples: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Knowledge = []byte("affix\tnothing\tctrl\tword of sheets\naffix\tnothing\twhy\tword of sentences\n")
		n := opened(t, c)
		for mention, found := range map[string]bool{"CTRL": true, "ctrl": other == "gene", "why": other == "gene", "Why": true, "cTRL": true, "group": true, "Group": true} {
			a := n.Lookup(mention, 1)
			if got := len(a.Matches) > 0 && a.Matches[0].Stage <= core.StageNormalized; got != found {
				t.Errorf("%q, beside %s: %+v, want a name: %v", mention, other, a.Matches, found)
			}
		}
		a, err := n.LookupWith("ctrl", core.Options{K: 1, Namespaces: []string{"gene"}})
		if err != nil || len(a.Matches) == 0 || a.Matches[0].ID != "G:1" {
			t.Errorf("ctrl, of genes: %+v, %v", a.Matches, err)
		}
	}
}
