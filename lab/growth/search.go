package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/mentionstest"
)

// coded is a list of names with their codes, and mentions of some of them.
type coded struct {
	rows, bits int
	code       func(row int) []uint64
	length     func(row int) int // of the name
	queries    []query
}

// query is the code of a mention, and its size.
type query struct {
	code []uint64
	size int
}

func (c *coded) ask(n *core.Normalizer, mentions []string) {
	for _, m := range mentions {
		c.queries = append(c.queries, query{n.Code(nil, m), search.SizeOf(len(names.AppendForm(nil, m)))})
	}
}

// compare writes lines for each number of rows.
func compare(w io.Writer, in io.Reader, path string, sizes []string) error {
	var c *coded
	if path == "-" {
		n, err := core.OpenBytes(assets.Default(), nil)
		if err != nil {
			return err
		}
		if c, err = encoded(n, in); err != nil {
			return err
		}
	} else {
		n, err := core.Open(path, nil)
		if err != nil {
			return err
		}
		defer n.Close()
		c = ofPack(n)
	}
	for _, s := range append(sizes, strconv.Itoa(c.rows)) {
		rows, err := strconv.Atoi(s)
		if err != nil || rows < 1 || rows > c.rows {
			return fmt.Errorf("%s: rows from 1 to %d", s, c.rows)
		}
		if err := searchRows(w, c, rows); err != nil {
			return err
		}
	}
	return nil
}

func ofPack(n *core.Normalizer) *coded {
	p := engine.Of(n).Contents()
	c := &coded{rows: p.Names.Len(), bits: p.Bits, code: p.Code, length: p.Names.Size}
	c.ask(n, mentionstest.Of(n))
	return c
}

const (
	together = 1 << 16 // names encoded at a time
	mentions = 500
)

// encoded encodes the names of a table, its second column, with n. It keeps codes and lengths, and the names that the
// mentions are made of, each name being as likely.
func encoded(n *core.Normalizer, table io.Reader) (*coded, error) {
	bits := engine.Of(n).Contents().Bits
	words := bits / 64
	var codes []uint64
	var lengths []uint8
	var block, sample []string
	rng := rand.New(rand.NewPCG(1, 2))
	encode := func() {
		from := len(lengths)
		codes = append(codes, make([]uint64, len(block)*words)...)
		lengths = append(lengths, make([]uint8, len(block))...)
		parallel.Parts(runtime.GOMAXPROCS(0), len(block), func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				copy(codes[(from+i)*words:], n.Code(nil, block[i]))
				lengths[from+i] = uint8(min(len(block[i]), 255))
			}
		})
		block = block[:0]
	}
	lines := bufio.NewScanner(table)
	for row := 0; lines.Scan(); row++ {
		columns := strings.SplitN(lines.Text(), "\t", 3)
		if len(columns) < 2 {
			return nil, fmt.Errorf("line %d: no name", row+1)
		}
		if block = append(block, columns[1]); len(block) == together {
			encode()
		}
		if len(sample) < mentions {
			sample = append(sample, columns[1])
		} else if i := rng.IntN(row + 1); i < mentions {
			sample[i] = columns[1]
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if encode(); len(lengths) == 0 {
		return nil, errors.New("no names")
	}
	for i, name := range sample {
		sample[i] = train.Noise(name, rng)
	}
	c := &coded{rows: len(lengths), bits: bits, length: func(row int) int { return int(lengths[row]) }}
	c.code = func(row int) []uint64 { return codes[row*words:][:words] }
	c.ask(n, sample)
	return c, nil
}

// searchRows measures near search among rows spread evenly over those of c: of each query the shorter of two times,
// because others may want the processor, too.
func searchRows(w io.Writer, c *coded, rows int) error {
	row := func(i int) int { return i * c.rows / rows }
	codes := make([]uint64, 0, rows*c.bits/64)
	for i := range rows {
		codes = append(codes, c.code(row(i))...)
	}
	x, err := search.NewBySize(codes, c.bits, rows, func(i int) int { return c.length(row(i)) })
	if err != nil {
		return err
	}
	var near search.Nearest
	for _, k := range []int{1, 10, score.NearestRows} {
		took := make(milliseconds, len(c.queries))
		last := make([]int32, len(c.queries)) // distance of the k-th
		for round := range 2 {
			for i, q := range c.queries {
				start := time.Now()
				x.Nearest(&near, q.code, q.size, k, nil)
				ms := float64(time.Since(start).Nanoseconds()) / 1e6
				if round == 0 || ms < took[i] {
					took[i] = ms
				}
				last[i] = near.Hits[len(near.Hits)-1].Distance
			}
		}
		slices.Sort(took)
		slices.Sort(last)
		if _, err := fmt.Fprintf(w, "%d names, %d bits, k %d: p50 %.3f ms, p99 %.3f ms; the last differs in %d bits (median)\n",
			rows, c.bits, k, took.at(0.5), took.at(0.99), last[len(last)/2]); err != nil {
			return err
		}
	}
	return nil
}
