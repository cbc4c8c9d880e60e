package download

import (
	"bufio"
	"cmp"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/pattern"
)

// Published is a file that its owner publishes without a signature, at an address that stays while the file changes.
// HTTPS says whose it is; the owner's MD5, if there is one, that it came whole.
// The old file stays until all of the new one has come. FILE.origin says which version is here: the same does not come
// again, and a file that does not fit it is somebody's own, and stays. A download that broke off goes on if the server
// still has that version (If-Range).
type Published struct {
	Address  string // https://
	Checksum string // address of lines of md5sum; "" for none
	Path     string // where the file goes; of an address that ends in archiveSuffix, the file of this name in it
	Most     int64  // bytes that the file may have, and all of an archive unpacked; 0: mostBytes
	There    Origin // what the server has: set by Look
	Same     bool   // it is what is here: set by Look

	source *Source
	here   *Origin // of the file that is here, if it was downloaded and is as it was
}

// mostBytes is larger than nearly any terminology, compressed or not.
const mostBytes = 2 << 30

func (p *Published) most() int64 { return cmp.Or(p.Most, mostBytes) }

// tooLarge is the error for a file with too many bytes.
func (p *Published) tooLarge(what string) error {
	return &finalError{fmt.Errorf("%s: %s more than %d bytes, which is all that it may have; if the file is sound, set most_bytes in the recipe", p.Address, what, p.most())}
}

// secure allows redirects to HTTPS only.
func secure(r *http.Request, via []*http.Request) error {
	if r.URL.Scheme != "https" {
		return &finalError{fmt.Errorf("redirected to %s, which is not HTTPS", r.URL)}
	}
	return redirect(r, via)
}

// Look asks for the version that the server has, without its bytes.
func (p *Published) Look(ctx context.Context, o Options) error {
	p.source = &Source{o: o, client: o.client(secure)}
	p.here = readOrigin(p.Path)
	ask := func(method string) error {
		return p.source.body(ctx, method, p.Address, http.Header{}, 0, new(memory), func(r *http.Response) (skip, whole int64, err error) {
			p.There = p.version(r)
			p.Same = p.here != nil && p.There.is(p.here)
			if _, err = begin(r, 0); err == nil && p.There.Bytes > p.most() {
				err = p.tooLarge("the server has")
			}
			return 0, 0, err
		})
	}
	_, err := p.source.attempts(ctx, new(memory), func() error {
		err := ask(http.MethodHead)
		if _, final := errors.AsType[*finalError](err); final { // the server may not know HEAD
			err = ask(http.MethodGet)
		}
		return err
	})
	return err
}

// Fetch downloads the version that Look found, and records its origin beside it.
func (p *Published) Fetch(ctx context.Context, files *output.Set) error {
	kind := &output.Kind{What: "a download", Plain: true, Ours: func([]byte) bool { return p.here != nil }}
	name := p.Path
	if p.archive() {
		name += archiveSuffix // of which there is never more than the .part
	}
	if err := output.Folder(filepath.Dir(p.Path)); err != nil {
		return err
	}
	file, err := files.Resumable(name, kind, !files.Force)
	if err != nil {
		return err
	}
	defer file.Close()
	begun := p.There
	if err = file.Last(&begun); err == nil && !p.There.is(&begun) {
		err = file.Restart()
	}
	if err != nil {
		return err
	}
	m := &marked{Resumable: file, every: p.source.o.Mark, data: &p.There}
	if _, err := p.source.attempts(ctx, m, func() error { return p.get(ctx, m) }); err != nil {
		return errors.Join(err, m.save())
	}
	if err := p.verify(ctx, file); err != nil {
		return errors.Join(err, m.save())
	}
	return p.keep(files, file, kind)
}

func (p *Published) get(ctx context.Context, to *marked) error {
	have, validator := to.Length(), p.There.validator()
	if have > 0 && have == p.There.Bytes {
		return nil
	}
	if validator == "" {
		have = 0
	}
	return p.source.body(ctx, http.MethodGet, p.Address, ranged(have, validator), p.most(), to, func(r *http.Response) (skip, whole int64, err error) {
		if skip, err = begin(r, have); err != nil {
			return 0, 0, err
		}
		if now := p.version(r); have == 0 || !now.is(&p.There) { // another version than before
			if err := to.Restart(); err != nil {
				return 0, 0, &finalError{err}
			}
			if to.last = 0; r.StatusCode == http.StatusPartialContent {
				return 0, 0, errors.New("it changed while it was fetched")
			}
			if now.is(&p.There) && p.There.Bytes > 0 {
				if now.Bytes = cmp.Or(now.Bytes, p.There.Bytes); now.Bytes != p.There.Bytes {
					return 0, 0, &finalError{fmt.Errorf("the server sends %d bytes of a file that it said has %d", now.Bytes, p.There.Bytes)}
				}
			}
			if p.There, skip = now, 0; now.Bytes > p.most() {
				return 0, 0, p.tooLarge("the server sends")
			}
		}
		return skip, p.There.Bytes, noPage(r)
	})
}

var page = pattern.Of(`(?i)^(\x{FEFF})?(\s|<\?xml[^>]*>|<!--[^>]*-->)*<(!doctype html|html|head)`)

// noPage refuses a web page, which servers send as a success where a licence is to be accepted, or a file has moved.
func noPage(r *http.Response) error {
	body := bufio.NewReader(r.Body)
	r.Body = io.NopCloser(body)
	head, err := body.Peek(512)
	if page().Match(head) {
		return &finalError{errors.New("a web page in place of data; open the address in a browser: there may be a licence to accept, or a new address")}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

var md5Line = pattern.Of(`(?m)^([0-9a-f]{32})[ \t]+\*?(\S+)\s*$`)

// verify compares what has come with the owner's MD5, and forgets what is another file.
func (p *Published) verify(ctx context.Context, file *output.Resumable) error {
	if file.Length() > p.most() {
		return errors.Join(p.tooLarge("the server sends"), file.Restart())
	}
	if p.Checksum == "" {
		return nil
	}
	folder, list := path.Split(p.Checksum)
	text, err := (&Source{from: folder, o: p.source.o, client: p.source.client}).Fetch(ctx, update.Want{Path: list, Most: 1 << 20})
	if err != nil {
		return err
	}
	lines := md5Line().FindAllStringSubmatch(string(text), -1)
	i := slices.IndexFunc(lines, func(m []string) bool { return path.Base(m[2]) == path.Base(p.Address) })
	if i < 0 {
		return fmt.Errorf("%s: there is no MD5 of %s in it", p.Checksum, path.Base(p.Address))
	}
	content, err := file.Content()
	if err != nil {
		return err
	}
	sum := md5.New()
	if _, err = io.Copy(sum, content); err == nil && fmt.Sprintf("%x", sum.Sum(nil)) != lines[i][1] {
		err = errors.Join(fmt.Errorf("%s: its MD5 is %x, and in %s %s: it is damaged, or was just being replaced; try again later", p.Address, sum.Sum(nil), p.Checksum, lines[i][1]), file.Restart())
	}
	return err
}

func (p *Published) archive() bool { return strings.HasSuffix(p.Address, archiveSuffix) }
