package pack

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// MaxAlso is the largest size, in bytes, of a line of Contents.Also or Contents.Fields. A search reads a line in each step.
const MaxAlso = 4 << 10

// OtherIDs returns the ids that other lists have for the entity with an id, or nil.
func (c *Contents) OtherIDs(id string) []string {
	if line := lineOf(c.Also, id); line != "" {
		return strings.Fields(line)
	}
	return nil
}

// FieldsOf returns the fields of the entity with an id: name=value, separated by tabs, or "" if it has none.
func (c *Contents) FieldsOf(id string) string { return lineOf(c.Fields, id) }

// lineOf returns the rest of the line of an id, after the id and a tab, by a binary search in sorted lines.
func lineOf(text []byte, id string) string {
	for len(text) > 0 {
		start := 1 + bytes.LastIndexByte(text[:len(text)/2], '\n')
		key, rest, _ := bytes.Cut(text[start:], []byte{'\t'})
		if string(key) > id {
			text = text[:start]
			continue
		}
		more, rest, _ := bytes.Cut(rest, []byte{'\n'})
		if string(key) == id {
			return string(more)
		}
		text = rest
	}
	return ""
}

func (c *Contents) checkAlso() error {
	return checkLines(tagAlso, c.Also, func(others []byte) bool { return len(bytes.TrimSpace(others)) > 0 })
}

// MaxFields is the largest number of different fields in a pack.
const MaxFields = 16

func (c *Contents) checkFields() error {
	seen := map[string]bool{}
	return checkLines(tagFields, c.Fields, func(fields []byte) bool {
		for field := range bytes.SplitSeq(bytes.TrimSuffix(fields, []byte{'\n'}), []byte{'\t'}) {
			name, value, _ := bytes.Cut(field, []byte{'='})
			if len(name) == 0 || len(value) == 0 || !utf8.Valid(field) {
				return false
			}
			if seen[string(name)] = true; len(seen) > MaxFields {
				return false
			}
		}
		return true
	})
}

// checkLines returns an error unless each line has an id, a tab and a text that ok accepts, and the lines are sorted by id.
func checkLines(tag Tag, text []byte, ok func(more []byte) bool) error {
	var before []byte
	for line := range bytes.Lines(text) {
		id, more, _ := bytes.Cut(line, []byte{'\t'})
		if bytes.Compare(before, id) >= 0 || len(line) > MaxAlso || line[len(line)-1] != '\n' || !ok(more) {
			return faultf(tag, "the line of %.40q is no id after the one before, tab and what belongs to it, in %d bytes", id, MaxAlso)
		}
		before = id
	}
	return nil
}
