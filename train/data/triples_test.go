package data

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	path := filepath.Join(t.TempDir(), "f.tsv")
	for _, c := range []struct{ file, want string }{
		{"", "f.tsv: no relations; a line is id TAB relation TAB parent"},
		{"# only\n", "f.tsv: no relations; a line is id TAB relation TAB parent"},
		{"a\tb\tc\na\tb\n", "f.tsv:2: 2 columns; a line is id TAB relation TAB parent"},
		{"a\tb\tc\td\n", "f.tsv:1: 4 columns; a line is id TAB relation TAB parent"},
		{"a\tb\tc\n\n", "f.tsv:2: 1 columns; a line is id TAB relation TAB parent"},
		{"#\n\tb\tc\n", "f.tsv:2: empty id"},
		{"a\t \tc\n", "f.tsv:1: empty relation"},
		{"a\tb\t\n", "f.tsv:1: empty parent"},
		{"a\tb\t\xff\n", "f.tsv:1: invalid UTF-8: the byte 0xFF looks like Latin-1; convert the file with iconv -f ISO-8859-1 -t UTF-8"},
		{"a\tb\tc\r\r\n", "f.tsv:1: a carriage return inside the row"},
		{"a\tb\tc\n" + strings.Repeat("x", 2<<20), "f.tsv:2: the line is longer than 1 MiB; is this a text file? (--raise-limits 10 allows more)"},
	} {
		err := os.WriteFile(path, []byte(c.file), 0o600)
		if err == nil {
			_, err = ReadRelations(path)
		}
		if err == nil || err.Error() != filepath.Dir(path)+"/"+c.want {
			t.Errorf("%.40q: error %v, want %s", c.file, err, c.want)
		}
		if row := (*BadRow)(nil); strings.Contains(c.want, "tsv:") != errors.As(err, &row) && !strings.Contains(c.want, "no relations") {
			t.Errorf("%.40q: error of type %T", c.file, err)
		}
	}
}
