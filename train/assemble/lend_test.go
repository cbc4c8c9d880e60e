package assemble

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

func TestLent(t *testing.T) {
	l := lexicon.Lexicon{
		{"myalgia", "muscle pain", "muscle soreness"},
		{"pain", "ache"},
		{"thogotovirus", "influenza d virus"},
		{"flu", "influenza"}, // three letters show nothing
		{"rest", "bed rest"}, // and no capitals
	}
	list := []data.Entity{
		entity("1", "Muscle pain"), entity("0", "Other", "muscle soreness"),
		entity("2", "Pain"), entity("3", "pain"), // two claim the names of pain
		entity("4", "Thogotovirus", "T. virus"), // has names of its own
		entity("5", "Flu"), entity("6", "REST"),
	}
	got, all := lend(list, list, l, true)
	want := map[string][]data.Name{"1": {{Text: "myalgia", Kind: pack.KindAlias}}}
	if !reflect.DeepEqual(got, want) || len(all) != 1 || *all[0] != (Lent{Known: 7, Of: 9, Borrowers: 3, Names: 1}) {
		t.Errorf("lent %v, want %v; %+v", got, want, all[0])
	}
}

// TestLentToField lends to lists of the lexicon's field alone, each namespace on its own.
func TestLentToField(t *testing.T) {
	var l lexicon.Lexicon
	for i := range 100 {
		l = append(l, []string{"drug " + word(i), "brand " + word(i)})
	}
	big := []string{"drug " + word(100)}
	for i := range maxLent + 5 {
		big = append(big, "trade "+word(i))
	}
	l = append(l, big)
	for _, c := range []struct {
		known, others int
		anyField      bool
		lent          int
	}{
		{3, 7, false, 0}, // which chance may do
		{4, 6, false, 4},
		{10, 0, false, 10},
		{4, 16, false, 4},
		{4, 17, false, 0},
		{8, 92, false, 8},
		{50, 890, false, 50},
		{50, 891, false, 0},
		{101, 0, false, 100 + maxLent},
		{3, 7, true, 3}, // a lexicon of the user
		{1, 0, true, 1},
		{0, 10, true, 0},
	} {
		var list []data.Entity
		for i := range c.known {
			list = append(list, inNamespace("drug", "D:", "Drug ", i))
		}
		for i := range c.others {
			list = append(list, inNamespace("drug", "D:", "Street ", 1000+i))
		}
		if !c.anyField { // a city is called like a drug: it borrows nothing, nor does it keep the drug from its names
			list = append(list, inNamespace("city", "C:", "Drug ", 0))
			for i := range 50 {
				list = append(list, inNamespace("city", "C:", "Town ", 1+i))
			}
		}
		got, all := lend(list, list, l, c.anyField)
		if drugs := all[0]; drugs.Names != c.lent || drugs.OtherField != (c.lent == 0 && !c.anyField) || len(got) != min(c.known, c.lent) {
			t.Errorf("%d of %d names are known: %+v, want %d names lent", c.known, c.known+c.others, *drugs, c.lent)
		}
		if !c.anyField && *all[1] != (Lent{Namespace: "city", Known: 1, Of: 51, Borrowers: 1, OtherField: true}) {
			t.Errorf("cities: %+v", *all[1])
		}
	}
}

// TestLentToAgreeing lends to a list of which the lexicon has few names, if these are two of one entity each.
func TestLentToAgreeing(t *testing.T) {
	l := lexicon.Lexicon{{"cat", "house cat"}, {"dog", "domestic dog", "hound"}, {"marmoset", "ouistiti"}, {"cow", "bovine"}}
	for _, c := range []struct {
		agree, differ int // entities with two names in the lexicon, or with one
		field         bool
	}{
		{1, 0, false},
		{2, 0, true},
		{2, 8, true}, // a tenth of 10, and of 10 more
		{2, 9, false},
		{0, 3, false},
	} {
		list := []data.Entity{entity("one", "Marmoset")}
		for i := range 500 {
			list = append(list, entity("x"+strconv.Itoa(i), "beast "+word(i)))
		}
		for i := range c.agree {
			list = append(list, entity("a"+strconv.Itoa(i), l[i][1], l[i][0], "Felis "+word(i)))
		}
		for i := range c.differ {
			list = append(list, entity("d"+strconv.Itoa(i), "cow", "Cow", "Town "+word(i)))
		}
		if got, all := lend(list, list, l, false); all[0].OtherField == c.field || len(got["one"]) != all[0].Names || all[0].Names > 0 != c.field {
			t.Errorf("%d and %d: %+v, want a list of the field: %v", c.agree, c.differ, *all[0], c.field)
		}
	}
}

// word returns a word of letters for a number.
func word(i int) string { return strings.NewReplacer(digits...).Replace(strconv.Itoa(i)) }

var digits = strings.Fields("0 zer 1 one 2 two 3 thr 4 fou 5 fiv 6 six 7 sev 8 eig 9 nin")

func inNamespace(namespace, prefix, name string, i int) data.Entity {
	e := entity(prefix+strconv.Itoa(i), name+word(i))
	e.Namespace = namespace
	return e
}

// TestLentShared judges lists of the evaluation data: of diseases, symptoms, drugs and chemicals, in the words of
// professionals and patients, against others.
func TestLentShared(t *testing.T) {
	shared := testfull.Shared(t)
	l, err := lexicon.Default()
	if err != nil {
		t.Fatal(err)
	}
	for file, field := range map[string]bool{
		"symptom/symp.obo.gz":                        true,
		"disease_ontology/doid_2026_subsets.obo.gz":  true,
		"disease_ontology/doid_2026_labels.tsv.gz":   true,
		"consumer/reference.tsv.gz":                  true,
		"consumer/psytar_reference.tsv.gz":           true,
		"drugs/drugbank_vocabulary.tsv.gz":           true,
		"chebi/reference.tsv.gz":                     true,
		"mesh/descriptors.tsv.gz":                    true,
		"occupations/reference.tsv.gz":               false,
		"genes/Drosophila_melanogaster.gene_info.gz": false,
		"cell_line/reference.tsv.gz":                 false,
		"anatomy/uberon.tsv.gz":                      true,
		"anatomy/cell_types.tsv.gz":                  true,
		"species/reference.tsv.gz":                   true,
	} {
		terminology, _, err := data.ReadSources([]data.Source{{Path: filepath.Join(shared, "data", file)}}, data.ReadOptions{SkipBad: true})
		if err != nil {
			t.Fatal(err)
		}
		_, all := lend(terminology.Entities, terminology.Entities, l, false)
		biggest := slices.MaxFunc(all, func(a, b *Lent) int { return a.Of - b.Of })
		if biggest.OtherField == field {
			t.Errorf("%s: %+v, want a list of the field: %v", file, *biggest, field)
		}
	}
}

// TestLentNames requires lent names to be rows, and to say nothing of popularity.
func TestLentNames(t *testing.T) {
	terminology := &data.Terminology{Entities: []data.Entity{
		entity("T:1", "Myalgia"), entity("T:2", "Fever"), entity("T:3", "Headache"),
	}}
	recipe := Recipe{Terminology: terminology, Lexicon: lexicon.Lexicon{}, Encoder: encodertest.Random(1024, 64), Bits: 64, Samples: 64}
	without, _, err := Run(context.Background(), recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	recipe.Lexicon, recipe.LexiconOf = lexicon.Lexicon{{"myalgia", "muscle pain"}}, "words"
	with, report, err := Run(context.Background(), recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Lent) != 1 || report.Lent[0].Names != 1 || with.Names.Len() != without.Names.Len()+1 || len(terminology.Entities[0].Names) != 1 {
		t.Errorf("%d namespaces lent to, %d of %d rows more, the list has %v", len(report.Lent), with.Names.Len(), without.Names.Len(), terminology.Entities[0].Names)
	}
	if !reflect.DeepEqual(with.Prior, without.Prior) {
		t.Errorf("popularity is %v, without lent names %v", with.Prior, without.Prior)
	}
	if with.MetaValue("lent") != "1 names from words" || without.MetaValue("lent") != "" {
		t.Errorf("the pack says %q of its lent names", with.MetaValue("lent"))
	}
	recipe.Verbatim = true
	if _, report, err = Run(context.Background(), recipe, nil); err != nil || report.Lent != nil {
		t.Errorf("verbatim: names lent to %d namespaces (%v)", len(report.Lent), err)
	}
}
