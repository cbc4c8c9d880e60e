package bench

import (
	"bytes"
	"testing"

	"github.com/normlet/normlet/internal/benchmark"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

func TestBenchTable(t *testing.T) {
	var out bytes.Buffer
	err := printBench(&cli.IO{Out: &out}, false, &benchmark.Report{CPU: "X", Kernel: "go",
		Rows:   []benchmark.Row{{Case: "a", Variant: "b", NS: 1500, RatioToLimit: 1.5}},
		Memory: &benchmark.Memory{ResidentBytes: 2e6, HeapBytes: 1e6, Allocations: 7}}, nil)
	const want = "kernel go, processor X\n\n" +
		"case  variant  microseconds  x limit\n" +
		"a     b                 1.5     1.50\n" +
		"\nafter opening: 2.0 MB resident, 1.0 MB of them heap; 7 allocations\n"
	if err != nil || out.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, &out, want)
	}
}
