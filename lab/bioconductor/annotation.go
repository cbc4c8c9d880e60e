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

type evidenceGroup struct {
	name  string
	codes []string
}

// evidenceGroups are the groups of evidence codes, strongest first. ND, "no data",
// is in none: it says that nothing is known.
var evidenceGroups = []evidenceGroup{
	{"experimental", []string{"EXP", "IDA", "IPI", "IMP", "IGI", "IEP", "HTP", "HDA", "HMP", "HGI", "HEP"}},
	{"curated", []string{"TAS", "NAS", "IC", "ISS", "ISO", "ISA", "ISM", "IGC", "IBA", "IBD", "IKR", "IRD", "RCA"}},
	{"electronic", []string{"IEA"}},
}

// weigh sets the weight of each term to the root of the number of selected genes that
// are annotated to it or to a term below it, to two places. Figure captions of the
// Bio-ID corpus mention terms in proportion to that number's power of about 0.5, genes
// to the power of about 1.2 of their publications.
func (o *ontology) weigh(ctx context.Context, db *sql.DB, g *genes) error {
	for _, branch := range branches {
		text := fmt.Sprintf("SELECT DISTINCT _id, go_id FROM go_%s_all WHERE evidence <> 'ND'", branch.name)
		err := pairs(ctx, db, text, func(key int64, id string) {
			_, selected := g.byKey[key]
			if i, ok := o.byID[id]; ok && selected {
				o.Entities[i].Weight++
			}
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
