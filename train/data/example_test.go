package data_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// A terminology is a table of ids and names. With SkipBad, rows that cannot be right are reported and left out.
func ExampleReadTSV() {
	const file = "NCBIGene:93986\tSPCH1\talias\t612\n" +
		"NCBIGene:93986\tFOXP2\tprimary\n" +
		"NCBIGene:93986\n"
	t, report, err := data.ReadTSV(strings.NewReader(file), "genes.tsv", data.ReadOptions{SkipBad: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := data.WriteTSV(os.Stdout, t); err != nil {
		fmt.Println(err)
	}
	fmt.Println(&report.Bad[0])
	// Output:
	// NCBIGene:93986	FOXP2	primary	612	NCBIGene
	// NCBIGene:93986	SPCH1	alias	612	NCBIGene
	// genes.tsv:3: no TAB; a row is id TAB name
}

// Without SkipBad, an error names file, line, reason and what to do.
func ExampleReadTSV_badRow() {
	const file = "CHEBI:15365\taspirin\nchebi:27732\tcaffeine\n"
	_, _, err := data.ReadTSV(strings.NewReader(file), "drugs.tsv", data.ReadOptions{})
	fmt.Println(err)
	// Output:
	// drugs.tsv:2: prefix "chebi" was spelled "CHEBI" before; use one spelling (correct the row, or leave bad rows out with --skip-bad)
}

// An ontology comes with scopes of synonyms, obsolete terms and alternative ids.
func ExampleReadSources() {
	folder, err := os.MkdirTemp("", "ontology")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "cells.obo")
	const file = "format-version: 1.4\n\n" +
		"[Term]\nid: GO:0006915\nname: apoptotic process\nalt_id: GO:0006917\nsynonym: \"apoptosis\" EXACT []\n\n" +
		"[Term]\nid: GO:0000100\nname: cell suicide\nis_obsolete: true\nreplaced_by: GO:0006915\n"
	if err := os.WriteFile(path, []byte(file), 0o666); err != nil {
		log.Fatal(err)
	}
	t, report, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range t.Entities[0].Names {
		fmt.Printf("%s %s: %s\n", t.Entities[0].ID, n.Kind, n.Text)
	}
	fmt.Println("GO:0006917 and GO:0000100 are now", report.Secondary["GO:0006917"], "and", report.Secondary["GO:0000100"])
	fmt.Println("left out:", report.Skipped[0].Count, report.Skipped[0].Reason)
	// Output:
	// GO:0006915 primary: apoptotic process
	// GO:0006915 exact: apoptosis
	// GO:0006917 and GO:0000100 are now GO:0006915 and GO:0006915
	// left out: 1 obsolete
}

// Entities of two lists that share a telling name are the same thing: of each, the first one is printed.
func ExampleTerminology_SameThings() {
	t := &data.Terminology{Entities: []data.Entity{
		{ID: "MESH:D001943", Namespace: "MESH", Names: []data.Name{{Text: "Breast Neoplasms"}, {Text: "Breast Cancer"}}},
		{ID: "DOID:1612", Namespace: "DOID", Names: []data.Name{{Text: "breast cancer"}}},
		{ID: "DOID:162", Namespace: "DOID", Names: []data.Name{{Text: "cancer"}}},
	}}
	fmt.Println(t.SameThings())
	// Output: [0 0 2]
}
