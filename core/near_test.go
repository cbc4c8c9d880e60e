package core

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// sizedContents returns a list of names of 1 to 300 bytes, most of them short, with
// random codes.
func sizedContents(r *rand.Rand, rows int) *pack.Contents {
	names, codes := make([]string, rows), make([]uint64, rows)
	for i := range names {
		names[i] = fmt.Sprintf("%04d", i)[:min(4, 1<<r.IntN(3))] + strings.Repeat("x", int(300*max(0, r.Float64()-0.3)*r.Float64()*r.Float64()))
		codes[i] = r.Uint64()
	}
	return &pack.Contents{Names: pack.NewStrings(names), Codes: codes, Bits: 64}
}

// wanted is the definition of near.append for names in the order of sizes: those
// of about a size, or all if they are fewer than k, and those that share a word
// of 64 places with the first or last of them.
func wanted(c *pack.Contents, order []int32, code uint64, size, k int, f *rowFilter) []search.Hit {
	first, last := len(order), -1
	for place, row := range order {
		if s := sizeOf(c.Names.Size(int(row))); s >= size-nearby && s <= size+nearby {
			first, last = min(first, place), place
		}
	}
	hits := func(from, to int) (hits []search.Hit) {
		for _, row := range order[from:max(from, to)] {
			if f.has(row) {
				hits = append(hits, search.Hit{Row: row, Distance: int32(popcount(code ^ c.Codes[row]))})
			}
		}
		slices.SortStableFunc(hits, func(a, b search.Hit) int { return cmp.Compare(a.Distance, b.Distance) })
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

func popcount(w uint64) (n int) {
	for ; w != 0; w &= w - 1 {
		n++
	}
	return n
}

func TestNear(t *testing.T) {
	const rows = 3000
	r := rand.New(rand.NewPCG(7, 8))
	c := sizedContents(r, rows)
	x, err := newNear(c, rows, true)
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int32, rows)
	for row := range order {
		order[row] = int32(row)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(sizeOf(c.Names.Size(int(a))), sizeOf(c.Names.Size(int(b))))
	})
	var filters []*rowFilter
	for _, share := range []float64{0.02, 0.6} {
		allow := make([]uint64, (rows+63)/64)
		for row := range rows {
			if r.Float64() < share {
				allow[row/64] |= 1 << (row % 64)
			}
		}
		filters = append(filters, x.newFilter(allow))
	}
	for size := range sizes + 1 {
		for _, f := range append(filters, nil) {
			for _, k := range []int{1, 50, 500, rows} {
				codes := []uint64{c.Codes[17*size], r.Uint64()}
				batch := x.batch(nil, codes, size, k, f)
				for i, code := range codes {
					want := wanted(c, order, code, size, k, f)
					if got := x.append(nil, codes[i:i+1], size, k, f); !slices.Equal(got, want) || !slices.Equal(batch[i], want) {
						t.Fatalf("size %d, k %d, query %d: %d and, of many, %d rows, want %d, or others", size, k, i, len(got), len(batch[i]), len(want))
					}
				}
			}
		}
	}
}

// TestNearSmall has fewer names than are worth sorting.
func TestNearSmall(t *testing.T) {
	c := sizedContents(rand.New(rand.NewPCG(9, 10)), 200)
	x, err := newNear(c, 201, true)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]int32, 200)
	for row := range rows {
		rows[row] = int32(row)
	}
	for size := range sizes {
		want := wanted(c, rows, 5, 0, 200, nil) // all, in the order of rows
		if got := x.append(nil, []uint64{5}, size, 200, nil); !slices.Equal(got, want) {
			t.Errorf("size %d: %d rows", size, len(got))
		}
	}
}

func TestSizeOf(t *testing.T) {
	for length, want := range map[int]int{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 11: 6, 12: 7, 191: 14, 192: 15, 256: 16, 1 << 20: 16} {
		if got := sizeOf(length); got != want {
			t.Errorf("%d bytes: size %d, want %d", length, got, want)
		}
	}
}
