package mapper

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/document"
	annotated "github.com/normlet/normlet/train/data/document"
)

// TestEnough bounds what is read ahead, by mentions and, of documents that mark none, by bytes.
func TestEnough(t *testing.T) {
	for name, tt := range map[string]struct {
		d    annotated.Document
		want int // documents
	}{
		"mentions": {annotated.Document{Annotations: make([]annotated.Annotation, document.MaxAsked/4)}, 4},
		"bytes":    {annotated.Document{Text: strings.Repeat("a", peekBytes/8)}, 8},
	} {
		mentions, n := 0, 1
		for more := enough(&mentions); !more(&tt.d); n++ {
		}
		if n != tt.want || mentions != n*len(tt.d.Annotations) {
			t.Errorf("%s: %d documents with %d mentions are enough, want %d", name, n, mentions, tt.want)
		}
	}
}
