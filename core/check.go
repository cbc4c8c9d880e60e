package core

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/parallel"
)

// takeTables tells the meter what the tables take that New makes of the sections,
// before they are made.
func takeTables(c *pack.Contents, m *pack.Meter) error {
	rows := c.Names.Len()
	codes := rows * (c.Bits / 8)
	parts := len(c.Encoder) + len(c.Head) + len(c.Calibration) + len(c.Context) + len(c.Synonyms) + len(c.Rewrites) + len(c.Tagger)
	// Weights are copied, and those that are multiplied kept as float32; the others
	// take at most three times their bytes. The digests read encoder and head again.
	if err := m.Take(8*parts, encoder.TableBytes(c.Encoder)+2*len(c.Head)+3*(len(c.Calibration)+len(c.Synonyms))+16*len(c.Rewrites)+len(c.Context)); err != nil {
		return err
	}
	return m.Take(3*rows+codes+len(c.Details)+(1+pack.MaxFields)*len(c.Fields), codes+rows/8+4*rows)
}

// checkWork refuses a pack whose encoder takes too long for what is encoded when
// it is opened.
func (n *Normalizer) checkWork(m *pack.Meter) error {
	var work int64
	add := func(size int) { work += n.encoder.Cost(size) + int64(n.head.Bits)*int64(n.head.Dim) }
	for _, s := range n.pack.Self {
		add(len(s.Text))
	}
	for _, row := range n.checkedRows() {
		add(n.pack.Names.Size(row))
	}
	return m.AtMost("CheckSteps", work, m.CheckSteps)
}

// selfCheck encodes the texts that the pack brings with their codes: a platform
// that computes other bits would answer wrongly without a sign.
func (n *Normalizer) selfCheck() error {
	for _, s := range n.pack.Self {
		if code := n.Code(nil, s.Text); !slices.Equal(code, s.Code) {
			return pack.Damage("SELF", fmt.Errorf("the code of %q comes out as %x, the pack says %x: encoder and codes do not belong together", s.Text, code, s.Code))
		}
	}
	return nil
}

// sampledRows is how many rows rowCheck encodes, a millisecond's work for all.
const sampledRows = 16

// checkedRows returns the rows that rowCheck encodes, all over the pack.
func (n *Normalizer) checkedRows() []int {
	rows := n.pack.Names.Len()
	list := make([]int, min(sampledRows, rows))
	for i := range list {
		list[i] = (2*i + 1) * rows / (2 * len(list))
	}
	return list
}

// rowCheck encodes names all over the pack: codes that belong to other names, or
// to the same in another order, would answer wrongly without a sign. CheckCodes
// encodes all.
func (n *Normalizer) rowCheck() error {
	for _, row := range n.checkedRows() {
		if n.firstWrong(row, row+1) == row {
			return n.wrongCode(row)
		}
	}
	return nil
}

func (n *Normalizer) wrongCode(row int) error {
	name := n.pack.Names.At(row)
	return pack.Damage("CODE", fmt.Errorf("row %d, %q, has the code %x, the encoder gives %x: codes and names do not belong together",
		row, name, n.appendCode(nil, int32(row)), n.Code(nil, name)))
}

// CheckCodes encodes every name and compares its code, on all processors: ten microseconds a name. Opening a
// pack checks only sixteen. done, unless nil, receives the number of checked rows, from one goroutine at a
// time. The error is a *pack.CorruptError about the first row with another code, ctx.Err(), or ErrClosed. It
// also reads all details of entities, which opening leaves for later.
func (n *Normalizer) CheckCodes(ctx context.Context, done func(rows, of int)) error {
	if !n.gate.enter() {
		return ErrClosed
	}
	defer n.gate.leave()
	if err := n.entities.CheckDetails(); err != nil {
		return err
	}
	const piece = 1024
	rows := n.pack.Names.Len()
	var mu sync.Mutex
	checked, bad := 0, math.MaxInt
	parallel.Each(0, (rows+piece-1)/piece, func(i int) {
		if ctx.Err() != nil {
			return
		}
		from, to := i*piece, min((i+1)*piece, rows)
		found := n.firstWrong(from, to)
		mu.Lock()
		defer mu.Unlock()
		bad, checked = min(bad, found), checked+to-from
		if done != nil {
			done(checked, rows)
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if bad < rows {
		return n.wrongCode(bad)
	}
	return nil
}

// firstWrong returns the first of rows [from, to) whose code is not its name's, or
// math.MaxInt.
func (n *Normalizer) firstWrong(from, to int) int {
	var code, stored []uint64
	for row, name := range n.pack.Names.Range(from, to) {
		code, stored = n.Code(code[:0], string(name)), n.appendCode(stored[:0], int32(row))
		if !slices.Equal(code, stored) {
			return row
		}
	}
	return math.MaxInt
}
