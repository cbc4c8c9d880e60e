package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// triple is an edge of the knowledge graph.
type triple struct{ head, relation, tail string }

// graph is a knowledge graph in the making.
type graph struct {
	genes    *genes
	ontology *ontology
	triples  []triple
}

// readTriples returns what both databases know of the selected genes and of the
// terms, in the order of the terminologies, then by relation and tail, without
// repetitions.
func readTriples(ctx context.Context, genesDB, ontologyDB *sql.DB, g *genes, o *ontology) ([]triple, error) {
	x := &graph{genes: g, ontology: o}
	for _, branch := range branches {
		if err := x.addAnnotations(ctx, genesDB, branch.name, branch.relation); err != nil {
			return nil, err
		}
	}
	err := errors.Join(x.addOfGenes(ctx, genesDB, "pfam", "SELECT _id, 'Pfam:' || pfam_id FROM pfam WHERE pfam_id IS NOT NULL"),
		x.addOfGenes(ctx, genesDB, "pathway", "SELECT _id, 'KEGG:hsa' || path_id FROM kegg"))
	if err != nil {
		return nil, err
	}
	for _, branch := range branches {
		if err := x.addParents(ctx, ontologyDB, branch.name); err != nil {
			return nil, err
		}
	}
	return x.sorted(), nil
}

// addAnnotations adds gene, relation, term. The relation names the strongest group of
// evidence: a second triple with a weaker one would say nothing new, and give the
// first away where some are held out.
func (x *graph) addAnnotations(ctx context.Context, db *sql.DB, branch, relation string) error {
	type annotation struct{ gene, term int }
	strongest := map[annotation]int{}
	text := fmt.Sprintf("SELECT _id, go_id, evidence FROM go_%s WHERE evidence <> 'ND'", branch)
	err := query(ctx, db, text, func(scan scanFunc) error {
		var key int64
		var id, evidence string
		if err := scan(&key, &id, &evidence); err != nil {
			return err
		}
		rank := slices.IndexFunc(evidenceGroups, func(g evidenceGroup) bool { return slices.Contains(g.codes, evidence) })
		if rank < 0 {
			return fmt.Errorf("annotation of %s has the unknown evidence code %q", id, evidence)
		}
		gene, selected := x.genes.byKey[key]
		term, known := x.ontology.byID[id]
		if a := (annotation{gene, term}); selected && known {
			if before, ok := strongest[a]; !ok || rank < before {
				strongest[a] = rank
			}
		}
		return nil
	})
	for a, rank := range strongest {
		x.triples = append(x.triples, triple{x.genes.Entities[a.gene].ID,
			relation + "_" + evidenceGroups[rank].name, x.ontology.Entities[a.term].ID})
	}
	return err
}

// addOfGenes adds gene, relation, tail for each row of text, the database's _id
// of a gene and a tail.
func (x *graph) addOfGenes(ctx context.Context, db *sql.DB, relation, text string) error {
	return pairs(ctx, db, text, func(key int64, tail string) {
		if gene, ok := x.genes.byKey[key]; ok {
			x.triples = append(x.triples, triple{x.genes.Entities[gene].ID, relation, tail})
		}
	})
}

// addParents adds term, relation, parent.
func (x *graph) addParents(ctx context.Context, db *sql.DB, branch string) error {
	text := fmt.Sprintf("SELECT _id, _parent_id, relationship_type FROM go_%s_parents", branch)
	return query(ctx, db, text, func(scan scanFunc) error {
		var child, parent int64
		var relation string
		if err := scan(&child, &parent, &relation); err != nil {
			return err
		}
		c, ok := x.ontology.byKey[child]
		p, known := x.ontology.byKey[parent]
		if ok && known { // a root of the three has a parent that is no term
			entities := x.ontology.Entities
			x.triples = append(x.triples, triple{entities[c].ID, relationName(relation), entities[p].ID})
		}
		return nil
	})
}

// relationName returns a relation as the ontology's own files write it.
func relationName(s string) string {
	if s == "isa" {
		return "is_a"
	}
	return strings.ReplaceAll(s, " ", "_")
}

func (x *graph) sorted() []triple {
	rank := map[string]int{}
	for _, entities := range [][]data.Entity{x.genes.Entities, x.ontology.Entities} {
		for _, e := range entities {
			rank[e.ID] = len(rank)
		}
	}
	slices.SortFunc(x.triples, func(a, b triple) int {
		return cmp.Or(cmp.Compare(rank[a.head], rank[b.head]), cmp.Compare(a.relation, b.relation), cmp.Compare(a.tail, b.tail))
	})
	return slices.Compact(x.triples)
}

// countRelations lists the relations with their numbers of triples.
func countRelations(triples []triple) string {
	counts := map[string]int{}
	for _, t := range triples {
		counts[t.relation]++
	}
	var out []string
	for _, relation := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%d %s", counts[relation], relation))
	}
	return strings.Join(out, ", ")
}
