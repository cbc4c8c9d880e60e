package format

import (
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data/limit"
)

var meshFormat = &Format{
	Name: "mesh", Title: "MeSH XML", Prefix: "MESH",
	sniff: func(h *head) bool {
		return strings.HasPrefix(strings.TrimSpace(h.text), "<") &&
			(strings.Contains(h.text, "DescriptorRecordSet") || strings.Contains(h.text, "SupplementalRecordSet"))
	},
	read: func(in *input) error {
		return (&meshReader{input: in}).readAll()
	},
}

// meshReader goes through descriptors and supplementary records.
type meshReader struct {
	*input
	tree     Tree
	language string // of the file
}

// meshRecord is a descriptor or a supplementary record as MeSH has it.
type meshRecord struct {
	ID       string   `xml:"DescriptorUI"`
	Name     string   `xml:"DescriptorName>String"`
	SuppID   string   `xml:"SupplementalRecordUI"`
	SuppName string   `xml:"SupplementalRecordName>String"`
	Note     string   `xml:"Note"`
	Trees    []string `xml:"TreeNumberList>TreeNumber"`
	MappedTo []string `xml:"HeadingMappedToList>HeadingMappedTo>DescriptorReferredTo>DescriptorUI"`
	Concepts []struct {
		Preferred string   `xml:"PreferredConceptYN,attr"`
		Name      string   `xml:"ConceptName>String"`
		ScopeNote string   `xml:"ScopeNote"`
		Number    []string `xml:"RegistryNumber"`
		Numbers   []string `xml:"RegistryNumberList>RegistryNumber"`
		Related   []string `xml:"RelatedRegistryNumberList>RelatedRegistryNumber"`
		Terms     []struct {
			Permuted string `xml:"IsPermutedTermYN,attr"`
			Tag      string `xml:"LexicalTag,attr"`
			ID       string `xml:"TermUI"`
			Text     string `xml:"String"`
		} `xml:"TermList>Term"`
	} `xml:"ConceptList>Concept"`
}

func (r *meshReader) readAll() error {
	x := newXMLReader(r.r, "no XML as MeSH has it")
	for {
		token, err := x.Token()
		if err == io.EOF {
			return r.links()
		}
		if err != nil {
			return x.wrap(err)
		}
		start, ok := token.(xml.StartElement)
		for _, a := range start.Attr {
			if a.Name.Local == "LanguageCode" {
				r.language = Language(a.Value)
			}
		}
		if !ok || start.Name.Local != "DescriptorRecord" && start.Name.Local != "SupplementalRecord" {
			continue
		}
		r.term.reset(x.line, "")
		x.whole = x.raw.InputOffset() + int64(limit.Of().Value)
		var record meshRecord
		if err := x.DecodeElement(&record, &start); err != nil {
			return x.wrap(err)
		}
		x.whole = 0
		if err := r.record(&record); err != nil {
			return err
		}
	}
}

func (r *meshReader) record(m *meshRecord) error {
	t := &r.term
	if t.ID = strings.TrimSpace(cmp.Or(m.ID, m.SuppID)); t.ID == "" {
		return r.sink.Bad(t.Line, "a record without an id")
	}
	for i, number := range m.Trees {
		m.Trees[i] = strings.TrimSpace(number)
	}
	inTree := func(number string) bool { return HasAnyPrefix(number, r.o.Trees) }
	if len(r.o.Trees) > 0 && !slices.ContainsFunc(m.Trees, inTree) {
		r.sink.Skip(t.Line, "of another branch of the tree", t.ID)
		return nil
	}
	r.heading(cmp.Or(m.Name, m.SuppName))
	t.Definition = m.Note
	for _, c := range m.Concepts {
		preferred := c.Preferred == "Y"
		if preferred && c.ScopeNote != "" {
			t.Definition = c.ScopeNote
		}
		for _, number := range slices.Concat(c.Number, c.Numbers, c.Related) {
			number, of, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(number), ")"), " (") // a salt has its name behind it
			if id := registered(number); preferred && id != "" && (of == "" || of == c.Name) {
				t.XRefs = append(t.XRefs, id)
			}
		}
		for _, term := range c.Terms {
			r.name(term.Text, meshKind(preferred, term.Permuted == "Y", term.Tag), r.languageOf(term.ID), "")
		}
	}
	for _, number := range m.Trees {
		r.tree.Add(number, t.ID)
	}
	for _, id := range m.MappedTo {
		t.link("mapped_to", strings.TrimPrefix(strings.TrimSpace(id), "*"))
	}
	return r.emit()
}

// registries are the lists of registry numbers.
var registries = []string{"CAS", "EC", "UNII"}

// registered returns the id of a registry number; "" for what is none, such as 0.
func registered(number string) string {
	number = strings.TrimPrefix(number, "EC ")
	for _, prefix := range registries {
		list, _ := knowledge.ListOf(prefix)
		if fits, _ := list.Fits(number); fits {
			return prefix + ":" + number
		}
	}
	return ""
}

// heading adds the name of a record: that of a translated file has the English one after it, as in Foie[Liver].
func (r *meshReader) heading(name string) {
	translated, english, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	if r.language == "" || r.language == "en" || !ok {
		r.name(name, pack.KindPrimary, r.language, "")
		return
	}
	r.name(translated, pack.KindPrimary, r.language, "")
	r.name(english, pack.KindPrimary, "en", "")
}

// languageOf returns the language of a term of a translated file by its id: T000123 is one of the English file, fre000123
// is French.
func (r *meshReader) languageOf(term string) string {
	code := strings.TrimRight(term, "0123456789")
	if r.language == "" || r.language == "en" || code == "" {
		return r.language
	}
	return cmp.Or(Language(code), "en") // T is none
}

// HasAnyPrefix reports whether s begins with one of prefixes.
func HasAnyPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// shortTags are the lexical tags of abbreviations, of names of laboratories and of brands.
var shortTags = []string{"ABB", "ABX", "ACR", "ACX", "LAB", "TRD"}

// meshKind returns the kind of an entry term: only those of the preferred concept mean the same
// as the heading.
func meshKind(preferred, permuted bool, tag string) pack.Kind {
	switch {
	case !preferred:
		return pack.KindRelated
	case permuted || slices.Contains(shortTags, tag):
		return pack.KindAlias
	}
	return pack.KindExact
}

// links hands on who lies under whom in the tree, which only the whole file shows.
func (r *meshReader) links() error {
	for id, parent := range r.tree.Parents() {
		r.term.reset(0, id)
		r.term.link("is_a", parent)
		if err := r.emit(); err != nil {
			return err
		}
	}
	return nil
}
