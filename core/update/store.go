package update

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/tuf"
)

// Storage keeps a few files by names of letters, digits, dots and hyphens. It need not be safe for concurrent use.
type Storage interface {
	Read(name string) ([]byte, error) // fs.ErrNotExist if there is none
	Write(name string, data []byte) error
	Remove(name string) error // nil if there is none
	Names() ([]string, error)
}

// Folder keeps files in a folder that exists. It writes each file whole or not at all, even if the machine stops.
type Folder string

// Path returns the path of a file.
func (f Folder) Path(name string) string { return filepath.Join(string(f), name) }

func (f Folder) Read(name string) ([]byte, error) { return os.ReadFile(f.Path(name)) }

func (f Folder) Write(name string, data []byte) error { return durable.WriteFile(f.Path(name), data) }

func (f Folder) Remove(name string) error { return durable.Remove(f.Path(name)) }

func (f Folder) Names() ([]string, error) {
	entries, err := os.ReadDir(string(f))
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// Memory keeps files in memory, for an app that stores them itself.
type Memory map[string][]byte

func (m Memory) Read(name string) ([]byte, error) {
	data, ok := m[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (m Memory) Write(name string, data []byte) error {
	m[name] = bytes.Clone(data)
	return nil
}

func (m Memory) Remove(name string) error {
	delete(m, name)
	return nil
}

func (m Memory) Names() ([]string, error) { return slices.Sorted(maps.Keys(m)), nil }

// Store has the packs of one repository on this device, and the newest metadata. Only one process at a time may change it.
type Store struct {
	files Storage
	limit core.Limits
	// given, unless nil, is a root to trust; an update still has to find out whether that of the store descends from it.
	given     *tuf.Root
	givenText []byte
}

// NewStore returns the store whose files are in a storage.
func NewStore(files Storage, limits core.Limits) *Store { return &Store{files: files, limit: limits} }

// ErrNotInstalled is the error for a pack that the store does not have.
var ErrNotInstalled = errors.New("the pack is not installed")

// Current returns the pack in use. The error for a pack that the store does not have wraps ErrNotInstalled.
func (s *Store) Current(name string) (Installed, error) {
	st, err := s.state(name)
	if err == nil && st.current == nil {
		err = ErrNotInstalled
	}
	if err != nil {
		return Installed{}, err
	}
	return *st.current, nil
}

// Read returns the verified bytes of the pack in use, or of the last good pack if those are damaged. Installed says which.
func (s *Store) Read(name string) ([]byte, Installed, error) {
	for {
		st, err := s.state(name)
		if err != nil {
			return nil, Installed{}, err
		}
		data, p, err := s.good(st)
		if err == nil && p == *st.current {
			return data, p, nil
		}
		// Another process may have installed newer packs since and removed this one.
		if now, failed := s.state(name); failed != nil || bytes.Equal(now.text(), st.text()) {
			return data, p, err
		}
	}
}

// good returns the first pack of a state that has not changed since it was verified.
func (s *Store) good(st *state) ([]byte, Installed, error) {
	err := ErrNotInstalled
	for _, p := range []*Installed{st.current, st.previous} {
		if p == nil {
			continue
		}
		data, failed := s.pack(*p)
		if failed == nil {
			return data, *p, nil
		}
		err = failed
	}
	return nil, Installed{}, err
}

func (s *Store) pack(p Installed) ([]byte, error) {
	data, err := s.files.Read(p.File)
	if err != nil {
		return nil, err
	}
	if got := tuf.Digest(data); got != p.SHA256 {
		return nil, fmt.Errorf("%s: the file was changed after it was verified: its SHA-256 is %s", p.File, got)
	}
	return data, nil
}

// Open opens the pack in use, or the last good one: see Read.
func (s *Store) Open(name string) (*core.Normalizer, Installed, error) {
	data, p, err := s.Read(name)
	if err != nil {
		return nil, p, err
	}
	n, err := core.OpenBytes(data, &core.OpenOptions{Limits: s.limit})
	return n, p, err
}

// Adopt puts a pack into use that came with the app, so that the first update can be a delta on it. data must be a file of the
// repository, and version its version. Adopt returns the pack in use afterwards: a pack that is as new, or that Rollback put
// in the place of this version, stays in use.
func (s *Store) Adopt(name string, version int64, data []byte) (Installed, error) {
	st, err := s.state(name)
	if err != nil {
		return Installed{}, err
	}
	if version < 1 {
		return Installed{}, fmt.Errorf("version %d of %s: versions begin with 1", version, name)
	}
	if st.current != nil && (st.current.Version >= version || st.refused == version) {
		return *st.current, nil
	}
	if err := check(data, s.limit); err != nil {
		return Installed{}, err
	}
	digest := tuf.Digest(data)
	p := installed(name, version, digest, digest)
	if err := s.swap(name, p, data); err != nil {
		return Installed{}, err
	}
	return p, nil
}

// Rollback replaces the pack in use by the last good one, and returns that. Updates then skip the replaced version until there
// is a newer one, or until the app asks for it by number.
func (s *Store) Rollback(name string) (Installed, error) {
	st, err := s.state(name)
	if err != nil {
		return Installed{}, err
	}
	if st.previous == nil {
		return Installed{}, fmt.Errorf("there is no pack %s from before to go back to", name)
	}
	data, err := s.pack(*st.previous)
	if err == nil {
		err = check(data, s.limit)
	}
	if err != nil {
		return Installed{}, fmt.Errorf("the pack from before: %w", err)
	}
	back := state{current: st.previous, previous: nil, refused: st.current.Version}
	if err := s.files.Write(name+stateSuffix, back.text()); err != nil {
		return Installed{}, err
	}
	s.sweep(name, back)
	return *back.current, nil
}

// swap makes verified bytes the pack in use, keeps the previous pack and removes older ones.
func (s *Store) swap(name string, p Installed, data []byte) error {
	st, err := s.state(name)
	if err != nil {
		return err
	}
	next := state{current: &p, previous: st.current, refused: st.refused}
	if p.Version == st.refused {
		next.refused = 0
	}
	if st.current != nil {
		if _, err := s.pack(*st.current); err != nil || st.current.File == p.File {
			next.previous = st.previous // a damaged pack is not the last good one
		}
	}
	if err := s.files.Write(p.File, data); err != nil {
		return err
	}
	if err := s.files.Write(name+stateSuffix, next.text()); err != nil {
		return err
	}
	s.sweep(name, next)
	return nil
}

// sweep removes the packs of a name that nobody needs, including those that a crash left. If another process has one open, a
// later sweep removes it.
func (s *Store) sweep(name string, keep state) {
	names, err := s.files.Names()
	if err != nil {
		return
	}
	for _, n := range names {
		needed := n == keep.current.File || keep.previous != nil && n == keep.previous.File
		if strings.HasPrefix(n, name+".") && strings.Contains(n, packSuffix) && !needed {
			_ = s.files.Remove(n)
		}
	}
}
