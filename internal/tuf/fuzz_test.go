package tuf

import (
	"bytes"
	"encoding/json"
	"testing"
)

// seeds are files of metadata, and what is nearly one.
var seeds = []string{
	`{"signatures":[{"keyid":"a1","sig":"00ff"}],"signed":{"_type":"timestamp","expires":"2026-12-01T00:00:00Z","meta":{"snapshot.json":{"version":3}},"spec_version":"1.0.31","version":7}}`,
	`{"signatures":[],"signed":{"_type":"root","consistent_snapshot":true,"expires":"2026-12-01T00:00:00Z","keys":{"a":{"keytype":"ed25519","scheme":"ed25519","keyval":{"public":"00"}}},"roles":{"root":{"keyids":["a"],"threshold":1}},"spec_version":"1.0","version":1}}`,
	`{"signatures":[],"signed":{"_type":"targets","expires":"2026-12-01T00:00:00Z","spec_version":"1.0","version":1,"targets":{"g/1.normpack":{"length":1,"hashes":{"sha256":""},"custom":{}},"g/1-2.delta":{"length":1,"hashes":{"sha256":"00"}}}}}`,
	`{"a":"\u00e9\ud83e\uddec\n\"\\","b":[-1,0,true,false,null,{}],"c":[]}`,
	`[[true,"X:1","a",0,""],[false,"X:2","b",3,"X"]]`,
	`{"a":1,"a":2}`, `[1.5]`, `[1e3]`, `"\ud800"`, "\"\xff\"", `[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]`, `{} {}`, `01`, `-0`, "", "\x00",
}

// FuzzMetadata feeds the readers of metadata. What the JSON reader takes, encoding/json takes as well,
// and the canonical form reads as the same value.
func FuzzMetadata(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := ParseJSON(text)
		if err == nil {
			if !json.Valid(text) {
				t.Fatalf("encoding/json refuses %q", text)
			}
			again, err := ParseJSON(canonicalJSON(v))
			if err != nil || !bytes.Equal(Canonical(nil, again), Canonical(nil, v)) {
				t.Fatalf("%q becomes %q, %v", text, Canonical(nil, v), err)
			}
		}
		if r, err := parseRoot(text); err == nil {
			_ = r.verify(&r.Metadata)
		}
		if m, err := parseMetadata(text); err == nil {
			_, _ = m.Listed(SnapshotFile)
		}
	})
}

// canonicalJSON is the canonical form with control characters escaped, which TUF's form leaves as they are.
func canonicalJSON(v any) []byte {
	var out []byte
	for _, c := range Canonical(nil, v) {
		if c < ' ' {
			out = append(out, []byte{'\\', 'u', '0', '0', "01"[c>>4], "0123456789abcdef"[c&15]}...)
		} else {
			out = append(out, c)
		}
	}
	return out
}
