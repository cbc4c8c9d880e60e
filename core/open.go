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

// Limits bound the cost of opening a pack. The zero value suits packs of any size; a program that opens the packs of strangers
// sets lower limits. Opening a pack that exceeds one returns a *pack.LimitError.
type Limits = pack.Limits

// OpenOptions changes how a pack is opened.
type OpenOptions struct {
	Limits Limits

	// Keys, unless nil, are public keys, one of which must have signed the pack. Other packs are refused with
	// pack.ErrUnsigned or pack.ErrSignature before their sections are read. An empty list refuses every pack. With Keys, the
	// file is read rather than mapped, so that nobody can change it after the check.
	Keys []ed25519.PublicKey

	// Read reads the file instead of mapping it, so that later changes of the file make no difference.
	Read bool

	// Trusted skips checks for mistakes of a builder, such as the order of names, which saves a third of the time. It still
	// compares checksums. Use it for bytes inside the program that its tests open without it: if these are wrong, look-ups
	// may answer wrongly or panic. Codes, encoder, contexts and the tagger are decompressed when they are first used, names
	// while the caller goes on: the first look-up, or Close, waits for them.
	Trusted bool

	// CheckCodes encodes every name and compares the result with its code, which takes ten microseconds a name. Without it,
	// sixteen are compared. See Normalizer.CheckCodes.
	CheckCodes bool
}

// New makes a Normalizer from the tables of a pack, which pack.Parse or a builder has made. It checks that the parts fit
// together and computes the codes of section SELF again. It does not check the order of rows, as Parse and Append do.
func New(c *pack.Contents) (*Normalizer, error) {
	return newMeasured(c, pack.NewMeter(Limits{}, c.SectionBytes()), &OpenOptions{})
}

// newMeasured is New with options and with the meter that counted the cost of parsing.
func newMeasured(c *pack.Contents, m *pack.Meter, o *OpenOptions) (*Normalizer, error) {
	e, err := engine.New(c, m, o.Trusted)
	if err != nil {
		return nil, err
	}
	n := &Normalizer{engine: e, cost: m.Cost()}
	if o.CheckCodes {
		if err := n.CheckCodes(context.Background(), nil); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (o *OpenOptions) orZero() OpenOptions {
	if o == nil {
		return OpenOptions{}
	}
	return *o
}

// Open opens a pack file. o may be nil. Open refuses pipes and devices. Errors name the file; they are those of OpenBytes, and
// of reading the file.
//
// Open maps the file where the platform can, instead of reading it. Uncompressed codes (pack.WriteOptions.RawCodes) and
// details then stay in the page cache; in large packs, the first search copies the codes. Everything else is on the heap, and
// Open unmaps a pack without such codes before it returns. Close releases the mapping.
//
// Renaming another file over the pack does not change an open Normalizer. Never overwrite a mapped file in place: look-ups may
// then answer wrongly. If somebody truncates it, the next look-up ends the process with SIGBUS, which no program can catch. If
// others may do that, use OpenOptions.Read, or read the file and use OpenBytes.
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

// openMapped opens a pack in mapped memory. It unmaps the memory at once unless tables are parts of it.
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

// openData opens a pack in memory. mapped says that the memory will go away.
func openData(data []byte, o OpenOptions, mapped bool) (*Normalizer, error) {
	c, m, err := pack.ParseWith(data, &pack.ReadOptions{Limits: o.Limits, Mapped: mapped, Trusted: o.Trusted, Ahead: true})
	if err != nil {
		return nil, err
	}
	n, err := newMeasured(c, m, &o)
	if err != nil {
		_ = c.Wait() // data may go away
		return nil, err
	}
	n.engine.DropCopies(c.InPlace(data))
	return n, nil
}

// OpenBytes opens a pack in memory. options may be nil; OpenOptions.Read has no effect. OpenBytes keeps data and never writes
// it; the caller must not change it either. The error is pack.ErrNotPack for bytes that are no pack, a *pack.CorruptError for
// a damaged pack, a *pack.VersionError for one that needs a newer release, or a *pack.LimitError for one that exceeds a limit.
func OpenBytes(data []byte, options *OpenOptions) (*Normalizer, error) {
	o := options.orZero()
	if o.Keys != nil {
		if err := pack.Verify(data, o.Keys...); err != nil {
			return nil, err
		}
	}
	return openData(data, o, false)
}
