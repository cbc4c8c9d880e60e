package format

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// whole is a Sink that keeps all of the terms.
type whole struct {
	recorder
	terms []Term
}

func (w *whole) Term(t *Term) error {
	kept := *t
	kept.Names = append([]Name(nil), t.Names...)
	w.terms = append(w.terms, kept)
	return nil
}

// TestVocabulary names a term by each property that is known, as its vocabulary spells it.
func TestVocabulary(t *testing.T) {
	for property, want := range map[string]pack.Kind{
		"http://www.w3.org/2000/01/rdf-schema#label":                     pack.KindPrimary,
		"http://www.w3.org/2004/02/skos/core#prefLabel":                  pack.KindPrimary,
		"https://schema.org/name":                                        pack.KindPrimary,
		"http://www.geneontology.org/formats/oboInOwl#hasExactSynonym":   pack.KindExact,
		"http://purl.obolibrary.org/obo/IAO_0000118":                     pack.KindExact,
		"http://www.ebi.ac.uk/efo/alternative_term":                      pack.KindExact,
		"http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#P90":         pack.KindExact,
		"http://www.w3.org/2004/02/skos/core#altLabel":                   pack.KindAlias,
		"http://www.w3.org/2004/02/skos/core#hiddenLabel":                pack.KindAlias,
		"http://schema.org/alternateName":                                pack.KindAlias,
		"http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym": pack.KindRelated,
		"http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym":   pack.KindRelated,
		"http://www.geneontology.org/formats/oboInOwl#hasNarrowSynonym":  pack.KindRelated,
	} {
		var w whole
		if err := Named("ntriples").Read(strings.NewReader(fmt.Sprintf("<x:a> <%s> \"n\" .", property)), Options{}, &w); err != nil {
			t.Fatal(err)
		}
		if len(w.terms) != 1 || len(w.terms[0].Names) != 1 || w.terms[0].Names[0] != (Name{Text: "n", Kind: want}) {
			t.Errorf("%s: %+v, want a name of kind %v", property, w.terms, want)
		}
	}
	for _, property := range []string{"http://www.w3.org/2000/01/rdf-schema#comment", "http://www.w3.org/2004/02/skos/core#notation"} {
		var w whole
		if err := Named("ntriples").Read(strings.NewReader(fmt.Sprintf("<x:a> <%s> \"n\" .", property)), Options{}, &w); err != nil || len(w.terms) > 0 {
			t.Errorf("%s: %+v, %v", property, w.terms, err)
		}
	}
}

// TestLanguages chooses names by their tags, whatever their regions and capitals.
func TestLanguages(t *testing.T) {
	const file = `<x:a> <` + nsSKOS + `prefLabel> "none" .
<x:a> <` + nsSKOS + `prefLabel> "english"@en .
<x:a> <` + nsSKOS + `prefLabel> "british"@en-GB .
<x:a> <` + nsSKOS + `prefLabel> "shouted"@EN-us .
<x:a> <` + nsSKOS + `prefLabel> "deutsch"@de .
<x:a> <` + nsSKOS + `prefLabel> "schweizerisch"@de-CH .
<x:a> <` + nsSKOS + `prefLabel> "enga"@enq .
`
	for _, tt := range []struct {
		languages []string
		want      string
	}{
		{nil, "none english british shouted"},
		{[]string{"de"}, "none deutsch schweizerisch"},
		{[]string{"de-CH"}, "none schweizerisch"},
		{[]string{"de-CH", "enq"}, "none schweizerisch enga"},
		{[]string{"all"}, "none english british shouted deutsch schweizerisch enga"},
	} {
		var w whole
		if err := Named("ntriples").Read(strings.NewReader(file), Options{Languages: tt.languages}, &w); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, n := range w.terms[0].Names {
			names = append(names, n.Text)
		}
		if got := strings.Join(names, " "); got != tt.want || len(names)+len(w.notes) != 7 {
			t.Errorf("%q: got %q and %d notes, want %q", tt.languages, got, len(w.notes), tt.want)
		}
	}
}
