package core

import "testing"

// TestShareBegins has a popular and a less popular entity that begin alike.
func TestShareBegins(t *testing.T) {
	row := func(entity int32, begins, prior float32) (c Candidate) {
		c.Entity, c.Features[Begins], c.Features[Prior] = entity, begins, prior
		return c
	}
	share := func(cs ...Candidate) []Candidate { shareBegins(cs); return cs }
	alone := share(row(1, 1, 0.7))[0].Features[Begins]
	cs := share(row(1, 1, 0.7), row(1, 0.5, 0.7), row(2, 1, 0.4), row(3, 0, 1))
	popular, other := cs[0].Features[Begins], cs[2].Features[Begins]
	if !(alone > 0.7 && alone < 1 && popular < alone && popular > 0.6 && other < 0.1 && other > 0) {
		t.Errorf("alone %v, beside another %v, the other %v", alone, popular, other)
	}
	if half := cs[1].Features[Begins]; half != popular/2 {
		t.Errorf("another row of half the worth has %v of %v", half, popular)
	}
	if none := cs[3].Features[Begins]; none != 0 {
		t.Errorf("a row that does not begin so has %v", none)
	}
	if rare := share(row(1, 1, 0.1))[0].Features[Begins]; rare > 0.01 {
		t.Errorf("an entity that nobody writes about has %v", rare)
	}
	many := make([]Candidate, 3*maxBegun)
	for i := range many {
		many[i] = row(int32(i), 1, 1)
	}
	if shareBegins(many); many[0].Features[Begins] > 1.0/maxBegun {
		t.Errorf("one of many has %v", many[0].Features[Begins])
	}
}

func TestStartsWith(t *testing.T) {
	for _, c := range []struct {
		name, mention string
		want          bool
	}{
		{"parkin RBR E3 ligase", "parkin", true},
		{"interleukin 1 beta 2", "interleukin 1", true},
		{"interleukin 2 beta 1", "interleukin 1", false},
		{"interleukin", "interleukin 1", false},
		{"", "", true},
	} {
		var a, b text
		a.set(c.name)
		b.set(c.mention)
		if got := startsWith(a.tokens, b.tokens); got != c.want {
			t.Errorf("%q with %q: %v", c.name, c.mention, got)
		}
	}
}

func TestBegins(t *testing.T) {
	for _, c := range []struct {
		mention, name string
		rare, want    float32
	}{
		{"parkin", "parkin ligase", 0.8, 0.8},
		{"toxicity", "toxicity, drug", 0, 0.5}, // of whatever kind
		{"toxicity", "toxicity of drugs", 0, 0},
		{"park", "parkin ligase", 1, 0},
		{"parkin", "parkin", 1, 0},
		{"p5", "p5, human", 1, 0}, // too short
	} {
		var p profile
		var name text
		p.set(c.mention)
		name.set(c.name)
		p.rare = c.rare
		if got := p.begins(&name); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.mention, c.name, got, c.want)
		}
	}
}
