package pack

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

// orderedRow is a row as the order of rows is defined: the id is that of its entity
// of three.
type orderedRow struct {
	RowKey
	entity uint32
}

func compareRows(a, b orderedRow) int { return a.Compare(b.RowKey) }

// randomRows returns rows whose names begin alike. So many in a thousand have
// everything that a text form treats apart, the others are printable ASCII.
func randomRows(rng *rand.Rand, n, odd int) []orderedRow {
	plain := []string{"a", "A", "B", "b", "-", " ", "7", "~", "'", "`", "zinc ", "Zinc", strings.Repeat("x", 60)}
	all := []string{"a", "B", "b", "-", " ", "7", "é", "e\u0301", "γ", "胰岛", "\u0301", "\x01", "´", "Å", "ﷺ", "İ", "가", "‐", "\u0902", "'", "zinc ", strings.Repeat("x", 120)}
	rows := make([]orderedRow, n)
	for i := range rows {
		var name strings.Builder
		pieces := plain
		if rng.IntN(1000) < odd {
			pieces = all
		}
		for range 1 + rng.IntN(6) {
			name.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if rng.IntN(40*1000) < odd {
			name.WriteString(strings.Repeat(pieces[rng.IntN(len(pieces))], 300+rng.IntN(2000)))
		}
		entity := uint32(rng.IntN(3))
		rows[i] = orderedRow{NewRowKey(name.String(), fmt.Sprint("ID:", entity)), entity}
	}
	return rows
}

// orderOf returns the first row that checkOrder refuses, -1 for none.
func orderOf(rows []orderedRow) int {
	c := &Contents{}
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
		c.RowEntity = append(c.RowEntity, r.entity)
	}
	c.Names = NewStrings(names)
	var f *fault
	if err := c.checkOrder(nil); errors.As(err, &f) {
		row := -1
		_, _ = fmt.Sscanf(f.reason, "row %d,", &row)
		return row
	}
	return -1
}

// TestOrder compares the check, which goes through shared beginnings, with the
// order as it is defined: for rows in order, and for such with two exchanged.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range testfull.Or(300, 900) {
		checkOrderOf(t, rng, randomRows(rng, 2+rng.IntN(300), []int{1000, 10, 0}[i%3]))
	}
}

// TestOrderOfLongNames has names of about as many bytes as a text form may have, or whose text forms are much longer.
func TestOrderOfLongNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	pieces := []string{"ﷺ", "ω", "a", " ", "é", "胰", "-", "\u0301"}
	for range testfull.Or(30, 400) {
		rows, last := make([]orderedRow, 60), ""
		for i := range rows {
			if rng.IntN(3) == 0 {
				last = ""
			}
			last += strings.Repeat(pieces[rng.IntN(len(pieces))], rng.IntN([]int{5, 60, 130, 300, 2100}[rng.IntN(5)])) + "x"
			rows[i] = orderedRow{NewRowKey(last, "ID:0"), 0}
		}
		checkOrderOf(t, rng, rows)
	}
}

// checkOrderOf compares the check with the order as it is defined, for rows in order and with two of them exchanged.
func checkOrderOf(t *testing.T, rng *rand.Rand, rows []orderedRow) {
	t.Helper()
	slices.SortFunc(rows, compareRows)
	rows = slices.CompactFunc(rows, func(a, b orderedRow) bool { return compareRows(a, b) == 0 })
	if got := orderOf(rows); got >= 0 {
		t.Fatalf("row %d, %.80q %d, is refused after %.80q %d", got, rows[got].Name, rows[got].entity, rows[got-1].Name, rows[got-1].entity)
	}
	i, j := rng.IntN(len(rows)), rng.IntN(len(rows))
	rows[i], rows[j] = rows[j], rows[i]
	want := -1
	for k := 1; k < len(rows) && want < 0; k++ {
		if compareRows(rows[k-1], rows[k]) >= 0 {
			want = k
		}
	}
	if got := orderOf(rows); got != want {
		t.Fatalf("rows %d and %d exchanged: refused at %d, the first out of order is %d", i, j, got, want)
	}
}

// TestOrderInParts has as many rows as several workers take, and one out of order
// at the edges of their parts.
func TestOrderInParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	rows := make([]orderedRow, 5*64*blockLen)
	for i := range rows {
		rows[i].Name = fmt.Sprintf("n%08d", i)
	}
	if got := orderOf(rows); got >= 0 {
		t.Fatalf("row %d is refused", got)
	}
	for bad := 1; bad < len(rows); bad += 1023 {
		kept := rows[bad]
		rows[bad] = rows[bad-1]
		if got := orderOf(rows); got != bad {
			t.Fatalf("row %d, which is the one before, is reported as %d", bad, got)
		}
		rows[bad] = kept
	}
}

// TestOrderCost gives names that share their beginnings, of characters whose text
// form no table tells: reading each whole would take 240 bytes a row.
func TestOrderCost(t *testing.T) {
	rows := testfull.Or(1<<16, 1<<18)
	s := newStrings(rows)
	c := &Contents{Names: s, RowEntity: make([]uint32, rows)}
	same := strings.Repeat("\u0301", 117)
	var prev []byte
	for i := range rows {
		next := []byte(same + string([]rune{rune(0x300 + i>>12), rune(0x300 + i>>6&63), rune(0x300 + i&63)}))
		s.add(prev, next)
		prev = next
	}
	m := NewMeter(Limits{}, int64(64*rows))
	if err := c.checkOrder(m); err != nil {
		t.Fatal(err)
	}
	if steps := m.Cost().Steps; steps > int64(rows*(32*slowSteps)) || steps < int64(rows*slowSteps) {
		t.Errorf("%d steps for %d rows", steps, rows)
	}
	few := NewMeter(Limits{}, int64(rows)) // as if they took a byte each
	var limit *LimitError
	if err := c.checkOrder(few); !errors.As(err, &limit) || limit.Limit != limitSteps {
		t.Errorf("error %v, want one about steps", err)
	}
}
