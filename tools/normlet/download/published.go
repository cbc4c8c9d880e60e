package download

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/output"
)

// Published is a file that its owner publishes without a signature, at an address that stays while the file changes.
// HTTPS says whose it is; the owner's MD5, if there is one, that it came whole.
//
// The file here is replaced once all of the new one has come. FILE.origin says which version it is, so that it comes
// again only if the server has another; without an origin that fits it the file is somebody's own, and stays. What has
// come of a download that broke off goes on if the server still has that version (If-Range).
type Published struct {
	Address  string
	Checksum string // address of a list of MD5 digests; "" for none
	Path     string // where the file goes; of an address that ends in archiveSuffix, the file of this name in it

	// Look finds these out.
	There Origin // what the server has
	Same  bool   // it is what is here

	source *Source
	here   *Origin // of the file that is here, if it was downloaded and is as it was
}

// Origin is a version of a file at an address.
type Origin struct {
	Address  string `json:"address"`
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"last_modified,omitempty"` // as HTTP has it
	Bytes    int64  `json:"bytes,omitempty"`         // 0: not known
	SHA256   string `json:"sha256,omitempty"`        // of the file here
}

// Date returns the day when the file was modified, as 2026-11-23, "" if the server does not say so.
func (o *Origin) Date() string {
	t, err := http.ParseTime(o.Modified)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// is reports whether two versions are one, as far as the server says.
func (o *Origin) is(other *Origin) bool {
	switch {
	case o.Address != other.Address:
		return false
	case o.ETag != "" && other.ETag != "":
		return o.ETag == other.ETag
	}
	return o.Modified != "" && o.Modified == other.Modified && o.Bytes == other.Bytes
}

// validator returns what names the version in If-Range, "" if nothing does: a weak ETag is also that of similar bytes.
func (o *Origin) validator() string {
	if o.ETag != "" && !strings.HasPrefix(o.ETag, "W/") {
		return o.ETag
	}
	return o.Modified
}

// mostBytes is more than any terminology has, packed or not.
const mostBytes = 8 << 30

// secure lets no server send elsewhere but by HTTPS.
func secure(r *http.Request, via []*http.Request) error {
	if r.URL.Scheme != "https" {
		return &finalError{fmt.Errorf("redirected to %s, which is not HTTPS", r.URL)}
	}
	return redirect(r, via)
}

// noHead are answers of servers that may still send the file.
var noHead = []int{http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotImplemented}

// Look asks for the version that the server has, without its bytes.
func (p *Published) Look(ctx context.Context, o Options) error {
	for _, address := range []string{p.Address, cmp.Or(p.Checksum, p.Address)} {
		if u, err := url.Parse(address); err != nil || u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%s: want an address that begins with https://", address)
		}
	}
	p.source = &Source{o: o, client: o.client(secure)}
	p.here = readOrigin(p.Path)
	return p.source.retry(ctx, func() error {
		response, err := p.ask(ctx, http.MethodHead, nil)
		if err == nil && slices.Contains(noHead, response.StatusCode) {
			response, err = p.ask(ctx, http.MethodGet, nil) // whose body nobody reads
		}
		if err != nil {
			return err
		}
		response.Body.Close()
		if p.here != nil && response.StatusCode == http.StatusNotModified {
			p.There, p.Same = *p.here, true
			return nil
		}
		if _, err := begin(response, 0); err != nil {
			return fmt.Errorf("%s: %w", p.Address, err)
		}
		p.There = p.version(response)
		p.Same = p.here != nil && p.There.is(p.here)
		return nil
	})
}

// ask sends a request, without a range one that is conditional on the file that is here.
func (p *Published) ask(ctx context.Context, method string, ranged http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.Address, nil)
	if err != nil {
		return nil, err
	}
	switch {
	case ranged != nil:
		request.Header = ranged
	case p.here != nil && p.here.Address == p.Address && p.here.ETag != "":
		request.Header.Set("If-None-Match", p.here.ETag)
	case p.here != nil && p.here.Address == p.Address && p.here.Modified != "":
		request.Header.Set("If-Modified-Since", p.here.Modified)
	}
	return p.source.client.Do(request)
}

// version returns what an answer says of the version.
func (p *Published) version(r *http.Response) Origin {
	v := Origin{Address: p.Address, ETag: r.Header.Get("ETag"), Modified: r.Header.Get("Last-Modified"), Bytes: max(0, r.ContentLength)}
	if r.StatusCode == http.StatusPartialContent {
		v.Bytes = p.There.Bytes
	}
	return v
}

// Fetch brings what Look found, and says where from beside it. The file here stays until all has come.
func (p *Published) Fetch(ctx context.Context, files *output.Set) error {
	kind := &output.Kind{What: "a download", Plain: true, Ours: func([]byte) bool { return p.here != nil }}
	file, err := files.Resumable(p.packed(), kind, !files.Force, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	var begun Origin
	if err := file.Last(&begun); err != nil {
		return err
	}
	if file.Length() > 0 && !p.There.is(&begun) {
		if err := file.Restart(); err != nil {
			return err
		}
	}
	m := &marked{Resumable: file, every: p.source.o.Mark, data: &p.There}
	if err := p.source.retry(ctx, func() error { return p.get(ctx, m) }); err != nil {
		return errors.Join(err, m.save())
	}
	if err := p.verify(ctx, file); err != nil {
		return errors.Join(err, file.Restart())
	}
	return p.keep(files, file, kind)
}

// get fetches what is missing.
func (p *Published) get(ctx context.Context, to *marked) error {
	have := to.Length()
	if have > 0 && have == p.There.Bytes {
		return nil
	}
	if have > 0 && p.There.validator() == "" {
		have = 0
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ranged := http.Header{}
	if have > 0 {
		ranged.Set("Range", fmt.Sprintf("bytes=%d-", have))
		ranged.Set("If-Range", p.There.validator())
	}
	response, err := p.ask(ctx, http.MethodGet, ranged)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	skip, err := begin(response, have)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Address, err)
	}
	if now := p.version(response); have == 0 || !now.is(&p.There) { // another version than before
		if err := to.Restart(); err != nil {
			return &finalError{err}
		}
		if to.last = 0; response.StatusCode == http.StatusPartialContent {
			return fmt.Errorf("%s: it changed while it was fetched", p.Address)
		}
		p.There, skip, have = now, 0, 0
	}
	body := p.source.watch(&page{Reader: bufio.NewReader(response.Body), begins: have == 0}, cancel)
	err = p.source.receive(body, skip, mostBytes+1-have, p.source.told(to, p.There.Bytes))
	switch n := to.Length(); {
	case err == nil && p.There.Bytes > 0 && n < p.There.Bytes:
		err = io.ErrUnexpectedEOF
	case err == nil && n > mostBytes:
		err = &finalError{fmt.Errorf("larger than %d bytes, which no terminology is", int64(mostBytes))}
	}
	return brokenOff(ctx, err, p.Address, to)
}

// page refuses a web page, which servers send with the status of success: to accept a licence, or because what was there
// has moved.
type page struct {
	*bufio.Reader
	begins bool // nothing of it was read
}

var pageStart = regexp.MustCompile(`(?i)^(\x{FEFF})?(\s|<\?xml[^>]*>|<!--[^>]*-->)*<(!doctype html|html|head)`)

func (p *page) Read(b []byte) (int, error) {
	if head, _ := p.Peek(512); p.begins && pageStart.Match(head) {
		return 0, &finalError{errors.New("the server sends a web page in place of data; open the address in a browser: there may be a licence to accept, or a new address")}
	}
	p.begins = false
	return p.Reader.Read(b)
}

// verify compares what has come with the owner's MD5.
func (p *Published) verify(ctx context.Context, file *output.Resumable) error {
	if p.Checksum == "" {
		return nil
	}
	folder, name := path.Split(p.Checksum)
	list := *p.source
	list.from = folder
	text, err := list.Fetch(ctx, update.Want{Path: name, Most: 4 << 20})
	if err != nil {
		return err
	}
	want := listedMD5(string(text), path.Base(p.Address))
	if want == "" {
		return fmt.Errorf("%s: there is no MD5 of %s in it", p.Checksum, path.Base(p.Address))
	}
	if got, err := md5Of(file); err != nil || got != want {
		return cmp.Or(err, fmt.Errorf("%s: its MD5 is %s, and that in %s %s: it is damaged, or was just being replaced; try again later", p.Address, got, p.Checksum, want))
	}
	return nil
}

var (
	md5Line = regexp.MustCompile(`(?m)^([0-9a-fA-F]{32})[ \t]+\*?(\S+)\s*$`)
	md5Hash = regexp.MustCompile(`<hash type="md5">\s*([0-9a-fA-F]{32})\s*</hash>`)
)

// listedMD5 returns the MD5 of a file in lines of md5sum or in a Metalink, "" for none.
func listedMD5(text, name string) string {
	for _, m := range md5Line.FindAllStringSubmatch(text, -1) {
		if path.Base(m[2]) == name {
			return strings.ToLower(m[1])
		}
	}
	_, entry, _ := strings.Cut(text, `<file name="`+name+`"`)
	entry, _, _ = strings.Cut(entry, "</file>")
	if m := md5Hash.FindStringSubmatch(entry); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

func isArchive(address string) bool { return strings.HasSuffix(address, archiveSuffix) }

// packed returns the name under which a download arrives.
func (p *Published) packed() string {
	if isArchive(p.Address) {
		return p.Path + archiveSuffix // and never more than the .part of it
	}
	return p.Path
}
