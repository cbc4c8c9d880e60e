package download

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/output"
)

// host is a server that every HTTPS address leads to. It notes what it is asked.
type host struct {
	*httptest.Server
	asked []string // method, path, range
}

func newHost(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *host {
	h := &host{}
	h.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked = append(h.asked, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+r.Header.Get("Range")))
		answer(len(h.asked), w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// options lead every address to the host.
func (h *host) options() Options {
	o := patient("")
	o.Mark = 1 << 20
	o.Transport = &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: h.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, h.Listener.Addr().String())
		},
	}
	return o
}

// version answers with content as a static host does, which says its ETag and date.
func version(content []byte, etag string, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", etag)
	http.ServeContent(w, r, "", time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC), bytes.NewReader(content))
}

// zipped returns an archive of one file.
func zipped(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	return zippedAfter(t, content, name, content)
}

func md5Hex(b []byte) string {
	sum := md5.Sum(b)
	return hex.EncodeToString(sum[:])
}

// fetch does what a command does.
func (h *host) fetch(ctx context.Context, p *Published, o Options, files *output.Set) error {
	if err := p.Look(ctx, o); err != nil || p.Same {
		return err
	}
	return p.Fetch(ctx, files)
}

// old is what an earlier run brought, and new what the server has since.
var old, fresh = content[:100_000], content

// TestPublished fetches a file, then newer ones, from servers that do what servers do. The old file stays unless the new
// one has come whole, and nothing else is left.
func TestPublished(t *testing.T) {
	good := func(w http.ResponseWriter, r *http.Request) { version(fresh, `"2"`, w, r) }
	html := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("\n<!-- x --> <!DOCTYPE html><title>Accept the licence</title>"))
	}
	part := func(n int, w http.ResponseWriter, r *http.Request) { version(fresh, `"2"`, &cut{w, n}, r) }
	for _, x := range []struct {
		name   string
		answer func(n int, w http.ResponseWriter, r *http.Request)
		want   string // of the error; "": the new file comes
		asked  string
	}{
		{"a good one", func(_ int, w http.ResponseWriter, r *http.Request) { good(w, r) }, "", "HEAD /a/x.obo, GET /a/x.obo"},
		{"one without HEAD", func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			good(w, r)
		}, "", "HEAD /a/x.obo, GET /a/x.obo, GET /a/x.obo"},
		{"one that breaks off", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 2 {
				part(150_000, w, r)
			}
			good(w, r)
		}, "", "HEAD /a/x.obo, GET /a/x.obo, GET /a/x.obo bytes=150000-"},
		{"one that breaks off, then has another version", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 2 {
				version(old, `"1.5"`, &cut{w, 50_000}, r)
			}
			good(w, r)
		}, "", "HEAD /a/x.obo, GET /a/x.obo, GET /a/x.obo bytes=50000-"},
		{"one that breaks off, then sends a part of another version", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 2 {
				version(old, `"1.5"`, &cut{w, 50_000}, r)
			}
			r.Header.Del("If-Range")
			good(w, r)
		}, "", "HEAD /a/x.obo, GET /a/x.obo, GET /a/x.obo bytes=50000-, GET /a/x.obo"},
		{"one that breaks off and names no version", func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 2 {
				http.ServeContent(&cut{w, 50_000}, r, "", time.Time{}, bytes.NewReader(fresh))
			}
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(fresh))
		}, "", "HEAD /a/x.obo, GET /a/x.obo, GET /a/x.obo"},
		{"one that always breaks off", func(n int, w http.ResponseWriter, r *http.Request) { part(100, w, r) }, "unexpected EOF", ""},
		{"one that breaks off without a length", func(n int, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				good(w, r)
				return
			}
			w.Header().Set("ETag", `"2"`)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "unexpected EOF", ""},
		{"one without the file", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, "404 Not Found: file does not exist", "HEAD /a/x.obo, GET /a/x.obo"},
		{"one that has moved it", func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/a/x.obo" {
				http.Redirect(w, r, "https://other.example/b/x.obo", http.StatusFound)
				return
			}
			good(w, r)
		}, "", "HEAD /a/x.obo, HEAD /b/x.obo, GET /a/x.obo, GET /b/x.obo"},
		{"one that has moved it to HTTP", func(_ int, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/x.obo", http.StatusFound)
		}, "redirected to http://127.0.0.1:1/x.obo, which is not HTTPS", "HEAD /a/x.obo, GET /a/x.obo"},
		{"one that sends in a circle", func(_ int, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/a/x.obo", http.StatusFound)
		}, "more than five redirections", ""},
		{"one with a page", func(_ int, w http.ResponseWriter, r *http.Request) { html(w, r) }, "a web page in place of data", "HEAD /a/x.obo, GET /a/x.obo"},
		{"one with a page for those who fetch", func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				good(w, r)
				return
			}
			html(w, r)
		}, "a web page in place of data", "HEAD /a/x.obo, GET /a/x.obo"},
		{"one that fails", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "502 Bad Gateway", ""},
	} {
		for name, before := range map[string][]byte{"first": nil, "again": old} {
			t.Run(x.name+", "+name, func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "x.obo")
				if before != nil {
					first := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) { version(old, `"1"`, w, r) })
					check(t, first.fetch(t.Context(), &Published{Address: "https://x.example/a/x.obo", Path: path}, first.options(), new(output.Set)))
				}
				h := newHost(t, x.answer)
				err := h.fetch(t.Context(), &Published{Address: "https://x.example/a/x.obo", Path: path}, h.options(), new(output.Set))
				want := before
				if x.want == "" {
					check(t, err)
					want = fresh
				} else if err == nil || !strings.Contains(err.Error(), x.want) {
					t.Errorf("error %v, want %q", err, x.want)
				}
				if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
					t.Errorf("%d bytes are there, want %d", len(got), len(want))
				}
				if asked := strings.Join(h.asked, ", "); x.asked != "" && asked != x.asked {
					t.Errorf("asked %s, want %s", asked, x.asked)
				}
				if want == nil {
					nothing(t, dir, "x.obo.part", "x.obo.state")
				} else {
					nothing(t, dir, "x.obo", "x.obo.origin", "x.obo.part", "x.obo.state")
				}
			})
		}
	}
}

// nothing fails if something else is in a folder.
func nothing(t *testing.T, dir string, but ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	for _, e := range entries {
		if !strings.Contains(" "+strings.Join(but, " ")+" ", " "+e.Name()+" ") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// TestPublishedSame asks for a file that is here: it does not come again, unless it has changed here or there.
func TestPublishedSame(t *testing.T) {
	for name, header := range map[string]string{"ETag": `"1"`, "Last-Modified": "Sat, 31 Oct 2026 12:00:00 GMT"} {
		path := filepath.Join(t.TempDir(), "x.obo")
		h := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set(name, header)
			modified, _ := http.ParseTime(w.Header().Get("Last-Modified"))
			http.ServeContent(w, r, "", modified, bytes.NewReader(fresh))
		})
		for _, want := range []string{"HEAD /x.obo, GET /x.obo", "HEAD /x.obo"} {
			h.asked = nil
			p := &Published{Address: "https://x.example/x.obo", Path: path}
			check(t, h.fetch(t.Context(), p, h.options(), new(output.Set)))
			if asked := strings.Join(h.asked, ", "); asked != want {
				t.Errorf("%s: asked %s, want %s", name, asked, want)
			}
			if p.There.Bytes != int64(len(fresh)) || name == "Last-Modified" && p.There.Date() != "2026-10-31" {
				t.Errorf("%s: there is %+v", name, p.There)
			}
		}
		check(t, os.WriteFile(path, []byte("mine"), 0o666))
		p := &Published{Address: "https://x.example/x.obo", Path: path}
		if err := h.fetch(t.Context(), p, h.options(), new(output.Set)); err == nil || !strings.Contains(err.Error(), "it is not a download that normlet wrote") {
			t.Errorf("%s: a file that the user changed: %v", name, err)
		}
		check(t, h.fetch(t.Context(), p, h.options(), &output.Set{Force: true}))
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, fresh) {
			t.Errorf("%s: --force left %d bytes, %v", name, len(got), err)
		}
	}
}

// TestPublishedLater goes on in a later run, if the server has the same version still.
func TestPublishedLater(t *testing.T) {
	for etag, want := range map[string]string{`"2"`: "GET /x.obo bytes=150000-", `"3"`: "GET /x.obo"} {
		path := filepath.Join(t.TempDir(), "x.obo")
		h := newHost(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if n <= 2 {
				version(fresh, `"2"`, &cut{w, 150_000}, r)
			} else {
				version(fresh, etag, w, r)
			}
		})
		o := h.options()
		o.Attempts = 1
		p := &Published{Address: "https://x.example/x.obo", Path: path}
		if err := h.fetch(t.Context(), p, o, new(output.Set)); err == nil || !strings.Contains(err.Error(), "after 150000 bytes") {
			t.Errorf("%v", err)
		}
		check(t, h.fetch(t.Context(), p, o, new(output.Set)))
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, fresh) || h.asked[3] != want {
			t.Errorf("%d bytes, %v; asked %q", len(got), err, h.asked)
		}
		nothing(t, filepath.Dir(path), "x.obo", "x.obo.origin")
	}
}

// TestPublishedDigest compares with the owner's MD5, and takes a file out of an archive.
func TestPublishedDigest(t *testing.T) {
	archive := zipped(t, "names.dmp", fresh)
	for _, x := range []struct {
		name, list, member string
		want               string
	}{
		{"md5sum", md5Hex(nil) + "  other.tar.gz\n" + md5Hex(archive) + " *x.tar.gz\n", "names.dmp", ""},
		{"another digest", md5Hex(nil) + "  x.tar.gz\n", "names.dmp", "it is damaged, or was just being replaced"},
		{"no digest", md5Hex(archive) + "  y.tar.gz\n", "names.dmp", "there is no MD5 of x.tar.gz in it"},
		{"a page", "<html>", "names.dmp", "there is no MD5 of x.tar.gz in it"},
		{"no list", "", "names.dmp", "404 Not Found"},
		{"not in the archive", md5Hex(archive) + "  x.tar.gz\n", "nodes.dmp", "no file nodes.dmp in it: EOF"},
	} {
		dir := t.TempDir()
		h := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/x.tar.gz":
				version(archive, `"1"`, w, r)
			case x.list == "":
				w.WriteHeader(http.StatusNotFound)
			default:
				_, _ = w.Write([]byte(x.list))
			}
		})
		p := &Published{Address: "https://x.example/x.tar.gz", Checksum: "https://x.example/x.md5", Path: filepath.Join(dir, x.member)}
		err := h.fetch(t.Context(), p, h.options(), new(output.Set))
		if x.want == "" {
			check(t, err)
			if got, err := os.ReadFile(p.Path); err != nil || !bytes.Equal(got, fresh) {
				t.Errorf("%s: %d bytes, %v", x.name, len(got), err)
			}
			nothing(t, dir, "names.dmp", "names.dmp.origin")
			check(t, h.fetch(t.Context(), p, h.options(), new(output.Set)))
			if last := h.asked[len(h.asked)-1]; last != "HEAD /x.tar.gz" {
				t.Errorf("%s: the same archive came again: %q", x.name, h.asked)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
		if nothing(t, dir, "names.dmp.tar.gz.part", "names.dmp.tar.gz.state"); strings.Contains(x.want, "damaged") || x.member == "nodes.dmp" {
			nothing(t, dir)
		} else if h.asked = nil; h.fetch(t.Context(), p, h.options(), new(output.Set)) == nil || len(h.asked) != 2 {
			t.Errorf("%s: the next run asks for more than the list: %q", x.name, h.asked) // the file itself is kept
		}
	}
}

// TestPublishedFullDisk has no room for a file of each kind: the old file stays, with its origin, and the next run works.
func TestPublishedFullDisk(t *testing.T) {
	archive := zipped(t, "x", fresh)
	for _, x := range []struct{ address, full string }{
		{"https://x.example/x.obo", "x.part"}, {"https://x.example/x.obo", "x.state.normlet-tmp"}, {"https://x.example/x.obo", "x.origin.normlet-tmp"},
		{"https://x.example/x.tar.gz", "x.tar.gz.part"}, {"https://x.example/x.tar.gz", "x.normlet-tmp"}, {"https://x.example/x.tar.gz", "x.origin.normlet-tmp"},
	} {
		dir := t.TempDir()
		etag := `"1"`
		h := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			body := fresh
			if strings.HasSuffix(r.URL.Path, archiveSuffix) {
				body = archive
			}
			version(body, etag, w, r)
		})
		p := &Published{Address: x.address, Path: filepath.Join(dir, "x")}
		check(t, h.fetch(t.Context(), p, h.options(), new(output.Set)))
		before, err := os.ReadFile(p.Path + originSuffix)
		check(t, err)
		etag = `"2"`
		restore := durable.Use(fullDisk{durable.Disk(), x.full})
		asked := len(h.asked)
		err = h.fetch(t.Context(), p, h.options(), new(output.Set))
		restore()
		if !errors.Is(err, errFull) || len(h.asked) > asked+2 {
			t.Errorf("%s: %v; asked %q", x.full, err, h.asked)
		}
		if after, err := os.ReadFile(p.Path + originSuffix); err != nil || !bytes.Equal(after, before) || readOrigin(p.Path) == nil {
			t.Errorf("%s: the origin is %s, %v", x.full, after, err)
		}
		check(t, h.fetch(t.Context(), p, h.options(), new(output.Set)))
		if o := readOrigin(p.Path); o == nil || o.ETag != etag {
			t.Errorf("%s: the next run brings %+v", x.full, o)
		}
		nothing(t, dir, "x", "x.origin")
	}
}

// TestPublishedEnds ends with the user, and gives a server up that sends next to nothing.
func TestPublishedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	h := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(fresh)))
		if r.Method == http.MethodHead {
			return
		}
		_, _ = w.Write(fresh[:150_000])
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	path := filepath.Join(t.TempDir(), "x")
	if err := h.fetch(ctx, &Published{Address: "https://x.example/x", Path: path}, h.options(), new(output.Set)); !errors.Is(err, context.Canceled) || len(h.asked) != 2 {
		t.Errorf("%v; asked %q", err, h.asked)
	}
	slow := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			panic(http.ErrAbortHandler) // to return would end the file as if it were whole
		}
	})
	o := slow.options()
	o.Window, o.Attempts = 50*time.Millisecond, 1
	p := &Published{Address: "https://x.example/x", Path: path}
	check(t, p.Look(t.Context(), slow.options()))
	p.source.o = o
	if err := p.Fetch(t.Context(), new(output.Set)); !errors.Is(err, errSlow) {
		t.Error(err)
	}
	nothing(t, filepath.Dir(path), "x.part", "x.state")
}
