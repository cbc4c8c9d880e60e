package core

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
)

// sampledRows is how many rows rowCheck encodes, a millisecond's work for all.
const sampledRows = 16

// checkedRows returns the rows that rowCheck encodes, all over the pack.
func (n *Normalizer) checkedRows() []int {
	rows := n.pack.Names.Len()
	list := make([]int, min(sampledRows, rows))
	for i := range list {
		list[i] = (2*i + 1) * rows / (2 * len(list))
	}
	return list
}

// rowCheck encodes names all over the pack: codes that belong to other names, or
// to the same in another order, would answer wrongly without a sign. CheckCodes
// encodes all.
func (n *Normalizer) rowCheck() error {
	for _, row := range n.checkedRows() {
		if !n.codeFits(row) {
			return n.wrongCode(row)
		}
	}
	return nil
}

func (n *Normalizer) codeFits(row int) bool {
	return slices.Equal(n.Code(nil, n.pack.Names.At(row)), n.pack.Code(row))
}

func (n *Normalizer) wrongCode(row int) error {
	name := n.pack.Names.At(row)
	return corrupt("CODE", fmt.Errorf("row %d, %q, has the code %x, the encoder gives %x: codes and names do not belong together",
		row, name, n.pack.Code(row), n.Code(nil, name)))
}

// CheckCodes encodes every name and compares its code, on all processors: ten
// microseconds a name, or a hundred times that with a BiLSTM encoder. Opening a
// pack does so with sixteen of them. done, unless nil, is told how many rows are
// checked, by one goroutine at a time. The error is a *pack.CorruptError about the
// first row whose code is another, ctx.Err(), or ErrClosed.
func (n *Normalizer) CheckCodes(ctx context.Context, done func(rows, of int)) error {
	if !n.guard.enter() {
		return ErrClosed
	}
	defer n.guard.leave()
	const piece = 1024
	rows := n.pack.Names.Len()
	var mu sync.Mutex
	next, checked, bad := 0, 0, math.MaxInt
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				from := next
				next += piece
				stop := from >= rows || from > bad || ctx.Err() != nil
				mu.Unlock()
				if stop {
					return
				}
				to := min(from+piece, rows)
				found := n.firstWrong(from, to)
				mu.Lock()
				bad = min(bad, found)
				checked += to - from
				if done != nil {
					done(checked, rows)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	if bad < rows {
		return n.wrongCode(bad)
	}
	return nil
}

// firstWrong returns the first of rows [from, to) whose code is not its name's, or
// math.MaxInt.
func (n *Normalizer) firstWrong(from, to int) int {
	var code []uint64
	for row, name := range n.pack.Names.Range(from, to) {
		code = n.Code(code[:0], string(name))
		if !slices.Equal(code, n.pack.Code(row)) {
			return row
		}
	}
	return math.MaxInt
}
