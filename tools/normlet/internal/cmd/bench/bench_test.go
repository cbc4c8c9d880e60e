package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/benchmark"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

func TestBenchTable(t *testing.T) {
	var out bytes.Buffer
	err := printReport(&cli.IO{Out: &out}, &benchmark.Report{CPU: "X", Kernel: "go",
		Rows:  []benchmark.Row{{Case: "a", Variant: "b", NS: 1500, RatioToLimit: 1.5}},
		Kinds: []benchmark.Kind{{Outcome: "name", Length: "1 to 6", Mentions: 3, NS: 2500}}})
	const want = "kernel go, processor X\n\n" +
		"case  variant  microseconds  x limit\n" +
		"a     b                 1.5     1.50\n" +
		"\nwhere the time goes, in percent\n"
	if err != nil || !strings.HasPrefix(out.String(), want) {
		t.Errorf("%v, got\n%s\nwant\n%s", err, &out, want)
	}
}
