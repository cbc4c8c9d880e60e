package core_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/organismtest"
)

func ofOrganisms(t testing.TB) *core.Normalizer {
	t.Helper()
	c, err := organismtest.Contents()
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, c)
}

// TestOrganisms asks for genes whose names two or three organisms share.
func TestOrganisms(t *testing.T) {
	n := ofOrganisms(t)
	for _, tt := range []struct {
		mention, context string
		organisms        []string
		want             string // taxon
	}{
		{"p53", "", nil, "9606"},
		{"Trp53", "", nil, "10090"}, // the name of the mouse's alone
		{"p53", "", []string{"10090"}, "10090"},
		{"p53", "", []string{"mouse"}, "10090"},
		{"p53", "", []string{"Danio rerio", "mouse"}, "7955"},
		{"p53", "p53 of patients", []string{"mouse"}, "10090"},
		{"p53", "In mice, p53 arrests cells.", nil, "10090"},
		{"p53", "Human p53 does. Mice and zebrafish were not looked at.", nil, "9606"},
		{"p53", "Of patients and zebrafish: zebrafish p53 was injected.", nil, "7955"},
		{"mouse p53", "", nil, "10090"},
		{"p53", "of the lysosome", nil, "9606"},
	} {
		a, err := n.LookupWith(tt.mention, core.Options{Context: tt.context, Organisms: tt.organisms})
		if err != nil || a.NIL || a.Matches[0].Taxon != tt.want || a.Matches[0].Namespace != "NCBIGene" {
			t.Errorf("%s in %q for %q: %+v, %v; want a gene of %s", tt.mention, tt.context, tt.organisms, a, err, tt.want)
			continue
		}
		q := core.Query{Mention: tt.mention, Context: tt.context, Organisms: strings.Join(tt.organisms, "; ")}
		many, err := n.LookupMany([]core.Query{q, {Mention: "p53"}}, core.Options{})
		if err != nil || !reflect.DeepEqual(many[0], a) || many[1].Matches[0].Taxon != "9606" {
			t.Errorf("%+v: with others %+v, %v; want %+v", q, many, err, a)
		}
	}
	a := n.Lookup("p53", 5)
	if len(a.Ambiguous) != 2 || a.Ambiguous[1] != "NCBIGene:22059" || a.PNIL+sumP(a.Matches) > 1+1e-9 {
		t.Errorf("%+v: want the mouse's gene tied", a)
	}
	if a := n.Lookup("NCBIGene:22059", 1); a.Matches[0].Taxon != "10090" || a.Matches[0].Namespace != "NCBIGene" {
		t.Errorf("by id: %+v", a.Matches)
	}
	if e, ok := n.Entity("NCBIGene:22059"); !ok || e.Taxon != "10090" || e.Namespace != "NCBIGene" {
		t.Errorf("%+v", e)
	}
	if a := n.Lookup("aspirin", 1); a.Matches[0].Taxon != "" || a.Matches[0].Namespace != "drug" {
		t.Errorf("what is no gene: %+v", a.Matches)
	}
}

// TestOrganismNamespaces: the namespace of all organisms holds those of each, and each can be asked for.
func TestOrganismNamespaces(t *testing.T) {
	n := ofOrganisms(t)
	for ns, want := range map[string]string{"NCBIGene": "9606", "NCBIGene/10090": "10090", "NCBIGene/7955": "7955"} {
		for _, mention := range []string{"p53", "NCBIGene:" + map[string]string{"9606": "7157", "10090": "22059", "7955": "30590"}[want]} {
			a, err := n.LookupWith(mention, core.Options{Namespaces: []string{ns}})
			if err != nil || len(a.Matches) == 0 || a.Matches[0].Taxon != want {
				t.Errorf("%s in %s: %+v, %v", mention, ns, a.Matches, err)
			}
		}
	}
	for _, ns := range []string{"NCBIGene/1", "NCBIGen"} {
		if _, err := n.LookupWith("p53", core.Options{Namespaces: []string{ns}}); !errors.Is(err, core.ErrNamespace) {
			t.Errorf("%s: %v", ns, err)
		}
	}
}

// TestOrganismColumn reads a column of genes of the mouse as such, as soon as its names say so.
func TestOrganismColumn(t *testing.T) {
	n := ofOrganisms(t)
	for want, column := range map[string][]string{
		"10090": {"Trp53", "p53", "Cdkn1a", "p21", "Foxp2", "Mdm2"},
		"9606":  {"TP53", "p53", "CDKN1A", "p21", "FOXP2", "MDM2"},
		"7955":  {"tp53", "p53", "cdkn1a", "p21", "foxp2", "mdm2"},
	} {
		l, err := n.EstimateCoverage(queriesOf(column), core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, mention := range column {
			if a, err := n.LookupWith(mention, core.Options{Coverage: l}); err != nil || a.Matches[0].Taxon != want {
				t.Errorf("%s among %q: %+v, %v; want a gene of %s", mention, column, a.Matches, err, want)
			}
		}
	}
	texts := queriesOf([]string{"Trp53", "Cdkn1a", "Foxp2", "Mdm2"})
	for i := range texts {
		texts[i].Context = "of mice"
	}
	l, err := n.EstimateCoverage(texts, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := n.LookupWith("p53", core.Options{Coverage: l}); err != nil || a.Matches[0].Taxon != "9606" {
		t.Errorf("texts of mice decide for another text: %+v, %v", a.Matches, err)
	}
	if l, err := n.EstimateCoverage(queriesOf(nil), core.Options{}); err != nil || len(l.In) > 0 {
		t.Errorf("nothing: %+v, %v", l, err)
	}
}

// TestUnknownOrganism wants errors that say what there is.
func TestUnknownOrganism(t *testing.T) {
	for _, tt := range []struct {
		n        *core.Normalizer
		organism string
		want     string
	}{
		{ofOrganisms(t), "1234", `organism "1234": this pack has genes of 9606, 10090, 7955 in the NCBI Taxonomy alone`},
		{ofOrganisms(t), "unicorn", `organism "unicorn"`},
		{ofOrganisms(t), "", `organism ""`},
		{open(t), "mouse", "this pack tells no organisms apart"},
	} {
		_, err := tt.n.LookupWith("p53", core.Options{Organisms: []string{tt.organism}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.organism, err, tt.want)
		}
	}
	if taxon, err := ofOrganisms(t).Organism("Mus musculus"); taxon != "10090" || err != nil {
		t.Errorf("%q, %v", taxon, err)
	}
}

// TestOneOrganism: in a pack that tells none apart, texts about organisms change nothing.
func TestOneOrganism(t *testing.T) {
	n := open(t)
	for _, mention := range []string{"FOXP2", "FAKE1", "zinc finger protein 300", "mouse FOXP2"} {
		want := n.Lookup(mention, 5)
		got, err := n.LookupWith(mention, core.Options{Context: "mice, zebrafish and Drosophila"})
		many, err2 := n.LookupMany([]core.Query{{Mention: mention, Organisms: "10090"}}, core.Options{})
		if err != nil || err2 != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(many[0], want) {
			t.Errorf("%s: %+v and %+v, want %+v", mention, got, many, want)
		}
		if slices.ContainsFunc(want.Matches, func(m core.Match) bool { return m.Taxon != "" }) {
			t.Errorf("%s: %+v has an organism", mention, want.Matches)
		}
	}
}
