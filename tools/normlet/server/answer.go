package server

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/normlet/normlet/core"
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
	namespaces []string
	minP       float64
	precision  float64 // core.Options.MinPrecision
	prefer     []string
}

// options returns what questions that are looked up together share.
func (q *question) options() core.Options {
	return core.Options{K: q.k, Namespaces: q.namespaces, MinP: q.minP, MinPrecision: q.precision, Prefer: q.prefer}
}

// answerOne sends the answer to a question as form shapes it.
func (s *Server) answerOne(w http.ResponseWriter, r *http.Request, v *view, q question, form func(*core.Answer) any) error {
	o := s.newReply()
	defer o.release()
	if err := s.answer(r, v, []question{q}, func(_ int, a *core.Answer) error { o.value(form(a)); return o.err }); err != nil {
		return err
	}
	return o.send(w)
}

// answerList sends a list of answers to the questions of the body, as form shapes them.
func (s *Server) answerList(w http.ResponseWriter, r *http.Request, v *view, read func(d *decoder) ([]question, error), form func(*core.Answer) any) error {
	questions, err := readJSON(s, r, read)
	if err != nil {
		return err
	}
	o := s.newReply()
	defer o.release()
	o.raw("[")
	if err := s.answer(r, v, questions, func(i int, a *core.Answer) error { o.element(i, form(a)); return o.err }); err != nil {
		return err
	}
	o.raw("]")
	return o.send(w)
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
		leave, err := s.enter(r, s.batches)
		if err != nil {
			return err
		}
		defer leave()
	}
	for from := 0; from < len(questions); {
		together := alike(questions[from:])
		err := s.answerTogether(r, v, questions[from:from+together], func(i int, a *core.Answer) error { return each(from+i, a) })
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
	if len(q.namespaces) > s.MaxNamespaces || len(q.prefer) > s.MaxNamespaces {
		return tooMany("namespaces", s.MaxNamespaces)
	}
	if q.k < 0 || q.k > core.MaxK {
		return failf(http.StatusBadRequest, "%d matches of a mention: there can be 1 to %d", q.k, core.MaxK)
	}
	if !(q.minP >= 0 && q.minP <= 1) {
		return failf(http.StatusBadRequest, "min_p %v: want 0 to 1", q.minP)
	}
	if !(q.precision >= 0 && q.precision <= 1) {
		return failf(http.StatusBadRequest, "min_precision %v: want 0 to 1", q.precision)
	}
	return nil
}

// answerTogether looks up questions that are alike in one turn.
func (s *Server) answerTogether(r *http.Request, v *view, questions []question, each func(i int, a *core.Answer) error) error {
	leave, err := s.enter(r, s.turns)
	if err != nil {
		return err
	}
	defer leave()
	if r.Context().Err() != nil {
		return errGone
	}
	begin := time.Now()
	answers, err := v.LookupMany(queries(questions), questions[0].options())
	if errors.Is(err, core.ErrNamespace) || errors.Is(err, core.ErrPrecision) {
		return failf(http.StatusBadRequest, "%v", err)
	}
	if err != nil {
		return err
	}
	took := time.Since(begin) / time.Duration(len(answers))
	for i := range answers {
		s.metrics.answered(v.pack.Name, &answers[i], took)
		if err := each(i, &answers[i]); err != nil {
			return err
		}
	}
	return nil
}

// maxTogether bounds the questions of one turn. After it others get theirs, and the server checks that the client still
// waits.
const maxTogether = 64

// maxTogetherBytes bounds the text of those questions: contexts may be long.
const maxTogetherBytes = 64 << 10

// alike returns how many of the first questions differ in mention and context alone, so that one turn can answer them.
func alike(questions []question) int {
	first, bytes := &questions[0], 0
	n := slices.IndexFunc(questions, func(q question) bool {
		bytes += len(q.mention) + len(q.context) // of one question always less than there may be
		return bytes > maxTogetherBytes || q.k != first.k || q.minP != first.minP || q.precision != first.precision || !slices.Equal(q.namespaces, first.namespaces) ||
			!slices.Equal(q.prefer, first.prefer)
	})
	if n < 0 {
		n = len(questions)
	}
	return min(n, maxTogether)
}

func queries(questions []question) []core.Query {
	list := make([]core.Query, len(questions))
	for i, q := range questions {
		list[i] = core.Query{Mention: q.mention, Context: q.context}
	}
	return list
}

// errGone is the error for a client that has gone; nobody reads it.
var errGone = failf(http.StatusRequestTimeout, "the client has gone")

// enter waits for a place among the requests that look up (Server.turns) or those with many lookups (Server.batches).
// leave frees it. A single lookup waits for no more than part of a batch.
func (s *Server) enter(r *http.Request, places chan struct{}) (leave func(), err error) {
	entered := func() func() {
		done := work(r)
		return func() { <-places; done() }
	}
	select {
	case places <- struct{}{}:
		return entered(), nil
	default:
	}
	wait := time.NewTimer(s.MaxWait)
	defer wait.Stop()
	select {
	case places <- struct{}{}:
		return entered(), nil
	case <-wait.C:
		return nil, failf(http.StatusServiceUnavailable, "too many look-ups at the same time; try again")
	case <-r.Context().Done():
		return nil, errGone
	}
}
