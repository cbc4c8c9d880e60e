package update

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
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
	of := &file{length: 20 << 10}
	for _, c := range []struct {
		length, most int64
		ok           bool
	}{
		{4 << 20, 4 << 20, true}, {4<<20 + 1, 4 << 20, false}, {200 << 20, 1 << 30, false},
		{pack.MaxPlain(of.length), 1 << 30, true}, {pack.MaxPlain(of.length) + 1, 1 << 30, false},
	} {
		d := delta{file: &file{length: 14 << 10}, result: file{length: c.length}}
		if err := d.allowed(of, c.most); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestSignatures refuses what costs time: many signatures by one key.
func TestSignatures(t *testing.T) {
	const one = `{"keyid":"k","sig":"00"}`
	_, err := parseMetadata([]byte(`{"signatures":[` + strings.Repeat(one+",", 3000) + one + `],"signed":{"_type":"timestamp","expires":"2030-01-01T00:00:00Z","spec_version":"1.0","version":1}}`))
	if err == nil || !strings.Contains(err.Error(), `two signatures have the key id "k"`) {
		t.Error(err)
	}
}

// TestRootKeys takes the Ed25519 keys of a root alone: those of another type or scheme may be used by others.
func TestRootKeys(t *testing.T) {
	const text = `{"signatures":[],"signed":{"_type":"root","consistent_snapshot":true,"expires":"2026-12-01T00:00:00Z","keys":{` +
		`"ours":{"keytype":"ed25519","scheme":"ed25519","keyval":{"public":"PUBLIC"}},` +
		`"type":{"keytype":"rsa","scheme":"ed25519","keyval":{"public":"PUBLIC"}},` +
		`"scheme":{"keytype":"ed25519","scheme":"ed25519ph","keyval":{"public":"PUBLIC"}}},` +
		`"roles":{"root":{"keyids":["ours"],"threshold":1},"timestamp":{"keyids":["ours"],"threshold":1},"snapshot":{"keyids":["ours"],"threshold":1},"targets":{"keyids":["ours"],"threshold":1}},` +
		`"spec_version":"1.0.31","version":1}}`
	r, err := parseRoot([]byte(strings.ReplaceAll(text, "PUBLIC", strings.Repeat("0f", 32))))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.keys) != 1 || r.keys["ours"] == nil {
		t.Errorf("keys %v, want the one named ours", r.keys)
	}
}
