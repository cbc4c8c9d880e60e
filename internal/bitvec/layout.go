package bitvec

// layout says where the words of a row are; the package comment draws the three.
type layout uint8

const (
	rowMajor layout = iota // as they arrive
	blocks                 // of eight rows, word by word
	planes                 // of 32 rows, byte by byte
)

// The rows of a block, and of a group of byte planes.
const (
	blockRows = 8
	groupRows = 32
)

// grain is the number of rows that a scan takes at once.
func (l layout) grain() int { return [...]int{rowMajor: 1, blocks: blockRows, planes: groupRows}[l] }

// arrange returns row-major codes in a layout, padded with zeros to whole blocks or groups, and in another order of rows
// unless that is nil.
func (l layout) arrange(codes []uint64, words int, order []int32) []uint64 {
	if l == rowMajor && order == nil {
		return codes
	}
	rows, grain := len(codes)/words, l.grain()
	out := Make[uint64]((rows + grain - 1) / grain * grain * words)
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
		l.fill(out[i*words:], gathered, words)
	}
	return out
}

// fill writes row-major codes to out, whose padding is left as it is.
func (l layout) fill(out, codes []uint64, words int) {
	rows := len(codes) / words
	switch l {
	case rowMajor:
		copy(out, codes)
	case blocks:
		for row := range rows {
			at := out[row/blockRows*blockRows*words+row%blockRows:]
			for i, w := range codes[row*words : (row+1)*words] {
				at[i*blockRows] = w
			}
		}
	case planes:
		for row := 0; row < rows; row += 8 {
			setPlanes(out[row/groupRows*groupRows*words+row%groupRows/8:], codes[row*words:], words)
		}
	}
}

// setPlanes sets a word of each byte plane at out, which are four words apart, from the first eight rows of codes, or all.
func setPlanes(out, codes []uint64, words int) {
	for i := range words {
		var bytes [8]uint64 // of eight rows
		for row := range min(8, len(codes)/words) {
			bytes[row] = codes[row*words+i]
		}
		transpose(&bytes)
		for j, w := range bytes {
			out[32*i+4*j] = w
		}
	}
}

// transpose makes byte i of word j byte j of word i, by swapping ever larger squares.
func transpose(m *[8]uint64) {
	for _, s := range [...]struct {
		rows int
		mask uint64
	}{{1, 0x00ff00ff00ff00ff}, {2, 0x0000ffff0000ffff}, {4, 0x00000000ffffffff}} {
		for i := range m {
			if i&s.rows == 0 {
				t := (m[i]>>(8*s.rows) ^ m[i+s.rows]) & s.mask
				m[i] ^= t << (8 * s.rows)
				m[i+s.rows] ^= t
			}
		}
	}
}

func (l layout) word(data []uint64, words, row, i int) uint64 {
	switch l {
	case blocks:
		return data[row/blockRows*blockRows*words+row%blockRows+i*blockRows]
	case planes:
		at := data[row/groupRows*groupRows*words+row%groupRows/8+32*i:]
		var w uint64
		for j := range 8 {
			w |= at[4*j] >> (row % 8 * 8) & 0xff << (8 * j)
		}
		return w
	}
	return data[row*words+i]
}
