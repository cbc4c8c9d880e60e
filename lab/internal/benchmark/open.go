package benchmark

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/memory"
)

const openRounds = 11

// Open measures opening a pack in memory. The caller runs MemoryOf in a process of its own.
func Open(ctx context.Context, content []byte, o core.OpenOptions) (*Report, error) {
	rep := &Report{CPU: cpuModel()}
	var ns []float64
	for range openRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		runtime.GC() // what the last round left behind is not this one's to collect
		var n *core.Normalizer
		var err error
		ns = append(ns, timed(func() { n, err = core.OpenBytes(content, &o) }))
		if err != nil {
			return nil, err
		}
		rep.Kernel = engine.Of(n).Kernel()
		if err := n.Close(); err != nil { // which waits for what a trusted open leaves to be read
			return nil, err
		}
	}
	rep.Rows = []Row{{Case: "open", Variant: "median", NS: median(ns)}}
	return rep, nil
}

// MemoryOf returns the memory that a pack takes after open. It is right only in a process that does nothing else.
func MemoryOf(open func() (*core.Normalizer, error)) (*Memory, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := open()
	if err != nil {
		return nil, err
	}
	engine.Of(n) // once its names are there
	runtime.GC()
	debug.FreeOSMemory()
	runtime.ReadMemStats(&after)
	m := &Memory{ResidentBytes: memory.Of("self", memory.Resident), HeapBytes: int64(after.HeapAlloc), Allocations: int64(after.Mallocs - before.Mallocs)}
	runtime.KeepAlive(n)
	return m, nil
}
