package pack

import (
	"bytes"
	"slices"
	"strings"
)

// maxAlso is how many bytes a line of section ALSO may have: what a search reads at each step.
const maxAlso = 4 << 10

// AppendAlso appends the payload of section ALSO: of each entity, the ids that other lists have for it, each
// list of them in its order. Ids with blanks, and those that would not fit in a line, are left out.
func AppendAlso(dst []byte, ids map[string][]string) []byte {
	var lines []string
	for id, others := range ids {
		line := id
		for _, other := range others {
			sep := " "
			if line == id {
				sep = "\t"
			}
			if !strings.ContainsAny(id+other, " \t\n") && len(line)+len(sep+other) < maxAlso {
				line += sep + other
			}
		}
		if line != id {
			lines = append(lines, line+"\n")
		}
	}
	slices.Sort(lines) // by id: a tab comes before all that ids have
	for _, line := range lines {
		dst = append(dst, line...)
	}
	return dst
}

// OtherIDs returns the ids that other lists have for an entity, by a binary search in section ALSO.
func (c *Contents) OtherIDs(id string) []string {
	text := c.Also
	for len(text) > 0 {
		start := 1 + bytes.LastIndexByte(text[:len(text)/2], '\n')
		line, rest, _ := bytes.Cut(text[start:], []byte{'\n'})
		key, others, _ := bytes.Cut(line, []byte{'\t'})
		switch strings.Compare(string(key), id) {
		case 0:
			return strings.Fields(string(others))
		case -1:
			text = rest
		default:
			text = text[:start]
		}
	}
	return nil
}

// SelectAlso returns the payload of section ALSO without ids that c lacks.
func (c *Contents) SelectAlso() (out []byte) {
	for line := range bytes.Lines(c.Also) {
		id, _, _ := bytes.Cut(line, []byte{'\t'})
		if _, ok := c.IDs.Find(string(id)); ok {
			out = append(out, line...)
		}
	}
	return out
}

func (c *Contents) checkAlso() error {
	before, n := []byte(nil), 0
	for line := range bytes.Lines(c.Also) {
		n++
		id, others, ok := bytes.Cut(line, []byte{'\t'})
		if !ok || len(id) == 0 || len(line) > maxAlso || len(bytes.TrimSpace(others)) == 0 || line[len(line)-1] != '\n' {
			return faultf(tagAlso, "line %d is no id, tab and ids in %d bytes", n, maxAlso)
		}
		if bytes.Compare(before, id) >= 0 {
			return faultf(tagAlso, "line %d does not come after the one before", n)
		}
		before = id
	}
	return nil
}
