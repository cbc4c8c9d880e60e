package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxWords bounds the guides and decisions, without the reference that the program writes: what nobody reads helps nobody.
const maxWords = 43900

// TestWords counts the words of docs.
func TestWords(t *testing.T) {
	docs := os.DirFS(filepath.Join("..", "..", "docs"))
	words := 0
	err := fs.WalkDir(docs, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == "reference" {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		content, err := fs.ReadFile(docs, path)
		words += len(strings.Fields(string(content)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if words < 10000 || words > maxWords {
		t.Errorf("%d words, want at most %d: a page a task, and nothing said twice", words, maxWords)
	}
}
