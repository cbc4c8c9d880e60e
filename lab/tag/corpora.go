package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
	learn "github.com/normlet/normlet/train/tag"
)

// corpus is documents in which all entities of a type are marked.
type corpus struct {
	name  string
	types []string // that are the type, as the corpus has them
	wider bool     // they also mark others: those that the terminology does not name; such a corpus only teaches
	long  bool     // full texts, which mark more: teaches only models for long texts
}

// kind is a type of entities.
type kind struct {
	name, pack string   // pack: the terminology that judges
	namespaces []string // whose entities are of the type, in small letters
	corpora    []corpus
}

var kinds = []kind{
	{"Disease", "bc5cdr_disease", []string{"disease", "diseases", "medic", "doid", "mondo", "omim", "orphanet", "orpha", "ordo", "efo", "icd10", "icd10cm", "icd11", "symp"}, []corpus{
		{name: "BC5CDR_TrainDev", types: []string{"Disease"}},
		{name: "NCBIdisease_TrainDev", types: []string{"SpecificDisease", "DiseaseClass", "Modifier", "CompositeMention"}},
		{name: "BioRED_TrainDev", types: []string{"Disease"}}, {name: "tmVar3_Train", types: []string{"Disease"}},
		{name: craft, types: []string{"disease"}, long: true}}},
	{"Chemical", "bc5cdr_chemical", []string{"chemical", "chemicals", "drug", "drugs", "chebi", "drugbank", "rxnorm", "chembl", "pubchem", "cas", "atc"}, []corpus{
		{name: "BC5CDR_TrainDev", types: []string{"Chemical"}}, {name: "BioRED_TrainDev", types: []string{"Chemical"}},
		{name: craft, types: []string{"chemical"}, long: true}}},
	{"Gene", "genes", []string{"gene", "genes", "protein", "proteins", "ncbigene", "hgnc", "uniprot", "uniprotkb", "ensembl", "mgi", "rgd", "zfin", "flybase", "pr"}, []corpus{
		{name: "GNormPlus_Train", types: []string{"Gene"}}, {name: "NLMgene_Train", types: []string{"Gene"}},
		{name: "BioRED_TrainDev", types: []string{"Gene"}}, {name: "tmVar3_Train", types: []string{"Gene"}},
		{name: craft, types: []string{"gene"}, long: true}}},
	{"Species", "species", []string{"species", "taxonomy", "ncbitaxon", "ncbi taxon", "ncbi_taxonomy"}, []corpus{
		{name: "BioRED_TrainDev", types: []string{"Species"}}, {name: "S800_Train", types: []string{"Species"}},
		{name: "Linnaeus_Train", types: []string{"Species"}}, {name: "tmVar3_Train", types: []string{"Species"}},
		{name: craft, types: []string{"species"}, long: true}}},
	{"CellLine", "cell_line", []string{"cell_line", "cell_lines", "cellline", "cvcl", "cellosaurus", "clo"}, []corpus{
		{name: "BioRED_TrainDev", types: []string{"CellLine"}}, {name: "tmVar3_Train", types: []string{"CellLine"}},
		{name: "NLMgene_Train", types: []string{"Cell"}, wider: true}}},
	{"CellType", "bio", []string{"cell_type", "cell_types", "cl"}, []corpus{{name: craft, types: []string{"cell_type"}, long: true}}},
	{"Anatomy", "bio", []string{"anatomy", "uberon", "fma"}, []corpus{{name: craft, types: []string{"anatomy"}, long: true}}},
	{"GO", "default", []string{"go"}, []corpus{{name: craft, types: []string{"GO"}, long: true}}},
}

// library reads the documents of corpora, each once.
type library struct {
	folder string
	read   map[string][]*document.Document
	plain  []learn.Document // of ordinary English
	other  []learn.Document // the same, which no tagger learns from
}

func newLibrary(folder, wordnet string) (*library, error) {
	plain, err := english(wordnet, 0)
	if err != nil {
		return nil, err
	}
	other, err := english(wordnet, everyExample/2)
	return &library{folder, map[string][]*document.Document{}, plain, other}, err
}

// of returns the documents of a corpus whose marks stand where the file says, and counts the others in skipped.
func (l *library) of(name string) (docs []*document.Document, err error) {
	if docs = l.read[name]; docs != nil {
		return docs, nil
	}
	if name == craft {
		docs, err = readCRAFT(filepath.Join(l.folder, "craft"))
		l.read[name] = docs
		return docs, err
	}
	path := filepath.Join(l.folder, "documents", name+".pubtator.gz")
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := document.NewReader(f, path, "pubtator")
	if err != nil {
		return nil, err
	}
	for {
		d, err := r.Next()
		if err == io.EOF {
			l.read[name] = docs
			return docs, nil
		}
		if err != nil {
			return nil, err
		}
		if _, err := d.Locate(); err == nil { // seven documents have marks a blank or two off
			docs = append(docs, d)
		}
	}
}

// idsOf returns the ids of an annotation.
func idsOf(a *document.Annotation) []string {
	return strings.FieldsFunc(a.ID, func(r rune) bool { return strings.ContainsRune("|,;+", r) })
}

// is reports whether an annotation is of the type.
func (c *corpus) is(a *document.Annotation) bool {
	return a.End > a.Start && slices.Contains(c.types, a.Type)
}

// alternatives reads the ids that MEDIC gives the same entity.
func alternatives(folder string) (map[string]string, error) {
	f, err := data.Open(filepath.Join(folder, "documents", "medic_alternative_ids.tsv.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	out := map[string]string{}
	for line := range strings.Lines(string(b)) {
		x, y, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if x, y = same(out, x), same(out, y); x != y {
			out[x] = y
		}
	}
	return out, err
}

// same returns the id that stands for all those of an entity, without its prefix.
func same(alternatives map[string]string, id string) string {
	if _, local, ok := strings.Cut(id, ":"); ok {
		id = local
	}
	for range len(alternatives) {
		other, ok := alternatives[id]
		if !ok {
			break
		}
		id = other
	}
	return id
}
