package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// oddity is what a listing has that others do not.
type oddity struct {
	header func(line string) ([]string, bool)                 // after comments; nil: the first line
	notes  bool                                               // comments may stand after the header, too
	begin  func(in *input, c *columns) (goOn bool, err error) // before the cells of a row are taken; nil: nothing
	sniff  func(h *head) bool                                 // nil: the columns tell, or the first row
	commas bool                                               // CSV; else TSV
	newest bool                                               // a row is a version of an id
	marks  Format                                             // what the format is marked with
	anyID  bool                                               // people may name another column of ids
	taxa   string                                             // the column that has to be there where people want some taxa
	asIs   bool                                               // see columns
	absent string                                             // a cell, or part of one, for nothing
	headless
}

// about marks files that tell more about the entities of others.
var about = Format{About: true}

var oddities = map[string]oddity{
	"uniprot-tsv": {begin: beginUniProtTSV, taxa: "organism_(id)"},
	"ctd":         {header: ctdHeader, notes: true},
	"gene_info":   {begin: beginGeneInfo, absent: "-"},
	"hgnc":        {begin: beginHGNC, anyID: true}, // entrez_id has NCBI's
	"ssslm":       {begin: beginSSSLM},
	"bioportal":   {begin: beginBioPortal, commas: true},
	"gilda":       {begin: beginGilda, sniff: isGilda, headless: gildaRows},
	"babelon":     {begin: beginBabelon, header: afterNotes, marks: Format{About: true, Translates: true}},
	"sssom":       {begin: beginSSSOM, header: afterNotes, marks: about},
	"mrconso":     {begin: beginMRCONSO, asIs: true, headless: rrf("cui lat ts lui stt sui ispref aui saui scui sdui sab tty code str srl suppress cvf")},
	"mrsty":       {marks: about, asIs: true, headless: rrf("cui tui stn sty atui cvf")},
	"mrdef":       {marks: about, asIs: true, headless: rrf("cui aui atui satui sab def suppress cvf")},
	"mrrel":       {begin: beginMRREL, marks: about, asIs: true, headless: rrf("cui1 aui1 stype1 rel cui2 aui2 stype2 rela rui srui sab sl rg dir suppress cvf")},
	"taxdump":     {begin: beginTaxdump, asIs: true, headless: dmp("names.dmp, which is id, name, unique name and class", 1, "id name unique class")},
	"taxnodes":    {begin: beginTaxNodes, marks: about, asIs: true, headless: dmp("nodes.dmp, which is id, parent, rank and ten or more others", 2, "id parent rank + + + + + + + + + +")},
	"taxmerged":   {begin: beginTaxRetired, marks: about, asIs: true, headless: dmp("merged.dmp, which is former id and id", 2, "id by")},
	"taxdeleted":  {begin: beginTaxRetired, marks: about, asIs: true, headless: dmp("delnodes.dmp, which is an id", 1, "id")},
	"snomed": {begin: beginSNOMED, newest: true, asIs: true, marks: Format{RetiredBy: "snomed-concepts",
		Alone: "which concepts are inactive cannot be told, and they are in: with sct2_Concept_... of the same release beside it they are left out"}},
	"snomed-concepts":  {begin: beginSNOMEDConcepts, newest: true, asIs: true, marks: Format{Retires: true}},
	"snomed-relations": {begin: beginSNOMEDRelations, newest: true, asIs: true, marks: about},
	"biosyn":           {begin: beginBioSyn, sniff: isBioSyn, asIs: true, headless: headless{[]string{"ids", "name"}, bioSynRow}},
}

// ctdKinds are the kinds of entity in the vocabularies of the Comparative Toxicogenomics Database, as columns name them.
var ctdKinds = []string{"disease", "chemical", "gene"}

// ctdHeader takes the comment line that names the columns, and leaves the kind of entity out of their names, but for
// those of genes, which have a symbol as their primary name.
func ctdHeader(line string) ([]string, bool) {
	cells := strings.Split(strings.TrimSpace(strings.TrimPrefix(line, "#")), "\t")
	c := newColumns(cells)
	for _, kind := range ctdKinds {
		if len(c.missing(kind+"name", kind+"id")) > 0 {
			continue
		}
		for i, name := range cells {
			if cells[i] = columnName(name); cells[i] != "genename" {
				cells[i] = strings.Replace(cells[i], kind, "", 1)
			}
		}
		return cells, true
	}
	return nil, false
}

// geneInfoDatabases are the databases whose references are kept, and their usual prefixes.
var geneInfoDatabases = vocabulary("gene_info", func(prefix string) (string, bool) { return prefix, true })

func beginGeneInfo(in *input, c *columns) (goOn bool, err error) {
	if c.get("symbol") == "NEWENTRY" {
		in.sink.Skip(in.line, "new records without a name", in.term.ID)
		return false, nil
	}
	for _, ref := range c.list("dbxrefs", bar) {
		database, local, _ := strings.Cut(ref, ":")
		if prefix := geneInfoDatabases[database]; prefix != "" {
			in.term.xref(prefix, local)
		}
	}
	return true, nil
}

func beginHGNC(in *input, c *columns) (goOn bool, err error) {
	if id := columnName(in.o.Columns["id"]); in.term.ID == "" && id != "" && id != "hgnc_id" {
		in.sink.Skip(in.line, "without an id in the column "+id, c.get("symbol"))
		return false, nil
	}
	in.term.Obsolete = strings.Contains(strings.ToLower(c.get("status")), "withdrawn")
	return true, nil
}

func beginSSSLM(in *input, c *columns) (goOn bool, err error) {
	in.name(c.get("text"), ssslmKind(c.get("predicate"), c.get("type")), c.get("language"), "")
	return true, nil
}

// ssslmKind returns the kind of a name by its predicate.
func ssslmKind(predicate, synonymType string) pack.Kind {
	_, local, _ := strings.Cut(predicate, ":")
	switch {
	case local == "label" || local == "prefLabel":
		return pack.KindPrimary
	case local == "hasExactSynonym" && !isAbbreviation(synonymType):
		return pack.KindExact
	case local == "hasNarrowSynonym", local == "hasBroadSynonym", local == "hasRelatedSynonym":
		return pack.KindRelated
	}
	return pack.KindAlias
}

func beginBioPortal(in *input, _ *columns) (goOn bool, err error) {
	if id := in.term.ID; !hasPrefix(id) {
		return false, in.bad("the Class ID %.40q is no IRI; are the columns in their places? "+anyColumns, id)
	}
	return true, nil
}

// hasPrefix reports whether an id is an IRI or a CURIE, which a name is not.
func hasPrefix(id string) bool {
	before, after, ok := strings.Cut(id, ":")
	return ok && before != "" && after != "" && !strings.ContainsAny(id, " \t")
}
