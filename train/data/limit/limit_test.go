package limit

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestRaise raises every limit: one that Raise forgets would stay.
func TestRaise(t *testing.T) {
	defer Raise(1)
	Raise(MaxFactor)
	l, u := reflect.ValueOf(*Of()), reflect.ValueOf(usual)
	for i := range l.NumField() {
		if got, want := l.Field(i).Int(), MaxFactor*u.Field(i).Int(); got != want || want < MaxFactor || want > math.MaxInt64/MaxFactor {
			t.Errorf("%s is %d, want %d", l.Type().Field(i).Name, got, want)
		}
	}
	if got := Exceeded("x").Error(); !strings.HasSuffix(got, "(--raise-limits 1000 allows more)") {
		t.Error(got)
	}
}

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		n, stored int64
		ok        bool
	}{
		{usual.Small, 0, true}, {usual.Small + 1, 0, false}, {usual.Small + 1, usual.Small, true},
		{200 * usual.Small, usual.Small, true}, {201*usual.Small + 200, usual.Small, false},
	} {
		g := Growth{What: "the file grows"}
		err := g.Add(c.n/2, c.stored)
		if err == nil {
			err = g.Add(c.n-c.n/2, c.stored)
		}
		if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "the file grows to more than 200 times its size (--raise-limits 10 allows more)") {
			t.Errorf("%d of %d: %v", c.n, c.stored, err)
		}
	}
}
