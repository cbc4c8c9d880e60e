// Package rows makes tables of any length for tests and measurements: names of the default pack, some as they are, some
// with the edits that writers and scanners make. The same seed gives the same rows.
package rows

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
)

// Maker makes rows.
type Maker struct {
	Repeats float64 // share of the rows whose mention another row has, too
	seed    uint64
	names   *pack.Strings
}

// New returns a Maker.
func New(seed uint64, repeats float64) (*Maker, error) {
	n, err := core.OpenBytes(assets.Default())
	if err != nil {
		return nil, err
	}
	return &Maker{repeats, seed, engine.Of(n).Contents().Names}, nil
}

// Mention returns the mention of row i.
func (m *Maker) Mention(i int) string {
	r := rand.New(rand.NewPCG(m.seed, uint64(i)))
	if r.Float64() < m.Repeats && i > 0 {
		i = int(r.Float64() * r.Float64() * float64(i)) // early ones are frequent
		return m.Mention(i)
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

// DocumentRows is after how many rows other documents begin. There are two in so many rows, which take turns.
const DocumentRows = 120

// Write writes rows first to end of a TSV table with a header: number, document, mention.
func (m *Maker) Write(w io.Writer, first, end int) error {
	out := bufio.NewWriter(w)
	out.WriteString("n\tdocument\tmention\n")
	for i := first; i < end; i++ {
		fmt.Fprintf(out, "%d\tD%d\t%s\n", i, i/DocumentRows*2+i%2, m.Mention(i))
	}
	return out.Flush()
}
