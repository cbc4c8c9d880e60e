package document

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// TestTextOfManyDefinitions resolves texts that define an abbreviation for every
// mention, different ones or always the same: with four times as many, a mention takes
// no more.
func TestTextOfManyDefinitions(t *testing.T) {
	for what, short := range map[string]func(i int) string{
		"different": func(i int) string { return fmt.Sprintf("A%c%c", 'A'+i%26, 'A'+i/26%26) },
		"the same":  func(int) string { return "AAA" },
	} {
		each := func(count int) int {
			var text strings.Builder
			var mentions []string
			for i := range count {
				fmt.Fprintf(&text, "a%ca%c%s (%s). ", 'a'+i%26, 'a'+i/26%26, strings.Repeat("a", i/676), short(i))
				mentions = append(mentions, short(i))
			}
			r := New(one(func(q core.Query) (core.Answer, error) { return answer(q.Mention), nil }), Options{})
			expanded := 0
			bytes := allocated(func() {
				results, err := r.Text(text.String(), mentions)
				if err != nil {
					t.Fatal(err)
				}
				for _, res := range results {
					if res.Expanded {
						expanded++
					}
				}
			})
			if expanded < count/2 {
				t.Fatalf("%s: %d of %d mentions expanded", what, expanded, count)
			}
			return bytes / count
		}
		if few, many := each(512), each(2048); many > 2*few {
			t.Errorf("%s: %d bytes allocated a mention, %d where there are four times as many", what, few, many)
		}
	}
}

// TestRerankExtremes has answers that are as sure, and as unsure, as numbers can be, and
// some whose rounded probabilities come to more than 1: what comes out are numbers, and
// sum to 1.
func TestRerankExtremes(t *testing.T) {
	extremes := []float64{0, math.SmallestNonzeroFloat64, 1e-300, 1e-17, 0.5, 1 - 1e-16, 1}
	for _, first := range extremes {
		for _, second := range extremes {
			for _, pNIL := range extremes {
				sum := first + second + pNIL
				if second > first || sum < 0.999 || sum > 1.001 {
					continue
				}
				own := answer("TR", "A", first, "B", second)
				own.PNIL, own.NILScore = pNIL, 3e38
				own.NIL = pNIL > first
				for _, near := range [][]placed{nil, {answerPlace("a b", "A", 1.0)}, {answerPlace("b", "B", 1.0), answerPlace("c", "C", 1.0)}, {answerPlace("tumor r", "D", 1.0)}} {
					got := rerankFirst(append([]placed{{Answers: []core.Answer{own}}}, near...), 0)[0]
					all := got.PNIL
					for _, m := range got.Matches {
						all += m.P
						if !(m.P >= 0 && m.P <= 1+1e-9) || !(m.Margin >= 0) {
							t.Errorf("%v, %v, NIL %v beside %d: %+v", first, second, pNIL, len(near), m)
						}
					}
					if !(math.Abs(all-sum) < 1e-6) || math.IsNaN(got.NILScore) || math.IsInf(got.NILScore, 0) {
						t.Errorf("%v, %v, NIL %v beside %d: %v in all, score of NIL %v", first, second, pNIL, len(near), all, got.NILScore)
					}
				}
			}
		}
	}
}

// TestClearlyMeant: what a mention nearby just clearly means counts, what it means a
// little less does not.
func TestClearlyMeant(t *testing.T) {
	own := answer("TR", "A", 0.3, "B", 0.2)
	for p, want := range map[float64]bool{confidentP: true, math.Nextafter(confidentP, 0): false} {
		got := rerankFirst(apart(own, answer("b", "B", p)), 0)[0]
		if changed := got.Matches[0].ID == "B"; changed != want {
			t.Errorf("beside a P of %v: %+v", p, got.Matches)
		}
	}
}

// TestInjected: what comes into an answer was not found, and has no part in deciding a
// tie with NIL; what is the best match already does not come in again.
func TestInjected(t *testing.T) {
	own, near := answer("TR", "A", 0.4, "B", 0.2), answer("c", "C", 0.9)
	own.PNIL = 0.4
	near.Matches[0].Score, near.Matches[0].Distance = 0.8, 7
	got := rerankFirst(apart(own, near), 0)[0]
	at := index(got.Matches, "C")
	if at < 0 || got.NIL {
		t.Fatalf("%+v, want C in it, and not NIL", got)
	}
	if m := got.Matches[at]; m.Stage != core.StageNeighbour || m.Score != 0 || m.Distance != 0 || !(m.P > 0) {
		t.Errorf("%+v", m)
	}
	got = rerankFirst(apart(own, answer("a", "A", 0.9)), 0)[0]
	if len(got.Matches) != 2 || got.Matches[0].ID != "A" || got.Matches[0].P <= 0.4 {
		t.Errorf("beside what is meant already: %+v", got.Matches)
	}
	unsure := answer("c", "C", 0.9)
	unsure.NIL = true
	if likelihood(&unsure) != 0 || likelihood(&core.Answer{}) != 0 || likelihood(&near) != 0.9 {
		t.Errorf("likelihood of NIL %v, of nothing %v, of C %v", likelihood(&unsure), likelihood(&core.Answer{}), likelihood(&near))
	}
}

// TestEachContext writes out what the context of each query defines.
func TestEachContext(t *testing.T) {
	lookup := func(queries []core.Query, o core.Options) (out []core.Answer, err error) {
		for _, q := range queries {
			p := 0.5
			if strings.Contains(q.Mention, "species") {
				p = 0.9
			}
			out = append(out, core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: q.Mention, P: p, Stage: core.StageExact, Score: 1}}})
		}
		return out, nil
	}
	answers, err := Each(lookup, []core.Query{
		{Mention: "ROS", Context: "reactive oxygen species (ROS) rise"}, {Mention: "ROS"}, {Mention: " "},
	}, core.Options{})
	if err != nil || len(answers) != 3 {
		t.Fatal(answers, err)
	}
	if a := answers[0]; a.Mention != "ROS" || a.Matches[0].ID != "reactive oxygen species" {
		t.Errorf("with a definition: %+v", a)
	}
	if answers[1].Matches[0].ID != "ROS" || !answers[2].NIL {
		t.Errorf("without: %+v", answers[1:])
	}
}
