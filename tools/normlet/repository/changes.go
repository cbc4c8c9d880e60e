package repository

import (
	"bytes"

	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
)

// changesDelta returns the delta that lists changes, nil where the pack is not what package edit makes of base by them:
// a pack that was built anew, or one with weights, which a pack holds rounded.
func changesDelta(base, data, plain []byte) ([]byte, error) {
	_, d, err := pack.Split(data)
	if err != nil || d == nil {
		return nil, err
	}
	from, err := pack.Parse(base)
	if err != nil {
		return nil, err
	}
	to, err := pack.Parse(data)
	if err != nil {
		return nil, err
	}
	changes := changesBetween(from, to)
	made, err := edit.Apply(base, changes)
	if err != nil {
		return nil, nil // it is made in another way
	}
	if made, err = pack.Plain(made, pack.Limits{}); err != nil || !bytes.Equal(made, plain) {
		return nil, err
	}
	return update.DiffChanges(changes)
}

// row is a name of an entity.
type row struct {
	id, name string
	kind     pack.Kind
}

func rowAt(c *pack.Contents, i int) row {
	return row{c.IDs.At(int(c.RowEntity[i])), c.Names.At(i), c.RowKind[i]}
}

// changesBetween returns what makes the names of one pack those of another: first those that go, in the order of rows.
func changesBetween(from, to *pack.Contents) (changes []edit.Change) {
	there := make(map[row]bool, from.Names.Len())
	for i := range from.Names.Len() {
		there[rowAt(from, i)] = true
	}
	var added []edit.Change
	for i := range to.Names.Len() {
		x := rowAt(to, i)
		if there[x] {
			delete(there, x)
			continue
		}
		c := edit.Change{ID: x.id, Name: x.name, Kind: x.kind}
		if _, known := from.IDs.Find(x.id); !known {
			c.Namespace = to.Namespaces[to.EntityNamespace[to.RowEntity[i]]]
		}
		added = append(added, c)
	}
	for i := range from.Names.Len() {
		if x := rowAt(from, i); there[x] {
			changes = append(changes, edit.Change{Remove: true, ID: x.id, Name: x.name})
		}
	}
	return append(changes, added...)
}
