package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var obographFormat = &Format{
	Name: "obograph", Title: "OBO Graphs JSON",
	sniff: func(h *head) bool {
		text := strings.TrimSpace(h.text)
		return strings.HasPrefix(text, "{") && strings.Contains(text, `"graphs"`)
	},
	read: readOBOGraph,
}

func readOBOGraph(in *input) error {
	r := &graphReader{newJSONReader(in)}
	found := false
	err := r.object(func(key string) error {
		if key != "graphs" {
			return r.skip()
		}
		found = true
		return r.array(r.graph)
	})
	if err != nil {
		return r.wrap(err)
	}
	if !found {
		return &Error{0, "not OBO Graphs JSON: no list of graphs"}
	}
	return nil
}

// graphReader goes through the tokens, and decodes one node or edge at a time.
type graphReader struct{ *jsonReader }

func (r *graphReader) graph() error {
	return r.object(func(key string) error {
		switch key {
		case "nodes":
			return r.array(r.node)
		case "edges":
			return r.array(r.edge)
		}
		return r.skip()
	})
}

// graphNode is a node as OBO Graphs have it; ids are IRIs.
type graphNode struct {
	ID    string `json:"id"`
	Label string `json:"lbl"`
	Type  string `json:"type"`
	Meta  struct {
		Definition struct {
			Text string `json:"val"`
		} `json:"definition"`
		Synonyms []struct {
			Predicate string `json:"pred"`
			Text      string `json:"val"`
			Type      string `json:"synonymType"`
		} `json:"synonyms"`
		Properties []struct {
			Predicate string `json:"pred"`
			Value     string `json:"val"`
		} `json:"basicPropertyValues"`
		XRefs []struct {
			ID string `json:"val"`
		} `json:"xrefs"`
		Deprecated bool `json:"deprecated"`
	} `json:"meta"`
}

func (r *graphReader) node() error {
	r.line = r.meter.pass(r.dec.InputOffset())
	var n graphNode
	if ok, err := r.decode(&n); !ok || n.ID == "" {
		return err
	}
	if n.Type != "CLASS" && n.Type != "" {
		r.sink.Skip(r.line, "nodes that are no classes", n.ID)
		return nil
	}
	t := &r.term
	t.reset(r.line, n.ID)
	t.name(n.Label, pack.KindPrimary)
	t.Definition, t.Obsolete = n.Meta.Definition.Text, n.Meta.Deprecated
	for _, s := range n.Meta.Synonyms {
		scope := strings.TrimSuffix(strings.TrimPrefix(s.Predicate, "has"), "Synonym")
		t.name(s.Text, scopeKind(strings.ToUpper(scope), s.Type))
	}
	for _, p := range n.Meta.Properties {
		switch {
		case strings.HasSuffix(p.Predicate, "IAO_0100001"): // term replaced by
			t.ReplacedBy = p.Value
		case properties[p.Predicate] == propDeprecated:
			t.Obsolete = t.Obsolete || isTrue(p.Value)
		case strings.HasSuffix(p.Predicate, "hasAlternativeId"):
			t.AltIDs = append(t.AltIDs, p.Value)
		}
	}
	for _, x := range n.Meta.XRefs {
		t.XRefs = append(t.XRefs, meshCURIE(x.ID))
	}
	return r.emit()
}

func (r *graphReader) edge() error {
	r.line = r.meter.pass(r.dec.InputOffset())
	var e struct{ Sub, Pred, Obj string }
	if ok, err := r.decode(&e); !ok || e.Sub == "" {
		return err
	}
	r.term.reset(r.line, e.Sub)
	r.term.link(CURIE(e.Pred, ""), e.Obj)
	return r.emit()
}
