package data

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/limit"
)

// ReadOptions says how terminologies are read. The zero value detects formats and stops at the
// first bad row.
type ReadOptions struct {
	// SkipBad leaves bad rows out and reports them, instead of stopping.
	SkipBad bool
	// Namespace of entities whose rows state none; if empty, the prefix of the id.
	Namespace string
	// Format is TSV or one of format.Names, for all files. If empty, the content of each file
	// decides.
	Format string
	// Prefix is put before ids that have none; "auto" is the usual one of each format.
	Prefix string
	// KeepKinds leaves the first name of an entity of which the file marks none as primary what it is there.
	KeepKinds bool
	// Encoding is one of sheet.Encodings; if empty, it is detected where that needs no guess.
	Encoding string
	// TrustColumns reads lists whose ids look like names, or whose names look
	// like ids.
	TrustColumns bool
	// Filter selects what to read.
	Filter format.Options
}

// TSV is the name of the project's own format.
const TSV = "tsv"

// autoPrefix gives ids of gene_info NCBIGene, and so on.
const autoPrefix = "auto"

// Source is a file of a terminology.
type Source struct {
	Path      string // opened as by Open
	Namespace string // of its entities, over ReadOptions.Namespace; may be empty
	FS        fs.FS  // where Path is; nil for the file system
}

func (s *Source) open() (io.ReadCloser, error) {
	if s.FS == nil {
		return Open(s.Path)
	}
	f, err := s.FS.Open(s.Path)
	if err != nil {
		return nil, err
	}
	return NewReader(f, s.Path)
}

// ReadSources reads files into one terminology; those that only tell more about entities, such
// as MRDEF.RRF, last.
func ReadSources(sources []Source, o ReadOptions) (*Terminology, *Report, error) {
	b := newBuilder(o)
	if err := b.readSources(sources); err != nil {
		return nil, nil, err
	}
	return b.finish()
}

// Locate returns the line of a file that gives an entity its primary name, 0 if there is none. A
// Terminology does not keep lines, since few errors need them; Locate reads the file again.
func Locate(s Source, o ReadOptions, id string) int {
	b := newBuilder(o)
	if err := b.readSources([]Source{s}); err != nil {
		return 0
	}
	i, ok := b.entities[id]
	if !ok {
		return 0
	}
	e := &b.terminology.Entities[i]
	b.settlePrimary(e)
	return int(b.names[nameKey{i, e.Names[0].Text}].line)
}

func (b *builder) readSources(sources []Source) error {
	var texts []*text
	defer func() {
		for _, t := range texts {
			t.file.Close()
		}
	}()
	for _, s := range sources {
		t, err := openText(s, &b.options)
		if err != nil {
			return err
		}
		texts = append(texts, t)
	}
	for turn := range 3 {
		for _, t := range texts {
			if t.turn() != turn {
				continue
			}
			if err := b.readText(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn returns when a file is to be read: first what says that ids are obsolete, then names, then what
// is about those that have one.
func (t *text) turn() int {
	switch {
	case t.format != nil && t.format.Retires:
		return 0
	case t.format != nil && t.format.About:
		return 2
	}
	return 1
}

// ReadTSV reads a terminology in the project's own format from r; file names it in errors.
func ReadTSV(r io.Reader, file string, o ReadOptions) (*Terminology, *Report, error) {
	b := newBuilder(o)
	err := b.source(FileReport{File: file, Format: TSV}, "", func() error { return b.read(newLineReader(r, file)) })
	if err != nil {
		return nil, nil, err
	}
	return b.finish()
}

func (b *builder) readText(t *text) error {
	report := FileReport{File: t.name, Format: TSV, Encoding: t.encoding}
	if t.format != nil {
		report.Format = t.format.Name
		return b.source(report, t.namespace, func() error { return b.readForeign(t) })
	}
	return b.source(report, t.namespace, func() error {
		before := b.report.Rows
		err := b.read(newLineReader(t.reader, t.name))
		if err != nil && b.options.Format == "" && b.report.Rows <= before+1 {
			if t.problem != nil {
				return inFile(t.problem, t.name, 0)
			}
			err = fmt.Errorf("%w; the file has no format known by its content: name the columns of a table, as in --columns id=2,name=1, or the format with --input-format", err)
		}
		return err
	})
}

func (b *builder) source(file FileReport, namespace string, read func() error) error {
	before := b.report.Rows
	b.namespace, b.judge, b.layout = namespace, judge{}, format.Layout{}
	err := read()
	report := SourceReport{FileReport: file}
	report.Layout, report.Rows = b.layout, b.report.Rows-before
	err = b.judged(&report, err)
	b.report.Sources = append(b.report.Sources, report)
	return err
}

// readForeign adds the entries of a file in another format than the project's own.
func (b *builder) readForeign(t *text) error {
	if b.prefix = b.options.Prefix; b.prefix == autoPrefix {
		b.prefix = t.format.Prefix
	}
	before := b.report.Rows
	err := t.format.Read(t.reader, b.options.Filter, &sink{builder: b, file: t.name, format: t.format, known: t.format.Translates && b.hasOthers(t.format)})
	if _, ok := errors.AsType[*BadRow](err); ok {
		return err
	}
	if err == nil && b.report.Rows == before {
		err = fmt.Errorf("%s: no entries; it looks like %s", t.name, t.format.Title)
	}
	return inFile(err, t.name, 0)
}

// read adds the rows of one file in the project's own format.
func (b *builder) read(l *lineReader) error {
	if b.prefix = b.options.Prefix; b.prefix == autoPrefix {
		b.prefix = ""
	}
	before := b.report.Rows
	for {
		line, ok := l.Next()
		if !ok {
			break
		}
		if b.report.Rows == before && len(line) > 0 && line[0] == '#' {
			continue
		}
		b.report.Rows++
		if err := b.addLine(l, line); err != nil {
			return err
		}
	}
	if err := l.err(); err != nil {
		return err
	}
	if b.report.Rows == before {
		return fmt.Errorf("%s: no rows; a terminology file needs lines of the form id TAB name", l.file)
	}
	return nil
}

// addLine adds one row, or deals with it as a bad one.
func (b *builder) addLine(l *lineReader, line []byte) error {
	t, kind, err := parseRow(line)
	if kinds := b.options.Filter.Kinds; err == nil && len(kinds) > 0 && !slices.Contains(kinds, kind) {
		b.report.Skip("names of other kinds", kind)
		return nil
	}
	if err == nil {
		if t.Line = l.Line; b.prefix != "" && !strings.Contains(t.ID, ":") {
			t.ID = b.prefix + ":" + t.ID
		}
		if t.Namespace == "" && !strings.Contains(t.ID, ":") {
			t.Namespace = b.namespace // as in sink.add
		}
		b.judge.kinds = b.judge.kinds || kind != ""
		err = b.addRow(&t, l.file)
	}
	if err == nil {
		return nil
	}
	return b.bad(l.bad("%s", err))
}

// bad leaves a row out, or ends the reading.
func (b *builder) bad(row *BadRow) error {
	if !b.options.SkipBad {
		return fmt.Errorf("%w (correct the row, or leave bad rows out with --skip-bad)", row)
	}
	if most := limit.Of().Bad; len(b.report.Bad) == most {
		return fmt.Errorf("%s:%d: %w", row.File, row.Line, limit.Exceeded("more than %d bad rows, the last: %s", most, row.Reason))
	}
	b.report.Bad = append(b.report.Bad, *row)
	return nil
}

// finish settles what only the whole input decides.
func (b *builder) finish() (*Terminology, *Report, error) {
	r := &b.report
	for i := range b.terminology.Entities {
		e := &b.terminology.Entities[i]
		b.settlePrimary(e)
		e.Namespace = cmp.Or(e.Namespace, b.state[i].namespace, b.options.Namespace, pack.Prefix(e.ID))
	}
	b.dropObsolete()
	b.terminology.forgetEnglish()
	if len(b.terminology.Entities) == 0 {
		switch {
		case len(r.Sources) == 0:
			return nil, nil, errors.New("no terminology file given")
		case len(r.Bad) > 0:
			return nil, nil, fmt.Errorf("no good row among %d; the first bad one: %w", r.Rows, &r.Bad[0])
		}
		return nil, nil, fmt.Errorf("%s: no entity among %d entries%s", r.Sources[0].File, r.Rows, r.reasons())
	}
	for _, name := range format.Fields(b.options.Filter.Columns) {
		if !slices.ContainsFunc(b.terminology.Fields, func(f Field) bool { return f.Name == name }) {
			return nil, nil, fmt.Errorf("%s: no entity has a %s: %q is empty, or there is none; leave %s out of --columns, or name another column",
				r.Sources[0].File, name, b.options.Filter.Columns[name], name)
		}
	}
	b.settleRelations()
	b.settleSecondary()
	r.note()
	r.Entities = len(b.terminology.Entities)
	r.Names = b.terminology.NumNames()
	return &b.terminology, r, nil
}
