package tuf

import (
	"strings"
	"testing"
)

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
