package output

import (
	"errors"
	"io/fs"
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
	in     folder
	target string // the file at the end of all links
	kind   *Kind
	force  bool
	lock   *lock // nil where nothing lasts: standard output, pipes, devices
}

// prepare checks the existing file and removes what a killed run left.
func (p *Place) prepare() error {
	if _, err := p.in.stat(p.target); err == nil && (!p.force || p.kind.Stays) {
		if err := p.kind.check(p.in, p.path); err != nil {
			return err
		}
	}
	return p.in.remove(p.target + tempSuffix)
}

// Create starts a file at the place. Only one may be open at a time.
func (p *Place) Create() (*File, error) {
	f := &File{path: p.path, in: p.in}
	var err error
	switch {
	case p.path == dash:
		f.handle = os.Stdout
	case p.lock == nil:
		f.handle, err = p.in.disk().OpenFile(p.path, os.O_WRONLY, 0)
	default:
		f.target = p.target
		f.handle, err = p.in.createFor(p.target+tempSuffix, p.target, p.kind.mode())
	}
	if err != nil {
		return nil, renamed(err, p.path)
	}
	if err := f.compress(p.kind); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// createFor creates a file with the mode of the one it will replace, or else the one given.
func (f folder) createFor(name, replaced string, mode fs.FileMode) (durable.Handle, error) {
	info, err := f.stat(replaced)
	if err != nil {
		return f.disk().OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	}
	h, err := f.disk().OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // never more than the other lets read
	if err == nil {
		if err = h.Chmod(info.Mode().Perm()); err != nil {
			err = errors.Join(err, h.Close(), f.disk().Remove(name))
		}
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Remove removes the file at the place if it exists.
func (p *Place) Remove() error {
	if p.lock == nil {
		return nil
	}
	if err := p.in.remove(p.target); err != nil {
		return err
	}
	return p.in.disk().SyncDir(filepath.Dir(p.target))
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
