package tag

import (
	"math/bits"

	"github.com/normlet/normlet/internal/parallel"
)

// marks finds the groups of names by the hashes of these. The upper bits of a hash tell in which run its mark is, the next
// bits are the mark, and runs are sorted. So a run of any length takes few steps, whatever names somebody has chosen.
type marks struct {
	shift  int      // of a hash, to the number of its run
	starts []uint32 // where each run begins; the last is the end
	marks  []uint32 // mark and groups
}

// newMarks sorts hashes whose lower bits are groups. Those of equal marks go together.
func newMarks(hashes []uint64) marks {
	hashes = parallel.SortHashes(hashes)
	m := marks{shift: 64 - bits.Len(uint(len(hashes))), marks: make([]uint32, 0, len(hashes))}
	m.starts = make([]uint32, 0, 1<<(64-m.shift)+1)
	for _, h := range hashes {
		for len(m.starts) <= int(h>>m.shift) {
			m.starts = append(m.starts, uint32(len(m.marks)))
		}
		last := len(m.marks) - 1
		if mark := m.mark(h); last >= int(m.starts[len(m.starts)-1]) && m.marks[last]&^groupsMask == mark {
			m.marks[last] |= uint32(h) & groupsMask
		} else {
			m.marks = append(m.marks, mark|uint32(h)&groupsMask)
		}
	}
	for len(m.starts) < cap(m.starts) {
		m.starts = append(m.starts, uint32(len(m.marks)))
	}
	return m
}

// mark returns the bits of a hash that tell it apart in its run.
func (m *marks) mark(h uint64) uint32 { return uint32(h<<(64-m.shift)>>32) &^ groupsMask }

// of returns the groups of a hash, 0 if there are none, and in how many steps.
func (m *marks) of(h uint64) (groups uint32, steps int) {
	run, mark := m.marks[m.starts[h>>m.shift]:m.starts[h>>m.shift+1]], m.mark(h)
	from, to := 0, len(run)
	for ; from < to; steps++ {
		if middle := (from + to) / 2; run[middle]&^groupsMask < mark {
			from = middle + 1
		} else {
			to = middle
		}
	}
	if from < len(run) && run[from]&^groupsMask == mark {
		groups = run[from] & groupsMask
	}
	return groups, steps
}
