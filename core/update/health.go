package update

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// healthNames is the number of its own names that a pack has to find before it is used.
const healthNames = 12

// check opens a pack, which checks its tables and its encoder, and looks up some of its own names.
func check(data []byte, l core.Limits) error {
	n, err := core.OpenBytes(data, &core.OpenOptions{Limits: l})
	if err != nil {
		return err
	}
	defer n.Close()
	c := engine.Of(n).LoadedContents()
	for i := range healthNames {
		row := (2*i + 1) * c.Names.Len() / (2 * healthNames)
		for row+1 < c.Names.Len() && c.IsTwin(row) { // look-ups find it only where a text says so
			row++
		}
		name, id := c.Names.At(row), c.IDs.At(int(c.RowEntity[row]))
		if answer := n.Lookup(name, 10); !finds(answer, name, id) {
			return fmt.Errorf("the pack does not find %s by its name %q", id, name)
		}
	}
	return nil
}

// finds reports whether an answer has an entity, or likelier ones with the same name.
func finds(a core.Answer, name, id string) bool {
	return slices.Contains(a.Ambiguous, id) || slices.ContainsFunc(a.Matches, func(m core.Match) bool {
		return m.ID == id || m.Matched == name && m.Stage == core.StageExact
	})
}
