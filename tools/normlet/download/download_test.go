package download

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/core/update"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// content is a pack of a server, 300,000 bytes that repeat nowhere.
var content = func() []byte {
	b := make([]byte, 300_000)
	rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}()

var want = update.Want{Path: "targets/genes/ab.1.normpack", Most: int64(len(content)), Content: true, SHA256: update.Digest(content)}

// patient are options under which no good server is too slow, whatever the machine does.
func patient(kept string) Options {
	return Options{Window: time.Hour, Least: 1, Attempts: 4, Mark: 10_000, Kept: kept}
}

// server answers with a function, and notes the ranges that were asked for.
type server struct {
	*httptest.Server
	ranges []string
}

func newServer(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ranges = append(s.ranges, r.Header.Get("Range"))
		answer(len(s.ranges), w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// static answers as a static host does.
func static(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// broken breaks an answer off after so many bytes.
func broken(w http.ResponseWriter, r *http.Request, after int) {
	static(&cut{w, after}, r)
}

type cut struct {
	http.ResponseWriter
	left int
}

func (c *cut) Write(p []byte) (int, error) {
	if len(p) > c.left {
		_, _ = c.ResponseWriter.Write(p[:c.left])
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	c.left -= len(p)
	return c.ResponseWriter.Write(p)
}

// TestServers fetches from servers that do what servers do.
func TestServers(t *testing.T) {
	for _, x := range []struct {
		name   string
		answer func(n int, w http.ResponseWriter, r *http.Request)
		want   string // of the error; "": it works
		tries  int
		most   int64 // bytes transferred; 0: those of the file
	}{
		{"a good one", func(_ int, w http.ResponseWriter, r *http.Request) { static(w, r) }, "", 1, 0},
		{"one that breaks off twice", func(n int, w http.ResponseWriter, r *http.Request) {
			if n < 3 {
				broken(w, r, 90_000)
			} else {
				static(w, r)
			}
		}, "", 3, 0},
		{"one that breaks off and knows no ranges", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 1 {
				broken(w, r, 90_000)
			} else {
				_, _ = w.Write(content)
			}
		}, "", 2, 2 * want.Most},
		{"one that always breaks off", func(_ int, w http.ResponseWriter, r *http.Request) { broken(w, r, 100) }, "unexpected EOF", 4, 0},
		{"one that is busy", func(n int, w http.ResponseWriter, r *http.Request) {
			if n < 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
			} else {
				static(w, r)
			}
		}, "", 3, 0},
		{"one that fails", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "502 Bad Gateway", 4, 0},
		{"one without the file", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, "404 Not Found: file does not exist", 1, 0},
		{"one that forbids what is not there", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, "file does not exist", 1, 0},
		{"one that does not let us in", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }, "401 Unauthorized", 1, 0},
		{"one that sends another part", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 1 {
				broken(w, r, 90_000)
			}
			w.Header().Set("Content-Range", "bytes 5-9/300000")
			w.WriteHeader(http.StatusPartialContent)
		}, `the server sends "bytes 5-9/300000"`, 2, 0},
		{"one that sends on and on", func(_ int, w http.ResponseWriter, _ *http.Request) {
			for _, err := w.Write(content); err == nil; {
				_, err = w.Write(content)
			}
		}, "", 1, want.Most + 1},
		{"one that says that it sends a file of 8 EiB", func(_ int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9223372036854775807")
			for _, err := w.Write(content); err == nil; {
				_, err = w.Write(content)
			}
		}, "", 1, want.Most + 1},
		{"one that sends elsewhere without end", func(n int, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, fmt.Sprintf("/%d", n), http.StatusFound)
		}, "more than five redirections", 24, 0},
	} {
		for _, kept := range []string{"", t.TempDir()} {
			t.Run(fmt.Sprintf("%s, kept %t", x.name, kept != ""), func(t *testing.T) {
				s := newServer(t, x.answer)
				source, err := New(s.URL, patient(kept))
				check(t, err)
				data, err := source.Fetch(t.Context(), want)
				if x.want != "" {
					if err == nil || !strings.Contains(err.Error(), x.want) {
						t.Errorf("error %v, want %q", err, x.want)
					}
				} else if err != nil || !bytes.Equal(data[:len(content)], content) || int64(len(data)) > want.Most+1 {
					t.Errorf("%d bytes, %v", len(data), err)
				}
				if len(s.ranges) != x.tries {
					t.Errorf("asked %d times, %q; want %d", len(s.ranges), s.ranges, x.tries)
				}
				if most := max(x.most, want.Most); source.Received() > most {
					t.Errorf("%d bytes transferred, at most %d wanted", source.Received(), most)
				}
			})
		}
	}
}

// TestSlow cuts off servers that send nothing, or a byte now and then: how often makes no difference.
func TestSlow(t *testing.T) {
	for name, pause := range map[string]time.Duration{"nothing": 0, "a byte now and then": time.Millisecond} {
		s := newServer(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(content)))
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
			for i := 0; pause > 0 && r.Context().Err() == nil; i++ {
				_, _ = w.Write(content[i%1000 : i%1000+1])
				w.(http.Flusher).Flush()
				time.Sleep(pause)
			}
			<-r.Context().Done()
		})
		o := patient("")
		o.Window, o.Least, o.Attempts = 50*time.Millisecond, 1<<40, 2
		source, err := New(s.URL, o)
		check(t, err)
		source.client.Transport.(*http.Transport).ResponseHeaderTimeout = time.Hour // this machine may be slow, too
		_, err = source.Fetch(t.Context(), want)
		if !errors.Is(err, errSlow) || len(s.ranges) != 2 {
			t.Errorf("%s: %v after %d attempts", name, err, len(s.ranges))
		}
	}
	silent := newServer(t, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	o := patient("")
	o.Window, o.Attempts = 50*time.Millisecond, 1
	source, err := New(silent.URL, o)
	check(t, err)
	if _, err = source.Fetch(t.Context(), want); err == nil || !strings.Contains(err.Error(), "timeout awaiting response headers") {
		t.Errorf("a server that does not answer: %v", err)
	}
}

// brokenOnce returns a server that breaks its first answer off, and the options of a run that does not try again.
func brokenOnce(t *testing.T) (*server, Options) {
	t.Helper()
	s := newServer(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 1 {
			broken(w, r, 200_000)
		} else {
			static(w, r)
		}
	})
	o := patient(t.TempDir())
	o.Attempts = 1
	return s, o
}

// TestLaterRun goes on in a second run with what a first one has kept, and forgets it when told.
func TestLaterRun(t *testing.T) {
	s, o := brokenOnce(t)
	first, err := New(s.URL, o)
	check(t, err)
	if _, err := first.Fetch(t.Context(), want); err == nil {
		t.Fatal("the first run worked")
	}
	var told []int64
	o.Progress = func(have, of int64) { told = append(told, have, of) }
	second, err := New(s.URL, o)
	check(t, err)
	data, err := second.Fetch(t.Context(), want)
	if err != nil || !bytes.Equal(data, content) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if s.ranges[1] != "bytes=200000-" || second.Received() != 100_000 {
		t.Errorf("asked for %q, %d bytes came", s.ranges[1], second.Received())
	}
	if n := len(told); n == 0 || told[0] <= 200_000 || told[n-2] != want.Most || told[n-1] != want.Most {
		t.Errorf("told of %d", told)
	}
	if data, err = second.Fetch(t.Context(), want); err != nil || !bytes.Equal(data, content) || len(s.ranges) != 2 {
		t.Errorf("once more: %d bytes, %v, asked %d times", len(data), err, len(s.ranges))
	}
}

// TestDamagedDownload starts over where what was o.Kept has changed since.
func TestDamagedDownload(t *testing.T) {
	s, o := brokenOnce(t)
	source, err := New(s.URL, o)
	check(t, err)
	_, err = source.Fetch(t.Context(), want)
	if err == nil {
		t.Fatal("the first run worked")
	}
	part := filepath.Join(o.Kept, "ab.1.normpack.part")
	have, err := os.ReadFile(part)
	check(t, err)
	have[0] ^= 1
	check(t, os.WriteFile(part, have, 0o666))
	data, err := source.Fetch(t.Context(), want)
	if err != nil || !bytes.Equal(data, content) || s.ranges[1] != "" {
		t.Errorf("%d bytes, %v; asked for %q", len(data), err, s.ranges)
	}
}

// TestInterrupted keeps what has come when the user ends the run.
func TestInterrupted(t *testing.T) {
	kept := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	s := newServer(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		_, _ = w.Write(content[:150_000])
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	source, err := New(s.URL, patient(kept))
	check(t, err)
	if _, err := source.Fetch(ctx, want); !errors.Is(err, context.Canceled) || len(s.ranges) != 1 {
		t.Errorf("%v after %d attempts", err, len(s.ranges))
	}
}

// TestFolder reads a repository in a folder.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, filepath.FromSlash(want.Path))
	check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	check(t, os.WriteFile(path, append(bytes.Clone(content), content...), 0o666))
	source, err := New(dir, patient(t.TempDir()))
	check(t, err)
	data, err := source.Fetch(t.Context(), want)
	if err != nil || len(data) != len(content)+1 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := source.Fetch(t.Context(), update.Want{Path: "metadata/2.root.json", Most: 9}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestFrom(t *testing.T) {
	for from, want := range map[string]string{
		"ftp://example.org/packs":            "want the address of a repository",
		"https://":                           "want the address",
		filepath.Join(t.TempDir(), "no"):     "no such file",
		"download_test.go":                   "want a folder with a repository",
		"file:///etc":                        "want the address",
		"http://[::1":                        "want the address",
		"https://example.org/packs?a=b#c":    "",
		"http://user:secret@localhost/packs": "",
	} {
		_, err := New(from, patient(""))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", from, err, want)
		}
	}
}

// TestNoDowngrade refuses to be sent from HTTPS to HTTP.
func TestNoDowngrade(t *testing.T) {
	plain := newServer(t, func(_ int, w http.ResponseWriter, r *http.Request) { static(w, r) })
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	defer secure.Close()
	o := patient("")
	o.Attempts = 1
	source, err := New(secure.URL, o)
	check(t, err)
	source.client.Transport = secure.Client().Transport
	if _, err := source.Fetch(t.Context(), want); err == nil || !strings.Contains(err.Error(), "redirected from HTTPS") || len(plain.ranges) > 0 {
		t.Errorf("%v; the other server was asked %d times", err, len(plain.ranges))
	}
}
