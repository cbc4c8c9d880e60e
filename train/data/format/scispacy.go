package format

import (
	"encoding/json"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var scispacyFormat = &Format{
	Name: "scispacy", Title: "scispaCy knowledge base JSONL", Prefix: "UMLS",
	sniff: func(h *head) bool {
		first := strings.TrimSpace(h.first())
		return strings.HasPrefix(first, "{") && strings.Contains(first, `"concept_id"`)
	},
	read: readSciSpaCy,
}

func readSciSpaCy(in *input) error {
	return in.eachLine(func(line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var entry struct {
			ID         string   `json:"concept_id"`
			Name       string   `json:"canonical_name"`
			Aliases    []string `json:"aliases"`
			Types      []string `json:"types"`
			Definition string   `json:"definition"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			return in.bad("no JSON object of a concept: %v", err)
		}
		t := &in.term
		t.reset(in.line, entry.ID)
		t.name(entry.Name, pack.KindPrimary)
		t.names(entry.Aliases, pack.KindAlias)
		t.Definition = entry.Definition
		for _, semantic := range entry.Types {
			t.link("semantic_type", "STY:"+semantic)
		}
		return in.emit()
	})
}
