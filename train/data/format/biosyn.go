package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// isBioSyn reports whether every line is id||name.
func isBioSyn(h *head) bool {
	seen := false
	for _, line := range h.lines {
		row, problem := bioSynRow(nil, line)
		if problem != "" || row != nil && (row[0] == "" || row[1] == "" || strings.ContainsAny(row[0], " \t,")) {
			return false
		}
		seen = seen || row != nil
	}
	return seen
}

func bioSynRow(row []string, line string) ([]string, string) {
	ids, name, ok := strings.Cut(line, "||")
	switch {
	case line == "":
		return nil, ""
	case !ok:
		return nil, "no ||; a row is id||name"
	}
	return append(row, ids, name), ""
}

// beginBioSyn takes a row: of several ids with bars between them the first stands for the entity.
func beginBioSyn(in *input, c *columns) (goOn bool, err error) {
	ids := list(c.get("ids"), bar)
	if len(ids) == 0 {
		return false, in.bad("empty id")
	}
	in.term.ID, in.term.AltIDs = ids[0], append(in.term.AltIDs, ids[1:]...)
	in.term.name(c.get("name"), pack.KindAlias)
	return true, nil
}
