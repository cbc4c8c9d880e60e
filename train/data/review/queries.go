package review

import (
	"bytes"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data"
)

// ReadQueriesFrom reads labelled mentions from a query file (data.ReadQueriesFrom) or a sheet of decisions, of which
// those for no entity are left out; path names the file in errors.
func ReadQueriesFrom(r io.Reader, path string, o data.QueryOptions) (out data.QueryFile, err error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return out, err
	}
	in, err := openRows(bytes.NewReader(content), path, o)
	if err != nil {
		return data.ReadQueriesFrom(bytes.NewReader(content), path, o)
	}
	in.table.Close()
	made, report, err := readFrom(bytes.NewReader(content), path, o)
	if err != nil {
		return out, err
	}
	for _, d := range made {
		if len(d.IDs) > 0 {
			out.Queries = append(out.Queries, data.Query{Mention: d.Mention, Gold: d.IDs, Line: d.Line})
		}
	}
	if len(out.Queries) == 0 {
		return out, fmt.Errorf("%s: every decision is for no entity", path)
	}
	out.Report.FileReport = *report
	out.Report.Show(out.Queries)
	return out, nil
}
