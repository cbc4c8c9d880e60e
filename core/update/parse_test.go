package update

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/tuf"
)

// TestPaths takes the paths of packs and deltas apart: only those count that are written in the one way.
func TestPaths(t *testing.T) {
	for path, want := range map[string]int64{
		"genes/7.normpack": 7, "a-1/10.normpack": 10, "b9/8.normpack": 8, "genes/07.normpack": 0, "genes/+7.normpack": 0, "genes/0.normpack": 0, "genes/-7.normpack": 0, "Genes/7.normpack": 0,
		"../7.normpack": 0, "-a/7.normpack": 0, "/7.normpack": 0, "genes/7.pack": 0, "genes/x/7.normpack": 0, "genes/9223372036854775808.normpack": 0,
		strings.Repeat("a", 64) + "/7.normpack": 7, strings.Repeat("a", 65) + "/7.normpack": 0,
	} {
		if name, version, ok := splitTarget(path); ok != (want > 0) || ok && (version != want || TargetPath(name, version) != path) {
			t.Errorf("%s: %q, %d, %t", path, name, version, ok)
		}
	}
	for path, want := range map[string]int64{
		"genes/6-7.plain.delta": 7, "genes/7-6.plain.delta": 6, "genes/6-7.a-b.delta": 0, "genes/6-7.file.delta": 0, "genes/6-7.changes.delta": 0, "genes/06-7.plain.delta": 0, "genes/6-07.plain.delta": 0, "genes/6-7..delta": 0,
		"genes/6-7.Plain.delta": 0, "genes/6-7.a.b.delta": 0, "GENES/6-7.plain.delta": 0, "genes/6-7.plain": 0, "genes/6.plain.delta": 0, "genes/x-7.plain.delta": 0, "genes/6-x.plain.delta": 0,
		"/6-7.plain.delta": 0, "genes/6-7.../x.delta": 0,
	} {
		if name, to, ok := splitDelta(path); ok != (want > 0) || ok && (to != want || name != "genes") {
			t.Errorf("%s: %q, %d, %t", path, name, to, ok)
		}
	}
}

// TestDeltaBudget has small deltas that would make much: what they take is bounded before anything is decoded.
func TestDeltaBudget(t *testing.T) {
	of := &tuf.File{Length: 20 << 10}
	for _, c := range []struct {
		length, most int64
		ok           bool
	}{
		{4 << 20, 4 << 20, true}, {4<<20 + 1, 4 << 20, false}, {200 << 20, 1 << 30, false},
		{pack.MaxPlain(of.Length), 1 << 30, true}, {pack.MaxPlain(of.Length) + 1, 1 << 30, false},
	} {
		d := delta{file: &tuf.File{Length: 14 << 10}, result: tuf.File{Length: c.length}}
		if err := d.allowed(of, c.most); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
