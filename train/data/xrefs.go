package data

import (
	"errors"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// ReadXRefs reads lines of id TAB id in another database from the file at path, opened as by Open.
// Lines before the first one that start with '#' are comments. A line of another form is a *BadRow;
// no references are an error.
func ReadXRefs(path string) ([]XRef, error) {
	var out []XRef
	err := readLines(path, func(line string, _ int) error {
		if len(out) == 0 && strings.HasPrefix(line, "#") {
			return nil
		}
		id, other, ok := strings.Cut(line, "\t")
		switch {
		case !ok || strings.Contains(other, "\t"):
			return fmt.Errorf("%d columns; a line is id TAB id in another database", 1+strings.Count(line, "\t"))
		case strings.TrimSpace(id) == "":
			return errors.New("an empty id")
		case pack.Prefix(other) == "" || strings.Contains(other, " "):
			return fmt.Errorf("%.40q is no id with a prefix, such as OMIM:191170", other)
		}
		out = append(out, XRef{ID: id, Other: other})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no cross-references; a line is id TAB id in another database", path)
	}
	return out, err
}
