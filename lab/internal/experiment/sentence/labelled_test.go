package sentence

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestReadLabelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "classes.tsv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("1\ta fine day\n0\tno\n3\t\n")
	got, err := ReadLabelled(path)
	if want := []Labelled{{1, "a fine day"}, {0, "no"}, {3, ""}}; err != nil || !slices.Equal(got, want) || Classes(got) != 4 {
		t.Errorf("%v of %d classes, %v, want %v", got, Classes(got), err, want)
	}
	for text, want := range map[string]string{
		"":                 "0 sentences of a single class",
		"0\ta\n0\tb\n":     "2 sentences of a single class",
		"1\ta\nb\n":        ":2: want two fields",
		"1\ta\tb\n":        ":1: want two fields",
		"x\ta\n":           `:1: label "x"`,
		"1\ta\n-1\tb\n":    `:2: label "-1"`,
		"1\ta\n100\tb\n":   `:2: label "100", want a whole number from 0 to 99`,
		"0.5\ta\n1\tb c\n": `:1: label "0.5"`,
	} {
		write(text)
		if _, err := ReadLabelled(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadLabelled(path + "none"); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
	if n := Classes(nil); n != 0 {
		t.Errorf("%d classes of nothing", n)
	}
}

// TestSmallLabelled: most words of a sentence are of its class.
func TestSmallLabelled(t *testing.T) {
	list := SmallLabelled(30, 3, 1)
	if !slices.Equal(list, SmallLabelled(30, 3, 1)) || Classes(list) != 3 {
		t.Errorf("%v: want the same of the same seed, in three classes", list)
	}
	own, all := 0, 0
	_, _, words := Small(1, 2, 1)
	for _, l := range list {
		for _, w := range Words(l.Text) {
			if words.Word[w] == nil {
				t.Fatalf("%q has no vector", w)
			}
			all++
			n, err := strconv.Atoi(strings.TrimPrefix(w, "word"))
			if err != nil {
				t.Fatal(err)
			}
			if n%3 == l.Label {
				own++
			}
		}
	}
	if all != 180 || own < 110 || own > 170 {
		t.Errorf("%d of %d words are of the class of their sentence, want about 7 in 9", own, all)
	}
}
