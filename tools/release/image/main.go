// Command image makes the OCI image of a release from the programs in a folder of
// artifacts, without a daemon: an index of one image for each Linux architecture,
// each from scratch with one layer.
//
//	image DIST      from the root of the repository
//
// It writes DIST/NAME_VERSION_oci.tar, an OCI image layout, and prints the digest
// of the index. The same programs give the same bytes.
//
//	dist.go   what goreleaser says of the folder
//	main.go   the index and its images
//	tar.go    files as a tar file
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/normlet/normlet/internal/output"
)

// nobody is the user of the image: look-ups need no rights.
const nobody = "65532:65532"

// licenses is the file that tools/release/manual.sh makes for all artifacts.
const licenses = "tools/release/extra/THIRD_PARTY_LICENSES"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: image DIST")
	}
	m, all, err := read(args[0])
	if err != nil {
		return err
	}
	index, err := indexOf(m, all)
	if err != nil {
		return err
	}
	content, err := layoutTar(index, m.Version)
	if err != nil {
		return err
	}
	out := filepath.Join(args[0], fmt.Sprintf("%s_%s_oci.tar", m.Name, m.Version))
	kind := &output.Kind{What: "it is no image", Ours: func([]byte) bool { return true }, Plain: true}
	if err := (&output.Set{Command: "image"}).Write(out, kind, content); err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Println("wrote", out, digest)
	return nil
}

// indexOf makes the images of all Linux programs.
func indexOf(m metadata, all []artifact) (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	n := 0
	for _, a := range all {
		if a.Type != binary || a.OS != "linux" {
			continue
		}
		image, err := imageOf(m, a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Path, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: a.OS, Architecture: a.Arch}},
		})
		n++
	}
	if n == 0 {
		return nil, errors.New("artifacts.json names no program for Linux")
	}
	labelled, ok := mutate.Annotations(index, labels(m)).(v1.ImageIndex)
	if !ok {
		return nil, errors.New("an index with annotations is no index")
	}
	return labelled, nil
}

func imageOf(m metadata, a artifact) (v1.Image, error) {
	info, err := os.Stat(a.Path)
	if err != nil {
		return nil, err
	}
	date := info.ModTime().UTC() // of the commit: every build sets it
	files := map[string]file{}
	for name, path := range map[string]string{m.Name: a.Path, "LICENSE": "LICENSE", "NOTICE": "NOTICE", "THIRD_PARTY_LICENSES": licenses} {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files[name] = file{content, 0o644}
	}
	files[m.Name] = file{files[m.Name].content, 0o755}
	content, err := tarOf(files, date)
	if err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	layer, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{
		Layer: layer, History: v1.History{Created: v1.Time{Time: date}, CreatedBy: m.Name + " " + m.Version},
	})
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, config(image, m, a, date))
}

// config completes the configuration of an image that has its layers.
func config(image v1.Image, m metadata, a artifact, date time.Time) *v1.ConfigFile {
	c, err := image.ConfigFile()
	if err != nil {
		panic(err) // it is made of values, not read
	}
	c = c.DeepCopy()
	c.OS, c.Architecture, c.Created = a.OS, a.Arch, v1.Time{Time: date}
	c.Config = v1.Config{Entrypoint: []string{"/" + m.Name}, User: nobody, WorkingDir: "/", Labels: labels(m)}
	return c
}

// labels say what an image is, in the words of the OCI.
func labels(m metadata) map[string]string {
	const url = "https://github.com/normlet/normlet"
	return map[string]string{
		"org.opencontainers.image.title":       m.Name,
		"org.opencontainers.image.description": "Finds the entity that a noisy name means, offline",
		"org.opencontainers.image.version":     m.Version,
		"org.opencontainers.image.revision":    m.Commit,
		"org.opencontainers.image.source":      url,
		"org.opencontainers.image.licenses":    "Apache-2.0",
	}
}
