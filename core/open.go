package core

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/regular"
)

// Limits bound the cost of opening a pack. The zero value has limits for packs of
// any size; a host that opens the packs of strangers sets lower ones. A pack that
// exceeds one is refused with a *pack.LimitError.
type Limits = pack.Limits

// OpenOptions changes how a pack is opened.
type OpenOptions struct {
	Limits Limits

	// Keys, unless nil, are public keys: one of them must have signed the pack. Others are
	// refused with pack.ErrUnsigned or pack.ErrSignature before their sections are read.
	// An empty list refuses every pack. The file is read, not mapped: nobody can change
	// what has been verified.
	Keys []ed25519.PublicKey

	// Read reads the file instead of mapping it: later changes of the file make no
	// difference.
	Read bool

	// Trusted skips checks for mistakes of a builder, such as the order of names: a third of the time. Checksums of the
	// file are still compared. It is for bytes inside the program, which its tests have opened without it: if those are
	// wrong, look-ups may answer wrongly or panic. Codes, contexts and the tagger are decompressed once they are needed.
	Trusted bool

	// CheckCodes encodes every name and compares its code, which takes ten microseconds
	// a name; without it some are compared. See Normalizer.CheckCodes.
	CheckCodes bool
}

// New makes a Normalizer of the tables of a pack, which pack.Parse or a builder has made. It checks that the parts
// fit together and computes the codes of section SELF again. It does not check the order of rows: Parse and Append do.
func New(c *pack.Contents) (*Normalizer, error) {
	return newMeasured(c, pack.NewMeter(Limits{}, c.SectionBytes()), &OpenOptions{})
}

// newMeasured is New with the meter of the pack.
func newMeasured(c *pack.Contents, m *pack.Meter, o *OpenOptions) (*Normalizer, error) {
	e, err := engine.New(c, m, o.Trusted)
	if err != nil {
		return nil, err
	}
	n := &Normalizer{engine: e, cost: m.Cost()}
	if o.CheckCodes {
		err = n.CheckCodes(context.Background(), nil)
	}
	return n, err
}

func (o *OpenOptions) orZero() OpenOptions {
	if o == nil {
		return OpenOptions{}
	}
	return *o
}

// Open opens a pack file; nil options are the zero ones. Pipes and devices are refused. Errors name the file.
//
// Where the platform can, the file is mapped rather than read. Uncompressed codes
// (pack.WriteOptions.RawCodes) and the details beside them then stay in the page cache;
// in large packs, the first search copies the codes. Everything else is on the heap, and a
// pack without such codes is unmapped before Open returns. Close gives a mapping back.
//
// A pack replaced by renaming another file over it stays as it was until Close. Never
// overwrite a mapped file in place: look-ups may answer wrongly. Truncating it ends
// the process with SIGBUS at the next look-up, which no program can catch. If others
// may do that, use OpenOptions.Read, or read the file and use OpenBytes.
//
// Opening takes time and memory in proportion to the pack: see Limits.
func Open(path string, o *OpenOptions) (*Normalizer, error) {
	n, err := openPath(path, o.orZero())
	if pathErr := (*os.PathError)(nil); err != nil && !errors.As(err, &pathErr) { // which says operation, file and reason
		err = fmt.Errorf("%s: %w", path, err)
	}
	return n, err
}

func openPath(path string, o OpenOptions) (*Normalizer, error) {
	if o.Read || o.Keys != nil {
		data, err := regular.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return OpenBytes(data, &o)
	}
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	return openMapped(f, o)
}

// openMapped opens a pack in mapped memory, which it unmaps at once unless tables
// lie in it.
func openMapped(f *mmap.File, o OpenOptions) (*Normalizer, error) {
	n, err := openData(f.Data, o, true)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if n.engine.Pack.Needs(f.Data) {
		n.engine.KeepMapped(f.Close, f.Release)
		f.Release()
		return n, nil
	}
	return n, f.Close()
}

// openData opens a pack in memory that mapped says will go away.
func openData(data []byte, o OpenOptions, mapped bool) (*Normalizer, error) {
	c, m, err := pack.ParseWith(data, &pack.ReadOptions{Limits: o.Limits, Mapped: mapped, Trusted: o.Trusted})
	if err != nil {
		return nil, err
	}
	n, err := newMeasured(c, m, &o)
	if err == nil {
		n.engine.DropCopies(c.InPlace(data))
	}
	return n, err
}

// OpenBytes opens a pack held in memory. It keeps data and never writes it; the
// caller must not change it either. A file that is no pack, is damaged, or needs
// a newer release is refused with pack.ErrNotPack, a *pack.CorruptError or a
// *pack.VersionError, one that takes too much with a *pack.LimitError. OpenOptions.Read means nothing.
func OpenBytes(data []byte, options *OpenOptions) (*Normalizer, error) {
	o := options.orZero()
	if o.Keys != nil {
		if err := pack.Verify(data, o.Keys...); err != nil {
			return nil, err
		}
	}
	return openData(data, o, false)
}
