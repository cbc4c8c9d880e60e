package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// withLabels returns the languages of a name with a star after those in which its entity has no name so far: the first one is
// the label.
func withLabels(languages string, labelled map[string]bool) string {
	tags := strings.Fields(languages)
	slices.Sort(tags)
	for i, tag := range tags {
		if !labelled[tag] {
			labelled[tag] = true
			tags[i] += "*"
		}
	}
	return strings.Join(tags, " ")
}

// addLanguages sets the languages of the names of rows, if any name has one.
func addLanguages(c *pack.Contents, rows []nameRow) {
	for _, r := range rows {
		c.Languages = append(c.Languages, r.languages)
	}
	slices.Sort(c.Languages)
	if c.Languages = slices.Compact(c.Languages); c.Languages[0] == "" {
		c.Languages = c.Languages[1:]
	}
	if len(c.Languages) == 0 {
		c.Languages = nil
		return
	}
	for _, r := range rows {
		i, found := slices.BinarySearch(c.Languages, r.languages)
		if found {
			i++
		} else {
			i = 0
		}
		c.RowLanguages = append(c.RowLanguages, uint16(i))
	}
}
