package index

import (
	"encoding/binary"
	"sort"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// Rows finds rows by the letters and digits of their names, by which they are sorted. The first search makes a table with
// the first eight bytes of every 64th name, because a binary search that reads a name in each step is several times slower.
type Rows struct {
	names *pack.Strings
	heads func() []uint64
}

// stride is the number of rows from one entry of the table to the next. The names of these rows begin the blocks of
// front-coded names, and are the fastest to read.
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

// beginning returns the first eight bytes as a number that sorts like them.
func beginning(compact []byte) uint64 {
	var b [8]byte
	copy(b[:], compact)
	return binary.BigEndian.Uint64(b[:])
}

// First returns the first row whose letters and digits are not below key, or the number of rows if there is none.
func (x *Rows) First(key []byte, r *Reader) int {
	heads, begins := x.heads(), beginning(key)
	// The row lies between the last head below the key and the first head above it.
	from := sort.Search(len(heads), func(i int) bool { return heads[i] >= begins })
	to := from + sort.Search(len(heads)-from, func(i int) bool { return heads[from+i] > begins })
	low, high := max(from-1, 0)*stride, min(to*stride, x.names.Len())
	if to-from > 1 {
		first := from + sort.Search(to-from, func(i int) bool { return x.reaches(r, (from+i)*stride, key) })
		low, high = max(first-1, 0)*stride, min(first*stride, x.names.Len())
	}
	return low + sort.Search(high-low, func(i int) bool { return x.reaches(r, low+i, key) })
}

// Is reports whether the letters and digits of a row's name are key.
func (x *Rows) Is(row int, key []byte, r *Reader) bool {
	return row < x.names.Len() && string(r.Compact(x.names, row)) == string(key)
}

func (x *Rows) reaches(r *Reader, row int, key []byte) bool {
	return string(r.Compact(x.names, row)) >= string(key)
}

// Reader is the memory that reading names reuses.
type Reader struct{ name, form, compact []byte }

// Compact returns the letters and digits of a row's name. The result is valid until the next call.
func (r *Reader) Compact(list *pack.Strings, row int) []byte {
	r.name = list.Append(r.name[:0], row)
	r.form = names.AppendForm(r.form[:0], names.View(r.name))
	r.compact = names.AppendCompact(r.compact[:0], r.form)
	return r.compact
}
