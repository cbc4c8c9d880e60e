// Package column recognises what the columns of a table hold, by a sample of their cells: names of entities that a pack has,
// ids of databases, organisms, numbers, dates, sentences, or nothing that a look-up is for.
package column

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// Sample is cells of a column, and what stands above it.
type Sample struct {
	Name  string
	Cells []string
}

// Column says what a Sample holds.
type Column struct {
	Kind     Kind
	Of       string                // of Names the namespace of most, of IDs the prefix of the database
	Share    float64               // how many of the different cells are that
	In       []core.NamespaceShare // of Names: how many each namespace has, those of genes of several organisms together
	Known    float64               // of IDs: how many the pack has
	Read     int                   // different cells that were read
	Examples []Example
}

// Example is a cell, and the entity that it means if it means one.
type Example struct{ Cell, ID, Name string }

// MaxCells is how many different cells of a column Detect reads, evenly spread.
const MaxCells = 100

// What decides. lab/detect judges these numbers on kinds of columns by which they were not chosen.
const (
	examples  = 3
	nearlyAll = 0.8  // of the cells have a form, or are organisms
	mostNames = 0.85 // of the names are of one namespace
	half      = 0.5  // of the ids are in the pack, or of the cells sentences; p of a name
	fewNames  = 0.15 // of the cells, as many as among English words, persons and places
	twoNames  = 2    // of a column: Turkey among countries is one
	byChance  = 0.6  // cells that may be names by chance, which matters where cells are few
	fewCells  = 5    // may have one form although they are names: IL6, IL10
	sentence  = 4    // words
	anything  = 2    // letters, which may be initials as well as a name
	longest   = 80   // bytes of an example
	longUnit  = 6    // bytes
	taxonomy  = "NCBITaxon"
)

// IsMapped reports whether a look-up of the cells is worth it.
func (c *Column) IsMapped() bool { return c.Kind == Names || c.Kind == IDs && c.Known >= half }

// Namespace returns the one that a look-up of the cells can be limited to, because nearly all names are of it, or because ids
// have no prefix that says which; "" if there is none.
func (c *Column) Namespace(n *core.Normalizer) string {
	all := 0.0
	for _, in := range c.In {
		all += in.Share
	}
	if c.Kind == IDs {
		return c.within(n)
	}
	if c.Kind != Names || c.Share < float64(mostNames*all) {
		return ""
	}
	return c.Of
}

// within returns the namespace of n that is called as the database of ids.
func (c *Column) within(n *core.Normalizer) string {
	if slices.Contains(n.Info().Namespaces, c.Of) {
		return c.Of
	}
	return ""
}

// Detect says what each of the samples holds, of names in the given namespaces, or in all.
func Detect(n *core.Normalizer, samples []Sample, namespaces ...string) ([]Column, error) {
	out := make([]Column, len(samples))
	for i, s := range samples {
		cells := different(s.Cells)
		c, told := byForm(s.Name, cells)
		if !told {
			if err := c.look(n, cells, namespaces); err != nil {
				return nil, err
			}
		}
		if c.Kind == IDs || c.Kind == Other && told {
			if err := c.find(n, cells); err != nil {
				return nil, err
			}
		}
		for _, cell := range cells[:min(examples, len(cells))] {
			if c.Kind != Names && c.Kind != IDs {
				c.Examples = append(c.Examples, Example{Cell: names.Cut(cell, longest)})
			}
		}
		out[i] = c
	}
	return out, nil
}

// Fits reports whether a text is such a cell, too, and no name of the column: a number, a date, an id, or to the letter a name
// that is no English word.
func (c *Column) Fits(n *core.Normalizer, text string) (bool, error) {
	cells := different([]string{text})
	form, _ := byForm("", cells)
	switch {
	case len(cells) == 0:
		return false, nil
	case c.Kind != Names:
		return form.Kind == c.Kind && c.Kind != Other && (c.Kind != IDs || form.Of == c.Of), nil
	}
	a, err := n.LookupWith(text, core.Options{K: 1, Namespaces: []string{c.Of}})
	if err != nil || a.NIL || !a.Matches[0].Stage.IsName() {
		return false, err
	}
	ordinary := func(word string) bool { return names.Ordinary(names.HashWord(word)) > 0 }
	return !slices.ContainsFunc(names.Words(text), ordinary), nil
}

// different returns MaxCells of the different cells with text, in their order.
func different(cells []string) (out []string) {
	seen := map[string]bool{"": true}
	for _, cell := range cells {
		if cell = strings.TrimSpace(cell); !seen[cell] {
			seen[cell] = true
			out = append(out, cell)
		}
	}
	if n := len(out); n > MaxCells {
		for i := range MaxCells {
			out[i] = out[i*n/MaxCells]
		}
		out = out[:MaxCells]
	}
	return out
}

// find counts the ids that a look-up finds. Codes are ids if it finds them.
func (c *Column) find(n *core.Normalizer, cells []string) error {
	var queries []core.Query
	for _, cell := range cells {
		queries = append(queries, core.Query{Mention: cell, Namespace: c.within(n)})
	}
	answers, err := n.LookupMany(queries, core.Options{K: 1})
	found, of := 0, c.Of
	var shown []Example
	for i := range answers {
		e := Example{Cell: cells[i]}
		if m := answers[i].Matches; len(m) > 0 && m[0].Stage == core.StageID {
			found++
			of, e.ID, e.Name = cmp.Or(of, m[0].Namespace), m[0].ID, m[0].Name
		}
		if len(shown) < examples {
			shown = append(shown, e)
		}
	}
	if c.Known = share(found, cells); c.Kind == IDs || c.Known >= half {
		c.Kind, c.Of, c.Examples = IDs, of, shown
	}
	return err
}

// look looks the cells up. Names of nothing remain Other, or are Text.
func (c *Column) look(n *core.Normalizer, cells, namespaces []string) error {
	var queries []core.Query
	sentences := 0
	for _, cell := range cells {
		if isSentence(cell) {
			sentences++
		}
		if utf8.RuneCountInString(cell) > anything {
			queries = append(queries, core.Query{Mention: cell})
		}
	}
	o := core.Options{K: 1, Namespaces: namespaces}
	var err error
	if o.Coverage, err = n.EstimateCoverage(queries, o); err != nil {
		return err
	}
	answers, err := n.LookupMany(queries, o)
	if err != nil {
		return err
	}
	for _, in := range o.Coverage.In {
		all, _ := pack.Organism(in.Namespace)
		at := slices.IndexFunc(c.In, func(s core.NamespaceShare) bool { return s.Namespace == all })
		if at < 0 {
			at, c.In = len(c.In), append(c.In, core.NamespaceShare{Namespace: all})
		}
		c.In[at].Share += float64(in.Share*float64(len(queries))) / float64(len(cells))
	}
	slices.SortStableFunc(c.In, func(a, b core.NamespaceShare) int { return cmp.Compare(b.Share, a.Share) })
	ids, found := 0, 0
	for i := range answers {
		if a := &answers[i]; len(a.Matches) > 0 && a.Matches[0].Stage == core.StageID {
			ids++
		} else if !a.NIL && a.Matches[0].P >= half && len(c.In) > 0 && a.Matches[0].Namespace == c.In[0].Namespace {
			found++
		}
	}
	switch organisms := organismsOf(n, answers); {
	case share(ids, cells) >= nearlyAll:
		c.Kind, c.Of, c.Share = IDs, c.In[0].Namespace, share(ids, cells)
	case share(organisms, cells) >= nearlyAll:
		c.Kind, c.Share = Organisms, share(organisms, cells)
	case found >= min(twoNames, len(cells)) && c.In[0].Share >= fewNames+byChance/float64(len(cells)):
		c.Kind, c.Of, c.Share = Names, c.In[0].Namespace, c.In[0].Share
		c.show(answers)
	case share(sentences, cells) >= half:
		c.Kind, c.Share = Text, share(sentences, cells)
	}
	if c.Kind != Names {
		c.In = nil
	}
	return nil
}

// isSentence reports whether a cell has several words, one of them common in a language.
func isSentence(cell string) bool {
	common := func(word string) bool {
		for language := range knowledge.Languages {
			if names.IsCommon(names.HashWord(word), language) {
				return true
			}
		}
		return false
	}
	words := strings.Fields(cell)
	return len(words) >= sentence && slices.ContainsFunc(words, func(w string) bool { return common(strings.ToLower(w)) })
}

// organismsOf counts the organisms among answers: all if half of them are some whose genes the pack has, else none.
func organismsOf(n *core.Normalizer, answers []core.Answer) (organisms int) {
	listed := 0
	for i := range answers {
		a := &answers[i]
		if a.NIL || pack.Prefix(a.Matches[0].ID) != taxonomy {
			continue
		}
		organisms++
		if _, err := n.Organism(a.Mention); err == nil {
			listed++
		}
	}
	if 2*listed < organisms {
		return 0
	}
	return organisms
}

// show takes the first names as examples, those first that the pack has in another form.
func (c *Column) show(answers []core.Answer) {
	for _, other := range [...]bool{true, false} {
		for i := range answers {
			a := &answers[i]
			if len(c.Examples) == examples || a.NIL || a.Matches[0].P < half || a.Matches[0].Namespace != c.Of {
				continue
			}
			if m := &a.Matches[0]; other == (m.Name != a.Mention) {
				c.Examples = append(c.Examples, Example{names.Cut(a.Mention, longest), m.ID, m.Name})
			}
		}
	}
}

func share(n int, cells []string) float64 { return float64(n) / float64(max(1, len(cells))) }
