package testfull

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Shared returns the folder shared beside the repository, with evaluation data, for tests in full. It is no part of the
// project: without it there is nothing to read and the test is skipped, with it a missing file fails.
func Shared(t testing.TB) string {
	t.Helper()
	if !On() {
		t.Skipf("only with %s=1: it reads evaluation data", Variable)
	}
	root, err := os.Getwd() // the package's folder, which may be in a module within the repository's
	for ; err == nil && root != filepath.Dir(root); root = filepath.Dir(root) {
		if text, _ := os.ReadFile(filepath.Join(root, "go.mod")); strings.HasPrefix(string(text), "module github.com/normlet/normlet\n") {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(filepath.Dir(root), "shared")
	if _, err := os.Stat(shared); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the evaluation data is not here: no folder %s", shared)
	}
	return shared
}
