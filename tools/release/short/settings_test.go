package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func TestExpand(t *testing.T) {
	v := values{"Version": "0.3.1", "Os": "linux"}
	for _, c := range []struct{ text, want, fault string }{
		{"a_{{ .Version }}_{{ .Os }}", "a_0.3.1_linux", ""},
		{"{{ incminor .Version }}-dev", "0.4.0-dev", ""},
		{"{{ .Tag }}", "", "Tag"},
		{"{{ incpatch .Version }}", "", "incpatch"},
		{"{{ incminor .Os }}", "", "linux is no version"},
		{"{{ .Version", "", "unclosed"},
	} {
		got, err := v.expand(c.text)
		if got != c.want || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %q, %v; want %q, %q", c.text, got, err, c.want, c.fault)
		}
	}
	if _, err := v.expandAll([]string{"x", "{{ .None }}"}); err == nil {
		t.Error("an unknown name in a list is no error")
	}
	if v.with("Os", "darwin")["Os"] != "darwin" || v["Os"] != "linux" {
		t.Error("with changes the values that it is called on")
	}
}

// TestManual compares the manual pages that Homebrew installs with the commands that there are.
func TestManual(t *testing.T) {
	project, err := config.Load("../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	pages, _ := filepath.Glob("../../../docs/reference/*.md")
	if len(pages) < 20 {
		t.Fatalf("docs/reference has %d pages: the test would check next to nothing", len(pages))
	}
	want := []string{"man/normlet.1.gz"}
	for _, page := range pages {
		if name := strings.TrimSuffix(filepath.Base(page), ".md"); name != "README" && name != "normlet" {
			want = append(want, "man/"+name+".1.gz")
		}
	}
	got := slices.Sorted(slices.Values(project.Casks[0].Manpages))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("manpages of homebrew_casks in .goreleaser.yaml are\n%q, not those of the commands:\n%q", got, want)
	}
}

// TestRead reads the settings of this repository, and refuses others.
func TestRead(t *testing.T) {
	s, err := read(context.Background(), "../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if version, _ := s.values["Version"].(string); !strings.Contains(version, "-dev.") || s.date.IsZero() || len(s.values["FullCommit"].(string)) != 40 {
		t.Errorf("values %v, date %v", s.values, s.date)
	}
	for name, text := range map[string]string{
		"builds":  "version: 2\nbuilds: [{id: a}, {id: b}]\narchives: [{}]\nnfpms: [{}]\n",
		"unknown": "version: 2\nbild: []\n",
	} {
		path := filepath.Join(t.TempDir(), "settings.yaml")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := read(context.Background(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v does not name the file", name, err)
		}
	}
}
