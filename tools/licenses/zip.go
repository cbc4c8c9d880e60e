package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
)

// withFiles returns a zip with files added, or replaced, at its top. All else stays as it is, and the same files give the
// same bytes: they have no date.
func withFiles(archive string, files []string) ([]byte, error) {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range r.File {
		if slices.ContainsFunc(files, func(path string) bool { return filepath.Base(path) == f.Name }) {
			continue
		}
		if err := w.Copy(f); err != nil {
			return nil, err
		}
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, err := w.Create(filepath.Base(path))
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
