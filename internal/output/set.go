package output

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/durable"
)

// dash is the name of standard output.
const dash = "-"

// Set is the files of one command. The zero Set is empty. It is safe for concurrent use.
type Set struct {
	Command string // named as the holder of locks
	Force   bool   // replaces files of any kind
	// Root, unless nil, is where all outputs are: names are relative to it, and no link leads out, even if others swap
	// links and folders meanwhile. Nothing there is resumable.
	Root *os.Root

	mu     sync.Mutex
	reads  []named
	opened []fs.FileInfo
	writes []named
	locks  []*lock
}

// Reads records inputs, which the command must not overwrite.
func (s *Set) Reads(paths ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range paths {
		if p != "" && p != dash {
			s.reads = append(s.reads, named{p, target(p)})
		}
	}
}

// ReadsOpened records an input that is open already.
func (s *Set) ReadsOpened(info fs.FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened = append(s.opened, info)
}

// Check fails if an output, or a file that belongs to it, leads to an input or another output.
func (s *Set) Check(paths ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, p := range paths {
		if p == "" || !lasting(p) {
			continue
		}
		for _, name := range beside(p) {
			if err := s.read(name); err != nil {
				return err
			}
			for _, other := range paths[:i] {
				same := func(o string) bool { return find(name).is(named{o, target(o)}) }
				if other != "" && lasting(other) && slices.ContainsFunc(beside(other), same) {
					return fmt.Errorf("%s: two outputs would be this one file (the other is %s); choose another name for one", p, other)
				}
			}
		}
	}
	return nil
}

// read fails if path leads to an input.
func (s *Set) read(path string) error {
	f := find(path)
	for _, r := range s.reads {
		if path == r.name {
			return fmt.Errorf("%s: this is an input; choose another name for the output", path)
		}
		if f.is(r) {
			return fmt.Errorf("%s: this would be written over the input %s; choose another name for the output", path, r.name)
		}
	}
	return nil
}

func beside(path string) []string {
	t := target(path)
	return []string{path, t + lockSuffix, t + tempSuffix, t + partSuffix, t + stateSuffix}
}

// lasting reports whether path is a file, and not standard output, a pipe or a device.
func lasting(path string) bool {
	if path == dash {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// Reserve takes a name for files of a kind. Close gives it back.
func (s *Set) Reserve(path string, kind *Kind) (*Place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Root != nil && path != dash {
		if err := s.checkBelow(path); err != nil {
			return nil, err
		}
		return s.take(&Place{path: path, in: durable.In(s.Root), target: path, kind: kind, force: s.Force})
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name a file in it", path)
	}
	if !lasting(path) {
		return &Place{path: path, in: durable.Disk(), target: path, stream: true, kind: kind}, nil
	}
	for _, name := range beside(path) {
		if err := s.read(name); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(s.writes, find(path).is) {
		return nil, fmt.Errorf("%s: this command has written it already; choose another name", path)
	}
	return s.take(&Place{path: path, in: durable.Disk(), target: target(path), kind: kind, force: s.Force})
}

// checkBelow fails if a name below the root is a link, folder or device, or an input.
func (s *Set) checkBelow(path string) error {
	for _, name := range []string{path, path + lockSuffix, path + tempSuffix} {
		info, err := s.Root.Lstat(name)
		if err != nil {
			continue // if the file cannot be made, the error comes when it is created
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file (%s); choose another name", name, info.Mode())
		}
		if slices.ContainsFunc(s.opened, func(o fs.FileInfo) bool { return os.SameFile(o, info) }) {
			return fmt.Errorf("%s: this is an input; choose another name for the output", name)
		}
	}
	return nil
}

// take locks a place and makes it ready.
func (s *Set) take(p *Place) (*Place, error) {
	var err error
	if p.lock, err = acquire(p, cmp.Or(s.Command, filepath.Base(os.Args[0]))); err != nil {
		return nil, err
	}
	if err := p.prepare(); err != nil {
		p.Close()
		return nil, err
	}
	s.writes, s.locks = append(s.writes, named{p.path, p.target}), append(s.locks, p.lock)
	return p, nil
}

// Abandon removes the temporary files and locks of outputs, except what a later run can resume. It is for a process that
// ends while it still writes.
func (s *Set) Abandon() {
	if !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	for _, l := range s.locks {
		if current(l.file, l.in, l.name) { // it is still ours
			_ = l.in.Remove(strings.TrimSuffix(l.name, lockSuffix) + tempSuffix) // the next run does if this fails
			_ = l.in.Remove(l.name)
		}
	}
}

// Create starts the file at path. Commit the complete file, and Close it in any case.
func (s *Set) Create(path string, kind *Kind) (*File, error) {
	p, err := s.Reserve(path, kind)
	if err != nil {
		return nil, err
	}
	f, err := p.Create()
	if err != nil {
		p.Close()
		return nil, err
	}
	f.owned = true
	return f, nil
}

func (s *Set) Write(path string, kind *Kind, content []byte) error {
	f, err := s.Create(path, kind)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}

// Folder makes a folder and its parents.
func Folder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	return durable.Disk().SyncDir(filepath.Dir(path))
}

// named is a file by its name and its target.
type named struct{ name, target string }

// found is a file that is compared with many others.
type found struct {
	info   fs.FileInfo // nil if there is none
	target string
}

func find(path string) found {
	info, err := os.Stat(path)
	if err != nil {
		info = nil
	}
	return found{info, target(path)}
}

// is reports whether two names lead to one file, through links, folders or other names of it. The file need not
// exist.
func (f found) is(other named) bool {
	if f.info != nil {
		if info, err := os.Stat(other.name); err == nil {
			return os.SameFile(f.info, info)
		}
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(f.target, other.target)
	}
	return f.target == other.target
}

// target returns the full name of the file at the end of all links. It need not exist.
func target(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return filepath.Clean(name)
	}
	for range 64 { // more links than any system follows
		if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
			full = filepath.Join(dir, filepath.Base(full))
		}
		next, err := os.Readlink(full)
		if err != nil {
			break
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(full), next)
		}
		full = next
	}
	return full
}
