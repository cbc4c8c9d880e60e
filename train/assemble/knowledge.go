package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/tag"
)

// A list of diseases, genes or chemicals gets what normlet knows of biology and medicine: section KNOW, of the rows that its
// names can use. A list of shops or of countries would only lose by it: there, Gold is no element and MET no kinase. What a
// list is of, its names tell: what it shares with the base pack or the lexicon, the types of its namespaces, and whether it
// has two members of a group. That names look like symbols of genes or like cell lines says nothing: so do printers; nor that
// they look like parts of a body or processes.

// minMembers is how many members of a group a list has, unless the group has one.
const minMembers = 2

// asPrinters are the types that names of products look like.
var asPrinters = []string{"Gene", "CellLine", "CellType", "Anatomy", "GO"}

// knowledgeFor returns the rows that the names of a pack can use, the payload of its section KNOW.
func knowledgeFor(c *pack.Contents, r *Recipe, types []tag.Found, lent []*Lent, twins bool) []byte {
	has := hasOf(c)
	members := func(row []string) (n int) {
		for _, m := range strings.Fields(row[2]) {
			if has[names.Key(m)] {
				n++
			}
		}
		return n
	}
	ofField := r.Base != nil && !r.outOfDomain ||
		slices.ContainsFunc(types, func(f tag.Found) bool {
			return f.Type != tag.NoType && (f.Stated || !slices.Contains(asPrinters, f.Type))
		}) ||
		slices.ContainsFunc(lent, func(l *Lent) bool { return !l.OtherField })
	for row := range knowledge.Rows(knowledge.Groups) {
		ofField = ofField || members(row) >= minMembers
	}
	language := languageOf(c.Names)
	organisms := twins || organism.New(c, nil, nil) != nil
	return knowledge.Section(func(table string, row []string) bool {
		switch table {
		case "group":
			return ofField && members(row) >= min(minMembers, len(strings.Fields(row[2])))
		case "ion":
			return ofField && has[names.Key(row[1])]
		case "organism":
			return organisms
		case "foreign":
			return row[3] == language || stated(c, row[3])
		case "trigger":
			return ofField || r.Labelled != nil
		}
		return ofField
	})
}

// stated reports whether names of a pack state that they are in a language.
func stated(c *pack.Contents, of string) bool {
	for _, tags := range c.Languages {
		for tag := range strings.FieldsSeq(tags) {
			if language(strings.TrimSuffix(tag, "*")) == of {
				return true
			}
		}
	}
	return false
}

// hasOf returns which members of groups and elements the names of a pack are, by their keys.
func hasOf(c *pack.Contents) map[string]bool {
	has := map[string]bool{}
	for row := range knowledge.Rows(knowledge.Groups) {
		for _, m := range strings.Fields(row[2]) {
			has[names.Key(m)] = false
		}
	}
	for row := range knowledge.Rows(knowledge.Ions) {
		has[names.Key(row[1])] = false
	}
	for _, name := range c.Names.Range(0, c.Names.Len()) {
		key := names.Key(string(name))
		if _, wanted := has[key]; wanted {
			has[key] = true
		}
	}
	return has
}

// minForeign is the least share of names with a common word of a language that shows that a list is in it.
const minForeign = 0.1

// languageOf returns the language that names are in if they do not state it: the one of which most names have a common word,
// if enough have one.
func languageOf(list *pack.Strings) string {
	var with names.Speech
	var form []byte
	var text names.Text
	for _, name := range list.Range(0, list.Len()) {
		form = names.AppendForm(form[:0], string(name))
		text.ReadWords(form)
		var words names.Speech
		for i := range text.Words {
			words.Hear(names.Hash(text.Of(&text.Words[i])))
		}
		for language, n := range words {
			with[language] += min(n, 1)
		}
	}
	if most := slices.Max(with[:]); float64(most) >= minForeign*float64(list.Len()) {
		return knowledge.Languages[slices.Index(with[:], most)]
	}
	return knowledge.Languages[0]
}
