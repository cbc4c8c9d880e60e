package server

import (
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/normlet/normlet/core"
)

// Answer is a core.Answer as normlet writes it in JSON, here and in normlet lookup.
type Answer struct {
	Mention   string   `json:"mention"`
	NIL       bool     `json:"nil"`
	Matches   []Match  `json:"matches"`
	Ambiguous []string `json:"ambiguous,omitempty"`
}

// Match is a core.Match in an Answer.
type Match struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Matched  string  `json:"matched"`
	Stage    string  `json:"stage"`
	Distance int     `json:"distance"`
	Score    float64 `json:"score"`
	P        float64 `json:"p"`
	Margin   float64 `json:"margin"`
}

// NewAnswer returns an answer for JSON, its numbers rounded to six decimals.
func NewAnswer(a *core.Answer) Answer {
	out := Answer{a.Mention, a.NIL, make([]Match, 0, len(a.Matches)), a.Ambiguous} // [] rather than null
	for _, m := range a.Matches {
		out.Matches = append(out.Matches, Match{m.ID, m.Name, m.Matched, m.Stage.String(), m.Distance, round(m.Score), round(m.P), round(m.Margin)})
	}
	return out
}

// round keeps six decimals: the last bits of exp differ between platforms.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

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
	return writeJSON(w, http.StatusOK, NewAnswer(&answers[0]))
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
	out := make([]Answer, len(answers))
	for i := range answers {
		out[i] = NewAnswer(&answers[i])
	}
	return writeJSON(w, http.StatusOK, out)
}
