package pack

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/normlet/normlet/internal/wire"
)

// Names that look alike have similar codes, and so have names of one entity. Encoding codesNear stores how each code differs
// from one before it. A byte says from which: its low five bits are 0 to 15 for the row right before and those before that, 16
// to 31 for the latest row before that names the same entity and those before that. A row that is not there has a code of
// zeros. The high three bits are the class, by the number of bits that differ. Words of a class follow each other, those of
// class 0 first: their bytes are alike and compress together.
//
// The 128 bits of the default pack take 15.5 bytes as they are, 12.1 as differences from the row before, 11.8 with classes,
// 10.7 from the nearest of four and four rows, and 10.3 so.
const (
	rowsBack, rowsSame = 16, 16
	nearRows           = rowsBack + rowsSame
	nearClasses        = 256 / nearRows
)

// chain finds the rows of an entity backwards.
type chain struct {
	entity       []uint32 // per row
	last, before []int32  // of an entity: 1 plus its last row; of a row: 1 plus the one of its entity before it
}

func (c *Contents) newChain() *chain {
	last := make([]int32, c.IDs.Len())
	clear(last) // new memory that is read before it is written costs twice as much
	return &chain{entity: c.RowEntity, last: last, before: make([]int32, len(c.RowEntity))}
}

// add makes row i the last of its entity.
func (c *chain) add(i int) {
	e := c.entity[i]
	c.before[i], c.last[e] = c.last[e], int32(i+1)
}

// row returns the row before row i that ref means, -1 if it is not there.
func (c *chain) row(i, ref int) int {
	if ref < rowsBack {
		return max(i-1-ref, -1)
	}
	at := c.last[c.entity[i]]
	for ; ref > rowsBack && at > 0; ref-- {
		at = c.before[at-1]
	}
	return int(at) - 1
}

// nearest returns which row before row i is best to store its code by, and in how many bits the two differ. A bit costs some
// two bits, and a row that is seldom the best one up to four.
func (c *chain) nearest(codes []uint64, n, i int) (ref, differ int) {
	cost := math.MaxInt
	try := func(r, row int) {
		d := 0
		for k := range n {
			d += bits.OnesCount64(codes[i*n+k] ^ codes[row*n+k])
		}
		if now := 2*d + bits.Len(uint(r%rowsBack)); now < cost {
			ref, differ, cost = r, d, now
		}
	}
	for r := range min(rowsBack, i) {
		try(r, i-1-r)
	}
	at := c.last[c.entity[i]]
	for r := rowsBack; r < nearRows && at > 0; r++ {
		try(r, int(at)-1)
		at = c.before[at-1]
	}
	return ref, differ
}

// nearCodes returns the codes in encoding codesNear: head and bytes of the rows, and the words of each class.
func (c *Contents) nearCodes() [][]byte {
	n, chain := c.Bits/64, c.newChain()
	parts, step := make([][]byte, 1+nearClasses), c.Bits*3/64
	parts[0] = c.codesHead(codesNear, c.Names.Len())
	for i := range c.Names.Len() {
		ref, differ := chain.nearest(c.Codes, n, i)
		class, from := min((differ+step-1)/step, nearClasses-1), chain.row(i, ref)
		parts[0] = append(parts[0], byte(class*nearRows+ref))
		for k := range n {
			word := c.Codes[i*n+k]
			if from >= 0 {
				word ^= c.Codes[from*n+k]
			}
			parts[1+class] = wire.AppendUint64(parts[1+class], word)
		}
		chain.add(i)
	}
	return parts
}

// joinNear is the inverse of nearCodes: how has the byte of each row, words those of all classes.
func (c *Contents) joinNear(r *wire.Reader, how, words []byte, m *Meter) {
	own := 4 * (len(how) + c.IDs.Len())
	if !m.take(r, len(words)+rowsSame*len(how), len(words)+own) {
		return
	}
	defer m.giveBack(own)
	var at [nearClasses + 1]int // where the next words of a class are
	size := c.Bits / 8
	for _, h := range how {
		at[1+h/nearRows] += size
	}
	for class := range nearClasses {
		at[class+1] += at[class]
	}
	c.Codes = make([]uint64, len(words)/8)
	n, chain := c.Bits/64, c.newChain()
	for i, h := range how {
		class, from := h/nearRows, chain.row(i, int(h%nearRows))
		code, b := c.Codes[i*n:i*n+n], words[at[class]:]
		at[class] += size
		for k := range code {
			code[k] = binary.LittleEndian.Uint64(b[8*k:])
		}
		if from >= 0 {
			for k, word := range c.Codes[from*n : from*n+n] {
				code[k] ^= word
			}
		}
		chain.add(i)
	}
}
