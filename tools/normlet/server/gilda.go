package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/names"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// groundMatch is Gilda's scored match.
type groundMatch struct {
	Term  groundTerm   `json:"term"`
	URL   string       `json:"url"`
	Score float64      `json:"score"`
	Match groundDetail `json:"match"`
}

type groundTerm struct {
	NormText  string `json:"norm_text"`
	Text      string `json:"text"`
	DB        string `json:"db"`
	ID        string `json:"id"`
	EntryName string `json:"entry_name"`
	Status    string `json:"status"`
	Source    string `json:"source"`
}

// groundDetail says how text and name agree: Gilda's keys, then normlet's.
type groundDetail struct {
	Query          string     `json:"query"`
	Ref            string     `json:"ref"`
	Exact          bool       `json:"exact"`
	SpaceMismatch  bool       `json:"space_mismatch"`
	DashMismatches []string   `json:"dash_mismatches"`
	CapCombos      [][]string `json:"cap_combos"`
	Stage          string     `json:"stage"`
	Distance       int        `json:"distance"`
	Similarity     float64    `json:"similarity"`
}

// groundP is the least P of a match in Gilda's lists, which hold meanings rather than near names.
const groundP = 0.01

// ground answers POST /ground with a list of matches, empty for NIL.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := readJSON(s, r, s.readGround)
	if err != nil {
		return err
	}
	return s.answerOne(w, r, v, q, groundMatches)
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
	}, groundMatches)
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

func groundMatches(a *core.Answer) any {
	list := []groundMatch{} // rather than null
	if a.NIL {
		return list
	}
	for _, m := range a.Matches {
		if m.P < groundP {
			break
		}
		db, id := splitID(m.ID, m.Namespace)
		list = append(list, groundMatch{
			Term: groundTerm{names.Key(m.Matched), m.Matched, db, id, m.Name, groundStatus(m.Kind), m.Namespace},
			URL:  "https://identifiers.org/" + strings.ToLower(db) + ":" + id, Score: answer.Round(m.P),
			Match: groundDetail{
				Query: a.Mention, Ref: m.Matched, Exact: m.Stage == core.StageExact,
				SpaceMismatch:  strings.Count(a.Mention, " ") != strings.Count(m.Matched, " "),
				DashMismatches: dashMismatches(a.Mention, m.Matched), CapCombos: [][]string{},
				Stage: m.Stage.String(), Distance: m.Distance, Similarity: answer.Round(m.Score),
			},
		})
	}
	return list
}

// splitID splits a CURIE; any other id goes with its namespace.
func splitID(id, namespace string) (db, local string) {
	if prefix := pack.Prefix(id); prefix != "" {
		return prefix, id[len(prefix)+1:]
	}
	return namespace, id
}

// groundStatus is Gilda's word for a kind of name.
func groundStatus(kind string) string {
	if kind == pack.KindPrimary.String() {
		return "name"
	}
	return "synonym"
}

// dashMismatches names the side that has more dashes.
func dashMismatches(query, ref string) []string {
	q, r := strings.Count(query, "-"), strings.Count(ref, "-")
	switch {
	case q > r:
		return []string{"query"}
	case r > q:
		return []string{"ref"}
	}
	return []string{}
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
		return asked.status != "" && asked.status != groundStatus(v.tables.RowKind[row].String())
	}), nil
}
