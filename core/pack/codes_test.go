package pack

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// codesOf returns contents of so many rows, whose codes are of an entity's and of the row before with some bits turned.
func codesOf(rows, entities, bits int, rng *rand.Rand) *Contents {
	c := &Contents{Bits: bits, Names: newStrings(0), IDs: newStrings(0)}
	for i := range entities {
		c.IDs.add(nil, []byte(fmt.Sprint("id", i)))
	}
	last := map[uint32][]uint64{}
	var before []uint64
	for i := range rows {
		c.Names.add(nil, []byte(fmt.Sprint("name", i)))
		e := uint32(rng.IntN(entities))
		from := last[e]
		if rng.IntN(2) == 0 {
			from = before
		}
		code := make([]uint64, bits/64)
		copy(code, from)
		for range rng.IntN(bits) / (1 + rng.IntN(30)) {
			code[rng.IntN(len(code))] ^= 1 << rng.IntN(64)
		}
		c.RowEntity, c.Codes = append(c.RowEntity, e), append(c.Codes, code...)
		last[e], before = code, code
	}
	return c
}

// TestNearCodes reads what it wrote, of no row, of one, and of many with codes of one word, two and five.
func TestNearCodes(t *testing.T) {
	for _, bits := range []int{64, 128, 320} {
		for _, rows := range []int{0, 1, 2, 40, 3000} {
			c := codesOf(rows, 1+rows/5, bits, rand.New(rand.NewPCG(1, uint64(bits+rows))))
			parts := c.nearCodes()
			if size := len(slices.Concat(parts...)); size != codesHead+rows*(1+bits/8) {
				t.Errorf("%d rows of %d bits take %d bytes", rows, bits, size)
			}
			again := &Contents{Names: c.Names, IDs: c.IDs, RowEntity: c.RowEntity}
			r, m := wire.NewReader(slices.Concat(parts...)), NewMeter(Limits{}, int64(codesHead+rows*(1+bits/8)))
			parseCodes(again, r, m)
			if err := r.Close(); err != nil || again.Bits != bits || !slices.Equal(again.Codes, c.Codes) {
				t.Errorf("%d rows of %d bits: %v, other codes", rows, bits, err)
			}
			if m.tables != int64(rows*bits/8) {
				t.Errorf("%d rows of %d bits leave %d bytes of tables", rows, bits, m.tables)
			}
		}
	}
}

// TestNearest takes the nearest of the rows before and of those of the same entity, the first of equals, and looks no
// further back.
func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		codes    []uint64
		entity   []uint32
		row, ref int
	}{
		{[]uint64{7}, []uint32{0}, -1, 0},
		{[]uint64{7, 7}, []uint32{0, 0}, 0, 0},
		{[]uint64{0xff, 7, 0, 0xff}, []uint32{0, 1, 1, 1}, 0, 2},
		{append(append([]uint64{0xff}, make([]uint64, 20)...), 0xff), append(append([]uint32{1}, make([]uint32, 20)...), 1), 0, 16},
		{append(append([]uint64{0xff}, make([]uint64, 20)...), 0xff), append(append([]uint32{1}, make([]uint32, 20)...), 2), 20, 0},
	} {
		c := &Contents{IDs: NewStrings([]string{"a", "b", "c"}), RowEntity: tt.entity}
		chain, i := c.newChain(), len(tt.codes)-1
		for row := range i {
			chain.add(row)
		}
		if ref, _ := chain.nearest(tt.codes, 1, i); ref != tt.ref || chain.row(i, ref) != tt.row {
			t.Errorf("%x: row %d, %d, want row %d, %d", tt.codes, chain.row(i, ref), ref, tt.row, tt.ref)
		}
	}
}

// TestNearHostile reads any bytes as rows that others are near, and takes no more than it says.
func TestNearHostile(t *testing.T) {
	c := codesOf(100, 3, 128, rand.New(rand.NewPCG(3, 4)))
	data := append(c.codesHead(codesNear, 0), bytes.Repeat([]byte{255}, 100*17)...)
	r := wire.NewReader(data)
	if parseCodes(c, r, nil); r.Close() != nil || len(c.Codes) != 200 {
		t.Errorf("%v, %d words", r.Err(), len(c.Codes))
	}
	r = wire.NewReader(data)
	if parseCodes(c, r, NewMeter(Limits{TableBytes: 1600}, int64(len(data)))); r.Err() == nil {
		t.Error("more memory is taken than allowed")
	}
}
