// Package corpora names every corpus of the laboratory: its path in the folder DATA, its terminology, and what
// training may use of it. Nothing is learned from Consumer; Kinds says what was learned from the other kinds.
package corpora

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// TerminologyFile is the file of a terminology in its folder.
const TerminologyFile = "reference.tsv.gz"

// AlternativesFile has lines id TAB another id of the same entity.
const AlternativesFile = "documents/medic_alternative_ids.tsv.gz"

// Consumer only judges: nothing is fitted on its mentions.
const Consumer = "consumer language"

// Kinds are the kinds of names, with what was chosen or fitted on their mentions.
var Kinds = []struct{ Name, Fitted string }{
	{"genes", "settings of the encoder, constants, p"},
	{"proteins", "constants, p"},
	{"chemicals", "constants, p"},
	{"diseases", "constants, p"},
	{"species", "that capitals decide between equals, that lists in alphabetical order prefer no name, p"},
	{"cell lines", "that brackets which tell entities apart are left out, that lists in alphabetical order prefer no name, p"},
	{Consumer, "codes of 256 bits for short lists, how long lent names may be"},
}

// Pack is a pack of the terminology of a folder.
type Pack struct{ Name, Folder, Kind string }

// Packs are the terminologies, by the name of their pack.
var Packs = []Pack{
	{"uniprot", "uniprot_human", "proteins"},
	{"genes", "ncbigene_human", "genes"},
	{"chebi", "chebi", "chemicals"},
	{"species", "species", "species"},
	{"cell_line", "cell_line", "cell lines"},
	{"consumer", "consumer", Consumer},
	{"ncbi_disease", "ncbi_disease", "diseases"},
	{"bc5cdr_disease", "bc5cdr_disease", "diseases"},
	{"bc5cdr_chemical", "bc5cdr_chemical", "chemicals"},
}

// List is a file of mentions. Those without a pack are asked of the default pack.
type List struct {
	Title, Pack     string
	File            string // without .tsv.gz, as all
	Unlinked, Train string // files, or ""
}

// Lists are what accuracy is measured on.
var Lists = []List{
	{Title: "Bio-ID genes, default pack", File: "bioid/dev_gene", Unlinked: "bioid/dev_unlinked"},
	{Title: "GNormPlus, all human genes", Pack: "genes", File: "gnormplus/train"},
	{Title: "Bio-ID proteins, UniProt", Pack: "uniprot", File: "bioid/dev_uniprot"},
	{Title: "CRAFT, ChEBI", Pack: "chebi", File: "chebi/dev_craft"},
	{Title: "Alzheimer corpus, ChEBI", Pack: "chebi", File: "chebi/dev_alzdem"},
	{Title: "BC5CDR chemicals, MeSH", Pack: "bc5cdr_chemical", File: "bc5cdr_chemical/dev", Unlinked: "bc5cdr_chemical/unlinked_dev", Train: "bc5cdr_chemical/train"},
	{Title: "NCBI Disease, MEDIC", Pack: "ncbi_disease", File: "ncbi_disease/dev", Train: "ncbi_disease/train"},
	{Title: "BC5CDR diseases, MEDIC", Pack: "bc5cdr_disease", File: "bc5cdr_disease/dev", Unlinked: "bc5cdr_disease/unlinked_dev", Train: "bc5cdr_disease/train"},
	{Title: "S800, NCBI Taxonomy", Pack: "species", File: "species/dev_s800"},
	{Title: "Linnaeus, NCBI Taxonomy", Pack: "species", File: "species/dev_linnaeus"},
	{Title: "Bio-ID cell lines, Cellosaurus", Pack: "cell_line", File: "cell_line/dev"},
	{Title: "AskAPatient", Pack: "consumer", File: "consumer/dev", Train: "consumer/train"},
}

// DocumentList is a file of documents whose mentions of some types are asked of a pack.
type DocumentList struct {
	Title, Pack, File string
	Types             []string // of mentions; none: all, each of a document of its own
}

// Documents are what accuracy of whole texts is measured on.
var Documents = []DocumentList{
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

// Source is a file of mentions, and the pack that they are asked of.
type Source struct{ Kind, Pack, Mentions string }

// Fit is what lab/fit fits the forest on, in an order that decides its bits.
var Fit = []Source{
	{"genes", "genes", "gnormplus/train"},
	{"genes", "genes", "bioid/dev_gene"},
	{"genes", "genes", "bioid/dev_unlinked"},
	{"proteins", "uniprot", "bioid/dev_uniprot"},
	{"proteins", "uniprot", "bioid/dev_unlinked"},
	{"chemicals", "chebi", "chebi/dev_craft"},
	{"chemicals", "chebi", "chebi/dev_alzdem"},
	{"chemicals", "bc5cdr_chemical", "bc5cdr_chemical/dev"},
	{"chemicals", "bc5cdr_chemical", "bc5cdr_chemical/train"},
	{"chemicals", "bc5cdr_chemical", "bc5cdr_chemical/unlinked_dev"},
	{"diseases", "ncbi_disease", "ncbi_disease/dev"},
	{"diseases", "ncbi_disease", "ncbi_disease/train"},
	{"diseases", "bc5cdr_disease", "bc5cdr_disease/dev"},
	{"diseases", "bc5cdr_disease", "bc5cdr_disease/train"},
	{"diseases", "bc5cdr_disease", "bc5cdr_disease/unlinked_dev"},
	{"species", "species", "species/dev_s800"},
	{"species", "species", "species/dev_linnaeus"},
	{"cell lines", "cell_line", "cell_line/dev"},
	{Consumer, "consumer", "consumer/dev"},
}

// OpenWorld is a file of mentions that are asked of the default pack, which lacks most of what some of them mean.
type OpenWorld struct {
	Name, Kind, File string
	Mass             float64 // for how many mentions it counts in the fit
	Fresh            bool    // the fit sees half of it as a pack of yesterday does, which lacks all of it
}

// OpenWorlds are what the default pack is judged on, its kinds unknown. The first six are open_world.
var OpenWorlds = []OpenWorld{
	{"new names of diseases", "diseases", "open_world/diseases", 2700, true},
	{"names of drugs", "chemicals", "open_world/drugs", 2700, true},
	{"gene symbols", "genes", "open_world/gene_symbols", 2700, false},
	{"abbreviations", "abbreviations", "open_world/abbreviations", 1500, false},
	{"places", "places", "open_world/places", 2700, false},
	{"English", "English", "open_world/english", 2700, false},
	{"BioRED, all marked mentions", "texts of five kinds", "documents/BioRED_TrainDev.pubtator.gz", 8000, false},
	{"Bio-ID genes", "genes", "bioid/dev_gene", 3000, false},
	{"NCBI Disease", "diseases", "ncbi_disease/dev", 1000, false},
	{"BC5CDR diseases", "diseases", "bc5cdr_disease/dev", 1000, false},
	{"BC5CDR chemicals", "chemicals", "bc5cdr_chemical/dev", 1000, false},
}

// MentionsFile is the file of the mentions of a Field in its folder.
const MentionsFile = "dev.tsv.gz"

// Field is a list outside biomedicine, by the folder of its terminology and mentions.
type Field struct {
	Folder string
	Made   bool // by lab/fields; else of DATA
	Judge  bool // p is not fitted on it
}

// Fields are such lists. All have chosen where the ranker of such lists starts, each left out in turn; p is fitted on all
// but those that judge.
var Fields = []Field{
	{Folder: "occupations", Judge: true}, {Folder: "devices", Made: true},
	{Folder: "scanners", Made: true, Judge: true}, {Folder: "printers", Made: true, Judge: true}, {Folder: "graphics", Made: true, Judge: true},
	{Folder: "things", Made: true}, {Folder: "places", Made: true}, {Folder: "signs", Made: true},
}

// WithFields returns the files of mentions and the packs with those of Fields, if made also those that lab/fields makes.
func WithFields(made bool) ([]Source, []Pack) {
	sources, packs := slices.Clone(Fit), slices.Clone(Packs)
	for _, f := range Fields {
		if !f.Made || made {
			sources = append(sources, Source{f.Folder, f.Folder, f.Folder + "/dev"})
			packs = append(packs, Pack{f.Folder, f.Folder, f.Folder})
		}
	}
	return sources, packs
}

// IsMade reports whether a folder is that of a Field which lab/fields makes.
func IsMade(folder string) bool {
	return slices.ContainsFunc(Fields, func(f Field) bool { return f.Folder == folder && f.Made })
}

// CheckMade fails if a folder lacks one of the lists that lab/fields makes.
func CheckMade(folder string) error {
	for _, f := range Fields {
		if _, err := os.Stat(filepath.Join(folder, f.Folder, MentionsFile)); f.Made && err != nil {
			return fmt.Errorf("list outside biomedicine: %w; make all of them again: go -C lab run ./fields ROOT %s", err, folder)
		}
	}
	return nil
}

// QueryFile is the path of a list in the folder.
func QueryFile(name string) string { return name + ".tsv.gz" }

// Files returns the paths of all files that accuracy reads, with those of training mentions if own is set,
// and those of Fields that are made if fields is set.
func Files(own, fields bool) []string {
	files := []string{AlternativesFile}
	for _, f := range Fields {
		if fields || !f.Made {
			files = append(files, f.Folder+"/"+TerminologyFile, f.Folder+"/"+MentionsFile)
		}
	}
	for _, p := range Packs {
		files = append(files, p.Folder+"/"+TerminologyFile)
	}
	for _, m := range Lists {
		for _, name := range []string{m.File, m.Unlinked, m.Train} {
			if name != "" && (own || name != m.Train) {
				files = append(files, QueryFile(name))
			}
		}
	}
	for _, d := range Documents {
		files = append(files, d.File)
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// KindOf returns the kind of the names of a pack.
func KindOf(pack string) string {
	for _, p := range Packs {
		if p.Name == cmp.Or(pack, "genes") {
			return p.Kind
		}
	}
	return ""
}
