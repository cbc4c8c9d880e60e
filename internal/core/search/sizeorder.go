package search

import (
	"runtime"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/parallel"
)

// sizeOrder is rows in the order of their sizes, those of a size in theirs. Rows of one size
// that are of the same 65,536 rows lie side by side, a run, so that two bytes for each place
// tell its row, and a search in the run finds the place of a row. (Four bytes for each row
// and each place took four times the memory.)
type sizeOrder struct {
	length func(row int) int // of each row
	starts [numSizes + 1]int // first place of each size, and the number of rows
	runs   []int32           // first place of each: those of the first size, in order, then of the next
	hints  []int32           // the run of every 4,096th place
	low    []uint16          // per place, the low bytes of its row
}

const (
	runBits  = 16
	hintBits = 12
)

// newSizeOrder sorts rows by size. It also returns the row at each place.
func newSizeOrder(rows int, length func(row int) int) (*sizeOrder, []int32) {
	sizes := make([]uint8, rows)
	parallel.Parts(runtime.GOMAXPROCS(0), rows, func(_, from, to int) {
		for row := from; row < to; row++ {
			sizes[row] = uint8(SizeOf(length(row)))
		}
	})
	o := &sizeOrder{length: length, low: make([]uint16, rows)}
	o.count(sizes)
	rowAt, next, parts := make([]int32, rows), slices.Clone(o.runs), o.parts()
	for row, size := range sizes {
		run := int(size)*parts + row>>runBits
		place := next[run]
		next[run]++
		rowAt[place], o.low[place] = int32(row), uint16(row)
	}
	return o, rowAt
}

func (o *sizeOrder) count(sizes []uint8) {
	parts, place := o.parts(), int32(0)
	o.runs = make([]int32, numSizes*parts)
	for row, size := range sizes {
		o.runs[int(size)*parts+row>>runBits]++
	}
	for run, count := range o.runs {
		if run%parts == 0 {
			o.starts[run/parts] = int(place)
		}
		o.runs[run] = place
		place += count
	}
	o.starts[numSizes] = len(sizes)
	for place := 0; place < len(sizes); place += 1 << hintBits {
		o.hints = append(o.hints, int32(sort.Search(len(o.runs), func(run int) bool { return int(o.runs[run]) > place })-1))
	}
}

func (o *sizeOrder) parts() int { return (len(o.low) + 1<<runBits - 1) >> runBits }

func (o *sizeOrder) place(row int32) int32 {
	run := SizeOf(o.length(int(row)))*o.parts() + int(row)>>runBits
	from, to := o.runs[run], int32(len(o.low))
	if run+1 < len(o.runs) {
		to = o.runs[run+1]
	}
	i, _ := slices.BinarySearch(o.low[from:to], uint16(row))
	return from + int32(i)
}

func (o *sizeOrder) row(place int32) int32 {
	run := o.hints[place>>hintBits]
	for int(run)+1 < len(o.runs) && o.runs[run+1] <= place {
		run++
	}
	return run%int32(o.parts())<<runBits | int32(o.low[place])
}
