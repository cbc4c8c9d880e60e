package core_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/organismtest"
)

// withTwins returns a pack with twins, or the same one without.
func withTwins(t testing.TB, twins bool) *core.Normalizer {
	t.Helper()
	c, err := organismtest.Twins(twins)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, c)
}

// TestTwins asks for genes whose twins the pack has, by names of the human ones.
func TestTwins(t *testing.T) {
	n := withTwins(t, true)
	for _, tt := range []struct {
		mention, context, organisms string
		want, organism              string // id, or "" for NIL
	}{
		{"Foxp2", "", "", "NCBIGene:93986", ""}, // alone, human genes come first
		{"Trp53", "", "", "NCBIGene:7157", ""},
		{"Foxp2", "Foxp2 is expressed in the brain of mice.", "", "NCBIGene:114142", ""},
		{"CAGH44", "CAGH44 is expressed in the brain of C57BL/6 mice.", "", "NCBIGene:114142", ""},
		{"TP53", "Foxp2 in mice.", "", "NCBIGene:22059", ""},
		{"p53", "", "mouse", "NCBIGene:22059", ""},
		{"p53", "", "Mus musculus", "NCBIGene:22059", ""},
		{"FOXP2", "FOXP2 is expressed in the brain of patients.", "", "NCBIGene:93986", ""},
		{"foxp2", "foxp2 of zebrafish", "", "", "7955"},
		{"FOXP2", "", "rice", "", "39947"},
		{"FOXP2", "", "39947", "", "39947"},
		{"CDKN1A", "", "mouse", "", "10090"}, // has no twin here
		{"aspirin", "aspirin in zebrafish", "", "D:1", ""},
	} {
		many, err := n.LookupMany([]core.Query{{Mention: tt.mention, Context: tt.context, Organisms: tt.organisms}}, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, got := many[0], ""
		if !a.NIL {
			got = a.Matches[0].ID
		}
		if got != tt.want || a.Organism != tt.organism || a.PNIL+sumP(a.Matches) > 1+1e-9 {
			t.Errorf("%s in %q, %q: %+v; want %q, organism %q", tt.mention, tt.context, tt.organisms, a, tt.want, tt.organism)
		}
	}
	e, ok := n.Entity("NCBIGene:114142")
	if !ok || e.Name != "Foxp2" || e.Taxon != "10090" || e.Namespace != "NCBIGene" {
		t.Errorf("%+v", e)
	}
	a, err := n.LookupWith("foxp2", core.Options{Namespaces: []string{"NCBIGene/10090"}})
	if err != nil || len(a.Matches) == 0 || a.Matches[0].ID != "NCBIGene:114142" {
		t.Errorf("in its namespace: %+v, %v", a, err)
	}
}

// TestTwinsApart: where nothing is said of organisms, a pack answers as without twins, to the bit.
func TestTwinsApart(t *testing.T) {
	with, without := withTwins(t, true), withTwins(t, false)
	mentions := []string{"FOXP2", "foxp2", "Foxp", "forkhead P2", "Trp53", "p53", "Mdm2", "hdm", "CIP1", "aspirin", "asprin", "P2", "unknown"}
	for _, o := range []core.Options{{}, {K: 50, Near: true}, {Context: "It binds to aspirin."}, {Namespaces: []string{"NCBIGene"}}} {
		for _, mention := range mentions {
			a, err := with.LookupWith(mention, o)
			b, err2 := without.LookupWith(mention, o)
			for _, ms := range [][]core.Match{a.Matches, b.Matches} {
				for i := range ms {
					ms[i].Taxon = "" // without twins, human genes are all there are
				}
			}
			if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %+v: %+v, without twins %+v, %v %v", mention, o, a, b, err, err2)
			}
		}
	}
	s, err := with.Suggest("f", core.Options{K: 9})
	if err != nil || len(s) != 1 || s[0].ID != "NCBIGene:93986" {
		t.Errorf("suggestions: %+v, %v", s, err)
	}
	l, err := with.EstimateCoverage(queriesOf(mentions), core.Options{})
	m, err2 := without.EstimateCoverage(queriesOf(mentions), core.Options{})
	if err != nil || err2 != nil || !slices.Equal(l.In, m.In) {
		t.Errorf("%+v, %v; without twins %+v, %v", l, err, m, err2)
	}
}
