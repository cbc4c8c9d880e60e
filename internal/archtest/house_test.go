package archtest

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What a reader can take in at a time.
const (
	fileLines = 400 // of any Go file, tests included
	docLines  = 24  // of the public API: go doc -short ./core
)

// TestFileSizes counts the lines of every Go file.
func TestFileSizes(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		lines := bytes.Count(content, []byte("\n"))
		rel, _ := filepath.Rel(root, path) // both are relative
		if lines > fileLines {
			t.Errorf("%s has %d lines, more than %d: split it by subject", rel, lines, fileLines)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Fatalf("%d files: the test checks next to nothing", files)
	}
}

// TestPublicAPI counts what go doc lists of core.
func TestPublicAPI(t *testing.T) {
	out, err := exec.Command("go", "doc", "-short", module+"core").CombinedOutput()
	if err != nil {
		t.Fatalf("go doc: %v\n%s", err, out)
	}
	if n := bytes.Count(out, []byte("\n")); n > docLines || n < 5 {
		t.Errorf("go doc -short ./core prints %d lines, at most %d are wanted:\n%s", n, docLines, out)
	}
}
