package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	recipeGenes = "1\tFOXP2\tprimary\t500\n1\tSPCH1\talias\n2\tFOXP1\tprimary\t300\n3\tPLCG2\tprimary\t200\n"
	recipeDrugs = "C:1\tcatalase\tprimary\nC:2\taspirin\tprimary\nC:2\tacetylsalicylic acid\texact\n"
)

func digestOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// addRecipe writes a recipe of two sources, and their files into a folder.
func (f *fixture) addRecipe(folder string) {
	f.t.Helper()
	f.check(os.MkdirAll(f.path(filepath.Join(folder, "drugs")), 0o777))
	f.write(folder+"/genes.tsv", recipeGenes)
	f.write(folder+"/drugs/list.tsv", recipeDrugs)
	f.write("small.toml", fmt.Sprintf(`name = "small"
title = "Small"
version = "7"
date = "2026-01-02"

[build]
bits = 64
method = "rp"

[[source]]
title = "Genes"
license = "CC0"
url = "https://example.org"
namespace = "gene"
ids = 'G:\d'
[[source.file]]
path = "genes.tsv"
version = "1.0"
date = "2025"
prefix = "G"
sha256 = %q

[[source]]
title = "Drugs"
license = "CC BY"
namespace = "drug"
[[source.file]]
path = "drugs/list.tsv"
sha256 = %q
`, digestOf(recipeGenes), digestOf(recipeDrugs)))
}

// TestBuildRecipe builds the same pack twice, from other folders and with other threads, and looks at it.
func TestBuildRecipe(t *testing.T) {
	f := newFixture(t)
	f.addRecipe("a")
	f.addRecipe("elsewhere/b")
	for i, args := range []string{"--from DIR/a", "--from DIR/none,DIR/elsewhere/b"} {
		before := runtime.GOMAXPROCS(1 + 3*i)
		code, _, stderr := f.run(nil, strings.Fields("build --recipe DIR/small.toml --encoder DIR/t.normenc --out DIR/"+fmt.Sprint(i)+".normpack "+args)...)
		runtime.GOMAXPROCS(before)
		if code != exitDone {
			t.Fatalf("status %d, %s", code, stderr)
		}
	}
	if f.read("0.normpack") != f.read("1.normpack") {
		t.Error("the same recipe and files make two packs")
	}
	_, stdout, stderr := f.run(nil, "inspect", "DIR/0.normpack")
	for _, want := range []string{
		"sources, by the recipe \"small\"\n  SOURCE  VERSION     DATE  LICENCE  SHA256\n  Genes   1.0         2025  CC0      " + digestOf(recipeGenes)[:12] + "\n  Drugs   not stated        CC BY    ",
		`recipe: "small"`, `recipe.sha256: "` + digestOf(f.read("small.toml")), `source.01.sha256: "` + digestOf(recipeGenes), `source.02.title: "Drugs"`,
		`source.01.license: "CC0"`, `source.01.date: "2025"`, `source.01.url: "https://example.org"`, `source.02.file: "drugs/list.tsv"`,
		`name: "Small"`, `version: "7"`, `date: "2026-01-02"`, `source: "Genes 1.0; Drugs"`, `license: "Genes: CC0; Drugs: CC BY"`, `bits: "64"`, `method: "rp"`,
		`namespaces  ["drug" "gene"]`, "origin      gene: Genes 2025\n            drug: Drugs\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("inspect has no %s:\n%s%s", want, stdout, stderr)
		}
	}
	if _, stdout, _ = f.run(nil, "lookup", "--pack", "DIR/0.normpack", "--format", "tsv", "-k", "1", "foxp-2"); !strings.Contains(stdout, "G:1\tFOXP2") {
		t.Errorf("foxp-2 is %s", stdout)
	}
}

// TestBuildRecipeAnyVersion builds of a file that the recipe does not know: the pack says so. A flag wins over the recipe.
func TestBuildRecipeAnyVersion(t *testing.T) {
	f := newFixture(t)
	f.addRecipe("a")
	f.write("a/genes.tsv", recipeGenes+"4\tCAT\tprimary\n")
	args := strings.Fields("build --recipe DIR/small.toml --encoder DIR/t.normenc --from DIR/a --out DIR/x.normpack --any-version --name Mine")
	if code, _, stderr := f.run(nil, args...); code != exitDone || !strings.Contains(stderr, "genes.tsv: another version than the recipe's, as --any-version allows") {
		t.Fatalf("status %d, %s", code, stderr)
	}
	_, stdout, _ := f.run(nil, "inspect", "DIR/x.normpack")
	for _, want := range []string{`source.01.version: "another than the recipe's"`, `source: "Genes (another than the recipe's); Drugs"`, `name: "Mine"`} {
		if !strings.Contains(stdout, want) {
			t.Errorf("inspect has no %s:\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "source.01.date") {
		t.Error("the pack gives another version the date of the recipe's")
	}
}

// TestBuildRecipeBeside builds into the folder of the files, twice.
func TestBuildRecipeBeside(t *testing.T) {
	f := newFixture(t)
	f.addRecipe("a")
	for range 2 {
		if code, _, stderr := f.run(nil, strings.Fields("build --recipe DIR/small.toml --encoder DIR/t.normenc --from DIR/a --out DIR/a/x.normpack")...); code != exitDone {
			t.Fatalf("status %d, %s", code, stderr)
		}
	}
}

// TestBuildRecipeErrors has what cannot be built: nothing is written.
func TestBuildRecipeErrors(t *testing.T) {
	f := newFixture(t)
	f.addRecipe("a")
	f.write("a/other.toml", strings.Replace(strings.Replace(f.read("small.toml"), `"small"`, `"other"`, 1), "version", "edition", 1))
	before := f.read("t.tsv")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"--recipe gens --from DIR/a", `normlet: there is no recipe "gens"; there are anatomy, bio, cell-lines,`, exitFailed},
		{"--recipe DIR/none.toml --from DIR/a", "none.toml", exitFailed},
		{"--recipe DIR/a/other.toml --from DIR/a", `normlet: DIR/a/other.toml:3: unknown key "edition"`, exitFailed},
		{"--recipe DIR/small.toml", "normlet: recipe small: Genes: no file genes.tsv in any folder: --from names them; download it from https://example.org", exitFailed},
		{"--recipe DIR/small.toml --from DIR", "normlet: recipe small: Genes: no file genes.tsv in DIR; download it from https://example.org", exitFailed},
		{"--recipe DIR/small.toml --from DIR/a DIR/t.tsv", `normlet: "DIR/t.tsv" beside --recipe, which says what is read`, exitUsage},
		{"--recipe DIR/small.toml --from DIR/a --prefix X", "normlet: --prefix beside --recipe, which says how files are read", exitUsage},
		{"--recipe DIR/small.toml --from DIR/a --company all", "normlet: --company beside --recipe", exitUsage},
		{"DIR/t.tsv --from DIR/a", "normlet: --from is for --recipe, which is missing", exitUsage},
		{"DIR/t.tsv --any-version", "normlet: --any-version is for --recipe, which is missing", exitUsage},
		{"--recipe DIR/small.toml --from DIR/a --report DIR/a/drugs/list.tsv", "normlet: DIR/a/drugs/list.tsv", exitUsage},
		{"--recipe DIR/small.toml --from DIR/a --out DIR/a/genes.tsv", "normlet: DIR/a/genes.tsv", exitUsage},
		{"--recipe DIR/small.toml --from DIR/a --out DIR/small.toml --force", "normlet: DIR/small.toml", exitUsage},
		{"--recipe consumer --from DIR/a", "normlet: recipe consumer: its sources may not be passed on", exitFailed},
	} {
		code, _, stderr := f.run(nil, append(strings.Fields("build --encoder DIR/t.normenc --out DIR/x.normpack"), strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s; want %d, %s", c.args, code, stderr, c.code, c.want)
		}
		f.only("")
	}
	if f.read("t.tsv") != before || f.read("a/drugs/list.tsv") != recipeDrugs {
		t.Error("an input was changed")
	}
}

// TestPacks lists the recipes, and what is there of one.
func TestPacks(t *testing.T) {
	f := newFixture(t)
	f.addRecipe("a")
	f.write("a/genes.tsv", recipeGenes+"4\tCAT\n")
	f.check(os.Remove(f.path("t.tsv")))
	if code, stdout, stderr := f.run(nil, "packs"); code != exitDone || !strings.Contains(stdout, "\ndiseases     1             12  Diseases\n") {
		t.Errorf("status %d, %s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := f.run(nil, "packs", "diseases"); code != exitDone || !strings.HasPrefix(stdout, "diseases 1: Diseases\n") || !strings.Contains(stdout, "MONDO") {
		t.Errorf("status %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr := f.run(nil, "packs", "DIR/small.toml", "--from", "DIR/a")
	want := "small 7: Small\n  SOURCE  VERSION  LICENCE  STATE  FILE\n  Genes   1.0      CC0      other  genes.tsv\n  Drugs            CC BY    there  drugs/list.tsv\n"
	if code != exitDone || stdout != want {
		t.Errorf("status %d, %s\n%s\nwant\n%s", code, stderr, stdout, want)
	}
	if code, _, stderr := f.run(nil, "packs", "gens"); code != exitFailed || !strings.Contains(stderr, `no recipe "gens"`) {
		t.Errorf("status %d, %s", code, stderr)
	}
}
