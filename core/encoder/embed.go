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
	dim := e.w.Dim
	whole := dim &^ 7 // elements in whole words
	clear(s.lanes)
	e.touch(s, rows)
	for _, r := range rows {
		row := bytesOf(e.w.Table.Data[int(r)*dim : int(r)*dim+dim])
		lanes := s.lanes
		for len(row) >= 8 && len(lanes) >= 2 {
			w := binary.LittleEndian.Uint64(row) ^ plus128
			lanes[0] += w & evenBytes
			lanes[1] += w >> 8 & evenBytes
			row, lanes = row[8:], lanes[2:]
		}
		for i, v := range row {
			s.sum[whole+i] += int32(int8(v))
		}
	}
	added := int32(128 * len(rows))
	for i := range s.sum[:whole] {
		lane := s.lanes[i/8*2+i%2] >> (i % 8 / 2 * 16)
		s.sum[i] += int32(lane&0xffff) - added
	}
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
