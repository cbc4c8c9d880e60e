package protocol

import (
	"strings"

	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// addTraining returns a pack with labelled mentions as names of their entities, with its codes and its ranker, and
// how many it added: the dictionary of BioSyn. It leaves out mentions of unknown ids and known names.
func addTraining(file []byte, mentions []data.Query) ([]byte, int, error) {
	c, err := pack.Parse(file)
	if err != nil {
		return nil, 0, err
	}
	type name struct {
		entity int32
		text   string
	}
	known := make(map[name]bool, c.Names.Len())
	for row, text := range c.Names.Range(0, c.Names.Len()) {
		known[name{int32(c.RowEntity[row]), string(text)}] = true
	}
	resolver := eval.NewResolver(c)
	var changes []edit.Change
	for _, q := range mentions {
		for _, e := range resolver.Entities(q.Gold) {
			added := name{e, q.Mention}
			if known[added] || strings.TrimSpace(q.Mention) == "" {
				continue
			}
			known[added] = true
			changes = append(changes, edit.Change{ID: c.IDs.At(int(e)), Name: q.Mention, Kind: pack.KindAlias})
		}
	}
	if len(changes) == 0 {
		return file, 0, nil
	}
	out, err := edit.Apply(file, changes)
	return out, len(changes), err
}
