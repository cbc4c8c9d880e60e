package core

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"

	"github.com/normlet/normlet/core/pack"
)

// Open opens a pack file. Errors name the file.
//
// Where the platform can, the file is mapped rather than read. Codes that were
// stored uncompressed (pack.WriteOptions.RawCodes) then stay in the page cache,
// but for the copy in an order of its own that the search makes of many; everything
// else is on the heap, and a pack without such codes is unmapped before Open
// returns. Close gives a mapping back.
//
// A pack replaced by renaming another file over it stays as it was until Close.
// Overwriting a mapped file in place is a mistake of the one who does it: look-ups
// may answer wrongly, or the process end.
func Open(path string) (*Normalizer, error) {
	data, unmap, err := mapFile(path)
	if err != nil {
		return nil, err // *PathError: says operation, file and reason
	}
	n, err := openMapped(data, unmap)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// openMapped opens a pack in mapped memory, which it unmaps at once unless codes
// lie in it.
func openMapped(data []byte, unmap func() error) (*Normalizer, error) {
	c, inPlace, err := pack.ParseMapped(data)
	if err != nil {
		return nil, errors.Join(err, unmap())
	}
	n, err := New(c)
	if err != nil {
		return nil, errors.Join(err, unmap())
	}
	if inPlace {
		n.guard.unmap = unmap
		return n, nil
	}
	return n, unmap()
}

// OpenBytes opens a pack held in memory. It keeps data and never writes it; the
// caller must not change it either. A file that is no pack, is damaged, or needs
// a newer release is refused with pack.ErrNotPack, a *pack.CorruptError or a
// *pack.VersionError.
func OpenBytes(data []byte) (*Normalizer, error) {
	c, err := pack.Parse(data)
	if err != nil {
		return nil, err
	}
	return New(c)
}

// OpenSigned is Open for packs signed with one of the keys. It refuses others
// with pack.ErrUnsigned or pack.ErrSignature before it looks into their sections.
// The file is read, not mapped: nobody can change what has been verified.
func OpenSigned(path string, keys ...ed25519.PublicKey) (*Normalizer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := OpenSignedBytes(data, keys...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// OpenSignedBytes is OpenBytes for packs signed with one of the keys.
func OpenSignedBytes(data []byte, keys ...ed25519.PublicKey) (*Normalizer, error) {
	if err := pack.Verify(data, keys...); err != nil {
		return nil, err
	}
	return OpenBytes(data)
}
