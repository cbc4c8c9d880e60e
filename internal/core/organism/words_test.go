package organism

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

const human, mouse = "9606", "10090"

// known are the organisms of the table.
var known = func() []names.Organism {
	l, _, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Knowledge: knowledge.Section(func(table string, _ []string) bool { return table == "organism" })}, 0)
	if err != nil {
		panic(err)
	}
	return l.Organisms
}()

var words = newVocabulary(known)

// TestOrganismTable reads the table: its numbers and words are such as the functions look for, and no word is there twice.
func TestOrganismTable(t *testing.T) {
	all := 0
	for _, o := range known {
		for _, word := range slices.Concat(o.Names, o.Hints) {
			if all++; word != strings.ToLower(word) || len(word) < 2 || strings.ContainsFunc(word, separatesWords) {
				t.Errorf("%s: %q is never looked for", o.Taxon, word)
			}
		}
		if x := words.expectedOf(o.Taxon); !(x > 0 && x <= 1) || words.taxonOf(o.Taxon) != o.Taxon {
			t.Errorf("%s is expected %v", o.Taxon, x)
		}
	}
	if len(known) < 5 || all != len(words.words) || words.expectedOf("1") != rarest {
		t.Errorf("%d organisms, %d words, %d different ones", len(known), all, len(words.words))
	}
}

func TestTaxonOf(t *testing.T) {
	for name, want := range map[string]string{
		"10090": "10090", " mouse ": "10090", "Mus musculus": "10090", "NCBITaxon:7955": "7955", "taxid: 9606": "9606",
		"Homo sapiens": "9606", "deficient": "", "unicorn": "", "": "", ":": "",
	} {
		if got := words.taxonOf(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestWithout(t *testing.T) {
	for mention, want := range map[string]string{"mouse Bax": "Bax", " Human TP53 gene": "TP53 gene", "Bax": "", "mouse": "", "14 kDa": "", "risk Bax": "", "": ""} {
		if got := words.Without(mention); got != want {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
}

// TestEachSaid has what a text says of organisms, beside what it says of the human in any case.
func TestEachSaid(t *testing.T) {
	far := strings.Repeat("x ", 5000)
	named, twice := namedWorth+oftenWorth*math.Log(2), namedWorth+oftenWorth*math.Log(3)
	for _, tt := range []struct {
		text, mention string
		want          map[string]float64
	}{
		{"", "Bax", map[string]float64{}},
		{"", "mouse Bax", map[string]float64{mouse: ownWorth}},
		{"", "deficient Bax", map[string]float64{}}, // a hint is part of names
		{"BAX. Of mice", "BAX", map[string]float64{mouse: named}},
		{"BAX. Of Mice and MICE", "BAX", map[string]float64{mouse: twice}},
		{"BAX acts. Mice", "BAX acts", map[string]float64{mouse: named}},
		{"MIce\nBAX", "BAX", map[string]float64{mouse: named + titleWorth}},
		{"BAX\nMIce", "BAX", map[string]float64{mouse: named}},
		{"BAX is found in mice.", "BAX", map[string]float64{mouse: named + sentenceWorth}},
		{"mice lack BAX.", "BAX", map[string]float64{mouse: named + sentenceWorth}},
		{"murine BAX", "BAX", map[string]float64{mouse: named + sentenceWorth + beforeWorth}},
		{"BAX of mice", "BAX", map[string]float64{mouse: named + sentenceWorth + behindWorth}},
		{"BAX in mice " + far + ". BAX", "BAX", map[string]float64{mouse: named + sentenceWorth + behindWorth}},
		{"BAX in a cohort", "BAX", map[string]float64{human: hintWorth * math.Ln2}},
		{"BAX: genotype, genotype, snp", "BAX", map[string]float64{human: hintWorth * math.Log(3)}},
		{"mouseBAX micé zebrafishes", "BAX", map[string]float64{}},
		{"mice " + far, "BAX", map[string]float64{mouse: named * aboutWords / 5001}}, // a text of something else
		{"mouse liver", "BAX", map[string]float64{mouse: named}},
		{"IL-2 and -4. Mice", "IL-4", map[string]float64{mouse: named}}, // its first word is there
		{"Bax. Mice", "Bax", map[string]float64{mouse: named, human: symbolWorth}},
	} {
		got := map[string]float64{}
		new(Text).eachSaid(tt.text, tt.mention, words, func(taxon string, worth float64, _ bool) { got[taxon] += worth })
		if got[human] -= humanWorth; tt.text == "" {
			got[human] = 0
		}
		for _, taxon := range []string{human, mouse} {
			if x, want := got[taxon], tt.want[taxon]; !(math.Abs(x-want) < 1e-9) {
				t.Errorf("%s in %.40q: %v for %s, want %v", tt.mention, tt.text, x, taxon, want)
			}
			delete(got, taxon)
		}
		if len(got) > 0 {
			t.Errorf("%s in %.40q: %v, too", tt.mention, tt.text, got)
		}
	}
}

func TestLikeMouse(t *testing.T) {
	for mention, want := range map[string]bool{
		"Tnf": true, "Cdkn1a": true, "Il-6": true, "H2-k1": false, "TNF": false, "tnf": false, "insulin": false, "Insulin": false, "Tumor 1": false, "T": false, "": false, "Té": false,
	} {
		if likeMouse(mention) != want {
			t.Errorf("%q: want %v", mention, want)
		}
	}
}

// FuzzEachSaid: whatever a text is, what it says is finite and does not depend on what was read before.
func FuzzEachSaid(f *testing.F) {
	f.Add("Bax of mice\nand of men: BAX, Sox9", "Bax")
	f.Add("", "mouse mouse")
	f.Add("\xff\x00mice", "\xff")
	reused := new(Text)
	f.Fuzz(func(t *testing.T, text, mention string) {
		var said [2][]float64
		for i, x := range []*Text{new(Text), reused} {
			x.eachSaid(text, mention, words, func(taxon string, worth float64, _ bool) {
				if said[i] = append(said[i], worth); !(math.Abs(worth) < 1000) || taxon == "" {
					t.Errorf("%q: %v", taxon, worth)
				}
			})
		}
		if !slices.Equal(said[0], said[1]) {
			t.Errorf("%q: %v, then %v", text, said[0], said[1])
		}
	})
}
