package review

import (
	"bytes"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data"
)

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
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if !detect(content) {
		return data.ReadQueriesFrom(bytes.NewReader(content), path)
	}
	made, err := readFrom(bytes.NewReader(content), path)
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
