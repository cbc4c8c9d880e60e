package output

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// text is the kind of the files of these tests.
var text = Begins("a text", "text")

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file without this package.
func put(t *testing.T, path, content string) string {
	t.Helper()
	check(t, os.WriteFile(path, []byte(content), 0o666))
	return path
}

func get(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	check(t, err)
	return string(b)
}

// list returns the names in a folder.
func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// create writes content to path through a File.
func create(t *testing.T, s *Set, path, content string) {
	t.Helper()
	f, err := s.Create(path, text)
	check(t, err)
	defer f.Close()
	_, err = io.WriteString(f, content)
	check(t, err)
	check(t, f.Commit())
}

func refused(t *testing.T, err error, reason string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), reason) {
		t.Errorf("error %v, want %q", err, reason)
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "f"), "text old")
	f, err := new(Set).Create(path, text)
	check(t, err)
	_, err = io.WriteString(f, "text new")
	check(t, err)
	if get(t, path) != "text old" {
		t.Error("replaced before Commit")
	}
	check(t, f.Close())
	if get(t, path) != "text old" || list(t, dir) != "f" {
		t.Errorf("after Close: %q, and the folder has %s", get(t, path), list(t, dir))
	}
	create(t, new(Set), path, "text new")
	if get(t, path) != "text new" || list(t, dir) != "f" {
		t.Errorf("after Commit: %q, and the folder has %s", get(t, path), list(t, dir))
	}
}

func TestAfterTheEnd(t *testing.T) {
	for _, suffix := range []string{"", ".gz", ".zst"} {
		f, err := new(Set).Create(filepath.Join(t.TempDir(), "t"+suffix), text)
		check(t, err)
		check(t, f.Commit())
		check(t, f.Close())
		if f.Commit() == nil {
			t.Error("second Commit: no error")
		}
		if _, err := f.Write([]byte("x")); err == nil {
			t.Error("Write after Commit: no error")
		}
	}
}

func TestCompressed(t *testing.T) {
	for _, suffix := range []string{".gz", ".zst"} {
		path := filepath.Join(t.TempDir(), "t"+suffix)
		create(t, new(Set), path, strings.Repeat("text ", 10000))
		if n := len(get(t, path)); n > 1000 {
			t.Errorf("%s: %d bytes", suffix, n)
		}
		create(t, new(Set), path, "text again") // it is known to be ours
	}
	plain := filepath.Join(t.TempDir(), "t.gz")
	f, err := new(Set).Create(plain, &Kind{Plain: true})
	check(t, err)
	_, err = f.Write([]byte("as it is"))
	check(t, errors.Join(err, f.Commit()))
	if get(t, plain) != "as it is" {
		t.Error("a plain file was compressed")
	}
}

// TestForeign requires files of another kind to stay, unless they may go.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	var squeezed strings.Builder
	z := gzip.NewWriter(&squeezed)
	io.WriteString(z, "text in a gzip stream")
	check(t, z.Close())
	// Its first block is longer than what is read of a plain file.
	random := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(random)
	encoder, err := zstd.NewWriter(nil)
	check(t, err)
	block, ours := string(encoder.EncodeAll(random, nil)), string(encoder.EncodeAll(append([]byte("text"), random...), nil))
	for _, test := range []struct {
		content string
		ours    bool
	}{{block, false}, {ours, true}, {block[:5000], false}, {"\x28\xb5\x2f\xfd", false}, {"", true}, {"text", true}, {squeezed.String(), true}, {"a picture", false}, {"tex", false}, {"\x1f\x8b damaged", false}} {
		path := put(t, filepath.Join(dir, "f"), test.content)
		f, err := new(Set).Create(path, text)
		if test.ours {
			check(t, err)
			check(t, f.Close())
			continue
		}
		refused(t, err, path+": there is a file already, and it is not a text that normlet wrote; choose another name, or replace it with --force")
		if get(t, path) != test.content || list(t, dir) != "f" {
			t.Errorf("%q became %q in %s", test.content, get(t, path), list(t, dir))
		}
		create(t, &Set{Force: true}, path, "text")
	}
}

// TestInputs requires files that are read to be left alone, whatever they are called.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	in := put(t, filepath.Join(dir, "in"), "text")
	link, hard, sub := filepath.Join(dir, "link"), filepath.Join(dir, "hard"), filepath.Join(dir, "sub")
	check(t, os.Symlink("in", link))
	check(t, os.Link(in, hard))
	check(t, os.Symlink(".", sub))
	missing := filepath.Join(dir, "missing") // that will be there when it is read
	part := put(t, filepath.Join(dir, "out.part"), "text")
	state := put(t, filepath.Join(dir, "out.state"), "text")
	out := filepath.Join(dir, "out")
	for _, test := range []struct{ read, write string }{
		{in, in}, {in, link}, {in, hard}, {link, in}, {hard, in}, {in, filepath.Join(sub, "in")}, {in, filepath.Join(dir, "no", "..", "in")},
		{missing, missing}, {filepath.Join(sub, "missing"), missing}, {part, out}, {state, out}, {out + tempSuffix, out}, {out + lockSuffix, out},
	} {
		s := &Set{Force: true}
		s.Reads(test.read)
		refused(t, s.Check(test.write), "name for the output")
		_, err := s.Create(test.write, text)
		refused(t, err, "name for the output")
		_, err = s.Resumable(test.write, text, false)
		refused(t, err, "name for the output")
	}
	s := &Set{Force: true}
	s.Reads(in)
	check(t, s.Check(filepath.Join(dir, "in2"), out, dash, dash, "", os.DevNull, os.DevNull))
}

// TestTwice requires a command not to write a file twice.
func TestTwice(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	refused(t, new(Set).Check(a, b, a), "two outputs")
	refused(t, new(Set).Check(a+".part", a), "two outputs")
	refused(t, new(Set).Check(a, a+".state"), "two outputs")
	check(t, new(Set).Check(a, b))
	s := new(Set)
	create(t, s, a, "text")
	_, err := s.Create(a, text)
	refused(t, err, "has written it already")
	create(t, new(Set), a, "text of another run")
}

func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	dir := t.TempDir()
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644, 0o755} {
		path := put(t, filepath.Join(dir, fmt.Sprintf("f%o", mode)), "text")
		check(t, os.Chmod(path, mode))
		create(t, new(Set), path, "text new")
		resumable := put(t, path+"r", "text")
		check(t, os.Chmod(resumable, mode))
		r, err := new(Set).Resumable(resumable, text, false)
		check(t, err)
		if info, err := os.Stat(resumable + partSuffix); err != nil || info.Mode() != mode {
			t.Errorf("%s has mode %v while it is written, want %v (%v)", resumable, info.Mode(), mode, err)
		}
		check(t, r.Commit())
		check(t, r.Close())
		for _, p := range []string{path, resumable} {
			if info, err := os.Stat(p); err != nil || info.Mode() != mode {
				t.Errorf("%s has mode %v, want %v (%v)", p, info.Mode(), mode, err)
			}
		}
	}
}

// TestLinks requires links at OUT to be followed and those at the names beside it not.
func TestLinks(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	victim := put(t, filepath.Join(other, "victim"), "text of somebody else")
	out := filepath.Join(dir, "out")
	for _, suffix := range []string{tempSuffix, stateSuffix + tempSuffix} {
		check(t, os.Symlink(victim, out+suffix))
	}
	create(t, new(Set), out, "text")
	r, err := new(Set).Resumable(out, text, false)
	check(t, err)
	check(t, errors.Join(r.Commit(), r.Close()))
	check(t, os.Symlink(victim, out+partSuffix))
	_, err = new(Set).Resumable(out, text, false)
	refused(t, err, "not a file but a link")
	check(t, os.Remove(out+partSuffix))
	check(t, os.Symlink(victim, out+lockSuffix))
	_, err = new(Set).Create(out, text)
	refused(t, err, out+": ")
	check(t, os.Remove(out+lockSuffix))
	if get(t, victim) != "text of somebody else" {
		t.Errorf("the target of a link beside OUT holds %q", get(t, victim))
	}

	for _, name := range []string{"there", "not there"} { // what OUT itself links to
		target, link := filepath.Join(other, name), filepath.Join(dir, "link to "+name)
		if name == "there" {
			put(t, target, "text")
		}
		check(t, os.Symlink(target, link))
		create(t, new(Set), link, "text new")
		if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink || get(t, target) != "text new" {
			t.Errorf("%s: %v, %v; its target holds %q", link, info.Mode(), err, get(t, target))
		}
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing", "t.tsv")} {
		_, err := new(Set).Create(path, text)
		refused(t, err, path)
		if err != nil && strings.Contains(err.Error(), ".normlet-") {
			t.Errorf("%v: people do not know that file", err)
		}
		_, err = new(Set).Resumable(path, text, false)
		refused(t, err, path)
	}
	create(t, new(Set), os.DevNull, "text") // written, not replaced
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s was replaced", os.DevNull)
	}
}
