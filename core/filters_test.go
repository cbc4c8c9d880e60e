package core

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// namespaced returns filters over rows of so many namespaces in turn, "0" to
// "N"; each entity has one row. The index has the order of sizes if sorted.
func namespaced(t *testing.T, rows, namespaces int, sorted bool) *filters {
	t.Helper()
	c := sizedContents(rand.New(rand.NewPCG(1, 2)), rows)
	for i := range namespaces {
		c.Namespaces = append(c.Namespaces, fmt.Sprint(namespaces-1-i)) // not in the order of names
	}
	for row := range rows {
		c.EntityNamespace = append(c.EntityNamespace, uint16(row%namespaces))
		c.RowEntity = append(c.RowEntity, uint32(row))
	}
	enough := rows
	if !sorted {
		enough++
	}
	x, err := newNear(c, enough, true)
	if err != nil {
		t.Fatal(err)
	}
	return newFilters(c, x)
}

// TestFilters compares filters with the namespaces of rows.
func TestFilters(t *testing.T) {
	const rows, namespaces = 1000, 70
	for _, sorted := range []bool{false, true} {
		f := namespaced(t, rows, namespaces, sorted)
		every := slices.Clone(f.pack.Namespaces)
		for _, names := range [][]string{{"0"}, {"69"}, {"63", "64"}, {"5", "3", "5", "5"}, every[1:], append(every, "0"), nil} {
			filter, err := f.of(names)
			if err != nil {
				t.Fatal(err)
			}
			if all := len(names) == 0 || len(names) > namespaces; all != (filter == nil) {
				t.Fatalf("%d names: %v, want nil for all namespaces and for nothing else", len(names), filter)
			}
			var found []search.Hit
			if filter != nil {
				found, _ = f.near.index.AppendNearest(nil, []uint64{0}, rows, &search.Options{Filter: filter.places})
				f.near.toRows(found)
			}
			for row := range int32(rows) {
				want := len(names) == 0 || slices.Contains(names, f.pack.Namespaces[row%namespaces])
				if filter.has(row) != want || filter != nil && slices.ContainsFunc(found, func(h search.Hit) bool { return h.Row == row }) != want {
					t.Fatalf("%d names, sorted %t: row %d has to be in it: %t", len(names), sorted, row, want)
				}
			}
		}
		if _, err := f.of([]string{"0", "70"}); err == nil {
			t.Error("a namespace that the pack has not passes")
		}
	}
}

// TestFiltersKept asks for more filters than are kept: those in use are not made again,
// and what is kept stays within its bound.
func TestFiltersKept(t *testing.T) {
	const rows, namespaces = 64 << 10, 2000
	f := namespaced(t, rows, namespaces, false)
	first, err := f.of([]string{"0"})
	if err != nil {
		t.Fatal(err)
	}
	evicted, _ := f.of([]string{"1"})
	for i := range namespaces {
		if _, err := f.of([]string{fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		if again, _ := f.of([]string{"0"}); again != first {
			t.Fatalf("a filter that is always in use was made again after %d others", i)
		}
		if again, _ := f.of([]string{"0", "0"}); again != first {
			t.Fatal("a namespace named twice gets another filter")
		}
		bytes := 0
		for _, kept := range []map[string]func() *rowFilter{f.young, f.old} {
			bytes += len(kept) * 2 * rows / 8 // as this index keeps them
		}
		if bytes > maxFilterBytes {
			t.Fatalf("%d bytes of filters are kept after %d", bytes, i)
		}
	}
	if again, _ := f.of([]string{"1"}); again == evicted {
		t.Error("a filter that nothing asked for among 2000 others was kept")
	}
	if kept := len(f.young) + len(f.old); kept < 100 {
		t.Errorf("%d filters are kept, though there is room for more", kept)
	}
}

// TestFiltersTogether asks for the same and for others from many goroutines.
func TestFiltersTogether(t *testing.T) {
	const namespaces = 8
	f := namespaced(t, 5000, namespaces, true)
	var filters [64]*rowFilter
	var wg sync.WaitGroup
	for i := range filters {
		wg.Go(func() { filters[i], _ = f.of([]string{fmt.Sprint(i % namespaces)}) })
	}
	wg.Wait()
	for i, filter := range filters {
		if filter == nil || filter != filters[i%namespaces] {
			t.Errorf("look-up %d got a filter of its own", i)
		}
	}
}

// TestFilterBytes makes filters of one namespace and of nearly all of many: neither
// takes more than a pass over the rows and a bit for each.
func TestFilterBytes(t *testing.T) {
	const rows = 1 << 16
	for _, namespaces := range []int{2, 1 << 10, 1 << 16} {
		f := namespaced(t, rows, namespaces, true)
		f.byName()
		most := 4*rows/8 + 4096
		if bytes := Allocated(func() { f.of([]string{"1"}) }); bytes > most {
			t.Errorf("%d bytes allocated for one of %d namespaces, want %d at most", bytes, namespaces, most)
		}
		if namespaces == 2 {
			continue
		}
		list := f.pack.Namespaces[1:]
		if bytes := Allocated(func() { f.of(list) }); bytes > most+32*len(list) {
			t.Errorf("%d bytes allocated for %d namespaces", bytes, len(list))
		}
	}
	var c pack.Contents
	c.Namespaces = []string{"only"}
	if filter, err := newFilters(&c, nil).of([]string{"only"}); filter != nil || err != nil {
		t.Errorf("the only namespace: %v, %v", filter, err)
	}
}
