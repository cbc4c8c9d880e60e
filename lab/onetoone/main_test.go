package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestGreatest has rows of which greedy loses what the sum of p gains.
func TestGreatest(t *testing.T) {
	rows := [][]core.Match{
		{{ID: "a", P: 0.8}, {ID: "b", P: 0.75}},
		{{ID: "a", P: 0.79}, {ID: "b", P: 0.1}},
		{{ID: "c", P: 0.4}},
		nil,
	}
	if got := greedy(rows); !slices.Equal(got, []string{"a", "", "", ""}) {
		t.Errorf("greedy: %q", got)
	}
	if got := greatest(rows); !slices.Equal(got, []string{"b", "a", "", ""}) {
		t.Errorf("greatest sum: %q", got)
	}
}

// TestLists reads small files of each form. All names are made up.
func TestLists(t *testing.T) {
	root := t.TempDir()
	for file, content := range map[string]string{
		"iso-codes/json/iso_3166-1.json":          `{"3166-1": [{"alpha_3": "QQA", "name": "Foo"}, {"alpha_3": "QQB", "name": "Bar", "official_name": "Republic of Bar"}]}`,
		"iso-codes/json/iso_3166-2.json":          `{"3166-2": [{"code": "QA-1", "name": "Nord"}, {"code": "QA-2", "name": "Ost"}]}`,
		"unicode/cldr/common/subdivisions/en.xml": `<ldml><localeDisplayNames><subdivisions><subdivision type="qa1">North</subdivision></subdivisions></localeDisplayNames></ldml>`,
		"libtimezonemap/ui/cities15000.txt":       "1\tFoo\tFoo\tFOO,Fooville,Фуу,Foostadt\t1\t1\tP\tPPL\tQA\n2\tBar\tBar\t\t1\t1\tP\tPPL\tQA\n",
	} {
		path := filepath.Join(root, "usr", "share", filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []thing{
		{"iso:QQB", "", [2]string{"Bar", "Republic of Bar"}},
		{"iso:QA-1", "QA", [2]string{"Nord", "North"}},
		{"geonames:1", "QA", [2]string{"Foo", "Foostadt"}},
	} {
		read := []func(string) ([]thing, error){countries, countryParts, cities}[i]
		if got, err := read(root); err != nil || !slices.Equal(got, []thing{want}) {
			t.Errorf("%v, %v: want %v", got, err, want)
		}
		if _, err := read(t.TempDir()); err == nil {
			t.Errorf("no error where the files of %v are missing", want)
		}
	}
}
