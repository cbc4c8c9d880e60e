package mmap

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"empty": {}, "small": []byte("pack"), "large": bytes.Repeat([]byte("0123456789abcdef"), 1<<16),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.Data, content) {
			t.Errorf("%s: %d bytes, want %d, or others", name, len(f.Data), len(content))
		}
		if runtime.GOOS == "linux" && (f.Unmap != nil) != (len(content) > 0) {
			t.Errorf("%s: mapped %v", name, f.Unmap != nil)
		}
		f.Release()
		if !bytes.Equal(f.Data, content) {
			t.Errorf("%s: other bytes after Release", name)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestScratch writes to memory of its own.
func TestScratch(t *testing.T) {
	for _, size := range []int{0, 1, 100_000} {
		b, free := Scratch(size)
		other, freeOther := Scratch(size)
		if len(b) != size || bytes.Count(b, []byte{0}) != size {
			t.Errorf("%d bytes, not %d zeros", len(b), size)
		}
		copy(b, bytes.Repeat([]byte{1}, size))
		if bytes.Contains(other, []byte{1}) {
			t.Error("two have one memory")
		}
		free()
		freeOther()
	}
}
