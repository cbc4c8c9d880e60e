package packs_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/packs"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/recipe"
)

// sharedFolders are the folders of the evaluation data, beside the repository, that recipes read.
var sharedFolders = []string{"anatomy", "bc5cdr_disease", "cell_line", "chebi", "consumer", "disease_ontology", "mesh", "ncbi_disease", "ncbigene_human", "species", "uniprot_human"}

// private are the sources that may not be passed on.
var private = []string{"MEDIC", "Consumer health words"}

func TestRecipes(t *testing.T) {
	names := recipe.Names(packs.Files)
	for _, want := range strings.Fields("anatomy bio cell-lines cell-types chemicals consumer diseases genes go proteins species") {
		if !slices.Contains(names, want) {
			t.Errorf("there is no recipe %s: there are %q", want, names)
		}
	}
	for _, name := range names {
		r, err := recipe.Load(packs.Files, name)
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Version == "" || r.Date == "" {
			t.Errorf("%s has no version or date", name)
		}
		for _, s := range r.Sources {
			if s.Private != slices.Contains(private, s.Title) {
				t.Errorf("%s: %s: private is %v", name, s.Title, s.Private)
			}
		}
	}
}

// TestOwnNames reads the lists of names that are the project's own.
func TestOwnNames(t *testing.T) {
	files, err := fs.Glob(packs.Files, "names/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists: %v", err)
	}
	for _, file := range files {
		if _, _, err := data.ReadSources([]data.Source{{Path: file, FS: packs.Files}}, data.ReadOptions{}); err != nil {
			t.Error(err)
		}
	}
}

// TestSharedFiles compares the files of recipes that are in the evaluation data with their digests.
// That data is no part of the project; where it is present, a missing file fails.
func TestSharedFiles(t *testing.T) {
	shared := testfull.Shared(t)
	seen := map[string]bool{}
	for _, name := range recipe.Names(packs.Files) {
		r, err := recipe.Load(packs.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Sources {
			for _, f := range s.Files {
				inputs := []recipe.Input{f.Input}
				if f.Keep != nil {
					inputs = append(inputs, f.Keep.Input)
				}
				for _, in := range inputs {
					if folder, _, ok := strings.Cut(in.Path, "/"); ok {
						seen[folder] = true
						checkDigest(t, filepath.Join(shared, "data", in.Path), in.SHA256)
					}
				}
			}
		}
	}
	for _, folder := range sharedFolders {
		if !seen[folder] {
			t.Errorf("no recipe reads %s", folder)
		}
	}
}

func checkDigest(t *testing.T, path, want string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
		t.Errorf("%s: sha256 is %x, that of the recipe %s", path, sum, want)
	}
}
