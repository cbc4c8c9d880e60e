package data

import (
	"errors"
	"fmt"
	"strings"
)

// ReadDefinitions reads lines of id TAB definition from the file at path, opened as by Open.
// Lines before the first one that start with '#' are comments. A line of another form, or a
// second definition of an entity, is a *BadRow; no definitions are an error.
func ReadDefinitions(path string) (map[string]string, error) {
	out := map[string]string{}
	err := readLines(path, func(line string, _ int) error {
		if len(out) == 0 && strings.HasPrefix(line, "#") {
			return nil
		}
		return addDefinition(out, line)
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no definitions; a line is id TAB definition", path)
	}
	return out, err
}

func addDefinition(out map[string]string, line string) error {
	id, text, ok := strings.Cut(line, "\t")
	switch {
	case !ok || strings.Contains(text, "\t"):
		return fmt.Errorf("%d columns; a line is id TAB definition", 1+strings.Count(line, "\t"))
	case strings.TrimSpace(id) == "" || strings.TrimSpace(text) == "":
		return errors.New("an empty id or definition")
	case out[id] != "":
		return fmt.Errorf("a second definition of %s", id)
	}
	out[id] = text
	return nil
}
