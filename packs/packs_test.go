package packs_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
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
	for _, want := range strings.Fields("anatomy bio cell-lines cell-types chemicals consumer diseases genes go hpo proteins species") {
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

// officials are the hosts of those who publish sources, or to whom they entrust that.
var officials = []string{
	"current.geneontology.org", "ftp.ebi.ac.uk", "ftp.expasy.org", "ftp.ncbi.nlm.nih.gov", "ftp.uniprot.org", "nlmpubs.nlm.nih.gov", "purl.obolibrary.org",
	"storage.googleapis.com/public-download-files/hgnc", // of HGNC
}

// TestAddresses has the form of each address, and which sources have one.
func TestAddresses(t *testing.T) {
	addresses := map[string]string{}
	published := map[string]string{
		"default": "", "consumer": "", "anatomy": "uberon.obo", "cell-types": "cl.obo", "hpo": "hp.obo hp-all.babelon.tsv", "go": "go-basic.obo", "proteins": "uniprot_sprot_human.dat.gz",
		"genes": "Homo_sapiens.gene_info.gz hgnc_complete_set.txt", "genes-model": "Mus_musculus.gene_info.gz Danio_rerio.gene_info.gz Drosophila_melanogaster.gene_info.gz", "diseases": "desc2026.xml.gz doid.obo symp.obo mondo.obo hp.obo", "chemicals": "desc2026.xml.gz chebi.obo.gz",
		"species": "names.dmp desc2026.xml.gz", "cell-lines": "cellosaurus.obo desc2026.xml.gz",
		"bio": "Homo_sapiens.gene_info.gz hgnc_complete_set.txt Mus_musculus.gene_info.gz Danio_rerio.gene_info.gz Drosophila_melanogaster.gene_info.gz uniprot_sprot_human.dat.gz go-basic.obo desc2026.xml.gz doid.obo symp.obo mondo.obo hp.obo " +
			"chebi.obo.gz names.dmp cellosaurus.obo cl.obo uberon.obo",
	}
	for _, name := range recipe.Names(packs.Files) {
		want, ok := published[name]
		if !ok {
			t.Errorf("the test says nothing of the recipe %s", name)
		}
		r, err := recipe.Load(packs.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, p := range r.Published(true) {
			paths = append(paths, p.Path)
			checkAddress(t, p)
			if known, ok := addresses[p.Path]; ok && known != p.Address {
				t.Errorf("%s: %s is at %s, and at %s", name, p.Path, p.Address, known)
			}
			addresses[p.Path] = p.Address
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func checkAddress(t *testing.T, p recipe.Published) {
	t.Helper()
	for _, address := range []string{p.Address, p.Checksum} {
		rest, secure := strings.CutPrefix(address, "https://")
		official := func(host string) bool { return strings.HasPrefix(rest, host+"/") }
		if address != "" && (!secure || !slices.ContainsFunc(officials, official) || strings.ContainsAny(address, " ?#%")) {
			t.Errorf("%s: %q is no address of an official host", p.Path, address)
		}
	}
	if p.Format == "" || p.Private || p.SHA256 != "" {
		t.Errorf("%s: today's file needs a format, and has neither a digest nor a licence that forbids to pass it on", p.Path)
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
				if f.XRefs != nil {
					inputs = append(inputs, *f.XRefs)
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

// TestJoinsOfDiseases compares the joins of diseases with the references of the Disease Ontology, read here by other
// means: none that says what is the same says otherwise.
func TestJoinsOfDiseases(t *testing.T) {
	shared := filepath.Join(testfull.Shared(t), "data")
	r, err := recipe.Load(packs.Files, "diseases")
	if err != nil {
		t.Fatal(err)
	}
	found, err := r.Find(recipe.Options{From: []string{shared}})
	if err != nil {
		t.Fatal(err)
	}
	terminology, _, err := found.Read(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, e := range terminology.Entities {
		there[e.ID] = true
	}
	refers := diseaseReferences(t, filepath.Join(shared, "disease_ontology"))
	counts := map[string]int{}
	for _, j := range terminology.Joins {
		to := slices.DeleteFunc(slices.Clone(refers[j.Other]), func(id string) bool { return !there[id] })
		switch {
		case j.Near:
			counts["near"]++
		case len(to) == 0:
			counts["names alone"]++
		case slices.Contains(to, j.ID):
			counts["confirmed"]++
		default:
			t.Errorf("%s is %s (%s) by %s, and refers to %q", j.Other, j.ID, j.Name, j.How, to)
		}
	}
	if t.Logf("joins: %v", counts); counts["confirmed"] < 2000 || counts["confirmed"] < 5*counts["names alone"] {
		t.Errorf("joins %v: most are confirmed", counts)
	}
}

// diseaseReferences returns the MeSH ids to which terms of the Disease Ontology of today refer.
func diseaseReferences(t *testing.T, folder string) map[string][]string {
	refers := map[string][]string{}
	id := ""
	for line := range strings.SplitSeq(content(t, filepath.Join(folder, "doid_2026_subsets.obo.gz")), "\n") {
		if rest, ok := strings.CutPrefix(line, "id: "); ok {
			id = rest
		}
		if rest, ok := strings.CutPrefix(line, "xref: MESH:"); ok {
			refers[id] = append(refers[id], "MESH:"+rest)
		}
	}
	known := len(refers)
	for line := range strings.Lines(content(t, filepath.Join(folder, "doid_2026_mesh.tsv.gz"))) {
		cells := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("\t\n, ", r) })
		for _, to := range cells[1:] {
			if !slices.Contains(refers[cells[0]], to) {
				refers[cells[0]] = append(refers[cells[0]], to)
			}
		}
	}
	if known < 3000 || len(refers) < 4000 {
		t.Fatalf("%d and %d terms with references", known, len(refers))
	}
	return refers
}

// content returns that of a file, unpacked.
func content(t *testing.T, path string) string {
	r, err := data.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
