package score

import (
	"bytes"

	"github.com/normlet/normlet/internal/core/names"
)

// codes returns the share of the mention's numbers, by weight, that t has. A number after other letters counts otherCode: the
// 430 of NX430, for the code SX430.
func (q *Query) codes(t *names.Text) float32 {
	var have, all float32
	for i := range q.Words {
		w := &q.Words[i]
		if !isNumber(&q.Text, w) {
			continue
		}
		best := float32(0)
		for j := range t.Words {
			switch {
			case t.Words[j].Hash != w.Hash || !t.Words[j].Digit:
			case bytes.Equal(lettersBefore(&q.Text, i), lettersBefore(t, j)):
				best = 1
			default:
				best = max(best, otherCode)
			}
		}
		all += w.Weight
		have += float32(w.Weight * best)
	}
	return ratio(have, all)
}

// lettersBefore returns the letters before word i of t if nothing or a hyphen separates them from the word.
func lettersBefore(t *names.Text, i int) []byte {
	if i == 0 {
		return nil
	}
	before, w := &t.Words[i-1], &t.Words[i]
	gap := t.Form[before.Start+before.Size : w.Start]
	if isNumber(t, before) || len(gap) > 0 && string(gap) != "-" {
		return nil
	}
	return t.Of(before)
}

// isNumber reports whether w is written in digits. A Roman numeral does not count: it may be letters of a code, as in XV500.
func isNumber(t *names.Text, w *names.Word) bool { return w.Digit && t.Form[w.Start] <= '9' }
