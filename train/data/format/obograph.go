package format

import (
	"encoding/json"
	"errors"
	"io"
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
	m := newMeter(in.r)
	r := &graphReader{input: in, meter: m, dec: json.NewDecoder(m)}
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
type graphReader struct {
	*input
	meter *meter
	dec   *json.Decoder
}

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

// decode reads a value; one of other types than expected is a bad entry, of which it returns false.
func (r *graphReader) decode(v any) (ok bool, err error) {
	err = r.dec.Decode(v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return false, r.bad("%s is %s, want %s", wrong.Field, wrong.Value, wrong.Type)
	}
	return err == nil, err
}

// object calls f with every key of the object that comes next; f reads its value.
func (r *graphReader) object(f func(key string) error) error {
	return r.inside('{', func() error {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		return f(key.(string)) // which the decoder has made sure of
	})
}

// array calls f for every element of the array that comes next, to read it.
func (r *graphReader) array(f func() error) error { return r.inside('[', f) }

func (r *graphReader) inside(open json.Delim, f func() error) error {
	t, err := r.dec.Token()
	if err != nil {
		return err
	}
	if t != open {
		return &Error{r.meter.pass(r.dec.InputOffset()), "not OBO Graphs JSON: another kind of value where " + open.String() + " is expected"}
	}
	for r.dec.More() {
		r.meter.pass(r.dec.InputOffset())
		if err := f(); err != nil {
			return err
		}
	}
	_, err = r.dec.Token()
	return err
}

// skip reads over the value that comes next.
func (r *graphReader) skip() error {
	for depth := 0; ; {
		t, err := r.dec.Token()
		if err != nil {
			return err
		}
		r.meter.pass(r.dec.InputOffset())
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > maxDepth {
				return &Error{r.meter.passed + 1, "JSON values nested too deep"}
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// wrap gives errors of the decoder their line.
func (r *graphReader) wrap(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &Error{r.meter.pass(syntax.Offset), "no JSON: " + syntax.Error()}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &Error{r.meter.pass(r.meter.read), "the file ends within a JSON value; is it complete?"}
	}
	return err
}
