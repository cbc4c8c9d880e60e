package data

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// benchmarkOntology reads 50,000 terms with 4 names each, as BenchmarkOBO does; a row is a name.
func benchmarkOntology(b *testing.B, start string, term func(w *bytes.Buffer, id, parent string, i int), end string) {
	var f bytes.Buffer
	f.WriteString(start)
	for i := range 50_000 {
		term(&f, fmt.Sprintf("EX_%07d", i), fmt.Sprintf("EX_%07d", i/2), i)
	}
	f.WriteString(end)
	benchmarkFile(b, f.Bytes(), 200_000)
}

const (
	benchPrefixes = "@prefix obo: <http://purl.obolibrary.org/obo/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" +
		"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .\n"
	benchRoot = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:obo="http://purl.obolibrary.org/obo/" ` +
		`xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:oio="http://www.geneontology.org/formats/oboInOwl#">` + "\n"
)

func BenchmarkRDFXML(b *testing.B) {
	const obo = "http://purl.obolibrary.org/obo/"
	benchmarkOntology(b, benchRoot, func(w *bytes.Buffer, id, parent string, i int) {
		fmt.Fprintf(w, "  <owl:Class rdf:about=\"%s%s\">\n    <rdfs:subClassOf rdf:resource=\"%s%s\"/>\n    <obo:IAO_0000115>What term %d is, in some words.</obo:IAO_0000115>\n", obo, id, obo, parent, i)
		for s := range 3 {
			fmt.Fprintf(w, "    <oio:hasExactSynonym>synonym %d of term %d</oio:hasExactSynonym>\n", s, i)
		}
		fmt.Fprintf(w, "    <rdfs:label>the name of term %d</rdfs:label>\n  </owl:Class>\n", i)
	}, "</rdf:RDF>\n")
}

func BenchmarkTurtle(b *testing.B) {
	benchmarkOntology(b, benchPrefixes, func(w *bytes.Buffer, id, parent string, i int) {
		fmt.Fprintf(w, "obo:%s a owl:Class ;\n  rdfs:subClassOf obo:%s ;\n  obo:IAO_0000115 \"What term %d is, in some words.\" ;\n", id, parent, i)
		for s := range 3 {
			fmt.Fprintf(w, "  oio:hasExactSynonym \"synonym %d of term %d\" ;\n", s, i)
		}
		fmt.Fprintf(w, "  rdfs:label \"the name of term %d\" .\n\n", i)
	}, "")
}

func BenchmarkNTriples(b *testing.B) {
	expand := strings.NewReplacer("obo:", "http://purl.obolibrary.org/obo/", "owl:", "http://www.w3.org/2002/07/owl#",
		"rdfs:", "http://www.w3.org/2000/01/rdf-schema#", "oio:", "http://www.geneontology.org/formats/oboInOwl#",
		"rdf:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
	benchmarkOntology(b, "", func(w *bytes.Buffer, id, parent string, i int) {
		line := func(predicate, object string) {
			expand.WriteString(w, fmt.Sprintf("<obo:%s> <%s> %s .\n", id, predicate, object))
		}
		line("rdf:type", "<owl:Class>")
		line("rdfs:subClassOf", "<obo:"+parent+">")
		line("obo:IAO_0000115", fmt.Sprintf(`"What term %d is, in some words."`, i))
		for s := range 3 {
			line("oio:hasExactSynonym", fmt.Sprintf(`"synonym %d of term %d"`, s, i))
		}
		line("rdfs:label", fmt.Sprintf(`"the name of term %d"`, i))
	}, "")
}

func BenchmarkFunctional(b *testing.B) {
	start := "Prefix(obo:=<http://purl.obolibrary.org/obo/>)\nPrefix(oio:=<http://www.geneontology.org/formats/oboInOwl#>)\nOntology(<x:o>\n"
	benchmarkOntology(b, start, func(w *bytes.Buffer, id, parent string, i int) {
		fmt.Fprintf(w, "Declaration(Class(obo:%s))\nSubClassOf(obo:%s obo:%s)\nAnnotationAssertion(obo:IAO_0000115 obo:%s \"What term %d is, in some words.\")\n", id, id, parent, id, i)
		for s := range 3 {
			fmt.Fprintf(w, "AnnotationAssertion(oio:hasExactSynonym obo:%s \"synonym %d of term %d\")\n", id, s, i)
		}
		fmt.Fprintf(w, "AnnotationAssertion(rdfs:label obo:%s \"the name of term %d\")\n", id, i)
	}, ")\n")
}
