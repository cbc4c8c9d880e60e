package search

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/bitvec"
)

// cost is the definition of what the hash tables spend on a query, in words: a look-up for each value of a chunk, and the rows
// under it, until the k-th nearest of all rows seen is as near as what was looked up.
func (t *hashTables) cost(codes, q []uint64, k int) float64 {
	words := len(q)
	seen := map[int]bool{}
	sum := 0.0
	for r := 0; ; r++ {
		for j := range t.chunks {
			ch := &t.chunks[j]
			sum += 200 * choose(ch.width, r)
			var distances []int
			for row := range len(codes) / words {
				code := codes[row*words:][:words]
				if bits.OnesCount32(ch.value(q)^ch.value(code)) == r {
					seen[row] = true
					sum += 100
				}
				if seen[row] {
					distances = append(distances, bitvec.Distance(q, code))
				}
			}
			slices.Sort(distances)
			if len(distances) >= k && distances[k-1] <= r*len(t.chunks)+j {
				return sum
			}
		}
	}
}

// TestHashCost gives searches the budget that they need, which has to do, and a word less, which must not.
func TestHashCost(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, words := range []int{1, 2} {
		const rows = 600
		codes := clustered(r, randomWords(r, 10*words), rows, words)
		for row := range 150 { // many rows of one value in every chunk
			copy(codes[row*words:][:words], codes[:words])
		}
		x := hashed(t, codes, words*64)
		for _, row := range []int{0, 200, 300, 400, 500} {
			q := slices.Clone(codes[row*words:][:words])
			for flipped := range 5 {
				q[0] ^= uint64(flipped) << (7 * flipped)
				for _, k := range []int{1, 3, 150, 151} {
					x.hash.budget = x.hash.cost(codes, q, k)
					for _, less := range []float64{0, 1} {
						c := newCollector(words * 64)
						c.reset(q, k, words*64)
						x.hash.budget -= less
						if got := x.hash.search(c, subset{x.all, 0, rows}); got != (less == 0) {
							t.Errorf("%d words, row %d, %d changes, k=%d: %v words suffice is %t", words, row, flipped, k, x.hash.budget, got)
						}
					}
				}
			}
		}
	}
}

// TestHashGivesUp leaves queries to the scan: at once those that want all rows, and after two rounds those whose k-th row
// is half as far again as the tables reach.
func TestHashGivesUp(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	const rows = 500
	codes := randomWords(r, rows)
	x := hashed(t, codes, 64)
	for k, looks := range map[int]bool{rows - 1: true, rows: false, rows + 1: false} {
		c := newCollector(64)
		c.reset([]uint64{0}, k, 64)
		if found := x.hash.search(c, subset{x.all, 0, rows}); found != looks || c.unordered != looks {
			t.Errorf("k=%d: looked up %t, found all %t, want %t", k, c.unordered, found, looks)
		}
	}
	// All rows within 2*7-1 bits are found in two rounds over seven chunks, whatever the reach.
	if n := len(x.hash.chunks); n != 7 {
		t.Fatalf("%d chunks, want 7", n)
	}
	for _, distance := range []int{13, 14, 15, 16} {
		q := []uint64{codes[7] ^ (1<<distance-1)<<x.hash.chunks[1].start}
		for reach := 7; reach < 13; reach++ {
			c := newCollector(64)
			c.reset(q, 1, 64)
			x.hash.reach = reach
			want := distance == 13 || distance <= reach+reach/2
			if got := x.hash.search(c, subset{x.all, 0, rows}); got != want {
				t.Errorf("a row at %d with a reach of %d: found is %t", distance, reach, got)
			}
		}
	}
}

// TestRadiusWithin has radiuses worked out by hand. A look-up costs 200 words and 100 for each row that it yields on average.
func TestRadiusWithin(t *testing.T) {
	x := hashTables{chunks: []chunk{{width: 4, rows: make([]uint32, 32)}, {start: 4, width: 4, rows: make([]uint32, 32)}}}
	for _, tt := range []struct {
		budget float64
		want   int
	}{
		{399, -1}, {400, 0}, {799, 0}, {800, 1}, // one look-up in each chunk, of 400 words
		{2399, 1}, {2400, 2}, {3999, 2}, {4000, 3}, // four in each
		{6399, 3}, {6400, 4}, // six
		{1e9, 9}, // all values
	} {
		if got := x.radiusWithin(tt.budget); got != tt.want {
			t.Errorf("%v words suffice for %d bits, want %d", tt.budget, got, tt.want)
		}
	}
}

// TestChunks has about as many values in a chunk as there are rows, and a budget that is a small part of a scan.
func TestChunks(t *testing.T) {
	for _, tt := range []struct {
		rows, words, chunks, least, most int // least, most: bits of a chunk
	}{
		{1, 1, 40, 1, 2},
		{1000, 1, 6, 10, 11},
		{1022, 2, 13, 9, 10},
		{4094, 4, 21, 12, 13},
	} {
		codes := make([]uint64, tt.rows*tt.words)
		table, err := bitvec.NewTableInOrder(bitvec.Best(), codes, tt.words, nil)
		if err != nil {
			t.Fatal(err)
		}
		x := newHashTables(table, codes, tt.words)
		for _, ch := range x.chunks {
			if len(x.chunks) != tt.chunks || ch.width < tt.least || ch.width > tt.most {
				t.Fatalf("%d rows of %d words: %d chunks, one of %d bits; want %+v", tt.rows, tt.words, len(x.chunks), ch.width, tt)
			}
		}
		if scan := float64(len(codes)); x.budget < scan/8 || x.budget > scan/5 || x.reach != x.radiusWithin(x.budget) {
			t.Errorf("a budget of %v words for a scan of %v, reach %d", x.budget, scan, x.reach)
		}
	}
}

// TestSortDigit sorts by the wanted bits alone and keeps the order of equal ones.
func TestSortDigit(t *testing.T) {
	src := []uint64{0x3f1, 0x0a2, 0x3f3, 0x0b4, 0x0a5}
	dst := make([]uint64, len(src))
	sortDigit(dst, src, 4, 4)
	if want := []uint64{0x0a2, 0x0a5, 0x0b4, 0x3f1, 0x3f3}; !slices.Equal(dst, want) {
		t.Errorf("%x, want %x", dst, want)
	}
	sortDigit(dst, src, 5, 1)
	if want := []uint64{0x3f1, 0x0a2, 0x3f3, 0x0b4, 0x0a5}; !slices.Equal(dst, want) {
		t.Errorf("%x, want %x", dst, want)
	}
}
