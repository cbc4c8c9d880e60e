package server

import (
	"net/http"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// groundAnswer is the form of an answer to Gilda's clients.
func groundAnswer(a *core.Answer) any { return gilda.Matches(a) }

// ground answers POST /ground with a list of matches, empty for NIL.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := readJSON(s, r, s.readGround)
	if err != nil {
		return err
	}
	return s.answerOne(w, r, v, q, groundAnswer)
}

// groundMulti answers POST /ground_multi with a list for each text.
func (s *Server) groundMulti(w http.ResponseWriter, r *http.Request, v *view) error {
	return s.answerList(w, r, v, func(d *decoder) (list []question, err error) {
		_, err = d.list("texts", s.MaxBatch, func() error {
			q, err := s.readGround(d)
			list = append(list, q)
			return err
		})
		return list, err
	}, groundAnswer)
}

// readGround reads the body of POST /ground. It ignores organisms, which packs do not record, and unknown keys.
func (s *Server) readGround(d *decoder) (q question, err error) {
	given := false
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
	entity, ok := v.tables.IDs.Find(asked.db + ":" + asked.id)
	if !ok {
		entity, ok = v.tables.IDs.Find(asked.id) // no CURIE, or a whole one
	}
	if !ok || asked.source != "" && asked.source != v.namespaceOf(entity) {
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
