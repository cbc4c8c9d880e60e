package bitvec

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// testWidths are words a row: those with a kernel of their own, and some without.
var testWidths = []int{1, 2, 3, 4, 5, 8, 12, 16, 17, 31, 32, 33, 64}

var testRows = []int{0, 1, 7, 8, 9, 17, 63, 64, 65, 128, 1031}

// runnable calls f for every kernel of this build that can run here, and says plainly which cannot.
func runnable(t *testing.T, f func(t *testing.T, k *Kernel)) {
	t.Helper()
	var missing []string
	for _, k := range Kernels() {
		if !k.Runnable() {
			missing = append(missing, k.Name())
			continue
		}
		t.Run(k.Name(), func(t *testing.T) { f(t, k) })
	}
	if len(missing) > 0 {
		t.Logf("NOT RUN, this machine lacks the instructions: %s", strings.Join(missing, ", "))
	}
}

// naiveScan is the definition of Table.Scan with room for all hits.
func naiveScan(codes, q, allow []uint64, from, to, limit int) []Hit {
	var hits []Hit
	for row := from; row < to; row++ {
		d := 0
		for i, w := range q {
			d += bits.OnesCount64(w ^ codes[row*len(q)+i])
		}
		if d < limit && allow[row/64]>>(row%64)&1 != 0 {
			hits = append(hits, Hit{int32(row), int32(d)})
		}
	}
	return hits
}

// scanAll resumes a scan until its range is done, with room hits at a time, and checks what it promises on the way.
func scanAll(t *testing.T, table *Table, q, allow []uint64, from, to, limit, room int) []Hit {
	t.Helper()
	var query Query
	table.Prepare(&query, randomCodes(rand.New(rand.NewPCG(8, 8)), len(q))) // replaced by the next one
	table.Prepare(&query, q)
	guard := Hit{-77, -77}
	buf := slices.Repeat([]Hit{guard}, room+2)
	var out []Hit
	for from < to {
		n, next := table.Scan(buf[1:1+room], &query, allow, from, to, limit)
		if buf[0] != guard || buf[room+1] != guard {
			t.Fatalf("hits written outside the buffer of %d", room)
		}
		if next <= from || next > to || n < 0 || n > room || next < to && n < min(room/8, room-scanRoom+1) {
			t.Fatalf("Scan of [%d,%d) with room %d: n=%d next=%d", from, to, room, n, next)
		}
		out = append(out, buf[1:1+n]...)
		from = next
	}
	return out
}

func randomCodes(r *rand.Rand, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = r.Uint64()
	}
	return out
}

// allowSet returns a set over rows: share 1 means every row.
func allowSet(r *rand.Rand, rows int, share float64) []uint64 {
	set := make([]uint64, (rows+63)/64)
	for row := range rows {
		if r.Float64() < share {
			set[row/64] |= 1 << (row % 64)
		}
	}
	return set
}

func TestScanMatchesNaive(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(1, 1))
		for _, words := range testWidths {
			for _, rows := range testRows {
				for at := range 2 { // alignment of codes and query
					codes, q := randomCodes(r, rows*words+at)[at:], randomCodes(r, words+at)[at:]
					for _, share := range []float64{1, 0.5, 0.1} {
						checkScan(t, k, codes, q, allowSet(r, rows, share), words*32+at)
					}
				}
			}
		}
	})
}

// checkScan compares kernel and definition for limits around median, the full range and a part of it, and small rooms.
func checkScan(t *testing.T, k *Kernel, codes, q, allow []uint64, median int) {
	t.Helper()
	table, err := NewTable(k, codes, len(q), nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := table.Rows()
	for _, limit := range []int{-1, 1, median, median + 4, 1 << 30} {
		for _, from := range []int{0, 64, 192, 512, 576} {
			if from > rows {
				continue
			}
			want := naiveScan(codes, q, allow, from, rows, limit)
			for _, room := range []int{scanRoom, 67, 200} {
				if got := scanAll(t, table, q, allow, from, rows, limit, room); !slices.Equal(got, want) {
					t.Fatalf("%d x %d words, from %d, limit %d, room %d:\n got %v\nwant %v", rows, len(q), from, limit, room, got, want)
				}
			}
		}
	}
}

func TestScanExtremes(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		for _, words := range append([]int{maxWords}, testWidths...) {
			zeros, ones := make([]uint64, 100*words), slices.Repeat([]uint64{^uint64(0)}, 100*words)
			allow := []uint64{^uint64(0), 1<<36 - 1}
			for _, c := range []struct {
				name     string
				codes, q []uint64
				distance int
			}{
				{"zero codes, zero query", zeros, zeros[:words], 0},
				{"zero codes, full query", zeros, ones[:words], words * 64},
				{"full codes, zero query", ones, zeros[:words], words * 64},
				{"full codes, full query", ones, ones[:words], 0},
			} {
				checkScan(t, k, c.codes, c.q, allow, c.distance) // all rows tie, just not below the limit
			}
		}
	})
}

// TestRows reads rows back from every layout.
func TestRows(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(2, 2))
		for _, words := range testWidths {
			for _, rows := range testRows {
				codes := randomCodes(r, rows*words)
				table, err := NewTable(k, codes, words, nil)
				if err != nil {
					t.Fatal(err)
				}
				var got []uint64
				for row := range rows {
					got = table.AppendRow(got, row)
				}
				if !slices.Equal(got, codes) {
					t.Fatalf("%d x %d words: rows differ from the codes the table was made of", rows, words)
				}
			}
		}
	})
}

// TestOrder reads rows back that were laid out in another order.
func TestOrder(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(3, 3))
		for _, words := range testWidths {
			for _, rows := range []int{1, 33, 1024, 2100} {
				codes, order := randomCodes(r, rows*words), make([]int32, rows)
				for i, row := range r.Perm(rows) {
					order[i] = int32(row)
				}
				table, err := NewTable(k, codes, words, order)
				if err != nil {
					t.Fatal(err)
				}
				for i, row := range order {
					if got, want := table.AppendRow(nil, i), codes[int(row)*words:][:words]; !slices.Equal(got, want) {
						t.Fatalf("%d x %d words: row %d is not row %d of the codes", rows, words, i, row)
					}
				}
			}
		}
	})
	if _, err := NewTable(Best(), make([]uint64, 10), 2, make([]int32, 4)); err == nil {
		t.Error("an order of 4 rows for 5 is taken")
	}
}

func TestNewTableRefuses(t *testing.T) {
	for _, c := range []struct {
		codes, words int
		want         string
	}{
		{4, 0, "rows of 0 words"},
		{4, -1, "rows of -1 words"},
		{4, maxWords + 1, "rows of 513 words"},
		{7, 2, "7 words of codes"},
	} {
		_, err := NewTable(Best(), make([]uint64, c.codes), c.words, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d codes of %d words: %v, want %q", c.codes, c.words, err, c.want)
		}
	}
}

func TestScanRefusesMisuse(t *testing.T) {
	table, err := NewTable(Best(), make([]uint64, 2*100), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	prepared := func(words int) *Query { return &Query{code: make([]uint64, words)} }
	for name, scan := range map[string]func(){
		"short query":    func() { table.Scan(make([]Hit, 64), prepared(1), make([]uint64, 2), 0, 100, 9) },
		"short allow":    func() { table.Scan(make([]Hit, 64), prepared(2), make([]uint64, 1), 0, 100, 9) },
		"no room":        func() { table.Scan(make([]Hit, 63), prepared(2), make([]uint64, 2), 0, 100, 9) },
		"past the end":   func() { table.Scan(make([]Hit, 64), prepared(2), make([]uint64, 2), 0, 128, 9) },
		"negative start": func() { table.Scan(make([]Hit, 64), prepared(2), make([]uint64, 2), -64, 64, 9) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			scan()
		})
	}
}

// TestKernels checks that a build has the kernels it promises, whether they can run here or not.
func TestKernels(t *testing.T) {
	ks := Kernels()
	if last := ks[len(ks)-1]; last != plain || !last.Runnable() {
		t.Errorf("last kernel %s, want a runnable go", last.Name())
	}
	if !Best().Runnable() {
		t.Errorf("best kernel %s cannot run", Best().Name())
	}
	var names []string
	for _, k := range ks {
		names = append(names, fmt.Sprintf("%s (runnable: %t)", k.Name(), k.Runnable()))
	}
	t.Logf("kernels, best first: %s", strings.Join(names, ", "))
}

func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1 << 19, 3<<19 + 5} { // below and above a huge page
		s := Make[uint32](n)
		for i := range s {
			s[i]++
		}
		if len(s) != n || slices.ContainsFunc(s, func(v uint32) bool { return v != 1 }) {
			t.Errorf("Make(%d): %d elements, not all zero", n, len(s))
		}
	}
}

// TestLimits has rows at every distance from queries with few, many and about half of their bits set, and limits on both
// sides of those at which the loops of the portable kernel count in another way: of narrow codes, all.
func TestLimits(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(7, 7))
		const rows = 403
		allow := allowSet(r, rows, 1)
		for _, words := range []int{1, 2, 3, 4, 8, 16} {
			limits := []int{1, 54, 55, 81, 82, 112, 113, 300, 500}
			if words <= 2 {
				limits = nil
				for limit := range 64*words + 3 {
					limits = append(limits, limit)
				}
			}
			for _, q := range [][]uint64{make([]uint64, words), slices.Repeat([]uint64{^uint64(0)}, words), randomCodes(r, words), randomCodes(r, words)} {
				codes := make([]uint64, rows*words)
				for row := range rows {
					code := codes[row*words : (row+1)*words]
					copy(code, q)
					for range r.IntN(128 * words) {
						bit := r.IntN(64 * words)
						code[bit/64] ^= 1 << (bit % 64)
					}
				}
				copy(codes[5*words:], q)
				for i, w := range q {
					codes[6*words+i] = ^w
				}
				table, err := NewTable(k, codes, words, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, limit := range limits {
					want := naiveScan(codes, q, allow, 0, rows, limit)
					if got := scanAll(t, table, q, allow, 0, rows, limit, scanRoom); !slices.Equal(got, want) {
						t.Fatalf("%d words, query %x, limit %d:\n got %v\nwant %v", words, q, limit, got, want)
					}
				}
			}
		}
	})
}
