package update

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// healthNames is how many of its own names a pack is asked for before it is used.
const healthNames = 12

// check opens a pack, which checks its tables and its encoder, and looks some of its own names up.
func check(data []byte, l core.Limits) error {
	n, err := core.OpenBytes(data, &core.OpenOptions{Limits: l})
	if err != nil {
		return err
	}
	defer n.Close()
	c := engine.Of(n).LoadedContents()
	for i := range healthNames {
		row := (2*i + 1) * c.Names.Len() / (2 * healthNames)
		name, id := c.Names.At(row), c.IDs.At(int(c.RowEntity[row]))
		if answer := n.Lookup(name, 10); !finds(answer, name, id) {
			return fmt.Errorf("the pack does not find %s by its name %q", id, name)
		}
	}
	return nil
}

// finds reports whether an answer has an entity, or others of the very same name that are more likely.
func finds(a core.Answer, name, id string) bool {
	return slices.Contains(a.Ambiguous, id) || slices.ContainsFunc(a.Matches, func(m core.Match) bool {
		return m.ID == id || m.Matched == name && m.Stage == core.StageExact
	})
}
