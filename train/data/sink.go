package data

import (
	"errors"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
)

// sink adds the terms of a file in another format, where a name given twice is usual, not an
// error.
type sink struct {
	*builder
	file   string
	format *format.Format
	known  bool // only terms of entities that are known count
}

func (s *sink) Skip(line int, reason, example string) {
	s.report.Rows++
	s.skip(line, reason, example)
}

func (s *sink) skip(line int, reason, example string) {
	s.report.Skip(reason, fmt.Sprintf("%s:%d: %s", s.file, line, strings.Clone(example)))
}

func (s *sink) Layout(l *format.Layout) {
	if s.layout = *l; l.Note != "" {
		s.report.Notes = append(s.report.Notes, s.file+": "+l.Note)
	}
}

func (s *sink) Bad(line int, reason string) error {
	s.report.Rows++
	return s.bad(&BadRow{File: s.file, Line: line, Reason: reason})
}

func (s *sink) Term(t *format.Term) error {
	if t.Line > 0 {
		s.report.Rows++
	}
	if err := s.add(t); err != nil {
		return s.bad(&BadRow{File: s.file, Line: t.Line, Reason: err.Error()})
	}
	return nil
}

func (s *sink) add(t *format.Term) error {
	id := s.id(t.ID)
	if err := checkID(id); err != nil {
		return err
	}
	if t.HasWeight && !validWeight(t.Weight) {
		return fmt.Errorf("weight %v is no finite number >= 0", t.Weight)
	}
	switch {
	case t.Obsolete:
		if by := s.id(t.ReplacedBy); by != "" {
			s.secondary = append(s.secondary, replacement{strings.Clone(id), strings.Clone(by), true})
		}
		s.skip(t.Line, "obsolete", id)
		if s.format.Retires {
			s.retired[strings.Clone(id)] = true
		}
		return nil
	case s.retired[id]:
		s.skip(t.Line, "about obsolete entities", id)
		return nil
	case s.format.Retires:
		return nil
	}
	i, known := s.entities[id]
	if s.known && !known {
		s.skip(t.Line, "about entities that the list lacks", id)
		return nil
	}
	if len(t.Names) == 0 {
		if !known && s.format.About {
			s.skip(t.Line, "about entities without a name", id)
			return nil
		}
		s.describe(i, known, id, t)
		if known {
			s.refer(i, id, t)
		}
		return nil
	}
	var err error
	if t.Names, err = cleanNames(t.Names); err != nil {
		return err
	}
	if len(t.Names) == 0 {
		return errors.New("empty name")
	}
	if err := cleanFields(t.Fields); err != nil {
		return err
	}
	if t.ID, t.FullName = id, format.CleanName(t.FullName); t.Namespace == "" && pack.Prefix(id) == "" {
		t.Namespace = s.namespace // which is for ids without a prefix: equal ones of two files may be two things
	}
	if i, err = s.builder.add(t, s.file); err != nil {
		return err
	}
	s.describe(i, true, id, t)
	s.refer(i, id, t)
	return nil
}

// refer adds references, other ids and fields to an entity.
func (s *sink) refer(i int, id string, t *format.Term) {
	for _, x := range t.XRefs {
		if other := format.CURIE(x, ""); other != "" {
			s.terminology.XRefs = append(s.terminology.XRefs, XRef{s.terminology.Entities[i].ID, strings.Clone(other)})
		}
	}
	for _, alt := range t.AltIDs {
		if alt = s.id(alt); alt != id {
			s.secondary = append(s.secondary, replacement{strings.Clone(alt), s.terminology.Entities[i].ID, false})
		}
	}
	for _, f := range t.Fields {
		s.terminology.Fields = append(s.terminology.Fields, Field{s.terminology.Entities[i].ID, f.Name, s.share(f.Value)})
	}
}

// cleanNames returns the names of a term as people write them, without empty ones.
func cleanNames(names []format.Name) ([]format.Name, error) {
	clean := names[:0]
	for _, n := range names {
		n.Text = format.CleanName(n.Text)
		if err := format.CheckText([]byte(n.Text)); err != nil {
			return nil, fmt.Errorf("name %.40q: %w", n.Text, err)
		}
		if err := checkLength(len(n.Text)); err != nil {
			return nil, err
		}
		if n.Text != "" {
			clean = append(clean, n)
		}
	}
	return clean, nil
}

// maxField is how many bytes a field has at most: a longer one is a text, which tells nothing apart.
const maxField = 1 << 10

// cleanFields writes fields as people do.
func cleanFields(fields []format.Field) error {
	for i := range fields {
		f := &fields[i]
		f.Value = format.CleanName(f.Value)
		if err := format.CheckText([]byte(f.Value)); err != nil {
			return fmt.Errorf("%s %.40q: %w", f.Name, f.Value, err)
		}
		if len(f.Value) > maxField {
			return fmt.Errorf("%s %.40q has %d bytes, at most %d are allowed: leave this column out of --columns", f.Name, f.Value, len(f.Value), maxField)
		}
	}
	return nil
}

// describe adds definition and relations to an entity, which may still be unknown.
func (s *sink) describe(i int, known bool, id string, t *format.Term) {
	if known {
		e := &s.terminology.Entities[i]
		id = e.ID
		if e.Definition == "" && t.Definition != "" {
			e.Definition = format.CleanName(strings.Clone(t.Definition))
		}
	} else {
		id = s.share(id)
		if len(t.Links) == 0 {
			s.skip(t.Line, "without a name", id)
		}
	}
	for _, l := range t.Links {
		s.terminology.Relations = append(s.terminology.Relations,
			Relation{ID: id, Relation: s.share(l.Relation), Parent: s.share(s.id(l.Target))})
	}
}

// checkID refuses ids that could not be written to a terminology file.
func checkID(id string) error {
	if err := format.CheckText([]byte(id)); err != nil {
		return fmt.Errorf("id %.40q: %w", id, err)
	}
	if strings.ContainsAny(id, "\t\n") {
		return fmt.Errorf("a TAB or line end in the id %.40q", id)
	}
	return checkRequired(id, "-")
}
