package data

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/normlet/normlet/train/data/format"
)

// ReadDefinitions reads what is written about entities from the file at path, opened as by Open, one a line:
//
//	id TAB definition
//
// Lines before the first one that start with '#' are comments. A line of another form, or a second definition of an entity,
// ends the reading with a *BadRow; a file without definitions is an error.
func ReadDefinitions(path string) (map[string]string, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, format.MaxLine)
	out := map[string]string{}
	number := 0
	for lines.Scan() {
		number++
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		if len(out) == 0 && strings.HasPrefix(line, "#") {
			continue
		}
		if err := addDefinition(out, line); err != nil {
			return nil, &BadRow{File: path, Line: number, Reason: err.Error()}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &BadRow{File: path, Line: number + 1, Reason: fmt.Sprintf("the line is longer than %d bytes; is this a text file?", format.MaxLine)}
	} else if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no definitions; a line is id TAB definition", path)
	}
	return out, nil
}

func addDefinition(out map[string]string, line string) error {
	if err := format.CheckText([]byte(line)); err != nil {
		return err
	}
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
