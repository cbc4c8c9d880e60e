package format

import (
	"encoding/json"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// zeshelFormat is the documents of the Zero-Shot Entity Linking data set (Logeswaran et al., 2019): each is an entity,
// whose name is the title and whose definition is the text. Mentions of them are query files, see package data.
var zeshelFormat = &Format{
	Name: "zeshel", Title: "documents of ZESHEL, JSON Lines",
	sniff: func(h *head) bool {
		first := strings.TrimSpace(h.first())
		return strings.HasPrefix(first, "{") && strings.Contains(first, `"document_id"`) && strings.Contains(first, `"title"`)
	},
	read: readZESHEL,
}

func readZESHEL(in *input) error {
	return in.eachLine(func(line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var document struct {
			ID    string `json:"document_id"`
			Title string `json:"title"`
			Text  string `json:"text"`
		}
		if err := json.Unmarshal([]byte(line), &document); err != nil {
			return in.bad("no JSON object of a document: %v", err)
		}
		if document.ID == "" || document.Title == "" {
			return in.bad("a document without document_id or title")
		}
		t := &in.term
		t.reset(in.line, document.ID)
		t.name(document.Title, pack.KindPrimary)
		t.Definition = document.Text
		return in.emit()
	})
}
