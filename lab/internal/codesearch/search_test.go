package codesearch

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/search"
)

func TestSearch(t *testing.T) {
	var notes []string
	rep, err := Search(context.Background(), SearchOptions{
		Rows: []int{5, 1000}, Bits: []int{64, 192}, Quick: true,
		Note: func(s string) { notes = append(notes, s) },
	})
	if err != nil {
		t.Fatal(err)
	}
	var runnable int
	for _, k := range bitvec.Kernels() {
		switch missing := slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, k.Name()) }); {
		case k.Runnable():
			runnable++
		case !missing:
			t.Errorf("no word of kernel %s, which does not run here", k.Name())
		}
	}
	if want := 4 * (1 + runnable + 3 + 2); len(rep.Rows) != want {
		t.Errorf("%d rows, want %d", len(rep.Rows), want)
	}
	for _, r := range rep.Rows {
		switch {
		case r.NS <= 0 || r.RatioToLimit <= 0:
			t.Errorf("row %+v has no time", r)
		case r.Variant == limitName && (r.RatioToLimit != 1 || r.RatioToScan != 0):
			t.Errorf("row %+v is the limit", r)
		case r.Variant == indexName && r.RatioToScan != 1:
			t.Errorf("row %+v is the scan", r)
		case r.Variant != limitName && r.RatioToScan <= 0:
			t.Errorf("row %+v is incomplete", r)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	for _, tc := range []struct {
		o    SearchOptions
		want string
	}{
		{SearchOptions{Rows: []int{0}}, "0 codes"},
		{SearchOptions{Bits: []int{64, 100}}, "100 bits"},
	} {
		if _, err := Search(context.Background(), tc.o); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: error %v, want %q", tc.o, err, tc.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, SearchOptions{Rows: []int{100}, Bits: []int{64}}); err != context.Canceled {
		t.Errorf("after cancelling: %v", err)
	}
}

// TestCheckFails makes one mistake of each kind in a result.
func TestCheckFails(t *testing.T) {
	const rows, bits = 500, 64
	s := newSource(bits)
	c := &corpus{codes: s.clustered(make([]uint64, rows)), bits: bits, words: 1, rows: rows, allow: s.rows(rows, 0.5)}
	qs := s.clustered(make([]uint64, 2))
	right := c.naive(nil)
	wrong := func(change func(hits []search.Hit) []search.Hit) variant {
		return one("test", func(dst []search.Hit, q []uint64) ([]search.Hit, error) { return change(right(dst, q)), nil })
	}
	for _, tc := range []struct {
		name   string
		change func([]search.Hit) []search.Hit
		ok     bool
	}{
		{"right", func(h []search.Hit) []search.Hit { return h }, true},
		{"a hit missing", func(h []search.Hit) []search.Hit { return h[1:] }, false},
		{"other row", func(h []search.Hit) []search.Hit { h[9].Row++; return h }, false},
		{"other distance", func(h []search.Hit) []search.Hit { h[9].Distance++; return h }, false},
	} {
		v := wrong(tc.change)
		if err := v.check(c, qs, c.answer(qs)); (err == nil) != tc.ok {
			t.Errorf("%s: error %v", tc.name, err)
		}
	}
	v := wrong(func(h []search.Hit) []search.Hit { return h })
	if v.filtered = true; v.check(c, qs, c.answer(qs)) == nil {
		t.Error("a filtered variant may return rows outside the filter")
	}
}

func TestTop(t *testing.T) {
	best := newTop(nil, 3, 64)
	for row, d := range []int{7, 3, 7, 3, 9, 1, 3} {
		if d < best.limit() {
			best.offer(row, d)
		}
	}
	want := []search.Hit{{Row: 5, Distance: 1}, {Row: 1, Distance: 3}, {Row: 3, Distance: 3}}
	if !slices.Equal(best.hits, want) {
		t.Errorf("got %v, want %v", best.hits, want)
	}
}

func TestFloats(t *testing.T) {
	v := floats([]uint64{5})
	if len(v) != 64 || v[0] != 1 || v[1] != -1 || v[2] != 1 || v[63] != -1 {
		t.Errorf("5 as signs is %v", v)
	}
}
