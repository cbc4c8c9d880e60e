package engine

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
	if n := len(c.Parents); n > 0 {
		if err := m.Take(2*n+c.IDs.Len(), 4*(n+c.IDs.Len())); err != nil {
			return err
		}
	}
	rows := c.Names.Len()
	codes := rows * (c.Bits / 8)
	parts := len(c.Encoder) + len(c.Head) + len(c.Calibration) + len(c.Synonyms) + len(c.Telling) + len(c.Rewrites) + len(c.Knowledge) + len(c.Translations) + len(c.Tagger)
	// Weights are copied, and those that are multiplied kept as float32; the others
	// take at most three times their bytes. The digests read encoder and head again.
	if err := m.Take(8*parts, encoder.TableBytes(c.Encoder)+2*len(c.Head)+3*(len(c.Calibration)+len(c.Synonyms)+len(c.Telling))+16*(len(c.Rewrites)+len(c.Knowledge)+len(c.Translations))); err != nil {
		return err
	}
	return m.Take(3*rows+codes+len(c.Details)+(1+pack.MaxFields)*len(c.Fields), codes+rows/8+4*rows)
}

// checkWork refuses a pack whose encoder takes too long for what is encoded when
// it is opened.
func (e *Engine) checkWork(enc *encoder.Encoder, m *pack.Meter) error {
	var work int64
	add := func(size int) { work += enc.Cost(size) + int64(e.head.Bits)*int64(e.head.Dim) }
	for _, s := range e.Pack.Self {
		add(len(s.Text))
	}
	for _, row := range e.checkedRows() {
		add(e.Pack.Names.Size(row))
	}
	return m.AtMost("CheckSteps", work, m.CheckSteps)
}

// selfCheck encodes the texts that the pack brings with their codes: a platform
// that computes other bits would answer wrongly without a sign.
func (e *Engine) selfCheck(enc *encoder.Encoder) error {
	for _, s := range e.Pack.Self {
		if code := e.head.Encode(nil, enc.Encode(nil, s.Text)); !slices.Equal(code, s.Code) {
			return pack.Damage("SELF", fmt.Errorf("the code of %q comes out as %x, the pack says %x: encoder and codes do not belong together", s.Text, code, s.Code))
		}
	}
	return nil
}

// sampledRows is how many rows rowCheck encodes, a millisecond's work for all.
const sampledRows = 16

// checkedRows returns the rows that rowCheck encodes, all over the pack.
func (e *Engine) checkedRows() []int {
	rows := e.Pack.Names.Len()
	list := make([]int, min(sampledRows, rows))
	for i := range list {
		list[i] = (2*i + 1) * rows / (2 * len(list))
	}
	return list
}

// rowCheck encodes names all over the pack: codes that belong to other names, or
// to the same in another order, would answer wrongly without a sign. CheckCodes
// encodes all.
func (e *Engine) rowCheck() error {
	for _, row := range e.checkedRows() {
		if e.firstWrong(row, row+1) == row {
			return e.wrongCode(row)
		}
	}
	return nil
}

func (e *Engine) wrongCode(row int) error {
	name := e.Pack.Names.At(row)
	return pack.Damage("CODE", fmt.Errorf("row %d, %q, has the code %x, the encoder gives %x: codes and names do not belong together",
		row, name, e.appendCode(nil, int32(row)), e.Code(nil, name)))
}

// CheckCodes encodes every name and compares its code, on all processors, and reads all details of entities. done, unless
// nil, receives the number of checked rows, from one goroutine at a time.
func (e *Engine) CheckCodes(ctx context.Context, done func(rows, of int)) error {
	if err := e.Entities.CheckDetails(); err != nil {
		return err
	}
	const piece = 1024
	rows := e.Pack.Names.Len()
	var mu sync.Mutex
	checked, bad := 0, math.MaxInt
	parallel.Each(0, (rows+piece-1)/piece, func(i int) {
		if ctx.Err() != nil {
			return
		}
		from, to := i*piece, min((i+1)*piece, rows)
		found := e.firstWrong(from, to)
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
		return e.wrongCode(bad)
	}
	return nil
}

// firstWrong returns the first of rows [from, to) whose code is not its name's, or
// math.MaxInt.
func (e *Engine) firstWrong(from, to int) int {
	var code, stored []uint64
	for row, name := range e.Pack.Names.Range(from, to) {
		code, stored = e.Code(code[:0], string(name)), e.appendCode(stored[:0], int32(row))
		if !slices.Equal(code, stored) {
			return row
		}
	}
	return math.MaxInt
}
