package main

import (
	"archive/zip"
	"bytes"
	"maps"
	"slices"
)

// withFiles returns a zip, such as an AAR, with files added or replaced at its end. All else stays as it is, and the same
// files give the same bytes: they have no date.
func withFiles(archive string, files map[string][]byte) ([]byte, error) {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range r.File {
		if _, replaced := files[f.Name]; replaced {
			continue
		}
		if err := w.Copy(f); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}
