package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core/column"
	"github.com/normlet/normlet/train/data"
)

// source is where the cells of a column come from: a file of DATA, or what is made.
type source struct {
	name   string // above the column, in sheets
	kind   column.Kind
	of     string // namespace or database
	file   string // without .tsv.gz
	at     int    // column of the file
	made   func(r *rand.Rand) string
	typed  string // of marked mentions, of which alone the file has cells
	unseen bool   // it was added when the numbers of core/column were chosen
}

// sources are the kinds of columns. Those with a file are mentions as people write them, of development lists.
var sources = []source{
	{name: "gene", kind: column.Names, of: "NCBIGene", file: "bioid/dev_gene"},
	{name: "marker", kind: column.Names, of: "NCBIGene", file: "gnormplus/train"},
	{name: "protein", kind: column.Names, of: "NCBIGene", file: "bioid/dev_uniprot"},
	{name: "Symbol", kind: column.Names, of: "NCBIGene", file: "open_world/gene_symbols"},
	{name: "mgi", kind: column.Names, of: "NCBIGene", file: "genes/Mus_musculus.gene_info", at: 2},
	{name: "compound", kind: column.Names, of: "chemical", file: "chebi/dev_craft"},
	{name: "treatment", kind: column.Names, of: "chemical", file: "bc5cdr_chemical/dev"},
	{name: "Drug name", kind: column.Names, of: "chemical", file: "open_world/drugs"},
	{name: "diagnosis", kind: column.Names, of: "disease", file: "ncbi_disease/dev"},
	{name: "indication", kind: column.Names, of: "disease", file: "bc5cdr_disease/dev"},
	{name: "Disease", kind: column.Names, of: "disease", file: "open_world/diseases"},
	{name: "complaint", kind: column.Names, of: "disease", file: "consumer/dev"},
	{name: "host", kind: column.Names, of: "species", file: "species/dev_s800"},
	{name: "taxon", kind: column.Names, of: "species", file: "species/dev_linnaeus"},
	{name: "cells", kind: column.Names, of: "cell_line", file: "cell_line/dev"},

	{name: "organism", kind: column.Organisms, made: one("human|mouse|Homo sapiens|Mus musculus|Mouse|Human|rat")},
	{name: "species", kind: column.Organisms, made: one("H. sapiens|M. musculus|R. norvegicus")},

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

	{name: "age", kind: column.Numbers, made: numbered("%d", 99)},
	{name: "logFC", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%.4f", r.NormFloat64()) }},
	{name: "pvalue", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%.2e", r.Float64()/1000) }},
	{name: "dose", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d %s", 5*(1+r.IntN(80)), one("mg|mg|mg|g")(r)) }},
	{name: "pressure", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d/%d", 90+r.IntN(80), 50+r.IntN(50)) }},
	{name: "temp", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d °C", r.IntN(90)) }},

	{name: "remarks", kind: column.Text, file: "sentences/subj", at: 1},
	{name: "history", kind: column.Text, file: "sts/sick_train", at: 1},
	{name: "comment", kind: column.Text, file: "sentences/cr", at: 1},

	{name: "nothing", kind: column.Empty, made: one("")},

	{name: "sample", kind: column.Other, made: numbered("S-%03d", 900)},
	{name: "specimen", kind: column.Other, made: numbered("PRB%05d", 99999)},
	{name: "patient", kind: column.Other, made: numbered("P%d", 300)},
	{name: "barcode", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("TCGA-%02d-%04d-01A", r.IntN(99), r.IntN(9999)) }},
	{name: "well", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("%c%02d", 'A'+byte(r.IntN(8)), 1+r.IntN(12)) }},
	{name: "plate", kind: column.Other, made: numbered("Plate %d", 12)},
	{name: "batch", kind: column.Other, made: one("A|B|C")},
	{name: "sex", kind: column.Other, made: one("male|female|M|F|unknown")},
	{name: "passed", kind: column.Other, made: one("yes|no|TRUE|FALSE|n/a")},
	{name: "group", kind: column.Other, made: one("control|treated|vehicle|untreated")},
	{name: "direction", kind: column.Other, made: one("up|down|unchanged")},
	{name: "status", kind: column.Other, made: one("open|closed|pending|in review|done")},
	{name: "investigator", kind: column.Other, made: func(r *rand.Rand) string {
		return one("Anna|Peter|Maria|John|Olga|Pavel|Emma|Louis|Wei|Fatima|Noah|Ines|Carlos|Yuki|Amir|Grace|Ivan|Leah|Mark|Rosa")(r) + " " + last(r)
	}},
	{name: "author", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("%s, %c.", last(r), 'A'+byte(r.IntN(26))) }},
	{name: "operator", kind: column.Other, made: func(r *rand.Rand) string { return strings.ToLower(last(r)) }},
	{name: "email", kind: column.Other, made: func(r *rand.Rand) string { return strings.ToLower(last(r)) + "@example.org" }},
	{name: "link", kind: column.Other, made: numbered("https://example.org/record/%d", 99999)},
	{name: "path", kind: column.Other, made: numbered("/data/run_%04d/reads.fastq.gz", 9999)},
	{name: "note", kind: column.Other, made: func(r *rand.Rand) string {
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

	{name: "targets", kind: column.Names, of: "NCBIGene", file: bioRED, at: 3, typed: "Gene"},
	{name: "agent", kind: column.Names, of: "chemical", file: bioRED, at: 3, typed: "Chemical"},
	{name: "condition", kind: column.Names, of: "disease", file: bioRED, at: 3, typed: "Disease"},
	{name: "line", kind: column.Names, of: "cell_line", file: bioRED, at: 3, typed: "CellLine"},
	{name: "focus", kind: column.Names, of: "disease", file: "documents/NCBIdisease_TrainDev.pubtator", at: 3, typed: "SpecificDisease"},
	{name: "locus", kind: column.Names, of: "NCBIGene", file: "documents/NLMgene_Train.pubtator", at: 3, typed: "Gene"},
	{name: "organisms", kind: column.Names, of: "species", file: "documents/S800_Train.pubtator", at: 3, typed: "Species"},
	{name: "question", kind: column.Text, file: "sentences/trec_train", at: 1},
	{name: "opinion", kind: column.Text, file: "sentences/mr", at: 1},
	{name: "device", kind: column.Other, file: "devices/dev"},
	{name: "printer", kind: column.Other, file: "printers/dev"},
	{name: "graphics", kind: column.Other, file: "graphics/dev"},
	{name: "scanner", kind: column.Other, file: "scanners/dev"},
	{name: "sign", kind: column.Other, file: "signs/dev"},
	{name: "region", kind: column.Other, file: "places/dev"},
	{name: "thing", kind: column.Other, file: "things/dev"},
	{name: "phone", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("+49 %d %06d", 30+r.IntN(900), r.IntN(999999)) }},
	{name: "uuid", kind: column.Other, made: func(r *rand.Rand) string {
		return fmt.Sprintf("%08x-%04x-4%03x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<12))
	}},
	{name: "version", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("v%d.%d.%d", r.IntN(9), r.IntN(20), r.IntN(9)) }},
	{name: "address", kind: column.Other, made: func(r *rand.Rand) string { return fmt.Sprintf("%d %s Street", 1+r.IntN(300), last(r)) }},
	{name: "color", kind: column.Other, made: one("red|green|blue|yellow|purple|black|white")},
	{name: "grade", kind: column.Other, made: one("G1|G2|G3|GX")},
	{name: "tissue prep", kind: column.Other, made: one("FFPE|frozen|fresh|fixed")},
	{name: "lane", kind: column.Other, made: numbered("L%03d", 9)},
	{name: "month", kind: column.Other, made: one("January|February|March|April|May|June|July|August")},
	{name: "country", kind: column.Other, made: one("Germany|France|United States|Kenya|Japan|Brazil|India|Turkey|China|Chile|Mali|Cuba")},
	{name: "refseq", kind: column.IDs, of: "RefSeq", made: numbered("NM_%09d", 999999)},
	{name: "mouse_gene", kind: column.IDs, of: "ENSEMBL", made: numbered("ENSMUSG%011d", 99999)},
	{name: "mondo", kind: column.IDs, of: "MONDO", made: numbered("MONDO:%07d", 99999)},
	{name: "timestamp", kind: column.Dates, made: func(r *rand.Rand) string {
		return fmt.Sprintf("20%02d-%02d-%02dT%02d:%02d:00Z", 10+r.IntN(15), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60))
	}},
	{name: "concentration", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%.1f ng/ml", r.Float64()*90) }},
	{name: "tissue temp", kind: column.Numbers, made: func(r *rand.Rand) string { return fmt.Sprintf("%d-%d", 1+r.IntN(40), 41+r.IntN(40)) }},

	{name: "blood group", kind: column.Other, made: one("A+|A-|B+|B-|AB+|AB-|O+|O-"), unseen: true},
	{name: "stage", kind: column.Other, made: one("I|II|III|IV|IIIA|IVB"), unseen: true},
	{name: "outcome", kind: column.Other, made: one("alive|dead|lost to follow-up|relapsed"), unseen: true},
	{name: "weekday", kind: column.Other, made: one("Mon|Tue|Wed|Thu|Fri|Sat|Sun"), unseen: true},
	{name: "initials", kind: column.Other, made: func(r *rand.Rand) string { return string([]byte{'A' + byte(r.IntN(26)), 'A' + byte(r.IntN(26))}) }},
	{name: "chr", kind: column.Other, made: one("chr1|chr2|chr3|chr7|chr11|chr17|chrX|chrY|chrM"), unseen: true},
	{name: "strand", kind: column.Other, made: one("+|-"), unseen: true},
	{name: "mutation", kind: column.Other, unseen: true, made: func(r *rand.Rand) string {
		return fmt.Sprintf("p.%c%d%c", 'A'+byte(r.IntN(25)), 1+r.IntN(900), 'A'+byte(r.IntN(25)))
	}},
	{name: "hgvs", kind: column.Other, unseen: true, made: func(r *rand.Rand) string { return fmt.Sprintf("c.%d%s", 1+r.IntN(3000), one("A>G|C>T|del|dup|G>A")(r)) }},
	{name: "primer", kind: column.Other, unseen: true, made: func(r *rand.Rand) string {
		b := make([]byte, 18+r.IntN(6))
		for i := range b {
			b[i] = "ACGT"[r.IntN(4)]
		}
		return string(b)
	}},
	{name: "vendor", kind: column.Other, made: one("Sigma-Aldrich|Abcam|Thermo Fisher|Roche|Illumina|Qiagen|Merck|Bio-Rad|Promega|Lonza"), unseen: true},
	{name: "unit", kind: column.Other, made: one("mg/L|mmol/L|%|U/ml|g/dl|10^9/L|pg"), unseen: true},
	{name: "department", kind: column.Other, made: one("Cardiology|Oncology|Pediatrics|Radiology|Surgery|Neurology|Pathology|Dermatology"), unseen: true},
	{name: "language", kind: column.Other, made: one("English|German|French|Spanish|Turkish|Polish|Greek|Czech"), unseen: true},
	{name: "platform", kind: column.Other, made: one("HiSeq 2500|NovaSeq 6000|NextSeq 500|MiSeq|PacBio Sequel|MinION"), unseen: true},
	{name: "freezer", kind: column.Other, unseen: true, made: func(r *rand.Rand) string { return fmt.Sprintf("F%d-R%d-B%02d", r.IntN(9), r.IntN(9), r.IntN(99)) }},
	{name: "result", kind: column.Other, made: one("positive|negative|pos|neg|inconclusive|weak"), unseen: true},
	{name: "intensity", kind: column.Other, made: one("+++|++|+|-|+/-"), unseen: true},
	{name: "file", kind: column.Other, unseen: true, made: func(r *rand.Rand) string { return fmt.Sprintf("%s_%d.csv", strings.ToLower(last(r)), r.IntN(99)) }},
	{name: "project", kind: column.Other, made: one("Atlas|Phoenix|Orion|Apollo|Mercury|Falcon|Titan|Delta|Nova|Zephyr")},
	{name: "consent", kind: column.Other, unseen: true, made: one("Yes|No|Withdrawn|Pending")},
	{name: "ethnicity", kind: column.Other, unseen: true, made: one("White|Black or African American|Asian|Hispanic|Other|Not reported")},
	{name: "percent", kind: column.Numbers, unseen: true, made: func(r *rand.Rand) string { return fmt.Sprintf("%.1f%%", 100*r.Float64()) }},
	{name: "duration", kind: column.Numbers, unseen: true, made: func(r *rand.Rand) string { return fmt.Sprintf("%d %s", 1+r.IntN(12), one("weeks|days|months|h")(r)) }},
	{name: "German date", kind: column.Dates, unseen: true, made: func(r *rand.Rand) string {
		return fmt.Sprintf("%d. %s 20%02d", 1+r.IntN(28), one("Januar|März|Mai|Oktober")(r), 10+r.IntN(15))
	}},
	{name: "accession", kind: column.IDs, of: "HP", unseen: true, made: numbered("HP:%07d", 3000)},
	{name: "cellosaurus", kind: column.IDs, of: "CVCL", unseen: true, made: numbered("CVCL_%04d", 9999)},
	{name: "reagent", kind: column.Names, of: "chemical", unseen: true, file: "documents/BC5CDR_TrainDev.pubtator", at: 3, typed: "Chemical"},
	{name: "problem", kind: column.Names, of: "disease", unseen: true, file: "documents/BC5CDR_TrainDev.pubtator", at: 3, typed: "Disease"},
	{name: "locus tag", kind: column.Names, of: "NCBIGene", unseen: true, file: "documents/tmVar3_Train.pubtator", at: 3, typed: "Gene"},
	{name: "isolate", kind: column.Names, of: "species", unseen: true, file: "documents/Linnaeus_Train.pubtator", at: 3, typed: "Species"},
}

const bioRED = "documents/BioRED_TrainDev.pubtator"

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

// pool returns the different cells of a source's file in one of the folders.
func (s *source) pool(folders []string) (cells []string, err error) {
	if s.file == "" {
		return nil, nil
	}
	var path string
	for _, folder := range folders {
		for _, end := range []string{".tsv.gz", ".gz"} {
			if p := filepath.Join(folder, filepath.FromSlash(s.file)+end); path == "" && exists(p) {
				path = p
			}
		}
	}
	in, err := data.Open(cmp.Or(path, s.file))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	seen := map[string]bool{}
	return cells, data.EachLine(in, path, func(line string, _ int) error {
		f := strings.Split(line, "\t")
		if len(f) > s.at && !seen[f[s.at]] && !strings.HasPrefix(line, "#") && (s.typed == "" || len(f) > s.at+1 && f[s.at+1] == s.typed) {
			seen[f[s.at]] = true
			cells = append(cells, f[s.at])
		}
		return nil
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// column returns n cells of a source, some of them said twice.
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
