package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
)

// branches are the three ontologies as both databases abbreviate them in the
// names of their tables, with what a gene has to do with a term of each.
var branches = [...]struct{ name, relation string }{
	{"bp", "involved_in"}, // biological process
	{"mf", "enables"},     // molecular function
	{"cc", "located_in"},  // cellular component
}

// evidenceGroups are the groups of evidence codes, strongest first. ND, "no data",
// is in none: it says that nothing is known.
var evidenceGroups = [...]struct {
	name  string
	codes []string
}{
	{"experimental", []string{"EXP", "IDA", "IPI", "IMP", "IGI", "IEP", "HTP", "HDA", "HMP", "HGI", "HEP"}},
	{"curated", []string{"TAS", "NAS", "IC", "ISS", "ISO", "ISA", "ISM", "IGC", "IBA", "IBD", "IKR", "IRD", "RCA"}},
	{"electronic", []string{"IEA"}},
}

// evidenceRank returns the number of the group of an evidence code.
var evidenceRank = func() map[string]int {
	rank := map[string]int{}
	for i, g := range evidenceGroups {
		for _, code := range g.codes {
			rank[code] = i
		}
	}
	return rank
}()

// weigh sets the weight of each term to the root of the number of selected genes
// that are annotated to it or to a term below it, to two places. In the figure
// captions of the Bio-ID corpus, terms are mentioned in proportion to the number's
// power of about 0.5, genes to that of about 1.2 of their publications.
func (o *ontology) weigh(ctx context.Context, db *sql.DB, g *genes) error {
	for _, branch := range branches {
		text := fmt.Sprintf("SELECT DISTINCT _id, go_id FROM go_%s_all WHERE evidence <> 'ND'", branch.name)
		err := query(ctx, db, text, func(scan scanFunc) error {
			var key int64
			var id string
			if err := scan(&key, &id); err != nil {
				return err
			}
			_, selected := g.byKey[key]
			if i, ok := o.byID[id]; ok && selected {
				o.Entities[i].Weight++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i := range o.Entities {
		w := &o.Entities[i].Weight
		*w = math.Round(100*math.Sqrt(*w)) / 100
	}
	return nil
}
