package main

import (
	"archive/tar"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
)

// file is a file to pack.
type file struct {
	content []byte
	mode    int64
}

// tarOf packs files by their names, in their order and without owners.
func tarOf(files map[string]file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: f.mode, Size: int64(len(f.content)), ModTime: date}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// layoutTar returns an OCI image layout that holds one index, named by its version.
func layoutTar(index v1.ImageIndex, version string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "image")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	folder, err := layout.Write(temp, empty.Index)
	if err != nil {
		return nil, err
	}
	name := map[string]string{"org.opencontainers.image.ref.name": version}
	if err := folder.AppendIndex(index, layout.WithAnnotations(name)); err != nil {
		return nil, err
	}
	files, written := map[string]file{}, os.DirFS(temp)
	err = fs.WalkDir(written, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(written, path)
		files[path] = file{content, 0o644}
		return err
	})
	if err != nil {
		return nil, err
	}
	return tarOf(files, time.Unix(0, 0))
}
