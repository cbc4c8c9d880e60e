package answer

import (
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// IDs returns the ids of answers, joined by "|", without what would break a line or XML.
func IDs(answers []core.Answer, nilAs string) string {
	ids := make([]string, len(answers))
	for i := range answers {
		ids[i] = nilAs
		if a := &answers[i]; !a.NIL && len(a.Matches) > 0 {
			ids[i] = escape.Item(a.Matches[0].ID)
		}
	}
	return strings.Join(ids, "|")
}
