package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// ground answers POST /ground with a list of matches: see gilda.Filter.Matches.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := readJSON(s, r, s.readGround)
	if err != nil {
		return err
	}
	return s.answerOne(w, r, v, q, v.filtered(&q).answer)
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
	filters := make([]grounded, len(questions))
	for i := range questions {
		filters[i] = v.filtered(&questions[i])
	}
	return s.answerList(w, r, v, questions, func(i int, a *core.Answer) any { return filters[i].answer(i, a) })
}

// grounded gives an answer the form that Gilda's clients read.
type grounded struct{ *gilda.Filter }

func (g grounded) answer(_ int, a *core.Answer) any { return g.Matches(a) }

// filtered has the databases of a question looked for where the pack has them, all where it has none: none is kept then.
func (v *view) filtered(q *question) grounded {
	f := gilda.NewFilter(v.tables, q.namespaces)
	q.namespaces = f.Namespaces
	return grounded{f}
}

// readGround reads the body of POST /ground. It ignores organisms, which packs do not record, and unknown keys.
func (s *Server) readGround(d *decoder) (q question, err error) {
	given := false
	q.k = core.MaxK
	_, err = d.object("the body", func(key string) (err error) {
		switch key {
		case "text":
			given, err = d.text(&q.mention, key, maxMention)
		case "context":
			_, err = d.text(&q.context, key, maxContext)
		case "namespaces":
			q.namespaces, _, err = d.texts(key, "namespace", s.MaxNamespaces)
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
	rows, err := s.namedRows(r, v, asked)
	if err != nil {
		return err
	}
	o := s.newReply()
	defer o.release()
	o.list(len(rows), func(i int) any { return v.tables.Names.At(int(rows[i])) })
	return o.send(w)
}

func (s *Server) namedRows(r *http.Request, v *view, asked namesRequest) ([]uint32, error) {
	entity, ok := gilda.Find(v.tables, asked.db, asked.id)
	if !ok || asked.source != "" && !strings.EqualFold(asked.source, v.namespaceOf(entity)) {
		return nil, nil
	}
	leave, err := s.enter(r, s.turns, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	return slices.DeleteFunc(v.rows(entity)[0], func(row uint32) bool {
		return asked.status != "" && asked.status != gilda.Status(v.tables.RowKind[row].String())
	}), nil
}

// annotate answers POST /annotate, which newer clients of Gilda ask for.
func (s *Server) annotate(http.ResponseWriter, *http.Request, *view) error {
	return failf(http.StatusNotImplemented, "normlet finds no mentions in texts: mark them, and send each to /ground with its sentence as context")
}

// models answers /models with the names that context tells apart.
func (s *Server) models(w http.ResponseWriter, r *http.Request, v *view) error {
	leave, err := s.enter(r, s.turns, false)
	if err != nil {
		return err
	}
	defer leave()
	names := v.models()
	o := s.newReply()
	defer o.release()
	o.list(len(names), func(i int) any { return names[i] })
	return o.send(w)
}
