package benchmark

import (
	"context"
	"runtime"

	"github.com/normlet/normlet/core"
)

const openRounds = 11

// Open measures opening a pack that is in memory.
func Open(ctx context.Context, content []byte, o core.OpenOptions) (Row, error) {
	var ns []float64
	for range openRounds {
		if err := ctx.Err(); err != nil {
			return Row{}, err
		}
		runtime.GC() // what the last round left behind is not this one's to collect
		var err error
		ns = append(ns, timed(func() { _, err = core.OpenBytesWith(content, o) }))
		if err != nil {
			return Row{}, err
		}
	}
	return Row{Case: "open", Variant: "median", NS: median(ns)}, nil
}
