package gilda

import (
	"reflect"
	"testing"
)

func TestDetails(t *testing.T) {
	for _, c := range []struct {
		query, ref string
		want       []string
	}{{"a-b", "ab", []string{"query"}}, {"ab", "a-b", []string{"ref"}}, {"a-b", "a-b", []string{}}} {
		if got := dashMismatches(c.query, c.ref); !reflect.DeepEqual(got, c.want) {
			t.Errorf("dashes of %q and %q: %q, want %q", c.query, c.ref, got, c.want)
		}
	}
	if db, id := splitID("own 7", "X"); db != "X" || id != "own 7" {
		t.Errorf("own 7 becomes %q and %q", db, id)
	}
}
