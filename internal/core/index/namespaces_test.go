package index

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/search"
)

// namespaced returns filters over rows of so many namespaces in turn, "0" to
// "N"; each entity has one row. Many rows are in the order of sizes.
func namespaced(t *testing.T, rows, namespaces int) *Filters {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	c := &pack.Contents{Bits: 64, Codes: make([]uint64, rows)}
	for i := range namespaces {
		c.Namespaces = append(c.Namespaces, fmt.Sprint(namespaces-1-i)) // not in the order of names
	}
	for row := range rows {
		c.EntityNamespace = append(c.EntityNamespace, uint16(row%namespaces))
		c.RowEntity = append(c.RowEntity, uint32(row))
		c.Codes[row] = rng.Uint64()
	}
	x, err := search.NewBySize(c.Codes, c.Bits, rows, func(row int) int { return row * 37 % 300 })
	if err != nil {
		t.Fatal(err)
	}
	return NewFilters(c, x)
}

// TestMeant reads namespaces as people say them.
func TestMeant(t *testing.T) {
	f := namespaced(t, 1, 1)
	f.pack.Namespaces = strings.Fields("NCBIGene NCBIGene/10090 GO cell_line chemical disease species UniProt/1234567 Cell old_disease")
	for said, want := range map[string]string{
		"NCBIGene": "NCBIGene", "NCBIGene/10090": "NCBIGene/10090", "UniProt": "UniProt", "disease": "disease", "gene": "NCBIGene", "Genes": "NCBIGene",
		"diseases": "disease old_disease", "protein": "NCBIGene", "drugs": "chemical", "cell lines": "cell_line", "Cell-Line": "cell_line", "GO terms": "GO",
		"go": "GO", "Species": "species", "organism": "species", "cells": "Cell", "o": "", "prot": "UniProt", "mars": "", "": "", " ": "", "s": "",
	} {
		got, err := f.Meant([]string{said})
		if strings.Join(got, " ") != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", said, got, err, want)
		}
	}
	const listed = `namespace "chemcal": no such namespace in this pack, which has NCBIGene, NCBIGene/10090, GO, cell_line, chemical, disease, species, UniProt/1234567, Cell, old_disease; did you mean "chemical"?`
	if _, err := f.Meant([]string{"gene", "chemcal"}); err == nil || err.Error() != listed {
		t.Errorf("%v, want %s", err, listed)
	}
}

// TestFilters compares filters with the namespaces of rows.
func TestFilters(t *testing.T) {
	const namespaces = 70
	for _, rows := range []int{1000, 20_000} { // in their order, and by size
		f := namespaced(t, rows, namespaces)
		every := slices.Clone(f.pack.Namespaces)
		for _, list := range [][]string{{"0"}, {"69"}, {"63", "64"}, {"5", "3", "5", "5"}, every[1:], append(every, "0"), nil} {
			filter, err := f.Of(list)
			if err != nil {
				t.Fatal(err)
			}
			if all := len(list) == 0 || len(list) > namespaces; all != (filter == nil) {
				t.Fatalf("%d names: %v, want nil for all namespaces and for nothing else", len(list), filter)
			}
			found := make([]bool, rows)
			var near search.Nearest
			f.codes.Nearest(&near, []uint64{0}, 5, rows, filter)
			for _, h := range near.Hits {
				found[h.Row] = true
			}
			for row := range rows {
				want := len(list) == 0 || slices.Contains(list, f.pack.Namespaces[row%namespaces])
				if filter.Has(int32(row)) != want || found[row] != want {
					t.Fatalf("%d names, %d rows: row %d has to be in it: %t", len(list), rows, row, want)
				}
			}
		}
		if _, err := f.Of([]string{"0", "70"}); err == nil {
			t.Error("a namespace that the pack has not passes")
		}
	}
}

// TestFiltersTwins leaves rows of twins out unless a namespace names an organism.
func TestFiltersTwins(t *testing.T) {
	f := namespaced(t, 6, 3)
	f.pack.Namespaces = []string{"G", "G/10090", "D"}
	f.pack.RowKind = []pack.Kind{0, pack.KindTwin, 0, 0, 0, 0}
	for list, want := range map[string]string{"": "02345", "G": "034", "G/10090": "14", "G/10090 G": "0134", "D": "25", "D G/10090 G": "012345"} {
		filter, err := f.Of(strings.Fields(list))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for row := range int32(6) {
			if filter.Has(row) {
				got += fmt.Sprint(row)
			}
		}
		if got != want {
			t.Errorf("%q: rows %s, want %s", list, got, want)
		}
	}
}

// TestFiltersKept asks for more filters than are kept: those in use are not made again,
// and what is kept stays within its bound.
func TestFiltersKept(t *testing.T) {
	const rows, namespaces = 64 << 10, 2000
	f := namespaced(t, rows, namespaces)
	first, err := f.Of([]string{"0"})
	if err != nil {
		t.Fatal(err)
	}
	evicted, _ := f.Of([]string{"1"})
	for i := range namespaces {
		if _, err := f.Of([]string{fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		if again, _ := f.Of([]string{"0"}); again != first {
			t.Fatalf("a filter that is always in use was made again after %d others", i)
		}
		if again, _ := f.Of([]string{"0", "0"}); again != first {
			t.Fatal("a namespace named twice gets another filter")
		}
		bytes := 0
		for _, kept := range []map[string]func() *search.RowFilter{f.young, f.old} {
			bytes += len(kept) * f.codes.FilterBytes(rows/namespaces)
		}
		if bytes > f.most() {
			t.Fatalf("%d bytes of filters are kept after %d", bytes, i)
		}
	}
	if again, _ := f.Of([]string{"1"}); again == evicted {
		t.Error("a filter that nothing asked for among 2000 others was kept")
	}
	if kept := len(f.young) + len(f.old); kept < 100 {
		t.Errorf("%d filters are kept, though there is room for more", kept)
	}
}

// TestFiltersTogether asks for the same and for others from many goroutines.
func TestFiltersTogether(t *testing.T) {
	const namespaces = 8
	f := namespaced(t, 20_000, namespaces)
	var filters [64]*search.RowFilter
	var wg sync.WaitGroup
	for i := range filters {
		wg.Go(func() { filters[i], _ = f.Of([]string{fmt.Sprint(i % namespaces)}) })
	}
	wg.Wait()
	for i, filter := range filters {
		if filter == nil || filter != filters[i%namespaces] {
			t.Errorf("look-up %d got a filter of its own", i)
		}
	}
}

// TestFilterBytes makes filters of one namespace and of nearly all of many: neither
// takes more than a pass over the rows, some bits for each and the codes of few.
func TestFilterBytes(t *testing.T) {
	const rows = 1 << 16
	for _, namespaces := range []int{2, 1 << 10, 1 << 16} {
		f := namespaced(t, rows, namespaces)
		f.byName()
		f.rows()
		f.codes.AppendNearestOfAll(nil, []uint64{0}, 1) // makes the index
		most := 4*rows/8 + 64<<10
		if bytes := allocated(func() { f.Of([]string{"1"}) }); bytes > most {
			t.Errorf("%d bytes allocated for one of %d namespaces, want %d at most", bytes, namespaces, most)
		}
		if namespaces == 2 {
			continue
		}
		list := f.pack.Namespaces[1:]
		if bytes := allocated(func() { f.Of(list) }); bytes > most+32*len(list) {
			t.Errorf("%d bytes allocated for %d namespaces", bytes, len(list))
		}
	}
	var c pack.Contents
	c.Namespaces = []string{"only"}
	if filter, err := NewFilters(&c, nil).Of([]string{"only"}); filter != nil || err != nil {
		t.Errorf("the only namespace: %v, %v", filter, err)
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
