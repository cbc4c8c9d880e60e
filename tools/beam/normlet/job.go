package normlet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Job says what to map and how. It goes to the workers as JSON, so all that it names has to be there under the same
// name: the input, the pack, the output folder.
type Job struct {
	Files    []string // in the order that Shape and the parts depend on
	Out      string   // folder
	Parts    int      // files of the output
	Compress string   // "gz", "zst" or nothing
	Force    bool     // replaces files that normlet did not write

	Pack                  string   // file; "": the default pack, which is in the program
	Namespaces, Prefer    []string // as of normlet map, like all that follows
	Organisms, Add        []string
	Lang, Show            string
	MinP                  float64
	Exactly               bool
	Coverage              string         // as mapping.Config.StateCoverage takes it
	Estimated             *core.Coverage // from the first file, by Prepare
	K                     int
	Composites            bool
	Columns, Context      []string
	Document              string
	From, Encoding, NilAs string
	NoHeader, RawCells    bool

	Threads int           // look-ups at once of a bundle; 1 if less
	Shape   mapping.Shape // of all files, from Prepare
}

// partBytes is how much stored input goes to a part where Parts does not say how many there are.
const partBytes = 16 << 20

// Prepare checks the job and completes it: with the shape of the first readable file, and the number of parts.
func (j *Job) Prepare(ctx context.Context) error {
	if len(j.Columns) == 0 {
		return errors.New("no column is to be mapped; name one with --column")
	}
	if err := mapping.CheckAdd(j.Add); err != nil {
		return err
	}
	n, err := openPack(j.Pack)
	if err != nil {
		return err
	}
	defer n.close()
	if _, err := n.LookupWith("", j.options().Lookup); err != nil {
		return err
	}
	if j.Shape, err = j.firstShape(ctx); err != nil {
		return err
	}
	m, err := mapping.NewMapper(j.config(nil), &j.Shape)
	if err != nil {
		return err
	}
	if err := j.estimate(ctx, n.Normalizer, m); err != nil {
		return err
	}
	if j.Parts < 1 {
		var total int64
		for _, f := range j.Files {
			total += size(ctx, f)
		}
		j.Parts = int(1 + total/partBytes)
	}
	return nil
}

// firstShape returns the shape of the first file that can be read.
func (j *Job) firstShape(ctx context.Context) (mapping.Shape, error) {
	var problems []error
	for _, f := range j.Files {
		shape, err := j.shapeOf(ctx, f)
		if err == nil {
			return shape, nil
		}
		problems = append(problems, err)
	}
	return mapping.Shape{}, fmt.Errorf("no input can be read: %w", errors.Join(problems...))
}

// estimate sets Estimated from the first rows of the file that Shape is of.
func (j *Job) estimate(ctx context.Context, n *core.Normalizer, m *mapping.Mapper) error {
	c := j.config(nil)
	if err := c.StateCoverage(n, j.Coverage); err != nil {
		return err
	}
	j.Estimated = c.Options.Lookup.Coverage
	if c.Estimate == nil {
		return nil
	}
	t, err := j.open(ctx, j.Shape.Name)
	if err != nil {
		return err
	}
	defer t.Close()
	columns := make([][]string, len(j.Columns))
	for range mapping.FirstRows {
		row, err := t.rows.Next()
		if err != nil {
			break // whoever maps the rows says so
		}
		if place, err := m.Place(&row); err == nil {
			for i, cell := range place.Mentions {
				columns[i] = append(columns[i], cell)
			}
		}
	}
	j.Estimated, err = c.EstimateCoverage(c.Queries(slices.Concat(columns...), ""))
	return err
}

func (j *Job) shapeOf(ctx context.Context, file string) (mapping.Shape, error) {
	t, err := j.open(ctx, file)
	if err != nil {
		return mapping.Shape{}, err
	}
	return t.Shape, t.Close()
}

// table is a file of the input that is open.
type table struct {
	mapping.Shape
	rows rowReader
	io.Closer
}

// rowReader reads rows as a table of text does, and that of Parquet.
type rowReader interface{ Next() (mapping.Row, error) }

var _, _ rowReader = (*mapping.Table)(nil), (*parquetRows)(nil)

// open opens a file of the input.
func (j *Job) open(ctx context.Context, file string) (*table, error) {
	if j.isParquet(file) {
		return j.openParquet(ctx, file)
	}
	in, err := openInput(ctx, file, j.Encoding)
	if err != nil {
		return nil, err
	}
	t, err := mapping.NewTable(in, j.config(nil))
	if err != nil {
		in.Close()
		return nil, err
	}
	return &table{t.Shape, t, in}, nil
}

// sameShape requires the rows of a file to be those of the others.
func (j *Job) sameShape(s *mapping.Shape) error {
	if s.Format != j.Shape.Format || s.Comma != j.Shape.Comma || s.Width != j.Shape.Width || !slices.Equal(s.Header, j.Shape.Header) {
		return fmt.Errorf("%s: not the format and columns of %s; map it by itself", s.Name, j.Shape.Name)
	}
	return nil
}

func (j *Job) options() document.Options {
	return document.Options{
		Lookup:     core.Options{K: j.K, Namespaces: j.Namespaces, Prefer: j.Prefer, Organisms: j.Organisms, Exactly: j.Exactly, Language: j.Lang, Show: j.Show, Coverage: j.Estimated},
		Composites: j.Composites,
	}
}

// answering is config of a pack that answers.
func (j *Job) answering(n *core.Normalizer) *mapping.Config {
	c := j.config(n.LookupMany)
	c.Entity, c.Says = n.Entity, mapping.Says(n)
	return c
}

// config returns the configuration that normlet map has with the same flags. A nil lookup is enough to read.
func (j *Job) config(lookup document.Lookup) *mapping.Config {
	return &mapping.Config{Columns: j.Columns, Context: j.Context, Document: j.Document, From: j.From, NoHeader: j.NoHeader,
		Encoding: j.Encoding, Format: j.format(), NilAs: j.NilAs, Add: j.Add, MinP: j.MinP, RawCells: j.RawCells, Lookup: lookup, Options: j.options(),
		Strict: true} // uneven rows are dead letters
}

// format returns that of the output.
func (j *Job) format() string {
	if j.Shape.Format == formatParquet {
		return "csv"
	}
	return j.Shape.Format
}

// PartName returns the file of a part.
func (j *Job) PartName(part int) string {
	name := fmt.Sprintf("part-%05d-of-%05d.%s", part, j.Parts, j.format())
	if j.Compress != "" {
		name += "." + j.Compress
	}
	return join(j.Out, name)
}

// Counters returns the file that says that the output is complete.
func (j *Job) Counters() string { return join(j.Out, "counters.json") }

// OtherParts returns the parts in the output folder that are of another number of parts or another format.
func (j *Job) OtherParts(ctx context.Context) ([]string, error) {
	there, err := Glob(ctx, join(j.Out, "part-*-of-*"))
	if err != nil {
		return nil, err
	}
	mine := map[string]bool{}
	for part := range j.Parts {
		for _, end := range []string{"", ".normlet-tmp", ".normlet-lock"} { // of a run that was killed
			mine[j.PartName(part)+end] = true
		}
	}
	return slices.DeleteFunc(there, func(name string) bool { return mine[name] }), nil
}

// DeadLetters returns the file of what could not be mapped.
func (j *Job) DeadLetters() string { return join(j.Out, "dead-letters.jsonl") }

// partRows is how many rows of a file that follow each other go to the same part.
const partRows = 2048

// part returns where a row goes.
func (j *Job) part(file, row int64) int64 { return (file + row/partRows) % int64(j.Parts) }
