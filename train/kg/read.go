package kg

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data"
)

// maxLine is the longest line accepted, in bytes.
const maxLine = 1 << 20

// ReadGraph reads a training split: the triples in the file at path, opened as by data.Open, one a line:
//
//	head TAB relation TAB tail
//
// Lines before the first triple that have no TAB and start with '#' are comments, as tools/bioconductor writes them. The
// first bad line ends the reading with a *data.BadRow. A file without triples is an error.
func ReadGraph(path string) (*Graph, error) {
	rows, err := readRows(path)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no triples; a line is head TAB relation TAB tail", path)
	}
	return NewGraph(rows), nil
}

// ReadSplit reads another split, which may be empty, as ReadGraph does.
func (n *Names) ReadSplit(path string) (*Split, error) {
	rows, err := readRows(path)
	if err != nil {
		return nil, err
	}
	return n.NewSplit(rows), nil
}

func readRows(path string) ([][3]string, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parseRows(f, path)
}

func parseRows(r io.Reader, file string) (rows [][3]string, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	shared := map[string]string{} // one copy of each name
	number := 0
	for lines.Scan() {
		line := lines.Text()
		if number++; number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if len(rows) == 0 && strings.HasPrefix(line, "#") && !strings.Contains(line, "\t") {
			continue
		}
		row, err := parseRow(line)
		if err != nil {
			return nil, &data.BadRow{File: file, Line: number, Reason: err.Error()}
		}
		for i, s := range row {
			if _, ok := shared[s]; !ok {
				shared[s] = strings.Clone(s)
			}
			row[i] = shared[s]
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &data.BadRow{File: file, Line: number + 1, Reason: "the line is longer than 1 MiB; is this a text file?"}
	} else if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	return rows, nil
}

func parseRow(line string) (row [3]string, err error) {
	columns := strings.Split(line, "\t")
	switch {
	case len(columns) != 3:
		return row, fmt.Errorf("%d columns; a line is head TAB relation TAB tail", len(columns))
	case !utf8.ValidString(line):
		return row, errors.New("invalid UTF-8; convert the file to UTF-8")
	case strings.ContainsAny(line, "\r\x00"):
		return row, errors.New("a carriage return or NUL byte inside the line; is this a text file?")
	}
	copy(row[:], columns)
	for i, what := range []string{"head", "relation", "tail"} {
		if strings.TrimSpace(row[i]) == "" {
			return row, errors.New("empty " + what)
		}
	}
	return row, nil
}
