package bitvec

import (
	"encoding/binary"
	"slices"
	"testing"
)

// FuzzScan compares every runnable kernel with the definition on arbitrary codes, filters, limits and rooms.
func FuzzScan(f *testing.F) {
	f.Add([]byte{}, uint8(1), uint16(1), uint8(8))
	f.Add([]byte("sixteen or so words of codes, a query and a set of allowed rows.................................................."), uint8(1), uint16(33), uint8(9))
	f.Add(slices.Repeat([]byte{0xff}, 8*4*20), uint8(4), uint16(256), uint8(8))
	f.Add(slices.Repeat([]byte{0, 0, 0xff, 0x0f}, 2*17*20), uint8(17), uint16(65535), uint8(64))
	f.Fuzz(func(t *testing.T, data []byte, width uint8, limit uint16, room uint8) {
		words := int(width)%40 + 1
		var all []uint64
		for ; len(data) >= 8; data = data[8:] {
			all = append(all, binary.LittleEndian.Uint64(data))
		}
		if len(all) < words+4 {
			return
		}
		q, allow, codes := all[:words], slices.Clone(all[words:words+4]), all[words+4:]
		rows := min(len(codes)/words, 256)
		codes = codes[:rows*words]
		for row := rows; row < 256; row++ {
			allow[row/64] &^= 1 << (row % 64)
		}
		want := naiveScan(codes, q, allow, 0, rows, int(limit))
		for _, k := range Kernels() {
			if !k.Runnable() {
				continue
			}
			table, err := NewTable(k, codes, words, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := scanAll(t, table, q, allow, 0, rows, int(limit), max(int(room), scanRoom))
			if !slices.Equal(got, want) {
				t.Fatalf("%s, %d x %d words, limit %d:\n got %v\nwant %v", k.Name(), rows, words, limit, got, want)
			}
		}
	})
}
