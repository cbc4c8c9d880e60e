package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/limit"
)

var uniprotFormat = &Format{
	Name: "uniprot", Title: "UniProt flat file", Prefix: "UniProt",
	sniff: func(h *head) bool {
		return strings.HasPrefix(h.first(), "ID   ") && len(h.lines) > 1 && strings.HasPrefix(h.lines[1], "AC   ")
	},
	read: func(in *input) error { return (&uniprotReader{input: in}).readAll() },
}

// uniprotReader reads entries of lines that begin with a code of two letters, up to a line //.
type uniprotReader struct {
	*input
	open    bool            // within an entry
	taxon   string          // of the entry
	parts   bool            // the names are of parts of the protein
	section string          // of the description: RecName, AltName or SubName
	genes   strings.Builder // all GN lines: their values go over the line's end
	comment bool            // in the comment on the function
	about   strings.Builder
}

func (r *uniprotReader) readAll() error {
	if err := r.eachLine(r.readLine); err != nil {
		return err
	}
	if r.open {
		return &Error{r.line, "the file ends within an entry, before its // line; is it complete?"}
	}
	return nil
}

func (r *uniprotReader) readLine(line string) error {
	if line == "//" {
		return r.finish()
	}
	if len(line) < 5 {
		return nil
	}
	code, value := line[:2], strings.TrimSpace(line[5:])
	switch code {
	case "ID":
		return r.begin()
	case "AC":
		r.accessions(value)
	case "DE":
		r.description(value)
	case "GN":
		r.genes.WriteString(value + " ")
	case "OX":
		if id, ok := strings.CutPrefix(value, "NCBI_TaxID="); ok {
			r.taxon = strings.TrimRight(strings.SplitN(id, " ", 2)[0], ";")
		}
	case "DR":
		r.reference(value)
	case "CC":
		r.function(value)
	}
	return nil
}

func (r *uniprotReader) begin() error {
	if r.open {
		if err := r.bad("an entry begins before the // line of the one of line %d", r.term.Line); err != nil {
			return err
		}
	}
	in := r.input
	*r = uniprotReader{input: in, open: true}
	in.term.reset(in.line, "")
	return nil
}

// finish hands on the entry.
func (r *uniprotReader) finish() error {
	t := &r.term
	open := r.open
	r.open = false
	if !open || t.ID == "" {
		return r.bad("an entry ends that has no AC line")
	}
	if !wanted(r.o.Taxa, r.taxon) {
		r.sink.Skip(r.line, "of another taxon", t.ID)
		return nil
	}
	r.geneNames()
	t.Definition = withoutEvidence(r.about.String())
	return r.emit()
}

// accessions reads "P04637; Q15086;", of which the first is the id.
func (r *uniprotReader) accessions(value string) {
	for _, ac := range list(value, ";") {
		if r.term.ID == "" {
			r.term.ID = ac
		} else {
			r.term.AltIDs = append(r.term.AltIDs, ac)
		}
	}
}

// reference reads "HGNC; HGNC:11998; TP53." of the databases whose entries are genes.
func (r *uniprotReader) reference(value string) {
	parts := list(strings.TrimSuffix(value, "."), ";")
	if len(parts) < 3 {
		return
	}
	switch last := parts[len(parts)-1]; parts[0] {
	case "GeneID":
		r.term.xref("NCBIGene", parts[1])
	case "HGNC":
		r.term.xref("HGNC", strings.TrimPrefix(parts[1], "HGNC:"))
	case "MIM":
		if last == "gene" { // not a disease of it
			r.term.xref("OMIM", parts[1])
		}
	case "Ensembl": // transcript; protein; ENSG00000141510.19. [P04637-1]
		gene, _, _ := strings.Cut(last, ".")
		if i := len(r.term.XRefs); i == 0 || r.term.XRefs[i-1] != "ENSEMBL:"+gene {
			r.term.xref("ENSEMBL", gene)
		}
	}
}

// description reads "RecName: Full=Cellular tumor antigen p53;" and lines "Short=p53;" after it.
// Names after Contains: and Includes: are of parts.
func (r *uniprotReader) description(value string) {
	if value == "Contains:" || value == "Includes:" {
		r.parts = true
	}
	if r.parts {
		return
	}
	for _, section := range []string{"RecName", "AltName", "SubName"} {
		if rest, ok := strings.CutPrefix(value, section+":"); ok {
			r.section, value = section, strings.TrimSpace(rest)
		}
	}
	field, text, _ := strings.Cut(value, "=")
	text = withoutEvidence(strings.TrimSuffix(text, ";"))
	switch field {
	case "Full":
		kind := pack.KindExact
		if r.section != "AltName" {
			kind = pack.KindPrimary
		}
		r.term.name(text, kind)
	case "Short", "CD_antigen", "INN", "Allergen", "Biotech":
		r.term.name(text, pack.KindAlias)
	}
}

// geneNames reads "Name=TP53; Synonyms=P53; ORFNames=...;", for several genes with "and"
// between.
func (r *uniprotReader) geneNames() {
	for field := range strings.SplitSeq(strings.ReplaceAll(r.genes.String(), " and ", " "), ";") {
		key, value, ok := strings.Cut(strings.TrimSpace(field), "=")
		if !ok {
			continue
		}
		kind := pack.KindAlias
		if key == "Name" {
			kind = pack.KindExact
		}
		for _, name := range list(withoutEvidence(value), ",") {
			r.term.name(name, kind)
		}
	}
}

// withoutEvidence takes out what stands in braces: {ECO:0000269|PubMed:1, ...}.
func withoutEvidence(s string) string {
	for {
		open := strings.Index(s, "{ECO:")
		if open < 0 {
			return strings.TrimSpace(s)
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			return strings.TrimSpace(s[:open])
		}
		s = strings.TrimSpace(s[:open]) + s[open+end+1:]
	}
}

// function collects the comment "-!- FUNCTION: ..." over its lines, up to the longest line that is allowed.
func (r *uniprotReader) function(value string) {
	if strings.HasPrefix(value, "-!-") || strings.HasPrefix(value, "---") {
		value, r.comment = strings.CutPrefix(value, "-!- FUNCTION: ")
	}
	if r.comment && r.about.Len()+len(value) < limit.Of().Line {
		if r.about.Len() > 0 {
			r.about.WriteByte(' ')
		}
		r.about.WriteString(value)
	}
}
