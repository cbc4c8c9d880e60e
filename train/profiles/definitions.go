package profiles

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data"
)

// maxLine is the longest line accepted, in bytes.
const maxLine = 1 << 20

// ReadDefinitions adds the definitions in the file at path, opened as by data.Open,
// to a map by id; one a line:
//
//	id TAB definition
//
// Lines before the first definition that start with '#' are comments. A later
// definition of an id takes the place of an earlier one. The first bad line ends the
// reading with a *data.BadRow.
func ReadDefinitions(path string, definitions map[string]string) error {
	f, err := data.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	n, found := 0, false
	for lines.Scan() {
		n++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if !found && strings.HasPrefix(line, "#") {
			continue
		}
		id, text, ok := strings.Cut(line, "\t")
		switch {
		case !ok || id == "" || strings.TrimSpace(text) == "":
			return &data.BadRow{File: path, Line: n, Reason: "want id TAB definition"}
		case !utf8.ValidString(line):
			return &data.BadRow{File: path, Line: n, Reason: "invalid UTF-8; convert the file to UTF-8"}
		}
		definitions[id], found = text, true
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return &data.BadRow{File: path, Line: n + 1, Reason: "the line is longer than 1 MiB; is this a text file?"}
	case err != nil:
		return fmt.Errorf("%s:%d: %w", path, n+1, err)
	case !found:
		return fmt.Errorf("%s: no definitions; a line is id TAB definition", path)
	}
	return nil
}
