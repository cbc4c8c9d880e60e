package eval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/mention"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
)

// The protocols: what of a query is looked up.
const (
	Plain         = "plain"         // the mention as it stands
	Abbreviations = "abbreviations" // with the abbreviations that its text defines written out
)

// ReadQueries reads a query file as data.ReadQueries does, or annotated documents,
// in PubTator or BioC. Of documents every annotation with an id is a query, whose
// gold ids "|", ";" or "," separate and whose sentence is the whole text; "-" and
// "-1" are no ids.
func ReadQueries(path string) ([]data.Query, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := bufio.NewReaderSize(f, 4096)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF {
		return nil, err
	}
	format := document.Detect(head)
	if format == "" {
		if path == "-" {
			return data.ReadQueriesFrom(text, "standard input")
		}
		return data.ReadQueriesFrom(text, path)
	}
	docs, err := document.NewReader(text, path, format)
	if err != nil {
		return nil, err
	}
	var out []data.Query
	for {
		d, err := docs.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		out = append(out, queriesOf(d)...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no annotation has an id", path)
	}
	return out, nil
}

func queriesOf(d *document.Document) []data.Query {
	var out []data.Query
	for _, a := range d.Annotations {
		gold := strings.FieldsFunc(a.ID, func(r rune) bool { return strings.ContainsRune("|;,", r) })
		gold = slices.DeleteFunc(gold, func(id string) bool { return id == "-" || id == "-1" || strings.TrimSpace(id) == "" })
		if len(gold) > 0 && strings.TrimSpace(a.Mention) != "" {
			out = append(out, data.Query{Mention: a.Mention, Gold: gold, Type: a.Type, Sentence: d.Text, Line: a.Line})
		}
	}
	return out
}

// WriteOut returns queries with the abbreviations in their mentions written out, as
// far as their sentences define them, and how many that changed. Sentences may be
// split into tokens by blanks.
func WriteOut(queries []data.Query) ([]data.Query, int) {
	out := slices.Clone(queries)
	changed := 0
	known := map[string][]mention.Definition{}
	for i := range out {
		q := &out[i]
		defs, ok := known[q.Sentence]
		if !ok {
			defs = mention.Abbreviations(q.Sentence)
			known[q.Sentence] = defs
		}
		if long, ok := mention.Expand(q.Mention, defs); ok {
			q.Mention = long
			changed++
		}
	}
	return out, changed
}
