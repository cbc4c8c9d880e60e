package output

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/normlet/normlet/internal/durable"
)

const lockSuffix = ".normlet-lock"

// A heldError says that another process is writing a file.
type heldError struct {
	Path   string
	Holder string // "" if it has not said yet
}

func (e *heldError) Error() string {
	return fmt.Sprintf("%s: %s is writing it; wait until it has ended, or choose another name", e.Path, cmp.Or(e.Holder, "another process"))
}

type lock struct {
	file durable.Handle
	in   durable.FS
	name string
}

// acquire locks a place for this process, or returns a *heldError.
func acquire(p *Place, command string) (*lock, error) {
	path, name := p.path, p.target+lockSuffix
	for {
		f, err := openLock(p.in, name)
		if err != nil {
			return nil, renamed(err, path)
		}
		ok, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: cannot be locked: %w", path, err)
		}
		if !ok {
			text, _ := io.ReadAll(io.LimitReader(f, 1<<10)) // as much as can be read: it is for a message
			f.Close()
			return nil, &heldError{path, strings.TrimSpace(string(text))}
		}
		if !current(f, p.in, name) { // its holder removed it while we waited for the lock
			f.Close()
			continue
		}
		// Only messages to others use it, so failing does not matter.
		_ = f.Truncate(0)
		fmt.Fprintf(f, "process %d (%s, since %s)\n", os.Getpid(), command, time.Now().Format("2006-01-02 15:04:05"))
		return &lock{f, p.in, name}, nil
	}
}

// openLock opens the file of a lock. Its error names the folder if no file can be made there.
func openLock(in durable.FS, name string) (durable.Handle, error) {
	if info, err := in.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file (%s); remove it", name, info.Mode())
	}
	f, err := in.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o666)
	if !errors.Is(err, fs.ErrPermission) {
		return f, err
	}
	if _, none := in.Lstat(name); none != nil {
		return nil, fmt.Errorf("no file can be made in the folder %s: %w", filepath.Dir(name), reason(err))
	}
	return in.OpenFile(name, os.O_RDONLY|noFollow, 0) // of another user, who holds it or crashed
}

func current(f durable.Handle, in durable.FS, name string) bool {
	have, err := f.Stat()
	there, err2 := in.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(have, there)
}

// release removes the file before it unlocks, so that nobody locks a vanishing file unnoticed.
func (l *lock) release() error {
	err := l.in.Remove(l.name)
	closed := l.file.Close()
	if err != nil { // Windows does not remove open files
		err = l.in.Remove(l.name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, closed)
}

// renamed rewrites an error about a file beside path to one about path.
func renamed(err error, path string) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: p.Op, Path: path, Err: p.Err}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// reason returns what is wrong, without the operation and the file.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}
