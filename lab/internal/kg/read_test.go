package kg

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/output"
)

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := new(output.Set).Create(path, &output.Kind{})
	check(t, err)
	defer out.Close()
	_, err = out.Write([]byte(content))
	check(t, err)
	check(t, out.Commit())
	return path
}

// TestRead reads a graph with everything that is unusual, from plain and compressed files.
func TestRead(t *testing.T) {
	const train = "\ufeff# made by hand\n#\na\tr\tb\nb\tr\tb\r\na\tr\tb\nc\tonce\ta\n"
	const valid = "a\tr\tc\na\tr\tc\nx\tr\ta\nx\tr\ta\na\ts\tb\na\tr\tx\nc\tr\tc"
	for _, end := range []string{"", ".gz", ".zst"} {
		g, err := ReadGraph(write(t, "train.txt"+end, train))
		check(t, err)
		if want := (Report{Rows: 4, Duplicates: 1, SelfLoops: 1}); g.Report != want {
			t.Errorf("train: %+v, want %+v", g.Report, want)
		}
		if want := []string{"a", "b", "c"}; !reflect.DeepEqual(g.Entities, want) {
			t.Errorf("entities %q, want %q", g.Entities, want)
		}
		if want := []Triple{{0, 0, 1}, {1, 0, 1}, {2, 1, 0}}; !reflect.DeepEqual(g.Triples, want) {
			t.Errorf("triples %v, want %v", g.Triples, want)
		}
		s, err := g.ReadSplit(write(t, "valid.txt"+end, valid))
		check(t, err)
		if want := (Report{Rows: 7, Duplicates: 2, SelfLoops: 1, Unknown: 3}); s.Report != want {
			t.Errorf("valid: %+v, want %+v", s.Report, want)
		}
		if want := []Triple{{0, 0, 2}, {2, 0, 2}}; !reflect.DeepEqual(s.Triples, want) {
			t.Errorf("valid: %v, want %v", s.Triples, want)
		}
	}
}

func TestNames(t *testing.T) {
	g := NewGraph([][3]string{{"a", "r", "b"}, {"b", "s", "a"}})
	if id, ok := g.ID("b"); id != 1 || !ok {
		t.Errorf("b is %d, %v", id, ok)
	}
	if id, ok := g.RelationID("s"); id != 1 || !ok {
		t.Errorf("s is %d, %v", id, ok)
	}
	if _, ok := g.ID("s"); ok {
		t.Error("a relation is taken for an entity")
	}
	if _, ok := g.RelationID("x"); ok {
		t.Error("x is known")
	}
}

func TestReadBad(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"a\tr\tb\na b c\n", ":2: 1 columns; a line is head TAB relation TAB tail"},
		{"a\tr\tb\t1\n", ":1: 4 columns"},
		{"# comment\na\tr\n", ":2: 2 columns"},
		{"a\tr\tb\n# late comment\n", ":2: 1 columns"},
		{"a\tr\tb\n\n", ":2: 1 columns"},
		{"\tr\tb\n", ":1: empty head"},
		{"a\t \tb\n", ":1: empty relation"},
		{"a\tr\t\n", ":1: empty tail"},
		{"a\tr\t\xff\n", ":1: invalid UTF-8"},
		{"a\tr\tb\x00\n", ":1: a NUL byte"},
		{"a\tr\tb\n" + strings.Repeat("x", 2<<20), ":2: the line is longer than 1 MiB"},
	} {
		path := write(t, "bad.txt", c.content)
		if _, err := ReadGraph(path); err == nil || !strings.HasPrefix(err.Error(), path+c.want) {
			t.Errorf("%.20q: %v, want %s", c.content, err, c.want)
		}
		if _, err := newNames(nil, nil).ReadSplit(path); err == nil || !strings.HasPrefix(err.Error(), path+c.want) {
			t.Errorf("%.20q as a split: %v, want %s", c.content, err, c.want)
		}
	}
}

// TestReadEmpty: nothing can be learned from an empty file, but another split may be empty.
func TestReadEmpty(t *testing.T) {
	path := write(t, "empty.txt", "")
	if _, err := ReadGraph(path); err == nil || !strings.Contains(err.Error(), "empty.txt: no triples") {
		t.Errorf("empty graph: %v", err)
	}
	s, err := newNames(nil, nil).ReadSplit(path)
	if err != nil || len(s.Triples) != 0 || s.Report != (Report{}) {
		t.Errorf("empty split: %v, %v", s, err)
	}
	if _, err := ReadGraph(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}

func FuzzReadGraph(f *testing.F) {
	for _, s := range []string{"", "a\tr\tb\n", "a\tr\tb\r\nb\tr\tb", "\ufeffa\tr\tb", "a\tr\n", "a\t\tb\n", "\xff\t\x00\t\r"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		path := write(t, "f", s)
		g, err := ReadGraph(path)
		if err != nil {
			return
		}
		split, err := g.ReadSplit(path)
		if err != nil || split.Report.Unknown != 0 || len(split.Triples) != len(g.Triples) {
			t.Errorf("the graph as a split: %+v, %v", split, err)
		}
		if n := len(g.Triples) + g.Report.Duplicates; n != g.Report.Rows {
			t.Errorf("%d triples and duplicates of %d rows", n, g.Report.Rows)
		}
	})
}
