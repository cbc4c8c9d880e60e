package output_test

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

// errFault is the error of an operation made to fail.
var errFault = errors.New("a fault on purpose")

// survival is what a crash leaves of what was not synced.
type survival struct {
	Names bool // renames and removals reached the disk all the same
	Data  tear // of bytes that were not synced
}

// tear is what happens to bytes that were not synced.
type tear int

const (
	forgotten tear = iota // as last synced
	half                  // the first half of them is there
	zeros                 // the length is there, the bytes are not
)

// survivals are all possible outcomes of a crash.
func survivals() []survival {
	var out []survival
	for _, names := range []bool{false, true} {
		for _, data := range []tear{forgotten, half, zeros} {
			out = append(out, survival{names, data})
		}
	}
	return out
}

// disk is that of a test: a real folder whose durable state it keeps in memory, like a disk behind a page cache. It
// implements durable.FS for this folder. It can forget or tear what was not synced, fail any operation, or stop after it.
// It is safe for concurrent use.
//
// All code reads the files as usual. The disk remembers the last synced bytes of every file and the last synced names of
// the folder. crash puts the folder into a state that a power cut could leave.
//
// Pebble's vfs does this too, but brings a dozen modules and has no real files to open by name.
type disk struct {
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

// newDisk makes a disk of a folder, whose files count as durable.
func newDisk(dir string) (*disk, error) {
	d := &disk{dir: dir, names: map[string]*inode{}, durable: map[string]*inode{}}
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

// stopAfter stops the machine after a step; the first is 1, and 0 stops it before all.
func (d *disk) stopAfter(step int) {
	if d.last = step; step == 0 {
		d.last = -1
	}
}

// failAt makes one step fail, as a full or broken disk does; a write then writes half.
func (d *disk) failAt(step int) { d.fault = step }

// done returns the number of operations.
func (d *disk) done() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.steps
}

// step counts an operation and returns its fault, if any. d.mu is held.
func (d *disk) step() error {
	d.steps++
	if d.steps == d.fault || d.stopped() {
		return errFault
	}
	return nil
}

// do does an operation on a path as one step.
func (d *disk) do(op, path string, f func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return f()
}

// stopped reports whether nothing reaches the folder any more. d.mu is held.
func (d *disk) stopped() bool { return d.last != 0 && d.steps > d.last }

// ours returns the name of a file, and whether it lies in the folder.
func (d *disk) ours(path string) (string, bool) {
	return filepath.Base(path), filepath.Dir(path) == d.dir
}

// OpenFile implements durable.FS. Opening a file for reading is no step.
func (d *disk) OpenFile(path string, flag int, mode fs.FileMode) (durable.Handle, error) {
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

func (d *disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

func (d *disk) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

func (d *disk) Rename(from, to string) error {
	return d.do("rename", to, func() error {
		a, _ := d.ours(from)
		b, _ := d.ours(to)
		d.names[b] = d.names[a]
		delete(d.names, a)
		return os.Rename(from, to)
	})
}

func (d *disk) Remove(path string) error {
	return d.do("remove", path, func() error {
		name, _ := d.ours(path)
		delete(d.names, name)
		return os.Remove(path)
	})
}

func (d *disk) SyncDir(path string) error {
	return d.do("sync", path, func() error {
		if path == d.dir {
			d.durable = maps.Clone(d.names)
		}
		return nil
	})
}

// crash puts the folder into the state that a power cut leaves.
func (d *disk) crash(s survival) error {
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
		content[name] = torn(n.synced, now, s.Data)
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

// torn returns what is left of a file that changed after its last sync.
func torn(synced, now []byte, how tear) []byte {
	if how == forgotten || len(now) <= len(synced) {
		return synced
	}
	out := append([]byte(nil), now...)
	if how == zeros {
		clear(out[len(synced):])
		return out
	}
	return out[:len(synced)+(len(now)-len(synced))/2]
}

type file struct {
	*os.File
	disk  *disk
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
