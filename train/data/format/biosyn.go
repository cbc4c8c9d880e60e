package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var biosynFormat = &Format{
	Name: "biosyn", Title: "BioSyn dictionary",
	sniff: func(h *head) bool {
		seen := false
		for _, line := range h.lines {
			id, name, ok := strings.Cut(line, "||")
			if line == "" {
				continue
			}
			if !ok || id == "" || name == "" || strings.ContainsAny(id, " \t,") {
				return false
			}
			seen = true
		}
		return seen
	},
	read: readBioSyn,
}

// readBioSyn reads id||name. Of several ids with bars between them the first stands for the
// entity.
func readBioSyn(in *input) error {
	return in.eachLine(func(line string) error {
		if line == "" {
			return nil
		}
		id, name, ok := strings.Cut(line, "||")
		if !ok {
			return in.bad("no ||; a row is id||name")
		}
		ids := list(id, "|")
		if len(ids) == 0 {
			return in.bad("empty id")
		}
		in.term.reset(in.line, ids[0])
		in.term.AltIDs = append(in.term.AltIDs, ids[1:]...)
		in.term.name(name, pack.KindAlias)
		return in.emit()
	})
}
