package set

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/parallel"
)

// Options are those of core.OpenOptions that are about files. They hold for each member.
type Options struct {
	Limits pack.Limits
	Keys   []ed25519.PublicKey
	Read   bool
}

// Set is an open pack set.
type Set struct {
	Contents *pack.Contents // of all members
	Meter    *pack.Meter    // for what else is made of them
	files    []*mmap.File   // those with codes in them
}

// opened is a member.
type opened struct {
	contents *pack.Contents
	cost     pack.Cost
	file     *mmap.File // nil unless codes are in it
}

// Open opens the members that a manifest names, in a folder. Errors name line and member.
func Open(folder string, manifest []byte, o Options) (*Set, error) {
	list, err := Parse(manifest)
	if err != nil {
		return nil, err
	}
	members, errs := make([]opened, len(list)), make([]error, len(list))
	parallel.Each(0, len(list), func(i int) { members[i], errs[i] = open(filepath.Join(folder, list[i].File), &list[i], &o) })
	s := &Set{}
	var contents []*pack.Contents
	var bytes int64
	for _, m := range members {
		contents, bytes = append(contents, m.contents), bytes+m.cost.SectionBytes
		if m.file != nil {
			s.files = append(s.files, m.file)
		}
	}
	for i, err := range errs {
		if err != nil {
			return nil, errors.Join(atLine(i, list, err), s.Close())
		}
	}
	limits := o.Limits
	limits.TableBytes *= int64(len(list))
	s.Meter = pack.NewMeter(limits, bytes)
	var bad int
	if s.Contents, bad, err = pack.Join(contents); err != nil {
		return nil, errors.Join(atLine(bad, list, err), s.Close())
	}
	return s, nil
}

// atLine says which member an error is about.
func atLine(i int, list []Member, err error) error {
	return fmt.Errorf("line %d: %s: %w", i+2, list[i].File, err)
}

// open opens a member.
func open(path string, m *Member, o *Options) (opened, error) {
	f, err := read(path, o.Read || o.Keys != nil)
	if err != nil {
		reason := err
		if pathErr := (*os.PathError)(nil); errors.As(err, &pathErr) {
			reason = pathErr.Err
		}
		return opened{}, fmt.Errorf("the member cannot be read: %v", reason) // not fs.ErrNotExist: the set exists
	}
	c, cost, err := parse(f.Data, m, o)
	if err == nil && c.InPlace(f.Data) {
		f.Release()
		return opened{c, cost, f}, nil
	}
	return opened{contents: c, cost: cost}, errors.Join(err, f.Close())
}

func read(path string, whole bool) (*mmap.File, error) {
	if !whole {
		return mmap.Open(path)
	}
	data, err := os.ReadFile(path)
	return &mmap.File{Data: data}, err
}

// parse reads the pack of a member once it is the one that the manifest means.
func parse(data []byte, m *Member, o *Options) (*pack.Contents, pack.Cost, error) {
	if int64(len(data)) != m.Size {
		return nil, pack.Cost{}, fmt.Errorf("it has %d bytes, the set was built with %d: fetch the set again", len(data), m.Size)
	}
	if sum := sha256.Sum256(data); sum != m.SHA256 {
		return nil, pack.Cost{}, fmt.Errorf("its SHA-256 is %x, that of the set's member %x: fetch the set again", sum, m.SHA256)
	}
	if o.Keys != nil {
		if err := pack.Verify(data, o.Keys...); err != nil {
			return nil, pack.Cost{}, err
		}
	}
	c, meter, err := pack.ParseWith(data, &pack.ReadOptions{Limits: o.Limits, Mapped: !o.Read})
	if err != nil {
		return nil, pack.Cost{}, err
	}
	return c, meter.Cost(), nil
}

// Release gives the memory of the mappings back to the system until it is read again.
func (s *Set) Release() {
	for _, f := range s.files {
		f.Release()
	}
}

// Close ends the mappings, after which no code may be read.
func (s *Set) Close() error {
	var err error
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	return err
}
