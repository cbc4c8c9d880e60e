package output

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/durable"
)

// tempSuffix ends the names of unfinished files. Users have no such files, so one that exists is left from a killed
// run.
const tempSuffix = ".normlet-tmp"

// Place is a reserved name, which the command may write repeatedly.
type Place struct {
	path   string // as it was given
	in     durable.FS
	target string // the file at the end of all links
	stream bool   // nothing lasts: standard output, a pipe or a device
	kind   *Kind
	force  bool
	lock   *lock // nil for a stream, and once given back
}

// temp is the name of the file until it is whole.
func (p *Place) temp() string { return p.target + tempSuffix }

// prepare checks the existing file and removes what a killed run left.
func (p *Place) prepare() error {
	if _, err := p.in.Stat(p.target); err == nil && (!p.force || p.kind.Stays) {
		if err := p.kind.check(p.in, p.path); err != nil {
			return err
		}
	}
	return durable.RemoveIn(p.in, p.temp())
}

// Create starts a file at the place. Only one may be open at a time.
func (p *Place) Create() (*File, error) {
	f := &File{place: p}
	var err error
	switch {
	case p.path == dash:
		f.handle = os.Stdout
	case p.stream:
		f.handle, err = p.in.OpenFile(p.path, os.O_WRONLY, 0)
	default:
		f.handle, err = p.create(p.temp())
	}
	if err != nil {
		return nil, renamed(err, p.path)
	}
	if err := f.compress(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// create creates a file with the mode of the one it will replace, or else that of its kind.
func (p *Place) create(name string) (durable.Handle, error) {
	info, err := p.in.Stat(p.target)
	if err != nil {
		return p.in.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, p.kind.mode())
	}
	h, err := p.in.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // never more than the other lets read
	if err == nil {
		if err = h.Chmod(info.Mode().Perm()); err != nil {
			err = errors.Join(err, h.Close(), p.in.Remove(name))
		}
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Remove removes the file at the place if it exists.
func (p *Place) Remove() error {
	if p.stream {
		return nil
	}
	if err := durable.RemoveIn(p.in, p.target); err != nil {
		return err
	}
	return p.in.SyncDir(filepath.Dir(p.target))
}

// Close gives the name back. It is safe to call twice.
func (p *Place) Close() error {
	if p.lock == nil {
		return nil
	}
	l := p.lock
	p.lock = nil
	return l.release()
}
