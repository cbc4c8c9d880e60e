package score

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		mention, name                      string
		trigram, digits, mentionIn, nameIn float32
	}{
		{"FOXP2", "FOXP2", 1, 1, 1, 1},
		{"fox-p2", "FOXP2", 1, 1, 1. / 3, 1. / 2},       // fox p 2, foxp 2: the 2 is shared
		{"breast cancer", "cancer", 5. / 15, 1, 0.5, 1}, // ^^c and ^ca are not in the mention
		{"IL 12", "IL 13", 3. / 7, 0, 0.5, 0.5},
		{"IL 2 12", "IL 12 2", -1, 0, 1, 1},
		{"abc", "xyz", -1, 1, 0, 0},
		{"1", "1 1", 1. / 4, 0, 1, 1},
		{"-", "-", 1, 1, 0, 0},
		{"", "abc", -1, 1, 0, 0},
	} {
		f := nameFeatures(even(t), c.mention, c.name)
		for feature, want := range map[Feature]float32{Digits: c.digits, MentionIn: c.mentionIn, NameIn: c.nameIn} {
			if !near(f[feature], want) {
				t.Errorf("%q, %q: %v is %v, want %v", c.mention, c.name, feature, f[feature], want)
			}
		}
		if c.trigram >= 0 && !near(f[Trigram], c.trigram) {
			t.Errorf("%q, %q: trigram is %v, want %v", c.mention, c.name, f[Trigram], c.trigram)
		}
		if f[Trigram] < 0 || f[Trigram] > 1 {
			t.Errorf("%q, %q: trigram is %v", c.mention, c.name, f[Trigram])
		}
	}
}

func TestAlike(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		a, b string
		want float32
	}{
		{"hypertension", "hypertension", 1},
		{"hypertensive", "hypertension", 10. / 12},
		{"tumour", "tumor", 5. / 6},
		{"tumor", "tumour", 5. / 6},
		{"ischaemia", "ischemia", 8. / 9},
		{"fever", "never", 0}, // the first letter differs
		{"retension", "tension", worthEnd * 7 / 9},
		{"hypertension", "tension", 0}, // less than seven tenths
		{"arthritis", "gastritis", 0},  // the ends have too little in common
		{"renal", "retinal", 0},
		{"kinase", "kinesin", 0},
		{"renal", "renin", 0},
		{"sons", "song", 0}, // too short
	} {
		a := named(l, c.a)
		if got := alike(a, &a.Words[0], named(l, c.b)); !near(got, c.want) {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b string
		off  names.Rule
		want float32
	}{
		{"hypertensive", "hypertension", names.WordForms, 0},
		{"tumour", "tumor", names.OneLetterOff, 4. / 6}, // tumo
		{"retension", "tension", names.SameEnding, 0},
	} {
		a := named(l, c.a)
		a.Off = a.Off.With(c.off)
		if got := alike(a, &a.Words[0], named(l, c.b)); !near(got, c.want) {
			t.Errorf("%q, %q without %s: %v, want %v", c.a, c.b, names.Rules[c.off].Name, got, c.want)
		}
	}
}

func TestSynonymsCount(t *testing.T) {
	l := even(t, [2]string{"renal", "kidney"}, [2]string{"cancer", "neoplasm"})
	for _, x := range []struct {
		mention, name     string
		mentionIn, nameIn float32
	}{
		{"renal failure", "kidney failure", 0.9, 0.9}, // half of the weight counts 0.8
		{"kidney failure", "renal failure", 0.9, 0.9}, // both ways
		{"renal failure", "renal failure", 1, 1},
		{"renal failure", "renal kidney failure", 1, 2.8 / 3},
		{"renal cancer", "kidney neoplasm", 0.8, 0.8},
		{"cancer", "kidney", 0, 0},
	} {
		f := nameFeatures(l, x.mention, x.name)
		if got := f[MentionIn]; got < x.mentionIn-0.01 || got > x.mentionIn+0.01 {
			t.Errorf("%s in %s: %v, want %v", x.mention, x.name, got, x.mentionIn)
		}
		if got := f[NameIn]; got < x.nameIn-0.01 || got > x.nameIn+0.01 {
			t.Errorf("%s has of %s: %v, want %v", x.mention, x.name, got, x.nameIn)
		}
	}
}

// TestManySynonyms has a word with far more synonyms than any terminology shows: a
// mention that repeats the word must not take more for it.
func TestManySynonyms(t *testing.T) {
	var many []names.Synonym
	kinase := names.HashWord("kinase")
	for i := range uint32(1 << 16) {
		many = append(many, names.Synonym{A: min(kinase, i*3), B: max(kinase, i*3), Strength: 255})
	}
	l, none := lexicon(t, []byte{0}, many, 0), even(t)
	mention := strings.Repeat("kinase ", 100)
	q, form := asked(l, mention), names.AppendForm(nil, mention)
	least := allocated(func() { q.Read(none, mention, form) })
	if bytes := allocated(func() { q.Read(l, mention, form) }); bytes > least+1<<10 {
		t.Errorf("%d bytes allocated for a mention of 100 words, %d without synonyms", bytes, least)
	}
	counts := len(l.Synonyms.Of(kinase).Counted())
	if n := q.others.count(); n == 0 || n > counts || counts > 1000 {
		t.Errorf("the mention has %d synonyms, want %d at most", n, counts)
	}
}

// TestBeginsOfRareWords has names of which every one is a "disease" and one is "gravis".
func TestBeginsOfRareWords(t *testing.T) {
	var list []string
	for i := range 255 {
		list = append(list, fmt.Sprintf("disease number%d", i))
	}
	l := counted(t, append(list, "gravis disease"))
	once, common := named(l, "gravis").Weight, named(l, "disease").Weight
	if f := nameFeatures(l, "gravis", "gravis disease"); f[Begins] != 1 || f[MentionIn] != 1 || f[NameIn] != once/(once+common) {
		t.Errorf("begins %v, mention_in %v, name_in %v", f[Begins], f[MentionIn], f[NameIn])
	}
	if got := nameFeatures(l, "gravis", "gravis, disease")[Begins]; got != 0.5 {
		t.Errorf("after a comma: begins %v", got)
	}
	if got := nameFeatures(l, "gravis", "gravisx")[Begins]; got != 0 {
		t.Errorf("inside a word: begins %v", got)
	}
}

func TestBegins(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention, name string
		rarity, want  float32
	}{
		{"parkin", "parkin ligase", 0.8, 0.8},
		{"toxicity", "toxicity, drug", 0, 0.5}, // of whatever kind
		{"toxicity", "toxicity of drugs", 0, 0},
		{"park", "parkin ligase", 1, 0},
		{"parkin", "parkin", 1, 0},
		{"p5", "p5, human", 1, 0},     // too short
		{"parkin", "parkinλ", 1, 0},   // goes on with letters
		{"par", "par\u00e9n x", 1, 0}, // of any alphabet
	} {
		q := asked(l, c.mention)
		q.Rarity = c.rarity
		if got := q.begins(named(l, c.name)); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.mention, c.name, got, c.want)
		}
	}
	if got := asked(l, "parkin", names.LeadingWords).begins(named(l, "parkin ligase")); got != 0 {
		t.Errorf("without the rule: %v", got)
	}
}

// TestShareBegins has a popular and a less popular entity that begin alike.
func TestShareBegins(t *testing.T) {
	row := func(entity int32, begins, prior float32) (c Candidate) {
		c.Entity, c.Features[Begins], c.Features[Prior] = entity, begins, prior
		return c
	}
	every := func(cs []Candidate) (some []int32) {
		for i := range cs {
			some = append(some, int32(i))
		}
		return some
	}
	share := func(cs ...Candidate) []Candidate { ShareBegins(cs, every(cs)); return cs }
	alone := share(row(1, 1, 0.7))[0].Features[Begins]
	cs := share(row(1, 1, 0.7), row(1, 0.5, 0.7), row(2, 1, 0.4), row(3, 0, 1))
	popular, other := cs[0].Features[Begins], cs[2].Features[Begins]
	if !(alone > 0.7 && alone < 1 && popular < alone && popular > 0.6 && other < 0.1 && other > 0) {
		t.Errorf("alone %v, beside another %v, the other %v", alone, popular, other)
	}
	if half := cs[1].Features[Begins]; half != popular/2 {
		t.Errorf("another row of half the worth has %v of %v", half, popular)
	}
	if none := cs[3].Features[Begins]; none != 0 {
		t.Errorf("a row that does not begin so has %v", none)
	}
	if rare := share(row(1, 1, 0.1))[0].Features[Begins]; rare > 0.01 {
		t.Errorf("an entity that nobody writes about has %v", rare)
	}
	many := slices.Repeat([]Candidate{row(0, 1, 1)}, 3*maxBegun)
	for i := range many {
		many[i].Entity = int32(i)
	}
	if ShareBegins(many, every(many)); many[0].Features[Begins] > 1.0/maxBegun {
		t.Errorf("one of many has %v", many[0].Features[Begins])
	}
}

// TestYieldTitles has an alias of a popular gene, which is the former symbol of another one, and a disease of that alias.
func TestYieldTitles(t *testing.T) {
	row := func(entity int32, alias, normalized float32) Candidate {
		c := Candidate{Entity: entity}
		c.Features[Alias], c.Features[Normalized] = alias, normalized
		return c
	}
	namespaces := []uint16{0, 0, 1, 0}
	for _, c := range []struct {
		name string
		of   []Candidate
		want []float32
	}{
		{"former symbol of another gene", []Candidate{row(0, 1, 1), row(1, 0, 1), row(2, 1, 1)}, []float32{-1, 0, 0}},
		{"aliases alone", []Candidate{row(0, 1, 1), row(1, 1, 1)}, []float32{0, 0}},
		{"an alias and a former symbol of one gene", []Candidate{row(0, 1, 1), row(0, 0, 1)}, []float32{0, 0}},
		{"a name with other signs", []Candidate{row(0, 1, 1), row(1, 0, otherSigns)}, []float32{0, 0}},
		{"an alias with other signs", []Candidate{row(0, 1, otherSigns), row(1, 0, 1)}, []float32{-otherSigns, 0}},
		{"none", nil, nil},
	} {
		DemoteForeignAliases(c.of, namespaces)
		for i, want := range c.want {
			if got := c.of[i].Features[Title]; got != want {
				t.Errorf("%s: title of row %d is %v, want %v", c.name, i, got, want)
			}
		}
	}
}
