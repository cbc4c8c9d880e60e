package document

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// answer returns the answer for a mention from "ID p" pairs; what p leave is that of NIL.
func answer(text string, matches ...any) core.Answer {
	a := core.Answer{Mention: text, PNIL: 1}
	for i := 0; i < len(matches); i += 2 {
		p := matches[i+1].(float64)
		a.Matches = append(a.Matches, core.Match{ID: matches[i].(string), P: p, Stage: core.StageHamming})
		a.PNIL -= p
	}
	setMargins(a.Matches, 0)
	if len(a.Matches) > 0 {
		a.NIL = a.PNIL > a.Matches[0].P
		a.NILScore = math.Log(a.PNIL / a.Matches[0].P)
	} else {
		a.NIL = true
	}
	return a
}

// named makes the best match a name.
func named(a core.Answer) core.Answer {
	a.Matches[0].Stage, a.NIL = core.StageExact, false
	return a
}

// placed is the answers for the mentions of a place.
type placed struct {
	Document string
	Answers  []core.Answer
}

// apart returns a place for each answer, all of one document.
func apart(answers ...core.Answer) []placed {
	out := make([]placed, len(answers))
	for i := range answers {
		out[i].Answers = answers[i : i+1]
	}
	return out
}

// rerankFirst re-ranks the answers of the first place.
func rerankFirst(all []placed, minP float64) (out []core.Answer) {
	w := window{Resolver: New(nil, Options{Lookup: core.Options{K: core.MaxK, MinP: minP}})}
	for _, p := range all {
		e := entry{Place: Place{Document: p.Document}}
		for _, a := range p.Answers {
			e.results = append(e.results, Result{Answers: []core.Answer{a}})
		}
		w.entries = append(w.entries, e)
	}
	for _, r := range w.rerank(0) {
		out = append(out, r.Answers...)
	}
	return out
}

func ids(a core.Answer) string {
	var out []string
	for _, m := range a.Matches {
		id := m.ID
		if m.Stage == core.StageNeighbour {
			id = "+" + id
		}
		out = append(out, id)
	}
	if a.NIL {
		out = append([]string{"NIL"}, out...)
	}
	return strings.Join(out, " ")
}

func TestRerank(t *testing.T) {
	own := answer("epileptiform activity", "Status", 0.30, "Epilepsy", 0.25, "Other", 0.2)
	for _, tt := range []struct {
		why    string
		places []placed // the first is asked for
		want   string
	}{
		{"nothing around", apart(own), "Status Epilepsy Other"},
		{"what is meant nearby is likelier", apart(own, answer("epilepsy", "Epilepsy", 0.9)), "Epilepsy Status Other"},
		{"not by a doubtful mention", apart(own, answer("epilepsy", "Epilepsy", 0.45, "Status", 0.4)), "Status Epilepsy Other"},
		{"nor by NIL", apart(own, answer("epilepsy", "Epilepsy", 0.3)), "Status Epilepsy Other"},
		{"nor by the same mention", apart(own, answer("Epileptiform Activity", "Epilepsy", 0.9)), "Status Epilepsy Other"},
		{"nor in another document", []placed{apart(own)[0], {Document: "2", Answers: []core.Answer{answer("epilepsy", "Epilepsy", 0.9)}}}, "Status Epilepsy Other"},
		{"all mentions of a place tell", []placed{apart(own)[0], {Answers: []core.Answer{answer("x", "X", 0.9), answer("epilepsy", "Epilepsy", 0.9)}}}, "Epilepsy Status Other +X"},
		{"injected candidates come behind, the nearest first", apart(own, answer("a", "A", 0.9), answer("b", "B", 0.9)), "Status Epilepsy Other +A +B"},
		{"but before weak ones", apart(answer("tiny", "Weak", 0.1, "Weaker", 0.001), answer("a", "A", 0.9)), "NIL Weak +A Weaker"},
		{"what an abbreviation shares its head with is likelier", apart(answer("RIHA", "Weak", 0.1), answer("ribavirin", "R", 0.9), answer("hemolytic anemia", "HA", 0.9)), "NIL +HA Weak +R"},
		{"but no likelier than a name that it is", apart(named(answer("RIHA", "A", 0.2)), answer("ribavirin", "R", 0.9), answer("hemolytic anemia", "HA", 0.9)), "NIL A +HA +R"},
		{"a word shares none", apart(answer("riha", "Weak", 0.1), answer("ribavirin", "R", 0.9), answer("hemolytic anemia", "HA", 0.9)), "NIL Weak +R +HA"},
		{"the nearest first", apart(answer("x", "A", 0.25, "B", 0.05, "C", 0.05), answer("c", "C", 0.9), answer("b", "B", 0.9)), "C B A"},
		{"a name stays before what is near", apart(named(answer("Mig", "CXCL9", 0.5, "CXCR3", 0.2)), answer("receptor", "CXCR3", 0.9)), "CXCL9 CXCR3"},
		{"a sure mention stays", apart(answer("p53", "TP53", 0.97), answer("mdm2", "MDM2", 0.98)), "TP53 +MDM2"},
		{"nothing is made of nothing", apart(answer("..."), answer("a", "A", 0.9)), "NIL"},
		{"five injected candidates at most", apart(own, answer("a", "A", 0.9), answer("b", "B", 0.9), answer("c", "C", 0.9), answer("d", "D", 0.9), answer("e", "E", 0.9), answer("f", "F", 0.9)),
			"Status Epilepsy Other +A +B +C +D +E"},
	} {
		got := rerankFirst(tt.places, 0)
		if len(got) != 1 || ids(got[0]) != tt.want {
			t.Errorf("%s: %v, want %s", tt.why, got, tt.want)
		}
	}
	far := apart(own)
	for range nearby {
		far = append(far, answerPlace("x"))
	}
	if got := rerankFirst(append(far, answerPlace("epilepsy", "Epilepsy", 0.9)), 0); ids(got[0]) != "Status Epilepsy Other" {
		t.Errorf("too far away to tell: %s", ids(got[0]))
	}
}

func answerPlace(text string, matches ...any) placed { return apart(answer(text, matches...))[0] }

// TestRerankIsConsistent checks what holds for all answers on random ones.
func TestRerankIsConsistent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 500 {
		minP := rng.Float64() / 2
		all := make([]placed, 12)
		for i := range all {
			left := 1.0
			var matches []any
			for _, id := range rng.Perm(20)[:rng.IntN(12)] {
				matches = append(matches, fmt.Sprint(id), left*0.6)
				left *= 0.3 + 0.1*rng.Float64()
			}
			a := answer([]string{"ABC", "a word"}[rng.IntN(2)]+fmt.Sprint(i), matches...)
			a.NIL = a.NIL || a.Matches[0].P < minP
			all[i].Answers = []core.Answer{a}
		}
		before := fmt.Sprint(all)
		own := all[0].Answers[0]
		a := rerankFirst(all, minP)[0]
		if fmt.Sprint(all) != before {
			t.Fatal("the answers given are changed")
		}
		if len(a.Matches) < len(own.Matches) || len(own.Matches) == 0 && len(a.Matches) > 0 {
			t.Fatalf("%+v of %+v", a, own)
		}
		if len(a.Matches) == 0 {
			continue
		}
		if ids(a) != ids(own) {
			changed++
		}
		sum, next := a.PNIL, 0.0
		for i := len(a.Matches) - 1; i >= 0; i-- {
			m := a.Matches[i]
			sum += m.P
			if m.P < next || math.Abs(m.Margin-(m.P-next)) > 1e-9 {
				t.Fatalf("match %d of %+v", i, a.Matches)
			}
			next = m.P
		}
		if math.Abs(sum-1) > 1e-9 || a.PNIL < 0 || (a.PNIL > a.Matches[0].P || a.Matches[0].P < minP) && !a.NIL {
			t.Fatalf("P sum to %v in %+v", sum, a)
		}
	}
	if changed < 100 {
		t.Errorf("only %d answers are changed, so little is checked", changed)
	}
}

// TestRerankTies checks that what is tied is told after changes, too.
func TestRerankTies(t *testing.T) {
	own := answer("p18", "A", 0.80, "B", 0.12, "C", 0.02, "D", 0.001)
	own.Ambiguous = []string{"A", "B", "C", "E"} // E has fewer than the matches
	for i := range 3 {
		own.Matches[i].Stage = core.StageExact
	}
	for _, tt := range []struct {
		near string
		p    float64
		want string
	}{
		{"X", 0.9, "A B C E"}, // an injected candidate changes nothing
		{"B", 0.9, "B A C E"}, // now the best, by the same name
		{"D", 0.9, "A B C E"}, // D is no such name
	} {
		got := rerankFirst(apart(own, answer("other", tt.near, tt.p)), 0)[0]
		if strings.Join(got.Ambiguous, " ") != tt.want {
			t.Errorf("%s nearby: %q, want %s", tt.near, got.Ambiguous, tt.want)
		}
	}
	alone := answer("x", "A", 0.7, "B", 0.08)
	if got := rerankFirst(apart(alone, answer("y", "B", 0.95)), 0)[0]; len(got.Ambiguous) != 2 {
		t.Errorf("A and B are close now: %+v", got)
	}
	if got := rerankFirst(apart(alone, answer("y", "B", 0.95)), 0.9)[0]; !got.NIL || got.Ambiguous != nil {
		t.Errorf("less likely than wanted: %+v", got)
	}
}
