package data

import (
	"bytes"
	"fmt"
	"testing"
)

// TestEndsAreLinear follows chains, circles and what leads to them: each id once, whatever their shape and order.
func TestEndsAreLinear(t *testing.T) {
	t.Parallel()
	const n = 10_000
	id := func(i int) string { return fmt.Sprint("X:", i) }
	for _, c := range []struct {
		name   string
		to     func(i int) int
		want   end
		entity int
	}{
		{"chain", func(i int) int { return i + 1 }, end{entity: id(n)}, n},
		{"broken chain", func(i int) int { return i + 1 }, end{}, -1},
		{"circle", func(i int) int { return (i + 1) % n }, end{circle: true}, -1},
		{"tail of a circle", func(i int) int { return min(i+1, n-2+(i+1)%2) }, end{circle: true}, -1},
		{"star", func(int) int { return n }, end{entity: id(n)}, n},
	} {
		for _, backwards := range []bool{false, true} {
			e := ends{entities: map[string]int{id(c.entity): 0}, next: map[string]string{}, known: map[string]end{}}
			for i := range n {
				e.next[id(i)] = id(c.to(i))
			}
			for i := range n {
				if backwards {
					i = n - 1 - i
				}
				if entity, circle := e.of(id(i)); (end{entity, circle}) != c.want {
					t.Fatalf("%s: %s ends at %q, circle %t; want %v", c.name, id(i), entity, circle, c.want)
				}
			}
			if e.steps > n+1 {
				t.Errorf("%s, backwards %t: %d steps for %d ids", c.name, backwards, e.steps, n)
			}
		}
	}
}

// TestNamesOfAnEntity has an entity with more names than any has.
func TestNamesOfAnEntity(t *testing.T) {
	var rows []byte
	for i := range 1<<14 + 1 {
		rows = fmt.Appendf(rows, "X:1\tname %d\n", i)
	}
	_, _, err := ReadTSV(bytes.NewReader(rows), "f.tsv", ReadOptions{})
	if want := "f.tsv:16385: X:1 has more than 16384 names (--raise-limits 10 allows more) (correct the row, or leave bad rows out with --skip-bad)"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
