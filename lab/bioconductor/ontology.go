package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// ontologyNamespace is the namespace of the terms and the prefix of their ids.
const ontologyNamespace = "GO"

// rootOfAll is what Bioconductor puts above the roots of the three ontologies.
// It is no term of the Gene Ontology.
const rootOfAll = "universal"

// ontology is the Gene Ontology without its obsolete terms.
type ontology struct {
	data.Terminology
	Date        string         // of the source
	definitions []string       // of each entity, "" if there is none
	isFunction  []bool         // of each entity: it is a molecular function
	byKey       map[int64]int  // the database's _id -> index in Entities
	byID        map[string]int // the term's id -> index in Entities
}

// String returns one line of text.
func (o *ontology) String() string { return "Gene Ontology of " + o.Date }

// readOntology reads the terms of db.
func readOntology(ctx context.Context, db *sql.DB) (*ontology, error) {
	values, err := readMetadata(ctx, db, "GO_DB", ontologyDatabase)
	if err != nil {
		return nil, err
	}
	o := &ontology{Date: values["GOSOURCEDATE"], byKey: map[int64]int{}, byID: map[string]int{}}
	if err := o.addTerms(ctx, db); err != nil {
		return nil, err
	}
	if err := o.addSynonyms(ctx, db); err != nil {
		return nil, err
	}
	if len(o.Entities) == 0 {
		return nil, fmt.Errorf("no terms")
	}
	return o, nil
}

// addTerms adds the terms with their names and definitions, by id.
func (o *ontology) addTerms(ctx context.Context, db *sql.DB) error {
	const text = "SELECT _id, go_id, term, ontology, definition FROM go_term WHERE ontology <> ? ORDER BY go_id COLLATE BINARY"
	return query(ctx, db, text, func(scan scanFunc) error {
		var key int64
		var id, term, branch string
		var definition sql.NullString
		if err := scan(&key, &id, &term, &branch, &definition); err != nil {
			return err
		}
		if !strings.HasPrefix(id, ontologyNamespace+":") || term == "" {
			return fmt.Errorf("term %q (row %d) lacks its name, or its id does not begin with %s", id, key, ontologyNamespace)
		}
		o.byKey[key], o.byID[id] = len(o.Entities), len(o.Entities)
		o.definitions = append(o.definitions, strings.Join(strings.Fields(definition.String), " "))
		o.isFunction = append(o.isFunction, branch == "MF")
		o.Entities = append(o.Entities, data.Entity{ID: id, Namespace: ontologyNamespace,
			Names: []data.Name{{Text: term, Kind: pack.KindPrimary}}})
		return nil
	}, rootOfAll)
}

// synonym is a name in the making.
type synonym struct {
	term          int // index in Entities
	text, compact string
}

// addSynonyms adds the synonyms in byte order. It skips those with the letters and
// digits of another name of their term, which look-up takes for the same
// ("down-regulation", "down regulation"), and single words for a molecular function,
// which name what acts (ubiquitin, JNK, IL-12): a gene to whoever writes them.
//
// The database does not have the scopes of synonyms. Those that several terms share
// cannot mean each of them exactly and are related; abbreviations are aliases, as they
// are of genes; the others count as exact.
func (o *ontology) addSynonyms(ctx context.Context, db *sql.DB) error {
	synonyms, err := o.readSynonyms(ctx, db)
	if err != nil {
		return err
	}
	terms := map[string]map[int]bool{} // that have a name of this compact form
	has := func(compact string, term int) {
		if terms[compact] == nil {
			terms[compact] = map[int]bool{}
		}
		terms[compact][term] = true
	}
	for i, e := range o.Entities {
		has(compactOf(e.Names[0].Text), i)
	}
	kept := synonyms[:0]
	for _, s := range synonyms {
		if !terms[s.compact][s.term] {
			has(s.compact, s.term)
			kept = append(kept, s)
		}
	}
	for _, s := range kept {
		e := &o.Entities[s.term]
		e.Names = append(e.Names, data.Name{Text: s.text, Kind: kindOf(s.text, len(terms[s.compact]))})
	}
	return nil
}

func (o *ontology) readSynonyms(ctx context.Context, db *sql.DB) ([]synonym, error) {
	const text = "SELECT _id, synonym FROM go_synonym WHERE like_go_id = 0 ORDER BY synonym COLLATE BINARY, _id"
	var synonyms []synonym
	err := pairs(ctx, db, text, func(key int64, text string) {
		if i, ok := o.byKey[key]; ok && !(o.isFunction[i] && isWord(text)) {
			synonyms = append(synonyms, synonym{i, text, compactOf(text)})
		}
	})
	return synonyms, err
}

func compactOf(name string) string { return names.Key(name) }

// kindOf returns the kind of a synonym that a number of terms have.
func kindOf(name string, terms int) data.Kind {
	switch {
	case terms > 1:
		return pack.KindRelated
	case isAbbreviation(name):
		return pack.KindAlias
	}
	return pack.KindExact
}

// isAbbreviation reports whether a name is one word with digits or with capitals
// after its first letter, such as EMT, mtDNA or NQO1.
func isAbbreviation(name string) bool {
	return isWord(name) && len(name) > 1 &&
		strings.ContainsFunc(name[1:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) })
}

func isWord(name string) bool { return !strings.Contains(name, " ") }
