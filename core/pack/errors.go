package pack

import (
	"errors"
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// Errors of Parse, ReadHeader and Verify, to be compared with errors.Is.
var (
	// ErrNotPack says that the bytes do not begin as a pack does: another kind of file.
	ErrNotPack = errors.New(`pack: not a normlet pack: the file does not begin with "` + magic + `"`)
	// ErrCorrupt is matched by every *CorruptError.
	ErrCorrupt = errors.New("pack: damaged file")
	// ErrUnsigned says that Verify found no signature.
	ErrUnsigned = errors.New("pack: the file is not signed")
	// ErrSignature says that none of the keys made the signature for these bytes.
	ErrSignature = errors.New("pack: the signature does not belong to this file and these keys")
)

// CorruptError describes damage: bytes that no writer produces. The remedy is
// always another copy of the file.
type CorruptError struct {
	Section string // four-character tag, or "header" or "file"
	Offset  int64  // in the uncompressed section, or in the file for "header" and "file"
	Reason  string // one clause
}

func (e *CorruptError) Error() string {
	where := "section " + e.Section
	if e.Section == "header" || e.Section == "file" {
		where = e.Section
	}
	return fmt.Sprintf("pack: damaged file: %s, byte %d: %s; build it or fetch it again", where, e.Offset, e.Reason)
}

// Is makes errors.Is(err, ErrCorrupt) true.
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }

// VersionError says that the file was written for a newer reader.
type VersionError struct {
	Have int // newest format this package reads
	Want int // oldest reader the file asks for
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("pack: the file needs a reader of format %d, this program reads up to %d; update the program", e.Want, e.Have)
}

// UnknownSectionError says that the file holds a section marked critical which
// this package does not know.
type UnknownSectionError struct{ Section string }

func (e *UnknownSectionError) Error() string {
	return fmt.Sprintf("pack: the file depends on section %s, which this program does not know; update the program", e.Section)
}

// corrupt turns a failed read of a section into a *CorruptError; nil stays nil.
func corrupt(section Tag, err error) error {
	if err == nil {
		return nil
	}
	c := &CorruptError{Section: string(section), Reason: err.Error()}
	var we *wire.Error
	if errors.As(err, &we) {
		c.Offset, c.Reason = int64(we.Offset), we.Reason
	}
	return c
}
