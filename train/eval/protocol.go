package eval

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
	"github.com/normlet/normlet/core/resolve"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
)

// The protocols: what of a query is looked up.
const (
	Plain         = "plain"         // the mention as it stands
	Abbreviations = "abbreviations" // with the abbreviations that its text explains written out
	Document      = "document"      // so, and in the light of what the mentions around it mean: as map does it
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

// WriteOut returns queries with the abbreviations in their mentions written out where
// r, which looks them up, takes the long form, and how many that changed. What
// abbreviations stand for is taken from the query's sentence, which may be split into
// tokens by blanks, and else from the mentions of the queries around it that have the
// same sentence, or none as it has: as those of a text in its order.
func WriteOut(queries []data.Query, r *resolve.Resolver) ([]data.Query, int, error) {
	out := slices.Clone(queries)
	changed := 0
	inSentence := map[string][]mention.Definition{}
	for i := range out {
		q := &out[i]
		definitions, ok := inSentence[q.Sentence]
		if !ok {
			definitions = mention.Abbreviations(q.Sentence)
			inSentence[q.Sentence] = definitions
		}
		if d, ok := mention.Neighbours(q.Mention, mentions(queries, i)); ok {
			definitions = append(slices.Clip(definitions), d)
		}
		if len(definitions) == 0 {
			continue
		}
		res, err := r.Resolve(core.Query{Mention: q.Mention}, definitions)
		if err != nil {
			return nil, 0, err
		}
		if res.Expanded {
			q.Mention = res.Answers[0].Mention
			changed++
		}
	}
	return out, changed, nil
}

// mentions returns those around that of query i, in the same text.
func mentions(queries []data.Query, i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := range mention.Nearby(i, len(queries)) {
			if queries[at].Sentence == queries[i].Sentence && !yield(queries[at].Mention) {
				return
			}
		}
	}
}

// cohere returns the answers in the light of those of the queries around: of the same
// sentence or document or, where queries have none, of all.
func cohere(s *querySet, answers []core.Answer) []core.Answer {
	places := make([]resolve.Place, len(answers))
	for i := range answers {
		places[i] = resolve.Place{Document: s.texts[i], Answers: answers[i : i+1]}
	}
	out := make([]core.Answer, 0, len(answers))
	for i := range places {
		out = append(out, resolve.Cohere(places, i, 0)...)
	}
	return out
}
