package main

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/normlet/normlet/tools/normlet/answer"
)

// mentions are lines of every kind; the last one does not end.
const mentions = "FOX-P2\nPLCγ2\r\nforkhead box\n\ncatalase\na\x00b\n\xff\xfe\n🧬👩\u200d🔬\nחלבון\n\x1b[31mred\tb\n日本語日本語\nFOXP1"

func TestLookupGolden(t *testing.T) {
	f := newFixture(t)
	for _, format := range []string{"table", "json", "tsv"} {
		code, stdout, stderr := f.run(strings.NewReader(mentions), "lookup", "--pack", "DIR/t.normpack", "-k", "2", "--format", format)
		if code != exitDone || stderr != "" {
			t.Errorf("%s: status %d, stderr %q", format, code, stderr)
		}
		golden(t, "lookup."+format, stdout)
	}
}

func TestLookupArguments(t *testing.T) {
	f := newFixture(t)
	_, want, _ := f.run(strings.NewReader("FOXP2\naspirin\n"), "lookup", "--pack", "DIR/t.normpack")
	code, got, _ := f.run(strings.NewReader("ignored\n"), "lookup", "--pack", "DIR/t.normpack", "FOXP2", "aspirin")
	if code != exitDone || got != want || !strings.Contains(got, "G:1") {
		t.Errorf("status %d, arguments and lines differ:\n%s\n%s", code, got, want)
	}
}

func TestLookupNamespace(t *testing.T) {
	f := newFixture(t)
	for ns, want := range map[string]string{"gene": "G:4", "chemical": "C:1", "gene,chemical": "G:4"} {
		_, stdout, _ := f.run(nil, "lookup", "--pack", "DIR/t.normpack", "--format", "json", "--namespace", ns, "catalase")
		var a answer.Answer
		f.check(json.Unmarshal([]byte(stdout), &a))
		if len(a.Matches) == 0 || ns != "gene,chemical" && a.Matches[0].ID != want {
			t.Errorf("%s: %s", ns, stdout)
		}
		for _, m := range a.Matches {
			if ns == "gene" && !strings.HasPrefix(m.ID, "G:") || ns == "chemical" && !strings.HasPrefix(m.ID, "C:") {
				t.Errorf("%s: %s is of another namespace", ns, m.ID)
			}
		}
	}
}

// TestLookupLongLine answers a line of 1 MB, and the one after it.
func TestLookupLongLine(t *testing.T) {
	f := newFixture(t)
	long := strings.Repeat("FOXP2 ", 1<<20/6)
	for _, format := range []string{"table", "json", "tsv"} {
		code, stdout, stderr := f.run(strings.NewReader(long+"\nFOXP1\n"), "lookup", "--pack", "DIR/t.normpack", "--format", format)
		if code != exitDone || stderr != "" || !strings.Contains(stdout[max(0, len(stdout)-2000):], "G:2") {
			t.Errorf("%s: status %d, stderr %q", format, code, stderr)
		}
		if format == "table" && len(stdout) > 5000 {
			t.Errorf("a table of %d bytes", len(stdout))
		}
	}
}

// TestLookupStreams requires the answer to a line before the next one is there.
func TestLookupStreams(t *testing.T) {
	f := newFixture(t)
	in, type_ := io.Pipe()
	screen, out := io.Pipe()
	status := make(chan int)
	go func() {
		status <- run(t.Context(), []string{"lookup", "--pack", f.path("t.normpack"), "--format", "json", "-k", "1"}, in, out, io.Discard)
	}()
	d := json.NewDecoder(screen)
	for _, m := range []string{"FOXP2", "aspirin"} {
		if _, err := io.WriteString(type_, m+"\n"); err != nil {
			t.Fatal(err)
		}
		var a answer.Answer
		if err := d.Decode(&a); err != nil || a.Mention != m {
			t.Fatalf("%q: answer %+v, error %v", m, a, err)
		}
	}
	type_.Close()
	if code := <-status; code != exitDone {
		t.Errorf("status %d", code)
	}
}

// TestLookupBrokenPipes loses standard input or output half-way.
func TestLookupBrokenPipes(t *testing.T) {
	f := newFixture(t)
	in := io.MultiReader(strings.NewReader("FOXP2\n"), iotest.ErrReader(errors.New("tape torn")))
	code, stdout, stderr := f.run(in, "lookup", "--pack", "DIR/t.normpack")
	if code != exitFailed || stderr != "normlet: tape torn\n" || !strings.Contains(stdout, "G:1") {
		t.Errorf("status %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	r, w := io.Pipe()
	r.CloseWithError(errors.New("disk full"))
	var log strings.Builder
	if code := run(t.Context(), []string{"lookup", "--pack", f.path("t.normpack"), "FOXP2"}, nil, w, &log); code != exitFailed || log.String() != "normlet: disk full\n" {
		t.Errorf("status %d, stderr %q", code, log.String())
	}
}

// TestDefaultPack answers from the embedded pack.
func TestDefaultPack(t *testing.T) {
	f := newFixture(t)
	code, stdout, stderr := f.run(nil, "lookup", "--near", "--format", "json", "FOX-P2")
	var a answer.Answer
	f.check(json.Unmarshal([]byte(stdout), &a))
	if code != exitDone || stderr != "" || len(a.Matches) != 5 || a.Matches[0].Name != "FOXP2" {
		t.Errorf("status %d, stderr %q, stdout %s", code, stderr, stdout)
	}
}
