package main

import (
	"archive/tar"
	"bytes"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// layerOf packs files into a layer, under the names given. They keep whether they can be run.
func layerOf(date time.Time, paths map[string]string) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		content, err := os.ReadFile(paths[name])
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(paths[name])
		if err != nil {
			return nil, err
		}
		mode := 0o644 | int64(info.Mode()&0o111)
		if err := add(w, name, mode, content, date); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}

func add(w *tar.Writer, name string, mode int64, content []byte, date time.Time) error {
	h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: int64(len(content)), ModTime: date}
	if err := w.WriteHeader(h); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
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
	return tarOf(os.DirFS(temp))
}

// tarOf packs a folder: names sorted, no dates or owners.
func tarOf(folder fs.FS) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, path)
		if err != nil {
			return err
		}
		return add(w, path, 0o644, content, time.Unix(0, 0))
	})
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
