// Package crashtest is a disk for tests of packages durable and output: a real folder whose durable state it keeps in memory, like a
// disk behind a page cache. It can forget or tear what was not synced, fail any operation, or stop after it.
//
// All code reads the files as usual. Disk remembers the last synced bytes of every file and the last synced names of
// the folder. Crash puts the folder into a state that a power cut could leave.
//
// Pebble's vfs does this too, but brings a dozen modules and has no real files to open by name.
package crashtest

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"sync"

	"github.com/normlet/normlet/internal/durable"
)

// ErrFault is the error of an operation made to fail.
var ErrFault = errors.New("a fault on purpose")

// Survival is what a crash leaves of what was not synced.
type Survival struct {
	Names bool // renames and removals reached the disk all the same
	Data  Tear // of bytes that were not synced
}

// Tear is what happens to bytes that were not synced.
type Tear int

const (
	Forgotten Tear = iota // as last synced
	Half                  // the first half of them is there
	Zeros                 // the length is there, the bytes are not
)

// Survivals are all possible outcomes of a crash.
func Survivals() []Survival {
	var out []Survival
	for _, names := range []bool{false, true} {
		for _, data := range []Tear{Forgotten, Half, Zeros} {
			out = append(out, Survival{names, data})
		}
	}
	return out
}

// Disk implements durable.FS for one folder. It is safe for concurrent use.
type Disk struct {
	dir string

	mu      sync.Mutex
	names   map[string]*inode // as programs see them
	durable map[string]*inode
	steps   int
	last    int // step after which the machine stops; 0: none, -1: before the first
	fault   int // step that fails; 0: none
}

// inode is a file, whatever its names.
type inode struct {
	synced []byte
	mode   fs.FileMode
}

// New makes a disk of a folder, whose files count as durable.
func New(dir string) (*Disk, error) {
	d := &Disk{dir: dir, names: map[string]*inode{}, durable: map[string]*inode{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		d.names[e.Name()] = &inode{content, info.Mode().Perm()}
	}
	d.durable = maps.Clone(d.names)
	return d, nil
}

// StopAfter stops the machine after a step; the first is 1, and 0 stops it before all.
func (d *Disk) StopAfter(step int) {
	if d.last = step; step == 0 {
		d.last = -1
	}
}

// FailAt makes one step fail, as a full or broken disk does; a write then writes half.
func (d *Disk) FailAt(step int) { d.fault = step }

// Steps returns the number of operations.
func (d *Disk) Steps() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.steps
}

// step counts an operation and returns its fault, if any. d.mu is held.
func (d *Disk) step() error {
	d.steps++
	if d.steps == d.fault || d.stopped() {
		return ErrFault
	}
	return nil
}

// do does an operation on a path as one step.
func (d *Disk) do(op, path string, f func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return f()
}

// stopped reports whether nothing reaches the folder any more. d.mu is held.
func (d *Disk) stopped() bool { return d.last != 0 && d.steps > d.last }

// ours returns the name of a file, and whether it lies in the folder.
func (d *Disk) ours(path string) (string, bool) {
	return filepath.Base(path), filepath.Dir(path) == d.dir
}

// OpenFile implements durable.FS. Opening a file for reading is no step.
func (d *Disk) OpenFile(path string, flag int, mode fs.FileMode) (durable.Handle, error) {
	name, ours := d.ours(path)
	d.mu.Lock()
	defer d.mu.Unlock()
	if ours && flag != os.O_RDONLY {
		if err := d.step(); err != nil {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	f, err := os.OpenFile(path, flag, mode)
	if err != nil || !ours {
		return f, err
	}
	if d.names[name] == nil {
		d.names[name] = &inode{mode: mode}
	}
	return &file{File: f, disk: d, inode: d.names[name]}, nil
}

func (d *Disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

func (d *Disk) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

func (d *Disk) Rename(from, to string) error {
	return d.do("rename", to, func() error {
		a, _ := d.ours(from)
		b, _ := d.ours(to)
		d.names[b] = d.names[a]
		delete(d.names, a)
		return os.Rename(from, to)
	})
}

func (d *Disk) Remove(path string) error {
	return d.do("remove", path, func() error {
		name, _ := d.ours(path)
		delete(d.names, name)
		return os.Remove(path)
	})
}

func (d *Disk) SyncDir(path string) error {
	return d.do("sync", path, func() error {
		if path == d.dir {
			d.durable = maps.Clone(d.names)
		}
		return nil
	})
}

// Crash puts the folder into the state that a power cut leaves.
func (d *Disk) Crash(s Survival) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := d.durable
	if s.Names {
		names = d.names
	}
	content := map[string][]byte{}
	for name, n := range names {
		content[name] = n.synced
		if d.names[name] != n {
			continue // nothing but what was synced is to be had of it
		}
		now, err := os.ReadFile(filepath.Join(d.dir, name))
		if err != nil {
			return err
		}
		content[name] = tear(n.synced, now, s.Data)
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.Remove(filepath.Join(d.dir, e.Name())); err != nil {
			return err
		}
	}
	for name, c := range content {
		if err := os.WriteFile(filepath.Join(d.dir, name), c, names[name].mode); err != nil {
			return err
		}
	}
	return nil
}

// tear returns what is left of a file that changed after its last sync.
func tear(synced, now []byte, how Tear) []byte {
	if how == Forgotten || len(now) <= len(synced) {
		return synced
	}
	out := append([]byte(nil), now...)
	if how == Zeros {
		clear(out[len(synced):])
		return out
	}
	return out[:len(synced)+(len(now)-len(synced))/2]
}

type file struct {
	*os.File
	disk  *Disk
	inode *inode
}

func (f *file) Write(p []byte) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if err := f.disk.step(); err != nil {
		if f.disk.stopped() {
			return 0, err
		}
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

func (f *file) Sync() error {
	return f.disk.do("sync", f.Name(), func() (err error) {
		f.inode.synced, err = io.ReadAll(io.NewSectionReader(f.File, 0, math.MaxInt64))
		return err
	})
}

func (f *file) Truncate(size int64) error {
	return f.disk.do("truncate", f.Name(), func() error { return f.File.Truncate(size) })
}

func (f *file) Chmod(mode fs.FileMode) error {
	return f.disk.do("chmod", f.Name(), func() error {
		f.inode.mode = mode
		return f.File.Chmod(mode)
	})
}
