package document

import (
	"slices"

	"github.com/normlet/normlet/core"
)

// distinct leaves out the parts that name what another part names. The surest of these parts speaks for all, and stays
// tied only with what all of them may mean. With ties, a part names all that it is tied with: "p21/WAF1" is one gene,
// though p21 alone may be several. A list with "and" does not say so: it joins different things.
func distinct(parts []core.Answer, ties bool) []core.Answer {
	means := func(a, b *core.Answer) bool {
		return sameBest(a, b) || ties && mayMean(a, b)
	}
	var out []core.Answer
	for i := range parts {
		part := &parts[i]
		surer := slices.ContainsFunc(parts, func(other core.Answer) bool {
			return likelihood(&other) > likelihood(part) && means(part, &other)
		})
		before := slices.ContainsFunc(parts[:i], func(other core.Answer) bool { // as sure
			return likelihood(&other) == likelihood(part) && means(part, &other)
		})
		if !surer && !before {
			out = append(out, sharedBy(*part, parts))
		}
	}
	return out
}

// sameBest reports whether two answers are the same entity.
func sameBest(a, b *core.Answer) bool {
	return likelihood(a) > 0 && likelihood(b) > 0 && a.Matches[0].ID == b.Matches[0].ID
}

// mayMean reports whether a is tied with the best entity of b.
func mayMean(a, b *core.Answer) bool {
	return likelihood(a) > 0 && likelihood(b) > 0 && slices.Contains(a.Ambiguous, b.Matches[0].ID)
}

// sharedBy returns a with the ties that the parts which may mean its entity share.
func sharedBy(a core.Answer, parts []core.Answer) core.Answer {
	tied := a.Ambiguous
	for i := range parts {
		switch p := &parts[i]; {
		case sameBest(p, &a) && len(p.Ambiguous) == 0:
			tied = nil
		case sameBest(p, &a) || mayMean(p, &a):
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
