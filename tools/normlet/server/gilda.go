package server

import (
	"net/http"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// groundRequest is the body of POST /ground. Organisms are accepted and change
// nothing: packs do not say what species an entity belongs to.
type groundRequest struct {
	Text       *string  `json:"text"`
	Context    string   `json:"context"`
	Organisms  []string `json:"organisms"`
	Namespaces []string `json:"namespaces"`
}

// groundMatch is a scored match of Gilda.
type groundMatch struct {
	Term  groundTerm   `json:"term"`
	URL   string       `json:"url"`
	Score float64      `json:"score"`
	Match groundDetail `json:"match"`
}

// groundTerm is a name of an entity.
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

// groundP is the least P of a match in Gilda's lists, which hold what a text may mean
// and not what comes near.
const groundP = 0.01

// ground answers POST /ground with a list of matches, empty for NIL.
func (s *Server) ground(w http.ResponseWriter, r *http.Request, v *view) error {
	var body groundRequest
	if err := s.readJSON(r, &body, false); err != nil {
		return err
	}
	lists, err := s.groundAll(r, v, []groundRequest{body})
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, lists[0])
}

// groundMulti answers POST /ground_multi with a list for each text, in their order.
func (s *Server) groundMulti(w http.ResponseWriter, r *http.Request, v *view) error {
	var body []groundRequest
	if err := s.readJSON(r, &body, false); err != nil {
		return err
	}
	lists, err := s.groundAll(r, v, body)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, lists)
}

func (s *Server) groundAll(r *http.Request, v *view, requests []groundRequest) ([][]groundMatch, error) {
	questions := make([]question, len(requests))
	for i, g := range requests {
		if g.Text == nil {
			return nil, failf(http.StatusBadRequest, "text is missing")
		}
		questions[i] = question{mention: *g.Text, context: g.Context, namespaces: g.Namespaces}
	}
	answers, err := s.answer(r, v, questions)
	if err != nil {
		return nil, err
	}
	lists := make([][]groundMatch, len(answers))
	for i := range answers {
		lists[i] = groundMatches(&answers[i])
	}
	return lists, nil
}

func groundMatches(a *core.Answer) []groundMatch {
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
			Term: groundTerm{encoder.Compact(encoder.TextForm(m.Matched)), m.Matched, db, id, m.Name, groundStatus(m.Kind), m.Namespace},
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

// splitID returns the two parts of a CURIE; an id that is none goes with its namespace.
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

// dashMismatches names the side that has dashes where the other has none.
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

// namesRequest is the body of POST /names.
type namesRequest struct {
	DB     string `json:"db"`
	ID     string `json:"id"`
	Status string `json:"status"`
	Source string `json:"source"`
}

// names answers POST /names with the names of an entity, primary first; of those of
// one status or source if they are given. An unknown entity has none.
func (s *Server) names(w http.ResponseWriter, r *http.Request, v *view) error {
	var body namesRequest
	if err := s.readJSON(r, &body, false); err != nil {
		return err
	}
	if body.ID == "" {
		return failf(http.StatusBadRequest, "id is missing")
	}
	entity, ok := v.tables.IDs.Find(body.DB + ":" + body.ID)
	if !ok {
		entity, ok = v.tables.IDs.Find(body.ID) // no CURIE, or a whole one
	}
	names := []string{}
	if !ok || body.Source != "" && body.Source != v.namespaceOf(entity) {
		return writeJSON(w, http.StatusOK, names)
	}
	for _, row := range v.rows(entity)[0] {
		if body.Status == "" || body.Status == groundStatus(v.tables.RowKind[row].String()) {
			names = append(names, v.tables.Names.At(int(row)))
		}
	}
	return writeJSON(w, http.StatusOK, names)
}
