package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// ssslmFormat is the Simple Standard for Sharing Literal Mappings.
var ssslmFormat = &Format{
	Name: "ssslm", Title: "SSSLM TSV",
	sniff: func(h *head) bool { return h.has("text", "curie", "predicate") },
	read:  readSSSLM,
}

func readSSSLM(in *input) error {
	return in.readTSV(tsv{header: firstLine, need: []string{"text", "curie"}, row: func(c *columns) error {
		text := c.get("text")
		if taxon := c.get("taxon"); taxon != "" && in.otherTaxon(taxon[strings.IndexByte(taxon, ':')+1:], text) {
			return nil
		}
		if language := c.get("language"); language != "" && !wanted(in.o.Languages, language) {
			in.sink.Skip(in.line, "in another language", text)
			return nil
		}
		in.term.reset(in.line, c.get("curie"))
		in.term.name(text, ssslmKind(c.get("predicate"), c.get("type")))
		in.term.name(c.get("name"), pack.KindPrimary)
		return in.emit()
	}})
}

// ssslmKind returns the kind of a name by its predicate.
func ssslmKind(predicate, synonymType string) pack.Kind {
	_, local, _ := strings.Cut(predicate, ":")
	switch {
	case local == "label" || local == "prefLabel":
		return pack.KindPrimary
	case local == "hasExactSynonym" && !isAbbreviation(synonymType):
		return pack.KindExact
	case local == "hasNarrowSynonym", local == "hasBroadSynonym", local == "hasRelatedSynonym":
		return pack.KindRelated
	}
	return pack.KindAlias
}
