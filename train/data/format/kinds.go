package format

import "github.com/normlet/normlet/core/pack"

// sourceKinds maps the words that source databases use to our kinds. An entity
// ends with one primary name, so a word may be primary here although it meets
// another primary word in the same file: the first row wins.
var sourceKinds = map[string]pack.Kind{
	// What a database itself shows as the heading of a record.
	"symbol":              pack.KindPrimary,
	"hgnc_symbol":         pack.KindPrimary,
	"gene_info_symbol":    pack.KindPrimary,
	"uniprot_recommended": pack.KindPrimary,
	"chebi2020_name":      pack.KindPrimary,
	"name":                pack.KindPrimary, // OBO and most exports: the label

	// Official full names, present and former, and UniProt's curated alternatives. A gene name
	// stands for its protein as well as the protein's own name does.
	"description":           pack.KindExact,
	"full_name":             pack.KindExact,
	"gene_info_description": pack.KindExact,
	"gene_info_full_name":   pack.KindExact,
	"hgnc_name":             pack.KindExact,
	"hgnc_prev_name":        pack.KindExact,
	"uniprot_alternative":   pack.KindExact,
	"uniprot_gene_name":     pack.KindExact,

	// Collected synonyms, often shared between entities. HGNC's alias names
	// and NCBI's other designations include diseases and protein fragments.
	"synonym":                     pack.KindAlias,
	"gene_info_synonym":           pack.KindAlias,
	"other_designation":           pack.KindAlias,
	"gene_info_other_designation": pack.KindAlias,
	"hgnc_alias_symbol":           pack.KindAlias,
	"hgnc_alias_name":             pack.KindAlias,
	"hgnc_prev_symbol":            pack.KindAlias,
	"chebi_old_name_or_synonym":   pack.KindAlias,

	// OBO synonym scopes that do not mean the entity itself.
	"broad":  pack.KindRelated,
	"narrow": pack.KindRelated,
}

// ParseKind returns the kind of a kind column; an absent one is an alias.
func ParseKind(s string) (pack.Kind, bool) {
	if len(s) == 0 {
		return pack.KindAlias, true
	}
	if k, ok := sourceKinds[s]; ok {
		return k, true
	}
	return pack.ParseKind(s)
}
