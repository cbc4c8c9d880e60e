// Package parallel spreads work over goroutines. If the called functions do not depend on the order of calls, results
// are the same with any number of threads.
package parallel

import (
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// Each calls f for 0 to n-1 from so many threads at the most, 0 meaning one for each
// processor, and waits for all calls.
func Each(threads, n int, f func(i int)) {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(threads, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Parts splits 0 to n-1 into contiguous parts, calls f for each, at the same time,
// with its number and its range lo to hi-1, which may be empty, and waits for all. A
// panic of f, or a fault in mapped memory, is a panic of the caller, who may recover.
func Parts(parts, n int, f func(part, lo, hi int)) {
	if parts == 1 {
		f(0, 0, n)
		return
	}
	var wg sync.WaitGroup
	thrown := make([]any, parts)
	for i := range parts {
		wg.Go(func() {
			debug.SetPanicOnFault(true)
			defer func() { thrown[i] = recover() }()
			f(i, n*i/parts, n*(i+1)/parts)
		})
	}
	wg.Wait()
	for _, v := range thrown {
		if v != nil {
			panic(v)
		}
	}
}

// SortHashes returns the numbers of some lists, sorted. It divides them by their upper bits first, so that it takes a third of
// the time of slices.Sort where these are spread evenly, as those of hashes are.
func SortHashes(lists ...[]uint64) []uint64 {
	const each, most = 8, 16 // numbers of a bucket, and bits that tell the buckets
	count := 0
	for _, list := range lists {
		count += len(list)
	}
	shift := 64 - min(bits.Len(uint(count/each)), most)
	ends, sum := make([]int, 1<<(64-shift)), 0 // of the buckets; first their sizes, then where they begin
	for _, list := range lists {
		for _, h := range list {
			ends[h>>shift]++
		}
	}
	for b, size := range ends {
		ends[b], sum = sum, sum+size
	}
	out := make([]uint64, count)
	for _, list := range lists {
		for _, h := range list {
			out[ends[h>>shift]] = h
			ends[h>>shift]++
		}
	}
	Parts(runtime.GOMAXPROCS(0), len(ends), func(_, lo, hi int) {
		for b := lo; b < hi; b++ {
			from := 0
			if b > 0 {
				from = ends[b-1]
			}
			slices.Sort(out[from:ends[b]])
		}
	})
	return out
}
