package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// lookupOne answers GET /lookup?q=MENTION.
func (s *Server) lookupOne(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := parseQuestion(r.URL.Query())
	if err != nil {
		return err
	}
	answers, err := s.answer(r, v, []question{q})
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer.New(&answers[0]))
}

func parseQuestion(form url.Values) (q question, err error) {
	if len(form["q"]) != 1 {
		return q, failf(http.StatusBadRequest, "want one parameter q, the mention; many mentions go by POST")
	}
	q = question{mention: form.Get("q"), context: form.Get("context"), namespaces: form["namespace"]}
	if k := form.Get("k"); k != "" {
		if q.k, err = strconv.Atoi(k); err != nil || q.k < 1 {
			return q, failf(http.StatusBadRequest, "k %q: want 1 to %d", k, core.MaxK)
		}
	}
	if p := form.Get("min_p"); p != "" {
		if q.minP, err = strconv.ParseFloat(p, 64); err != nil {
			return q, failf(http.StatusBadRequest, "min_p %q: want 0 to 1", p)
		}
	}
	return q, nil
}

// lookupRequest is the body of POST /lookup.
type lookupRequest struct {
	Mentions   []lookupMention `json:"mentions"`
	K          int             `json:"k"`
	Namespaces []string        `json:"namespaces"`
	MinP       float64         `json:"min_p"`
}

// lookupMention is a mention, in JSON a string or an object with its context.
type lookupMention struct {
	Mention string `json:"mention"`
	Context string `json:"context"`
}

// UnmarshalJSON reads either form.
func (m *lookupMention) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &m.Mention)
	}
	type plain lookupMention
	return json.Unmarshal(data, (*plain)(m))
}

// lookupMany answers POST /lookup with an answer for each mention, in their order.
func (s *Server) lookupMany(w http.ResponseWriter, r *http.Request, v *view) error {
	var body lookupRequest
	if err := s.readJSON(r, &body, true); err != nil {
		return err
	}
	if body.Mentions == nil {
		return failf(http.StatusBadRequest, "mentions is missing: a list of strings, or of objects with mention and context")
	}
	questions := make([]question, len(body.Mentions))
	for i, m := range body.Mentions {
		questions[i] = question{m.Mention, m.Context, body.K, body.Namespaces, body.MinP}
	}
	answers, err := s.answer(r, v, questions)
	if err != nil {
		return err
	}
	out := make([]answer.Answer, len(answers))
	for i := range answers {
		out[i] = answer.New(&answers[i])
	}
	return writeJSON(w, http.StatusOK, out)
}
