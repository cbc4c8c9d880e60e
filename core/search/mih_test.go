package search

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHashBudget searches with the budget of real use: near queries end in the tables, far ones in the scan, and both
// agree with the definition.
func TestHashBudget(t *testing.T) {
	const rows, words = 20_000, 2
	r := rand.New(rand.NewPCG(21, 22))
	centres := randomWords(r, 100*words)
	codes := clustered(r, centres, rows, words)
	x, err := New(codes, words*64, &Config{HashRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	if x.hash == nil {
		t.Fatal("no hash tables")
	}
	filter := randomFilter(t, r, x, 0.3)
	for _, c := range []struct {
		name string
		qs   []uint64
		want bool // of the tables: enough for k = 1
	}{
		{"stored", disturbed(r, codes, words, 1), true},
		{"far", randomWords(r, 16*words), false},
	} {
		sufficed := 0
		for i := 0; i < 16*words; i += words {
			q := c.qs[i : i+words]
			for _, k := range []int{1, 10, 300} {
				for _, o := range []*Options{nil, {Filter: filter}, {Scan: true}, {From: 64, To: x.Len() / 2 &^ 63}} {
					got, err := x.AppendNearest(nil, q, k, o)
					if want := naive(codes, q, k, o); err != nil || !slices.Equal(got, want) {
						t.Fatalf("%s query %d, k=%d: %v\n got %v\nwant %v", c.name, i, k, err, got, want)
					}
				}
			}
			col := newCollector(words * 64)
			col.reset(q, 1, words*64)
			if x.hash.search(col, subset{x.all, 0, x.Len()}) {
				sufficed++
			}
		}
		if c.want && sufficed < 8 || !c.want && sufficed > 0 {
			t.Errorf("%s: hash tables sufficed for %d of 16 queries", c.name, sufficed)
		}
	}
}

// TestOrder searches codes in another order of rows, by scan and by hash tables.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 13))
	const rows, words = 500, 2
	codes, order := clustered(r, randomWords(r, 20*words), rows, words), make([]int32, rows)
	for i, row := range r.Perm(rows) {
		order[i] = int32(row)
	}
	ordered := inOrder(codes, words, order)
	for _, hashRows := range []int{-1, 1} {
		x, err := New(codes, 64*words, &Config{HashRows: hashRows, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			checkSearch(t, "in order", x, ordered, codes[i*words:][:words], nil)
		}
	}
	if inOrder(codes, words, nil)[7] != codes[7] || ordered[2] != codes[2*order[1]] {
		t.Error("rows are not in the order wanted")
	}
	if _, err := New(codes, 64*words, &Config{Order: order[1:]}); err == nil {
		t.Error("an order without a row is taken")
	}
}

// TestHashSkew has most rows share one code, so that a single look-up yields more rows than a scan may cost.
func TestHashSkew(t *testing.T) {
	const rows = 20_000
	codes := make([]uint64, rows)
	for row := rows - 100; row < rows; row++ {
		codes[row] = uint64(row)
	}
	x, err := New(codes, 64, &Config{HashRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range [][]uint64{{0}, {1}, codes[rows-1:]} {
		c := newCollector(64)
		c.reset(q, 5, 64)
		if x.hash.search(c, subset{x.all, 0, x.Len()}); len(c.kept) > rows/2 {
			t.Errorf("query %x: %d rows collected", q, len(c.kept))
		}
		got, err := x.AppendNearest(nil, q, 5, nil)
		if want := naive(codes, q, 5, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("query %x: %v\n got %v\nwant %v", q, err, got, want)
		}
	}
}

func TestHashTables(t *testing.T) {
	const rows, words = 3000, 3
	r := rand.New(rand.NewPCG(23, 24))
	codes := clustered(r, randomWords(r, 10*words), rows, words)
	tables := hashed(t, codes, words*64).hash
	end := 0
	for _, ch := range tables.chunks {
		if ch.start != end || ch.width < 1 || ch.width > maxChunkBits {
			t.Fatalf("chunk of bits [%d,%d) after bit %d", ch.start, ch.start+ch.width, end)
		}
		end += ch.width
		seen := 0
		for v := range len(ch.starts) - 1 {
			of := ch.rows[ch.starts[v]:ch.starts[v+1]]
			if !slices.IsSorted(of) {
				t.Fatalf("rows of value %d out of order: %v", v, of)
			}
			for _, row := range of {
				for bit := range ch.width {
					at := ch.start + bit
					if codes[int(row)*words+at/64]>>(at%64)&1 != uint64(v>>bit&1) {
						t.Fatalf("row %d under value %d differs in bit %d", row, v, at)
					}
				}
			}
			seen += len(of)
		}
		if seen != rows {
			t.Errorf("chunk at bit %d holds %d rows of %d", ch.start, seen, rows)
		}
	}
	if end != words*64 {
		t.Errorf("chunks end at bit %d", end)
	}
}

func TestHashChosenBySize(t *testing.T) {
	for _, c := range []struct {
		rows, bits, hashRows int
		want                 bool
	}{
		{100, 64, 0, false},
		{DefaultHashRows - 1, 64, 0, false},
		{DefaultHashRows, 64, 0, true},
		{DefaultHashRows, 64, -1, false},
		{100, 64, 100, true},
		{100, 64, 101, false},
		{100, 256, 1, true},
		{100, 320, 1, false},
	} {
		x, err := New(make([]uint64, c.rows*c.bits/64), c.bits, &Config{HashRows: c.hashRows})
		if err != nil {
			t.Fatal(err)
		}
		if got := x.hash != nil; got != c.want {
			t.Errorf("%d rows of %d bits, HashRows %d: tables %t, want %t", c.rows, c.bits, c.hashRows, got, c.want)
		}
	}
}

func TestNextMask(t *testing.T) {
	for width := 1; width <= 12; width++ {
		for r := 1; r <= width; r++ {
			n, last := 0, uint32(0)
			for mask := uint32(1)<<r - 1; mask < 1<<width; mask = nextMask(mask) {
				if bits.OnesCount32(mask) != r || mask <= last {
					t.Fatalf("mask %b after %b, want %d bits", mask, last, r)
				}
				n, last = n+1, mask
			}
			if want := int(choose(width, r)); n != want {
				t.Errorf("%d masks of %d in %d bits, want %d", n, r, width, want)
			}
		}
	}
}
