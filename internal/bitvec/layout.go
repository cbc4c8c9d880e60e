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

// arrange returns row-major codes in a layout, padded with zeros to whole blocks or groups.
func (l layout) arrange(codes []uint64, words int) []uint64 {
	rows := len(codes) / words
	switch l {
	case blocks:
		out := Make[uint64]((rows + blockRows - 1) / blockRows * blockRows * words)
		for row := range rows {
			at := out[row/blockRows*blockRows*words+row%blockRows:]
			for i, w := range codes[row*words : (row+1)*words] {
				at[i*blockRows] = w
			}
		}
		return out
	case planes:
		out := Make[uint64]((rows + groupRows - 1) / groupRows * groupRows * words)
		for row := range rows {
			setPlanes(out, codes[row*words:(row+1)*words], row)
		}
		return out
	}
	return codes
}

// setPlanes sets the bytes of a row, which are zero: they are four words apart.
func setPlanes(out, code []uint64, row int) {
	at := out[row/groupRows*groupRows*len(code)+row%groupRows/8:]
	shift := row % 8 * 8
	for i, w := range code {
		for j := range 8 {
			at[32*i+4*j] |= w >> (8 * j) & 0xff << shift
		}
	}
}

// word returns word i of a row.
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
