package format

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/limit"
	"github.com/normlet/normlet/train/data/sheet"
)

var meshFormat = &Format{
	Name: "mesh", Title: "MeSH XML", Prefix: "MESH",
	sniff: func(h *head) bool {
		return strings.HasPrefix(strings.TrimSpace(h.text), "<") &&
			(strings.Contains(h.text, "DescriptorRecordSet") || strings.Contains(h.text, "SupplementalRecordSet"))
	},
	read: func(in *input) error {
		return (&meshReader{input: in, nodes: map[string]string{}}).readAll()
	},
}

// meshReader goes through descriptors and supplementary records, by the names of the open
// elements.
type meshReader struct {
	*input
	path []string
	text []byte // of the innermost element

	preferred bool   // within the preferred concept of the record
	termType  string // LexicalTag of the term, or "permuted"

	tree  []treeNode
	nodes map[string]string // tree number -> descriptor
}

// treeNode is a place of a descriptor in the MeSH tree.
type treeNode struct{ number, id string }

func (r *meshReader) readAll() error {
	m := newMeter(r.r, limit.Of().Line)
	x := xml.NewDecoder(m)
	x.CharsetReader = charset
	for r.line = 1; ; {
		token, err := x.RawToken() // makes no stack of its own
		if err == io.EOF && len(r.path) == 0 {
			return r.links()
		}
		if err != nil {
			return wrapXML(err, r.line, "no XML as MeSH has it")
		}
		r.line = m.pass(x.InputOffset())
		if err := r.token(token); err != nil {
			return err
		}
	}
}

// charset takes XML as it is: sheet.Decode has made UTF-8 of the encoding that it names.
func charset(_ string, r io.Reader) (io.Reader, error) { return r, nil }

func (r *meshReader) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		if len(r.path) >= limit.Of().Depth {
			return tooDeep(r.line, "XML elements")
		}
		r.path = append(r.path, t.Name.Local)
		r.text = r.text[:0]
		r.start(&t)
	case xml.CharData:
		if most := limit.Of().Line; len(r.text)+len(t) > most { // with comments in between
			return tooLong(r.line, most)
		}
		r.text = append(r.text, t...)
	case xml.EndElement:
		if name := t.Name.Local; len(r.path) == 0 || name != r.at(0) {
			return &Error{r.line, "</" + name + "> closes no open element"}
		}
		err := r.end(bytes.TrimSpace(r.text))
		r.path = r.path[:len(r.path)-1]
		r.text = r.text[:0]
		return err
	}
	return nil
}

// at returns the name of the innermost element, or of one further out.
func (r *meshReader) at(out int) string {
	if i := len(r.path) - 1 - out; i >= 0 {
		return r.path[i]
	}
	return ""
}

func (r *meshReader) start(e *xml.StartElement) {
	switch e.Name.Local {
	case "DescriptorRecord", "SupplementalRecord":
		r.term.reset(r.line, "")
	case "Concept":
		r.preferred = sheet.Attribute(e, "PreferredConceptYN") == "Y"
	case "Term":
		r.termType = sheet.Attribute(e, "LexicalTag")
		if sheet.Attribute(e, "IsPermutedTermYN") == "Y" {
			r.termType = "permuted"
		}
	}
}

// end takes the text of the element that ends.
func (r *meshReader) end(text []byte) error {
	t := &r.term
	switch r.at(1) + "/" + r.at(0) {
	case "DescriptorRecordSet/DescriptorRecord", "SupplementalRecordSet/SupplementalRecord":
		if t.ID == "" {
			return r.sink.Bad(t.Line, "a record without an id")
		}
		if !r.inTrees() {
			r.sink.Skip(t.Line, "of another branch of the tree", t.ID)
			return nil
		}
		return r.emit()
	case "DescriptorRecord/DescriptorUI", "SupplementalRecord/SupplementalRecordUI":
		t.ID = string(text)
	case "DescriptorName/String", "SupplementalRecordName/String":
		if r.at(2) == "DescriptorRecord" || r.at(2) == "SupplementalRecord" {
			t.name(string(text), pack.KindPrimary)
		}
	case "Term/String":
		t.name(string(text), r.termKind())
	case "Concept/ScopeNote":
		if r.preferred {
			t.Definition = string(text)
		}
	case "SupplementalRecord/Note":
		if t.Definition == "" {
			t.Definition = string(text)
		}
	case "TreeNumberList/TreeNumber":
		number := string(text)
		r.tree = append(r.tree, treeNode{number, t.ID})
		r.nodes[number] = t.ID
	case "DescriptorReferredTo/DescriptorUI":
		if r.at(2) == "HeadingMappedTo" {
			t.link("mapped_to", strings.TrimPrefix(string(text), "*"))
		}
	}
	return nil
}

// inTrees reports whether the record that ends is under one of the tree numbers wanted, and forgets
// its places if not.
func (r *meshReader) inTrees() bool {
	first := len(r.tree)
	for first > 0 && r.tree[first-1].id == r.term.ID {
		first--
	}
	if len(r.o.Trees) == 0 || slices.ContainsFunc(r.tree[first:], func(n treeNode) bool { return HasAnyPrefix(n.number, r.o.Trees) }) {
		return true
	}
	for _, n := range r.tree[first:] {
		delete(r.nodes, n.number)
	}
	r.tree = r.tree[:first]
	return false
}

// HasAnyPrefix reports whether s begins with one of prefixes.
func HasAnyPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// termKind returns the kind of an entry term: only those of the preferred concept mean the same
// as the heading.
func (r *meshReader) termKind() pack.Kind {
	switch {
	case !r.preferred:
		return pack.KindRelated
	case slices.Contains([]string{"ABB", "ABX", "ACR", "ACX", "LAB", "TRD", "permuted"}, r.termType):
		return pack.KindAlias
	}
	return pack.KindExact
}

// links hands on who lies under whom in the tree, which only the whole file shows.
func (r *meshReader) links() error {
	known := map[treeNode]bool{} // places of a descriptor may have one parent
	for _, n := range r.tree {
		i := strings.LastIndexByte(n.number, '.')
		if i < 0 {
			continue
		}
		if parent := r.nodes[n.number[:i]]; parent != "" && parent != n.id && !known[treeNode{parent, n.id}] {
			known[treeNode{parent, n.id}] = true
			r.term.reset(0, n.id)
			r.term.link("is_a", parent)
			if err := r.emit(); err != nil {
				return err
			}
		}
	}
	return nil
}
