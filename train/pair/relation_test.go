package pair

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

func TestReadRelations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "relations.tsv")
	file := "\ufeff# from somewhere\nE1\tis_a\tE2\r\nE3\tpart of\t#4\n#5\tis_a\tE2"
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadRelations(path)
	if want := []Relation{{ID: "E1", Relation: "is_a", Parent: "E2"}, {ID: "E3", Relation: "part of", Parent: "#4"}, {ID: "#5", Relation: "is_a", Parent: "E2"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := ReadRelations(path + ".missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestBadRelations(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", "f.tsv: no relations; a line is id TAB relation TAB parent"},
		{"# only\n", "f.tsv: no relations; a line is id TAB relation TAB parent"},
		{"a\tb\tc\na\tb\n", "f.tsv:2: 2 columns; a line is id TAB relation TAB parent"},
		{"a\tb\tc\td\n", "f.tsv:1: 4 columns; a line is id TAB relation TAB parent"},
		{"a\tb\tc\n\n", "f.tsv:2: 1 columns; a line is id TAB relation TAB parent"},
		{"#\n\tb\tc\n", "f.tsv:2: empty id"},
		{"a\t \tc\n", "f.tsv:1: empty relation"},
		{"a\tb\t\n", "f.tsv:1: empty parent"},
		{"a\tb\t\xff\n", "f.tsv:1: invalid UTF-8; convert the file to UTF-8"},
		{"a\tb\tc\r\r\n", "f.tsv:1: a carriage return or NUL byte inside the line; is this a text file?"},
		{"a\tb\tc\n" + strings.Repeat("x", maxLine+1), "f.tsv:2: the line is longer than 1 MiB; is this a text file?"},
	} {
		_, err := parseRelations(strings.NewReader(c.file), "f.tsv")
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: error %v, want %s", c.file, err, c.want)
		}
		if row := (*data.BadRow)(nil); strings.Contains(c.want, "tsv:") != errors.As(err, &row) && !strings.Contains(c.want, "no relations") {
			t.Errorf("%.40q: error of type %T", c.file, err)
		}
	}
}

// FuzzReadRelations requires relations that survive being written and read again,
// or an error.
func FuzzReadRelations(f *testing.F) {
	f.Fuzz(func(t *testing.T, file string) {
		relations, err := parseRelations(strings.NewReader(file), "f.tsv")
		if err != nil {
			return
		}
		var again strings.Builder
		again.WriteString("# a comment, so that an id may start with one's mark\n")
		for _, r := range relations {
			if strings.HasPrefix(r.ID, "#") {
				return // after the first row only
			}
			again.WriteString(r.ID + "\t" + r.Relation + "\t" + r.Parent + "\n")
		}
		got, err := parseRelations(strings.NewReader(again.String()), "f.tsv")
		if err != nil || !slices.Equal(got, relations) {
			t.Errorf("%q, %v after writing %q", got, err, relations)
		}
	})
}
