package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/site"
	"github.com/normlet/normlet/tools/normlet/program"
)

var testProgram = &program.Program{Wasm: []byte("program"), Support: []byte("support")}

func testSite(t *testing.T) site.Site {
	t.Helper()
	s, err := site.New([]byte("pack"), testProgram)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWebOut(t *testing.T) {
	f := newFixture(t)
	dir := filepath.Join(f.dir, "public")
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"web", "--pack", filepath.Join(f.dir, "t.normpack"), "--out", dir}, nil, &stdout, &stderr); code != exitDone {
		t.Fatalf("status %d: %s", code, &stderr)
	}
	program, err := os.ReadFile(filepath.Join(dir, "lib", "normlet.wasm"))
	if err != nil || !bytes.HasPrefix(program, []byte("\x00asm")) {
		t.Errorf("the program is no WebAssembly: %v", err)
	}
	packed, err := os.ReadFile(filepath.Join(dir, "default.normpack"))
	if err != nil {
		t.Fatal(err)
	}
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pack.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := got.Append(nil, nil); err != nil || string(again) != tinyPack() {
		t.Errorf("another pack than the one given: %v", err)
	}
	if h, err := pack.ReadHeader(content); err != nil || slices.ContainsFunc(h.Sections, func(s pack.SectionInfo) bool { return s.Zstd }) {
		t.Errorf("the program has to decompress sections: %v", err)
	}
}

func TestWebRefuses(t *testing.T) {
	f := newFixture(t)
	f.write("cut.normpack", tinyPack()[:100])
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"web", "more"}, exitUsage, `"more" is one argument too many`},
		{[]string{"web", "--listen", "here"}, exitUsage, "want HOST:PORT"},
		{[]string{"web", "--updates", "genes"}, exitUsage, "belong together"},
		{[]string{"web", "--updates", "genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitUsage, "belong together"},
		{[]string{"web", "--pack", f.path("t.normpack"), "--out", f.dir, "--updates", "Genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "no name of a pack"},
		{[]string{"web", "--pack", f.path("t.normpack"), "--out", f.dir, "--updates", "genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "the root to trust"},
		{[]string{"web", "--pack", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "damaged"},
		{[]string{"web", "--pack", filepath.Join(f.dir, "none")}, exitFailed, "no such file"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), c.args, nil, &stdout, &stderr); code != c.code || !strings.Contains(stderr.String(), c.says) {
			t.Errorf("%q: status %d, %s", c.args, code, &stderr)
		}
	}
}
