package recipe

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// read returns the ids that are kept, and the tree that the values are.
func (k *Keep) read(path string) (ids map[string]bool, tree format.Tree, err error) {
	r, err := data.Open(path)
	if err != nil {
		return nil, tree, err
	}
	defer r.Close()
	ids = map[string]bool{}
	id, value, without := -1, -1, map[string]bool{}
	err = data.EachLine(r, path, func(line string, number int) error {
		cells := strings.Split(line, "\t")
		if number == 1 {
			id, value = slices.Index(cells, k.ID), slices.Index(cells, k.Value)
			if id < 0 || value < 0 {
				return fmt.Errorf("the header has no columns %q and %q, by which the recipe keeps entities", k.ID, k.Value)
			}
			return nil
		}
		if len(cells) <= max(id, value) {
			return fmt.Errorf("%d columns; the recipe needs %q and %q", len(cells), k.ID, k.Value)
		}
		if format.HasAnyPrefix(cells[value], k.Prefixes) {
			ids[cells[id]] = true
		}
		if k.Tree {
			tree.Add(strings.Clone(cells[value]), strings.Clone(cells[id]))
		}
		if len(k.Without) > 0 && format.HasAnyPrefix(cells[value], k.Without) {
			without[cells[id]] = true
		}
		return nil
	})
	maps.DeleteFunc(ids, func(id string, _ bool) bool { return without[id] })
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("%s: no %s begins with %s: nothing would be kept", path, k.Value, strings.Join(k.Prefixes, " or "))
	}
	return ids, tree, err
}
