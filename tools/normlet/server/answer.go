package server

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// The most bytes of a mention or another short text (the encoder reads half of it), and of a context.
const (
	maxMention = 4096
	maxContext = 32 << 10
)

type question struct {
	mention    string
	context    string // text around the mention
	k          int    // 0: core.DefaultK
	near       bool   // as core.Options.Near
	exactly    bool   // as core.Options.Exactly
	namespaces []string
	minP       float64
	prefer     []string
	lang       string // as core.Options.Language
	show       string // as core.Options.Show
	organisms  string // as of core.Query
	fields     string // as of core.Query
	column     *column
}

// column is what the questions of one column share: how much of the column the pack has.
type column struct {
	coverage *core.Coverage // estimated by the questions that are looked up first; nil until then
}

// size returns the bytes of a question's texts.
func (q *question) size() int { return len(q.mention) + len(q.context) + len(q.fields) }

// options returns what questions that are looked up together share.
func (q *question) options() core.Options {
	return core.Options{K: q.k, Near: q.near, Exactly: q.exactly, Namespaces: q.namespaces, MinP: q.minP, Prefer: q.prefer, Language: q.lang, Show: q.show}
}

// shape gives the answer to question i the form that is sent.
type shape func(i int, a *core.Answer) any

// answerOne sends the answer to a question as form shapes it.
func (s *Server) answerOne(w http.ResponseWriter, r *http.Request, v *view, q question, form shape) error {
	return s.respond(w, func(o *reply) error { return s.answerInto(o, r, v, []question{q}, form) })
}

// answerList sends a list of answers to questions, as form shapes them.
func (s *Server) answerList(w http.ResponseWriter, r *http.Request, v *view, questions []question, form shape) error {
	return s.respond(w, func(o *reply) error {
		o.raw("[")
		err := s.answerInto(o, r, v, questions, form)
		o.raw("]")
		return err
	})
}

func (s *Server) answerInto(o *reply, r *http.Request, v *view, questions []question, form shape) error {
	return s.answer(r, v, questions, func(i int, a *core.Answer) error { o.element(i, form(i, a)); return o.err })
}

// answer looks questions up in the request's turn and calls each with the answers in order. each must not wait for the
// client.
func (s *Server) answer(r *http.Request, v *view, questions []question, each func(i int, a *core.Answer) error) error {
	for i := range questions {
		if err := s.check(&questions[i]); err != nil {
			return err
		}
	}
	if len(questions) > s.MaxBatch {
		return tooMany("mentions", s.MaxBatch)
	}
	if len(questions) > 1 {
		leave, err := s.enter(r, s.batches, false)
		if err != nil {
			return err
		}
		defer leave()
	}
	for from := 0; from < len(questions); {
		together := alike(questions[from:])
		err := s.answerTogether(r, v, questions[from:from+together], len(questions) > 1, func(i int, a *core.Answer) error { return each(from+i, a) })
		if err != nil {
			return err
		}
		from += together
	}
	return nil
}

// check refuses questions that are invalid or cost too much.
func (s *Server) check(q *question) error {
	if err := checkLength(q.mention, "mention", maxMention); err != nil {
		return err
	}
	if err := checkLength(q.context, "context", maxContext); err != nil {
		return err
	}
	for _, language := range []string{q.lang, q.show} {
		if err := checkLength(language, "language", maxMention); err != nil {
			return err
		}
	}
	if err := checkLength(q.fields, "list of fields", maxContext); err != nil {
		return err
	}
	if len(q.namespaces) > s.MaxNamespaces || len(q.prefer) > s.MaxNamespaces {
		return tooMany("namespaces", s.MaxNamespaces)
	}
	if q.k < 0 || q.k > core.MaxK {
		return failf(http.StatusBadRequest, "%d matches of a mention: there can be 1 to %d", q.k, core.MaxK)
	}
	if !(q.minP >= 0 && q.minP <= 1) {
		return failf(http.StatusBadRequest, "min_p %v: want 0 to 1", q.minP)
	}
	return nil
}

// answerTogether looks up questions that are alike in one turn. The turn of another request may answer a single one.
func (s *Server) answerTogether(r *http.Request, v *view, questions []question, accepted bool, each func(i int, a *core.Answer) error) error {
	t := &task{client: clientOf(r), view: v, accepted: accepted}
	if len(questions) == 1 {
		t.question = &questions[0]
	}
	if err := s.turns.join(r.Context(), t); err != nil {
		return err
	}
	if t.answered {
		if t.err != nil {
			return t.err
		}
		return each(0, &t.answer)
	}
	defer s.turns.leave(t)
	defer work(r)()
	if r.Context().Err() != nil && len(t.mates) == 0 {
		return errGone
	}
	for _, m := range t.mates {
		questions = append(questions[:len(questions):len(questions)], *m.question)
	}
	answers, err := s.lookUp(v, questions)
	for i, m := range t.mates {
		if err != nil {
			m.tell(nil, err)
		} else {
			m.tell(&answers[1+i], nil)
		}
	}
	if err != nil {
		return err
	}
	for i := range answers[:len(answers)-len(t.mates)] {
		if err := each(i, &answers[i]); err != nil {
			return err
		}
	}
	return nil
}

// lookUp answers questions that are alike.
func (s *Server) lookUp(v *view, questions []question) ([]core.Answer, error) {
	begin := time.Now()
	answers, err := s.find(v, questions)
	if errors.Is(err, core.ErrNamespace) {
		return nil, failf(http.StatusBadRequest, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	took := time.Since(begin) / time.Duration(len(answers))
	s.metrics.together.Observe(float64(len(answers)))
	for i := range answers {
		s.metrics.answered(v.pack.Name, &answers[i], took)
	}
	return answers, nil
}

// find looks questions up that are alike.
func (s *Server) find(v *view, questions []question) ([]core.Answer, error) {
	search := func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		return s.search(v.Normalizer, queries, o)
	}
	o := questions[0].options()
	if c := questions[0].column; c != nil {
		if err := c.estimate(v, questions, o); err != nil {
			return nil, err
		}
		o.Coverage = c.coverage
	}
	return document.Each(search, queries(questions), o)
}

// estimate sets the coverage, once: the estimate from the first questions serves the later ones, too.
func (c *column) estimate(v *view, questions []question, o core.Options) (err error) {
	if c.coverage != nil {
		return nil
	}
	c.coverage, err = v.EstimateCoverage(queries(questions), o)
	return err
}

// maxTogether bounds the questions of one turn. After each turn the server lets other requests have theirs, and checks that
// the client still waits.
const maxTogether = 64

// maxTogetherBytes bounds the text of those questions: contexts may be long.
const maxTogetherBytes = 64 << 10

// alike returns how many of the first questions differ in mention, context and fields alone, so that one turn can answer them.
func alike(questions []question) int {
	first, bytes := &questions[0], 0
	n := slices.IndexFunc(questions, func(q question) bool {
		bytes += q.size() // one question alone stays below the bound
		return bytes > maxTogetherBytes || !sameOptions(&q, first)
	})
	if n < 0 {
		n = len(questions)
	}
	return min(n, maxTogether)
}

func sameOptions(a, b *question) bool {
	return a.column == b.column && a.k == b.k && a.near == b.near && a.exactly == b.exactly && a.minP == b.minP && a.lang == b.lang && a.show == b.show && slices.Equal(a.namespaces, b.namespaces) && slices.Equal(a.prefer, b.prefer)
}

func queries(questions []question) []core.Query {
	list := make([]core.Query, len(questions))
	for i, q := range questions {
		list[i] = core.Query{Mention: q.mention, Context: q.context, Organisms: q.organisms, Fields: q.fields}
	}
	return list
}

// errGone is the error for a client that has gone; nobody reads it.
var errGone = failf(http.StatusRequestTimeout, "the client has gone")

// errFailed is what clients read of an error or a panic of the server.
var errFailed = &failure{status: http.StatusInternalServerError, message: "the server failed at this request; its log says why"}

// turn waits for a turn; leave ends it. A request with many mentions takes a place among such requests first.
func (s *Server) turn(r *http.Request, many bool) (leave func(), err error) {
	if !many {
		return s.enter(r, s.turns, false)
	}
	leaveBatches, err := s.enter(r, s.batches, false)
	if err != nil {
		return nil, err
	}
	leaveTurns, err := s.enter(r, s.turns, true)
	if err != nil {
		leaveBatches()
		return nil, err
	}
	return func() { leaveTurns(); leaveBatches() }, nil
}

// enter waits for a turn at work that other requests cannot share; leave ends it. It refuses no accepted request.
func (s *Server) enter(r *http.Request, q *queue, accepted bool) (leave func(), err error) {
	t := &task{client: clientOf(r), accepted: accepted}
	if err := q.join(r.Context(), t); err != nil {
		return nil, err
	}
	done := work(r)
	return func() { q.leave(t); done() }, nil
}
