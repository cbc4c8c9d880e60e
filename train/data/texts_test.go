package data

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const pubtator = "1|t|A title\n1|a|An abstract.\n1\t0\t1\tA\tGene\t5\n\n2|t|Another\n2|a|\n"

// textFile writes a file and returns its path.
func textFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.txt")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func readTexts(path, column string) (out []string, err error) {
	for text, failed := range Texts([]string{path}, column) {
		if failed != nil {
			return out, failed
		}
		out = append(out, text)
	}
	return out, nil
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		what, content, column string
		want                  []string
	}{
		{"lines", "One text.\n\nAnother\r\n", "", []string{"One text.", "Another"}},
		{"PubTator", pubtator, "", []string{"A title\nAn abstract.\n", "Another\n\n"}},
		{"BioC", "<collection><document><id>1</id><passage><text>A title</text></passage></document></collection>", "", []string{"A title\n"}},
		{"TSV", "id\tnote\n1\tmice\n2\n3\t\n4\trats\n", "note", []string{"mice", "rats"}},
		{"CSV", "id,note\n1,\"mice, rats\"\n", "note", []string{"mice, rats"}},
		{"CSV with semicolons", "id;note\n1;mice\n", "note", []string{"mice"}},
		{"one column", "note\nmice\n", "note", []string{"mice"}},
	} {
		got, err := readTexts(textFile(t, c.content), c.column)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.what, got, err, c.want)
		}
	}
}

func TestTextsOfBadFiles(t *testing.T) {
	for _, c := range []struct{ what, content, column, want string }{
		{"an empty file", "", "", "no texts"},
		{"blank lines", "\n \n", "", "no texts"},
		{"a binary file", "text\n\x00\x01\x02", "", "txt:2: a NUL byte"},
		{"Latin-1", "text\nM\xe9ni\xe8re\n", "", "txt:2: invalid UTF-8"},
		{"another column", "id\tnote\n1\tmice\n", "text", `txt: no column "text"; there are "id", "note"`},
		{"another column of CSV", "id,note\n1,mice\n", "text", `txt: no column "text"; there are "id", "note"`},
		{"broken CSV", "id,note\n1,\"mice\n", "note", "txt"},
		{"a binary CSV", "id,note\n1,\x00\n", "note", "txt:2: a NUL byte"},
		{"broken PubTator", "1|t|A\nno tabs\xff\n", "", "txt:2: not UTF-8"},
	} {
		if _, err := readTexts(textFile(t, c.content), c.column); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	if _, err := readTexts(filepath.Join(t.TempDir(), "none"), ""); err == nil {
		t.Error("a file that is not there can be read")
	}
}

// TestTextsStopped requires no more to be read than is wanted, and no error.
func TestTextsStopped(t *testing.T) {
	for _, c := range []struct{ content, column string }{{"a\nb\n", ""}, {pubtator, ""}, {"x\ta\nb\tc\nd\te\n", "a"}, {"x,a\nb,c\nd,e\n", "a"}} {
		n := 0
		for _, err := range Texts([]string{textFile(t, c.content), "none"}, c.column) {
			if n++; err != nil {
				t.Errorf("%q: %v", c.content, err)
			}
			break
		}
		if n != 1 {
			t.Errorf("%q: %d texts", c.content, n)
		}
	}
}

func FuzzTexts(f *testing.F) {
	for _, s := range []string{"", "a\nb", pubtator, "<collection><document>", "id,note\n1,\"x", "id;note\n\x00;\xff"} {
		f.Add(s, "note")
		f.Add(s, "")
	}
	f.Fuzz(func(t *testing.T, content, column string) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Skip(err)
		}
		got, err := readTexts(path, column)
		if err == nil && len(got) == 0 {
			t.Error("no texts and no error")
		}
	})
}
