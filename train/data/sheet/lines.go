package sheet

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

// lines reads formats of one row a line.
type lines struct {
	r     *bufio.Reader
	line  int    // the last that was read
	text  []byte // of the row
	parse func(line []byte) (Row, error)
}

func cells(line []byte) (Row, error) {
	if most := limit.Of().Cells; bytes.Count(line, []byte("\t")) >= most {
		return Row{}, limit.Exceeded("a row of more than %d cells", most)
	}
	text := string(line)
	fields := strings.Split(text, "\t")
	for i, f := range fields {
		fields[i] = Unquote(f)
	}
	return Row{Fields: fields, Text: text}, nil
}

// more adds a line to the text, and returns its line end. tooLong says what is wrong with a text beyond the limit.
func (l *lines) more(tooLong string) (end string, err error) {
	from := len(l.text)
	for {
		part, err := l.r.ReadSlice('\n')
		l.text = append(l.text, part...)
		switch {
		case len(l.text) > limit.Of().Value:
			return "", limit.Exceeded(tooLong, limit.Bytes(limit.Of().Value))
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || len(l.text) == from):
			return "", err
		}
		l.line++
		for _, end := range [...]string{"\r\n", "\n", "\r"} {
			if bytes.HasSuffix(l.text[from:], []byte(end)) {
				return end, nil
			}
		}
		return "", nil
	}
}

func (l *lines) next() (Row, error) {
	l.text = l.text[:0]
	end, err := l.more("the line is longer than %s; is this a text file?")
	if err != nil {
		return Row{Line: l.line + 1}, err
	}
	r, err := l.parse(l.text[:len(l.text)-len(end)])
	r.Line, r.End = l.line, end
	return r, err
}

// Unquote removes the quotation marks that programs write around cells, between TABs, too, and those that they double
// inside. A cell such as "a" or "b" keeps its own.
func Unquote(cell string) string {
	if len(cell) < 2 || cell[0] != '"' || cell[len(cell)-1] != '"' {
		return cell
	}
	inside := cell[1 : len(cell)-1]
	if strings.Contains(strings.ReplaceAll(inside, `""`, ""), `"`) {
		return cell
	}
	return strings.ReplaceAll(inside, `""`, `"`)
}
