package output

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Same reports whether two names lead to one file, through links, folders or other names of it. The file need not
// exist.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	if err == nil && err2 == nil {
		return os.SameFile(x, y)
	}
	a, b = target(a), target(b)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// target returns the full name of the file at the end of all links. It need not exist.
func target(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return filepath.Clean(name)
	}
	for range 64 { // more links than any system follows
		if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
			full = filepath.Join(dir, filepath.Base(full))
		}
		next, err := os.Readlink(full)
		if err != nil {
			break
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(full), next)
		}
		full = next
	}
	return full
}
