package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestZESHEL: documents are built, and mentions of them are evaluated in their contexts, from where the data set has
// them.
func TestZESHEL(t *testing.T) {
	f := newFixture(t)
	documents, err := os.ReadFile(filepath.Join(formatsDir, "zeshel.json"))
	f.check(err)
	f.check(os.Mkdir(f.path("documents"), 0o777))
	f.check(os.Mkdir(f.path("mentions"), 0o777))
	f.write("documents/harbour.json", string(documents))
	f.write("mentions/val.json", `{"text": "tide gate", "start_index": 9, "end_index": 10, "context_document_id": "00A1B2C3D4E5F604", "label_document_id": "00A1B2C3D4E5F601", "corpus": "harbour"}
{"text": "Nordhaven", "start_index": 19, "end_index": 19, "context_document_id": "00A1B2C3D4E5F602", "label_document_id": "00A1B2C3D4E5F603", "corpus": "harbour"}
`)
	if code, _, stderr := f.run(nil, "build", "--encoder", "DIR/t.normenc", "--out", "DIR/z.normpack", "harbour=DIR/documents/harbour.json"); code != exitDone {
		t.Fatalf("build: status %d, %s", code, stderr)
	}
	for _, more := range [][]string{{"--context"}, {"--protocol", "document"}} {
		code, stdout, stderr := f.run(nil, append([]string{"eval", "--pack", "DIR/z.normpack", "--queries", "DIR/mentions/val.json", "--json"}, more...)...)
		if code != exitDone || !strings.Contains(stdout, `"queries":2,`) || !strings.Contains(stdout, `"format":"zeshel"`) || !strings.Contains(stdout, `"hits":{"1":1,`) {
			t.Errorf("%q: status %d, %s, %s", more, code, stdout, stderr)
		}
	}
	f.check(os.Remove(f.path("documents/harbour.json")))
	if code, _, stderr := f.run(nil, "eval", "--pack", "DIR/z.normpack", "--queries", "DIR/mentions/val.json"); code != exitFailed || !strings.Contains(stderr, `the documents of its corpus "harbour"`) {
		t.Errorf("without documents: status %d, %s", code, stderr)
	}
}

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
