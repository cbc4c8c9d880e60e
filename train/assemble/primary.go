package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
)

const (
	sortedNames    = 3   // names of an entity that show whether they are sorted
	sortedEntities = 20  // entities that show it of a list
	sortedShare    = 0.9 // of them, whose first name is the first in the alphabet; 0.32 at most where names are not sorted
)

// alphabetical reports whether the names of entities are sorted, so that the first, which is
// taken for the primary name, says nothing: Escherichia coli is B. coli, too.
func alphabetical(entities []data.Entity) bool {
	first, all := 0, 0
	for i := range entities {
		names := entities[i].Names
		if len(names) < sortedNames {
			continue
		}
		all++
		least := slices.MinFunc(names, func(a, b data.Name) int { return strings.Compare(a.Text, b.Text) })
		if least.Text == names[0].Text {
			first++
		}
	}
	return all >= sortedEntities && float64(first) >= sortedShare*float64(all)
}
