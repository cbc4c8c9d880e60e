package recipe

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

const (
	todayRecipe = `[build]
details = true
definitions = { path = "definitions.tsv", sha256 = "` + zeros + `" }
[[source]]
title = "A"
license = "CC0"
namespace = "gene"
prominence = 1
known_by = { path = "known.tsv", sha256 = "` + zeros + `", or = { path = "mesh.xml", address = "https://x.example/mesh.xml", format = "mesh", trees = ["B"] } }
[[source.file]]
path = "pinned.tsv"
version = "7"
date = "2025-01-01"
sha256 = "` + zeros + `"
[[source.file]]
path = "a.obo"
address = "https://x.example/a.obo"
format = "obo"
[[source]]
title = "B"
license = "CC0"
namespace = "gene"
optional = true
private = true
[[source.file]]
path = "b.tsv"
address = "https://x.example/b.tsv"
`
	zeros   = "0000000000000000000000000000000000000000000000000000000000000000"
	meshXML = `<DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI><DescriptorName><String>two</String></DescriptorName>` +
		`<TreeNumberList><TreeNumber>B1</TreeNumber></TreeNumberList></DescriptorRecord></DescriptorRecordSet>`
	obo = "format-version: 1.2\ndata-version: x/2026-10-30/x.obo\n\n[Term]\nid: G:1\nname: one\nsynonym: \"I\" EXACT []\n\n[Term]\nid: G:2\nname: two\n"
)

// TestToday reads files that were just downloaded: those of addresses and no others, of any digest, without what only
// refines a pack.
func TestToday(t *testing.T) {
	dir := folder(t, map[string]string{"pinned.tsv": "G:1\told\n", "a.obo": obo, "mesh.xml": meshXML})
	o := Options{From: []string{dir}, Today: map[string]string{"a.obo": "2026-10-31", "mesh.xml": ""}}
	terminology, _, found, err := read(todayRecipe, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, terminology); !strings.Contains(got, "G:2\ttwo") || strings.Contains(got, "old") {
		t.Errorf("read\n%s", got)
	}
	if one, two := terminology.Entities[0].Weight, terminology.Entities[1].Weight; two <= one {
		t.Errorf("what MeSH knows weighs %v, the other %v", two, one)
	}
	if !slices.Equal(found.LeftOut, []string{"definitions.tsv"}) {
		t.Errorf("left out: %q", found.LeftOut)
	}
	s := &found.Sources[0]
	want := "a.obo: version 2026-10-30 (sha256 " + digest(obo)[:12] + "); the recipe's: 7 (sha256 000000000000)"
	if s.Newer() != want || s.Dated() != "2025-01-01" {
		t.Errorf("%s, dated %s", s.Newer(), s.Dated())
	}
	facts := found.Facts()
	for _, want := range []pack.Pair{{Key: "source.01.version", Value: "2026-10-30"}, {Key: "source.01.date", Value: "2026-10-31"}, {Key: "source", Value: "A 2026-10-30"}} {
		if !slices.Contains(facts, want) {
			t.Errorf("no %v in %v", want, facts)
		}
	}
	o.Today = nil
	if _, _, _, err := read(todayRecipe, o); err == nil || !strings.Contains(err.Error(), "pinned.tsv: another version") {
		t.Errorf("without a download: %v", err)
	}
}

// TestPublished lists what is to be downloaded.
func TestPublished(t *testing.T) {
	r, err := Load(known(todayRecipe), "r")
	if err != nil {
		t.Fatal(err)
	}
	for private, want := range map[bool]string{false: "a.obo mesh.xml", true: "a.obo mesh.xml b.tsv"} {
		var paths []string
		for _, p := range r.Published(private) {
			paths = append(paths, p.Path)
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("private %t: %s, want %s", private, got, want)
		}
	}
	if got := r.Published(true)[2].Dated(); got != "2026-01-01" {
		t.Errorf("a source without a date is of %s", got)
	}
}

func TestDataVersion(t *testing.T) {
	for head, want := range map[string]string{
		"data-version: releases/2026-11-01\n": "2026-11-01", "data-version: hp/releases/2026-10-20/hp.obo": "2026-10-20", "x: y\ndata-version: 54.0\r\n": "54.0",
		"data-version:\nontology: x\n": "", "remark: data-version: 3\n": "", "": "",
	} {
		dir := folder(t, map[string]string{"x.obo": head})
		if got := dataVersion(dir + "/x.obo"); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	if got := dataVersion("none"); got != "" {
		t.Errorf("no file: %q", got)
	}
}

// TestHeader stops at a column that has another name than the recipe's, or is gone, and takes further ones.
func TestHeader(t *testing.T) {
	text := func(header string) (string, string) {
		content := header + "\n9606\t1\tTP53\tp53\n"
		return source("A", "", "g", content, "format = \"gene_info\"\nheader = [\"GeneID\", \"Symbol\", \"Synonyms\"]"), content
	}
	for header, want := range map[string]string{
		"#tax_id\tGeneID\tSymbol\tSynonyms":      "",
		"tax_id\tGeneID\tSymbol\tSynonyms\tmore": "",
		"#tax_id\tGeneID\tSymbol\tAliases":       "g:1: the header has no column Synonyms: the recipe expects GeneID, Symbol, Synonyms; there are tax_id, GeneID, Symbol, Aliases",
		"":                                       "g:1: the header has no column GeneID, Symbol, Synonyms: the recipe expects GeneID, Symbol, Synonyms; there are ",
	} {
		r, content := text(header)
		_, _, _, err := read(r, Options{From: []string{folder(t, map[string]string{"g": content})}})
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", header, err, want)
		}
	}
}
