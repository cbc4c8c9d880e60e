package recipe_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/recipe"
)

// A recipe and a folder of files make a terminology.
func Example() {
	recipes := fstest.MapFS{"beetles.toml": {Data: []byte(`
name = "beetles"
title = "Some beetles"
version = "1"
date = "2026-11-23"
[[source]]
title = "My list"
license = "CC0"
namespace = "beetle"
[[source.file]]
path = "beetles.tsv"
`)}}
	folder, err := os.MkdirTemp("", "beetles")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "beetles.tsv"), []byte("B:2\tstag beetle\tprimary\nB:2\tLucanus cervus\n"), 0o666); err != nil {
		log.Fatal(err)
	}
	r, err := recipe.Load(recipes, "beetles")
	if err != nil {
		log.Fatal(err)
	}
	found, err := r.Find(recipe.Options{From: []string{folder}, AnyVersion: true}) // the recipe knows no digest
	if err != nil {
		log.Fatal(err)
	}
	terminology, _, err := found.Read(nil, false)
	if err != nil {
		log.Fatal(err)
	}
	if err := data.WriteTSV(os.Stdout, terminology); err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Sources[0].Title, found.Sources[0].License)
	// Output:
	// B:2	stag beetle	primary	0	beetle
	// B:2	Lucanus cervus	alias	0	beetle
	// My list CC0
}
