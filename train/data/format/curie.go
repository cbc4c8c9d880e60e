package format

import "strings"

// IRIs with known CURIEs. Without a prefix there, it is in the last part (GO_0006915, mesh:D1,
// gene/7157).
var iris = rows("iri")

// CURIE returns an id in its short form, with its prefix once: GO:0006915 for the IRI
// http://purl.obolibrary.org/obo/GO_0006915 and for GO:GO:0006915. An id without a prefix gets
// this one.
func CURIE(id, prefix string) string {
	id = contract(strings.TrimSpace(id))
	before, after, ok := strings.Cut(id, ":")
	if !ok {
		if prefix == "" || id == "" {
			return id
		}
		return prefix + ":" + id
	}
	for {
		again, rest, ok := strings.Cut(after, ":")
		if !ok || rest == "" || !strings.EqualFold(again, before) {
			return contract(id)
		}
		id, before, after = after, again, rest
	}
}

// contract returns the CURIE of an IRI, and other ids as they are.
func contract(id string) string {
	rest, ok := strings.CutPrefix(id, "http://")
	if !ok {
		if rest, ok = strings.CutPrefix(id, "https://"); !ok {
			return id
		}
	}
	for _, iri := range iris {
		local, ok := strings.CutPrefix(rest, iri[1])
		switch {
		case !ok || local == "":
			continue
		case iri[2] != "-":
			return iri[2] + ":" + local
		case strings.ContainsAny(local, "#?"):
			return id
		case strings.Contains(local, ":"):
			return local[strings.LastIndexByte(local, '/')+1:]
		}
		if before, after, ok := strings.Cut(local, "/"); ok {
			return before + ":" + after
		}
		if i := strings.LastIndexByte(local, '_'); i > 0 && i < len(local)-1 {
			return local[:i] + ":" + local[i+1:]
		}
	}
	return id
}
