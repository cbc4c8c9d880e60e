package server

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// lookupOne answers GET /lookup?q=MENTION.
func (s *Server) lookupOne(w http.ResponseWriter, r *http.Request, v *view) error {
	q, err := parseQuestion(r.URL.Query())
	if err != nil {
		return err
	}
	return s.answerOne(w, r, v, q, lookupShape(q.minP))
}

// lookupShape gives an answer normlet's form, without the matches that are less probable than minP.
func lookupShape(minP float64) shape {
	return func(_ int, a *core.Answer) any {
		out := answer.New(a)
		weak := slices.IndexFunc(a.Matches, func(m core.Match) bool { return m.P < minP })
		if weak >= 0 { // they descend
			out.Matches, out.Undecided = out.Matches[:weak], out.Undecided && weak > 0
		}
		return out
	}
}

func parseQuestion(form url.Values) (q question, err error) {
	if len(form["q"]) != 1 {
		return q, failf(http.StatusBadRequest, "want one parameter q, the mention; many mentions go by POST")
	}
	q = question{mention: form.Get("q"), context: form.Get("context"), namespaces: form["namespace"], prefer: form["prefer"], organisms: strings.Join(form["organism"], ","), lang: form.Get("lang"), show: form.Get("show")}
	if k := form.Get("k"); k != "" {
		if q.k, err = strconv.Atoi(k); err != nil || q.k < 1 {
			return q, failf(http.StatusBadRequest, "k %q: want 1 to %d", k, core.MaxK)
		}
	}
	for name, to := range map[string]*bool{"near": &q.near, "exactly": &q.exactly} {
		if text := form.Get(name); text != "" {
			if *to, err = strconv.ParseBool(text); err != nil {
				return q, failf(http.StatusBadRequest, "%s %q: want true or false", name, text)
			}
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
	Mentions   []mention   `json:"mentions" most:"batch"`
	K          json.Number `json:"k"`
	Near       bool        `json:"near"`
	Exactly    bool        `json:"exactly"`
	Namespaces []string    `json:"namespaces" each:"namespace" most:"namespaces"`
	Prefer     []string    `json:"prefer" each:"namespace" most:"namespaces"`
	Organisms  []string    `json:"organisms" each:"organism" most:"namespaces"`
	MinP       float64     `json:"min_p"`
	Lang       string      `json:"lang"`
	Show       string      `json:"show"`
}

// unknown refuses other keys.
func (*lookupRequest) unknown(key string) error { return malformed("unknown field %s", cut(key)) }

// mention is a string, or an object.
type mention struct {
	Mention string   `json:"mention"`
	Context string   `json:"context" most:"context"`
	Fields  []string `json:"fields" each:"field" most:"fields"`
}

func (m *mention) readToken(d *decoder, t json.Token, _ reflect.StructTag) error {
	if text, ok := t.(string); ok {
		m.Mention = text
		return checkLength(text, "mention", maxMention)
	}
	if t != nil && t != json.Delim('{') {
		return malformed("mentions: want strings, or objects with mention, context and fields")
	}
	return d.fill(reflect.ValueOf(m).Elem(), t, "mentions", "")
}

// lookupMany answers POST /lookup with an answer for each mention.
func (s *Server) lookupMany(w http.ResponseWriter, r *http.Request, v *view) error {
	var in lookupRequest
	if err := s.readJSON(r, &in, "the body", ""); err != nil {
		return err
	}
	if in.Mentions == nil {
		return failf(http.StatusBadRequest, "mentions is missing: a list of strings, or of objects with mention, context and fields")
	}
	k, err := strconv.Atoi(cmp.Or(in.K.String(), "0"))
	if err != nil {
		return malformed("k: want 1 to %d", core.MaxK)
	}
	questions := make([]question, len(in.Mentions))
	for i, m := range in.Mentions {
		questions[i] = question{
			mention: m.Mention, context: m.Context, fields: strings.Join(m.Fields, "\t"),
			k: k, near: in.Near, exactly: in.Exactly, namespaces: in.Namespaces, prefer: in.Prefer, organisms: strings.Join(in.Organisms, ","), minP: in.MinP, lang: in.Lang, show: in.Show,
		}
	}
	return s.answerList(w, r, v, questions, lookupShape(in.MinP))
}
