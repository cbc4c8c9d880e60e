package data

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// writer writes a terminology in a syntax of ontologies: what it begins with, its statements and its end.
type writer struct {
	start, end string
	class      func(id string) string
	text       func(id, property, text string) string // a name or definition
	parent     func(id, relation, parent string) string
}

const (
	oboIRI = "http://purl.obolibrary.org/obo/"
	oioIRI = "http://www.geneontology.org/formats/oboInOwl#"
	rdfs   = "http://www.w3.org/2000/01/rdf-schema#"
	owlIRI = "http://www.w3.org/2002/07/owl#"
	rdfIRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
)

func quote(s string) string { return strconv.Quote(s) } // \" \\ \n \t \u as RDF has them

func escapeXML(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}

var writers = map[string]writer{
	"ntriples": {
		class:  func(id string) string { return fmt.Sprintf("<%s> <%stype> <%sClass> .\n", id, rdfIRI, owlIRI) },
		text:   func(id, p, text string) string { return fmt.Sprintf("<%s> <%s> %s .\n", id, p, quote(text)) },
		parent: func(id, r, parent string) string { return fmt.Sprintf("<%s> <%s> <%s> .\n", id, r, parent) },
	},
	"turtle": {
		start:  "@prefix owl: <" + owlIRI + "> .\n",
		class:  func(id string) string { return fmt.Sprintf("<%s> a owl:Class .\n", id) },
		text:   func(id, p, text string) string { return fmt.Sprintf("<%s> <%s> %s@en .\n", id, p, quote(text)) },
		parent: func(id, r, parent string) string { return fmt.Sprintf("<%s>\n\t<%s>\n<%s>.", id, r, parent) },
	},
	"owl-functional": {
		start: "Ontology(<x:o>\n",
		end:   ")\n",
		class: func(id string) string { return fmt.Sprintf("Declaration(Class(<%s>))\n", id) },
		text: func(id, p, text string) string {
			return fmt.Sprintf("AnnotationAssertion(<%s> <%s> %s)\n", p, id, quote(text))
		},
		parent: func(id, _, parent string) string { return fmt.Sprintf("SubClassOf(<%s> <%s>)\n", id, parent) },
	},
	"rdfxml": {
		start: `<rdf:RDF xmlns:rdf="` + rdfIRI + `" xmlns:owl="` + owlIRI + `">` + "\n",
		end:   "</rdf:RDF>\n",
		class: func(id string) string { return fmt.Sprintf("<owl:Class rdf:about=\"%s\"/>\n", id) },
		text: func(id, p, text string) string {
			i := strings.LastIndexAny(p, "#/") + 1
			return fmt.Sprintf("<rdf:Description rdf:about=\"%s\"><p:%s xmlns:p=\"%s\">%s</p:%s></rdf:Description>\n", id, p[i:], p[:i], escapeXML(text), p[i:])
		},
		parent: func(id, r, parent string) string {
			return fmt.Sprintf("<rdf:Description rdf:about=\"%s\"><r:subClassOf xmlns:r=\"%s\" rdf:resource=\"%s\"/></rdf:Description>\n", id, strings.TrimSuffix(r, "subClassOf"), parent)
		},
	},
}

// write returns the terminology in a syntax, names first and what else is said about them after all names.
func (w writer) write(t *Terminology) string {
	iri := func(id string) string { return oboIRI + strings.Replace(id, ":", "_", 1) }
	b := strings.Builder{}
	b.WriteString(w.start)
	for _, e := range t.Entities {
		id := iri(e.ID)
		b.WriteString(w.class(id))
		for i, n := range e.Names {
			property := oioIRI + "hasExactSynonym"
			switch {
			case i == 0:
				property = rdfs + "label"
			case n.Kind == pack.KindRelated:
				property = oioIRI + "hasBroadSynonym"
			}
			b.WriteString(w.text(id, property, n.Text))
		}
	}
	for _, e := range t.Entities {
		if e.Definition != "" {
			b.WriteString(w.text(iri(e.ID), oboIRI+"IAO_0000115", e.Definition))
		}
	}
	for _, r := range t.Relations {
		if r.Relation == "is_a" {
			b.WriteString(w.parent(iri(r.ID), rdfs+"subClassOf", iri(r.Parent)))
		}
	}
	b.WriteString(w.end)
	return b.String()
}

// TestDiseaseOntology writes the Disease Ontology in every syntax, and reads the same terminology again.
func TestDiseaseOntology(t *testing.T) {
	ontology, _, err := read(filepath.Join(sharedData(t), "disease_ontology", "HumanDO.obo.gz"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(ontology.Entities) < 6_000 {
		t.Fatalf("%d entities: the test checks next to nothing", len(ontology.Entities))
	}
	strip := func(t_ *Terminology) string {
		text := dump(t, t_, &Report{})
		text = regexp.MustCompile(`(?m)\talias\t`).ReplaceAllString(text, "\texact\t") // types of synonyms are tested elsewhere
		return regexp.MustCompile(`(?m)^(reference: .*|relation: \S+ [^i]\S+ .*|relation: \S+ is[^_]\S+ .*)\n`).ReplaceAllString(text, "")
	}
	want := strip(ontology)
	for name, w := range writers {
		path := writeFile(t, name, w.write(ontology))
		got, report, err := read(path, ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if report.Sources[0].Format != name {
			t.Errorf("%s: taken for %s", name, report.Sources[0].Format)
		}
		if text := strip(got); text != want {
			t.Errorf("%s: another terminology: %s", name, firstDifference(text, want))
		}
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(got, want string) string {
	wanted := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wanted) || line != wanted[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, line, strings.Join(wanted[i:min(i+1, len(wanted))], ""))
		}
	}
	return "it ends too early"
}
