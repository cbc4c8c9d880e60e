package bitvec

import "math/bits"

// layout says where the bits of a row are; the package comment draws the three.
type layout struct {
	rows   int  // of a group: one, a block of eight, or a plane's
	planes bool // a group has a plane for each bit
}

var (
	rowMajor = layout{rows: 1} // as they arrive
	blocks   = layout{rows: blockRows}
)

const blockRows = 8

// The planes of a group of bit planes.
const (
	countPlanes = 8               // of the number of bits set in each row
	zeroPlane   = countPlanes     // no bit is set
	codePlane   = countPlanes + 1 // the first of the code
	maxLanes    = 4               // words of the widest plane
)

// grain is the number of rows at whose multiples a scan begins.
func (l layout) grain() int { return min(l.rows, 64) }

// lanes is the number of words of a bit plane.
func (l layout) lanes() int { return l.rows / 64 }

// size is the number of words of a group.
func (l layout) size(words int) int {
	if l.planes {
		return (codePlane + 64*words) * l.lanes()
	}
	return l.rows * words
}

// arrange returns row-major codes in a layout, padded with zeros to whole blocks or groups, and in another order of rows
// unless that is nil.
func (l layout) arrange(codes []uint64, words int, order []int32) []uint64 {
	if l.rows == 1 && order == nil {
		return codes
	}
	rows := len(codes) / words
	size := (rows + l.rows - 1) / l.rows * l.size(words)
	if l.planes {
		size += plainView // past the last
	}
	out := Make[uint64](size)
	if order == nil {
		l.fill(out, codes, words)
		return out
	}
	// In this goroutine alone: of a mapped file that was cut short, the fault is its panic.
	const part = 1024 // rows whose codes are gathered at a time: whole blocks and groups
	gathered := make([]uint64, 0, part*words)
	for i := 0; i < rows; i += part {
		gathered = gathered[:0]
		for _, row := range order[i:min(i+part, rows)] {
			gathered = append(gathered, codes[int(row)*words:][:words]...)
		}
		l.fill(out[i/l.rows*l.size(words):], gathered, words)
	}
	return out
}

// fill writes row-major codes to out, whose padding is left as it is.
func (l layout) fill(out, codes []uint64, words int) {
	rows := len(codes) / words
	if l.planes {
		for row := 0; row < rows; row += 64 {
			at := row/l.rows*l.size(words) + row%l.rows/64
			l.setPlanes(out[at:], codes[row*words:min(row+64, rows)*words], words)
		}
		return
	}
	for row := range rows {
		at := out[row/l.rows*l.rows*words+row%l.rows:]
		for i, w := range codes[row*words : (row+1)*words] {
			at[i*l.rows] = w
		}
	}
}

// setPlanes sets a word of each bit plane from out on, of up to 64 rows of codes.
func (l layout) setPlanes(out, codes []uint64, words int) {
	var counts, m [64]uint64
	for i := range words {
		for row := range len(codes) / words {
			m[row] = codes[row*words+i]
			counts[row] += uint64(bits.OnesCount64(m[row]))
		}
		transpose(&m)
		for j, w := range m {
			out[(codePlane+64*i+j)*l.lanes()] = w
		}
		m = [64]uint64{}
	}
	transpose(&counts)
	for j, w := range counts[:countPlanes] {
		out[j*l.lanes()] = w
	}
}

// transpose makes bit i of word j bit j of word i, by swapping ever smaller squares.
func transpose(m *[64]uint64) {
	for side, mask := 32, uint64(1<<32-1); side > 0; side, mask = side/2, mask^mask<<(side/2) {
		for i := 0; i < 64; i = (i + side + 1) &^ side {
			t := (m[i]>>side ^ m[i+side]) & mask
			m[i] ^= t << side
			m[i+side] ^= t
		}
	}
}

func (l layout) word(data []uint64, words, row, i int) uint64 {
	at := data[row/l.rows*l.size(words):]
	if l.planes {
		return gather(at[row%l.rows/64+(codePlane+64*i)*l.lanes():], l.lanes(), uint(row)%64)
	}
	return at[row%l.rows+i*l.rows]
}

// gather makes a word of the same bit of 64 planes, whose words are so many apart: two halves at once, because each step
// waits for the one before. The bits are turned into their places together, in the end.
func gather(planes []uint64, lanes int, bit uint) uint64 {
	high := planes[32*lanes:]
	planes = planes[:len(high)] // so that one check does for both
	var a, b uint64
	mask := uint64(1) << (bit & 63)
	for i := 31 * lanes; i >= 0; i -= lanes {
		a = bits.RotateLeft64(a, 1) | planes[i]&mask
		b = bits.RotateLeft64(b, 1) | high[i]&mask
	}
	return bits.RotateLeft64(a, -int(bit)) | bits.RotateLeft64(b, 32-int(bit))
}
