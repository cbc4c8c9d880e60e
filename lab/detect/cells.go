package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core/column"
	"github.com/normlet/normlet/train/data"
)

// source is where the cells of a column come from: a file of DATA, or what is made.
type source struct {
	name    string // above the column, in sheets
	kind    column.Kind
	of      string // namespace or database
	file    string // without .tsv.gz
	at      int    // column of the file
	made    func(r *rand.Rand) string
	fit     bool // thresholds were chosen by it
	repeats bool // has few different cells
}

// sources are the kinds of columns. Those with a file are mentions as people write them, of development lists.
var sources = []source{
	{name: "gene", kind: column.Names, of: "NCBIGene", file: "bioid/dev_gene", fit: true},
	{name: "marker", kind: column.Names, of: "NCBIGene", file: "gnormplus/train"},
	{name: "protein", kind: column.Names, of: "NCBIGene", file: "bioid/dev_uniprot"},
	{name: "Symbol", kind: column.Names, of: "NCBIGene", file: "open_world/gene_symbols", fit: true},
	{name: "mgi", kind: column.Names, of: "NCBIGene", file: "genes/Mus_musculus.gene_info", at: 2},
	{name: "compound", kind: column.Names, of: "chemical", file: "chebi/dev_craft", fit: true},
	{name: "treatment", kind: column.Names, of: "chemical", file: "bc5cdr_chemical/dev"},
	{name: "Drug name", kind: column.Names, of: "chemical", file: "open_world/drugs"},
	{name: "diagnosis", kind: column.Names, of: "disease", file: "ncbi_disease/dev", fit: true},
	{name: "indication", kind: column.Names, of: "disease", file: "bc5cdr_disease/dev"},
	{name: "Disease", kind: column.Names, of: "disease", file: "open_world/diseases"},
	{name: "complaint", kind: column.Names, of: "disease", file: "consumer/dev"},
	{name: "host", kind: column.Names, of: "species", file: "species/dev_s800", fit: true},
	{name: "taxon", kind: column.Names, of: "species", file: "species/dev_linnaeus"},
	{name: "cells", kind: column.Names, of: "cell_line", file: "cell_line/dev", fit: true},

	{name: "organism", kind: column.Organisms, made: one("human|mouse|Homo sapiens|Mus musculus|Mouse|Human|rat"), repeats: true},
	{name: "species", kind: column.Organisms, made: one("H. sapiens|M. musculus|R. norvegicus"), repeats: true},

	{name: "ensembl", kind: column.IDs, of: "ENSEMBL", made: numbered("ENSG%011d", 300000)},
	{name: "uniprot", kind: column.IDs, of: "UniProt", made: func(r *rand.Rand) string { return fmt.Sprintf("%c%05d", "PQO"[r.IntN(3)], r.IntN(99999)) }},
	{name: "hgnc", kind: column.IDs, of: "HGNC", made: numbered("HGNC:%d", 40000)},
	{name: "go", kind: column.IDs, of: "GO", made: numbered("GO:%07d", 60000)},
	{name: "cas", kind: column.IDs, of: "CAS", made: func(r *rand.Rand) string { return fmt.Sprintf("%d-%02d-%d", 50+r.IntN(99999), r.IntN(100), r.IntN(10)) }},
	{name: "entrez_id", kind: column.IDs, of: "NCBIGene", made: numbered("%d", 60000)},
	{name: "icd10", kind: column.IDs, of: "ICD10CM", made: func(r *rand.Rand) string {
		return fmt.Sprintf("%c%02d%s", 'A'+byte(r.IntN(20)), r.IntN(100), []string{"", ".1", ".9", ".12"}[r.IntN(4)])
	}},
	{name: "variant", kind: column.IDs, of: "dbSNP", made: numbered("rs%d", 9e7)},

	{name: "date", kind: column.Dates, made: func(r *rand.Rand) string {
		return fmt.Sprintf("20%02d-%02d-%02d", 10+r.IntN(15), 1+r.IntN(12), 1+r.IntN(28))
	}},
	{name: "visit", kind: column.Dates, made: func(r *rand.Rand) string {
		return fmt.Sprintf("%d.%d.20%02d", 1+r.IntN(28), 1+r.IntN(12), 10+r.IntN(15))
	}},
	{name: "collected", kind: column.Dates, made: func(r *rand.Rand) string {
		return fmt.Sprintf("%d-%s-20%02d %02d:%02d", 1+r.IntN(28), one("Jan|Mar|May|Sep|Dec")(r), 10+r.IntN(15), r.IntN(24), r.IntN(60))
	}},

	{name: "age", kind: column.Numbers, made: numbered("%d", 99), repeats: true},
	{name: "logFC", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%.4f", r.NormFloat64()) }},
	{name: "pvalue", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%.2e", r.Float64()/1000) }},
	{name: "dose", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d %s", 5*(1+r.IntN(80)), one("mg|mg|mg|g")(r)) }},
	{name: "pressure", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d/%d", 90+r.IntN(80), 50+r.IntN(50)) }},
	{name: "temp", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d °C", r.IntN(90)) }},

	{name: "remarks", kind: column.Text, file: "sentences/subj", at: 1, fit: true},
	{name: "history", kind: column.Text, file: "sts/sick_train", at: 1},
	{name: "comment", kind: column.Text, file: "sentences/cr", at: 1},

	{name: "nothing", kind: column.Empty, made: one(""), repeats: true},

	{name: "sample", kind: column.Other, made: numbered("S-%03d", 900), fit: true},
	{name: "specimen", kind: column.Other, made: numbered("PRB%05d", 99999), fit: true},
	{name: "patient", kind: column.Other, made: numbered("P%d", 300)},
	{name: "barcode", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("TCGA-%02d-%04d-01A", r.IntN(99), r.IntN(9999)) }},
	{name: "well", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("%c%02d", 'A'+byte(r.IntN(8)), 1+r.IntN(12)) }},
	{name: "plate", kind: column.Other, made: numbered("Plate %d", 12), repeats: true},
	{name: "batch", kind: column.Other, made: one("A|B|C"), repeats: true},
	{name: "sex", kind: column.Other, made: one("male|female|M|F|unknown"), repeats: true},
	{name: "passed", kind: column.Other, made: one("yes|no|TRUE|FALSE|n/a"), repeats: true},
	{name: "group", kind: column.Other, made: one("control|treated|vehicle|untreated"), repeats: true, fit: true},
	{name: "direction", kind: column.Other, made: one("up|down|unchanged"), repeats: true},
	{name: "status", kind: column.Other, made: one("open|closed|pending|in review|done"), repeats: true},
	{name: "investigator", kind: column.Other, fit: true, made: func(r *rand.Rand) string {
		return one("Anna|Peter|Maria|John|Olga|Pavel|Emma|Louis|Wei|Fatima|Noah|Ines|Carlos|Yuki|Amir|Grace|Ivan|Leah|Mark|Rosa")(r) + " " + last(r)
	}},
	{name: "author", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("%s, %c.", last(r), 'A'+byte(r.IntN(26))) }},
	{name: "operator", kind: column.Other, made: func(r *rand.Rand) string { return strings.ToLower(last(r)) }},
	{name: "email", kind: column.Other, made: func(r *rand.Rand) string { return strings.ToLower(last(r)) + "@example.org" }},
	{name: "link", kind: column.Other, made: numbered("https://example.org/record/%d", 99999)},
	{name: "path", kind: column.Other, made: numbered("/data/run_%04d/reads.fastq.gz", 9999)},
	{name: "note", kind: column.Other, fit: true, made: func(r *rand.Rand) string {
		var words []string
		for range 2 + r.IntN(4) {
			words = append(words, one("stored|on|ice|moved|to|box|four|see|notebook|repeat|next|week|not|measured|bad|quality|label|lost|again|thawed|twice|ok")(r))
		}
		return strings.Join(words, " ")
	}},
	{name: "city", kind: column.Other, file: "open_world/places"},
	{name: "word", kind: column.Other, file: "open_world/english"},
	{name: "occupation", kind: column.Other, file: "occupations/dev"},
	{name: "title", kind: column.Other, file: "sentences/mpqa", at: 1},
}

// one makes one of some texts.
func one(list string) func(r *rand.Rand) string {
	all := strings.Split(list, "|")
	return func(r *rand.Rand) string { return all[r.IntN(len(all))] }
}

// numbered makes codes of a number below most.
func numbered(format string, most int) func(r *rand.Rand) string {
	return func(r *rand.Rand) string { return fmt.Sprintf(format, 1+r.IntN(most)) }
}

var last = one("Novak|Fischer|Lindgren|Okafor|Tanaka|Moreau|Haddad|Silva|Smith|Jones|Garcia|Rossi|Kim|Nguyen|Brown|Wagner|Kowalski|Dubois|Ivanova|Hansen|Martin|Lee|Patel|Costa|Meyer")

// pool returns the different cells of a source's file.
func (s *source) pool(folder string) (cells []string, err error) {
	path := filepath.Join(folder, filepath.FromSlash(s.file)+".tsv.gz")
	if strings.HasSuffix(s.file, "gene_info") {
		path = strings.TrimSuffix(path, ".tsv.gz") + ".gz"
	}
	in, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	seen := map[string]bool{}
	return cells, data.EachLine(in, path, func(line string, _ int) error {
		if f := strings.Split(line, "\t"); len(f) > s.at && !seen[f[s.at]] && !strings.HasPrefix(line, "#") {
			seen[f[s.at]] = true
			cells = append(cells, f[s.at])
		}
		return nil
	})
}

// column returns n cells of a source.
func (s *source) column(r *rand.Rand, pool []string, n int) (cells []string) {
	for range n {
		if s.made != nil {
			cells = append(cells, s.made(r))
		} else {
			cells = append(cells, pool[r.IntN(len(pool))])
		}
	}
	return cells
}
