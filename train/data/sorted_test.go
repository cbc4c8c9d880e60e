package data

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// parts returns the terminologies of a file that is sorted in runs of so many bytes.
func parts(t *testing.T, text string, o ReadOptions, most, names int) ([]*Terminology, *Sorted, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "list.tsv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := sortRows(t.Context(), file, o, t.TempDir(), func(int) {}, most)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	var list []*Terminology
	for range 2 { // as often as wanted
		list = nil
		err = s.Parts(t.Context(), names, func(t *Terminology) error { list = append(list, t); return nil })
	}
	return list, s, err
}

const unsorted = `# id name kind weight namespace
B:2	two	primary	7	b
A:10	ten
B:2	zwei	alias
A:1	one	exact	3
B:2	deux	primary
A:10	X	alias	5
`

// TestSortRows gives the terminologies that reading all of a file gives, entity by entity.
func TestSortRows(t *testing.T) {
	whole, _, err := ReadTSV(strings.NewReader(unsorted), "list.tsv", ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{1, 40, 1 << 20} { // bytes of a run
		for _, names := range []int{1, 3, 100} {
			list, s, err := parts(t, unsorted, ReadOptions{}, most, names)
			if err != nil {
				t.Fatal(err)
			}
			var got []Entity
			for _, p := range list {
				got = append(got, p.Entities...)
			}
			want := []Entity{whole.Entities[2], whole.Entities[1], whole.Entities[0]} // A:1, A:10, B:2
			if !reflect.DeepEqual(got, want) || s.Rows != 6 {
				t.Errorf("%d bytes a run, %d names: %d rows, %+v; want %+v", most, names, s.Rows, got, want)
			}
			if wantParts := map[int]int{1: 3, 3: 2, 100: 1}[names]; len(list) != wantParts {
				t.Errorf("%d names: %d parts", names, len(list))
			}
		}
	}
}

// TestSortBadRows names file and line of rows that are wrong by themselves, and beside others.
func TestSortBadRows(t *testing.T) {
	for name, x := range map[string]struct{ text, want string }{
		"no tab":         {unsorted + "A:3\n", "list.tsv:8: no TAB"},
		"twice":          {unsorted + "A:10\tX\n", `list.tsv:8: duplicate: "X" was already given to A:10`},
		"two weights":    {unsorted + "B:2\tdos\t\t8\n", "list.tsv:8: weight 8 of B:2 differs from 7"},
		"two namespaces": {unsorted + "B:2\tdos\t\t\tc\n", `list.tsv:8: namespace "c" of B:2 differs`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := parts(t, x.text, ReadOptions{}, 20, 100); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%v; want %q", err, x.want)
			}
			list, s, err := parts(t, x.text, ReadOptions{SkipBad: true}, 20, 100)
			if err != nil || list[0].NumNames() != 6 || len(s.Bad()) != 1 || s.Bad()[0].Line != 8 {
				t.Errorf("skipped: %v, %+v", err, s)
			}
		})
	}
	for text, want := range map[string]string{"": "no rows", "# only this\n": "no rows", "format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n": "looks like OBO"} {
		if _, _, err := parts(t, text, ReadOptions{}, 20, 100); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}

// TestSortOptions gives ids a prefix before they are sorted, and leaves kinds out.
func TestSortOptions(t *testing.T) {
	list, _, err := parts(t, "9\tnine\nP:1\tone\n10\tten\talias\n", ReadOptions{Prefix: "P", Kinds: []string{""}}, 5, 100)
	if err != nil || len(list) != 1 || len(list[0].Entities) != 2 || list[0].Entities[0].ID != "P:1" || list[0].Entities[1].ID != "P:9" {
		t.Errorf("%+v, %v", list, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := filepath.Join(t.TempDir(), "list.tsv")
	if err := os.WriteFile(file, []byte(unsorted), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sortRows(ctx, file, ReadOptions{}, t.TempDir(), func(int) {}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
