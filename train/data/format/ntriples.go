package format

import (
	"errors"
	"strings"
)

var ntriplesFormat = &Format{
	Name: "ntriples", Title: "N-Triples or N-Quads (RDF)",
	sniff: func(h *head) bool { _, err := parseNTriple(h.statement()); return err == nil },
	read:  readNTriples,
}

// readNTriples reads a triple or quad a line, in any order.
func readNTriples(in *input) error {
	g := newGraph(in)
	err := in.eachLine(func(line string) error {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			return nil
		}
		t, err := parseNTriple(line)
		if err != nil {
			return in.bad("%v", err)
		}
		t.line = in.line
		g.add(t)
		return g.err
	})
	return g.finish(err)
}

var errNoTriple = errors.New("no triple; a line is <subject> <predicate> <object> or \"text\", and a full stop")

// parseNTriple reads the line of a triple. The graph of a quad is not read.
func parseNTriple(line string) (t triple, err error) {
	var predicate node
	for _, n := range []*node{&t.subject, &predicate, &t.object} {
		if line, err = parseNode(strings.TrimLeft(line, " \t"), n); err != nil {
			return t, err
		}
	}
	var graphName node
	line = strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(line, ".") {
		if line, err = parseNode(line, &graphName); err != nil {
			return t, err
		}
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), ".")
	rest = strings.TrimLeft(rest, " \t")
	if !ok || rest != "" && rest[0] != '#' || predicate.kind != nodeIRI || t.subject.kind == nodeLiteral || graphName.kind == nodeLiteral {
		return t, errNoTriple
	}
	t.predicate = predicate.value
	return t, nil
}

// parseNode reads the node that s begins with, and returns what follows.
func parseNode(s string, n *node) (rest string, err error) {
	switch {
	case strings.HasPrefix(s, "<"):
		value, rest, ok := strings.Cut(s[1:], ">")
		if !ok || strings.ContainsAny(value, " <\"") {
			return "", errNoTriple
		}
		*n = iri(unescape(value))
		return rest, nil
	case strings.HasPrefix(s, "_:"):
		end := strings.IndexAny(s, " \t<\"")
		if end < 0 {
			return "", errNoTriple
		}
		*n = node{kind: nodeBlank, value: s[2:end]}
		return s[end:], nil
	case strings.HasPrefix(s, `"`):
		return parseLiteral(s, n)
	}
	return "", errNoTriple
}

// parseLiteral reads "text", "text"@en or "text"^^<type>.
func parseLiteral(s string, n *node) (rest string, err error) {
	end := 1
	for end < len(s) && s[end] != '"' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) {
		return "", errors.New("a quotation mark that is not closed")
	}
	*n = node{kind: nodeLiteral, value: unescape(s[1:end])}
	rest = s[end+1:]
	if tag, ok := strings.CutPrefix(rest, "@"); ok {
		end := strings.IndexAny(tag, " \t.<")
		if end < 0 {
			return "", errNoTriple
		}
		n.language, rest = tag[:end], tag[end:]
	} else if typed, ok := strings.CutPrefix(rest, "^^"); ok {
		var datatype node
		return parseNode(typed, &datatype)
	}
	return rest, nil
}
