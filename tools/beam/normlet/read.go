package normlet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// deadLetter is a row, or a file or the rest of one, that cannot be mapped.
type deadLetter struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"` // 0: the file, or what of it was not read
	Reason string `json:"reason"`
}

// readFn reads the rows of a file.
type readFn struct{ Job Job }

// ProcessElement reads file number n. A row is emitted under its question.
func (f *readFn) ProcessElement(ctx context.Context, n int64, emit func(string, []byte), dead func([]byte)) error {
	count, name := counters(ctx), f.Job.Files[n]
	err := f.read(ctx, n, func(question string, row []byte) {
		count("rows", 1)
		emit(question, row)
	}, func(d deadLetter) error {
		count("dead-letters", 1)
		text, err := json.Marshal(d)
		dead(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// read reads a file as far as it can be read.
func (f *readFn) read(ctx context.Context, n int64, emit func(string, []byte), dead func(deadLetter) error) error {
	name := f.Job.Files[n]
	t, err := f.Job.open(ctx, name)
	if err != nil {
		return dead(deadLetter{File: name, Reason: err.Error()})
	}
	defer t.Close()
	if err := f.Job.sameShape(&t.Shape); err != nil {
		return dead(deadLetter{File: name, Reason: err.Error()})
	}
	m, err := mapping.NewMapper(f.Job.config(nil), &t.Shape)
	if err != nil {
		return err
	}
	ask := asker{file: n, documents: f.Job.Document != ""}
	for row := int64(0); ; {
		next, err := t.rows.Next()
		var p document.Place
		if err == nil {
			p, err = m.Place(&next)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			e, ok := errors.AsType[*mapping.RowError](err)
			if !ok {
				return dead(deadLetter{File: name, Reason: err.Error() + "; the rows before it are mapped"})
			}
			if err := dead(deadLetter{File: name, Line: e.Line, Reason: e.Err.Error()}); err != nil {
				return err
			}
			continue
		}
		emit(ask.question(&p, row), encodeRow(n, row, &next))
		row++
	}
}

// asker says what the answer to a row depends on. For documents that is a group: rows of one document, none of which is
// further than document.Reach from the one before. Rows further apart do not count for each other.
type asker struct {
	file      int64
	documents bool
	groups    map[string]extent
}

// extent is the first and the last row of a group.
type extent struct{ first, last int64 }

func (a *asker) question(p *document.Place, row int64) string {
	if !a.documents {
		return encodeQuestion(p)
	}
	if a.groups == nil || len(a.groups) > 4*document.Reach {
		a.forget(row)
	}
	g, ok := a.groups[p.Document]
	if !ok || row-g.last > document.Reach {
		g.first = row
	}
	g.last = row
	a.groups[p.Document] = g
	return string(appendPlace(nil, a.file, g.first)) + p.Document
}

// forget drops the groups that no row can join any more.
func (a *asker) forget(row int64) {
	kept := map[string]extent{}
	for d, g := range a.groups {
		if row-g.last <= document.Reach {
			kept[d] = g
		}
	}
	a.groups = kept
}
