package index

import (
	"encoding/binary"
	"sort"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// Rows finds rows by the letters and digits of their names, by which they are sorted. The
// first search makes a table of the first eight bytes of every 64th: reading a name for
// every step of a binary search takes several times longer.
type Rows struct {
	names *pack.Strings
	heads func() []uint64
}

// stride is how many rows there are from one beginning to the next: those that begin the
// blocks of front-coded names are the fastest to read.
const stride = 64

// NewRows returns the rows of a pack's names.
func NewRows(list *pack.Strings) *Rows {
	return &Rows{list, sync.OnceValue(func() []uint64 {
		var r Reader
		heads := make([]uint64, (list.Len()+stride-1)/stride)
		for i := range heads {
			heads[i] = beginning(r.Compact(list, i*stride))
		}
		return heads
	})}
}

// beginning returns the first eight bytes as a number of the same order.
func beginning(compact []byte) uint64 {
	var b [8]byte
	copy(b[:], compact)
	return binary.BigEndian.Uint64(b[:])
}

// First returns the first row whose letters and digits are not below key, or the number
// of rows.
func (x *Rows) First(key []byte, r *Reader) int {
	heads, begins := x.heads(), beginning(key)
	// The row is after the last head that begins below the key, and not after the first that begins above it.
	from := sort.Search(len(heads), func(i int) bool { return heads[i] >= begins })
	to := from + sort.Search(len(heads)-from, func(i int) bool { return heads[from+i] > begins })
	low, high := max(from-1, 0)*stride, min(to*stride, x.names.Len())
	if to-from > 1 {
		first := from + sort.Search(to-from, func(i int) bool { return x.reaches(r, (from+i)*stride, key) })
		low, high = max(first-1, 0)*stride, min(first*stride, x.names.Len())
	}
	return low + sort.Search(high-low, func(i int) bool { return x.reaches(r, low+i, key) })
}

// Is reports whether a row has these letters and digits.
func (x *Rows) Is(row int, key []byte, r *Reader) bool {
	return row < x.names.Len() && string(r.Compact(x.names, row)) == string(key)
}

func (x *Rows) reaches(r *Reader, row int, key []byte) bool {
	return string(r.Compact(x.names, row)) >= string(key)
}

// Reader is working memory.
type Reader struct{ name, form, compact []byte }

// Compact returns the letters and digits of a name, valid until the next call.
func (r *Reader) Compact(list *pack.Strings, row int) []byte {
	r.name = list.Append(r.name[:0], row)
	r.form = names.AppendForm(r.form[:0], names.View(r.name))
	r.compact = names.AppendCompact(r.compact[:0], r.form)
	return r.compact
}
