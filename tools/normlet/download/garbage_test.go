package download

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/durable"
)

// garbage breaks an answer off after so many bytes that are not those of the file.
func garbage(w http.ResponseWriter, after int) {
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	_, _ = w.Write(bytes.Repeat([]byte{0xAA}, after))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// TestGarbage has a host send garbage and break off. What was kept of it does not spoil the download: it is begun anew at
// once, in the same run or a later one.
func TestGarbage(t *testing.T) {
	for name, kept := range map[string]string{"not kept": "", "kept": t.TempDir()} {
		s := newServer(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 1 {
				garbage(w, 200_000)
			}
			static(w, r)
		})
		source, err := New(s.URL, patient(kept))
		check(t, err)
		data, err := source.Fetch(t.Context(), want)
		if err != nil || !bytes.Equal(data, content) || !slices.Equal(s.ranges, []string{"", "bytes=200000-", ""}) {
			t.Errorf("%s: %d bytes, %v; asked for %q", name, len(data), err, s.ranges)
		}
	}
	kept := t.TempDir()
	o := patient(kept)
	o.Attempts = 1
	bad := newServer(t, func(_ int, w http.ResponseWriter, _ *http.Request) { garbage(w, 200_000) })
	source, err := New(bad.URL, o)
	check(t, err)
	if _, err := source.Fetch(t.Context(), want); err == nil {
		t.Error("garbage was taken")
	}
	whole := newServer(t, func(_ int, w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, len(content))) })
	if source, err = New(whole.URL, o); err == nil { // it ignores ranges: what is kept and what it sends are one file
		var data []byte
		data, err = source.Fetch(t.Context(), want)
		if bytes.Equal(data, content) || len(whole.ranges) != 2 {
			t.Errorf("%d bytes; asked for %q", len(data), whole.ranges)
		}
	}
	check(t, err)
	if left, _ := filepath.Glob(filepath.Join(kept, "*")); left != nil {
		t.Errorf("left: %q", left)
	}
	good := newServer(t, func(_ int, w http.ResponseWriter, r *http.Request) { static(w, r) })
	source, err = New(good.URL, o)
	check(t, err)
	if data, err := source.Fetch(t.Context(), want); err != nil || !bytes.Equal(data, content) || !slices.Equal(good.ranges, []string{""}) {
		t.Errorf("the next honest one: %d bytes, %v; asked for %q", len(data), err, good.ranges)
	}
}

// fullDisk is a file system without room for files of a suffix.
type fullDisk struct {
	durable.FS
	suffix string
}

var errFull = errors.New("no space left on device")

func (f fullDisk) OpenFile(name string, flag int, mode fs.FileMode) (durable.Handle, error) {
	h, err := f.FS.OpenFile(name, flag, mode)
	if err == nil && strings.HasSuffix(name, f.suffix) {
		h = fullFile{h}
	}
	return h, err
}

type fullFile struct{ durable.Handle }

func (fullFile) Write([]byte) (int, error) { return 0, errFull }

// TestFullDisk requires a full disk to end the download at once: the server is not asked again and again.
func TestFullDisk(t *testing.T) {
	s := newServer(t, func(_ int, w http.ResponseWriter, r *http.Request) { static(w, r) })
	source, err := New(s.URL, patient(t.TempDir()))
	check(t, err)
	restore := durable.Use(fullDisk{durable.Disk(), ".part"})
	_, err = source.Fetch(t.Context(), want)
	restore()
	if !errors.Is(err, errFull) || len(s.ranges) != 1 {
		t.Errorf("%v; asked %d times", err, len(s.ranges))
	}
	if data, err := source.Fetch(t.Context(), want); err != nil || !bytes.Equal(data, content) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
