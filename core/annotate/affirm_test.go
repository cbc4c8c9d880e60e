package annotate

import (
	"testing"

	"github.com/normlet/normlet/core"
)

// TestAffirm takes a best match that is about as likely as NIL, and none that is much less so.
func TestAffirm(t *testing.T) {
	answer := func(p, nil float64) core.Answer {
		return core.Answer{NIL: true, PNIL: nil, Matches: []core.Match{{P: p}}}
	}
	answers := []core.Answer{answer(0.3, 0.4), answer(0.1, 0.4), {NIL: true, PNIL: 1}}
	affirm(answers)
	if answers[0].NIL || !answers[1].NIL || !answers[2].NIL {
		t.Errorf("%+v", answers)
	}
}
