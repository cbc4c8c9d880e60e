package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// zeshelFolder makes the folders of the data set, with the documents of testdata and the given mentions, whose path it
// returns.
func zeshelFolder(t *testing.T, mentions string) string {
	t.Helper()
	dir := t.TempDir()
	documents, err := os.ReadFile(filepath.Join("..", "train", "data", "testdata", "formats", "zeshel.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"documents/harbour.json": string(documents), "mentions/val.json": mentions} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "mentions", "val.json")
}

const zeshelMentions = `{"category": "HIGH_OVERLAP", "text": "tide gate", "end_index": 10, "context_document_id": "00A1B2C3D4E5F604", "label_document_id": "00A1B2C3D4E5F601", "mention_id": "0000000000000001", "corpus": "harbour", "start_index": 9}
{"category": "AMBIGUOUS_SUBSTRING", "text": "Tide gate", "end_index": 7, "context_document_id": "00A1B2C3D4E5F602", "label_document_id": "00A1B2C3D4E5F602", "mention_id": "0000000000000002", "corpus": "harbour", "start_index": 6}

{"category": "LOW_OVERLAP", "text": "She", "end_index": 12, "context_document_id": "00A1B2C3D4E5F602", "label_document_id": "00A1B2C3D4E5F602", "mention_id": "0000000000000003", "corpus": "harbour", "start_index": 12}
`

func readZESHELFile(t *testing.T, path string) ([]data.Query, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return readZESHEL(f, path)
}

// TestReadZESHEL: queries have the labels of their mentions, and the words around them.
func TestReadZESHEL(t *testing.T) {
	queries, err := readZESHELFile(t, zeshelFolder(t, zeshelMentions))
	if err != nil || len(queries) != 3 {
		t.Fatalf("%+v, %v", queries, err)
	}
	q := queries[0]
	if q.Mention != "tide gate" || len(q.Gold) != 1 || q.Gold[0] != "00A1B2C3D4E5F601" || q.Type != "harbour" || q.Document != "00A1B2C3D4E5F604" || q.Line != 1 ||
		q.Sentence != "Old Tom Old Tom , the keeper of the tide gate , is a character ." {
		t.Errorf("%+v", q)
	}
	if queries[2].Line != 4 || queries[2].Mention != "She" {
		t.Errorf("%+v", queries[2])
	}
}

// TestZESHELWindow: of a long document, the nearest words count.
func TestZESHELWindow(t *testing.T) {
	path := zeshelFolder(t, `{"text": "x y", "start_index": 100, "end_index": 101, "context_document_id": "D", "label_document_id": "E", "corpus": "long"}`)
	text := strings.Repeat("before ", 100) + "X y" + strings.Repeat(" after", 100)
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "long.json"), []byte(`{"document_id": "D", "title": "d", "text": "`+text+`"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	queries, err := readZESHELFile(t, path)
	want := strings.Repeat("before ", zeshelWords) + "X y" + strings.Repeat(" after", zeshelWords)
	if err != nil || len(queries) != 1 || queries[0].Sentence != want {
		t.Errorf("%+v, %v", queries, err)
	}
}

// TestZESHELCommand writes a query file, which reads as the mentions do, except for their lines and documents.
func TestZESHELCommand(t *testing.T) {
	mentions := zeshelFolder(t, zeshelMentions)
	out := filepath.Join(t.TempDir(), "val.tsv")
	for range 2 { // the second run replaces what the first wrote
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), []string{"zeshel", mentions, "--out", out}, &stdout, &stderr); code != exitDone {
			t.Fatalf("status %d, %s%s", code, &stdout, &stderr)
		}
	}
	want, err := readZESHELFile(t, mentions)
	if err != nil {
		t.Fatal(err)
	}
	got, err := eval.ReadQueries(out)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%+v, %v", got, err)
	}
	for i := range want {
		want[i].Line, want[i].Document = i+2, ""
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, args := range [][]string{{"zeshel", mentions}, {"zeshel", "--out", out}, {"zeshel", mentions, "--out", mentions}} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), args, &stdout, &stderr); code == exitDone {
			t.Errorf("%q: done, %s", args, &stderr)
		}
	}
}

func TestBadZESHEL(t *testing.T) {
	first, rest, _ := strings.Cut(zeshelMentions, "\n")
	for _, tt := range []struct{ old, new, want string }{
		{first, "{", "val.json:1: no JSON object of a mention"},
		{`"label_document_id": "00A1B2C3D4E5F601"`, `"label": ""`, "val.json:1: a mention without text, label_document_id or context_document_id"},
		{`"corpus": "harbour"`, `"corpus": "../harbour"`, `val.json:1: the corpus "../harbour" is no name of a file`},
		{`"start_index": 9`, `"start_index": 11`, "val.json:1: start_index and end_index are not"},
		{`, "start_index": 9`, ``, "val.json:1: start_index and end_index are not"},
		{`"context_document_id": "00A1B2C3D4E5F604"`, `"context_document_id": "NONE"`, "val.json:1: its context, the document NONE, is not in "},
		{`"corpus": "harbour"`, `"corpus": "sea"`, `the documents of its corpus "sea" are neither in`},
		{`"end_index": 10`, `"end_index": 99`, "harbour.json:4: 16 words, and the mention of"},
		{`"text": "tide gate"`, `"text": "gate"`, `harbour.json:4: words 9 to 10 are "tide gate", not "gate"`},
		{zeshelMentions, "\n", "no mentions"},
	} {
		queries, err := readZESHELFile(t, zeshelFolder(t, strings.Replace(zeshelMentions, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v; want %s", tt.new, queries, err, tt.want)
		}
	}
	path := zeshelFolder(t, first+"\n"+rest)
	broken := filepath.Join(filepath.Dir(path), "..", "documents", "harbour.json")
	if err := os.WriteFile(broken, []byte("{\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readZESHELFile(t, path); err == nil || !strings.Contains(err.Error(), "harbour.json:1: no JSON object of a document") {
		t.Errorf("broken documents: %v", err)
	}
}
