package pack

import (
	"bytes"
	"strings"
)

// MaxAlso is how many bytes a line of Contents.Also may have: what a search reads at each step.
const MaxAlso = 4 << 10

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

func (c *Contents) checkAlso() error {
	var before []byte
	for line := range bytes.Lines(c.Also) {
		id, others, _ := bytes.Cut(line, []byte{'\t'})
		if bytes.Compare(before, id) >= 0 || len(line) > MaxAlso || len(bytes.TrimSpace(others)) == 0 || line[len(line)-1] != '\n' {
			return faultf(tagAlso, "the line of %.40q is no id after the one before, tab and ids, in %d bytes", id, MaxAlso)
		}
		before = id
	}
	return nil
}
