package format

import "github.com/normlet/normlet/core/pack"

// sourceKinds maps the words of source databases to our kinds. If several names of an entity are
// primary, the first wins.
var sourceKinds = map[string]pack.Kind{
	// What a database itself shows as the heading of a record.
	"symbol":              pack.KindPrimary,
	"hgnc_symbol":         pack.KindPrimary,
	"gene_info_symbol":    pack.KindPrimary,
	"uniprot_recommended": pack.KindPrimary,
	"chebi2020_name":      pack.KindPrimary,
	"name":                pack.KindPrimary, // OBO and most exports: the label

	// Official full names and UniProt's curated alternatives. A gene name stands for its
	// protein, too.
	"description":           pack.KindExact,
	"full_name":             pack.KindExact,
	"gene_info_description": pack.KindExact,
	"gene_info_full_name":   pack.KindExact,
	"hgnc_name":             pack.KindExact,
	"hgnc_prev_name":        pack.KindExact,
	"uniprot_alternative":   pack.KindExact,
	"uniprot_gene_name":     pack.KindExact,

	// Collected synonyms, often shared between entities, some of them diseases or protein
	// fragments.
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

// IsFullName reports whether a word of a kind column marks the full name of a symbol.
func IsFullName(s string) bool {
	switch s {
	case FullName, "description", "gene_info_description", "gene_info_full_name", "hgnc_name":
		return true
	}
	return false
}

// FullName is the word of our own files for it.
const FullName = "full_name"
