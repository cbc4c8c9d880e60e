package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
)

// maker makes tables of any length: names of the default pack, some as they are, some with the edits that writers and
// scanners make. It makes the same rows each time.
type maker struct {
	repeats float64 // share of the rows whose mention another row has, too
	names   *pack.Strings
}

func newMaker(t *testing.T, repeats float64) *maker {
	t.Helper()
	c, err := pack.Parse(assets.Default())
	check(t, err)
	return &maker{repeats, c.Names}
}

// mention returns the mention of row i.
func (m *maker) mention(i int) string {
	r := rand.New(rand.NewPCG(1, uint64(i)))
	if r.Float64() < m.repeats && i > 0 {
		i = int(r.Float64() * r.Float64() * float64(i)) // early ones are frequent
		return m.mention(i)
	}
	name := m.names.At(r.IntN(m.names.Len()))
	for range r.IntN(3) {
		name = edit(name, r)
	}
	return name
}

// edit changes one thing of a name.
func edit(name string, r *rand.Rand) string {
	runes := []rune(name)
	if len(runes) < 4 {
		return strings.ToLower(name)
	}
	i := 1 + r.IntN(len(runes)-2)
	switch r.IntN(6) {
	case 0:
		return strings.ToLower(name)
	case 1:
		return strings.ReplaceAll(name, " ", "-")
	case 2:
		return strings.ReplaceAll(name, "-", "")
	case 3:
		return string(runes[:i]) + string(runes[i+1:]) // a letter is lost
	case 4:
		runes[i], runes[i+1] = runes[i+1], runes[i]
		return string(runes)
	}
	return name + " "
}

// documentRows is after how many rows other documents begin. There are two in so many rows, which take turns.
const documentRows = 120

// write writes rows first to end of a TSV table with a header: number, document, mention.
func (m *maker) write(w io.Writer, first, end int) error {
	out := bufio.NewWriter(w)
	out.WriteString("n\tdocument\tmention\n")
	for i := first; i < end; i++ {
		fmt.Fprintf(out, "%d\tD%d\t%s\n", i, i/documentRows*2+i%2, m.mention(i))
	}
	return out.Flush()
}
