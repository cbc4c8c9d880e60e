package server

import (
	"errors"
	"net/http"
	"time"

	"github.com/normlet/normlet/core"
)

// maxMention bounds a mention, in bytes. The encoder reads half of it.
const maxMention = 4096

// question is one mention to be looked up.
type question struct {
	mention    string
	context    string // text around the mention
	k          int    // 0: core.DefaultK
	namespaces []string
	minP       float64
}

// options is the one place where a question becomes core's.
func (q *question) options() core.Options {
	return core.Options{K: q.k, Namespaces: q.namespaces, MinP: q.minP, Context: q.context}
}

// answer looks questions up, in their order, when it is the request's turn.
func (s *Server) answer(r *http.Request, v *view, questions []question) ([]core.Answer, error) {
	if len(questions) > s.MaxBatch {
		return nil, s.tooMany(len(questions))
	}
	for _, q := range questions {
		if len(q.mention) > maxMention {
			return nil, failf(http.StatusBadRequest, "a mention of %d bytes: it may have %d", len(q.mention), maxMention)
		}
		if q.k < 0 || q.k > core.MaxK {
			return nil, failf(http.StatusBadRequest, "%d matches of a mention: there can be 1 to %d", q.k, core.MaxK)
		}
		if !(q.minP >= 0 && q.minP <= 1) {
			return nil, failf(http.StatusBadRequest, "min_p %v: want 0 to 1", q.minP)
		}
	}
	leave, err := s.turn(r)
	if err != nil {
		return nil, err
	}
	defer leave()
	answers := make([]core.Answer, len(questions))
	for i, q := range questions {
		if r.Context().Err() != nil {
			return nil, errGone
		}
		begin := time.Now()
		answers[i], err = v.LookupWith(q.mention, q.options())
		if errors.Is(err, core.ErrNamespace) {
			return nil, failf(http.StatusBadRequest, "%v", err)
		}
		if err != nil {
			return nil, err
		}
		s.metrics.answered(v.pack.Name, &answers[i], time.Since(begin))
	}
	return answers, nil
}

func (s *Server) tooMany(n int) error {
	return failf(http.StatusRequestEntityTooLarge, "%d at once: a request may have %d", n, s.MaxBatch)
}

// errGone answers a client that does not wait any more; nobody reads it.
var errGone = failf(http.StatusRequestTimeout, "the client has gone")

// turn waits until the request may look up. The function it returns ends its turn.
func (s *Server) turn(r *http.Request) (leave func(), err error) {
	leave = func() { <-s.turns }
	select {
	case s.turns <- struct{}{}:
		return leave, nil
	default:
	}
	wait := time.NewTimer(s.MaxWait)
	defer wait.Stop()
	select {
	case s.turns <- struct{}{}:
		return leave, nil
	case <-wait.C:
		return nil, failf(http.StatusServiceUnavailable, "too many look-ups at the same time; try again")
	case <-r.Context().Done():
		return nil, errGone
	}
}
