package data

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/normlet/normlet/train/data/format"
)

// benchmarkFile reads a file of any format, and reports its rows a second.
func benchmarkFile(b *testing.B, content []byte, rows int) {
	path := filepath.Join(b.TempDir(), "f")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, _, err := read(path, ReadOptions{Filter: format.Options{Languages: []string{"ENG"}}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkOBO reads 50,000 terms with 4 names each; a row is a name.
func BenchmarkOBO(b *testing.B) {
	var f bytes.Buffer
	f.WriteString("format-version: 1.4\n")
	for i := range 50_000 {
		fmt.Fprintf(&f, "\n[Term]\nid: EX:%07d\nname: the name of term %d\ndef: \"What term %d is, in some words.\" [EX:me]\n", i, i, i)
		for s := range 3 {
			fmt.Fprintf(&f, "synonym: \"synonym %d of term %d\" EXACT [EX:me]\n", s, i)
		}
		fmt.Fprintf(&f, "is_a: EX:%07d ! the name of term %d\n", i/2, i/2)
	}
	benchmarkFile(b, f.Bytes(), 200_000)
}

// BenchmarkMRCONSO reads 200,000 rows of 50,000 concepts, of which half are in
// another language.
func BenchmarkMRCONSO(b *testing.B) {
	var f bytes.Buffer
	for i := range 200_000 {
		language := []string{"ENG", "SPA"}[i%2]
		fmt.Fprintf(&f, "C%07d|%s|P|L%07d|PF|S%07d|Y|A%08d||||MSH|MH|D%06d|name %d of a concept|0|N|256|\n", i/4, language, i, i, i, i/4, i)
	}
	benchmarkFile(b, f.Bytes(), 200_000)
}

// BenchmarkMeSH reads 20,000 descriptors with 5 terms each; a row is a term.
func BenchmarkMeSH(b *testing.B) {
	var f bytes.Buffer
	f.WriteString("<?xml version=\"1.0\"?>\n<DescriptorRecordSet LanguageCode = \"eng\">\n")
	for i := range 20_000 {
		fmt.Fprintf(&f, "<DescriptorRecord DescriptorClass = \"1\">\n <DescriptorUI>D%06d</DescriptorUI>\n <DescriptorName><String>heading %d</String></DescriptorName>\n <ConceptList><Concept PreferredConceptYN=\"Y\">\n  <TermList>\n", i, i)
		for s := range 5 {
			fmt.Fprintf(&f, "   <Term ConceptPreferredTermYN=\"N\" IsPermutedTermYN=\"N\" LexicalTag=\"NON\" RecordPreferredTermYN=\"N\">\n    <TermUI>T%06d%d</TermUI>\n    <String>term %d of %d</String>\n    <DateCreated><Year>1999</Year><Month>01</Month><Day>01</Day></DateCreated>\n   </Term>\n", i, s, s, i)
		}
		f.WriteString("  </TermList></Concept></ConceptList>\n</DescriptorRecord>\n")
	}
	f.WriteString("</DescriptorRecordSet>\n")
	benchmarkFile(b, f.Bytes(), 100_000)
}

// BenchmarkOBOGraph reads 50,000 nodes with 4 names each; a row is a name.
func BenchmarkOBOGraph(b *testing.B) {
	var f bytes.Buffer
	f.WriteString("{ \"graphs\" : [ { \"nodes\" : [ ")
	for i := range 50_000 {
		if i > 0 {
			f.WriteString(", ")
		}
		fmt.Fprintf(&f, "{\n \"id\" : \"http://purl.obolibrary.org/obo/EX_%07d\",\n \"lbl\" : \"the name of term %d\",\n \"type\" : \"CLASS\",\n \"meta\" : { \"synonyms\" : [ ", i, i)
		for s := range 3 {
			if s > 0 {
				f.WriteString(", ")
			}
			fmt.Fprintf(&f, "{\n  \"pred\" : \"hasExactSynonym\",\n  \"val\" : \"synonym %d of term %d\",\n  \"xrefs\" : [ \"EX:me\" ]\n }", s, i)
		}
		f.WriteString(" ] } }")
	}
	f.WriteString(" ], \"edges\" : [ ] } ] }\n")
	benchmarkFile(b, f.Bytes(), 200_000)
}
