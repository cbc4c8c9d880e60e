package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/checktest"
)

// folder makes a folder of artifacts with a program for each of some platforms, and works in it.
func folder(t *testing.T, platforms ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	var all []artifact
	if err := os.MkdirAll("tools/release/extra", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "NOTICE", licenses} {
		write(t, name, 0o644)
	}
	for _, platform := range platforms {
		goos, arch, _ := strings.Cut(platform, "/")
		path := goos + "_" + arch
		write(t, path, 0o755)
		all = append(all, artifact{Path: path, OS: goos, Arch: arch, Type: binary})
	}
	all = append(all, artifact{Path: "gone.deb", OS: "linux", Arch: "amd64", Type: "Linux Package"})
	for name, v := range map[string]any{"metadata.json": metadata{"normlet", "1.2.3", "abc"}, "artifacts.json": all} {
		content, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		checktest.Write(t, string(content), name)
	}
}

func write(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(path), mode); err != nil {
		t.Fatal(err)
	}
	date := time.Unix(1e9, 0)
	if err := os.Chtimes(path, date, date); err != nil {
		t.Fatal(err)
	}
}

func TestIndex(t *testing.T) {
	folder(t, "linux/amd64", "linux/arm64", "windows/amd64")
	m, all, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	index, err := indexOf(m, all)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Manifests) != 2 || manifest.Annotations["org.opencontainers.image.revision"] != "abc" {
		t.Fatalf("index %+v", manifest)
	}
	for i, arch := range []string{"amd64", "arm64"} {
		entry := manifest.Manifests[i]
		image, err := index.Image(entry.Digest)
		if err != nil {
			t.Fatal(err)
		}
		c, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		if entry.Platform.Architecture != arch || c.Architecture != arch || c.OS != "linux" || c.Config.User != nobody ||
			len(c.Config.Entrypoint) != 1 || c.Config.Entrypoint[0] != "/normlet" || len(c.RootFS.DiffIDs) != 1 || c.Created.Unix() != 1e9 {
			t.Errorf("%s: %+v, %+v", arch, entry, c)
		}
	}
}

// TestSameBytes makes the image twice.
func TestSameBytes(t *testing.T) {
	var first []byte
	for range 2 {
		folder(t, "linux/amd64", "linux/arm64")
		if err := run([]string{"."}); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile("normlet_1.2.3_oci.tar")
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, content) {
			t.Error("two runs write different bytes")
		}
		first = content
	}
}

func TestErrors(t *testing.T) {
	for want, make := range map[string]func(){
		"no program for Linux":        func() { folder(t, "windows/amd64") },
		"linux_amd64":                 func() { folder(t, "linux/amd64"); os.Remove("linux_amd64") },
		"NOTICE":                      func() { folder(t, "linux/amd64"); os.Remove("NOTICE") },
		"THIRD_PARTY":                 func() { folder(t, "linux/amd64"); os.Remove(licenses) },
		"metadata.json: no such file": func() { folder(t); os.Remove("metadata.json") },
		"metadata.json: invalid":      func() { folder(t); write(t, "metadata.json", 0o644) },
		"names no version":            func() { folder(t); checktest.Write(t, "{}", "metadata.json") },
	} {
		make()
		if err := run([]string{"."}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if err := run([]string{"a", "b"}); err == nil {
		t.Error("two folders are no error")
	}
}
