package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/internal/bitvec"
)

// naive is the definition of a search: count every row, sort all, cut.
func naive(codes, q []uint64, k int, o *Options) []Hit {
	var hits []Hit
	words := len(q)
	wanted := func(row int) bool {
		return o == nil || (o.Filter == nil || o.Filter.has(row)) && (o.To == 0 || o.From <= row && row < o.To)
	}
	for row := range len(codes) / words {
		d := bitvec.Distance(q, codes[row*words:][:words])
		if wanted(row) {
			hits = append(hits, Hit{int32(row), int32(d)})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Row, b.Row))
	})
	return hits[:max(0, min(k, len(hits)))]
}

// indexes calls f with an index of the codes for every kernel that can run here.
func indexes(t *testing.T, codes []uint64, bits int, f func(name string, x *Index)) {
	t.Helper()
	for _, kernel := range bitvec.Kernels() {
		if !kernel.Runnable() {
			t.Logf("NOT RUN, this machine lacks the instructions: %s", kernel.Name())
			continue
		}
		x, err := newIndex(codes, bits, kernel, nil)
		if err != nil {
			t.Fatal(err)
		}
		f(kernel.Name(), x)
	}
}

func TestSearchMatchesNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, bits := range []int{64, 128, 192, 256, 512, 1024, 1088} {
		for _, rows := range []int{0, 1, 7, 8, 9, 63, 64, 65, 1300} {
			words := bits / 64
			centres := randomWords(r, 50*words)
			codes, q := clustered(r, centres, rows, words), clustered(r, centres, 1, words)
			indexes(t, codes, bits, func(name string, x *Index) {
				options := []*Options{nil, {Filter: randomFilter(t, r, x, 0.1)}, {Filter: randomFilter(t, r, x, 0.7)}}
				for _, from := range []int{0, 64} {
					if from < rows {
						options = append(options, &Options{From: from, To: rows}, &Options{Filter: randomFilter(t, r, x, 0.7), From: from, To: min(rows, max(64, rows/2&^63))})
					}
				}
				for _, o := range options {
					checkSearch(t, name, x, codes, q, o)
				}
			})
		}
	}
}

// checkSearch compares both kinds of search with the definition.
func checkSearch(t *testing.T, name string, x *Index, codes, q []uint64, o *Options) {
	t.Helper()
	prefix := []Hit{{-1, -1}} // what dst held stays
	for _, k := range []int{-1, 0, 1, 10, 128, x.Len(), x.Len() + 5} {
		want := naive(codes, q, k, o)
		got, err := x.AppendNearest(slices.Clone(prefix), q, k, o)
		if err != nil || !slices.Equal(got[1:], want) || got[0] != prefix[0] {
			t.Fatalf("%s, %d bits, %d rows, k=%d: %v\n got %v\nwant %v", name, x.bits, x.Len(), k, err, got, want)
		}
		batch, err := x.NearestBatch(nil, slices.Concat(q, q), k, o)
		if err != nil || len(batch) != 2 || !slices.Equal(batch[0], want) || !slices.Equal(batch[1], want) {
			t.Fatalf("%s, %d bits, %d rows, k=%d, batch: %v\n got %v\nwant %v twice", name, x.bits, x.Len(), k, err, batch, want)
		}
	}
}

// TestTies has every row at one distance, so that only the row number orders them.
func TestTies(t *testing.T) {
	codes := make([]uint64, 2*500)
	indexes(t, codes, 128, func(name string, x *Index) {
		checkSearch(t, name, x, codes, []uint64{0, 0}, nil)
		checkSearch(t, name, x, codes, []uint64{^uint64(0), 7}, nil)
	})
}

// TestDescending has every row nearer than the one before, so that each is kept for a while.
func TestDescending(t *testing.T) {
	var codes []uint64
	for d := 64; d >= 0; d-- {
		for range 100 {
			codes = append(codes, ^(^uint64(0) << d))
		}
	}
	indexes(t, codes, 64, func(name string, x *Index) { checkSearch(t, name, x, codes, []uint64{0}, nil) })
}

func TestFilter(t *testing.T) {
	const rows = 5000
	r := rand.New(rand.NewPCG(3, 4))
	codes := randomWords(r, rows)
	runs := bitset.New(rows).FlipRange(1500, 1700).FlipRange(rows-8, rows) // a few runs of rows, as namespaces are
	gap := runs.Clone().FlipRange(1600, 1664)
	indexes(t, codes, 64, func(name string, x *Index) {
		for _, c := range []struct {
			allow *bitset.BitSet
			count int
		}{
			{nil, rows},
			{runs, 208},
			{gap, 144},
			{bitset.New(rows), 0},
		} {
			f, err := x.NewFilter(c.allow)
			if err != nil {
				t.Fatal(err)
			}
			if f.count != c.count {
				t.Errorf("%s: filter of %d rows, want %d", name, f.count, c.count)
			}
			checkSearch(t, name, x, codes, codes[1600:1601], &Options{Filter: f})
		}
	})
}

func TestMisfits(t *testing.T) {
	x, err := New(make([]uint64, 200), 128, nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := New(make([]uint64, 20), 128, nil)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := other.NewFilter(nil)
	if err != nil {
		t.Fatal(err)
	}
	q, kept := make([]uint64, 2), []Hit{{3, 4}}
	for _, c := range []struct {
		name, want string
		search     func() ([]Hit, error)
	}{
		{"short query", "query of 1 words", func() ([]Hit, error) { return x.AppendNearest(kept, q[:1], 1, nil) }},
		{"filter", "filter over 10 rows", func() ([]Hit, error) { return x.AppendNearest(kept, q, 1, &Options{Filter: wrong}) }},
		{"rows that do not begin a word", "rows [32,64)", func() ([]Hit, error) { return x.AppendNearest(kept, q, 1, &Options{From: 32, To: 64}) }},
		{"rows that do not end one", "rows [0,65)", func() ([]Hit, error) { return x.AppendNearest(kept, q, 1, &Options{To: 65}) }},
		{"rows beyond the last", "rows [0,128)", func() ([]Hit, error) { return x.AppendNearest(kept, q, 1, &Options{To: 128}) }},
		{"rows backwards", "rows [128,64)", func() ([]Hit, error) { return x.AppendNearest(kept, q, 1, &Options{From: 128, To: 64}) }},
		{"no query", "query of 0 words", func() ([]Hit, error) { return x.AppendNearest(kept, nil, 1, nil) }},
		{"allow", "filter of 99 rows", func() ([]Hit, error) { _, err := x.NewFilter(bitset.New(99)); return kept, err }},
		{"batch", "query of 3 words", func() ([]Hit, error) { _, err := x.NearestBatch(nil, make([]uint64, 3), 1, nil); return kept, err }},
	} {
		hits, err := c.search()
		if err == nil || !strings.Contains(err.Error(), "not fit the index") || !strings.Contains(err.Error(), c.want) || !slices.Equal(hits, kept) {
			t.Errorf("%s: %v, %v; want %q and dst as it was", c.name, hits, err, c.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		words, bits int
		want        string
	}{
		{8, 0, "codes of 0 bits"},
		{8, 63, "codes of 63 bits"},
		{8, 4160, "codes of 4160 bits"},
		{7, 128, "7 words of codes"},
	} {
		if _, err := New(make([]uint64, c.words), c.bits, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d words, %d bits: %v, want %q", c.words, c.bits, err, c.want)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	codes := randomWords(r, 4*10_000)
	indexes(t, codes, 256, func(name string, x *Index) {
		if testing.AllocsPerRun(1, func() {}) != 0 {
			t.Fatal("cannot count allocations")
		}
		hits := make([]Hit, 0, 10_000)
		filter := randomFilter(t, r, x, 0.5)
		allocs := testing.AllocsPerRun(20, func() {
			q := [4]uint64{1, 2, 3, 4} // on the stack
			for _, k := range []int{1, 10, 128} {
				hits, _ = x.AppendNearest(hits[:0], q[:], k, &Options{Filter: filter})
			}
		})
		if allocs != 0 && !raceEnabled {
			t.Errorf("%s: %v allocations a search", name, allocs)
		}
	})
}

func TestBatchReusesMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	codes, qs := randomWords(r, 2*9000), randomWords(r, 2*150) // several tiles and groups
	x, err := New(codes, 128, nil)
	if err != nil {
		t.Fatal(err)
	}
	dst, err := x.NearestBatch(nil, qs, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := &dst[0][0]
	dst, err = x.NearestBatch(dst[:1], qs, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(dst) != 150 || &dst[0][0] != first {
		t.Errorf("%d results, want 150 in the memory given", len(dst))
	}
	for i, got := range dst {
		if want := naive(codes, qs[2*i:2*i+2], 5, nil); !slices.Equal(got, want) {
			t.Fatalf("query %d: got %v, want %v", i, got, want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	codes, qs := randomWords(r, 2*3000), randomWords(r, 2*8)
	indexes(t, codes, 128, func(name string, x *Index) {
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				q := qs[2*g : 2*g+2]
				want := naive(codes, q, 20, nil)
				for range 20 {
					if got, err := x.AppendNearest(nil, q, 20, nil); err != nil || !slices.Equal(got, want) {
						t.Errorf("%s: %v\n got %v\nwant %v", name, err, got, want)
					}
				}
			})
		}
		wg.Wait()
	})
}

// FuzzSearch builds small indexes from arbitrary bytes and compares every way to search them.
func FuzzSearch(f *testing.F) {
	f.Add([]byte("a few codes of sixty-four bits, close to one another as text tends to be"), uint8(1), uint16(3), uint64(5))
	f.Add(make([]byte, 800), uint8(2), uint16(500), ^uint64(0))
	f.Add(slices.Repeat([]byte{0xaa, 0x55, 0xff}, 400), uint8(3), uint16(1), uint64(0))
	f.Fuzz(func(t *testing.T, data []byte, width uint8, k uint16, allow uint64) {
		words := int(width)%4 + 1
		codes := make([]uint64, min(len(data)/8, 64*words)/words*words)
		for i := range codes {
			for _, b := range data[i*8 : i*8+8] {
				codes[i] = codes[i]<<8 | uint64(b)
			}
		}
		q := make([]uint64, words)
		copy(q, codes)
		indexes(t, codes, words*64, func(name string, x *Index) {
			f, err := x.NewFilter(bitset.FromWithLength(uint(x.Len()), []uint64{allow & (1<<x.Len() - 1)}[:min(1, x.Len())]))
			if err != nil {
				t.Fatal(err)
			}
			o := &Options{Filter: f}
			want := naive(codes, q, int(k), o)
			if got, err := x.AppendNearest(nil, q, int(k), o); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: %v\n got %v\nwant %v", name, err, got, want)
			}
		})
	})
}

// TestOrder searches codes in another order of rows.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 13))
	const rows, words = 500, 2
	codes, order := clustered(r, randomWords(r, 20*words), rows, words), make([]int32, rows)
	var ordered []uint64
	for i, row := range r.Perm(rows) {
		order[i] = int32(row)
		ordered = append(ordered, codes[row*words:][:words]...)
	}
	x, err := New(codes, 64*words, order)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		checkSearch(t, "in order", x, ordered, codes[i*words:][:words], nil)
	}
	if _, err := New(codes, 64*words, order[1:]); err == nil {
		t.Error("an order without a row is taken")
	}
}

func (f *Filter) has(row int) bool {
	return row >= 0 && row < f.rows && f.words[row/64]>>(row%64)&1 != 0
}
