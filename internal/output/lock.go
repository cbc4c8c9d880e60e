package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

const lockSuffix = ".normlet-lock"

// A heldError says that another process is writing a file.
type heldError struct {
	Path   string
	Holder string // "" if it has not said yet
}

func (e *heldError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "another process"
	}
	return fmt.Sprintf("%s: %s is writing it; wait until it has ended, or choose another name", e.Path, holder)
}

type lock struct{ file *os.File }

// acquire locks a place for this process, or returns a *heldError.
func acquire(p *Place, command string) (*lock, error) {
	path, name := p.path, p.target+lockSuffix
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o666)
		if errors.Is(err, fs.ErrPermission) { // of another user, who holds it or crashed
			f, err = os.OpenFile(name, os.O_RDONLY|noFollow, 0)
		}
		if err != nil {
			return nil, renamed(err, path)
		}
		ok, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: cannot be locked: %w", path, err)
		}
		if !ok {
			text, _ := io.ReadAll(io.LimitReader(f, 1<<10)) // whatever can be had: it is for a message
			f.Close()
			return nil, &heldError{path, strings.TrimSpace(string(text))}
		}
		if !current(f, name) { // its holder removed it while we waited for the lock
			f.Close()
			continue
		}
		// Only messages to others use it, so failing does not matter.
		_ = f.Truncate(0)
		fmt.Fprintf(f, "process %d (%s, since %s)\n", os.Getpid(), command, time.Now().Format("2006-01-02 15:04:05"))
		return &lock{f}, nil
	}
}

func current(f *os.File, name string) bool {
	have, err := f.Stat()
	there, err2 := os.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(have, there)
}

// release removes the file before it unlocks, so that nobody locks a vanishing file unnoticed.
func (l *lock) release() error {
	err := os.Remove(l.file.Name())
	closed := l.file.Close()
	if err != nil { // Windows does not remove open files
		err = os.Remove(l.file.Name())
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
