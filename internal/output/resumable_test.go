package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// cutShort writes blocks of a file and ends before its Commit. Saved are the numbers of
// the blocks after which the state is written.
func cutShort(t *testing.T, path string, resume bool, blocks int, saved ...int) {
	t.Helper()
	r, err := new(Set).Resumable(path, text, resume)
	check(t, err)
	writeBlocks(t, r, blocks, saved...)
	check(t, r.Close())
}

func block(i int) []byte { return []byte(fmt.Sprintf("text of block %02d\n", i)) }

// writeBlocks writes those that the file lacks.
func writeBlocks(t *testing.T, r *Resumable, blocks int, saved ...int) {
	t.Helper()
	var done int
	check(t, r.Last(&done))
	for i := done; i < blocks; i++ {
		_, err := r.Write(block(i))
		check(t, err)
		for _, s := range saved {
			if s == i {
				check(t, r.Save(i+1))
			}
		}
	}
}

func wholeFile(blocks int) string {
	var b bytes.Buffer
	for i := range blocks {
		b.Write(block(i))
	}
	return b.String()
}

func finish(t *testing.T, path string, blocks int) (lost int64) {
	t.Helper()
	r, err := new(Set).Resumable(path, text, true)
	check(t, err)
	defer r.Close()
	writeBlocks(t, r, blocks)
	check(t, r.Commit())
	return r.Lost()
}

func TestResume(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	cutShort(t, path, false, 3, 0, 1) // the third block is not recorded
	if list(t, dir) != "out.part out.state" {
		t.Fatal(list(t, dir))
	}
	_, err := new(Set).Resumable(path, text, false)
	refused(t, err, "go on with --resume, or start over with --force")
	cutShort(t, path, true, 5, 3)
	if lost := finish(t, path, 8); lost != 0 || get(t, path) != wholeFile(8) || list(t, dir) != "out" {
		t.Errorf("%d lost, %q, %s", lost, get(t, path), list(t, dir))
	}

	cutShort(t, path, false, 3, 1)
	r, err := (&Set{Force: true}).Resumable(path, text, false) // over from the beginning
	check(t, err)
	if r.Length() != 0 || r.Resumable() {
		t.Errorf("%d bytes are taken over", r.Length())
	}
	check(t, r.Close())
	if list(t, dir) != "out" {
		t.Errorf("nothing to go on with, and left are %s", list(t, dir))
	}
	finish(t, path, 2) // --resume where there is nothing to resume
	if get(t, path) != wholeFile(2) {
		t.Errorf("%q", get(t, path))
	}
}

// TestChangedPart changes every byte of OUT.part: what is resumed is never wrong, and
// goes on from the last mark before the change.
func TestChangedPart(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	cutShort(t, path, false, 5, 0, 2, 3)
	part, state := get(t, path+".part"), get(t, path+".state")
	size := len(block(0))
	for at := range part {
		for _, change := range []string{part[:at] + string(part[at]^1) + part[at+1:], part[:at]} {
			put(t, path+".part", change)
			put(t, path+".state", state)
			if at < size {
				_, err := new(Set).Resumable(path, text, true)
				refused(t, err, "has changed from its beginning")
				continue
			}
			lost := finish(t, path, 7)
			want := 0
			if at < 3*size {
				want = 3 * size
			} else if at < 4*size {
				want = size
			}
			if lost != int64(want) || get(t, path) != wholeFile(7) || list(t, dir) != "out" {
				t.Fatalf("byte %d changed: %d bytes lost, want %d; %q; %s", at, lost, want, get(t, path), list(t, dir))
			}
		}
	}
	for at := range state { // and every byte of OUT.state
		put(t, path+".part", part)
		put(t, path+".state", state[:at]+string(state[at]^1)+state[at+1:])
		_, err := new(Set).Resumable(path, text, true)
		refused(t, err, "not a state of this release, or damaged")
	}
	check(t, os.Remove(path))
	r, err := (&Set{Force: true}).Resumable(path, text, false)
	check(t, err)
	check(t, errors.Join(r.Commit(), r.Close()))
	if list(t, dir) != "out" {
		t.Errorf("left: %s", list(t, dir))
	}
}

// TestManyMarks requires the state to stay small, and a change to cost little.
func TestManyMarks(t *testing.T) {
	const blocks = 400
	path := filepath.Join(t.TempDir(), "out")
	r, err := new(Set).Resumable(path, text, false)
	check(t, err)
	for i := range blocks {
		_, err := r.Write(block(i))
		check(t, errors.Join(err, r.Save(i+1)))
		if i%50 == 0 {
			check(t, r.Save(i+1)) // without anything new it replaces the mark
		}
	}
	if n := len(r.marks); n > 100 || r.marks[n-1].Bytes != r.Length() {
		t.Errorf("%d marks, the last of %d of %d bytes", n, r.marks[n-1].Bytes, r.Length())
	}
	check(t, r.Close())
	part := []byte(get(t, path+".part"))
	at := len(part) / 2
	part[at] ^= 1
	put(t, path+".part", string(part))
	if lost := finish(t, path, blocks); lost < int64(len(part)-at) || lost > int64(len(part)-at*7/8) || get(t, path) != wholeFile(blocks) {
		t.Errorf("%d of %d bytes lost", lost, len(part))
	}
}

// TestForeignPart requires an OUT.part that no run left to stay.
func TestForeignPart(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path+".part", "a download under way")
	for _, resume := range []bool{false, true} {
		_, err := new(Set).Resumable(path, text, resume)
		refused(t, err, "is there, and no out.state")
	}
	if get(t, path+".part") != "a download under way" || list(t, dir) != "out.part" {
		t.Errorf("%q, %s", get(t, path+".part"), list(t, dir))
	}
	r, err := (&Set{Force: true}).Resumable(path, text, false)
	check(t, err)
	check(t, errors.Join(r.Commit(), r.Close()))

	put(t, path+".state", "somebody's")
	_, err = new(Set).Resumable(path, text, false)
	refused(t, err, "not a state of this release")
	if get(t, path+".state") != "somebody's" {
		t.Error("a state that is none was replaced")
	}
}

// TestStream refuses to resume what is no file.
func TestStream(t *testing.T) {
	for _, path := range []string{dash, os.DevNull} {
		_, err := new(Set).Resumable(path, text, true)
		refused(t, err, "cannot be resumed")
	}
}

// TestRestart forgets what an earlier run left, and reads what is written since.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	cutShort(t, path, false, 9, 4)
	r, err := new(Set).Resumable(path, text, true)
	check(t, err)
	check(t, r.Restart())
	if r.Length() != 0 || r.Resumable() {
		t.Errorf("%d bytes after the restart", r.Length())
	}
	writeBlocks(t, r, 3)
	content, err := r.Content()
	check(t, err)
	if got, err := io.ReadAll(content); err != nil || string(got) != wholeFile(3) {
		t.Errorf("%q, %v", got, err)
	}
	check(t, r.Commit())
	check(t, r.Close())
	if got := get(t, path); got != wholeFile(3) {
		t.Errorf("the file is %q", got)
	}
	cutShort(t, path, false, 9, 4)
	r, err = new(Set).Resumable(path, text, true)
	check(t, err)
	check(t, r.Restart())
	check(t, r.Close())
	if left := list(t, dir); left != "out" {
		t.Errorf("left: %s", left)
	}
}
