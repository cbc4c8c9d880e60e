package mapping

import (
	"context"
	"fmt"
	"io"
)

// Shard is part Index of Of of a table, a range of its blocks. The zero Shard is the whole table.
type Shard struct {
	Index  int // from 1
	Of     int
	Blocks int // of the whole table, from CountBlocks
}

// whole reports whether there is one part.
func (s *Shard) whole() bool { return s.Of <= 1 }

// blocks returns the range of the shard: blocks from up to, not including, to. That of the whole table has no end.
func (s *Shard) blocks() (from, to int) {
	if s.whole() {
		return 0, -1
	}
	return (s.Index - 1) * s.Blocks / s.Of, s.Index * s.Blocks / s.Of
}

// String is "2/8 of 37 blocks", and nothing for the whole table.
func (s *Shard) String() string {
	if s.whole() {
		return ""
	}
	return fmt.Sprintf("%d/%d of %d blocks", s.Index, s.Of, s.Blocks)
}

// CountBlocks reads the table in to its end, and returns its blocks. It calls progress after each. Errors are about
// rows, as those of Run.
func CountBlocks(ctx context.Context, c *Config, in *Input, progress func()) (int, error) {
	r, err := newRun(c, in)
	if err != nil {
		return 0, err
	}
	for n := 0; ; n++ {
		b := r.nextBlock()
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case b.err == io.EOF && len(b.rows) == 0:
			return n, nil
		case b.err == io.EOF:
			return n + 1, nil
		case b.err != nil:
			return 0, b.err
		}
		progress()
	}
}
