package mapping

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/mentionstest"
)

// BenchmarkMap maps a table of distinct names of the embedded pack, and one of names as people write them, of which
// most are none. With -cpuprofile it says where the time of map goes: docs/search.md.
func BenchmarkMap(b *testing.B) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		b.Fatal(err)
	}
	list := engine.Of(n).Contents().Names
	var names []string
	for row := 0; row < list.Len(); row += 20 {
		names = append(names, list.At(row))
	}
	for _, table := range []struct {
		name     string
		mentions []string
	}{{"names", names}, {"others", mentionstest.Of(n)}} {
		b.Run(table.name, func(b *testing.B) {
			dir := b.TempDir()
			in := filepath.Join(dir, "in.tsv")
			if err := os.WriteFile(in, []byte("mention\n"+strings.Join(table.mentions, "\n")+"\n"), 0o666); err != nil {
				b.Fatal(err)
			}
			c := Config{Columns: []string{"mention"}, Lookup: n.LookupMany, Jobs: runtime.GOMAXPROCS(0)}
			c.Options.Lookup.K = 1
			rows, runs := 0, 0
			for b.Loop() {
				stats, err := mapFile(context.Background(), in, filepath.Join(dir, fmt.Sprint(runs, ".tsv")), false, &c)
				if err != nil {
					b.Fatal(err)
				}
				rows, runs = rows+stats.Rows, runs+1
			}
			if rows != runs*len(table.mentions) {
				b.Fatalf("%d rows of %d", rows, runs*len(table.mentions))
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
