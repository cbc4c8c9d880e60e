package document

import (
	"slices"

	"github.com/normlet/normlet/core"
)

// distinct leaves out the parts that name what another part names: "p21/WAF1" is one gene. The surest of them speaks for
// all, the first of those that are as sure.
func distinct(parts []core.Answer) []core.Answer {
	var out []core.Answer
	for i := range parts {
		part := &parts[i]
		at := slices.IndexFunc(out, func(other core.Answer) bool {
			return likelihood(&other) > 0 && likelihood(part) > 0 && other.Matches[0].ID == part.Matches[0].ID
		})
		switch {
		case at < 0:
			out = append(out, *part)
		case likelihood(part) > likelihood(&out[at]):
			out[at] = *part
		}
	}
	return out
}

// twice returns the answer for a mention that says one entity twice, from that of its surest part. The mention itself is
// no name.
func twice(whole *core.Answer, a core.Answer) core.Answer {
	a.Mention, a.Matches = whole.Mention, slices.Clone(a.Matches)
	if len(a.Matches) > 0 && a.Matches[0].Stage.IsName() {
		a.Matches[0].Stage = core.StagePart
	}
	return a
}

// tiesOf returns the entities that the parts of a composite mention mean, one after the other.
func tiesOf(parts []core.Answer) (ids []string) {
	for i := range parts {
		ids = append(ids, parts[i].Matches[0].ID)
	}
	for i := range parts {
		ids = append(ids, parts[i].Ambiguous...)
	}
	return ids
}

// tie adds entities to those that are tied with the best match of an answer, so that it does not pass for all of them.
func tie(a *core.Answer, ids []string) {
	if a.NIL {
		return
	}
	ids = slices.Concat([]string{a.Matches[0].ID}, a.Ambiguous, ids)
	a.Ambiguous = nil
	for _, id := range ids {
		if !slices.Contains(a.Ambiguous, id) {
			a.Ambiguous = append(a.Ambiguous, id)
		}
	}
}
