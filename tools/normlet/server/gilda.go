package server

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// textRequest is a body of Gilda with a text.
type textRequest struct {
	Text       *string  `json:"text" most:"token"`
	Context    string   `json:"context" most:"context"`
	Namespaces []string `json:"namespaces" each:"namespace" most:"namespaces"`
	Organisms  []string `json:"organisms" each:"organism" most:"namespaces"`
}

// question returns what a request asks. Its text may have max bytes.
func (t *textRequest) question(max int) (question, error) {
	if t.Text == nil {
		return question{}, failf(http.StatusBadRequest, "text is missing")
	}
	q := question{mention: *t.Text, context: t.Context, k: core.MaxK, namespaces: t.Namespaces, organisms: strings.Join(t.Organisms, ",")}
	return q, checkLength(q.mention, "text", max)
}

// readText reads a body of Gilda with a text of at most max bytes.
func (s *Server) readText(r *http.Request, max int) (question, error) {
	var in textRequest
	if err := s.readJSON(r, &in, "the body", ""); err != nil {
		return question{}, err
	}
	return in.question(max)
}

// ground answers POST /ground with a list of matches: see gilda.Filter.Matches.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := s.readText(r, maxMention)
	if err != nil {
		return err
	}
	filter := v.filtered(&q)
	return s.answerOne(w, r, v, q, func(_ int, a *core.Answer) any { return filter.Matches(a) })
}

// groundMulti answers POST /ground_multi with a list for each text.
func (s *Server) groundMulti(w http.ResponseWriter, r *http.Request, v *view) error {
	var texts []textRequest
	if err := s.readJSON(r, &texts, "texts", `most:"batch" each:"the body"`); err != nil {
		return err
	}
	questions, filters := make([]question, len(texts)), make([]*gilda.Filter, len(texts))
	for i := range texts {
		var err error
		if questions[i], err = texts[i].question(maxMention); err != nil {
			return err
		}
		filters[i] = v.filtered(&questions[i])
	}
	return s.answerList(w, r, v, questions, func(i int, a *core.Answer) any { return filters[i].Matches(a) })
}

// filtered narrows a question to the namespaces of the pack that have the databases asked for, and returns the filter of its
// answer. If the pack has none of them, the question is about all namespaces, and the filter keeps no match.
func (v *view) filtered(q *question) *gilda.Filter {
	f := gilda.NewFilter(v.tables, q.namespaces)
	q.namespaces = f.Namespaces
	return f
}

type namesRequest struct {
	DB     string `json:"db"`
	ID     string `json:"id"`
	Status string `json:"status"`
	Source string `json:"source"`
}

// names answers POST /names with the names of an entity, primary first, filtered by status or source. An unknown entity
// has none.
func (s *Server) names(w http.ResponseWriter, r *http.Request, v *view) error {
	var asked namesRequest
	if err := s.readJSON(r, &asked, "the body", ""); err != nil {
		return err
	}
	if asked.ID == "" {
		return failf(http.StatusBadRequest, "id is missing")
	}
	names, err := s.namesOf(r, v, asked)
	if err != nil {
		return err
	}
	return writeList(s, w, names)
}

func (s *Server) namesOf(r *http.Request, v *view, asked namesRequest) (list []string, err error) {
	entity, ok := gilda.Find(v.tables, asked.DB, asked.ID)
	if !ok || asked.Source != "" && !strings.EqualFold(asked.Source, v.tables.NamespaceOf(entity)) {
		return nil, nil
	}
	leave, err := s.turn(r, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	e, _ := v.Entity(v.tables.IDs.At(entity))
	for _, n := range e.Names {
		if asked.Status == "" || asked.Status == gilda.Status(n.Kind) {
			list = append(list, n.Name)
		}
	}
	return list, nil
}

// annotation is a span of a text, and what it means, as Gilda has it, with what the text says of it.
type annotation struct {
	Text    string        `json:"text"`
	Start   int           `json:"start"` // characters
	End     int           `json:"end"`
	Matches []gilda.Match `json:"matches"`
	Says    []string      `json:"says,omitempty"`
}

// annotate answers POST /annotate with the spans of a text that name entities of the pack, and their matches.
func (s *Server) annotate(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := s.readText(r, maxContext)
	if err != nil {
		return err
	}
	list, err := s.annotations(r, v, &q)
	if err != nil {
		return err
	}
	return writeList(s, w, list)
}

// annotations finds them in the turn of a request with many mentions: a text has many. It asks for as many matches as
// /ground does, with which the annotator keeps no answers: memory does not grow.
func (s *Server) annotations(r *http.Request, v *view, q *question) ([]annotation, error) {
	leave, err := s.turn(r, true)
	if err != nil {
		return nil, err
	}
	defer leave()
	a, err := v.annotator()
	if err != nil {
		return nil, err
	}
	filter := v.filtered(q)
	spans, err := a.Annotate(q.mention, annotate.Options{Lookup: q.options(), MinP: q.minP})
	if err != nil {
		return nil, err
	}
	var list []annotation
	places := annotate.Places(q.mention, spans, nil)
	for i, span := range spans {
		if matches := allMatches(filter, span.Answers); len(matches) > 0 { // Gilda's annotations have one at least
			list = append(list, annotation{q.mention[span.Start:span.End], places[i][0], places[i][1], matches, answer.Assertions(span.Assertion)})
		}
	}
	return list, nil
}

// allMatches returns the matches of all that a span names, the likeliest first.
func allMatches(f *gilda.Filter, answers []core.Answer) (list []gilda.Match) {
	for i := range answers {
		list = append(list, f.Matches(&answers[i])...)
	}
	slices.SortStableFunc(list, func(a, b gilda.Match) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// models answers /models with the names that context tells apart.
func (s *Server) models(w http.ResponseWriter, r *http.Request, v *view) error {
	leave, err := s.turn(r, false)
	if err != nil {
		return err
	}
	defer leave()
	return writeList(s, w, v.models())
}
