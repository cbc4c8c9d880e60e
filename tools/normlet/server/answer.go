package server

import (
	"errors"
	"net/http"
	"slices"
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

// options are those that questions may have in common.
func (q *question) options() core.Options {
	return core.Options{K: q.k, Namespaces: q.namespaces, MinP: q.minP}
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
	answers := make([]core.Answer, 0, len(questions))
	for len(questions) > 0 {
		if r.Context().Err() != nil {
			return nil, errGone
		}
		together := alike(questions)
		begin := time.Now()
		some, err := v.LookupMany(queries(questions[:together]), questions[0].options())
		if errors.Is(err, core.ErrNamespace) {
			return nil, failf(http.StatusBadRequest, "%v", err)
		}
		if err != nil {
			return nil, err
		}
		took := time.Since(begin) / time.Duration(together)
		for i := range some {
			s.metrics.answered(v.pack.Name, &some[i], took)
		}
		answers, questions = append(answers, some...), questions[together:]
	}
	return answers, nil
}

// maxTogether is how many questions are looked up before it is seen whether the
// client still waits.
const maxTogether = 64

// alike returns how many questions, from the first one on, differ in mention and
// context alone, so that they can be looked up together.
func alike(questions []question) int {
	first := &questions[0]
	n := slices.IndexFunc(questions, func(q question) bool {
		return q.k != first.k || q.minP != first.minP || !slices.Equal(q.namespaces, first.namespaces)
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
