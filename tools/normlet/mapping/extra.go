package mapping

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// Entities returns the entity of an id; core.Normalizer.Entity is one.
type Entities func(id string) (core.Entity, bool)

// extraColumn is an item of Config.Add: columns, and their texts for an answer that is an entity.
type extraColumn struct {
	name    string
	columns []string
	shown   int  // matches that it needs
	always  bool // an answer without an entity has it, too
	texts   func(a *core.Answer, c *Config) []string
}

var extraColumns = []extraColumn{
	{"2nd", []string{"2nd_id", "2nd_name", "2nd_p"}, 2, false, func(a *core.Answer, _ *Config) []string { return matchTexts(a, 1) }},
	{"3rd", []string{"3rd_id", "3rd_name", "3rd_p"}, 3, false, func(a *core.Answer, _ *Config) []string { return matchTexts(a, 2) }},
	{"tied", []string{"tied_ids"}, 1, false, func(a *core.Answer, _ *Config) []string { return []string{strings.Join(a.Ambiguous, "|")} }},
	{"broader", []string{"broader", "exactly"}, 1, false, func(a *core.Answer, _ *Config) []string { return broaderTexts(&a.Matches[0]) }},
	{"says", []string{"says"}, 1, true, saidTexts},
	{"parent", []string{"parent", "parent_p"}, 1, true, func(a *core.Answer, _ *Config) []string { return parentTexts(a) }},
	{"organism", []string{"organism"}, 1, false, func(a *core.Answer, _ *Config) []string { return []string{organismOf(a)} }},
	{"same", []string{"same"}, 1, false, func(a *core.Answer, _ *Config) []string { return []string{strings.Join(a.Matches[0].Same, "|")} }},
	{"fullname", []string{"fullname"}, 1, false, detail(func(e *core.Entity) string { return e.FullName })},
	{"url", []string{"url"}, 1, false, detail(func(e *core.Entity) string { return e.URL })},
	{"xrefs", []string{"xrefs"}, 1, false, detail(func(e *core.Entity) string { return strings.Join(e.XRefs, "|") })},
}

// ExtraColumns returns what Config.Add can have.
func ExtraColumns() []string {
	var names []string
	for _, f := range extraColumns {
		names = append(names, f.name)
	}
	return names
}

// CheckAdd fails if an item of Config.Add is unknown, or is there twice.
func CheckAdd(add []string) error {
	for i, name := range add {
		if !slices.Contains(ExtraColumns(), name) {
			return fmt.Errorf("there is no %q to add; there are %s", name, strings.Join(ExtraColumns(), ", "))
		}
		if slices.Contains(add[:i], name) {
			return fmt.Errorf("%q is to be added twice", name)
		}
	}
	return nil
}

// extraColumnOf returns the one of a name, or else that of clusters.
func extraColumnOf(name string) extraColumn {
	if i := slices.IndexFunc(extraColumns, func(f extraColumn) bool { return f.name == name }); i >= 0 {
		return extraColumns[i]
	}
	return clusterColumn
}

func extraColumnsOf(add []string) (columns []string) {
	for _, name := range add {
		columns = append(columns, extraColumnOf(name).columns...)
	}
	return columns
}

// NumberColumns returns which added columns hold numbers, counted from the end of a row: -1 is the last.
func (c *Config) NumberColumns() (out []int) {
	each := slices.Concat(added, extraColumnsOf(c.Add))
	for k := range c.Columns {
		for i, name := range each {
			if name == "score" || name == "p" || name == "exactly" || strings.HasSuffix(name, "_p") {
				out = append(out, i-len(each)*(k+1))
			}
		}
	}
	return out
}

// showExtra sets how many matches the columns of Config.Add need. Near names are sought if that is more than one.
func (c *Config) showExtra(o *document.Options) {
	o.Lookup.K = 1
	for _, name := range c.Add {
		o.Lookup.K = max(o.Lookup.K, extraColumnOf(name).shown)
	}
	o.Lookup.Near = o.Lookup.Near || o.Lookup.K > 1
}

// matchTexts are the id, name and p of a match, or nothing.
func matchTexts(a *core.Answer, rank int) []string {
	if rank >= len(a.Matches) {
		return []string{"", "", ""}
	}
	m := &a.Matches[rank]
	return []string{m.ID, m.Name, Number(m.P)}
}

// broaderTexts are what a match that is broader lacks, and how likely exactly it is meant, or nothing.
func broaderTexts(m *core.Match) []string {
	if m.Broader == "" {
		return []string{"", ""}
	}
	return []string{m.Broader, Number(m.Exactly())}
}

// parentTexts are what an answer is a kind of, and how likely that is, or nothing.
func parentTexts(a *core.Answer) []string {
	if a.Parent == nil {
		return []string{"", ""}
	}
	return []string{a.Parent.ID, Number(a.Parent.P)}
}

// organismOf is the NCBI Taxonomy id of the gene that is meant, even if the pack lacks it.
func organismOf(a *core.Answer) string {
	if a.Organism != "" {
		return a.Organism
	}
	return a.Matches[0].Taxon
}

// saidTexts are what a mention says of its entity, if it is no name itself.
func saidTexts(a *core.Answer, c *Config) []string {
	if c.Says == nil || !a.NIL && len(a.Matches) > 0 && a.Matches[0].Stage < core.StageRewritten {
		return []string{""}
	}
	return []string{strings.Join(c.Says(a.Mention), " ")}
}

// Says returns Config.Says for the entities of a terminology.
func Says(n *core.Normalizer) func(mention string) []string {
	says := annotate.Says(n)
	return func(mention string) []string { return answer.Assertions(says(mention)) }
}

// detail returns the text of an entity's detail.
func detail(of func(*core.Entity) string) func(*core.Answer, *Config) []string {
	return func(a *core.Answer, c *Config) []string {
		if e, ok := c.Entity(a.Matches[0].ID); ok {
			return []string{of(&e)}
		}
		return []string{""}
	}
}

// extraTexts returns the texts of Config.Add; those of the parts of a composite mention are joined by "|".
func (s *cells) extraTexts(r *document.Result) (texts []string) {
	for _, f := range s.extra {
		all := make([][]string, len(f.columns))
		for i := range r.Answers {
			part := make([]string, len(f.columns))
			if a := &r.Answers[i]; f.always || s.cut.found(a) || f.name == "organism" && a.Organism != "" || f.name == "tied" && s.cut.below(a) {
				part = f.texts(&r.Answers[i], s.config)
			}
			for k, text := range part {
				all[k] = append(all[k], text)
			}
		}
		for _, parts := range all {
			texts = append(texts, strings.Join(parts, "|"))
		}
	}
	return texts
}
