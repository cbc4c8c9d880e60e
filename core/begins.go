package core

import "slices"

// People call an entity by the word that its name begins with ("parkin", for parkin
// RBR E3 ubiquitin protein ligase), if it is what everybody thinks of: parkin
// coregulated is not. So what such a beginning is worth depends on how rare its
// words are, and on how much is written about the entities whose names begin so.

// begins returns up to 1 when the name t starts with the words of the mention and
// has more, less the more common these words are, a half when what follows is
// set off by a comma, else 0.
func (p *profile) begins(t *text) float32 {
	n := len(p.form)
	if n < 3 || len(t.form) <= n || string(t.form[:n]) != string(p.form) {
		return 0
	}
	switch c := t.form[n]; {
	case runClass[c] != 0:
		return 0
	case c == ',':
		return 0.5
	}
	return p.rare
}

// startsWith reports whether the runs of digits of a are those that b starts with.
func startsWith(b, a []token) bool {
	for {
		a, b = nextDigits(a), nextDigits(b)
		if len(a) == 0 {
			return true
		}
		if len(b) == 0 || a[0].hash != b[0].hash {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// backgroundPrior is the feature Prior of what else a beginning may mean.
const backgroundPrior = 0.55

// maxBegun bounds the entities among which what is written is shared out.
const maxBegun = 64

// shareBegins multiplies the feature Begins of cs with the entity's share of all
// that is written about those that have it.
func shareBegins(cs []Candidate) {
	var seen [maxBegun]int32
	n, all := 0, written(backgroundPrior)
	for i := range cs {
		c := &cs[i]
		if c.Features[Begins] > 0 && n < maxBegun && !slices.Contains(seen[:n], c.Entity) {
			seen[n] = c.Entity
			n++
			all += written(c.Features[Prior])
		}
	}
	for i := range cs {
		f := &cs[i].Features
		f[Begins] *= written(f[Prior]) / all
	}
}

// written turns a Prior, a logarithm, into how much is written about an entity: the
// fifth power is much like 2 to the power of 12 x Prior, and the same everywhere.
func written(prior float32) float32 {
	square := float32(prior * prior)
	return float32(float32(square*square) * prior)
}
