package data

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// benchmarkEntries reads 20,000 entries after a header, in the shape that their
// publisher gives them; a row is a name.
func benchmarkEntries(b *testing.B, header string, names int, entry func(i int) string) {
	var f bytes.Buffer
	f.WriteString(header)
	for i := range 20_000 {
		f.WriteString(entry(i))
	}
	benchmarkFile(b, f.Bytes(), 20_000*names)
}

func BenchmarkCTD(b *testing.B) {
	benchmarkEntries(b, "# Fields:\n# DiseaseName\tDiseaseID\tAltDiseaseIDs\tDefinition\tParentIDs\tTreeNumbers\tParentTreeNumbers\tSynonyms\tSlimMappings\n#\n", 5, func(i int) string {
		return fmt.Sprintf("disease %d\tMESH:D%06d\tDO:DOID:%d\tWhat disease %d is, in some words.\tMESH:D%06d\tC10.%d\tC10\td%d|disease no. %d|a disease, %d|the disease %d\tNervous system disease\n", i, i, i, i, i/2, i, i, i, i, i)
	})
}

func BenchmarkHGNC(b *testing.B) {
	header := "hgnc_id\tsymbol\tname\tlocus_group\tlocus_type\tstatus\tlocation\tlocation_sortable\talias_symbol\talias_name\tprev_symbol\tprev_name\tentrez_id\n"
	benchmarkEntries(b, header, 6, func(i int) string {
		return fmt.Sprintf("HGNC:%d\tABC%d\tgene of kind %d\tprotein-coding gene\tgene with protein product\tApproved\t17p13.1\t17p13.1\t\"p%d|LFS%d\"\t\"syndrome %d\"\tOLD%d\t\t%d\n", i, i, i, i, i, i, i, i)
	})
}

func BenchmarkGeneInfo(b *testing.B) {
	header := "#tax_id\tGeneID\tSymbol\tLocusTag\tSynonyms\tdbXrefs\tchromosome\tmap_location\tdescription\ttype_of_gene\tSymbol_from_nomenclature_authority\tFull_name_from_nomenclature_authority\tNomenclature_status\tOther_designations\tModification_date\tFeature_type\n"
	benchmarkEntries(b, header, 6, func(i int) string {
		return fmt.Sprintf("9606\t%d\tABC%d\t-\tp%d|LFS%d\tMIM:%d|HGNC:HGNC:%d\t17\t17p13.1\tgene of kind %d\tprotein-coding\tABC%d\tgene of kind %d\tO\tprotein no. %d|antigen %d\t20260101\t-\n", i+1, i, i, i, i, i, i, i, i, i, i)
	})
}

func BenchmarkGilda(b *testing.B) {
	benchmarkEntries(b, "norm_text\ttext\tdb\tid\tentry_name\tstatus\tsource\torganism\tsource_db\tsource_id\n", 1, func(i int) string {
		return fmt.Sprintf("name%d\tname-%d\tHGNC\t%d\tABC%d\tsynonym\thgnc\t9606\t\t\n", i, i, i/4, i/4)
	})
}

func BenchmarkSciSpaCy(b *testing.B) {
	benchmarkEntries(b, "", 4, func(i int) string {
		return fmt.Sprintf(`{"concept_id":"C%07d","aliases":["c%d","concept no. %d","a concept, %d"],"types":["T121"],"definition":"What concept %d is, in some words.","canonical_name":"concept %d"}`+"\n", i, i, i, i, i, i)
	})
}

// BenchmarkUniProt has entries of 60 lines, most of which are about other things.
func BenchmarkUniProt(b *testing.B) {
	rest := strings.Repeat("DR   PDB; 1A1U; NMR; -; A/C=324-358.\n", 30) + strings.Repeat("FT   HELIX           19..23\nFT                   /evidence=\"ECO:0007829|PDB:2LY4\"\n", 8) +
		"SQ   SEQUENCE   393 AA;  43653 MW;  AD5C149FD8106131 CRC64;\n" + strings.Repeat("     MEEPQSDPSV EPPLSQETFS DLWKLLPENN VLSPLPSQAM DDLMLSPDDI EQWFTEDPGP\n", 7) + "//\n"
	benchmarkEntries(b, "", 6, func(i int) string {
		return fmt.Sprintf("ID   P%d_HUMAN   Reviewed;   393 AA.\nAC   P%05d;\nDE   RecName: Full=Protein no. %d {ECO:0000303|PubMed:1};\nDE   AltName: Full=Antigen %d;\nDE            Short=p%d;\n"+
			"GN   Name=ABC%d {ECO:0000312|HGNC:HGNC:1}; Synonyms=A%d, B%d;\nOX   NCBI_TaxID=9606;\nCC   -!- FUNCTION: What the protein %d does, in some words {ECO:0000269|PubMed:3}.\n", i, i, i, i, i, i, i, i, i) + rest
	})
}
