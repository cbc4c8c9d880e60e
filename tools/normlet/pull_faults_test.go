package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
)

// pullFault is what goes wrong while a pack is pulled, at the host, on the way or here.
type pullFault struct {
	name  string
	host  func(w http.ResponseWriter, r *http.Request, honest http.Handler) // nil: the honest one
	disk  string                                                            // suffix of the files that the disk has no room for
	late  bool                                                              // the metadata has expired
	stop  bool                                                              // the user ends it during the first answer
	works bool                                                              // the new pack comes all the same
	want  string                                                            // of the error; "": any
}

// instead answers with something else where the path contains a text.
func instead(part string, answer func(w http.ResponseWriter, r *http.Request, honest []byte)) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
		if !strings.Contains(r.URL.Path, part) {
			honest.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		plain := r.Clone(r.Context())
		plain.Header.Del("Range")
		honest.ServeHTTP(rec, plain)
		answer(w, r, rec.Body.Bytes())
	}
}

func page(w http.ResponseWriter, _ *http.Request, _ []byte) {
	_, _ = w.Write([]byte("<!DOCTYPE html><title>Sign in to the network</title>"))
}

func noise(w http.ResponseWriter, _ *http.Request, honest []byte) {
	_, _ = w.Write(bytes.Repeat([]byte{0xAA}, len(honest)))
}

func half(w http.ResponseWriter, _ *http.Request, honest []byte) {
	_, _ = w.Write(honest[:len(honest)/2])
}

func flipped(w http.ResponseWriter, _ *http.Request, honest []byte) {
	honest[len(honest)/2] ^= 1
	_, _ = w.Write(honest)
}

// noisyHalf sends half of garbage and breaks off.
func noisyHalf(w http.ResponseWriter, r *http.Request, honest []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(honest)))
	noise(w, r, honest[:len(honest)/2])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func status(code int) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte) { w.WriteHeader(code) }
}

func moved(to string) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, r *http.Request, _ []byte) {
		http.Redirect(w, r, to, http.StatusMovedPermanently)
	}
}

func slowly(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

func endless(w http.ResponseWriter, _ *http.Request, _ []byte) {
	for _, err := w.Write(make([]byte, 1<<16)); err == nil; {
		_, err = w.Write(make([]byte, 1<<16))
	}
}

func otherRange(w http.ResponseWriter, _ *http.Request, honest []byte) {
	w.Header().Set("Content-Range", "bytes 5-9/10")
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(honest[:5])
}

func pullFaults() []pullFault {
	return []pullFault{
		{name: "none", works: true},
		{name: "a page in place of all", host: instead("", page), want: "not well-formed JSON"},
		{name: "a page in place of packs", host: instead("/targets/", page)},
		{name: "garbage for all", host: instead("", noise)},
		{name: "garbage for packs", host: instead("/targets/", noise), want: "its SHA-256 is"},
		{name: "garbage for packs, broken off", host: instead("/targets/", noisyHalf)},
		{name: "garbage for the timestamp, broken off", host: instead("timestamp", noisyHalf)},
		{name: "cut metadata", host: instead("timestamp", half), want: "a string does not end"},
		{name: "cut packs", host: instead("/targets/", half)},
		{name: "a flipped bit in metadata", host: instead("timestamp", flipped)},
		{name: "a flipped bit in packs", host: instead("/targets/", flipped), want: "its SHA-256 is"},
		{name: "a flipped bit in the delta", host: instead(".delta", flipped), works: true},
		{name: "no delta", host: instead(".delta", status(http.StatusNotFound)), works: true},
		{name: "moved to nowhere", host: instead("", moved("http://127.0.0.1:1/"))},
		{name: "moved in a circle", host: instead("", moved("/x")), want: "redirections"},
		{name: "gone", host: instead("", status(http.StatusGone)), want: "file does not exist"},
		{name: "an error of the host", host: instead("", status(http.StatusInternalServerError)), want: "500"},
		{name: "packs that are not for us", host: instead("/targets/", status(http.StatusUnauthorized)), want: "401"},
		{name: "silence", host: instead("", slowly), want: "too slow"},
		{name: "packs that do not come", host: instead("/targets/", slowly), want: "too slow"},
		{name: "endless metadata", host: instead("timestamp", endless), want: "at most 1048576 wanted"},
		{name: "endless packs", host: instead("/targets/", endless), want: "wanted"},
		{name: "another part of packs", host: instead("/targets/", otherRange)},
		{name: "expired", late: true, want: "timestamp.json: expired on "},
		{name: "the user ends it", stop: true},
		{name: "no room for what is downloaded", disk: ".part", want: errNoRoom.Error()},
		{name: "no room for the pack", disk: ".normpack.normlet-tmp", want: errNoRoom.Error()},
		{name: "no room for the state", disk: "tiny.state.normlet-tmp", want: errNoRoom.Error()},
		{name: "no room for metadata", disk: ".json.normlet-tmp", want: errNoRoom.Error()},
	}
}

var errNoRoom = errors.New("no space left on device")

// noRoom is a disk without room for files of a suffix.
type noRoom struct {
	durable.FS
	suffix string
}

func (d noRoom) OpenFile(name string, flag int, mode fs.FileMode) (durable.Handle, error) {
	if strings.HasSuffix(name, d.suffix) && flag&os.O_CREATE != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNoRoom}
	}
	return d.FS.OpenFile(name, flag, mode)
}

// TestPullFaults pulls while something goes wrong: the old pack is in use or the new one, it was verified and works, and
// the next honest pull brings the new one. What came whole before the disk was full does not come again.
func TestPullFaults(t *testing.T) {
	f, _ := newUpdate(t)
	f.check(os.CopyFS(f.path("before"), os.DirFS(f.path("store"))))
	patient := hook.FetchOptions
	defer func() { hook.FetchOptions, hook.Clock = patient, time.Now }()
	honest := http.FileServer(http.Dir(f.path("repo")))
	for _, x := range pullFaults() {
		f.check(os.RemoveAll(f.path("store")))
		f.check(os.CopyFS(f.path("store"), os.DirFS(f.path("before"))))
		hook.FetchOptions = func(kept string) download.Options {
			return download.Options{Window: 50 * time.Millisecond, Least: 1, Attempts: 2, Mark: 100, Kept: kept}
		}
		if !strings.Contains(x.want, "slow") {
			hook.FetchOptions = func(kept string) download.Options {
				return download.Options{Window: time.Hour, Least: 1, Attempts: 2, Mark: 100, Kept: kept}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if x.stop {
				cancel()
			}
			if x.host == nil {
				honest.ServeHTTP(w, r)
			} else {
				x.host(w, r, honest)
			}
		}))
		restore := func() {}
		if x.disk != "" {
			restore = durable.Use(noRoom{durable.Disk(), x.disk})
		}
		if hook.Clock = time.Now; x.late {
			later := time.Now().Add(31 * 24 * time.Hour)
			hook.Clock = func() time.Time { return later }
		}
		code, _, stderr := f.runContext(ctx, nil, "pull", "tiny", "--from", s.URL)
		restore()
		cancel()
		s.CloseClientConnections()
		s.Close()
		hook.Clock = time.Now
		if (code == exitDone) != x.works || !strings.Contains(stderr, x.want) {
			t.Errorf("%s: status %d, %q, want %q", x.name, code, stderr, x.want)
		}
		if v := f.inUse("t.normpack", "t2.normpack"); (v == 2) != x.works {
			t.Errorf("%s: version %d is in use", x.name, v)
		}
		f.honest(x)
	}
}

// honest pulls from the honest host, after a fault.
func (f *fixture) honest(x pullFault) {
	f.t.Helper()
	var packs atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/targets/") {
			packs.Add(1)
		}
		http.FileServer(http.Dir(f.path("repo"))).ServeHTTP(w, r)
	}))
	defer s.Close()
	if code, _, stderr := f.run(nil, "pull", "tiny", "--from", s.URL); code != exitDone {
		f.t.Errorf("%s: the next honest pull: status %d, %s", x.name, code, stderr)
	}
	if f.inUse("t.normpack", "t2.normpack") != 2 {
		f.t.Errorf("%s: the next honest pull did not bring the new pack", x.name)
	}
	if once := x.disk == ".normpack.normlet-tmp" || x.disk == "tiny.state.normlet-tmp"; once && packs.Load() > 0 {
		f.t.Errorf("%s: the pack was fetched again", x.name)
	}
	if left, err := os.ReadDir(f.path("store")); err != nil || len(left) != 1 {
		f.t.Errorf("%s: the store holds %v, %v", x.name, left, err)
	}
}
