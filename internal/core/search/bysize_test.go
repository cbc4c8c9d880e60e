package search

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bits-and-blooms/bitset"
)

// sized is a list of names of some lengths, with random codes.
type sized struct {
	lengths []int
	codes   []uint64
}

// newSized returns names of 1 to 300 bytes, most of them short.
func newSized(r *rand.Rand, rows int) (s sized) {
	for range rows {
		s.lengths = append(s.lengths, 1<<r.IntN(3)+int(300*max(0, r.Float64()-0.3)*r.Float64()*r.Float64()))
		s.codes = append(s.codes, r.Uint64())
	}
	return s
}

func (s sized) index(t *testing.T, enough int) *BySize {
	t.Helper()
	x, err := newBySize(s.codes, 64, len(s.codes), func(row int) int { return s.lengths[row] }, enough)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// wanted is the definition of BySize.AppendNearest for names in the order of sizes: those
// of about a size, or all if they are fewer than k, and those that share a word
// of 64 places with the first or last of them.
func wanted(c sized, order []int32, code uint64, size, k int, f *RowFilter) []Hit {
	first, last := len(order), -1
	for place, row := range order {
		if s := SizeOf(c.lengths[row]); s >= size-nearby && s <= size+nearby {
			first, last = min(first, place), place
		}
	}
	hits := func(from, to int) (hits []Hit) {
		for _, row := range order[from:max(from, to)] {
			if f.Has(row) {
				hits = append(hits, Hit{Row: row, Distance: int32(bits.OnesCount64(code ^ c.codes[row]))})
			}
		}
		slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(a.Distance, b.Distance) })
		return hits
	}
	found := hits(0, 0)
	if last >= first {
		found = hits(first&^63, min(last|63, len(order)-1)+1)
	}
	if len(found) < k {
		found = hits(0, len(order))
	}
	return found[:min(k, len(found))]
}

func TestBySize(t *testing.T) {
	const rows = 3000
	r := rand.New(rand.NewPCG(7, 8))
	c := newSized(r, rows)
	x := c.index(t, rows)
	if !slices.Equal(x.Codes(), c.codes) {
		t.Error("the codes in the order of rows are others")
	}
	order := make([]int32, rows)
	for row := range order {
		order[row] = int32(row)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(SizeOf(c.lengths[a]), SizeOf(c.lengths[b]))
	})
	var filters []*RowFilter
	for _, share := range []float64{0, 0.02, 0.6} {
		allow := bitset.New(uint(rows))
		for row := range rows {
			if r.Float64() < share {
				allow.Set(uint(row))
			}
		}
		filters = append(filters, x.NewRowFilter(allow))
	}
	for size := range numSizes {
		for _, f := range append(filters, nil) {
			for _, k := range []int{1, 50, 500, rows} {
				codes := []uint64{c.codes[17*size], r.Uint64(), c.codes[size], r.Uint64()}
				batch, single := make([]Nearest, 4), &Nearest{}
				x.NearestBatch(batch, codes, []int{size, size, size, size}, k, f)
				for i, code := range codes {
					want := wanted(c, order, code, size, k, f)
					if got := nearest(x, codes[i], size, k, f); !slices.Equal(got, want) || !slices.Equal(batch[i].Hits, want) {
						t.Fatalf("size %d, k %d, query %d: %d and, of many, %d rows, want %d, or others", size, k, i, len(got), len(batch[i].Hits), len(want))
					}
					x.Nearest(single, codes[i:i+1], size, k, f)
					if !slices.Equal(single.Hits, want) || !slices.Equal(single.Codes, c.codesOf(want)) || !slices.Equal(batch[i].Codes, c.codesOf(want)) {
						t.Fatalf("size %d, k %d, query %d: %d rows with %d codes, want %d, or others", size, k, i, len(single.Hits), len(single.Codes), len(want))
					}
				}
			}
		}
	}
}

// codesOf returns the codes of rows.
func (c sized) codesOf(hits []Hit) (codes []uint64) {
	for _, h := range hits {
		codes = append(codes, c.codes[h.Row])
	}
	return codes
}

// TestBySizeSmall has fewer names than are worth sorting.
func TestBySizeSmall(t *testing.T) {
	c := newSized(rand.New(rand.NewPCG(9, 10)), 200)
	x := c.index(t, 201)
	if !slices.Equal(x.Codes(), c.codes) {
		t.Error("the codes are others")
	}
	rows := make([]int32, 200)
	for row := range rows {
		rows[row] = int32(row)
	}
	for size := range numSizes {
		want := wanted(c, rows, 5, 0, 200, nil) // all, in the order of rows
		if got := nearest(x, 5, size, 200, nil); !slices.Equal(got, want) {
			t.Errorf("size %d: %d rows", size, len(got))
		}
	}
}

// TestBySizeIndexed makes the index at the first search, once for all that search at
// the same time.
func TestBySizeIndexed(t *testing.T) {
	c := newSized(rand.New(rand.NewPCG(13, 14)), 5000)
	x := c.index(t, 5000)
	indexed := 0
	x.Indexed = func() { indexed++ }
	x.NearestBatch(nil, nil, nil, 10, nil) // of a look-up that names decide
	if x.Kernel() == "" || indexed != 0 {
		t.Errorf("kernel %q, indexed %d times before a search", x.Kernel(), indexed)
	}
	var wg sync.WaitGroup
	for row := range 8 {
		wg.Go(func() {
			if hits := x.AppendNearestOfAll(nil, c.codes[row:row+1], 1); len(hits) != 1 || hits[0].Distance != 0 {
				t.Errorf("row %d: %+v", row, hits)
			}
		})
	}
	wg.Wait()
	if indexed != 1 {
		t.Errorf("indexed %d times", indexed)
	}
}

// TestNewBySizeRefuses refuses at once what no search could index.
func TestNewBySizeRefuses(t *testing.T) {
	for _, c := range []struct {
		words, bits, rows int
		want              string
	}{
		{10, 32, 10, "codes of 32 bits"},
		{10, 8192, 1, "codes of 8192 bits"},
		{9, 128, 4, "not a whole number of rows"},
		{10, 128, 4, "not the codes of 4 rows"},
	} {
		_, err := NewBySize(make([]uint64, c.words), c.bits, c.rows, func(int) int { return 1 })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d words of %d bits for %d rows: %v, want %q", c.words, c.bits, c.rows, err, c.want)
		}
	}
}

func TestSizeOf(t *testing.T) {
	for length, want := range map[int]int{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 11: 6, 12: 7, 191: 14, 192: 15, 256: 16, 1 << 20: 16} {
		if got := SizeOf(length); got != want {
			t.Errorf("%d bytes: size %d, want %d", length, got, want)
		}
	}
}

// TestNearestOfAll finds names of all sizes.
func TestNearestOfAll(t *testing.T) {
	c := newSized(rand.New(rand.NewPCG(11, 12)), 500)
	for _, enough := range []int{500, 501} {
		x := c.index(t, enough)
		hits := x.AppendNearestOfAll([]Hit{{Row: -1}}, c.codes[77:78], 500)
		seen := map[int32]bool{}
		for i, h := range hits[1:] {
			if want := int32(bits.OnesCount64(c.codes[77] ^ c.codes[h.Row])); seen[h.Row] || h.Distance != want || i > 0 && h.Distance < hits[i].Distance {
				t.Errorf("place %d: %+v, want distance %d", i, h, want)
			}
			seen[h.Row] = true
		}
		if len(seen) != 500 || hits[0].Row != -1 || hits[1].Row != 77 {
			t.Errorf("%d rows, after %+v first %+v", len(seen), hits[0], hits[1])
		}
	}
}

// nearest returns the hits of a search.
func nearest(x *BySize, code uint64, size, k int, f *RowFilter) []Hit {
	var n Nearest
	x.Nearest(&n, []uint64{code}, size, k, f)
	return n.Hits
}
