//go:build unix

package recipe

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

// counted counts how often files are opened.
type counted struct {
	fs.FS
	opened map[string]int
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.FS.Open(name)
}

// TestIncludes reads recipes each of which includes the next twice: each file is read once, and each source is there
// once, before those of the recipes that include it.
func TestIncludes(t *testing.T) {
	t.Parallel()
	const n = 40
	files := fstest.MapFS{}
	for i := range n {
		text := fmt.Sprintf("name = \"r%d\"\ntitle = \"R\"\n", i)
		if i+1 < n {
			text += fmt.Sprintf("include = [\"r%d\", \"r%d\"]\n", i+1, i+1)
		}
		files[fmt.Sprintf("r%d.toml", i)] = &fstest.MapFile{Data: []byte(text + source(fmt.Sprint(i), "", "a.tsv", "", ""))}
	}
	known := counted{files, map[string]int{}}
	r, err := Load(known, "r0")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if name := fmt.Sprintf("r%d.toml", i); known.opened[name] != 1 {
			t.Errorf("%s was read %d times", name, known.opened[name])
		}
		if got, want := r.Sources[i].Title, fmt.Sprint(n-1-i); got != want || len(r.Sources) != n {
			t.Fatalf("source %d of %d is %s, want %s", i, len(r.Sources), got, want)
		}
	}
}

// TestTooManyRecipes has a chain of recipes that ends too late.
func TestTooManyRecipes(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	for i := range 1001 {
		files[fmt.Sprintf("r%d.toml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "name = \"r%d\"\ntitle = \"R\"\ninclude = [\"r%d\"]\n", i, i+1)}
	}
	if _, err := Load(files, "r0"); err == nil || !strings.HasSuffix(err.Error(), "more than 1000 recipes (--raise-limits 10 allows more)") {
		t.Errorf("error %.200v", err)
	}
}

// TestFilesOfRecipes has recipes and lists that are no regular files of their folder.
func TestFilesOfRecipes(t *testing.T) {
	t.Parallel()
	outside := folder(t, map[string]string{"secret.tsv": "G:1\tTP53\n", "other.toml": head})
	recipe := func(more string) string {
		return head + more + "[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\nown = \"own.tsv\"\n"
	}
	for _, c := range []struct{ name, text, pipe, link, want string }{
		{"an honest one", recipe(""), "", "", ""},
		{"a pipe", "", "r.toml", "", "not a regular file but a pipe"},
		{"an included pipe", recipe("include = [\"other\"]\n"), "other.toml", "", "not a regular file but a pipe"},
		{"an included link", recipe("include = [\"other\"]\n"), "", "other.toml", "path escapes from parent"},
		{"a list that is a pipe", recipe(""), "own.tsv", "", "not a regular file but a pipe"},
		{"a list that lies elsewhere", recipe(""), "", "own.tsv", "path escapes from parent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, map[string]string{"real.tsv": "G:1\tTP53\n"})
			put := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if c.text != "" {
				put(os.WriteFile(filepath.Join(dir, "r.toml"), []byte(c.text), 0o600))
			}
			switch {
			case c.pipe != "":
				put(syscall.Mkfifo(filepath.Join(dir, c.pipe), 0o600))
			case c.link == "own.tsv":
				put(os.Symlink(filepath.Join(outside, "secret.tsv"), filepath.Join(dir, c.link)))
			case c.link != "":
				put(os.Symlink(filepath.Join(outside, c.link), filepath.Join(dir, c.link)))
			default:
				put(os.Symlink("real.tsv", filepath.Join(dir, "own.tsv")))
			}
			r, err := Load(fstest.MapFS{}, filepath.Join(dir, "r.toml"))
			if err == nil {
				_, err = r.Find(Options{})
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// TestPipeOfASource has a pipe where a source is to be: its digest would never be known.
func TestPipeOfASource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a.tsv"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := read(source("A", "", "a.tsv", "", ""), Options{From: []string{dir}}); err == nil || !strings.Contains(err.Error(), "not a regular file but a pipe") {
		t.Errorf("error %v", err)
	}
}
