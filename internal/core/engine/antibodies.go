package engine

import (
	"slices"

	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

// maxAntibodies is how many names from a word on are read to see whether antibodies are among them.
const maxAntibodies = 1 << 12

// findAntibodies returns which namespaces have an antibody: a name that begins and ends as those of antibodies do.
func (e *Engine) findAntibodies() []bool {
	var reader index.Reader
	var name names.Text
	found := make([]bool, len(e.Pack.Namespaces))
	for word := range e.lexicon.Binding() {
		first := e.rows.First([]byte(word), &reader)
		for row := first; row < min(first+maxAntibodies, e.Pack.Names.Len()); row++ {
			name.Read(e.Pack.Names.At(row))
			if begins, ends := e.lexicon.Binds(&name); begins && ends {
				found[e.Pack.EntityNamespace[e.Pack.RowEntity[row]]] = true
			}
		}
	}
	return found
}

// dropTargets removes the readings of an antibody as what it binds, in namespaces that have antibodies: where a drug is
// called "anti-IL-5 antibody", anti-IL-6 is no IL-6.
func (e *Engine) dropTargets(w *Work) {
	if len(w.read) == 0 {
		return
	}
	if begins, ends := e.lexicon.Binds(&w.query.Text); begins || ends {
		found := e.antibodies()
		w.read = slices.DeleteFunc(w.read, func(c score.Candidate) bool { return found[e.Pack.EntityNamespace[c.Entity]] })
	}
}
