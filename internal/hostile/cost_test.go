package hostile

import (
	"runtime"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/testfull"
)

// Bounds of what opening a pack takes: a step is a byte or an item read, written or
// compared.
const (
	stepsPerByte  = 12
	fixedSteps    = 1 << 17
	tablesPerByte = 4
	fixedTables   = 1 << 16
	// What is allocated and not counted as tables: sections that were compressed, and
	// working memory of a few processors.
	allocatedPerByte = 1
	fixedAllocated   = 8 << 20
)

// TestCostIsLinear makes packs of growing size in which one thing is many, and
// compares what opening them takes with their size, and the memory counted with
// the memory allocated.
func TestCostIsLinear(t *testing.T) {
	for name, grow := range map[string]func(n int) []byte{
		"names":                func(n int) []byte { return base(numbered("%08x", n), 1, ngram(dim, 0)).bytes() },
		"names of a few bytes": func(n int) []byte { return base(numbered("%04x", n), 1, ngram(dim, 0)).bytes() },
		"entities":             func(n int) []byte { return base(numbered("%08x", n), n, ngram(dim, 0)).bytes() },
		"namespaces":           func(n int) []byte { return namespaces(n / 4).bytes() },
		"metadata":             func(n int) []byte { return changedMeta(n / 16) },
		"synonyms":             synonyms,
		"changed names": func(n int) []byte {
			f := base(numbered("b%08x", n), 1, ngram(dim, 0))
			f.put("DELT", delta("x=1\n", []string{"A"}, numbered("a%08x", n)))
			return f.bytes()
		},
		"codes": func(n int) []byte { return base(numbered("%08x", n), 1, ngram(1024, 0)).bytes() },
		"scalings": func(n int) []byte {
			f, c := small(), ranker()
			c.Namespaces = make([]score.NamespaceScalings, n)
			f.put("CALB", c.AppendBinary(nil))
			return f.bytes()
		},
	} {
		for n := 1 << 12; n <= testfull.Or(1<<14, 1<<16); n *= 4 {
			data := grow(n)
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			opened, err := core.OpenBytes(data, nil)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatalf("%s, %d: %v", name, n, err)
			}
			cost, allocated := opened.Cost(), int64(after.TotalAlloc-before.TotalAlloc)
			t.Logf("%s, %d: %d bytes of sections, %.2f steps a byte, %.2f bytes of tables, %.2f allocated", name, n, cost.SectionBytes,
				float64(cost.Steps)/float64(cost.SectionBytes), float64(cost.TableBytes)/float64(cost.SectionBytes), float64(allocated)/float64(cost.SectionBytes))
			if most := stepsPerByte*cost.SectionBytes + fixedSteps; cost.Steps > most {
				t.Errorf("%s, %d: %d steps, at most %d allowed", name, n, cost.Steps, most)
			}
			if most := tablesPerByte*cost.SectionBytes + fixedTables; cost.TableBytes > most {
				t.Errorf("%s, %d: %d bytes of tables, at most %d allowed", name, n, cost.TableBytes, most)
			}
			if most := (tablesPerByte+allocatedPerByte)*cost.SectionBytes + fixedAllocated; allocated > most {
				t.Errorf("%s, %d: %d bytes allocated, at most %d allowed", name, n, allocated, most)
			}
		}
	}
}
