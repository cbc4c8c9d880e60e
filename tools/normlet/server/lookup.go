package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
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
	q = question{mention: form.Get("q"), context: form.Get("context"), namespaces: form["namespace"], prefer: form["prefer"]}
	if k := form.Get("k"); k != "" {
		if q.k, err = strconv.Atoi(k); err != nil || q.k < 1 {
			return q, failf(http.StatusBadRequest, "k %q: want 1 to %d", k, core.MaxK)
		}
	}
	if near := form.Get("near"); near != "" {
		if q.near, err = strconv.ParseBool(near); err != nil {
			return q, failf(http.StatusBadRequest, "near %q: want true or false", near)
		}
	}
	if p := form.Get("min_p"); p != "" {
		if q.minP, err = strconv.ParseFloat(p, 64); err != nil {
			return q, failf(http.StatusBadRequest, "min_p %q: want 0 to 1", p)
		}
	}
	return q, nil
}

// lookupMany answers POST /lookup with an answer for each mention.
func (s *Server) lookupMany(w http.ResponseWriter, r *http.Request, v *view) error {
	questions, err := readJSON(s, r, s.readLookups)
	if err != nil {
		return err
	}
	minP := 0.0
	if len(questions) > 0 {
		minP = questions[0].minP // of all
	}
	return s.answerList(w, r, v, questions, lookupShape(minP))
}

// readLookups reads the body of POST /lookup, and refuses unknown keys.
func (s *Server) readLookups(d *decoder) (questions []question, err error) {
	var common question // but for what readMention reads
	given := false
	_, err = d.object("the body", func(key string) (err error) {
		switch key {
		case "mentions":
			questions = nil
			given, err = d.list(key, s.MaxBatch, func() error {
				q, err := readMention(d)
				questions = append(questions, q)
				return err
			})
		case "k":
			common.k, err = readK(d)
		case "near":
			common.near, _, err = scalar[bool](d, key, "boolean")
		case "namespaces":
			common.namespaces, _, err = d.texts(key, "namespace", s.MaxNamespaces)
		case "prefer":
			common.prefer, _, err = d.texts(key, "namespace", s.MaxNamespaces)
		case "min_p":
			common.minP, err = d.float(key)
		default:
			return malformed("unknown field %s", cut(key))
		}
		return err
	})
	if err == nil && !given {
		err = failf(http.StatusBadRequest, "mentions is missing: a list of strings, or of objects with mention, context and fields")
	}
	for i := range questions {
		q := &questions[i]
		common.mention, common.context, common.fields = q.mention, q.context, q.fields
		*q = common
	}
	return questions, err
}

func readK(d *decoder) (int, error) {
	n, given, err := scalar[json.Number](d, "k", "number")
	if !given {
		return 0, err
	}
	k, err := strconv.Atoi(n.String())
	if err != nil {
		return 0, malformed("k: want 1 to %d", core.MaxK)
	}
	return k, nil
}

// readMention reads a mention: a string, or an object with its context and fields.
func readMention(d *decoder) (q question, err error) {
	t, err := d.token()
	if err != nil || t == nil {
		return q, err
	}
	if text, ok := t.(string); ok {
		q.mention = text
		return q, checkLength(text, "mention", maxMention)
	}
	if t != json.Delim('{') {
		return q, malformed("mentions: want strings, or objects with mention, context and fields")
	}
	texts := d.into(map[string]*string{"mention": &q.mention, "context": &q.context})
	err = d.fields(func(key string) error {
		if key != "fields" {
			return texts(key)
		}
		list, _, err := d.texts(key, "field", pack.MaxFields)
		q.fields = strings.Join(list, "\t")
		return err
	})
	return q, err
}
