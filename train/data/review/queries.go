package review

import (
	"bufio"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data"
)

// headBytes is how much of a file tells a sheet from lines of mention TAB id.
const headBytes = 4096

// ReadQueries reads labelled mentions from a query file (data.ReadQueries) or a sheet of decisions, of which those for
// no entity are left out.
func ReadQueries(path string) ([]data.Query, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadQueriesFrom(f, path)
}

// ReadQueriesFrom is ReadQueries for what r yields; path names it in errors.
func ReadQueriesFrom(r io.Reader, path string) (out []data.Query, err error) {
	text := bufio.NewReaderSize(r, headBytes)
	head, err := text.Peek(headBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if !detect(head) {
		return data.ReadQueriesFrom(text, path)
	}
	made, err := readFrom(text, path)
	if err != nil {
		return nil, err
	}
	for _, d := range made {
		if len(d.IDs) > 0 {
			out = append(out, data.Query{Mention: d.Mention, Gold: d.IDs, Line: d.Line})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: every decision is for no entity", path)
	}
	return out, nil
}
