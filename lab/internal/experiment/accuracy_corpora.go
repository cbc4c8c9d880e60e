package experiment

import (
	"cmp"
	"context"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

// Suite is a folder of terminologies and of mentions that people wrote: what accuracy is measured on.
type Suite struct {
	Read func(file string) ([]data.Query, error) // labelled mentions, or documents, by their path in the folder
	// Alternatives returns ids, without their prefixes, that mean the same as another one.
	Alternatives func() (map[string]string, error)
	Build        func(ctx context.Context, b Build) (*core.Normalizer, error)
	Terminology  func(folder string) (*data.Terminology, error) // for string matchers; they take the names of the pack for nil
	Bio          func() (*core.Normalizer, error)               // the pack of the recipe bio; nil: it is not measured
	Own          bool                                           // also encoders of their own, and training mentions
}

// Build says how the pack of a terminology is made: without labelled mentions and with the default encoder, unless it
// says otherwise.
type Build struct {
	Name, Terminology string // of the pack, and the folder of its file
	Own               bool   // with an encoder of its own
	Mentions          string // file of labelled mentions; "": none
}

// File returns the name of the pack's file.
func (b Build) File() string {
	for _, part := range []struct {
		of   bool
		name string
	}{{b.Own, ".own"}, {b.Mentions != "", ".mentions"}} {
		if part.of {
			b.Name += part.name
		}
	}
	return b.Name + ".normpack"
}

// TerminologyFile is the file of a terminology in its folder.
const TerminologyFile = "reference.tsv.gz"

// AlternativesFile has lines id TAB another id of the same entity.
const AlternativesFile = "documents/medic_alternative_ids.tsv.gz"

// consumer only judges: nothing is fitted on its mentions.
const consumer = "consumer language"

// labelledKinds are the kinds of names, with what was chosen or fitted on their mentions.
var labelledKinds = []struct{ name, fitted string }{
	{"genes", "settings of the encoder, constants, p, promise"},
	{"proteins", "constants, p, promise"},
	{"chemicals", "constants, p, promise"},
	{"diseases", "constants, p, promise"},
	{"species", "that capitals decide between equals, that lists in alphabetical order prefer no name, p, promise"},
	{"cell lines", "that brackets which tell entities apart are left out, that lists in alphabetical order prefer no name, p, promise"},
	{consumer, "codes of 256 bits for short lists, how long lent names may be"},
}

// packs are the terminologies, by the name of their pack.
var packs = []struct{ name, folder, kind string }{
	{"uniprot", "uniprot_human", "proteins"},
	{"genes", "ncbigene_human", "genes"},
	{"chebi", "chebi", "chemicals"},
	{"species", "species", "species"},
	{"cell_line", "cell_line", "cell lines"},
	{"consumer", "consumer", consumer},
	{"ncbi_disease", "ncbi_disease", "diseases"},
	{"bc5cdr_disease", "bc5cdr_disease", "diseases"},
	{"bc5cdr_chemical", "bc5cdr_chemical", "chemicals"},
}

// mentionList is a file of mentions. Those without a pack are asked of the default pack.
type mentionList struct {
	title, pack     string
	file            string
	unlinked, train string // files, or ""
}

var mentionLists = []mentionList{
	{title: "Bio-ID genes, default pack", file: "bioid/dev_gene", unlinked: "bioid/dev_unlinked"},
	{title: "GNormPlus, all human genes", pack: "genes", file: "gnormplus/train"},
	{title: "Bio-ID proteins, UniProt", pack: "uniprot", file: "bioid/dev_uniprot"},
	{title: "CRAFT, ChEBI", pack: "chebi", file: "chebi/dev_craft"},
	{title: "Alzheimer corpus, ChEBI", pack: "chebi", file: "chebi/dev_alzdem"},
	{title: "BC5CDR chemicals, MeSH", pack: "bc5cdr_chemical", file: "bc5cdr_chemical/dev", unlinked: "bc5cdr_chemical/unlinked_dev", train: "bc5cdr_chemical/train"},
	{title: "NCBI Disease, MEDIC", pack: "ncbi_disease", file: "ncbi_disease/dev", train: "ncbi_disease/train"},
	{title: "BC5CDR diseases, MEDIC", pack: "bc5cdr_disease", file: "bc5cdr_disease/dev", unlinked: "bc5cdr_disease/unlinked_dev", train: "bc5cdr_disease/train"},
	{title: "S800, NCBI Taxonomy", pack: "species", file: "species/dev_s800"},
	{title: "Linnaeus, NCBI Taxonomy", pack: "species", file: "species/dev_linnaeus"},
	{title: "Bio-ID cell lines, Cellosaurus", pack: "cell_line", file: "cell_line/dev"},
	{title: "AskAPatient", pack: "consumer", file: "consumer/dev", train: "consumer/train"},
}

// documentList is a file of documents whose mentions of some types are asked of a pack.
type documentList struct {
	title, pack, file string
	types             []string // of mentions; none: all, each of a document of its own
}

var documentLists = []documentList{
	{"NCBI Disease", "ncbi_disease", "documents/NCBIdisease_TrainDev.pubtator.gz", []string{"SpecificDisease", "DiseaseClass", "Modifier", "CompositeMention"}},
	{"NCBI Disease, composite mentions alone", "ncbi_disease", "ncbi_disease/composite_dev.tsv.gz", nil},
	{"BC5CDR diseases", "bc5cdr_disease", "documents/BC5CDR_TrainDev.pubtator.gz", []string{"Disease"}},
	{"BC5CDR chemicals", "bc5cdr_chemical", "documents/BC5CDR_TrainDev.pubtator.gz", []string{"Chemical"}},
	{"GNormPlus", "genes", "documents/GNormPlus_Train.pubtator.gz", []string{"Gene"}},
	{"NLM-Gene, many species, human genes", "genes", "documents/NLMgene_Train.pubtator.gz", []string{"Gene"}},
	{"BioRED genes, many species, human genes", "genes", "documents/BioRED_TrainDev.pubtator.gz", []string{"Gene"}},
	{"BioRED diseases", "bc5cdr_disease", "documents/BioRED_TrainDev.pubtator.gz", []string{"Disease"}},
	{"BioRED chemicals", "bc5cdr_chemical", "documents/BioRED_TrainDev.pubtator.gz", []string{"Chemical"}},
	{"BioRED species", "species", "documents/BioRED_TrainDev.pubtator.gz", []string{"Species"}},
	{"BioRED cell lines", "cell_line", "documents/BioRED_TrainDev.pubtator.gz", []string{"CellLine"}},
}

// queryFile is the path of a list in the folder.
func queryFile(name string) string { return name + ".tsv.gz" }

// SuiteFiles returns the paths of all files that accuracy reads, with those of training mentions if own is set.
func SuiteFiles(own bool) []string {
	files := []string{AlternativesFile}
	for _, p := range packs {
		files = append(files, p.folder+"/"+TerminologyFile)
	}
	for _, m := range mentionLists {
		for _, name := range []string{m.file, m.unlinked, m.train} {
			if name != "" && (own || name != m.train) {
				files = append(files, queryFile(name))
			}
		}
	}
	for _, d := range documentLists {
		files = append(files, d.file)
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// kindOf returns the kind of the names of a pack.
func kindOf(pack string) string {
	for _, p := range packs {
		if p.name == cmp.Or(pack, "genes") {
			return p.kind
		}
	}
	return ""
}

// SmallSuite returns one whose packs are all the same, and whose mentions are the first queries.
func SmallSuite(file []byte, queries []data.Query) *Suite {
	queries = queries[:min(20, len(queries))]
	open := func() (*core.Normalizer, error) { return core.OpenBytes(file) }
	return &Suite{
		Read:         func(string) ([]data.Query, error) { return queries, nil },
		Alternatives: func() (map[string]string, error) { return nil, nil },
		Build:        func(context.Context, Build) (*core.Normalizer, error) { return open() },
		Bio:          open,
		Terminology:  func(string) (*data.Terminology, error) { return nil, nil },
	}
}
