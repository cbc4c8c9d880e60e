package main

import (
	"strings"
	"testing"
)

// TestMedMentions: concepts count with and without their prefix, one of several semantic types has a namespace, and
// labelled mentions are built into a pack.
func TestMedMentions(t *testing.T) {
	f := newFixture(t)
	f.write("c.tsv", "UMLS:C0000001\ttide gate\tprimary\t\tdevice\nUMLS:C0000002\tharbour\tprimary\t\tplace\nUMLS:C0000003\tharbour\tprimary\t\tdevice\n")
	const text = "200|t|Gates of the harbour\n200|a|A tide gate .\n200\t13\t20\tharbour\tT082,T073\tC0000002\n200\t23\t32\ttide gate\tT073,T074\tUMLS:C0000001\n200\t0\t5\tGates\tT074\tUMLS:C0000001\n"
	f.write("m.txt", text)
	if code, _, stderr := f.run(nil, "build", "--encoder", "DIR/t.normenc", "--out", "DIR/m.normpack", "--mentions", "DIR/m.txt", "DIR/c.tsv"); code != exitDone || !strings.Contains(stderr, "m.txt: 3 queries, pubtator") {
		t.Fatalf("build: status %d, %s", code, stderr)
	}
	code, stdout, stderr := f.run(nil, "eval", "--pack", "DIR/m.normpack", "--queries", "DIR/m.txt", "--json")
	if code != exitDone || !strings.Contains(stdout, `"queries":3,"unique":3,"hits":{"1":1,`) {
		t.Errorf("eval: status %d, %s, %s", code, stdout, stderr)
	}
	code, stdout, stderr = f.run(nil, "map", "DIR/m.txt", "--format", "pubtator", "--types", "T082=place", "--pack", "DIR/m.normpack", "--out", "-")
	if code != exitDone || !strings.Contains(stdout, "harbour\tT082,T073\tUMLS:C0000002\n") || !strings.Contains(stdout, "tide gate\tT073,T074\tUMLS:C0000001\n") {
		t.Errorf("map: status %d, %s, %s", code, stdout, stderr)
	}
	if code, stdout, _ = f.run(nil, "map", "DIR/m.txt", "--format", "pubtator", "--types", "T073=device", "--pack", "DIR/m.normpack", "--out", "-"); code != exitDone || !strings.Contains(stdout, "harbour\tT082,T073\tUMLS:C0000003\n") {
		t.Errorf("another namespace: status %d, %s", code, stdout)
	}
}
