// Package download fetches the files of an update, from a folder or over HTTP, and files of sources from the addresses
// where their owners publish them (published.go).
//
// It bounds bytes, the least rate and the wait. It retries a broken download from where it stopped, even in the next
// run: a file beside the store keeps the beginning of a pack, with digests (output.Resumable). Package update checks
// the bytes.
//
// A pack has its digest in its name, so a download may continue from any host. If the whole has another digest, some
// host sent garbage, and the download starts again, once. An ETag would not help: it differs between mirrors of the
// same bytes.
package download

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
)

// Options bound what a server may do. The zero value is not usable: see Defaults.
type Options struct {
	Window   time.Duration // a download ends if fewer than Least bytes come in this time
	Least    int64
	Attempts int           // for each file, one after the other
	Pause    time.Duration // before the second attempt; twice as long before each further one
	Mark     int64         // bytes between marks at which a later run can resume
	Kept     string        // the folder for downloads that broke off; "": none is kept

	Progress  func(have, of int64) // called as packs, deltas and files of sources come; may be nil
	Transport *http.Transport      // nil: http.DefaultTransport
}

// Defaults are the options of normlet pull: a kilobyte a second, over half a minute.
func Defaults(kept string) Options {
	return Options{Window: 30 * time.Second, Least: 30 << 10, Attempts: 4, Pause: time.Second, Mark: 512 << 10, Kept: kept}
}

// Source is a repository in a folder or at an address.
type Source struct {
	from   string
	o      Options
	client *http.Client
	bytes  int64
}

// New returns the source at an address, http:// or https://, or in a folder.
func New(from string, o Options) (*Source, error) {
	s := &Source{from: from, o: o}
	if !strings.Contains(from, "://") {
		info, err := os.Stat(from)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s: want a folder with a repository, or its address", from)
		}
		return s, err
	}
	if u, err := url.Parse(from); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%s: want the address of a repository, such as https://example.org/packs", from)
	}
	s.client = o.client(redirect)
	return s, nil
}

func (o *Options) client(redirect func(r *http.Request, via []*http.Request) error) *http.Client {
	transport := cmp.Or(o.Transport, http.DefaultTransport.(*http.Transport)).Clone()
	transport.DisableCompression = true // digests and lengths are of the bytes as they are
	transport.ResponseHeaderTimeout = o.Window
	return &http.Client{Transport: transport, CheckRedirect: redirect}
}

func redirect(r *http.Request, via []*http.Request) error {
	if len(via) > 5 {
		return errors.New("more than five redirections")
	}
	if via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return fmt.Errorf("redirected from HTTPS to %s", r.URL)
	}
	return nil
}

// Received returns how many bytes have come, those of attempts that broke off included.
func (s *Source) Received() int64 { return s.bytes }

// Fetch returns a file; of a longer one than wanted, one byte more than wanted. It returns fs.ErrNotExist if there is
// none.
func (s *Source) Fetch(ctx context.Context, w update.Want) ([]byte, error) {
	if s.client == nil {
		return s.read(w)
	}
	data, pieced, err := s.whole(ctx, w)
	if err == nil && pieced && update.Digest(data) != w.SHA256 {
		data, _, err = s.whole(ctx, w)
	}
	return data, err
}

// whole fetches a file, and reports whether several answers contributed to it.
func (s *Source) whole(ctx context.Context, w update.Want) (data []byte, pieced bool, err error) {
	if w.Content && s.o.Kept != "" {
		return s.resume(ctx, w)
	}
	var b memory
	answers, err := s.attempts(ctx, &b, func() error { return s.get(ctx, w, &b) })
	return b.Bytes(), w.Content && answers > 1, err
}

func (s *Source) read(w update.Want) ([]byte, error) {
	f, err := regular.Open(filepath.Join(s.from, filepath.FromSlash(w.Path)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, w.Most+1))
	s.bytes += int64(len(data))
	return data, err
}

// sink takes a file in pieces, over several attempts.
type sink interface {
	io.Writer
	Length() int64
}

type memory struct{ bytes.Buffer }

func (m *memory) Length() int64 { return int64(m.Len()) }

// kept returns the path at which a download is kept. The name of a pack has its digest.
func (s *Source) kept(w update.Want) string { return filepath.Join(s.o.Kept, path.Base(w.Path)) }

var downloadFile = &output.Kind{What: "a download", Ours: func([]byte) bool { return true }, Plain: true}

// resume continues the download that is kept of a file. A whole file stays until the caller removes the folder, so that it
// need not be fetched again; one that does not have the signed digest is removed.
func (s *Source) resume(ctx context.Context, w update.Want) (data []byte, pieced bool, err error) {
	if data, err := os.ReadFile(s.kept(w)); err == nil && update.Digest(data) == w.SHA256 {
		return data, false, nil
	}
	file, err := new(output.Set).Resumable(s.kept(w), downloadFile, true)
	if err != nil { // what is kept cannot be resumed
		if file, err = (&output.Set{Force: true}).Resumable(s.kept(w), downloadFile, false); err != nil {
			return nil, false, err
		}
	}
	defer file.Close()
	kept := file.Length() > 0
	m := &marked{Resumable: file, every: s.o.Mark}
	answers, err := s.attempts(ctx, m, func() error { return s.get(ctx, w, m) })
	if err != nil {
		return nil, false, errors.Join(err, m.save())
	}
	if err := file.Commit(); err != nil {
		return nil, false, err
	}
	if data, err = os.ReadFile(s.kept(w)); err == nil && update.Digest(data) != w.SHA256 {
		err = durable.Remove(s.kept(w))
	}
	return data, kept || answers > 1, err
}

// marked is a download that records now and then where to resume.
type marked struct {
	*output.Resumable
	every, last int64
	data        any // what Save records
}

func (m *marked) Write(p []byte) (int, error) {
	n, err := m.Resumable.Write(p)
	if err == nil && m.Length()-m.last >= m.every {
		err = m.save()
	}
	return n, err
}

func (m *marked) save() error {
	m.last = m.Length()
	if m.last == 0 {
		return nil
	}
	return m.Save(m.data)
}

// attempts calls try until it succeeds, and returns how many answers brought bytes. It ends early at errors that would come
// again, such as a definite answer of the server or a full disk.
func (s *Source) attempts(ctx context.Context, to sink, try func() error) (answers int, err error) {
	pause := s.o.Pause
	for n := 1; ; n++ {
		before := to.Length()
		err := try()
		if to.Length() > before {
			answers++
		}
		_, final := errors.AsType[*finalError](err)
		if err == nil || final || n == s.o.Attempts || ctx.Err() != nil {
			return answers, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return answers, ctx.Err()
		}
		pause *= 2
	}
}

// finalError is one that further attempts would meet again.
type finalError struct{ error }

func (e *finalError) Unwrap() error { return e.error }

func (s *Source) get(ctx context.Context, w update.Want, to sink) error {
	have, of := to.Length(), int64(0)
	if w.Content {
		of = w.Most
	}
	if of > 0 && have >= of {
		return nil
	}
	return s.body(ctx, http.MethodGet, strings.TrimSuffix(s.from, "/")+"/"+w.Path, ranged(have, ""), w.Most, to, func(r *http.Response) (skip, whole int64, err error) {
		skip, err = begin(r, have)
		return skip, of, err
	})
}

// ranged returns the header of a request for the missing bytes, of a given version unless that is "".
func ranged(have int64, version string) http.Header {
	h := http.Header{}
	if have > 0 {
		h.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	if have > 0 && version != "" {
		h.Set("If-Range", version)
	}
	return h
}

// body writes the body of an answer to a sink, at most one byte more than most. judge looks at the head, and returns how
// many bytes to skip, which the sink has already, and how many the file has, 0 if that is not known.
func (s *Source) body(ctx context.Context, method, address string, header http.Header, most int64, to sink, judge func(*http.Response) (skip, whole int64, err error)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return err
	}
	request.Header = header
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body := s.watch(response.Body, cancel)
	defer body.timer.Stop()
	response.Body = io.NopCloser(body)
	skip, whole, err := judge(response)
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	if _, err = io.CopyN(io.Discard, response.Body, skip); err == nil {
		_, err = io.Copy(told{to, whole, s.o.Progress}, io.LimitReader(response.Body, min(most, cmp.Or(whole, most))+1-to.Length()))
	}
	if err == nil && to.Length() < whole {
		err = io.ErrUnexpectedEOF
	}
	if err == nil && whole > 0 && whole < most && to.Length() > whole {
		err = &finalError{fmt.Errorf("the server sends more than the %d bytes that it said", whole)}
	}
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s: after %d bytes: %w", address, to.Length(), err)
}

// told is a sink that reports progress. Its errors are final: another attempt would meet them again.
type told struct {
	sink
	of   int64 // 0: not known, and nothing is reported
	tell func(have, of int64)
}

func (t told) Write(p []byte) (int, error) {
	n, err := t.sink.Write(p)
	if t.tell != nil && t.of > 0 {
		t.tell(t.Length(), t.of)
	}
	if err != nil {
		err = &finalError{err}
	}
	return n, err
}

// begin checks the head of a response. It returns how many bytes of the body the sink has already.
func begin(r *http.Response, have int64) (skip int64, err error) {
	switch r.StatusCode {
	case http.StatusOK:
		return have, nil
	case http.StatusPartialContent:
		if !strings.HasPrefix(r.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have)) {
			return 0, &finalError{fmt.Errorf("asked for the bytes from %d on, the server sends %q", have, r.Header.Get("Content-Range"))}
		}
		return 0, nil
	case http.StatusNotFound, http.StatusForbidden, http.StatusGone: // some hosts forbid what is not there
		return 0, &finalError{fmt.Errorf("%s: %w", r.Status, fs.ErrNotExist)}
	}
	err = errors.New(r.Status)
	if r.StatusCode < 500 && r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusRequestTimeout {
		err = &finalError{err}
	}
	return 0, err
}
