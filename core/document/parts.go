package document

import (
	"slices"

	"github.com/normlet/normlet/core"
)

// distinct leaves out the parts that name what another part names: "p21/WAF1" is one gene by two names. The surest of
// these parts speaks for all, and stays tied only with what all of them may mean.
func distinct(parts []core.Answer) []core.Answer {
	var out []core.Answer
	for i := range parts {
		if slices.ContainsFunc(parts, func(other core.Answer) bool { return surer(&other, &parts[i]) && means(&parts[i], &other) }) {
			continue
		}
		first := !slices.ContainsFunc(parts[:i], func(other core.Answer) bool { return means(&other, &parts[i]) && !surer(&parts[i], &other) })
		if !first {
			continue // equally sure
		}
		out = append(out, sharedBy(parts[i], parts))
	}
	return out
}

func surer(a, b *core.Answer) bool { return likelihood(a) > likelihood(b) }

// means reports whether a may mean the best entity of b.
func means(a, b *core.Answer) bool {
	if a.NIL || b.NIL || len(a.Matches) == 0 || len(b.Matches) == 0 {
		return false
	}
	id := b.Matches[0].ID
	return a.Matches[0].ID == id || slices.Contains(a.Ambiguous, id)
}

// sharedBy returns a with the ties that the parts which may mean its entity share.
func sharedBy(a core.Answer, parts []core.Answer) core.Answer {
	tied := a.Ambiguous
	for i := range parts {
		if p := &parts[i]; means(p, &a) && len(p.Ambiguous) == 0 {
			tied = nil
		} else if means(p, &a) {
			tied = slices.DeleteFunc(slices.Clone(tied), func(id string) bool { return !slices.Contains(p.Ambiguous, id) })
		}
	}
	if a.Ambiguous = tied; len(tied) < 2 {
		a.Ambiguous = nil
	}
	return a
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

// tie adds entities to those that are tied with the best match of an answer, so that nobody takes it for all of them.
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
