package encoder

import (
	"encoding/binary"
	"unsafe"

	"github.com/normlet/normlet/internal/f32"
)

// embed sets s.x to the sum of the features' rows, divided by the square root of their number. It adds integers, so their order
// makes no difference.
func (e *Encoder) embed(s *scratch) {
	clear(s.sum)
	for rest := s.features; len(rest) > 0; {
		n := min(len(rest), maxPacked)
		e.addRows(s, rest[:n])
		rest = rest[n:]
	}
	scale := e.w.Table.Scale / f32.Sqrt(float32(max(1, len(s.features))))
	for i, v := range s.sum {
		s.x[i] = float32(scale * float32(v))
	}
}

// addRows adds eight elements at once. With 128 added, each is a byte of a 64-bit word; the even and the odd bytes are summed
// in four lanes of 16 bits each.
const (
	evenBytes = 0x00ff00ff00ff00ff
	plus128   = 0x8080808080808080
	maxPacked = 256 // number of rows whose sum fits into a lane
)

// addRows adds at most maxPacked rows of the table to s.sum.
func (e *Encoder) addRows(s *scratch, rows []uint32) {
	e.touch(s, rows)
	dim, added, i := e.w.Dim, int32(128*len(rows)), 0
	for ; i+16 <= dim; i += 16 {
		sum := s.sum[i : i+16]
		for k, lanes := range sumLanes(bytesOf(e.w.Table.Data)[i:], rows, dim) {
			for j := k/2*8 + k%2; j < k/2*8+8; j += 2 {
				sum[j] += int32(lanes&0xffff) - added
				lanes >>= 16
			}
		}
	}
	for ; i < dim; i++ {
		for _, r := range rows {
			s.sum[i] += int32(e.w.Table.Data[int(r)*dim+i])
		}
	}
}

// sumLanes returns the sums of the even and of the odd bytes of the first word of rows, and those of the second.
func sumLanes(table []byte, rows []uint32, dim int) [4]uint64 {
	var a, b, c, d uint64
	for _, r := range rows {
		at := int(r) * dim
		row := table[at : at+16 : at+16]
		v, w := binary.LittleEndian.Uint64(row)^plus128, binary.LittleEndian.Uint64(row[8:])^plus128
		a, b = a+(v&evenBytes), b+(v>>8&evenBytes)
		c, d = c+(w&evenBytes), d+(w>>8&evenBytes)
	}
	return [...]uint64{a, b, c, d}
}

// lineBytes is the least size of a cache line of a processor.
const lineBytes = 64

// touch starts to load all rows at once. They are scattered in memory, and adding one takes so many instructions that the
// processor would load only a few of them ahead.
func (e *Encoder) touch(s *scratch, rows []uint32) {
	dim := e.w.Dim
	for _, r := range rows {
		row := e.w.Table.Data[int(r)*dim : int(r)*dim+dim]
		for i := 0; i < len(row); i += lineBytes {
			s.seen += row[i]
		}
	}
}

func bytesOf(v []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
