package server

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// ground answers POST /ground with a list of matches: see gilda.Filter.Matches.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := readJSON(s, r, s.readGround)
	if err != nil {
		return err
	}
	filter := v.filtered(&q)
	return s.answerOne(w, r, v, q, func(_ int, a *core.Answer) any { return filter.Matches(a) })
}

// groundMulti answers POST /ground_multi with a list for each text.
func (s *Server) groundMulti(w http.ResponseWriter, r *http.Request, v *view) error {
	questions, err := readJSON(s, r, func(d *decoder) (list []question, err error) {
		_, err = d.list("texts", s.MaxBatch, func() error {
			q, err := s.readGround(d)
			list = append(list, q)
			return err
		})
		return list, err
	})
	if err != nil {
		return err
	}
	filters := make([]*gilda.Filter, len(questions))
	for i := range questions {
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

func (s *Server) readGround(d *decoder) (question, error) { return s.readText(d, maxMention) }

func (s *Server) readAnnotate(d *decoder) (question, error) { return s.readText(d, maxContext) }

// readText reads a body of Gilda with a text of at most max bytes. It ignores unknown keys.
func (s *Server) readText(d *decoder, max int) (q question, err error) {
	given := false
	q.k = core.MaxK
	_, err = d.object("the body", func(key string) (err error) {
		switch key {
		case "text":
			given, err = d.text(&q.mention, key, max)
		case "context":
			_, err = d.text(&q.context, key, maxContext)
		case "namespaces":
			q.namespaces, _, err = d.texts(key, "namespace", s.MaxNamespaces)
		case "organisms":
			var list []string
			list, _, err = d.texts(key, "organism", s.MaxNamespaces)
			q.organisms = strings.Join(list, ",")
		default:
			err = d.skip()
		}
		return err
	})
	if err == nil && !given {
		err = failf(http.StatusBadRequest, "text is missing")
	}
	return q, err
}

type namesRequest struct {
	db, id, status, source string
}

func readNames(d *decoder) (n namesRequest, err error) {
	_, err = d.object("the body", d.into(map[string]*string{"db": &n.db, "id": &n.id, "status": &n.status, "source": &n.source}))
	if err == nil && n.id == "" {
		err = failf(http.StatusBadRequest, "id is missing")
	}
	return n, err
}

// names answers POST /names with the names of an entity, primary first, filtered by status or source. An unknown entity
// has none.
func (s *Server) names(w http.ResponseWriter, r *http.Request, v *view) error {
	asked, err := readJSON(s, r, readNames)
	if err != nil {
		return err
	}
	names, err := s.namesOf(r, v, asked)
	if err != nil {
		return err
	}
	return writeList(s, w, names)
}

func (s *Server) namesOf(r *http.Request, v *view, asked namesRequest) (list []string, err error) {
	entity, ok := gilda.Find(v.tables, asked.db, asked.id)
	if !ok || asked.source != "" && !strings.EqualFold(asked.source, v.tables.NamespaceOf(entity)) {
		return nil, nil
	}
	leave, err := s.turn(r, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	e, _ := v.Entity(v.tables.IDs.At(entity))
	for _, n := range e.Names {
		if asked.status == "" || asked.status == gilda.Status(n.Kind) {
			list = append(list, n.Name)
		}
	}
	return list, nil
}

// annotation is a span of a text, and what it means, as Gilda has it.
type annotation struct {
	Text    string        `json:"text"`
	Start   int           `json:"start"` // characters
	End     int           `json:"end"`
	Matches []gilda.Match `json:"matches"`
}

// annotate answers POST /annotate with the spans of a text that name entities of the pack, and their matches.
func (s *Server) annotate(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := readJSON(s, r, s.readAnnotate)
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
			list = append(list, annotation{q.mention[span.Start:span.End], places[i][0], places[i][1], matches})
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
