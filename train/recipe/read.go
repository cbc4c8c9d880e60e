package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// Read makes one terminology of the sources. If some namespaces have weights, the others get the
// weights of a build of them alone; lender is the pack to borrow from.
func (f *Found) Read(lender *pack.Contents, skipBad bool) (*data.Terminology, *data.Report, error) {
	m := &merger{index: map[string]int{}, joins: map[string]*data.Join{}, lent: map[nameOf]bool{}, referred: map[list]*part{}, report: data.Report{Secondary: map[string]string{}}}
	for i := range f.Sources {
		if f.Sources[i].Names == defineNames {
			continue
		}
		if err := m.source(&f.Sources[i], skipBad, f.trust); err != nil {
			return nil, nil, fmt.Errorf("recipe %s: %w", f.Recipe.Name, err)
		}
	}
	t, report := m.finish()
	assemble.FillWeights(t, lender)
	return t, report, nil
}

func (m *merger) source(s *FoundSource, skipBad, trust bool) error {
	o := s.File.options(skipBad || s.File.BadRows > 0)
	o.KeepKinds = s.Names == addNames
	o.TrustColumns = trust || len(s.File.Columns) > 0 // the recipe says which is which
	if err := s.checkHeader(); err != nil {
		return err
	}
	t, report, err := data.ReadSources([]data.Source{s.input()}, o)
	if err != nil {
		return err
	}
	if n := s.File.BadRows; len(report.Bad) > n && !skipBad {
		return fmt.Errorf("%s: %d bad rows, and the recipe knows of %d; the next: %w (--skip-bad leaves all out)", s.path, len(report.Bad), n, &report.Bad[n])
	}
	r := &part{FoundSource: s, terminology: t, report: report, top: m.top, apart: map[string]bool{}}
	for _, step := range []func() error{r.rename, r.follow, r.readReferences, r.keepOnly, r.checkIDs, r.keepListed, r.weigh, r.estimate, r.dropNames} {
		if err := step(); err != nil {
			return err
		}
		if len(t.Entities) == 0 {
			return fmt.Errorf("%s: no entity is left once the recipe's filters are applied", s.path)
		}
	}
	r.joined = m.joined(r)
	r.keepNamed()
	r.keepMost()
	if r.Names == twinNames {
		m.keepTwins(r)
	}
	return m.add(r)
}

func (s *FoundSource) input() data.Source {
	in := data.Source{Path: s.path, Namespace: s.Namespace}
	if s.Own != "" {
		in.FS = s.beside
	}
	return in
}

func (f *File) options(skipBad bool) data.ReadOptions {
	return data.ReadOptions{SkipBad: skipBad, Format: f.Format, Prefix: f.Prefix,
		Filter: format.Options{Languages: f.Languages, Sources: f.Sources, Taxa: f.Taxa, Trees: f.Trees, Columns: f.Columns, Kinds: f.Kinds}}
}

// part is what one source has.
type part struct {
	*FoundSource
	terminology *data.Terminology
	report      *data.Report
	ids         map[string]string // id -> the one in the file, if renamed
	joined      map[string]int    // id -> the earlier entity that it is
	apart       map[string]bool   // ids of what is like an earlier entity, and not it
	top         float64           // the largest weight of the sources before
}

// joins reports whether the entities of the source may be those of earlier ones.
func (p *part) joins() bool { return p.Join || p.Near }

// id returns an id of a file with the prefix that the recipe gives it.
func (p *part) id(id string) string {
	id = format.CURIE(id, p.File.Prefix)
	for _, from := range slices.Sorted(maps.Keys(p.File.Rename)) {
		if rest, ok := strings.CutPrefix(id, from+":"); ok {
			return p.File.Rename[from] + ":" + rest
		}
	}
	return id
}

func (p *part) rename() error {
	if len(p.File.Rename) == 0 {
		return nil
	}
	t := p.terminology
	p.ids = make(map[string]string, len(t.Entities))
	for i := range t.Entities {
		e := &t.Entities[i]
		id := p.id(e.ID)
		p.ids[id], e.ID = e.ID, id
	}
	for i, r := range t.Relations {
		t.Relations[i].ID, t.Relations[i].Parent = p.id(r.ID), p.id(r.Parent)
	}
	for i, x := range t.XRefs {
		t.XRefs[i].ID = p.id(x.ID)
	}
	secondary := make(map[string]string, len(p.report.Secondary))
	for from, to := range p.report.Secondary {
		secondary[p.id(from)] = p.id(to)
	}
	p.report.Secondary = secondary
	return nil
}

// follow applies through: an entity takes the id of the one that refers to it alone.
func (p *part) follow() error {
	if p.through == "" {
		return nil
	}
	refs, err := data.ReadXRefs(p.through)
	if err != nil {
		return err
	}
	owner := map[string]string{}
	for _, x := range refs {
		if other, ok := owner[x.Other]; ok && other != x.ID {
			x.ID = "" // of two
		}
		owner[x.Other] = x.ID
	}
	p.keepIf("without a cross-reference, or with several", func(i int) bool { return owner[p.terminology.Entities[i].ID] != "" })
	if p.ids == nil {
		p.ids = map[string]string{}
	}
	for i := range p.terminology.Entities {
		e := &p.terminology.Entities[i]
		id := owner[e.ID]
		p.ids[id], e.ID = e.ID, id
	}
	return nil
}

// readReferences adds the references of xrefs.
func (p *part) readReferences() error {
	if p.xrefs == "" {
		return nil
	}
	if o := p.File.options(true); p.File.XRefs.Format != "" {
		o.Format, o.Filter.Kinds = p.File.XRefs.Format, nil
		list, _, err := data.ReadSources([]data.Source{{Path: p.xrefs}}, o)
		if err == nil {
			p.terminology.XRefs = append(p.terminology.XRefs, list.XRefs...)
		}
		return err
	}
	refs, err := data.ReadXRefs(p.xrefs)
	p.terminology.XRefs = append(p.terminology.XRefs, refs...)
	return err
}

// where returns file and line of an entity, for errors.
func (p *part) where(id string) string {
	old := cmp.Or(p.ids[id], id)
	if line := data.Locate(p.input(), p.File.options(true), old); line > 0 {
		return fmt.Sprintf("%s:%d", p.path, line)
	}
	return p.path
}

func (p *part) keepOnly() error {
	if p.Only != "" {
		pattern := whole(p.Only)
		p.keepIf("ids of other terminologies", func(i int) bool { return pattern.MatchString(p.terminology.Entities[i].ID) })
	}
	return nil
}

// whole returns a pattern, which was checked when the recipe was read, for whole ids.
func whole(pattern string) *regexp.Regexp { return regexp.MustCompile("^(?:" + pattern + ")$") }

// checkIDs fails on ids that are none: those of a file whose columns have moved.
func (p *part) checkIDs() error {
	if p.IDs == "" {
		return nil
	}
	pattern := whole(p.IDs)
	for i := range p.terminology.Entities {
		if id := p.terminology.Entities[i].ID; !pattern.MatchString(id) {
			return fmt.Errorf("%s: the id %q does not match the recipe's %s: is this %s, and does it have the columns that it used to have?",
				p.where(id), id, p.IDs, p.Title)
		}
	}
	return nil
}

func (p *part) keepListed() error {
	if p.keep == "" {
		return nil
	}
	wanted, tree, err := p.File.Keep.read(p.keep)
	if err != nil {
		return err
	}
	kept := make(map[string]bool, len(wanted))
	for id := range wanted {
		kept[p.id(id)] = true
	}
	p.keepIf("not among those that the recipe keeps", func(i int) bool { return kept[p.terminology.Entities[i].ID] })
	for id, parent := range tree.Parents() {
		p.terminology.Relations = append(p.terminology.Relations, data.Relation{ID: p.id(id), Relation: "is_a", Parent: p.id(parent)})
	}
	return nil
}

// keepNew is keepIf for entities that no earlier source has; the others stay.
func (p *part) keepNew(reason string, keep func(i int) bool) {
	p.keepIf(reason, func(i int) bool {
		_, earlier := p.joined[p.terminology.Entities[i].ID]
		return earlier || keep(i)
	})
}

// keepIf leaves out the other entities, and counts them.
func (p *part) keepIf(reason string, keep func(i int) bool) {
	t := p.terminology
	var kept []data.Entity
	for i, e := range t.Entities {
		if keep(i) {
			kept = append(kept, e)
		} else {
			p.report.Skip(reason, e.ID)
		}
	}
	t.Entities = kept
}
