// Package parallel spreads work over goroutines. If the called functions do not depend on the order of calls, results
// are the same with any number of threads.
package parallel

import (
	"runtime"
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
// with its number and its range lo to hi-1, which may be empty, and waits for all.
func Parts(parts, n int, f func(part, lo, hi int)) {
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() { f(i, n*i/parts, n*(i+1)/parts) })
	}
	wg.Wait()
}
