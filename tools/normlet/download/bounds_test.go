package download

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/output"
)

// TestPublishedBounds fetches from servers that say one size and send another, or all that anybody takes. Nothing is cut
// silently, and nothing stays.
func TestPublishedBounds(t *testing.T) {
	const most = 400_000
	sent := 0
	long := func(w http.ResponseWriter) { // without a length
		w.(http.Flusher).Flush()
		for sent = 0; sent < 100*most; sent += 1000 {
			if _, err := w.Write(content[:1000]); err != nil {
				return
			}
		}
	}
	dated := func(w http.ResponseWriter) { w.Header().Set("ETag", `"1"`) }
	head := func(r *http.Request) bool { return r.Method == http.MethodHead }
	bomb := zippedAfter(t, make([]byte, 2*most), "names.dmp", []byte("1\t|\troot\n"))
	large := zippedAfter(t, nil, "names.dmp", make([]byte, 2*most))
	for _, x := range []struct {
		name, file, want string
		answer           func(w http.ResponseWriter, r *http.Request)
	}{
		{"too large", "x.obo", "the server has more than 400000 bytes", func(w http.ResponseWriter, r *http.Request) {
			version(bytes.Repeat(content, 2), `"1"`, w, r)
		}},
		{"of any length", "x.obo", "the server sends more than 400000 bytes", func(w http.ResponseWriter, r *http.Request) {
			if !head(r) {
				long(w)
			}
		}},
		{"of another length", "x.obo", "the server sends 100000 bytes of a file that it said has 300000", func(w http.ResponseWriter, r *http.Request) {
			if head(r) {
				version(content, `"1"`, w, r)
				return
			}
			version(old, `"1"`, w, r)
		}},
		{"longer than it said", "x.obo", "more than the 300000 bytes that it said", func(w http.ResponseWriter, r *http.Request) {
			if head(r) {
				version(content, `"1"`, w, r)
				return
			}
			dated(w)
			long(w)
		}},
		{"another version, too large", "x.obo", "the server sends more than 400000 bytes", func(w http.ResponseWriter, r *http.Request) {
			if head(r) {
				version(content, `"1"`, w, r)
				return
			}
			version(bytes.Repeat(content, 2), `"2"`, w, r)
		}},
		{"another file in the archive", "x.tar.gz", "unpacked it has more than 400000 bytes", func(w http.ResponseWriter, r *http.Request) { version(bomb, `"1"`, w, r) }},
		{"the file in the archive", "x.tar.gz", "unpacked it has more than 400000 bytes", func(w http.ResponseWriter, r *http.Request) { version(large, `"1"`, w, r) }},
	} {
		dir := t.TempDir()
		h := newHost(t, func(_ int, w http.ResponseWriter, r *http.Request) { x.answer(w, r) })
		p := &Published{Address: "https://x.example/" + x.file, Path: filepath.Join(dir, "names.dmp"), Most: most}
		if err := h.fetch(t.Context(), p, h.options(), new(output.Set)); err == nil || !strings.Contains(err.Error(), x.want) || !strings.Contains(err.Error(), "x.example") {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
		if sent > 50*most { // what the system holds on the way counts
			t.Errorf("%s: %d bytes were taken", x.name, sent)
		}
		if _, err := os.Stat(p.Path); err == nil || len(h.asked) > 2 {
			t.Errorf("%s: asked %q; a file is there: %v", x.name, h.asked, err)
		}
	}
}

// zippedAfter returns an archive of a file after another one.
func zippedAfter(t *testing.T, other []byte, name string, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for i, content := range [][]byte{other, content} {
		check(t, w.WriteHeader(&tar.Header{Name: []string{"other", name}[i], Mode: 0o666, Size: int64(len(content))}))
		_, err := w.Write(content)
		check(t, err)
	}
	check(t, errors.Join(w.Close(), z.Close()))
	return b.Bytes()
}
